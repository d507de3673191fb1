//! One game while it is read: tags, then the board.

use pgn_reader::{RawTag, SanPlus};
use shakmaty::fen::Fen;
use shakmaty::{Chess, EnPassantMode, Move, Position, Role};

use super::{FinalPosition, SecondReading, SecondStart};
use crate::second_reading::position::{PositionKey, set_up};

/// A game while it is read.
#[derive(Default)]
pub(super) struct OpenGame {
    fen: Option<String>,
    play: Play,
    plies: u32,
    clock: u32,
    variation_depth: u32,
    terminated: bool,
    stopped: Option<String>,
}

/// The board of a game.
#[derive(Default)]
enum Play {
    /// No movetext yet.
    #[default]
    NotBegun,
    /// The position after the last half-move played.
    From(SecondStart, Chess),
    /// The FEN cannot be used.
    Never,
}

impl OpenGame {
    /// Keeps the FEN; of a repeated one the first.
    pub(super) fn tag(&mut self, name: &[u8], value: RawTag<'_>) {
        if name == b"FEN" {
            self.fen
                .get_or_insert_with(|| value.decode_utf8_lossy().into_owned());
        }
    }

    /// Sets up the start once the tags are known.
    pub(super) fn begin_play(&mut self) {
        if !matches!(self.play, Play::NotBegun) {
            return;
        }
        self.play = match self.fen.as_deref().map(|fen| set_up(fen.as_bytes())) {
            None => Play::From(SecondStart::Orthodox, Chess::default()),
            Some(Ok(position)) => {
                self.clock = position.halfmoves();
                Play::From(SecondStart::Fen, position)
            }
            Some(Err(reason)) => {
                self.stopped = Some(format!("FEN: {reason}"));
                Play::Never
            }
        };
    }

    /// Plays a half-move of the main line.
    pub(super) fn san(&mut self, san: SanPlus) {
        if self.terminated || self.stopped.is_some() || self.variation_depth > 0 {
            return;
        }
        let Play::From(_, position) = &mut self.play else {
            return;
        };
        match san.san.to_move(position) {
            Ok(played) => {
                self.clock = if resets_clock(played) {
                    0
                } else {
                    self.clock.saturating_add(1)
                };
                position.play_unchecked(played);
                self.plies += 1;
            }
            Err(error) => self.stop(|ply| format!("ply {ply}: {error} {san}")),
        }
    }

    pub(super) fn begin_variation(&mut self) {
        self.variation_depth = self.variation_depth.saturating_add(1);
    }

    /// Closes a variation, if one is open.
    pub(super) fn end_variation(&mut self) {
        self.variation_depth = self.variation_depth.saturating_sub(1);
    }

    /// Ends the game, unless the marker is in a variation.
    pub(super) fn termination_marker(&mut self) {
        self.terminated |= self.variation_depth == 0;
    }

    pub(super) fn is_terminated(&self) -> bool {
        self.terminated
    }

    /// Keeps why no further half-move is played; the first reason counts.
    pub(super) fn stop(&mut self, reason: impl FnOnce(u32) -> String) {
        if self.stopped.is_none() {
            self.stopped = Some(reason(self.plies + 1));
        }
    }

    pub(super) fn finish(mut self) -> SecondReading {
        if self.variation_depth > 0 && !self.terminated {
            self.stop(|_| "unterminated variation".to_owned());
        }
        let (start, reached) = match &self.play {
            Play::From(start, position) => (*start, Some(FinalPosition::of(position, self.clock))),
            Play::NotBegun | Play::Never => (SecondStart::Unusable, None),
        };
        SecondReading {
            start,
            plies: self.plies,
            reached,
            stopped: self.stopped,
        }
    }
}

/// Laws 9.3: the movement of a pawn, or a capture.
fn resets_clock(played: Move) -> bool {
    played.role() == Role::Pawn || played.is_capture()
}

impl FinalPosition {
    fn of(position: &Chess, half_move_clock: u32) -> Self {
        Self {
            fen: Fen::from_position(position, EnPassantMode::Legal).to_string(),
            key: PositionKey::of(position),
            half_move_clock,
        }
    }
}
