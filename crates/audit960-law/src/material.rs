//! Material, and the conditions on endings in the law on draws.
//!
//! The notation of a condition: `always`, or an ending such as `KRBvKR` (each side's pieces and pawns in
//! the order K Q R B N P), optionally followed by a blank and one [`SideCondition`]. An ending holds for
//! both colours: `KRBvKR` also means White's king and rook against Black's king, rook and bishop.
//! A side condition is stated as if the side named first were White.

use std::fmt;
use std::str::FromStr;

use audit960_types::{Bitboard, ByRole, BySide, Pieces, Role};

/// The position with colours exchanged: ranks mirrored, White's pieces for Black's and the reverse.
fn colours_exchanged(pieces: &Pieces) -> Pieces {
    BySide {
        white: pieces.black.map(Bitboard::flipped),
        black: pieces.white.map(Bitboard::flipped),
    }
}

/// The number of pieces and pawns of each kind that each side has. Written as `KRBvKR`: White first,
/// letters in the order K Q R B N P.
///
/// # Examples
/// ```
/// use audit960_board::Position;
/// use audit960_law::Material;
///
/// let material = Material::of(&Position::standard().pieces());
/// assert_eq!(material.to_string(), "KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPPP");
/// assert_eq!("KRBvKR".parse::<Material>().unwrap().to_string(), "KRBvKR");
/// assert!("KBRvKR".parse::<Material>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Material {
    white: SideMaterial,
    black: SideMaterial,
}

impl Material {
    /// The two kings alone: no ending has a limit of its own for them.
    pub const KINGS: Self = Self {
        white: SideMaterial::KING,
        black: SideMaterial::KING,
    };

    /// The material of a position.
    #[must_use]
    pub fn of(pieces: &Pieces) -> Self {
        Self {
            white: SideMaterial::of(&pieces.white),
            black: SideMaterial::of(&pieces.black),
        }
    }

    /// Number of pieces and pawns of both sides, kings included.
    #[must_use]
    pub fn men(&self) -> u32 {
        let sides = [self.white, self.black];
        sides.iter().flat_map(|side| side.0).map(u32::from).sum()
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.white, self.black)
    }
}

/// The error for a text that is not material in the form `KRBvKR`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not material: write it as KRBvKR, White first, letters in the order K Q R B N P")]
pub struct MaterialError(String);

impl FromStr for Material {
    type Err = MaterialError;

    fn from_str(text: &str) -> Result<Self, MaterialError> {
        let sides = text.split_once('v');
        let read = sides.and_then(|(white, black)| {
            Some(Self {
                white: SideMaterial::parse(white)?,
                black: SideMaterial::parse(black)?,
            })
        });
        read.ok_or_else(|| MaterialError(text.to_owned()))
    }
}

/// How many pieces and pawns of each kind a side has, indexed by [`Role`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SideMaterial([u8; 6]);

impl SideMaterial {
    /// A king alone.
    const KING: Self = {
        let mut counts = [0; 6];
        counts[Role::King as usize] = 1;
        Self(counts)
    };

    fn of(side: &ByRole<Bitboard>) -> Self {
        // A bitboard holds at most 64 squares.
        Self(side.into_array().map(|squares| squares.count() as u8))
    }

    /// Parses letters in the order K Q R B N P, exactly one king among them.
    fn parse(letters: &str) -> Option<Self> {
        if letters.len() > 16 {
            return None;
        }
        let mut army = Self([0; 6]);
        for letter in letters.bytes().filter(u8::is_ascii_uppercase) {
            army.0[Role::from_letter(letter)? as usize] += 1;
        }
        (army.count(Role::King) == 1 && army.to_string() == letters).then_some(army)
    }

    const fn count(self, role: Role) -> u8 {
        self.0[role as usize]
    }
}

impl fmt::Display for SideMaterial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for role in Role::MATERIAL_ORDER {
            for _ in 0..self.count(role) {
                write!(f, "{}", char::from(role.letter()))?;
            }
        }
        Ok(())
    }
}

