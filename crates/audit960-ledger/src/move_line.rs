//! The moves of a game with the positions between them.

use audit960_board::{Move, Position};
use audit960_law::{GameDates, LawTable, Turn};
use audit960_replay::has_doubtful_clock;
use audit960_report::Language;
use audit960_types::JudgedRepetition;

use crate::error::{LedgerError, Result};
use crate::game::{LedgerGame, MoveNumbers, fen_field};

/// The main line of a game with the position at each turn.
#[derive(Clone, Debug)]
pub struct MoveLine {
    turns: Vec<(Position, Move)>,
    last: Position,
    numbers: MoveNumbers,
    /// Whether the half-move clock at the start cannot be right.
    is_clock_doubtful: bool,
    evidence: Evidence,
}

/// What is known of the moves before a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Evidence {
    /// A record of them.
    Record,
    /// Nothing but the position after them, and the half-move clock if the FEN states one.
    Position {
        /// Whether it does.
        has_clock: bool,
    },
}

impl MoveLine {
    /// Plays the moves of a game. A dataset written by another program may hold any text, so each move
    /// is checked for legality.
    ///
    /// # Errors
    /// If the start position is invalid, a move is not legal, or the moves were not read.
    pub fn of(game: &LedgerGame) -> Result<Self> {
        let unplayable = |reason: String| LedgerError::unplayable(game.name(), reason);
        let moves = game.moves.as_deref();
        let moves = moves.ok_or_else(|| unplayable("the moves were not read".to_owned()))?;
        Self::replay(&game.start_fen, moves).map_err(unplayable)
    }

    /// A position alone: the moves that led to it are not known. `number` takes the place of the move number of the FEN.
    ///
    /// # Errors
    /// A message that says what is wrong with the FEN.
    pub fn of_position(fen: &str, number: Option<u64>) -> Result<Self, String> {
        let has_clock = fen_field(fen, 4).is_some();
        let numbered = |number: u64| {
            let loaded = Position::from_fen(fen).map_err(|error| error.to_string())?;
            let fields = loaded.position.xfen();
            let (fields, _) = fields.rsplit_once(' ').unwrap_or_default();
            Ok::<String, String>(format!("{fields} {number}"))
        };
        let fen = match number {
            Some(number) => &numbered(number)?,
            None => fen,
        };
        Ok(Self {
            evidence: Evidence::Position { has_clock },
            ..Self::replay(fen, "")?
        })
    }

    /// Plays moves in UCI_Chess960, separated by blanks, from a FEN.
    ///
    /// # Errors
    /// A message that says what is wrong with the FEN, or names the first move that is not legal.
    pub fn replay(start_fen: &str, moves: &str) -> Result<Self, String> {
        let mut position = Position::from_fen(start_fen)
            .map_err(|error| error.to_string())?
            .position;
        let mut turns = Vec::with_capacity(moves.len() / 5 + 1);
        for text in moves.split_ascii_whitespace() {
            let played = text
                .parse()
                .ok()
                .filter(|&played| is_legal(&position, played));
            let played = played
                .ok_or_else(|| format!("half-move {}, {text}, is not legal", turns.len() + 1))?;
            turns.push((position.clone(), played));
            position.play(played);
        }
        Ok(Self {
            turns,
            last: position,
            numbers: MoveNumbers::of_fen(start_fen),
            is_clock_doubtful: has_doubtful_clock(start_fen),
            evidence: Evidence::Record,
        })
    }

    /// The orthodox start, without moves.
    pub(crate) fn empty() -> Self {
        Self {
            turns: Vec::new(),
            last: Position::standard(),
            numbers: MoveNumbers::of_fen(""),
            is_clock_doubtful: false,
            evidence: Evidence::Record,
        }
    }

    /// What is known of the moves before a claim.
    pub(crate) const fn evidence(&self) -> Evidence {
        self.evidence
    }

    /// Whether the half-move clock at the start cannot be right.
    pub(crate) const fn is_clock_doubtful(&self) -> bool {
        self.is_clock_doubtful
    }

