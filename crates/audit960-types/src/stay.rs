//! How long the material of a game stayed the same.

use std::fmt;

use crate::Material;

/// The positions of a game between two changes of its material. Written as material, half-move, number of positions,
/// highest and last half-move clock: `KRBvKR:121:40:39:39`.
///
/// # Examples
/// ```
/// use audit960_types::MaterialStay;
///
/// let stay = MaterialStay::parse("KRBvKR:121:40:39:38").unwrap();
/// assert_eq!((stay.ply, stay.plies, stay.max_clock, stay.clock), (121, 40, 39, 38));
/// assert_eq!(stay.to_string(), "KRBvKR:121:40:39:38");
/// assert_eq!(MaterialStay::parse("KRBvKR:121"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaterialStay {
    /// The material.
    pub material: Material,
    /// Half-move after which it was on the board first; 0 for the start of the record.
    pub ply: u32,
    /// Half-moves after which it was on the board.
    pub plies: u32,
    /// Highest half-move clock with it.
    pub max_clock: u32,
    /// Half-move clock of the last position with it.
    pub clock: u32,
}

impl MaterialStay {
    /// Parses the written form; `None` for any other text.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut fields = text.split(':');
        let material = fields.next()?.parse().ok()?;
        let mut number = || fields.next()?.parse().ok();
        let stay = Self {
            material,
            ply: number()?,
            plies: number()?,
            max_clock: number()?,
            clock: number()?,
        };
        fields.next().is_none().then_some(stay)
    }
}

impl fmt::Display for MaterialStay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            material,
            ply,
            plies,
            max_clock,
            clock,
        } = self;
        write!(f, "{material}:{ply}:{plies}:{max_clock}:{clock}")
    }
}
