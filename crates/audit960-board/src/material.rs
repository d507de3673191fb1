//! Material, and whether either side can still mate with it.

use audit960_types::{Material, Side};

use crate::position::{BISHOP, KING, KNIGHT, PAWN, Position, QUEEN, ROOK};

const DARK: u64 = 0xaa55_aa55_aa55_aa55;

impl Position {
    /// The pieces and pawns of both sides.
    ///
    /// # Examples
    /// ```
    /// let material = audit960_board::Position::standard().material();
    /// assert_eq!(material.to_string(), "KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPPP");
    /// ```
    #[must_use]
    pub fn material(&self) -> Material {
        Material::of(&self.pieces())
    }

    /// Whether neither side has the material to mate by any sequence of legal moves, as far as
    /// simple counting tells (python-chess' `is_insufficient_material`).
    ///
    /// # Examples
    /// ```
    /// assert!(!audit960_board::Position::standard().is_insufficient_material());
    /// ```
    #[must_use]
    pub fn is_insufficient_material(&self) -> bool {
        self.cannot_mate(Side::White) && self.cannot_mate(Side::Black)
    }

    /// Whether each side has, beside its king, at most a bishop or a knight.
    #[must_use]
    pub fn has_at_most_minor_pieces(&self) -> bool {
        let minor = self.roles[KING] | self.roles[KNIGHT] | self.roles[BISHOP];
        self.sides
            .iter()
            .all(|own| own & !minor == 0 && own.count_ones() <= 2)
    }

    /// Whether a side has too little material to mate, even with the opponent's help.
    pub(crate) fn cannot_mate(&self, side: Side) -> bool {
        let own = self.sides[side as usize];
        let other = self.sides[side.other() as usize];
        if own & (self.roles[PAWN] | self.roles[ROOK] | self.roles[QUEEN]) != 0 {
            return false;
        }
        if own & self.roles[KNIGHT] != 0 {
            // A knight mates only with the help of an enemy piece that blocks a square of its king; a
            // queen does not help.
            let helpers = other & !self.roles[KING] & !self.roles[QUEEN];
            return own.count_ones() <= 2 && helpers == 0;
        }
        if own & self.roles[BISHOP] != 0 {
            let bishops = self.roles[BISHOP];
            let one_colour = bishops & DARK == 0 || bishops & !DARK == 0;
            return one_colour && self.roles[PAWN] == 0 && self.roles[KNIGHT] == 0;
        }
        true
    }
}
