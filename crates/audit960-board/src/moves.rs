//! One half-move in two bytes, and its UCI_Chess960 text.
//!
//! Bits 0 to 5 are the origin square, 6 to 11 the target square, 12 to 14 the promotion piece (its index
//! in [`Role::ALL`], 0 for no promotion). Hashes of games and files of moves are made of these bits:
//! another layout is another format version.

use std::fmt;
use std::str::FromStr;

use audit960_types::{Role, Square};

/// Origin, target and promotion. Castling is the king taking its own rook.
///
/// # Examples
/// ```
/// use audit960_board::Move;
/// use audit960_board::types::Square;
///
/// let e2e4 = Move::new(Square::E2, Square::E4);
/// assert_eq!(e2e4.to_string(), "e2e4");
/// assert_eq!((e2e4.from(), e2e4.to(), e2e4.promotes_to()), (Square::E2, Square::E4, None));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u16);

impl Move {
    /// A move between two squares.
    #[inline(always)]
    #[must_use]
    pub const fn new(from: Square, to: Square) -> Self {
        Self::between(from.index(), to.index())
    }

    /// A promotion.
    #[inline(always)]
    #[must_use]
    pub const fn promotion(from: Square, to: Square, role: Role) -> Self {
        Self::promoting(from.index(), to.index(), role)
    }

    /// The origin square.
    #[inline(always)]
    #[must_use]
    pub const fn from(self) -> Square {
        Square::new(self.origin())
    }

    /// The target square; for castling, that of the rook.
    #[inline(always)]
    #[must_use]
    pub const fn to(self) -> Square {
        Square::new(self.target())
    }

    /// A move between two square indices.
    #[inline(always)]
    pub(crate) const fn between(from: usize, to: usize) -> Self {
        Self((from & 63 | (to & 63) << 6) as u16)
    }

    /// A promotion between two square indices.
    #[inline(always)]
    pub(crate) const fn promoting(from: usize, to: usize, role: Role) -> Self {
        Self((from & 63 | (to & 63) << 6 | (role as usize) << 12) as u16)
    }

    /// Index of the origin square.
    #[inline(always)]
    pub(crate) const fn origin(self) -> usize {
        (self.0 & 63) as usize
    }

    /// Index of the target square.
    #[inline(always)]
    pub(crate) const fn target(self) -> usize {
        (self.0 >> 6 & 63) as usize
    }

    /// The promotion piece.
    #[must_use]
    pub const fn promotes_to(self) -> Option<Role> {
        match self.0 >> 12 {
            i @ 1..=4 => Some(Role::ALL[i as usize]),
            _ => None,
        }
    }

    /// Two bytes, for hashing: origin in the lowest six bits, then target, then the promotion (1 knight,
    /// 2 bishop, 3 rook, 4 queen).
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Parses UCI_Chess960, whether the move is legal or not.
    ///
    /// # Errors
    /// [`NotUci`] for other bytes.
    #[inline]
    pub fn from_uci(text: &[u8]) -> Result<Self, NotUci> {
        let square = |file: u8, rank: u8| {
            Square::on(file.wrapping_sub(b'a'), rank.wrapping_sub(b'1')).ok_or(NotUci)
        };
        match *text {
            [a, b, c, d] => Ok(Self::new(square(a, b)?, square(c, d)?)),
            [a, b, c, d, letter @ (b'q' | b'r' | b'b' | b'n')] => {
                let role = Role::from_letter(letter).ok_or(NotUci)?;
                Ok(Self::promotion(square(a, b)?, square(c, d)?, role))
            }
            _ => Err(NotUci),
        }
    }

    /// The move of such bytes. Bytes that [`Move::bits`] does not give result in an arbitrary move.
    #[must_use]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits & 0x7fff)
    }
}

/// The error of a text that is not a move of UCI_Chess960.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a UCI_Chess960 move: two squares and a promotion piece, as in e2e4 and a7a8q")]
pub struct NotUci;

impl FromStr for Move {
    type Err = NotUci;

