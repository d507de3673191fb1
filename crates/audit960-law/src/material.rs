//! The conditions on endings in the law on draws.
//!
//! The notation of a condition: `always`, or an ending such as `KRBvKR` (each side's pieces and pawns in
//! the order K Q R B N P), optionally followed by a blank and one [`SideCondition`]. An ending holds for
//! both colours: `KRBvKR` also means White's king and rook against Black's king, rook and bishop.
//! A side condition is stated as if the side named first were White.

use std::fmt;

use audit960_types::{Bitboard, BySide, Choice as _, Material, Pieces, Role, Side};

use crate::csv;

/// The position with colours exchanged: ranks mirrored, White's pieces for Black's and the reverse.
fn colours_exchanged(pieces: &Pieces) -> Pieces {
    BySide {
        white: pieces.black.map(Bitboard::flipped),
        black: pieces.white.map(Bitboard::flipped),
    }
}

audit960_types::choices! {
    /// A condition on the position, besides its material. Its documentation is what users read.
    pub enum SideCondition {
        /// The pawn of the side that the law names first stands one square from promotion.
        PawnOneSquareFromPromotion = "pawn-one-square-from-promotion",
        /// Seen from the side that the law names first, its pawn on a2 or h2 blocks the other side's on a3
        /// or h3, and the other side's bishop has the colour of the corner behind.
        // Dark for a1, light for h1; as in Timman-Velimirovic 1979.
        BlockedRookPawns = "blocked-rook-pawns",
        /// A knight of the side that the law names first blocks the other side's pawn, which, seen from
        /// the knights' side, is no further than a4 b6 c5 d4 e4 f5 g6 h4.
        BlockedBehindTroitskyLine = "blocked-behind-troitsky-line",
    }
}

impl SideCondition {
    /// Whether the material has the pieces and pawns that the condition names, White's first.
    fn fits(self, material: Material) -> bool {
        let first = |role| material.count(Side::White, role);
        let second = |role| material.count(Side::Black, role);
        match self {
            Self::PawnOneSquareFromPromotion => first(Role::Pawn) == 1,
            Self::BlockedRookPawns => {
                first(Role::Pawn) == 1 && second(Role::Pawn) == 1 && second(Role::Bishop) == 1
            }
            Self::BlockedBehindTroitskyLine => first(Role::Knight) > 0 && second(Role::Pawn) == 1,
        }
    }

    /// Whether it holds with White as the side named first.
    fn holds(self, pieces: &Pieces) -> bool {
        let (pawn, other_pawn) = (pieces.white[Role::Pawn].0, pieces.black[Role::Pawn].0);
        match self {
            Self::PawnOneSquareFromPromotion => pawn & SEVENTH_RANK != 0,
            Self::BlockedRookPawns => {
                let corner = pawn >> 8;
                pawn & ROOK_PAWNS_AT_HOME != 0
                    && other_pawn == pawn << 8
                    && (corner & DARK != 0) == (pieces.black[Role::Bishop].0 & DARK != 0)
            }
            Self::BlockedBehindTroitskyLine => {
                other_pawn & ON_OR_BEHIND_TROITSKY_LINE != 0
                    && (other_pawn >> 8) & pieces.white[Role::Knight].0 != 0
            }
        }
    }
}

/// The set of side conditions that a position fulfils, with White and with Black as the side named
/// first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideConditions(u8);

impl SideConditions {
    /// Every condition, for both sides: the assumption where only the material of a position is known.
    pub const ALL: Self = Self(0b0011_1111);

    /// The side conditions that a position fulfils.
    #[must_use]
    pub fn of(pieces: &Pieces) -> Self {
        let exchanged = colours_exchanged(pieces);
        let mut held = Self::default();
        for &condition in SideCondition::ALL {
            let [white, black] = Self::bits(condition);
            held.0 |= if condition.holds(pieces) { white } else { 0 };
            held.0 |= if condition.holds(&exchanged) {
                black
            } else {
                0
            };
        }
        held
    }

