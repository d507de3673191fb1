//! The slow path from SAN to a legal move, with every case handled: checks, pins, disambiguation, king
//! moves, en passant, promotions, castling. It accepts every word of strict SAN, and so is the reference
//! for [`Position::play_plain`].

use audit960_types::{Role, SanWord, Wing};

use super::Resolved;
use crate::attacks::{self, FILE_A, lowest, squares};
use crate::moves::Move;
use crate::position::{BISHOP, KING, KNIGHT, PAWN, Position, QUEEN, ROOK, forward};

/// Origin masks by disambiguation character: a file, a rank, all squares for `x` or no character, else
/// none.
static ORIGIN: [u64; 256] = {
    let mut table = [0; 256];
    table[0] = !0;
    table[b'x' as usize] = !0;
    let mut i = 0;
    while i < 8 {
        table[b'a' as usize + i] = FILE_A << i;
        table[b'1' as usize + i] = 0xff << (8 * i);
        i += 1;
    }
    table
};

impl Position {
    /// Plays a move written in strict SAN, plain or not; `None` leaves the position unchanged.
    #[inline(never)]
    pub fn play_strict(&mut self, word: SanWord) -> Option<Resolved> {
        let last = word.byte(word.len.wrapping_sub(1));
        let marked_mate = last == b'#';
        let marked_check = marked_mate || last == b'+';
        let word = SanWord {
            bytes: word.bytes,
            len: word.len.wrapping_sub(u32::from(marked_check)),
        };
        let mut over_disambiguated = false;
        let over = &mut over_disambiguated;
        let first = word.byte(0);
        let played = match first {
            b'a'..=b'h' => self.play_pawn(word),
            b'N' => self.play_piece(KNIGHT, word, over),
            b'B' => self.play_piece(BISHOP, word, over),
            b'R' => self.play_piece(ROOK, word, over),
            b'Q' => self.play_piece(QUEEN, word, over),
            b'K' => self.play_piece(KING, word, over),
            b'O' => self.play_castling_word(word),
            _ => None,
        }?;
        // Strict SAN has `x` exactly where something is captured.
        let capture = self.clock == 0 && word.contains(b'x');
        let castling = first == b'O';
        Some(Resolved {
            played,
            marked_check,
            marked_mate,
            over_disambiguated,
            capture,
            castling,
        })
    }

    /// Target square from the last two bytes of a word of known length.
    fn target(word: SanWord) -> Option<usize> {
        let file = word.byte(word.len - 2).wrapping_sub(b'a');
        let rank = word.byte(word.len - 1).wrapping_sub(b'1');
        ((file | rank) < 8).then_some(usize::from(rank) * 8 + usize::from(file))
    }

    fn play_piece(&mut self, role: usize, word: SanWord, over: &mut bool) -> Option<Move> {
        if !(3..=6).contains(&word.len) {
            return None;
        }
        let to = Self::target(word)?;
        let to_bit = 1_u64 << (to & 63);
        // Between letter and target: nothing, a file, a rank, a square, each perhaps with an x.
        let middle = (word.bytes >> 8) & ((1_u64 << (8 * (word.len - 3))) - 1);
        let takes = (middle >> (8 * (word.len.wrapping_sub(4) & 3))) as u8 == b'x';
        let origin = if middle == 0 {
            !0
        } else {
            Self::origin(middle, word.len - 3)?
        };
        let own = self.own();
        let capture = self.enemy() & to_bit != 0;
        // `x` must be there exactly for captures, and the target must not be occupied by the same side.
        if own & to_bit != 0 || (middle != 0 && takes != capture) || (middle == 0 && capture) {
            return None;
        }
        let reach = self.reach(role, to) & self.roles[role] & own;
        let candidates = reach & origin;
        if candidates == 0 {
            return None;
        }
        if origin != !0 {
            let others = reach & !candidates;
            *over = self.only_pinned(others, to_bit);
        }
        let from_bit = if role == KING {
            if !self.safe_for_king(candidates, to) {
                return None;
            }
            candidates
        } else if candidates & (candidates - 1) == 0 {
            if !self.king_safe_after(candidates, to_bit, self.enemy() & to_bit) {
                return None;
            }
            candidates
        } else {
            self.only_legal(candidates, to_bit)?
        };
        let from = lowest(from_bit);
        self.apply(role, from, to);
        Some(Move::between(from, to))
    }

    /// Squares that the disambiguation between letter and target square allows.
    fn origin(middle: u64, len: u32) -> Option<u64> {
        let [first, second, third] = [middle as u8, (middle >> 8) as u8, (middle >> 16) as u8];
        let mask =
            ORIGIN[usize::from(first)] & ORIGIN[usize::from(second)] & ORIGIN[usize::from(third)];
        // At most one of each kind, in the order file, rank, x.
        let ordered = match len {
            1 => true,
            2 => first != b'x' && (second == b'x' || (first > b'9' && second < b'9')),
            _ => first > b'9' && first != b'x' && second < b'9' && third == b'x',
        };
        (ordered && mask != 0).then_some(mask)
    }

    /// Whether none of these pieces may go to a square, because each move would leave the king in check.
    fn only_pinned(&self, others: u64, to: u64) -> bool {
        squares(others).all(|from| !self.king_safe_after(1 << from, to, self.enemy() & to))
    }

