//! The early half-moves of a record as constraints on the start position.
//!
//! The occupied squares are always known; unknown are the pieces on the untouched squares of the back ranks,
//! which no piece has left and where none was captured. A knight that goes to f3 is a known knight or comes
//! from an untouched square from which a knight reaches f3: each possibility is a branch, and each narrows
//! the set of positions by one mask. Nothing is played from a single position.
//!
//! Checks, pins and ambiguity are ignored, which can only leave more positions, never lose one: the full
//! replay decides afterwards.

use std::sync::OnceLock;

use crate::Record;
use audit960_board::start::ARRANGEMENTS;
use audit960_board::{between_on_rank, final_files, piece_attacks};
use audit960_types::{Bitboard, Pattern, Role, Square, StartSet, Wing};

/// Most half-moves examined: later ones rarely move a piece for the first time.
const MAX_PLIES: usize = 60;

/// Most branches that are followed.
const MAX_BRANCHES: u32 = 20_000;

/// A branch with at most this many positions is left to the full replay, which is as fast.
const FEW: usize = 2;

/// Back ranks of White and Black.
const HOME: [u64; 2] = [0xff, 0xff << 56];

/// Positions by file and role: those with that piece on that file of the back rank.
fn masks() -> &'static [[StartSet; 6]; 8] {
    static MASKS: OnceLock<[[StartSet; 6]; 8]> = OnceLock::new();
    MASKS.get_or_init(|| {
        let mut masks = [[StartSet::EMPTY; 6]; 8];
        for (number, rank) in (0..).zip(ARRANGEMENTS.iter()) {
            for (file, letter) in rank.iter().enumerate() {
                if let Some(role) = Role::from_letter(*letter) {
                    masks[file][role as usize].insert(number);
                }
            }
        }
        masks
    })
}

/// A superset of the positions, with Black opposite White, from which a record is legal.
pub(super) fn fitting(record: &Record<'_>) -> StartSet {
    let mut found = StartSet::EMPTY;
    explore(record, true, &mut |sets| {
        found = found.or(&sets[0]);
        true
    });
    found
}

/// A superset of the pairs of different arrangements from which a record is legal; `None` if there
/// are more than `most`.
pub(super) fn fitting_pairs(record: &Record<'_>, most: usize) -> Option<Vec<(u16, u16)>> {
    let mut pairs = Vec::new();
    let mut too_many = false;
    explore(record, false, &mut |[white, black]| {
        too_many |= pairs.len() + white.len() * black.len() > most;
        if !too_many {
            let all = white.iter().flat_map(|w| black.iter().map(move |b| (w, b)));
            pairs.extend(all.filter(|(w, b)| w != b));
        }
        !too_many
    });
    (!too_many).then_some(pairs)
}

/// Passes the arrangements that remain at the end of each branch to `take`; both sides have the `same`, or each its own.
fn explore(record: &Record<'_>, same: bool, take: &mut dyn FnMut([StartSet; 2]) -> bool) {
    let mut explorer = Explorer {
        record,
        same,
        branches: 0,
        take,
    };
    explorer.explore(0, &Partial::new());
}

/// A position in which the pieces that have not moved are unknown.
#[derive(Clone, Copy)]
struct Partial {
    /// Occupied squares, White's and Black's.
    sides: [u64; 2],
    /// Squares by role of the pieces that are known, of both sides.
    known: [u64; 6],
    /// Squares of the back ranks that no piece has left and where none was captured.
    untouched: [u64; 2],
    /// Arrangements that remain for White and for Black; only the first counts if both have the same.
    sets: [StartSet; 2],
    /// The square behind a pawn that has just made a double step.
    en_passant: u64,
    /// Side to move, 0 for White.
    turn: usize,
}