    /// Parses UCI_Chess960, whether the move is legal or not.
    ///
    /// ```
    /// use audit960_board::Move;
    /// use audit960_board::types::Square;
    ///
    /// // Castling on the h-side is the king taking its own rook.
    /// assert_eq!("e1h1".parse(), Ok(Move::new(Square::E1, Square::H1)));
    /// assert!("O-O".parse::<Move>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Self, NotUci> {
        Self::from_uci(text.as_bytes())
    }
}

impl fmt::Display for Move {
    /// Writes UCI_Chess960.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([a, b], [c, d]) = (NAMES[self.origin()], NAMES[self.target()]);
        let letter = self.promotes_to().map_or(0, |role| role.letter() | 0x20);
        let text = [a, b, c, d, letter];
        let len = text.len() - usize::from(letter == 0);
        f.write_str(std::str::from_utf8(&text[..len]).unwrap_or_default())
    }
}

/// Names of the squares.
static NAMES: [[u8; 2]; 64] = {
    let mut names = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        names[square] = Square::new(square).name();
        square += 1;
    }
    names
};

/// Number of moves written at a time.
const BATCH: usize = 32;

/// Appends moves as UCI_Chess960, separated by spaces.
///
/// # Examples
/// ```
/// use audit960_board::{Move, write_uci};
/// use audit960_board::types::{Role, Square};
///
/// let mut text = String::new();
/// // Kingside castling is the king on e1 taking its rook on h1.
/// let castles = Move::new(Square::E1, Square::H1);
/// write_uci([castles, Move::promotion(Square::A7, Square::A8, Role::Queen)], &mut text);
/// assert_eq!(text, "e1h1 a7a8q");
/// ```
pub fn write_uci(moves: impl IntoIterator<Item = Move>, out: &mut String) {
    let mut moves = moves.into_iter();
    let before = out.len();
    let mut text = [[b' '; 5]; BATCH];
    loop {
        let (mut len, mut promotes_to) = (0, None);
        // A promotion ends a batch: its letter makes it longer than other moves.
        for (slot, m) in text.iter_mut().zip(&mut moves) {
            let ([a, b], [c, d]) = (NAMES[m.origin()], NAMES[m.target()]);
            *slot = [a, b, c, d, b' '];
            len += 1;
            promotes_to = m.promotes_to();
            if promotes_to.is_some() {
                break;
            }
        }
        let batch = text.get(..len).unwrap_or_default().as_flattened();
        out.push_str(std::str::from_utf8(batch).unwrap_or_default());
        match promotes_to {
            Some(role) => {
                out.pop();
                out.push(char::from(role.letter() | 0x20));
                out.push(' ');
            }
            None if len < BATCH => break,
            None => {}
        }
    }
    if out.len() > before {
        out.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(moves: &[Move]) -> String {
        let mut out = String::new();
        write_uci(moves.iter().copied(), &mut out);
        out
    }

    #[test]
    fn bits_are_a_move_again() {
        for played in [
            Move::between(0, 63),
            Move::between(63, 0),
            Move::promoting(48, 57, Role::Queen),
        ] {
            assert_eq!(Move::from_bits(played.bits()), played);
        }
        let [from, to] = [Move::between(12, 28).from(), Move::between(12, 28).to()];
        assert_eq!(
            Move::from_bits(12 | 28 << 6),
            Move::between(from.index(), to.index())
        );
    }

    #[test]
    fn moves_are_separated_by_spaces() {
        let (e4, promotes) = (Move::between(12, 28), Move::promoting(48, 57, Role::Knight));
        assert_eq!(written(&[]), "");
        assert_eq!(written(&[e4]), "e2e4");
        assert_eq!(written(&[promotes]), "a7b8n");
        assert_eq!(
            (e4.to_string(), promotes.to_string()),
            ("e2e4".to_owned(), "a7b8n".to_owned())
        );
        assert_eq!(written(&[e4, promotes, e4]), "e2e4 a7b8n e2e4");
        for count in [31, 32, 33, 64, 65] {
            assert_eq!(written(&vec![e4; count]), vec!["e2e4"; count].join(" "));
            assert_eq!(
                written(&vec![promotes; count]),
                vec!["a7b8n"; count].join(" ")
            );
        }
        let mut out = "start ".to_owned();
        write_uci([e4, e4], &mut out);
        assert_eq!(out, "start e2e4 e2e4");
    }
}
