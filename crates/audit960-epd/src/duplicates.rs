//! Duplicate positions.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use audit960_board::Position;
use audit960_types::{Bitboard, ByRole};

/// Identifies a position: equal for equal pieces, rights, side to move and legal en passant.
///
/// Two independent 64-bit hashes. For a billion different positions the chance that any two of them
/// collide is below one in 10^20.
pub(crate) type PositionKey = (u64, u64);

/// The key of a position.
pub(crate) fn key(position: &Position) -> PositionKey {
    let mut second = position.castling_rooks().0 ^ position.turn() as u64;
    let passed = position
        .en_passant()
        .map_or(Bitboard::EMPTY, Bitboard::from);
    let sets = position
        .pieces()
        .map(|own: ByRole<Bitboard>| own.0)
        .into_array();
    for set in sets.into_iter().flatten().chain([passed]) {
        second = (second ^ set.0).wrapping_mul(0x9fb2_1c65_1e98_df25);
        second ^= second >> 32;
    }
    (position.key(), second)
}

/// The location of a line: the index of its source, and the lines of the source before it.
pub(crate) type LineLocation = (u32, u64);

/// The first line of each position.
#[derive(Debug, Default)]
pub(crate) struct FirstLines(HashMap<PositionKey, LineLocation>);

impl FirstLines {
    /// Returns the first line with the same position, if there is one; otherwise records this line as the
    /// first.
    pub(crate) fn meet(&mut self, key: PositionKey, line: LineLocation) -> Option<LineLocation> {
        match self.0.entry(key) {
            Entry::Occupied(first) => Some(*first.get()),
            Entry::Vacant(entry) => {
                entry.insert(line);
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(fen: &str) -> PositionKey {
        let setup = audit960_pgn::parse_fen(fen.as_bytes()).unwrap().setup;
        key(&Position::load(&setup).unwrap().position)
    }

    #[test]
    fn what_makes_positions_equal() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        // The dialect, clock and move number, and a capture that is not legal make no difference.
        assert_eq!(
            of(&format!("{start} w KQkq - 0 1")),
            of(&format!("{start} w HAha - 5 9"))
        );
        let e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq";
        assert_eq!(of(&format!("{e4} e3 0 1")), of(&format!("{e4} - 0 1")));
        let different = [
            of(&format!("{start} w KQkq - 0 1")),
            of(&format!("{start} b KQkq - 0 1")),
            of(&format!("{start} w KQk - 0 1")),
            of("4k3/8/8/8/3Pp3/8/8/3K3R b - d3 0 1"),
            of("4k3/8/8/8/3Pp3/8/8/3K3R b - - 0 1"),
            of("4k3/8/8/8/3pP3/8/8/3K3R b - - 0 1"),
        ];
        for (i, one) in different.iter().enumerate() {
            for other in &different[..i] {
                assert!(one.0 != other.0 && one.1 != other.1, "{i}");
            }
        }
    }

    #[test]
    fn the_first_line_is_remembered() {
        let mut lines = FirstLines::default();
        assert_eq!(lines.meet((1, 1), (0, 4)), None);
        assert_eq!(lines.meet((1, 2), (0, 5)), None);
        assert_eq!(lines.meet((1, 1), (1, 0)), Some((0, 4)));
        assert_eq!(lines.meet((1, 2), (1, 1)), Some((0, 5)));
    }
}
