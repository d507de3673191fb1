//! Illegal moves that were played on: an arbiter may let them stand. Where that is asked for, the piece
//! is put where only one can be meant, and the replay goes on. The game stays damaged.

use audit960_board::Move;
use audit960_pgn::{Language, MoveReading, read_move};
use audit960_types::{Code, FactSink, GameToken};

use super::{GameReplay, ReadMode};
use audit960_pgn::quoted;

/// Illegal moves of one game that are replayed, at most: a record with more is none of a game that was
/// played so.
const MAX_KEPT: u32 = 3;

/// How a game with illegal moves is replayed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Keeping {
    /// Whether illegal moves are replayed.
    asked: bool,
    /// Those that were.
    pub(super) kept: u32,
}

impl<S: FactSink> GameReplay<'_, '_, S> {
    /// Replays a game that failed once more, past its illegal moves. Where another reading of the text
    /// or another start was looked for, the record is in doubt as a whole, and nothing is replayed.
    #[cold]
    pub(super) fn replay_illegal(&mut self) {
        let wanted = self.options.keep_illegal && self.walk.failed == Some(Code::IllegalMove);
        if wanted && !self.start.foreign && !self.game.foreign_letter && self.game.search.is_none()
        {
            self.game.keeping = Keeping {
                asked: true,
                kept: 0,
            };
            self.walk_again(ReadMode::English);
        }
    }

    /// The move that an illegal word stands for, if only one piece can be meant.
    fn meant_by(&self, symbol: &[u8]) -> Option<Move> {
        let MoveReading::Move { candidates, .. } = read_move(symbol, &Language::ENGLISH) else {
            return None;
        };
        let position = &self.scratch.line.position;
        let mut meant = candidates
            .iter()
            .filter_map(|candidate| position.only_piece_meant(candidate.pattern));
        let first = meant.next()?;
        meant.all(|other| other == first).then_some(first)
    }

    /// Replays an illegal move, if that is asked for and only one piece can be meant.
    #[cold]
    pub(super) fn keep_illegal(&mut self, at: usize, len: usize) -> bool {
        if !self.game.keeping.asked || self.game.keeping.kept == MAX_KEPT {
            return false;
        }
        let symbol = &self.text[at..at + len];
        let Some(played) = self.meant_by(symbol) else {
            return false;
        };
        let message = format!(
            "{} is not legal here and was played on; replayed from {} to {}",
            quoted(symbol),
            played.from(),
            played.to()
        );
        self.note_move(Code::IllegalMoveKept, at, len, message);
        self.game.keeping.kept += 1;
        self.walk.reading = ReadMode::AfterIllegal;
        self.sink.token(GameToken::IllegalMove, at, len);
        self.scratch.line.play_after_illegal(played);
        true
    }
}
