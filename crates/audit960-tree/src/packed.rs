//! A position in four words and a bit, from which it can be made again.

use audit960_board::Position;
use audit960_types::{Bitboard, ByRole, BySide, CastlingLetter, Role, Setup, Side};
use serde::{Deserialize, Serialize};

/// A position without its counters: equal for the positions that Laws 9.2.3 call the same, and for no
/// others.
///
/// Each square has four bits. The lower three are the kind of piece: 0 for none, 1 to 6 for pawn, knight,
/// bishop, rook, queen and king, 7 for a rook that may still castle. The upper one says that the piece is
/// Black's; on an empty square, that a pawn can be captured there en passant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PackedPosition {
    /// Bit by bit, the lowest first: one bit a square, a1 the lowest.
    planes: [u64; 4],
    black_to_move: bool,
}

/// Words that no position packs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a chess position")]
pub struct NotAPosition;

impl PackedPosition {
    /// Packs a position; half-move clock and move number are dropped.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let of = |role| position.of_role(role).0;
        let [pawns, knights, bishops] = [of(Role::Pawn), of(Role::Knight), of(Role::Bishop)];
        let [rooks, queens, kings] = [of(Role::Rook), of(Role::Queen), of(Role::King)];
        let castling = position.castling_rooks().0;
        let en_passant = position
            .en_passant()
            .map_or(0, |square| Bitboard::from(square).0);
        Self {
            planes: [
                pawns | bishops | queens | castling,
                knights | bishops | kings | castling,
                rooks | queens | kings,
                position.of_side(Side::Black).0 | en_passant,
            ],
            black_to_move: position.turn() == Side::Black,
        }
    }

    /// The position, with half-move clock 0 and move number 1.
    ///
    /// # Errors
    /// [`NotAPosition`] if it was not made from a position.
    pub fn position(&self) -> Result<Position, NotAPosition> {
        let [one, two, four, upper] = self.planes;
        let occupied = one | two | four;
        let castling = one & two & four;
        let kinds = [
            one & !two & !four,
            !one & two & !four,
            one & two & !four,
            !one & !two & four | castling,
            one & !two & four,
            !one & two & four,
        ];
        let pieces = BySide {
            white: ByRole(kinds.map(|kind| Bitboard(kind & !upper))),
            black: ByRole(kinds.map(|kind| Bitboard(kind & upper))),
        };
        let side = |rook: u64| {
            if rook & upper == 0 {
                Side::White
            } else {
                Side::Black
            }
        };
        let rights = Bitboard(castling).into_iter();
        let setup = Setup {
            pieces,
            turn: if self.black_to_move {
                Side::Black
            } else {
                Side::White
            },
            castling: rights
                .map(|rook| CastlingLetter::File(side(Bitboard::from(rook).0), rook.file()))
                .collect(),
            en_passant: Bitboard(upper & !occupied).first(),
            clock: 0,
            move_number: 1,
        };
        let loaded = Position::load(&setup).map_err(|_| NotAPosition)?;
        match Self::of(&loaded.position) == *self {
            true => Ok(loaded.position),
            false => Err(NotAPosition),
        }
    }

    /// The same as words, and whether Black is to move.
    pub(crate) const fn words(self) -> ([u64; 4], bool) {
        (self.planes, self.black_to_move)
    }

    /// The position of such words.
    pub(crate) const fn of_words(planes: [u64; 4], black_to_move: bool) -> Self {
        Self {
            planes,
            black_to_move,
        }
    }

    /// The position as X-FEN; its counters are always `0 1`. Of what was not made from a position it is empty.
    #[must_use]
    pub fn xfen(&self) -> String {
        self.position()
            .map(|position| position.xfen())
            .unwrap_or_default()
    }

    /// Whether a side may still castle.
    #[must_use]
    pub const fn has_castling_right(&self) -> bool {
        self.planes[0] & self.planes[1] & self.planes[2] != 0
    }

    /// Its left-right mirror; the position itself where a side may still castle, because castling is not
    /// symmetric.
    #[must_use]
    pub fn mirror(self) -> Self {
        if self.has_castling_right() {
            return self;
        }
        // Reversing all bits reverses ranks and files; reversing the bytes restores the ranks.
        let planes = self.planes.map(|plane| plane.reverse_bits().swap_bytes());
        Self { planes, ..self }
    }

    /// One of the position and its mirror, always the same.
    #[must_use]
    pub fn or_mirror(self) -> Self {
        self.min(self.mirror())
    }
}

#[cfg(test)]
mod tests {
    use audit960_board::start::{SplitMix64, Start};

    use super::*;

    /// Random games: what is packed is what the X-FEN says, and it can be unpacked.
    #[test]
    fn packed_positions_are_equal_where_their_fens_are() {
        let mut random = SplitMix64::new(960);
        let (mut castling, mut en_passant) = (0, 0);
        for game in 0..200 {
            let start = Start::new(game * 4).unwrap();
            let mut position = Position::chess960(start, start);
            for _ in 0..120 {
                let packed = PackedPosition::of(&position);
                let again = packed.position().unwrap();
                let fields = |fen: &str| fen.split(' ').take(4).collect::<Vec<_>>().join(" ");
                assert_eq!(fields(&again.xfen()), fields(&position.xfen()));
                assert_eq!((again.clock(), again.move_number()), (0, 1));
                assert_eq!(again.key(), position.key());
                castling += u32::from(packed.has_castling_right());
                en_passant += u32::from(position.en_passant().is_some());
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                position.play(legal[random.below(legal.len() as u32) as usize]);
            }
        }
        assert!(castling > 100 && en_passant > 20, "{castling} {en_passant}");
    }

    /// A right is named by its file where another rook stands further out, also one on the other wing's side.
    #[test]
    fn inner_rooks_are_named_by_their_files() {
        for fen in [
            "rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1",
            "rr2k1rr/8/8/8/8/8/8/RR2K1RR b KQkq - 0 1",
            "rr2k1rr/8/8/8/8/8/8/RR2K1RR w GQkb - 0 1",
            "1r2k3/8/8/8/8/8/8/3RK2R w Kq - 0 1",
            "1k1r4/8/8/8/3pP3/8/8/1K6 b k e3 0 1",
            "8/8/8/8/8/8/8/K6k w - - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap().position;
            assert_eq!(PackedPosition::of(&position).xfen(), fen);
        }
    }

    #[test]
    fn mirrors_are_merged_where_nobody_may_castle() {
        let packed = |fen: &str| PackedPosition::of(&Position::from_fen(fen).unwrap().position);
        let (one, other) = (
            packed("k7/8/8/3p4/8/8/8/1R5K w - - 0 1"),
            packed("7k/8/8/4p3/8/8/8/K5R1 w - - 0 1"),
        );
        assert_ne!(one, other);
        assert_eq!(one.or_mirror(), other.or_mirror());
        assert!([one, other].contains(&one.or_mirror()));
        // White may castle.
        let entitled = packed("k7/8/8/8/8/8/8/4K2R w K - 0 1");
        assert_eq!(entitled.or_mirror(), entitled);
    }

    #[test]
    fn an_empty_board_is_refused() {
        let empty = PackedPosition::of_words([0; 4], false);
        assert_eq!(empty.position().err(), Some(NotAPosition));
    }
}
