//! One half-move in two bytes, and its UCI_Chess960 text.

use audit960_types::Role;

/// From-square, to-square and promotion. Castling is the king taking its own rook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u16);

impl Move {
    /// A move between two squares (0-63).
    #[inline(always)]
    #[must_use]
    pub const fn new(from: usize, to: usize) -> Self {
        Self((from & 63 | (to & 63) << 6) as u16)
    }

    /// A promotion.
    #[inline(always)]
    #[must_use]
    pub const fn promotion(from: usize, to: usize, role: Role) -> Self {
        Self((from & 63 | (to & 63) << 6 | (role as usize) << 12) as u16)
    }

    /// Square it starts from.
    #[inline(always)]
    #[must_use]
    pub const fn from(self) -> usize {
        (self.0 & 63) as usize
    }

    /// Square it goes to; for castling that of the rook.
    #[inline(always)]
    #[must_use]
    pub const fn to(self) -> usize {
        (self.0 >> 6 & 63) as usize
    }

    /// What a pawn becomes.
    #[must_use]
    pub const fn promotes_to(self) -> Option<Role> {
        match self.0 >> 12 {
            i @ 1..=4 => Some(Role::ALL[i as usize]),
            _ => None,
        }
    }

    /// Two bytes, for hashing: from-square in the lowest six bits, then to-square, then the
    /// promotion (1 knight, 2 bishop, 3 rook, 4 queen).
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The move of such bytes; of others than [`Move::bits`] gives, some move or other.
    #[must_use]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits & 0x7fff)
    }
}

/// Name of a square, `a1` to `h8`.
#[must_use]
pub const fn square_name(square: usize) -> [u8; 2] {
    [b'a' + (square & 7) as u8, b'1' + (square >> 3 & 7) as u8]
}

/// Moves written at a time.
const BATCH: usize = 8;

/// Appends moves as UCI_Chess960, separated by blanks.
pub fn write_uci(moves: impl IntoIterator<Item = Move>, out: &mut String) {
    let mut moves = moves.into_iter().peekable();
    while moves.peek().is_some() {
        let mut text = [b' '; 6 * BATCH];
        let mut len = 0;
        for m in moves.by_ref().take(BATCH) {
            let ([a, b], [c, d]) = (square_name(m.from()), square_name(m.to()));
            text[len..len + 4].copy_from_slice(&[a, b, c, d]);
            len += 4;
            if let Some(role) = m.promotes_to() {
                text[len] = role.letter() | 0x20;
                len += 1;
            }
            len += 1;
        }
        // The last blank only where more follows.
        let len = len - usize::from(moves.peek().is_none());
        out.push_str(std::str::from_utf8(&text[..len]).unwrap_or_default());
    }
}
