//! Line ends: LF, CR LF, or CR alone.
//!
//! The only definition of a line end in the workspace. A CR LF pair is one line end, at its LF, so a
//! line never starts between the two and the counts of adjacent ranges add up, wherever a text is cut
//! into ranges.

use std::ops::Range;

use memchr::{memchr, memchr_iter, memchr2, memrchr2};

/// Bytes whose line ends a counter of one byte can hold; a multiple of what is compared at once.
const BLOCK: usize = 192;

/// The number of line ends in a whole text. A CR at its end counts.
#[must_use]
pub fn count_line_ends(text: &[u8]) -> u64 {
    count_line_ends_in(text, 0..text.len())
}

/// The number of line ends in a range of a text. The byte after the range decides whether a CR at its
/// end is a line end or half of one. A range beyond the text is cut at the text's end.
#[must_use]
pub fn count_line_ends_in(text: &[u8], range: Range<usize>) -> u64 {
    let end = range.end.min(text.len());
    let Some(bytes) = text.get(range.start..end) else {
        return 0;
    };
    // Most archives have no CR.
    if memchr(b'\r', bytes).is_none() {
        return memchr_iter(b'\n', bytes).count() as u64;
    }
    // Each byte is compared with the next; the last byte of the text has none.
    let behind = text.get(range.start + 1..).unwrap_or_default();
    let (bytes, last) = bytes.split_at(bytes.len().min(behind.len()));
    let behind = behind.get(..bytes.len()).unwrap_or_default();
    let blocks = bytes.chunks(BLOCK).zip(behind.chunks(BLOCK));
    let in_blocks = blocks.map(|(block, behind)| {
        let ends = block.iter().zip(behind);
        let ends: u8 = ends
            .map(|(byte, next)| u8::from(ends_line(*byte, *next)))
            .sum();
        u64::from(ends)
    });
    in_blocks.sum::<u64>() + u64::from(matches!(last, [b'\n' | b'\r']))
}

/// Whether a line ends with `byte`, which `next` follows. Branch-free, so that the compiler can compare
/// many bytes at once.
const fn ends_line(byte: u8, next: u8) -> bool {
    (byte == b'\n') | ((byte == b'\r') & (next != b'\n'))
}

/// Whether a line starts at offset `at` of a text: at offset 0 and after each line end.
#[must_use]
pub fn is_line_start(text: &[u8], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).and_then(|before| text.get(before)) else {
        return at == 0;
    };
    match before {
        b'\n' => true,
        b'\r' => text.get(at) != Some(&b'\n'),
        _ => false,
    }
}

/// Where the line that holds offset `at` starts; `at` itself if a line starts there. Looks back
/// no further than that line.
#[must_use]
pub fn line_start(text: &[u8], at: usize) -> usize {
    let before = text.get(..at).unwrap_or(text);
    match memrchr2(b'\n', b'\r', before) {
        Some(end) if is_line_start(text, end + 1) => end + 1,
        // Between CR and LF: the line is the one that the pair ends.
        Some(end) => {
            let before = text.get(..end).unwrap_or_default();
            memrchr2(b'\n', b'\r', before).map_or(0, |end| end + 1)
        }
        None => 0,
    }
}

/// Length of the first line of a text, its line end included.
#[must_use]
pub fn line_length(text: &[u8]) -> usize {
    // Empty lines are common.
    if text.first() == Some(&b'\n') {
        return 1;
    }
    let Some(end) = memchr2(b'\n', b'\r', text) else {
        return text.len();
    };
    if is_line_start(text, end + 1) {
        end + 1
    } else {
        end + 2
    }
}

/// A line without its line end.
#[must_use]
pub fn without_line_end(line: &[u8]) -> &[u8] {
    match line {
        [content @ .., b'\r', b'\n'] | [content @ .., b'\n' | b'\r'] => content,
        content => content,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Starts of lines by a plain loop over the bytes.
    fn plain_starts(text: &[u8]) -> Vec<usize> {
        let mut starts = vec![0];
        let mut at = 0;
        while at < text.len() {
            at += match (text[at], text.get(at + 1)) {
                (b'\r', Some(b'\n')) => 2,
                (b'\r' | b'\n', _) => 1,
                _ => {
                    at += 1;
                    continue;
                }
            };
            starts.push(at);
        }
        starts
    }

    /// All texts of up to six bytes of these three kinds, and some long ones.
    fn texts() -> impl Iterator<Item = Vec<u8>> {
        let short = (0..=6_u32).flat_map(|length| {
            (0..3_u32.pow(length)).map(move |number| {
                let digits = (0..length).map(|place| number / 3_u32.pow(place) % 3);
                digits.map(|digit| b"x\r\n"[digit as usize]).collect()
            })
        });
        let mut state = 1_u32;
        let long = [31, 32, 33, 64, 65, 500, 2000].map(|length| {
            let mut next = || {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                b"xy\r\n"[(state >> 30) as usize]
            };
            (0..length).map(|_| next()).collect()
        });
        let solid = [b'\n', b'\r'].map(|byte| vec![byte; 9000]);
        short.chain(long).chain(solid)
    }

    #[test]
    fn lines_are_those_of_a_plain_loop() {
        for text in texts() {
            let starts = plain_starts(&text);
            assert_eq!(count_line_ends(&text), starts.len() as u64 - 1, "{text:?}");
            for at in 0..=text.len().min(600) {
                assert_eq!(is_line_start(&text, at), starts.contains(&at), "{text:?}");
                let held = starts.iter().rfind(|start| **start <= at);
                assert_eq!(Some(&line_start(&text, at)), held, "{text:?} {at}");
            }
            let next = starts.get(1).copied().unwrap_or(text.len());
            assert_eq!(line_length(&text), next, "{text:?}");
        }
    }

    #[test]
    fn counts_of_ranges_add_up() {
        for text in texts().filter(|text| text.len() < 600) {
            for cut in 0..=text.len() {
                let left = count_line_ends_in(&text, 0..cut);
                let right = count_line_ends_in(&text, cut..text.len());
                assert_eq!(left + right, count_line_ends(&text), "{text:?} {cut}");
            }
        }
        assert_eq!(count_line_ends_in(b"a\n", 0..9), 1);
        assert_eq!(count_line_ends_in(b"a\n", 7..9), 0);
    }

    #[test]
    fn one_line_end_is_removed() {
        for (line, content) in [
            (&b"a\r\n"[..], &b"a"[..]),
            (b"a\n", b"a"),
            (b"a\r", b"a"),
            (b"a\r\r\n", b"a\r"),
            (b"a", b"a"),
            (b"", b""),
        ] {
            assert_eq!(without_line_end(line), content);
        }
    }
}
