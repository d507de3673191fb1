//! A pattern of a board: what may stand on each square.

use audit960_board::Position;
use audit960_types::{Bitboard, Role, Side, Square};

use super::material;
use super::parse::FindError;

/// What may stand on a square, one bit each: the pieces of White in [`Role`] order, those of Black, nothing.
type Contents = u16;

const EMPTY: Contents = 1 << 12;
const WHITE: Contents = 0x3f;
const BLACK: Contents = WHITE << 6;
const ANY: Contents = WHITE | BLACK | EMPTY;

/// What may stand on each square of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardPattern {
    /// For each content the squares on which it must not stand.
    forbidden: [u64; 13],
    /// The square on which the fewest contents may stand, and these: most boards fail here.
    anchor: (Square, Contents),
}

/// What a piece letter means: White's in capitals.
fn piece(letter: char) -> Option<Contents> {
    let role = Role::from_letter(u8::try_from(letter).ok()?)?;
    let black = letter.is_ascii_lowercase();
    Some(1 << (role as usize + if black { 6 } else { 0 }))
}

/// What one character means, outside and inside brackets.
fn content(letter: char) -> Option<Contents> {
    match letter {
        '?' => Some(ANY),
        '.' => Some(EMPTY),
        'A' => Some(WHITE),
        'a' => Some(BLACK),
        '*' => Some(WHITE | BLACK),
        letter => piece(letter),
    }
}

impl BoardPattern {
    /// Parses a pattern: eight ranks from the eighth to the first, as the placement of a FEN, with `/` between
    /// them. A digit stands for so many squares with whatever is on them.
    ///
    /// # Errors
    /// [`FindError`] at the first character that cannot be read, or where no position has such a board.
    pub fn parse(text: &str) -> Result<Self, FindError> {
        let mut squares = [ANY; 64];
        let (mut rank, mut file) = (7_usize, 0_usize);
        let mut letters = text.char_indices();
        while let Some((at, letter)) = letters.next() {
            if letter == '/' {
                rank = match (file, rank) {
                    (8, 1..) => rank - 1,
                    (8, _) => return Err(FindError::new(at, "a ninth rank")),
                    _ => {
                        return Err(FindError::new(
                            at,
                            format!("rank {} has {file} squares, not 8", rank + 1),
                        ));
                    }
                };
                file = 0;
                continue;
            }
            let (contents, count) = match letter {
                '1'..='8' => (ANY, letter as usize - '0' as usize),
                '[' => (bracket(at, &mut letters)?, 1),
                letter => {
                    let unknown = || {
                        FindError::new(
                            at,
                            format!("{letter} is not a piece, a digit, ? . * A a, / or ["),
                        )
                    };
                    (content(letter).ok_or_else(unknown)?, 1)
                }
            };
            if file + count > 8 {
                return Err(FindError::new(
                    at,
                    format!("rank {} has more than 8 squares", rank + 1),
                ));
            }
            for square in squares.iter_mut().skip(8 * rank + file).take(count) {
                *square = contents;
            }
            file += count;
            check(&squares, 8 * rank + file - 1).map_err(|message| FindError::new(at, message))?;
        }
        if (rank, file) != (0, 8) {
            let message = format!(
                "rank {} has {file} squares, and there are {} of 8 ranks",
                rank + 1,
                8 - rank
            );
            return Err(FindError::new(text.len(), message));
        }
        for (king, name) in [
            (Role::King as usize, "White"),
            (Role::King as usize + 6, "Black"),
        ] {
            if squares.iter().all(|square| square & (1 << king) == 0) {
                return Err(FindError::new(
                    0,
                    format!("{name}'s king can stand nowhere"),
                ));
            }
        }
        let mut forbidden = [0; 13];
        for (kind, set) in forbidden.iter_mut().enumerate() {
            for (square, contents) in squares.iter().enumerate() {
                *set |= u64::from(contents & (1 << kind) == 0) << square;
            }
        }
        let (square, contents) = squares
            .into_iter()
            .enumerate()
            .min_by_key(|(_, contents)| contents.count_ones())
            .unwrap_or((0, ANY));
        let anchor = (Square::new(square), contents);
        Ok(Self { forbidden, anchor })
    }

    /// Whether the board of a position fits.
    #[must_use]
    pub fn matches(&self, position: &Position) -> bool {
        let (square, contents) = self.anchor;
        let found = match position.piece_at(square) {
            Some((side, role)) => 1 << (role as usize + 6 * side as usize),
            None => EMPTY,
        };
        contents & found != 0 && self.fits(position)
    }

    fn fits(&self, position: &Position) -> bool {
        let mut clashes = 0;
        let [white, black] = [Side::White, Side::Black].map(|side| position.of_side(side).0);
        for role in Role::ALL {
            let both = position.of_role(role).0;
            let kind = role as usize;
            clashes |=
                both & white & self.forbidden[kind] | both & black & self.forbidden[kind + 6];
        }
        clashes | !(white | black) & self.forbidden[12] == 0
    }

    /// The squares that must hold a piece of one of these kinds.
    fn must_hold(&self, kinds: impl Fn(usize) -> bool) -> Bitboard {
        let others = (0..13).filter(|kind| !kinds(*kind));
        Bitboard(others.fold(!0, |must, kind| must & self.forbidden[kind]))
    }

