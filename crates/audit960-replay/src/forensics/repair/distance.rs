//! The edit distance of two words.

/// Longest word that is compared, in bytes; no move in SAN is longer.
const MAX: usize = 12;

/// Edit distance with transposition (optimal string alignment): letters inserted, deleted, replaced or
/// swapped with the next one. `None` for words of more than twelve letters.
pub(super) fn distance(one: &[u8], other: &[u8]) -> Option<u32> {
    if one.len() > MAX || other.len() > MAX {
        return None;
    }
    let mut rows = [[0_u32; MAX + 1]; 3];
    rows[0] = std::array::from_fn(|j| j as u32);
    for (i, a) in one.iter().enumerate() {
        let [above2, above, row] = match i % 3 {
            0 => [2, 0, 1],
            1 => [0, 1, 2],
            _ => [1, 2, 0],
        };
        rows[row][0] = i as u32 + 1;
        for (j, b) in other.iter().enumerate() {
            let replaced = rows[above][j] + u32::from(a != b);
            let mut least = replaced.min(rows[above][j + 1] + 1).min(rows[row][j] + 1);
            if i > 0 && j > 0 && *a == other[j - 1] && one[i - 1] == *b {
                least = least.min(rows[above2][j - 1] + 1);
            }
            rows[row][j + 1] = least;
        }
    }
    Some(rows[one.len() % 3][other.len()])
}

/// A word without the check marks and suffixes at its end.
pub(super) fn body(word: &[u8]) -> &[u8] {
    let end = word
        .iter()
        .rposition(|byte| !matches!(byte, b'+' | b'#' | b'!' | b'?'));
    &word[..end.map_or(0, |end| end + 1)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_counted() {
        for (one, other, expected) in [
            ("Nf3", "Nf3", 0),
            ("Nf3", "Nh3", 1),
            ("Nd2", "Nbd2", 1),
            ("Nxd5", "Nd5", 1),
            ("Nf3", "N3f", 1),
            ("Nf3", "Bc4", 3),
            ("O-O", "O-O-O", 2),
            ("", "e4", 2),
            ("exd8=Q", "exd8=N", 1),
            ("ab", "ba", 1),
            ("abc", "ca", 3),
        ] {
            assert_eq!(
                distance(one.as_bytes(), other.as_bytes()),
                Some(expected),
                "{one} {other}"
            );
            assert_eq!(
                distance(other.as_bytes(), one.as_bytes()),
                Some(expected),
                "{other} {one}"
            );
        }
        assert_eq!(distance(b"a word of thirteen", b"e4"), None);
    }

    #[test]
    fn marks_are_left_out() {
        assert_eq!(body(b"Nf3+!?"), b"Nf3");
        assert_eq!(body(b"O-O#"), b"O-O");
        assert_eq!(body(b"??"), b"");
    }
}
