//! Where spans begin. This runs over every byte of every archive.

use std::ops::Range;
use std::sync::LazyLock;

use memchr::memmem::{FindIter, Finder};
use memchr::{memchr_iter, memrchr};

/// The first bytes of a line that starts a span.
pub(crate) const SPAN_START: &[u8] = b"[Event \"";

static LINE_AND_START: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(b"\n[Event \""));

/// The spans of `bytes`, which begin where a span does. They tile `bytes`; an empty slice has none.
#[must_use]
pub fn spans(bytes: &[u8]) -> Spans<'_> {
    Spans {
        starts: LINE_AND_START.find_iter(bytes),
        next: 0,
        length: bytes.len(),
    }
}

/// Iterator over spans, see [`spans`].
#[derive(Clone, Debug)]
pub struct Spans<'a> {
    starts: FindIter<'a, 'static>,
    next: usize,
    length: usize,
}

impl Iterator for Spans<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        if self.next == self.length {
            return None;
        }
        let start = self.next;
        self.next = self
            .starts
            .next()
            .map_or(self.length, |newline| newline + 1);
        Some(start..self.next)
    }
}

impl std::iter::FusedIterator for Spans<'_> {}

/// The first span start after position 0.
pub(crate) fn first_start(bytes: &[u8]) -> Option<usize> {
    LINE_AND_START.find(bytes).map(|newline| newline + 1)
}

/// The last span start after `from` and not after `to`.
pub(crate) fn last_start(bytes: &[u8], from: usize, to: usize) -> Option<usize> {
    let mut end = to.min(bytes.len());
    loop {
        let start = from + memrchr(b'\n', bytes.get(from..end)?)? + 1;
        if bytes
            .get(start..)
            .is_some_and(|line| line.starts_with(SPAN_START))
        {
            return Some(start);
        }
        end = start - 1;
    }
}

/// Counts newlines.
#[must_use]
pub fn count_lines(bytes: &[u8]) -> u64 {
    memchr_iter(b'\n', bytes).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(usize, usize)> {
        spans(text.as_bytes())
            .map(|span| (span.start, span.end))
            .collect()
    }

    #[test]
    fn spans_tile_the_text() {
        assert_eq!(found(""), []);
        assert_eq!(found("x"), [(0, 1)]);
        assert_eq!(found("[Event \"a\"]\n\n*\n"), [(0, 15)]);
        assert_eq!(found("[Event \"a\"]\n[Event \"b\"]"), [(0, 12), (12, 23)]);
        assert_eq!(found("\n[Event \""), [(0, 1), (1, 9)]);
    }

    #[test]
    fn only_a_line_starts_a_span() {
        assert_eq!(
            found("{ [Event \"a\"] }\r[Event \"b\"]\n [Event \"c\"]").len(),
            1
        );
        assert_eq!(
            found("a\n[Event\"a\"]\n[EventDate \"b\"]\n[event \"c\"]").len(),
            1
        );
        assert_eq!(found("{\n[Event \"in a comment\"]\n}").len(), 2);
        assert_eq!(
            found("\u{feff}[Event \"a\"]\r\n\r\n*\r\n[Event \"b\"]\r\n").len(),
            2
        );
    }

    #[test]
    fn the_last_start_within_bounds() {
        let text = b"a\n[Event \"1\"\nbb\n[Event \"2\"\n";
        assert_eq!(last_start(text, 0, text.len()), Some(16));
        assert_eq!(last_start(text, 0, 16), Some(16));
        assert_eq!(last_start(text, 0, 15), Some(2));
        assert_eq!(last_start(text, 2, 15), None);
        assert_eq!(last_start(text, 1, 15), Some(2));
        assert_eq!(
            last_start(&text[..23], 0, 16),
            Some(2),
            "the marker is not whole"
        );
        assert_eq!(last_start(text, 16, text.len()), None);
        assert_eq!(first_start(text), Some(2));
        assert_eq!(first_start(&text[2..]), Some(14));
    }

    #[test]
    fn lines_are_newlines() {
        assert_eq!(count_lines(b""), 0);
        assert_eq!(count_lines(b"a\r\nb\rc\n\nd"), 3);
    }
}
