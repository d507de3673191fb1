//! The slow path from SAN to a legal move: every word of strict SAN, so it is the reference for
//! [`Position::play_plain`].

use audit960_types::{Role, SanWord, Square, Wing};

use super::Resolved;
use crate::attacks::{FILE_A, RANK_1};
use crate::moves::Move;
use crate::position::Position;

impl Position {
    /// Plays a move written in strict SAN, plain or not; `None` leaves the position unchanged.
    #[inline(never)]
    pub fn play_strict(&mut self, word: SanWord) -> Option<Resolved> {
        let bytes = word.bytes.to_le_bytes();
        let (text, marked_check, marked_mate) = match bytes.get(..word.len as usize)? {
            [unmarked @ .., b'#'] => (unmarked, true, true),
            [unmarked @ .., b'+'] => (unmarked, true, false),
            text => (text, false, false),
        };
        let castling = |wing| {
            let rook = self.rook_to_castle(wing)?;
            Some((Move::between(self.king_square(), rook), false))
        };
        let (played, over_disambiguated) = match text {
            b"O-O" => castling(Wing::HSide),
            b"O-O-O" => castling(Wing::ASide),
            text => self.strict_move(text),
        }?;
        let (castling, capture) = (self.is_castling(played), self.captures(played));
        self.play(played);
        Some(Resolved {
            played,
            marked_check,
            marked_mate,
            over_disambiguated,
            capture,
            castling,
        })
    }

    /// The legal move of a word without marks, castling excluded, and whether its disambiguation is superfluous.
    fn strict_move(&self, text: &[u8]) -> Option<(Move, bool)> {
        let (text, promotion) = match *text {
            [ref pawn @ .., b'=', letter @ (b'Q' | b'R' | b'B' | b'N')] => {
                (pawn, Role::from_letter(letter))
            }
            _ => (text, None),
        };
        let (before, &[file, rank]) = text.split_last_chunk()?;
        let to = Square::on(file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'))?.index();
        let takes = before.ends_with(b"x");
        let (role, from) = match *before {
            [] => (Role::Pawn, FILE_A << (to & 7)),
            [file @ b'a'..=b'h', b'x'] => (Role::Pawn, squares_named(&[file])?),
            [letter @ (b'N' | b'B' | b'R' | b'Q' | b'K'), ref middle @ ..] => {
                let named = middle.strip_suffix(b"x").unwrap_or(middle);
                (Role::from_letter(letter)?, squares_named(named)?)
            }
            _ => return None,
        };
        let (mut found, mut fitting, mut others) = (None, 0, 0);
        self.each_fitting(Some(role), from, to, promotion, &mut |m| {
            (found, fitting) = (Some(m), fitting + 1);
        });
        let m = found.filter(|m| fitting == 1 && self.captures(*m) == takes)?;
        // The file of a pawn is never superfluous: captures always have it.
        let named = from != !0 && role != Role::Pawn;
        if named {
            self.each_fitting(Some(role), !from, to, None, &mut |_| others += 1);
        }
        Some((m, named && others == 0))
    }
}

/// The squares of a file, of a rank or of both; all if none is named.
fn squares_named(origin: &[u8]) -> Option<u64> {
    let on_file = |letter: u8| FILE_A << (letter - b'a');
    let on_rank = |digit: u8| RANK_1 << (8 * (digit - b'1'));
    match *origin {
        [] => Some(!0),
        [file @ b'a'..=b'h'] => Some(on_file(file)),
        [rank @ b'1'..=b'8'] => Some(on_rank(rank)),
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some(on_file(file) & on_rank(rank)),
        _ => None,
    }
}