impl Partial {
    fn new() -> Self {
        let mut known = [0; 6];
        known[Role::Pawn as usize] = 0x00ff_0000_0000_ff00;
        Self {
            sides: [0xffff, 0xffff << 48],
            known,
            untouched: HOME,
            sets: [StartSet::ALL; 2],
            en_passant: 0,
            turn: 0,
        }
    }

    fn occupied(&self) -> u64 {
        self.sides[0] | self.sides[1]
    }

    /// Removes a piece from the board.
    fn clear(&mut self, square: u64) {
        for side in 0..2 {
            self.sides[side] &= !square;
            self.untouched[side] &= !square;
        }
        for role in &mut self.known {
            *role &= !square;
        }
    }

    /// Puts a known piece of the side to move on a square.
    fn put(&mut self, role: Role, square: u64) {
        self.sides[self.turn] |= square;
        self.known[role as usize] |= square;
    }
}

fn squares(set: u64) -> impl Iterator<Item = usize> {
    Bitboard(set).into_iter().map(Square::index)
}

/// Squares strictly between two squares of one rank.
fn between(a: usize, b: usize) -> u64 {
    between_on_rank(Square::new(a), Square::new(b)).0
}

struct Explorer<'e, 'a> {
    record: &'e Record<'a>,
    /// Whether Black's arrangement is White's.
    same: bool,
    branches: u32,
    /// Gets the sets that remain at the end of a branch; `false` to stop.
    take: &'e mut dyn FnMut([StartSet; 2]) -> bool,
}

impl Explorer<'_, '_> {
    /// Follows the record from a half-move on; `false` to stop all.
    fn explore(&mut self, ply: usize, state: &Partial) -> bool {
        self.branches += 1;
        let last = MAX_PLIES.min(self.record.words().len());
        let few = self.same && state.sets[0].len() <= FEW;
        let pattern = (ply < last && !few && self.branches < MAX_BRANCHES)
            .then(|| self.record.pattern(ply))
            .flatten();
        match pattern {
            Some(Pattern::Castling(wing)) => self.castle(ply, state, wing),
            Some(Pattern::Piece {
                role: Some(Role::Pawn),
                from,
                to,
                promotion,
            }) => self.pawn(ply, state, from.0, to.index(), promotion),
            Some(Pattern::Piece {
                role: Some(role),
                from,
                to,
                promotion: None,
            }) => self.piece(ply, state, role, from.0, to.index()),
            // Squares without a piece, several meanings, or the end: the full replay takes over.
            Some(Pattern::Piece { .. }) | None => (self.take)(state.sets),
        }
    }

    /// Narrows the arrangements of a side; `false` if none remains.
    fn narrow(
        &self,
        state: &mut Partial,
        side: usize,
        mask: impl Fn(&StartSet) -> StartSet,
    ) -> bool {
        let index = if self.same { 0 } else { side };
        state.sets[index] = mask(&state.sets[index]);
        !state.sets[index].is_empty()
    }

    /// Moves a piece of the side to move and goes on.
    fn go(&mut self, ply: usize, state: &Partial, role: Role, from: usize, to: usize) -> bool {
        let mut next = *state;
        let (from_bit, to_bit) = (1_u64 << from, 1_u64 << to);
        if state.untouched[state.turn] & from_bit != 0
            && !self.narrow(&mut next, state.turn, |set| {
                set.and(&masks()[from & 7][role as usize])
            })
        {
            return true;
        }
        let enemy = state.turn ^ 1;
        // A captured piece is not the king.
        if state.untouched[enemy] & to_bit != 0
            && !self.narrow(&mut next, enemy, |set| {
                set.without(&masks()[to & 7][Role::King as usize])
            })
        {
            return true;
        }
        next.clear(from_bit);
        next.clear(to_bit);
        next.put(role, to_bit);
        self.pass(ply, next, 0)
    }

    fn pass(&mut self, ply: usize, mut next: Partial, en_passant: u64) -> bool {
        next.en_passant = en_passant;
        next.turn ^= 1;
        self.explore(ply + 1, &next)
    }