    /// The one of several pieces whose move to a square leaves the king safe.
    fn only_legal(&self, candidates: u64, to: u64) -> Option<u64> {
        let mut legal = squares(candidates)
            .map(|square| 1_u64 << square)
            .filter(|&from| self.king_safe_after(from, to, self.enemy() & to));
        let only = legal.next()?;
        legal.next().is_none().then_some(only)
    }

    /// Squares from which a piece of a kind reaches a square.
    fn reach(&self, role: usize, to: usize) -> u64 {
        match role {
            KNIGHT => attacks::knight(to),
            BISHOP => attacks::bishop(to, self.occupied()),
            ROOK => attacks::rook(to, self.occupied()),
            QUEEN => attacks::bishop(to, self.occupied()) | attacks::rook(to, self.occupied()),
            _ => attacks::king(to),
        }
    }

    fn play_pawn(&mut self, word: SanWord) -> Option<Move> {
        let mut word = word;
        let mut becomes = PAWN;
        if word.len >= 4 && word.byte(word.len - 2) == b'=' {
            becomes = match word.byte(word.len - 1) {
                b'Q' => QUEEN,
                b'R' => ROOK,
                b'B' => BISHOP,
                b'N' => KNIGHT,
                _ => return None,
            };
            word.len -= 2;
        }
        match word.len {
            2 => self.play_push(Self::target(word)?, becomes),
            4 if word.byte(1) == b'x' => {
                let file = usize::from(word.byte(0) - b'a');
                self.play_pawn_capture(FILE_A << (file & 7), Self::target(word)?, becomes)
            }
            _ => None,
        }
    }

    fn play_push(&mut self, to: usize, becomes: usize) -> Option<Move> {
        let from = self.push_origin(to)?;
        let (from_bit, to_bit) = (1_u64 << (from & 63), 1_u64 << (to & 63));
        let last_rank = !(8..56).contains(&to);
        if last_rank != (becomes != PAWN) || !self.king_safe_after(from_bit, to_bit, 0) {
            return None;
        }
        Some(self.play_pawn_move(from, to, becomes))
    }

    /// Plays a legal pawn move other than en passant.
    fn play_pawn_move(&mut self, from: usize, to: usize, becomes: usize) -> Move {
        if becomes != PAWN {
            self.apply_promotion(from, to, becomes);
            return pawn_move(from, to, becomes);
        }
        self.apply(PAWN, from, to);
        Move::between(from, to)
    }

    /// Where a pawn that is pushed to a square comes from.
    fn push_origin(&self, to: usize) -> Option<usize> {
        let us = self.turn;
        let occupied = self.occupied();
        let to_bit = 1_u64 << (to & 63);
        let pawns = self.roles[PAWN] & self.own();
        let one = forward(us.other(), to_bit);
        let home = [0xff00, 0xff << 48][us as usize];
        let two = forward(us.other(), one) & home;
        if occupied & to_bit != 0 {
            return None;
        }
        if pawns & one != 0 {
            return Some(lowest(one));
        }
        (pawns & two != 0 && occupied & one == 0).then(|| lowest(two))
    }

    fn play_pawn_capture(&mut self, file: u64, to: usize, becomes: usize) -> Option<Move> {
        let to_bit = 1_u64 << (to & 63);
        let pawns = self.roles[PAWN] & self.own();
        let from_bit = attacks::pawn(self.turn.other(), to) & pawns & file;
        let last_rank = !(8..56).contains(&to);
        if from_bit == 0 || last_rank != (becomes != PAWN) {
            return None;
        }
        let from = lowest(from_bit);
        if self.enemy() & to_bit != 0 {
            let legal = self.king_safe_after(from_bit, to_bit, to_bit);
            return legal.then(|| self.play_pawn_move(from, to, becomes));
        }
        let passed = 1_u64 << (to ^ 8 & 63);
        if self.en_passant & to_bit == 0 || !self.king_safe_after(from_bit, to_bit, passed) {
            return None;
        }
        self.apply_en_passant(from, to);
        Some(Move::between(from, to))
    }

    fn play_castling_word(&mut self, word: SanWord) -> Option<Move> {
        const SHORT: u64 = u64::from_le_bytes(*b"O-O\0\0\0\0\0");
        const LONG: u64 = u64::from_le_bytes(*b"O-O-O\0\0\0");
        let wing = match word.len {
            3 if word.bytes & 0x00ff_ffff == SHORT => Wing::HSide,
            5 if word.bytes & 0x00ff_ffff_ffff == LONG => Wing::ASide,
            _ => return None,
        };
        let rook = self.rook_to_castle(wing)?;
        let king = self.king_square();
        self.apply_castling(king, rook);
        Some(Move::between(king, rook))
    }
}

fn pawn_move(from: usize, to: usize, becomes: usize) -> Move {
    match becomes {
        KNIGHT => Move::promoting(from, to, Role::Knight),
        BISHOP => Move::promoting(from, to, Role::Bishop),
        ROOK => Move::promoting(from, to, Role::Rook),
        QUEEN => Move::promoting(from, to, Role::Queen),
        _ => Move::between(from, to),
    }
}
