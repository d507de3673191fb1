//! Target squares of all legal moves, a set for each piece.
//!
//! Nothing is played to find out whether it is legal. Three sets decide: the squares that the enemy
//! attacks once the king has left its own; the squares that end a check; and, for a piece that is
//! pinned, the line through it and its king. Only en passant, where two squares of a line are left
//! at once, looks at the board as it would be.

use audit960_types::{Side, Wing};

use crate::attacks::{self, FILE_A, RANK_1, lowest, squares};
use crate::position::{BISHOP, KING, KNIGHT, PAWN, Position, QUEEN, ROOK};

/// Takes legal moves as sets of target squares. An answer of `false` asks for no more.
pub(super) trait Targets {
    /// A king, knight, bishop, rook or queen on `from` may go to each of `targets`.
    fn piece(&mut self, from: usize, targets: u64) -> bool;
    /// A pawn may go to each of `targets`, from the square `step` before it. On the last rank each
    /// is four moves.
    fn pawns(&mut self, targets: u64, step: isize) -> bool;
    /// A pawn may capture en passant.
    fn en_passant(&mut self, from: usize, to: usize) -> bool;
    /// The king may castle with a rook.
    fn castling(&mut self, king: usize, rook: usize) -> bool;
}

/// The diagonals in the direction of a1-h8, by file - rank + 7.
static DIAGONALS: [u64; 16] = diagonals(1);
/// The diagonals in the direction of h1-a8, by 7 - file - rank + 7.
static ANTIDIAGONALS: [u64; 16] = diagonals(-1);

/// Diagonals by the file on which they meet the first rank, or would, + 7; for `step` -1 with files
/// counted from h.
const fn diagonals(step: i32) -> [u64; 16] {
    let mut table = [0; 16];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square % 8, square / 8);
        let file = if step > 0 { file } else { 7 - file };
        table[(file - rank + 7) as usize] |= 1 << square;
        square += 1;
    }
    table
}

/// Lines through the king on which a piece may be pinned.
#[derive(Clone, Copy)]
struct Lines {
    file: u64,
    rank: u64,
    diagonal: u64,
    antidiagonal: u64,
}

impl Lines {
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
}

/// One side's view of a position, with what decides about its moves.
struct View<'p, const US: usize> {
    position: &'p Position,
    king: usize,
    own: u64,
    enemy: u64,
    occupied: u64,
    lines: Lines,
    /// Own pieces that are pinned to the king.
    pinned: u64,
    /// Where any piece but the king may go: not onto its own; in check, onto the checker or before
    /// it.
    allowed: u64,
}

impl Position {
    /// Enemy pieces that give check to the side to move, as a set of squares.
    #[must_use]
    pub fn checkers(&self) -> u64 {
        self.attackers(self.king_square(), self.enemy(), self.occupied())
    }

    /// Hands over every legal move, king moves first, then castling, pieces by kind, pawns. Tells
    /// whether it was let to go to the end.
    #[inline(always)]
    pub(super) fn visit_targets(&self, targets: &mut impl Targets) -> bool {
        match self.turn {
            Side::White => self.visit::<0>(targets),
            Side::Black => self.visit::<1>(targets),
        }
    }

    #[inline(always)]
    fn visit<const US: usize>(&self, targets: &mut impl Targets) -> bool {
        let king = self.king_square();
        let occupied = self.occupied();
        let own = self.sides[US];
        let steps = attacks::king(king) & !own;
        if steps != 0 {
            let safe = steps & !self.attacked_by_enemy::<US>(occupied & !(1 << king));
            if !targets.piece(king, safe) {
                return false;
            }
        }
        let checkers = if self.in_check { self.checkers() } else { 0 };
        let view = View::<US>::new(self, king, checkers);
        if checkers & checkers.wrapping_sub(1) != 0 {
            // Only the king can leave a double check, but for positions that never arose.
            return view.en_passant(targets);
        }
        if self.castling & own != 0 {
            for wing in [Wing::HSide, Wing::ASide] {
                if let Some(rook) = self.legal_castling(wing)
                    && !targets.castling(king, rook)
                {
                    return false;
                }
            }
        }
        view.knights(targets)
            && view.sliders::<BISHOP>(targets)
            && view.sliders::<ROOK>(targets)
            && view.sliders::<QUEEN>(targets)
            && view.pawns(targets)
            && view.en_passant(targets)
    }

    /// Squares the enemy attacks on a board occupied as said.
    #[inline(always)]
    fn attacked_by_enemy<const US: usize>(&self, occupied: u64) -> u64 {
        let enemy = self.sides[US ^ 1];
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
        for square in squares((self.roles[BISHOP] | self.roles[QUEEN]) & enemy) {
            attacked |= attacks::bishop(square, occupied);
        }
        for square in squares((self.roles[ROOK] | self.roles[QUEEN]) & enemy) {
            attacked |= attacks::rook(square, occupied);
        }
        attacked
    }
}

impl<'p, const US: usize> View<'p, US> {
    #[inline(always)]
    fn new(position: &'p Position, king: usize, checkers: u64) -> Self {
        let (own, enemy) = (position.sides[US], position.sides[US ^ 1]);
        let occupied = own | enemy;
        let mut allowed = !own;
        if checkers != 0 {
            allowed = checkers | Self::between(king, lowest(checkers), occupied);
        }
        let lines = Lines::through(king);
        let mut view = Self {
            position,
            king,
            own,
            enemy,
            occupied,
            lines,
            pinned: 0,
            allowed,
        };
        view.pinned = view.find_pinned();
        view
    }

