//! A hit, and how hits are kept.

use audit960_board::Position;
use audit960_types::{GameResult, Identity, Side};
use serde::{Deserialize, Serialize};

use crate::game::{GamePlace, PlayedGame};

/// A position that was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hit {
    /// Input that the game was read from.
    pub source: String,
    /// Where the game begins in its source.
    pub identity: Identity,
    /// Its place in the order of the games.
    pub place: GamePlace,
    /// Half-moves before the position.
    pub ply: u32,
    /// The position as X-FEN, with its counters.
    pub fen: String,
    /// Side to move.
    pub side: Side,
    /// Half-moves after which the material on the board was the same, without interruption, before and after; `None` if only
    /// the beginning of the game is known, and it was the same at its end.
    pub stay: Option<u32>,
    /// Result of the game.
    pub result: GameResult,
    /// Tag `White`.
    pub white: Option<String>,
    /// Tag `Black`.
    pub black: Option<String>,
}

/// The order of hits: part of the inputs, game in it, half-moves.
pub(super) type HitKey = (u64, u64, u32);

impl Hit {
    /// That of a game after so many half-moves, and its place in the order of hits.
    pub(super) fn of(
        game: &PlayedGame<'_>,
        ply: u32,
        position: &Position,
        stay: Option<u32>,
    ) -> (HitKey, Self) {
        let hit = Self {
            source: game.source.to_owned(),
            identity: game.identity,
            place: game.place,
            ply,
            fen: position.xfen(),
            side: position.turn(),
            stay,
            result: game.result,
            white: game.white.map(str::to_owned),
            black: game.black.map(str::to_owned),
        };
        ((game.place.part, game.place.index, ply), hit)
    }
}
