//! Material: which pieces and pawns each side has.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use crate::{Pieces, Role, Side};

/// The most pieces and pawns of a side.
const MAX_OF_SIDE: usize = 16;

/// The number of pieces and pawns of each kind that each side has. Written as `KRBvKR`: White first,
/// letters in the order K Q R B N P.
///
/// # Examples
/// ```
/// use audit960_types::Material;
///
/// let material: Material = "KRBvKR".parse().unwrap();
/// assert_eq!(material.swapped().to_string(), "KRvKRB");
/// assert!("KBRvKR".parse::<Material>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Material {
    /// White's and Black's, in [`Role`] order.
    counts: [[u8; 6]; 2],
}

impl Material {
    /// The two kings alone: no ending has a limit of its own for them.
    pub const KINGS: Self = {
        let mut counts = [[0; 6]; 2];
        counts[0][Role::King as usize] = 1;
        counts[1][Role::King as usize] = 1;
        Self { counts }
    };

    /// So many pieces and pawns of White and of Black, in [`Role`] order.
    #[must_use]
    pub const fn new(counts: [[u8; 6]; 2]) -> Self {
        Self { counts }
    }

    /// The material of a position.
    #[must_use]
    pub fn of(pieces: &Pieces) -> Self {
        let sides = [&pieces.white, &pieces.black];
        Self {
            // A bitboard holds at most 64 squares.
            counts: sides.map(|side| side.0.map(|squares| squares.count() as u8)),
        }
    }

    /// The same with the colours exchanged.
    #[must_use]
    pub const fn swapped(self) -> Self {
        let [white, black] = self.counts;
        Self {
            counts: [black, white],
        }
    }

    /// Pieces of a kind that a side has.
    #[must_use]
    pub const fn count(self, side: Side, role: Role) -> u8 {
        self.counts[side as usize][role as usize]
    }

    /// Pieces and pawns of White and of Black, kings included.
    #[must_use]
    pub fn totals(self) -> [u32; 2] {
        self.counts
            .map(|own| own.iter().map(|count| u32::from(*count)).sum())
    }

    /// Pawns of White and of Black.
    #[must_use]
    pub fn pawns(self) -> [u32; 2] {
        self.counts.map(|own| u32::from(own[Role::Pawn as usize]))
    }

    /// Number of pieces and pawns of both sides, kings included.
    #[must_use]
    pub fn piece_count(self) -> u32 {
        self.totals().iter().sum()
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let write_side = |f: &mut fmt::Formatter<'_>, own: &[u8; 6]| {
            Role::MATERIAL_ORDER.into_iter().try_for_each(|role| {
                (0..own[role as usize]).try_for_each(|_| f.write_char(role.letter().into()))
            })
        };
        let [white, black] = &self.counts;
        write_side(f, white)?;
        f.write_char('v')?;
        write_side(f, black)
    }
}

/// The error for a text that is not material in the form `KRBvKR`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not material: write it as KRBvKR, White first, letters in the order K Q R B N P")]
pub struct MaterialError(String);

impl FromStr for Material {
    type Err = MaterialError;

    /// Parses letters in the order K Q R B N P, exactly one king of each side among them.
    fn from_str(text: &str) -> Result<Self, MaterialError> {
        let sides = text.split_once('v');
        let read = sides.and_then(|(white, black)| {
            Some(Self {
                counts: [counts(white)?, counts(black)?],
            })
        });
        read.filter(|material| material.to_string() == text)
            .ok_or_else(|| MaterialError(text.to_owned()))
    }
}

/// The pieces of a side; `None` if one of the letters names none, or there is not exactly one king.
fn counts(letters: &str) -> Option<[u8; 6]> {
    if letters.len() > MAX_OF_SIDE {
        return None;
    }
    let mut counts = [0; 6];
    for letter in letters.bytes() {
        let role = Role::from_letter(letter).filter(|_| letter.is_ascii_uppercase())?;
        counts[role as usize] += 1;
    }
    (counts[Role::King as usize] == 1).then_some(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn material_is_written_white_first_and_king_to_pawn() {
        let mut counts = [[0; 6]; 2];
        for (side, letters) in ["PKNBRNPQ", "PQK"].iter().enumerate() {
            for letter in letters.bytes() {
                counts[side][Role::from_letter(letter).unwrap() as usize] += 1;
            }
        }
        let material = Material::new(counts);
        assert_eq!(material.to_string(), "KQRBNNPPvKQP");
        assert_eq!(material.totals(), [8, 3]);
        assert_eq!(material.pawns(), [2, 1]);
        assert_eq!(material.piece_count(), 11);
        assert_eq!(material.count(Side::White, Role::Knight), 2);
        assert_eq!(material.count(Side::Black, Role::Rook), 0);
        assert_eq!(Material::KINGS.to_string(), "KvK");
    }

    #[test]
    fn only_the_written_form_is_parsed() {
        for text in ["KvK", "KQRBNNPPvKQP", "KRvKRB"] {
            assert_eq!(text.parse::<Material>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "K",
            "vK",
            "Kv",
            "KKvK",
            "KBRvKR",
            "krvK",
            "KXvK",
            "KvKvK",
            "KPPPPPPPPPPPPPPPPvK",
        ] {
            assert!(text.parse::<Material>().is_err(), "{text}");
        }
    }
}