    /// Squares between the king and a piece that gives check along a line; none for others.
    fn between(king: usize, checker: usize, occupied: u64) -> u64 {
        let (rook, bishop) = (
            attacks::rook(king, occupied),
            attacks::bishop(king, occupied),
        );
        if rook >> checker & 1 != 0 {
            rook & attacks::rook(checker, occupied)
        } else if bishop >> checker & 1 != 0 {
            bishop & attacks::bishop(checker, occupied)
        } else {
            0
        }
    }

    /// Own pieces that stand alone between the king and an enemy piece that moves along the line.
    #[inline(always)]
    fn find_pinned(&self) -> u64 {
        let Self {
            king,
            own,
            enemy,
            occupied,
            ..
        } = *self;
        let roles = &self.position.roles;
        let straight = (roles[ROOK] | roles[QUEEN]) & enemy & attacks::rook_lines(king);
        let diagonal = (roles[BISHOP] | roles[QUEEN]) & enemy & attacks::bishop_lines(king);
        let mut pinned = 0;
        if straight != 0 {
            let near = attacks::rook(king, occupied) & own;
            for pinner in squares(attacks::rook(king, occupied & !near) & straight) {
                pinned |= near & attacks::rook(pinner, occupied) & attacks::rook_lines(king);
            }
        }
        if diagonal != 0 {
            let near = attacks::bishop(king, occupied) & own;
            for pinner in squares(attacks::bishop(king, occupied & !near) & diagonal) {
                pinned |= near & attacks::bishop(pinner, occupied) & attacks::bishop_lines(king);
            }
        }
        pinned
    }

    /// Own pieces of a kind.
    #[inline(always)]
    fn men(&self, role: usize) -> u64 {
        self.position.roles[role] & self.own
    }

    /// Where a pinned piece may go at all: along the line of its pin.
    fn pin_line(&self, from: usize) -> u64 {
        let Lines {
            file,
            rank,
            diagonal,
            antidiagonal,
        } = self.lines;
        [file, rank, diagonal, antidiagonal]
            .into_iter()
            .find(|line| line >> from & 1 != 0)
            .unwrap_or(0)
    }

    #[inline(always)]
    fn knights(&self, targets: &mut impl Targets) -> bool {
        squares(self.men(KNIGHT) & !self.pinned)
            .all(|from| targets.piece(from, attacks::knight(from) & self.allowed))
    }

    #[inline(always)]
    fn sliders<const ROLE: usize>(&self, targets: &mut impl Targets) -> bool {
        squares(self.men(ROLE)).all(|from| {
            let reach = match ROLE {
                BISHOP => attacks::bishop(from, self.occupied),
                ROOK => attacks::rook(from, self.occupied),
                _ => attacks::bishop(from, self.occupied) | attacks::rook(from, self.occupied),
            };
            let mut reach = reach & self.allowed;
            if self.pinned >> from & 1 != 0 {
                reach &= self.pin_line(from);
            }
            targets.piece(from, reach)
        })
    }

    /// Pawns that may move along a line through the king, if it is this one that they are pinned
    /// on.
    #[inline(always)]
    fn pawns_free_on(&self, line: u64) -> u64 {
        self.men(PAWN) & (!self.pinned | line)
    }

    #[inline(always)]
    fn pawns(&self, targets: &mut impl Targets) -> bool {
        let free = !self.occupied;
        let prey = self.enemy & self.allowed;
        let pushers = self.pawns_free_on(self.lines.file);
        if US == 0 {
            let one = pushers << 8 & free;
            let two = (one & RANK_1 << 16) << 8 & free;
            let right = (self.pawns_free_on(self.lines.diagonal) & !(FILE_A << 7)) << 9;
            let left = (self.pawns_free_on(self.lines.antidiagonal) & !FILE_A) << 7;
            targets.pawns(one & self.allowed, 8)
                && targets.pawns(two & self.allowed, 16)
                && targets.pawns(left & prey, 7)
                && targets.pawns(right & prey, 9)
        } else {
            let one = pushers >> 8 & free;
            let two = (one & RANK_1 << 40) >> 8 & free;
            let right = (self.pawns_free_on(self.lines.antidiagonal) & !(FILE_A << 7)) >> 7;
            let left = (self.pawns_free_on(self.lines.diagonal) & !FILE_A) >> 9;
            targets.pawns(one & self.allowed, -8)
                && targets.pawns(two & self.allowed, -16)
                && targets.pawns(left & prey, -9)
                && targets.pawns(right & prey, -7)
        }
    }

    #[inline(always)]
    fn en_passant(&self, targets: &mut impl Targets) -> bool {
        self.position.en_passant == 0 || self.rare_en_passant(targets)
    }

    #[cold]
    fn rare_en_passant(&self, targets: &mut impl Targets) -> bool {
        let to = lowest(self.position.en_passant);
        let (to_bit, passed) = (1_u64 << to, 1_u64 << (to ^ 8));
        squares(self.position.en_passant_takers(to))
            .filter(|&from| self.position.king_safe_after(1 << from, to_bit, passed))
            .all(|from| targets.en_passant(from, to))
    }
}