/// A condition on the position, besides its material.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideCondition {
    /// `pawn-one-square-from-promotion`: the first side's pawn stands on its seventh rank.
    PawnOneSquareFromPromotion,
    /// `blocked-rook-pawns`: the first side's pawn stands on a2 or h2, the other side's in front of it
    /// on a3 or h3, and the other side's bishop has the colour of the corner behind (dark for a1, light
    /// for h1; as in Timman-Velimirovic 1979).
    BlockedRookPawns,
    /// `blocked-behind-troitsky-line`: a knight of the first side stands directly in front of the other
    /// side's pawn, and that pawn is no further than a4 b6 c5 d4 e4 f5 g6 h4.
    BlockedBehindTroitskyLine,
}

impl SideCondition {
    /// Every side condition.
    pub const ALL: [Self; 3] = [
        Self::PawnOneSquareFromPromotion,
        Self::BlockedRookPawns,
        Self::BlockedBehindTroitskyLine,
    ];

    /// The name in a table.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::PawnOneSquareFromPromotion => "pawn-one-square-from-promotion",
            Self::BlockedRookPawns => "blocked-rook-pawns",
            Self::BlockedBehindTroitskyLine => "blocked-behind-troitsky-line",
        }
    }

    /// The condition of that name.
    fn find(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|condition| condition.as_str() == name)
    }

    /// What the condition requires, in a sentence.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::PawnOneSquareFromPromotion => {
                "The pawn of the side named first stands one square from promotion."
            }
            Self::BlockedRookPawns => {
                "Seen from the side named first, its pawn on a2 or h2 blocks the other side's on a3 \
                 or h3, and the other side's bishop has the colour of the corner behind."
            }
            Self::BlockedBehindTroitskyLine => {
                "A knight of the side named first blocks the other side's pawn, which, seen from \
                 the knights' side, is no further than a4 b6 c5 d4 e4 f5 g6 h4."
            }
        }
    }

    /// Whether the material has the pieces and pawns that the condition names.
    const fn fits(self, first: SideMaterial, second: SideMaterial) -> bool {
        match self {
            Self::PawnOneSquareFromPromotion => first.count(Role::Pawn) == 1,
            Self::BlockedRookPawns => {
                first.count(Role::Pawn) == 1
                    && second.count(Role::Pawn) == 1
                    && second.count(Role::Bishop) == 1
            }
            Self::BlockedBehindTroitskyLine => {
                first.count(Role::Knight) > 0 && second.count(Role::Pawn) == 1
            }
        }
    }

    /// Whether it holds with White as the side named first.
    const fn holds(self, pieces: &Pieces) -> bool {
        let (pawn, other_pawn) = (pieces.white.pawn.0, pieces.black.pawn.0);
        match self {
            Self::PawnOneSquareFromPromotion => pawn & SEVENTH_RANK != 0,
            Self::BlockedRookPawns => {
                let corner = pawn >> 8;
                pawn & ROOK_PAWNS_AT_HOME != 0
                    && other_pawn == pawn << 8
                    && (corner & DARK != 0) == (pieces.black.bishop.0 & DARK != 0)
            }
            Self::BlockedBehindTroitskyLine => {
                other_pawn & ON_OR_BEHIND_TROITSKY_LINE != 0
                    && (other_pawn >> 8) & pieces.white.knight.0 != 0
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
        for condition in SideCondition::ALL {
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
    first: SideMaterial,
    second: SideMaterial,
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
        let (first, second) = material.split_once('v')?;
        let (first, second) = (SideMaterial::parse(first)?, SideMaterial::parse(second)?);
        let side_condition = match name {
            Some(name) => Some(SideCondition::find(name).filter(|it| it.fits(first, second))?),
            None => None,
        };
        Some(Self(Some(Ending {
            first,
            second,
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
        let Material { white, black } = material;
        white_first && *white == ending.first && *black == ending.second
            || black_first && *black == ending.first && *white == ending.second
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(ending) = self.0 else {
            return f.write_str("always");
        };
        write!(f, "{}v{}", ending.first, ending.second)?;
        match ending.side_condition {
            Some(condition) => write!(f, " {}", condition.as_str()),
            None => Ok(()),
        }
    }
}

/// Positions written as lists of squares, for the tests of this module and of `table`.
#[cfg(test)]
pub(super) mod by_hand {
    use audit960_types::Square;

    use super::{Bitboard, ByRole, BySide, Pieces, Role};

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
