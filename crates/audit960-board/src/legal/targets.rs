//! Target squares of all legal moves, a set for each piece.
//!
//! No move is played to find out whether it is legal. Three sets decide: the squares that the enemy
//! attacks once the king has left its own; the squares that end a check; and, for a pinned piece, the
//! line through it and its king. Only en passant, where two squares of a line are vacated at once, is
//! tested on the board after the move.

use super::pawns::{PawnReach, PawnTargets, ahead};
use super::piece_sets::{CastlingPath, PieceSets};
use crate::attacks::{self, FILE_A, RANK_1, lowest, squares};
use crate::position::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, SIDES};

/// Receives legal moves as sets of target squares. Returning `false` stops the generator.
pub(super) trait Targets {
    /// A piece of a kind other than pawn on `from` may go to each of `targets`. A queen comes twice, with
    /// her straight and with her diagonal targets.
    fn piece(&mut self, role: usize, from: usize, targets: u64) -> bool;
    /// Pawns may go to `targets`.
    fn pawns(&mut self, targets: &PawnTargets) -> bool;
    /// A pawn may capture en passant.
    fn en_passant(&mut self, from: usize, to: usize) -> bool;
    /// The king may castle.
    fn castling(&mut self, king: usize, path: &CastlingPath) -> bool;
}

/// The diagonals in the direction of a1-h8, by file - rank + 7.
static DIAGONALS: [u64; 16] = diagonals(false);
/// The diagonals in the direction of h1-a8, by 14 - file - rank.
static ANTIDIAGONALS: [u64; 16] = diagonals(true);

/// Diagonals by file - rank + 7, files counted from a or, `mirrored`, from h.
const fn diagonals(mirrored: bool) -> [u64; 16] {
    let mut table = [0; 16];
    let mut square = 0;
    while square < 64 {
        let file = if mirrored { 7 - square % 8 } else { square % 8 };
        table[file + 7 - square / 8] |= 1 << square;
        square += 1;
    }
    table
}

/// Lines through a king on which a piece may be pinned.
#[derive(Clone, Copy)]
struct PinLines {
    file: u64,
    rank: u64,
    diagonal: u64,
    antidiagonal: u64,
}

impl PinLines {
    #[inline(always)]
    fn through(square: usize) -> Self {
        let (file, rank) = (square & 7, square >> 3 & 7);
        Self {
            file: FILE_A << file,
            rank: RANK_1 << (8 * rank),
            diagonal: DIAGONALS[(file + 7 - rank) & 15],
            antidiagonal: ANTIDIAGONALS[(14 - file - rank) & 15],
        }
    }

    /// The line a pinned piece may move along.
    #[cold]
    fn of(self, square: usize) -> u64 {
        [self.file, self.rank, self.diagonal, self.antidiagonal]
            .into_iter()
            .find(|line| line >> square & 1 != 0)
            .unwrap_or(0)
    }
}

/// Side `US` to move, with the sets that decide which of its moves are legal.
struct View<'m, const US: usize> {
    pieces: &'m PieceSets,
    own: u64,
    enemy: u64,
    occupied: u64,
    king: usize,
    /// Own pieces that are pinned to the king.
    pinned: u64,
    /// Where any piece but the king may go: not onto its own pieces; in check, only onto the checker or
    /// between it and the king.
    allowed: u64,
}

impl PieceSets {
    /// Visits every legal move of side `US`: king, castling, pieces by kind, pawns. Returns
    /// `false` if `targets` stopped it.
    #[inline(always)]
    pub(super) fn visit<const US: usize>(
        &self,
        castling_paths: &[Option<CastlingPath>; 2],
        targets: &mut impl Targets,
    ) -> bool {
        let (own, enemy, occupied) = (self.sides[US], self.sides[US ^ 1], self.occupied());
        let king = lowest(self.roles[KING] & own);
        let steps = self.safe_of::<US>(attacks::king(king) & !own, occupied & !(1 << king));
        if !targets.piece(KING, king, steps) {
            return false;
        }
        let sight = [
            attacks::rook(king, occupied),
            attacks::bishop(king, occupied),
        ];
        let [straight, diagonal] = self.sliders();
        let checkers =
            (sight[0] & straight | sight[1] & diagonal | self.leapers_on::<US>(king)) & enemy;
        let mut view = View::<US>::unchecked(self, king, sight);
        if checkers == 0 {
            let may = |path: &&CastlingPath| path.is_legal::<US>(self, king);
            if self.castling & own != 0
                && !castling_paths
                    .iter()
                    .flatten()
                    .filter(may)
                    .all(|path| targets.castling(king, path))
            {
                return false;
            }
        } else if checkers & (checkers - 1) == 0 {
            view.allowed = checkers | between(occupied, sight, lowest(checkers));
        } else {
            // Only the king can answer a double check, except in positions that cannot arise.
            return view.en_passant(targets);
        }
        view.pieces(targets) && view.pawns(targets) && view.en_passant(targets)
    }

