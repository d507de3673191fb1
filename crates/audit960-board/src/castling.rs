//! Castling under Chess960 rules (Guidelines II.3; also valid for the orthodox arrangement).

use audit960_types::{Bitboard, CastlingRight, Pattern, Role, Side, Square, Wing};

use crate::attacks::{FILE_A, lowest, squares};
use crate::position::{KING, Position, ROOK, back_rank, code};
use crate::ray_tables::between;
use crate::zobrist::{self, EMPTY};

/// Final files (0 = a to 7 = h) of king and rook.
#[must_use]
pub const fn final_files(wing: Wing) -> (usize, usize) {
    match wing {
        Wing::ASide => (2, 3),
        Wing::HSide => (6, 5),
    }
}

/// Squares on which castling puts a king and its rook.
#[inline(always)]
pub(crate) const fn castling_targets(king: usize, wing: Wing) -> (usize, usize) {
    let (king_file, rook_file) = final_files(wing);
    ((king & 56) + king_file, (king & 56) + rook_file)
}

/// The wing on which a rook stands, seen from the king on the same rank.
#[inline(always)]
pub(crate) const fn wing_of(king: usize, rook: usize) -> Wing {
    if rook > king {
        Wing::HSide
    } else {
        Wing::ASide
    }
}

/// Of some squares of a king's rank, those on one wing.
const fn on_wing(squares: u64, king: u64, wing: Wing) -> u64 {
    match wing {
        Wing::ASide => squares & (king - 1),
        Wing::HSide => squares & !(king | (king - 1)),
    }
}

/// How a king move expresses castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KingMove {
    /// Onto the castling rook (UCI_Chess960).
    OntoRook,
    /// To the square on which castling puts the king.
    ToFinalSquare,
}

impl Position {
    /// The square of the rook with which `side` still has the right to castle on `wing`.
    #[must_use]
    pub fn castling_rook(&self, side: Side, wing: Wing) -> Option<Square> {
        self.rook_with_right(side, wing).map(Square::new)
    }

    /// As `castling_rook`, as a square index.
    pub(crate) fn rook_with_right(&self, side: Side, wing: Wing) -> Option<usize> {
        let king = self.roles[KING] & self.sides[side as usize];
        let rooks = on_wing(self.castling & back_rank(side), king, wing);
        (rooks != 0).then(|| lowest(rooks))
    }

    /// The castling rights held: White's first, the h-side before the a-side.
    pub fn castling_rights(&self) -> impl Iterator<Item = CastlingRight> {
        let right = |side: Side, wing| {
            let king = lowest(self.roles[KING] & self.sides[side as usize]);
            self.castling_rook(side, wing).map(|rook| CastlingRight {
                side,
                wing,
                king: Square::new(king),
                rook,
            })
        };
        let rights = [
            right(Side::White, Wing::HSide),
            right(Side::White, Wing::ASide),
            right(Side::Black, Wing::HSide),
            right(Side::Black, Wing::ASide),
        ];
        rights.into_iter().flatten()
    }

    /// The square of the castling rook if the side to move may castle on `wing` now.
    ///
    /// Every square that king and rook cross or reach must be empty except for the two; no square from
    /// the king's origin to its target may be attacked; and the departing rook must not uncover an attack
    /// on the king's target square.
    pub(crate) fn rook_to_castle(&self, wing: Wing) -> Option<usize> {
        if self.in_check {
            return None;
        }
        let rook = self.rook_with_right(self.turn, wing)?;
        let king = self.king_square();
        let others = self.free_to_castle(king, rook)?;
        let (king_to, rook_to) = castling_targets(king, wing);
        // While the king moves, the rook is on its old square; at the end it is on its new one.
        let passes = squares(between(king, king_to))
            .all(|square| !self.is_attacked(square, others | 1 << rook));
        let arrives = !self.is_attacked(king_to, others | 1 << rook_to);
        (passes && arrives).then_some(rook)
    }

    /// Squares occupied by other pieces, if none is in the way of king and rook.
    pub(crate) fn free_to_castle(&self, king: usize, rook: usize) -> Option<u64> {
        let (king_to, rook_to) = castling_targets(king, wing_of(king, rook));
        let path = between(king, king_to) | between(rook, rook_to) | 1 << king_to | 1 << rook_to;
        let others = self.occupied() & !(1 << king) & !(1 << rook);
        (path & others == 0).then_some(others)
    }

