//! Counts the replies to many moves at once, for the last two plies of perft.
//!
//! A move is inert if it captures nothing, gives no check and alters no pin. After it the other side has
//! nearly the same moves as before, so these are counted once, and then only the differences: slider
//! lines opened on the origin square or cut short on the target, pawn steps and captures there, king
//! steps and castling. The differences are computed for all targets of a piece together. The caller plays
//! the moves that are not inert.

use super::count::Count;
use super::pawns::{LAST_RANKS, PawnReach, PawnTargets, ahead};
use super::piece_sets::{CastlingPath, PieceSets};
use super::sliders::{DIAGONAL, STRAIGHT, Sliders};
use super::targets::{Targets, View, between};
use crate::attacks::{self, FILE_A, lowest, squares};
use crate::position::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, SIDES};

/// What the replies of side `THEM` have in common, with side `US` to move.
pub(super) struct Replies<'m, const US: usize, const THEM: usize> {
    sets: &'m PieceSets,
    /// Ways to castle of the side that replies.
    paths: &'m [Option<CastlingPath>; 2],
    occupied: u64,
    /// King of the side that replies.
    king: usize,
    /// Squares that cannot be left without the risk of a check or a changed pin.
    guarded: u64,
    /// Squares from which a piece that moves along ranks and files, or one that moves along
    /// diagonals, might give check or pin.
    aims: [u64; 2],
    /// Squares that cannot be entered without changing an existing pin.
    closed: u64,
    /// Number of replies of knights and sliders before the move.
    pieces: u64,
    /// Number of replies of pawns before the move.
    pawns: u64,
    pawn_reach: PawnReach<THEM>,
    /// Sliders along ranks and files and along diagonals, queens in both. Pinned ones are excluded: they
    /// keep to a line that no inert move touches.
    straight: Sliders<STRAIGHT>,
    diagonal: Sliders<DIAGONAL>,
}

/// A piece that moves from one square to one of several.
struct Mover {
    role: usize,
    /// Its inert targets.
    to: u64,
    /// The board without it.
    occupied: u64,
    /// Its side without it.
    us: u64,
}

impl<'m, const US: usize, const THEM: usize> Replies<'m, US, THEM> {
    #[inline(always)]
    pub(super) fn of(sets: &'m PieceSets, paths: &'m [Option<CastlingPath>; 2]) -> Self {
        let (us, them, occupied) = (sets.sides[US], sets.sides[THEM], sets.occupied());
        let king = lowest(sets.roles[KING] & them);
        let sight = [
            attacks::rook(king, occupied),
            attacks::bishop(king, occupied),
        ];
        // Lines end at the second piece if the first is the king's own: it may be pinned.
        let behind = occupied & !((sight[0] | sight[1]) & them);
        let lines = [attacks::rook(king, behind), attacks::bishop(king, behind)];
        let sliders = sets.sliders();
        let empty_board_lines = [attacks::rook_lines(king), attacks::bishop_lines(king)];
        let view = View::<THEM>::unchecked(sets, king, sight);
        let [straight, diagonal] = sliders.map(|kind| kind & them & !view.pinned);
        let straight = Sliders::of(straight, occupied, !them);
        let diagonal = Sliders::of(diagonal, occupied, !them);
        let mut guarded = 0;
        for kind in 0..2 {
            if sliders[kind] & us & empty_board_lines[kind] != 0 {
                guarded |= lines[kind];
            }
        }
        if straight.is_short || diagonal.is_short {
            guarded = !0;
        }
        let mut pieces = Count::default();
        view.pieces(&mut pieces);
        let pawn_reach = view.pawn_reach();
        Self {
            sets,
            paths,
            occupied,
            king,
            guarded,
            aims: lines,
            closed: if view.pinned == 0 {
                0
            } else {
                lines[0] | lines[1]
            },
            pieces: pieces.total(),
            pawns: number_of_pawn_moves(&pawn_reach, occupied, us),
            pawn_reach,
            straight,
            diagonal,
        }
    }

    /// The inert ones among the targets of a piece other than a pawn.
    #[inline(always)]
    pub(super) fn inert(&self, role: usize, from: usize, targets: u64) -> u64 {
        if self.guarded >> from & 1 != 0 {
            return 0;
        }
        let [straight, diagonal] = self.aims;
        let aims = match role {
            KNIGHT => attacks::knight(self.king),
            BISHOP => diagonal,
            ROOK => straight,
            QUEEN => straight | diagonal,
            _ => 0,
        };
        targets & !self.occupied & !aims & !self.closed
    }

    /// The inert ones among the pawn steps: neither promotions nor double steps that can be captured en
    /// passant.
    #[inline(always)]
    pub(super) fn inert_steps(&self, targets: &PawnTargets) -> PawnTargets {
        let inert = !self.closed & !attacks::pawn(SIDES[THEM], self.king);
        let takers = self.sets.roles[PAWN] & self.sets.sides[THEM];
        let taken = takers << 1 & !FILE_A | takers >> 1 & !(FILE_A << 7);
        let guarded = ahead::<US>(self.guarded);
        PawnTargets {
            one: targets.one & inert & !guarded & !LAST_RANKS,
            two: targets.two & inert & !ahead::<US>(guarded) & !taken,
            left: 0,
            right: 0,
            forward: targets.forward,
        }
    }