    /// The squares of a set that the enemy of `US` does not attack. A single square is tested by itself.
    #[inline(always)]
    fn safe_of<const US: usize>(&self, set: u64, occupied: u64) -> u64 {
        let rest = set & set.wrapping_sub(1);
        if rest != 0 {
            return set & !self.attacked_by_enemy::<US>(occupied);
        }
        let mut safe = set;
        for square in squares(set) {
            if self.is_attacked::<US>(square, occupied) {
                safe &= !(1 << square);
            }
        }
        safe
    }

    /// Squares that the enemy of `US` attacks on a board with the given occupied squares.
    #[inline(always)]
    fn attacked_by_enemy<const US: usize>(&self, occupied: u64) -> u64 {
        let enemy = self.sides[US ^ 1];
        let [straight, diagonal] = self.sliders();
        let pawns = self.roles[PAWN] & enemy;
        let (left, right) = if US == 0 {
            (pawns >> 9, pawns >> 7)
        } else {
            (pawns << 7, pawns << 9)
        };
        let mut attacked = left & !(FILE_A << 7) | right & !FILE_A;
        attacked |= attacks::king(lowest(self.roles[KING] & enemy));
        for square in squares(self.roles[KNIGHT] & enemy) {
            attacked |= attacks::knight(square);
        }
        for square in squares(diagonal & enemy) {
            attacked |= attacks::bishop(square, occupied);
        }
        for square in squares(straight & enemy) {
            attacked |= attacks::rook(square, occupied);
        }
        attacked
    }

    /// Pinned pieces of side `US`: those alone between its king and an enemy slider.
    #[inline(always)]
    fn pinned<const US: usize>(&self, king: usize, sight: [u64; 2]) -> u64 {
        let (own, enemy, occupied) = (self.sides[US], self.sides[US ^ 1], self.occupied());
        let [straight, diagonal] = self.sliders();
        let mut pinned = 0;
        let (lines, near) = (attacks::rook_lines(king), sight[0] & own);
        if straight & enemy & lines & !sight[0] != 0 && near != 0 {
            for pinner in squares(attacks::rook(king, occupied & !near) & straight & enemy) {
                pinned |= near & attacks::rook(pinner, occupied) & lines;
            }
        }
        let (lines, near) = (attacks::bishop_lines(king), sight[1] & own);
        if diagonal & enemy & lines & !sight[1] != 0 && near != 0 {
            for pinner in squares(attacks::bishop(king, occupied & !near) & diagonal & enemy) {
                pinned |= near & attacks::bishop(pinner, occupied) & lines;
            }
        }
        pinned
    }
}

/// Squares between a square with this sight (along ranks and files, along diagonals) and a piece that
/// attacks it; none where the attacker is not a slider.
fn between(occupied: u64, sight: [u64; 2], attacker: usize) -> u64 {
    if sight[0] >> attacker & 1 != 0 {
        sight[0] & attacks::rook(attacker, occupied)
    } else if sight[1] >> attacker & 1 != 0 {
        sight[1] & attacks::bishop(attacker, occupied)
    } else {
        0
    }
}

impl<'m, const US: usize> View<'m, US> {
    /// The view of a side whose king is not in check and has this sight (along ranks and files,
    /// diagonals).
    #[inline(always)]
    fn unchecked(pieces: &'m PieceSets, king: usize, sight: [u64; 2]) -> Self {
        let (own, enemy) = (pieces.sides[US], pieces.sides[US ^ 1]);
        Self {
            pieces,
            own,
            enemy,
            occupied: own | enemy,
            king,
            pinned: pieces.pinned::<US>(king, sight),
            allowed: !own,
        }
    }