    /// The wing on which a pattern castles, if it is written as a king move: onto a rook that still has
    /// its right, or to the king's final square. [`Position::resolve`] decides whether it is legal.
    #[must_use]
    pub fn castling_as_king_move(&self, pattern: Pattern) -> Option<(Wing, KingMove)> {
        let Pattern::Piece {
            role,
            from,
            to,
            promotion: None,
        } = pattern
        else {
            return None;
        };
        let (king, to) = (self.king_square(), to.index());
        let named = role == Some(Role::King) || role.is_none() && from.0 == 1 << king;
        if !named || from.0 & (1 << king) == 0 {
            return None;
        }
        [Wing::HSide, Wing::ASide].into_iter().find_map(|wing| {
            let rook = self.rook_with_right(self.turn, wing)?;
            if rook == to {
                Some((wing, KingMove::OntoRook))
            } else if to == castling_targets(king, wing).0 {
                Some((wing, KingMove::ToFinalSquare))
            } else {
                None
            }
        })
    }

    /// Castles: `from` is the king's square, `rook` that of its own rook.
    pub(crate) fn apply_castling(&mut self, from: usize, rook: usize) {
        let side = self.turn;
        let (king_to, rook_to) = castling_targets(from, wing_of(from, rook));
        for (role, from, to) in [(KING, from, king_to), (ROOK, rook, rook_to)] {
            let moved = 1 << from ^ 1 << to;
            self.roles[role] ^= moved;
            let keys = &zobrist::PIECES[usize::from(code(side, role)) & 15];
            self.key ^= keys[from] ^ keys[to];
        }
        // Each may be on the other's target square.
        let (left, taken) = (1 << from | 1 << rook, 1 << king_to | 1 << rook_to);
        self.sides[side as usize] = self.sides[side as usize] & !left | taken;
        (self.board[from], self.board[rook]) = (EMPTY, EMPTY);
        self.board[king_to] = code(side, KING);
        self.board[rook_to] = code(side, ROOK);
        self.drop_rights(back_rank(side));
        self.clear_en_passant();
        self.clock += 1;
        self.pass_turn();
        self.in_check = self.attacked_king();
    }

    /// Rooks of a side on one wing that could castle: those on its back rank, if the king is there too
    /// and not in a corner.
    #[must_use]
    pub fn wing_rooks(&self, side: Side, wing: Wing) -> Bitboard {
        let king_bit = self.roles[KING] & self.sides[side as usize];
        let corners = (FILE_A | FILE_A << 7) & king_bit;
        if king_bit & back_rank(side) == 0 || corners != 0 {
            return Bitboard::EMPTY;
        }
        let rooks = self.roles[ROOK] & self.sides[side as usize] & back_rank(side);
        Bitboard(on_wing(rooks, king_bit, wing))
    }

    /// That of the [`Position::wing_rooks`] which is farthest from the king: `K` and `Q` of X-FEN mean it.
    pub(crate) fn outermost_rook(&self, side: Side, wing: Wing) -> Option<Square> {
        let rooks = self.wing_rooks(side, wing);
        match wing {
            Wing::ASide => rooks.first(),
            Wing::HSide => rooks.into_iter().last(),
        }
    }