    /// Squares that a pawn may leave without changing any reply.
    #[inline(always)]
    pub(super) fn neutral_origins(&self) -> u64 {
        let them = self.sets.sides[THEM];
        let mut squares_of_king = attacks::king(self.king) & !them;
        if self.sets.castling & them != 0 {
            for path in self.paths.iter().flatten() {
                squares_of_king |= path.passed | path.king_to;
            }
        }
        let seen_from_there = squares(squares_of_king)
            .map(|square| {
                attacks::rook(square, self.occupied) | attacks::bishop(square, self.occupied)
            })
            .fold(0, |seen, sight| seen | sight);
        !(self.guarded
            | self.straight.targets
            | self.diagonal.targets
            | touched_by(&self.pawn_reach)
            | seen_from_there)
    }

    /// Number of replies to moves to the inert squares `to` by a piece that leaves the square
    /// `left`, or, where that makes no difference, by pieces of one kind.
    pub(super) fn number(&self, left: u64, role: usize, to: u64) -> u64 {
        let mover = Mover {
            role,
            to,
            occupied: self.occupied & !left,
            us: self.sets.sides[US] & !left,
        };
        let occupied = mover.occupied;
        let (mut always, mut more, mut less) = (self.pieces, Count::default(), Count::default());
        if (self.straight.targets | self.diagonal.targets) & left != 0 {
            let mut opened = Count::default();
            self.straight.add_opened(left, occupied, &mut opened);
            self.diagonal.add_opened(left, occupied, &mut opened);
            always += opened.total();
        }
        self.straight.add_cut_short(left, to, occupied, &mut less);
        self.diagonal.add_cut_short(left, to, occupied, &mut less);
        always += self.pawns(left, &mover, &mut more, &mut less);
        self.king_steps(&mover, &mut more);
        u64::from(to.count_ones()) * always + more.total() - less.total()
    }

    /// Number of pawn moves once the mover has left. Adds to `less` and `more` those that are lost or new
    /// once it has arrived.
    #[inline(always)]
    fn pawns(&self, left: u64, mover: &Mover, more: &mut Count, less: &mut Count) -> u64 {
        let Mover {
            to, occupied, us, ..
        } = *mover;
        let reach = &self.pawn_reach;
        let touched = touched_by(reach);
        if touched & (left | to) == 0 {
            return self.pawns;
        }
        let steps = reach.targets(occupied, us);
        less.add_pawns(steps.one & to);
        less.add(steps.two & to);
        less.add(steps.two & ahead::<THEM>(steps.one & to));
        more.add_pawns(reach.left & to);
        more.add_pawns(reach.right & to);
        if touched & left == 0 {
            self.pawns
        } else {
            number_of_pawn_moves(reach, occupied, us)
        }
    }

    /// Adds the king moves once the mover has arrived. The king is not in check, so it shields no square
    /// and may stay on the board.
    #[inline(always)]
    fn king_steps(&self, mover: &Mover, more: &mut Count) {
        let them = self.sets.sides[THEM];
        for square in squares(attacks::king(self.king) & !them) {
            more.add(self.safe(square, mover.occupied, mover));
        }
        if self.sets.castling & them != 0 {
            for path in self.paths.iter().flatten() {
                if self.sets.castling & path.rook != 0 && mover.occupied & path.free == 0 {
                    more.add(self.castling(path, mover));
                }
            }
        }
    }

    /// The mover's targets after which the king may castle along this path, whose squares are otherwise empty.
    fn castling(&self, path: &CastlingPath, mover: &Mover) -> u64 {
        let at_the_end = mover.occupied & !path.rook | path.rook_to;
        let mut legal = self.safe(lowest(path.king_to), at_the_end, mover) & !path.free;
        for square in squares(path.passed & !(1 << self.king)) {
            legal &= self.safe(square, mover.occupied, mover);
        }
        legal
    }

    /// The mover's targets after which its side does not attack a square; `occupied` is the board before
    /// it arrives.
    #[inline(always)]
    fn safe(&self, square: usize, occupied: u64, mover: &Mover) -> u64 {
        if self.sets.leapers_on::<THEM>(square) & mover.us != 0 {
            return 0;
        }
        let sight = [
            attacks::rook(square, occupied),
            attacks::bishop(square, occupied),
        ];
        let [straight, diagonal] = self.sets.sliders();
        let attackers = (sight[0] & straight | sight[1] & diagonal) & mover.us;
        let own = match mover.role {
            PAWN => attacks::pawn(SIDES[THEM], square),
            KNIGHT => attacks::knight(square),
            BISHOP => sight[1],
            ROOK => sight[0],
            QUEEN => sight[0] | sight[1],
            _ => attacks::king(square),
        };
        let apart = mover.to & !own;
        if attackers == 0 {
            apart
        } else if attackers & (attackers - 1) == 0 {
            apart & between(occupied | 1 << square, sight, lowest(attackers))
        } else {
            0
        }
    }
}

/// Squares whose content affects pawn moves.
#[inline(always)]
fn touched_by<const THEM: usize>(reach: &PawnReach<THEM>) -> u64 {
    reach.ahead | ahead::<THEM>(reach.ahead) | reach.left | reach.right
}

/// Number of pawn moves except en passant.
#[inline(always)]
fn number_of_pawn_moves<const THEM: usize>(reach: &PawnReach<THEM>, occupied: u64, us: u64) -> u64 {
    let mut count = Count::default();
    count.pawns(&reach.targets(occupied, us));
    count.total()
}
