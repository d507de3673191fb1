//! A position as a FEN states it, before its legality is checked.

use crate::labels::{Side, Wing};
use crate::pieces::{ByRole, BySide, Pieces};
use crate::squares::{Bitboard, Square};

/// One letter of a castling field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastlingLetter {
    /// `K Q k q`: the outermost rook of that wing (X-FEN).
    Wing(Side, Wing),
    /// A file letter: the rook on that file, 0-7 (Shredder-FEN; X-FEN for an inner rook).
    File(Side, u8),
}

impl CastlingLetter {
    /// The side whose right it is.
    #[must_use]
    pub const fn side(self) -> Side {
        match self {
            Self::Wing(side, _) | Self::File(side, _) => side,
        }
    }

    /// The letter as it is written.
    #[must_use]
    pub const fn letter(self) -> u8 {
        let (side, capital) = match self {
            Self::Wing(side, Wing::HSide) => (side, b'K'),
            Self::Wing(side, Wing::ASide) => (side, b'Q'),
            Self::File(side, file) => (side, b'A' + file),
        };
        match side {
            Side::White => capital,
            Side::Black => capital | 0x20,
        }
    }
}

/// The fields of a FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The squares of all pieces and pawns.
    pub pieces: Pieces,
    /// Side to move.
    pub turn: Side,
    /// Castling field, as written, without repetitions.
    pub castling: Vec<CastlingLetter>,
    /// En-passant square.
    pub en_passant: Option<Square>,
    /// Half-move clock, in plies.
    pub clock: u32,
    /// Full-move number, from 1.
    pub move_number: u32,
}

impl Setup {
    /// The orthodox position.
    #[must_use]
    pub fn standard() -> Self {
        let white = ByRole([0xff00, 0x42, 0x24, 0x81, 0x08, 0x10].map(Bitboard));
        Self {
            pieces: BySide {
                white,
                black: white.map(Bitboard::flipped),
            },
            turn: Side::White,
            castling: [Side::White, Side::Black]
                .into_iter()
                .flat_map(|side| {
                    [
                        CastlingLetter::Wing(side, Wing::HSide),
                        CastlingLetter::Wing(side, Wing::ASide),
                    ]
                })
                .collect(),
            en_passant: None,
            clock: 0,
            move_number: 1,
        }
    }
}