    /// Gives one of the [`Position::wing_rooks`] the right to castle, and takes it from any other on that
    /// wing; `false` if the square has none of them. Used where the moves of a game show a different
    /// right from the one declared.
    #[must_use]
    pub fn set_castling_rook(&mut self, side: Side, wing: Wing, rook: Square) -> bool {
        let rooks = self.wing_rooks(side, wing);
        if !rooks.contains(rook) {
            return false;
        }
        let (rooks, rook) = (rooks.0, rook.index());
        for square in squares(self.castling & rooks) {
            self.key ^= zobrist::RIGHTS[square];
        }
        self.castling = self.castling & !rooks | 1 << rook;
        self.key ^= zobrist::RIGHTS[rook];
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use audit960_types::{CastlingLetter, Pieces, Setup};

    /// White's pieces on the first rank, by file, with a right for every rook; Black has a king on d8.
    fn first_rank(rank: &str) -> Position {
        let mut pieces = Pieces::default();
        pieces.black[Role::King] = Square::D8.into();
        let mut castling = Vec::new();
        for (file, letter) in rank.bytes().enumerate() {
            if let Some(role) = Role::from_letter(letter) {
                pieces.white[role] |= Square::new(file).into();
                if role == Role::Rook {
                    castling.push(CastlingLetter::File(Side::White, file as u8));
                }
            }
        }
        let setup = Setup {
            pieces,
            turn: Side::White,
            castling,
            en_passant: None,
            clock: 0,
            move_number: 1,
        };
        Position::load(&setup).unwrap().position
    }

    /// A move of any piece (`None`) or of the king to a file of the first rank.
    fn meant(rank: &str, role: Option<Role>, from: u64, to: usize) -> Option<(Wing, KingMove)> {
        first_rank(rank).castling_as_king_move(Pattern::Piece {
            role,
            from: Bitboard(from),
            to: Square::new(to),
            promotion: None,
        })
    }

    #[test]
    fn a_wing_has_one_right_at_most() {
        let mut position = first_rank("R.K.R..R");
        let (side, wing) = (Side::White, Wing::HSide);
        let rooks = [Square::E1, Square::H1];
        assert_eq!(position.wing_rooks(side, wing), rooks.into_iter().collect());
        for rook in [Square::H1, Square::E1, Square::E1] {
            assert!(position.set_castling_rook(side, wing, rook));
            let written = position.xfen();
            assert_eq!(position.castling_rook(side, wing), Some(rook));
            let loaded = first_rank("R.K.R..R");
            let mut same = loaded.clone();
            assert!(same.set_castling_rook(side, wing, rook));
            assert_eq!((same.key(), same.xfen()), (position.key(), written));
        }
        for rook in [Square::A1, Square::C1, Square::F1, Square::E8] {
            assert!(!position.set_castling_rook(side, wing, rook), "{rook}");
        }
        // A king in the corner cannot castle.
        assert_eq!(
            first_rank("K.R....R").wing_rooks(side, wing),
            Bitboard::EMPTY
        );
    }

    /// So a game that castles cannot be read with either of two rooks.
    #[test]
    fn the_inner_rook_of_a_wing_is_in_the_outer_ones_way() {
        let mut cases = 0;
        for king in 1..7 {
            for inner in 0..8 {
                for outer in 0..8 {
                    let wing = match (outer < inner && inner < king, king < inner && inner < outer)
                    {
                        (true, _) => Wing::ASide,
                        (_, true) => Wing::HSide,
                        _ => continue,
                    };
                    let mut pieces = Pieces::default();
                    pieces.black[Role::King] = Square::H8.into();
                    // A pawn keeps the h-file closed.
                    pieces.black[Role::Pawn] = Square::H7.into();
                    pieces.white[Role::King] = Square::new(king).into();
                    pieces.white[Role::Rook] =
                        [inner, outer].map(Square::new).into_iter().collect();
                    let setup = Setup {
                        pieces,
                        castling: vec![CastlingLetter::File(Side::White, outer as u8)],
                        ..Setup::standard()
                    };
                    let position = Position::load(&setup).unwrap().position;
                    assert_eq!(position.rook_with_right(Side::White, wing), Some(outer));
                    assert_eq!(position.rook_to_castle(wing), None, "{}", position.xfen());
                    cases += 1;
                }
            }
        }
        // Pairs of files on either side of the king, for each of its six squares.
        assert_eq!(
            cases,
            (1..7)
                .map(|k| k * (k - 1) / 2 + (7 - k) * (6 - k) / 2)
                .sum()
        );
    }

    #[test]
    fn castling_written_as_a_move_of_the_king() {
        use KingMove::{OntoRook, ToFinalSquare};
        let king = Some(Role::King);
        let orthodox = "R...K..R";
        for (to, expected) in [
            (7, Some((Wing::HSide, OntoRook))),
            (6, Some((Wing::HSide, ToFinalSquare))),
            (0, Some((Wing::ASide, OntoRook))),
            (2, Some((Wing::ASide, ToFinalSquare))),
            (3, None),
            // The final square, but on another rank.
            (14, None),
        ] {
            assert_eq!(meant(orthodox, king, !0, to), expected, "{to}");
            assert_eq!(meant(orthodox, None, 1 << 4, to), expected, "{to}");
            // Nothing says that the king is meant; another piece moves; another origin square.
            assert_eq!(meant(orthodox, None, !0, to), None);
            assert_eq!(meant(orthodox, Some(Role::Rook), !0, to), None);
            assert_eq!(meant(orthodox, king, 1 << 5, to), None);
        }
        // c1 is the final square of the a-side, but a rook of the h-side stands there.
        assert_eq!(
            meant("RKR.....", king, !0, 2),
            Some((Wing::HSide, OntoRook))
        );
        assert_eq!(
            meant("....K..R", king, !0, 2),
            None,
            "no right to that wing"
        );
        assert_eq!(
            first_rank(orthodox).castling_as_king_move(Pattern::Castling(Wing::HSide)),
            None
        );
    }
}
