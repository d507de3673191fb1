//! A game whose moves are followed.

use std::ops::ControlFlow;

use audit960_board::{Move, Position};
use audit960_types::{GameResult, Identity, Role};
use serde::{Deserialize, Serialize};

/// A game that was replayed, or is stored, with its moves.
#[derive(Clone, Copy, Debug)]
pub struct PlayedGame<'a> {
    /// Input that the game was read from.
    pub source: &'a str,
    /// Where the game begins in its source.
    pub identity: Identity,
    /// Its place in the order of the games.
    pub place: GamePlace,
    /// Label of the group that it belongs to; `None` where games are not grouped, or the label is null.
    pub group: Option<&'a str>,
    /// Tag `White`.
    pub white: Option<&'a str>,
    /// Tag `Black`.
    pub black: Option<&'a str>,
    /// Ratings of White and Black.
    pub elos: [Option<i32>; 2],
    /// Result of the game.
    pub result: GameResult,
    /// First day on which it can have been played, in days since 1 January 1970.
    pub day: Option<i32>,
    /// Position before the first half-move.
    pub start: &'a Position,
    /// Scharnagl numbers of White's and of Black's arrangement; `None` for another start position.
    pub starts: Option<[u16; 2]>,
    /// Half-moves, in order.
    pub moves: &'a [Move],
    /// Whether the game went on after these moves, so that what was played from the position after them is not known:
    /// that position is not visited.
    pub cut: bool,
    /// Whether the record has no moves at all. Of a damaged game whose first move cannot be played it is not known
    /// that nothing was played: it reached its start.
    pub moveless: bool,
    /// Whether the moves were stored, maybe by another program, and not just replayed: then each must at least be
    /// one of a piece of the side to move.
    pub stored: bool,
}

#[cfg(test)]
impl<'a> PlayedGame<'a> {
    /// A game of which tests set only what they are about: drawn, of nobody, from a start without a number.
    pub(crate) fn of_moves(start: &'a Position, moves: &'a [Move]) -> Self {
        Self {
            source: "a.pgn",
            identity: Identity::default(),
            place: GamePlace::default(),
            group: None,
            white: None,
            black: None,
            elos: [None; 2],
            result: GameResult::Draw,
            day: None,
            start,
            starts: None,
            moves,
            cut: false,
            moveless: moves.is_empty(),
            stored: false,
        }
    }
}

/// A stored half-move that no audit writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("half-move {0} is not a move in its position")]
pub struct NotAMove(pub u32);

/// The place of a game in the order of its inputs, as far as it is known while they are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GamePlace {
    /// Ordinal of the part of the inputs that was read in one go.
    pub part: u64,
    /// Ordinal of the game among those of the part that were read, from 0.
    pub index: u64,
    /// Ordinal of the game, from 0: in its source if it was stored, else in the part.
    pub game: Option<u64>,
    /// First line of the game: in its source, from 1, if it was stored, else in the part, from 0.
    pub line: Option<u64>,
}

/// Receives games.
pub trait PlayedGameSink: Send {
    /// Receives a game.
    ///
    /// # Errors
    /// [`NotAMove`], as [`PlayedGame::walk`].
    fn game(&mut self, game: &PlayedGame<'_>) -> Result<(), NotAMove>;
}

impl PlayedGame<'_> {
    /// Visits the positions of the game in order: each with its number of half-moves and the move played from
    /// it, `None` after the last; until `visit` breaks, or the moves are [cut](Self::cut).
    ///
    /// # Errors
    /// [`NotAMove`] where a stored half-move cannot be one.
    pub fn walk(
        &self,
        mut visit: impl FnMut(u32, &Position, Option<Move>) -> ControlFlow<()>,
    ) -> Result<(), NotAMove> {
        let mut position = self.start.clone();
        let mut ply = 0;
        for &played in self.moves {
            if visit(ply, &position, Some(played)).is_break() {
                return Ok(());
            }
            ply += 1;
            if self.stored && !is_possible(&position, played) {
                return Err(NotAMove(ply));
            }
            position.play(played);
        }
        if !self.cut {
            let _ = visit(ply, &position, None);
        }
        Ok(())
    }
}

/// Whether a move can be played: a piece of the side to move goes to a square without another one, or its king to its rook.
#[must_use]
pub fn is_possible(position: &Position, played: Move) -> bool {
    let own = |square| {
        position
            .piece_at(square)
            .filter(|(side, _)| *side == position.turn())
    };
    match (own(played.from()), own(played.to())) {
        (None, _) => false,
        (Some(_), None) => true,
        (Some((_, mover)), Some((_, target))) => (mover, target) == (Role::King, Role::Rook),
    }
}