    /// The squares that must hold a pawn of White's and of Black's.
    pub(super) fn pawns(&self) -> [Bitboard; 2] {
        [0, 6].map(|pawn| self.must_hold(|kind| kind == pawn))
    }

    /// The number of squares that must hold a piece of White's and of Black's.
    pub(super) fn pieces(&self) -> [u32; 2] {
        [0..6, 6..12].map(|own| self.must_hold(|kind| own.contains(&kind)).count())
    }
}

/// Parses what stands between brackets.
fn bracket(begin: usize, letters: &mut std::str::CharIndices<'_>) -> Result<Contents, FindError> {
    let (mut contents, mut inverted, mut first) = (0, false, true);
    for (at, letter) in letters {
        match letter {
            ']' => {
                let contents = if inverted { ANY & !contents } else { contents };
                return match contents {
                    0 => Err(FindError::new(begin, "nothing can stand on this square")),
                    contents => Ok(contents),
                };
            }
            '^' if first => inverted = true,
            letter => {
                contents |= content(letter).ok_or_else(|| {
                    FindError::new(at, format!("{letter} is not a piece or ? . * A a"))
                })?;
            }
        }
        first = false;
    }
    Err(FindError::new(begin, "the bracket is not closed"))
}

/// Checks that some position has the squares so far, of which the last has just been read.
fn check(squares: &[Contents; 64], last: usize) -> Result<(), String> {
    let only = |kinds: Contents| {
        squares
            .iter()
            .filter(move |square| **square & !kinds == 0)
            .count()
    };
    let pawns = (1 << Role::Pawn as usize) | (1 << (Role::Pawn as usize + 6));
    if matches!(last / 8, 0 | 7)
        && squares[8 * (last / 8)..=last]
            .iter()
            .any(|square| square & !pawns == 0)
    {
        return Err(format!("no pawn can stand on rank {}", last / 8 + 1));
    }
    for (kings, pawns, all, name) in [
        (1 << 5, 1, WHITE, "White"),
        (1 << 11, 1 << 6, BLACK, "Black"),
    ] {
        material::check(name, only(kings), only(pawns), only(all))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(pattern: &str, fen: &str) -> bool {
        let position = Position::from_fen(fen).unwrap().position;
        BoardPattern::parse(pattern).unwrap().matches(&position)
    }

    #[test]
    fn boards_fit_square_by_square() {
        let fen = "r3k3/8/8/3p4/8/8/8/4K2R w - - 0 1";
        for (pattern, expected) in [
            ("8/8/8/8/8/8/8/8", true),
            ("8/8/8/8/8/8/8/4K3", true),
            ("8/8/8/8/8/8/8/3K4", false),
            ("8/8/8/3p4/8/8/8/8", true),
            ("8/8/8/3P4/8/8/8/8", false),
            ("8/8/8/3a4/8/8/8/8", true),
            ("8/8/8/3A4/8/8/8/8", false),
            ("8/8/8/3*4/8/8/8/8", true),
            ("8/8/8/3.4/8/8/8/8", false),
            ("8/8/8/2.?.3/8/8/8/8", true),
            ("8/8/8/3[pn]4/8/8/8/8", true),
            ("8/8/8/3[Pn]4/8/8/8/8", false),
            ("8/8/8/3[^pn]4/8/8/8/8", false),
            ("8/8/8/3[p.]4/8/8/8/6[.P][R.]", true),
        ] {
            assert_eq!(fits(pattern, fen), expected, "{pattern}");
        }
    }

    #[test]
    fn errors_have_a_place() {
        for (pattern, at, message) in [
            (
                "8/8/8/8/8/8/8/4x3",
                15,
                "x is not a piece, a digit, ? . * A a, / or [",
            ),
            ("7/8/8/8/8/8/8/8", 1, "rank 8 has 7 squares, not 8"),
            ("8/8/8/8/8/8/8/8K", 15, "rank 1 has more than 8 squares"),
            ("8/8/8/8/8/8/8/8/8", 15, "a ninth rank"),
            (
                "8/8/8/8/8/8/8",
                13,
                "rank 2 has 8 squares, and there are 7 of 8 ranks",
            ),
            (
                "8/KKKKKKKK/KK6/8/8/8/8/8",
                3,
                "White cannot have a second king",
            ),
            ("8/8/8/8/8/8/8/P7", 14, "no pawn can stand on rank 1"),
            ("8/8/8/8/8/8/8/7[K", 15, "the bracket is not closed"),
            (
                "8/8/8/8/8/8/8/[^?]7",
                14,
                "nothing can stand on this square",
            ),
            ("8/8/8/8/8/8/8/[Kx]7", 16, "x is not a piece or ? . * A a"),
            (
                "aaaaaaaa/aaaaaaaa/aaaaaaaa/8/8/8/8/8",
                18,
                "Black cannot have more than 16 pieces",
            ),
            (
                "......../......../......../......../......../......../......../......k.",
                0,
                "White's king can stand nowhere",
            ),
        ] {
            assert_eq!(
                BoardPattern::parse(pattern).err(),
                Some(FindError::new(at, message)),
                "{pattern}"
            );
        }
    }

    #[test]
    fn what_must_be_there_is_known() {
        let pattern = BoardPattern::parse("8/8/8/8/8/8/P[PN]6/4K3").unwrap();
        assert_eq!(pattern.pawns(), [Bitboard(1 << 8), Bitboard(0)]);
        assert_eq!(pattern.pieces(), [3, 0]);
    }
}