    /// Own pieces of a kind.
    #[inline(always)]
    fn own(&self, role: usize) -> u64 {
        self.pieces.roles[role] & self.own
    }

    /// All pieces but the king, by kind.
    #[inline(always)]
    fn pieces(&self, targets: &mut impl Targets) -> bool {
        self.knights(targets) && self.diagonal_sliders(targets) && self.straight_sliders(targets)
    }

    #[inline(always)]
    fn knights(&self, targets: &mut impl Targets) -> bool {
        squares(self.own(KNIGHT) & !self.pinned)
            .all(|from| targets.piece(KNIGHT, from, attacks::knight(from) & self.allowed))
    }

    #[inline(always)]
    fn diagonal_sliders(&self, targets: &mut impl Targets) -> bool {
        squares(self.own(BISHOP) | self.own(QUEEN))
            .all(|from| self.slider(BISHOP, from, attacks::bishop(from, self.occupied), targets))
    }

    #[inline(always)]
    fn straight_sliders(&self, targets: &mut impl Targets) -> bool {
        squares(self.own(ROOK) | self.own(QUEEN))
            .all(|from| self.slider(ROOK, from, attacks::rook(from, self.occupied), targets))
    }

    /// A slider that moves as a bishop or a rook; it may be a queen.
    #[inline(always)]
    fn slider(&self, moves_as: usize, from: usize, reach: u64, to: &mut impl Targets) -> bool {
        let mut reach = reach & self.allowed;
        if self.pinned >> from & 1 != 0 {
            reach &= PinLines::through(self.king).of(from);
        }
        let queen = self.pieces.roles[QUEEN] >> from & 1 != 0;
        to.piece(if queen { QUEEN } else { moves_as }, from, reach)
    }

    /// Pawns that may go forward, capture toward the a-file and toward the h-file: those that are not
    /// pinned, or are pinned along that line.
    #[inline(always)]
    fn free_pawns(&self) -> [u64; 3] {
        let pawns = self.own(PAWN);
        let pinned = pawns & self.pinned;
        if pinned == 0 {
            return [pawns; 3];
        }
        let lines = PinLines::through(self.king);
        let (left, right) = match US {
            0 => (lines.antidiagonal, lines.diagonal),
            _ => (lines.diagonal, lines.antidiagonal),
        };
        [lines.file, left, right].map(|line| pawns & !pinned | pinned & line)
    }

    #[inline(always)]
    fn pawn_reach(&self) -> PawnReach<US> {
        let [pushers, to_left, to_right] = self.free_pawns();
        let (to_left, to_right) = (to_left & !FILE_A, to_right & !(FILE_A << 7));
        let (left, right) = if US == 0 {
            (to_left << 7, to_right << 9)
        } else {
            (to_left >> 9, to_right >> 7)
        };
        PawnReach {
            ahead: ahead::<US>(pushers),
            left,
            right,
        }
    }

    #[inline(always)]
    fn pawns(&self, targets: &mut impl Targets) -> bool {
        let reach = self.pawn_reach().targets(self.occupied, self.enemy);
        targets.pawns(&PawnTargets {
            one: reach.one & self.allowed,
            two: reach.two & self.allowed,
            left: reach.left & self.allowed,
            right: reach.right & self.allowed,
            ..reach
        })
    }

    #[inline(always)]
    fn en_passant(&self, targets: &mut impl Targets) -> bool {
        self.pieces.en_passant == 0 || self.take_en_passant(targets)
    }

    #[cold]
    fn take_en_passant(&self, targets: &mut impl Targets) -> bool {
        let to = lowest(self.pieces.en_passant);
        let passed = 1_u64 << (to ^ 8);
        squares(attacks::pawn(SIDES[US ^ 1], to) & self.own(PAWN))
            .filter(|&from| {
                let occupied = self.occupied & !(1 << from) & !passed | 1 << to;
                self.pieces
                    .attackers::<US>(self.king, self.enemy & !passed, occupied)
                    == 0
            })
            .all(|from| targets.en_passant(from, to))
    }
}