    /// The bits of a condition: with White, and with Black, as the side named first.
    const fn bits(condition: SideCondition) -> [u8; 2] {
        let white = 1 << (2 * condition as u8);
        [white, white << 1]
    }
}

const DARK: u64 = 0xaa55_aa55_aa55_aa55;
const SEVENTH_RANK: u64 = 0x00ff_0000_0000_0000;
const ROOK_PAWNS_AT_HOME: u64 = 0x0000_0000_0000_8100;
/// Squares of a Black pawn from its initial rank to the Troitsky line (1934).
const ON_OR_BEHIND_TROITSKY_LINE: u64 = {
    // Last rank from a to h: a4 b6 c5 d4 e4 f5 g6 h4.
    let line = [4, 6, 5, 4, 4, 5, 6, 4];
    let mut squares = 0;
    let mut file = 0;
    while file < line.len() {
        let mut rank = line[file];
        while rank <= 7 {
            squares |= 1 << ((rank - 1) * 8 + file);
            rank += 1;
        }
        file += 1;
    }
    squares
};

/// The condition under which a row of the law table applies: an ending, or always.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition(Option<Ending>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ending {
    /// That of the side named first as White's.
    material: Material,
    side_condition: Option<SideCondition>,
}

impl Condition {
    /// Parses the notation of a condition; `None` if it is malformed, or if its side condition names
    /// pieces or pawns that the ending does not have.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if text == "always" {
            return Some(Self(None));
        }
        let (material, name) = match text.split_once(' ') {
            Some((material, name)) => (material, Some(name)),
            None => (text, None),
        };
        let material: Material = material.parse().ok()?;
        let side_condition = match name {
            Some(name) => {
                let named: SideCondition = csv::named(name)?;
                Some(Some(named).filter(|condition| condition.fits(material))?)
            }
            None => None,
        };
        Some(Self(Some(Ending {
            material,
            side_condition,
        })))
    }

    /// Whether it holds for any material.
    #[must_use]
    pub const fn is_always(&self) -> bool {
        self.0.is_none()
    }

    /// Its side condition, if it has one.
    #[must_use]
    pub fn side_condition(&self) -> Option<SideCondition> {
        self.0.and_then(|ending| ending.side_condition)
    }

    /// Whether it holds for a material in a position that fulfils `conditions`.
    #[must_use]
    pub fn holds(&self, material: &Material, conditions: SideConditions) -> bool {
        let Some(ending) = self.0 else { return true };
        let [white_first, black_first] = match ending.side_condition {
            None => [true; 2],
            Some(condition) => SideConditions::bits(condition).map(|bit| conditions.0 & bit != 0),
        };
        white_first && *material == ending.material
            || black_first && material.swapped() == ending.material
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(ending) = self.0 else {
            return f.write_str("always");
        };
        write!(f, "{}", ending.material)?;
        match ending.side_condition {
            Some(condition) => write!(f, " {}", condition.name()),
            None => Ok(()),
        }
    }
}

/// Positions written as lists of squares, for the tests of this module and of `table`.
#[cfg(test)]
pub(super) mod by_hand {
    use audit960_types::{ByRole, Square};

    use super::{Bitboard, BySide, Pieces, Role};

    /// White's and Black's pieces on squares such as `"Ka1 Pe7"`.
    pub(crate) fn pieces_on(white: &str, black: &str) -> Pieces {
        BySide {
            white: side(white),
            black: side(black),
        }
    }

    fn side(squares: &str) -> ByRole<Bitboard> {
        let mut pieces = ByRole::default();
        for word in squares.split_whitespace() {
            let role = Role::from_letter(word.as_bytes()[0]).unwrap();
            pieces[role] |= Bitboard::from(word[1..].parse::<Square>().unwrap());
        }
        pieces
    }
}

#[cfg(test)]
mod tests;