    fn piece(&mut self, ply: usize, state: &Partial, role: Role, from: u64, to: usize) -> bool {
        let own = state.sides[state.turn];
        if own >> to & 1 == 0 {
            let occupied = Bitboard(state.occupied());
            let reach = piece_attacks(role, Square::new(to), occupied).0 & from & own;
            let may = state.known[role as usize] | state.untouched[state.turn];
            for origin in squares(reach & may) {
                if !self.go(ply, state, role, origin, to) {
                    return false;
                }
            }
        }
        // A king move may stand for castling: to its final square, or onto the rook.
        if role == Role::King && HOME[state.turn] >> to & 1 != 0 {
            return [Wing::ASide, Wing::HSide]
                .into_iter()
                .all(|wing| self.castle(ply, state, wing));
        }
        true
    }

    fn pawn(
        &mut self,
        ply: usize,
        state: &Partial,
        from: u64,
        to: usize,
        into: Option<Role>,
    ) -> bool {
        let to_bit = 1_u64 << to;
        let pawns = state.known[Role::Pawn as usize] & state.sides[state.turn] & from;
        let (behind, home) = match state.turn {
            0 => (to_bit >> 8, 0xff00_u64),
            _ => (to_bit << 8, 0xff00_u64 << 40),
        };
        let two = match state.turn {
            0 => behind >> 8,
            _ => behind << 8,
        } & home;
        let beside =
            (behind << 1 & !0x0101_0101_0101_0101) | (behind >> 1 & !0x8080_8080_8080_8080);
        let occupied = state.occupied();
        let role = match into {
            Some(role) => role,
            // The lenient parser assumes a queen.
            None if !(8..56).contains(&to) => Role::Queen,
            None => Role::Pawn,
        };
        let mut next = *state;
        if occupied & to_bit == 0 {
            let origin = if pawns & behind != 0 {
                behind
            } else if occupied & behind == 0 {
                pawns & two
            } else {
                0
            };
            if origin != 0 {
                next.clear(origin);
                next.put(role, to_bit);
                let passed = if origin == behind { 0 } else { behind };
                return self.pass(ply, next, passed);
            }
        }
        let enemy = state.sides[state.turn ^ 1];
        let passant = to_bit & state.en_passant != 0;
        if enemy & to_bit == 0 && !passant {
            return true;
        }
        for origin in squares(pawns & beside) {
            let mut state = *state;
            if passant {
                state.clear(behind);
            }
            if !self.go(ply, &state, role, origin, to) {
                return false;
            }
        }
        true
    }

    /// Tries every pair of untouched squares that can hold king and rook, with free paths.
    fn castle(&mut self, ply: usize, state: &Partial, wing: Wing) -> bool {
        let rank = 56 * state.turn;
        let (king_file, rook_file) = final_files(wing);
        let (king_to, rook_to) = (rank + king_file, rank + rook_file);
        let untouched = state.untouched[state.turn];
        for king in squares(untouched) {
            for rook in squares(untouched) {
                let right_way = match wing {
                    Wing::ASide => rook < king,
                    Wing::HSide => rook > king,
                };
                let both = 1_u64 << king | 1_u64 << rook;
                let paths =
                    between(king, king_to) | between(rook, rook_to) | 1 << king_to | 1 << rook_to;
                if !right_way || state.occupied() & !both & paths != 0 {
                    continue;
                }
                let mut next = *state;
                let (kings, rooks) = (&masks()[king & 7], &masks()[rook & 7]);
                if !self.narrow(&mut next, state.turn, |set| {
                    set.and(&kings[Role::King as usize])
                        .and(&rooks[Role::Rook as usize])
                }) {
                    continue;
                }
                next.clear(both);
                next.put(Role::King, 1 << king_to);
                next.put(Role::Rook, 1 << rook_to);
                if !self.pass(ply, next, 0) {
                    return false;
                }
            }
        }
        true
    }
}
