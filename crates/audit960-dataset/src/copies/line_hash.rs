//! Hashes of a line: one after each half-move, each computed from the one before.

use xxhash_rust::xxh3::xxh3_64;

use crate::copies::MIN_PLIES;

/// Hash of a start, given as text.
pub(crate) fn start_hash(start: &[u8]) -> u64 {
    xxh3_64(start)
}

/// Hash of a line with one more half-move. Each half-move is a one-to-one mapping of its own, so that
/// lines that differ get the same hash only by chance.
const fn next(hash: u64, played: u16) -> u64 {
    // The half-move is spread over all bits; then the finalizer of MurmurHash3, public domain.
    let mixed = hash ^ (played as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let mixed = (mixed ^ (mixed >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    mixed ^ (mixed >> 33)
}

/// The hashes after 1, 2, ... half-moves, given as two bytes each.
pub(crate) fn hashes(start: u64, moves: &[u8]) -> impl Iterator<Item = u64> {
    moves.as_chunks::<2>().0.iter().scan(start, |hash, played| {
        *hash = next(*hash, u16::from_le_bytes(*played));
        Some(*hash)
    })
}

/// The hash after the first [`MIN_PLIES`] half-moves, which all copies share.
pub(crate) fn opening_hash(start: u64, moves: &[u8]) -> u64 {
    hashes(start, moves)
        .take(MIN_PLIES as usize)
        .last()
        .unwrap_or(start)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn each_half_move_leads_elsewhere() {
        let start = start_hash(b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        let one: HashSet<u64> = (0..=u16::MAX).map(|played| next(start, played)).collect();
        assert_eq!(one.len(), 1 << 16);
        let two: HashSet<u64> = (0..1 << 20)
            .map(|pair: u32| next(next(start, (pair >> 10) as u16), (pair & 1023) as u16))
            .collect();
        assert_eq!(two.len(), 1 << 20, "order matters, and no two pairs meet");
        assert!(two.is_disjoint(&one));
    }

    #[test]
    fn hashes_of_a_beginning_are_a_beginning_of_the_hashes() {
        let moves: Vec<u8> = (0..60).map(|i: u8| i.wrapping_mul(7)).collect();
        let all: Vec<u64> = hashes(1, &moves).collect();
        assert_eq!(all.len(), 30);
        assert_eq!(hashes(1, &moves[..40]).collect::<Vec<_>>(), all[..20]);
        assert_eq!(opening_hash(1, &moves), all[9]);
        assert_ne!(
            hashes(2, &moves).last(),
            all.last().copied(),
            "the start counts"
        );
    }
}
