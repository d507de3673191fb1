//! The opcodes of EPD (standard of 1995-11-26, section 6) and the operands of each.

use crate::fen::MAX_MOVE_COUNT;

/// The operands that an opcode takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// None at all.
    Nothing,
    /// One move.
    Move,
    /// Any number of moves, each to be played from the position.
    Moves,
    /// Moves to be played one after the other.
    Line,
    /// One string.
    Text,
    /// One string or none.
    OptionalText,
    /// Two strings.
    TwoTexts,
    /// One integer within these bounds.
    Integer(i64, i64),
    /// One identifier.
    Identifier,
    /// Pairs of an identifier and a string.
    TagPairs,
    /// Two clock values, `ddd:hh:mm:ss`.
    Clocks,
    /// A date and a time of day, `yyyy.mm.dd hh:mm:ss`.
    Timestamp,
    /// Anything: `noop`, and every opcode that is not known.
    Free,
}

/// 0 or more.
const NATURAL: Shape = Shape::Integer(0, i64::MAX);
/// 1 or more.
const POSITIVE: Shape = Shape::Integer(1, i64::MAX);
/// Centipawns (6.7).
const CENTIPAWNS: Shape = Shape::Integer(-32_768, 32_766);

impl Shape {
    /// The operands of an opcode; `None` for an unknown opcode, which may have any.
    ///
    /// Beyond the standard: `acd` (analysis depth), `D1` to `D99` (perft), and `PV:`, which the
    /// books of chessdb.cn write.
    #[must_use]
    pub fn of(opcode: &[u8]) -> Option<Self> {
        Some(match opcode {
            b"acd" | b"acn" | b"acs" => NATURAL,
            b"hmvc" => Self::Integer(0, i64::from(MAX_MOVE_COUNT)),
            b"fmvn" => Self::Integer(1, i64::from(MAX_MOVE_COUNT)),
            b"am" | b"bm" => Self::Moves,
            b"cc" => Self::Clocks,
            b"ce" => CENTIPAWNS,
            b"dm" | b"rc" | b"tcgs" => POSITIVE,
            b"draw_accept" | b"draw_claim" | b"draw_offer" | b"draw_reject" | b"resign" => {
                Self::Nothing
            }
            b"eco" | b"nic" => Self::OptionalText,
            b"id" => Self::Text,
            b"noop" => Self::Free,
            b"pm" | b"sm" => Self::Move,
            b"ptp" => Self::TagPairs,
            b"pv" | b"sv" | b"PV:" => Self::Line,
            b"refcom" | b"refreq" => Self::Identifier,
            b"tcri" | b"tcsi" => Self::TwoTexts,
            b"ts" => Self::Timestamp,
            [b'c' | b'v', b'0'..=b'9'] => Self::OptionalText,
            _ if perft_depth(opcode).is_some() => NATURAL,
            _ => return None,
        })
    }

    /// Whether the operands are moves.
    #[must_use]
    pub const fn is_moves(self) -> bool {
        matches!(self, Self::Move | Self::Moves | Self::Line)
    }

    /// Whether the operand is one string that may lack its quotes.
    pub(crate) const fn is_text(self) -> bool {
        matches!(self, Self::Text | Self::OptionalText)
    }
}

/// The depth in plies of a perft count, `D1` to `D99`; `None` for any other opcode.
#[must_use]
pub fn perft_depth(opcode: &[u8]) -> Option<u32> {
    match opcode {
        [b'D', unit @ b'1'..=b'9'] => Some(u32::from(unit - b'0')),
        [b'D', ten @ b'1'..=b'9', unit @ b'0'..=b'9'] => {
            Some(u32::from(ten - b'0') * 10 + u32::from(unit - b'0'))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Section 6 of the standard lists these, from 6.1 to 6.32.
    #[test]
    fn every_opcode_of_the_standard_is_known() {
        let listed = "acn acs am bm c0 c9 cc ce dm draw_accept draw_claim draw_offer draw_reject \
                      eco fmvn hmvc id nic noop pm ptp pv rc refcom refreq resign sm sv tcgs tcri \
                      tcsi ts v0 v9";
        for opcode in listed.split(' ') {
            assert!(Shape::of(opcode.as_bytes()).is_some(), "{opcode}");
        }
        for other in ["c", "c10", "C0", "xyz", "d", "BM", "Ae", "PV", ""] {
            assert_eq!(Shape::of(other.as_bytes()), None, "{other}");
        }
    }

    #[test]
    fn perft_depths() {
        for (text, depth) in [
            ("D1", Some(1)),
            ("D12", Some(12)),
            ("D0", None),
            ("D", None),
        ] {
            assert_eq!(perft_depth(text.as_bytes()), depth, "{text}");
        }
        assert_eq!(perft_depth(b"D100"), None);
        assert_eq!(perft_depth(b"d1"), None);
    }
}
