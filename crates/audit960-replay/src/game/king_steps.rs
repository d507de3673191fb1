//! Castling that is written as the king's step to its final square, `Kc1` or `d1c1` of a king on d1: DGT boards, ICC and
//! UCI programs write it so, and where the king can also make the step, nothing but the rest of the record tells which is
//! meant. The step is played as written; where the record fails later, castling is tried in its place.

use audit960_board::Position;
use audit960_pgn::quoted;
use audit960_types::{Bitboard, Code, Pattern, TextSink, Wing};

use super::{GameReplay, ReadMode};
use crate::record::Record;

/// A king move that could be castling.
#[derive(Clone, Copy)]
struct Step {
    /// Index of the word.
    index: usize,
    wing: Wing,
}

impl<S: TextSink> GameReplay<'_, '_, S> {
    /// Reads king steps as castling where a failed record replays to its end with one choice of them alone.
    pub(super) fn retry_with_king_steps(&mut self) {
        let failed = [Code::IllegalMove, Code::AmbiguousMove, Code::MoveAfterEnd];
        if self.walk.failed.is_some_and(|code| failed.contains(&code))
            && !self.scratch.line.trail.fen().is_empty()
        {
            self.try_king_steps();
        }
    }

    #[cold]
    fn try_king_steps(&mut self) {
        let record = self.record();
        let start = &self.scratch.line.start;
        let steps = steps(&record, start);
        // At most one step of each side can be castling.
        let choices = (1..1_u32 << steps.len().min(4)).map(|choice| {
            let chosen = steps
                .iter()
                .enumerate()
                .filter(move |(bit, _)| choice >> bit & 1 == 1);
            chosen.map(|(_, step)| *step).collect::<Vec<_>>()
        });
        let mut whole = choices.filter(|chosen| replays(&record, start, chosen));
        let Some(chosen) = whole.next().filter(|_| whole.next().is_none()) else {
            return;
        };
        self.game.king_steps = chosen
            .iter()
            .map(|step| (record.words()[step.index].at, step.wing))
            .collect();
        self.walk_again(ReadMode::KingSteps);
    }

    /// Castles if the word at an offset is a king step that means castling.
    pub(super) fn castle_by_step(&mut self, symbol: &[u8], at: usize) -> bool {
        let step = self.game.king_steps.iter().find(|step| step.0 == at);
        let castling = step.and_then(|(_, wing)| {
            let position = &self.scratch.line.position;
            position.resolve(Pattern::Castling(*wing)).ok()
        });
        let Some(castling) = castling else {
            return false;
        };
        let message = format!(
            "{} is also a step of the king; read as castling, because only so the record replays",
            quoted(symbol)
        );
        self.note_move(Code::CastlingKingMove, at, symbol.len(), message);
        self.play(castling, symbol.ends_with(b"+"), symbol.ends_with(b"#"), at);
        true
    }
}

/// The king moves of a record that could be castling, played as written.
fn steps(record: &Record<'_>, start: &Position) -> Vec<Step> {
    let mut position = start.clone();
    let mut found = Vec::new();
    for index in 0..record.words().len() {
        let before = position.clone();
        let Ok(played) = record.play(index, &mut position) else {
            break;
        };
        // As squares: `b8c8` could also be a bishop's move in small letters.
        let step = Pattern::Piece {
            role: None,
            from: Bitboard(1 << played.from().index()),
            to: played.to(),
            promotion: None,
        };
        let is_castling = before.is_castling(played);
        let castling = before.castling_as_king_move(step);
        if let Some((wing, _)) = castling.filter(|_| !is_castling)
            && before.resolve(Pattern::Castling(wing)).is_ok()
        {
            found.push(Step { index, wing });
        }
    }
    found
}

/// Whether a record replays to its end with castling in place of these steps.
fn replays(record: &Record<'_>, start: &Position, steps: &[Step]) -> bool {
    let mut position = start.clone();
    (0..record.words().len()).all(
        |index| match steps.iter().find(|step| step.index == index) {
            Some(step) => match position.resolve(Pattern::Castling(step.wing)) {
                Ok(castling) => {
                    position.play(castling);
                    true
                }
                Err(_) => false,
            },
            None => record.play(index, &mut position).is_ok(),
        },
    )
}