    /// Whether the half-move clock before a half-move rests on that of the start, and that cannot be right.
    pub(crate) fn doubts_clock(&self, ply: u32) -> bool {
        let from_start = self.before(1).clock() + ply.saturating_sub(1);
        self.is_clock_doubtful && self.before(ply).clock() == from_start
    }

    /// Number of half-moves.
    pub fn plies(&self) -> u32 {
        self.turns.len() as u32
    }

    /// The position before a half-move, counted from 1; beyond the end, the last position.
    pub fn before(&self, ply: u32) -> &Position {
        self.turn(ply).map_or(&self.last, |(position, _)| position)
    }

    /// The move of a half-move, if it was played.
    pub fn played(&self, ply: u32) -> Option<Move> {
        self.turn(ply).map(|(_, played)| *played)
    }

    /// Whether the clock before a half-move let a draw be claimed under the law of the day.
    pub(crate) fn has_claim_under_law(&self, ply: u32, dates: &GameDates, law: &LawTable) -> bool {
        let position = self.before(ply);
        let turn = Turn::of(position);
        let material = position.material();
        let applied = law.claim(dates, &material, turn.conditions);
        turn.claim(position.clock(), applied.limit_moves).is_some()
    }

    /// A half-move in SAN, if it was played.
    pub fn san(&self, ply: u32) -> Option<String> {
        self.turn(ply)
            .map(|(position, played)| position.san(*played))
    }

    /// A half-move in SAN with its move number: `113. Ng5`; only the number if it was not played.
    pub fn numbered(&self, ply: u32) -> String {
        let label = self.numbers.label(ply);
        match self.san(ply) {
            Some(san) => format!("{label} {san}"),
            None => label,
        }
    }

    /// The moves after which a position occurred: `12... Kg8, 16... Kg8`; `start` for the start of the record.
    pub fn occurrences<'p>(
        &self,
        plies: impl IntoIterator<Item = &'p u32>,
        language: Language,
    ) -> String {
        let after = |ply: &u32| match ply {
            0 => language.word("start").into_owned(),
            ply => self.numbered(*ply),
        };
        plies.into_iter().map(after).collect::<Vec<_>>().join(", ")
    }

    /// The move before a half-move that repeats the position, in SAN; empty if there is none.
    pub(crate) fn repeating(&self, judged: &JudgedRepetition, ply: u32) -> String {
        let Some(&stood) = judged.repetition.plies.first() else {
            return String::new();
        };
        let (position, key) = (self.before(ply), self.before(stood + 1).key());
        let intended = position.move_to(key);
        intended.map_or_else(String::new, |m| position.san(m))
    }

    /// The numbering of its moves.
    pub const fn numbers(&self) -> MoveNumbers {
        self.numbers
    }

    fn turn(&self, ply: u32) -> Option<&(Position, Move)> {
        self.turns.get((ply as usize).checked_sub(1)?)
    }
}

/// The position of a FEN.
///
/// # Errors
/// [`LedgerError::Text`] if the FEN is invalid.
pub(crate) fn position(fen: &str) -> Result<Position> {
    let loaded = Position::from_fen(fen);
    let loaded = loaded.map_err(|error| LedgerError::unplayable(fen, error.to_string()))?;
    Ok(loaded.position)
}

fn is_legal(position: &Position, played: Move) -> bool {
    let mut legal = false;
    position.for_each_legal(&mut |m| legal |= m == played);
    legal
}

#[cfg(test)]
mod tests {
    use audit960_types::{Role, Square};

    use super::*;

    #[test]
    fn moves_are_parsed_from_coordinates() {
        assert_eq!("e1h1".parse(), Ok(Move::new(Square::E1, Square::H1)));
        let promotes = Move::promotion(Square::A7, Square::B8, Role::Knight);
        assert_eq!("a7b8n".parse(), Ok(promotes));
        for text in [
            "", "e2", "e2e", "e2e9", "i2e4", "e7e8k", "e7e8qq", "E2E4", "é2e4",
        ] {
            assert!(text.parse::<Move>().is_err(), "{text}");
        }
    }
}
