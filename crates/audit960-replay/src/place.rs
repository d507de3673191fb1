//! Where in the text a finding is: line, column, excerpt. Counted only when there is a finding.

use audit960_pgn::shown;
use audit960_pgn::work::looked_at;
pub(crate) use audit960_pgn::{beginning, quoted};

/// Characters of a line that an excerpt shows at most.
const EXCERPT: usize = 76;

/// A place as a reader finds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Lines before this one.
    pub(crate) line: u64,
    /// Column, from 1, in bytes.
    pub(crate) column: u32,
    /// The line, shortened around the place.
    pub(crate) excerpt: String,
    /// Characters before the place in the excerpt, and how many it has.
    pub(crate) caret: (u32, u32),
}

/// Line feeds in a text.
pub(crate) fn line_feeds(text: &[u8]) -> u64 {
    memchr::memchr_iter(b'\n', text).count() as u64
}

/// Goes through a text from place to place, each behind the one before, so that a text with many
/// findings is still counted once.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cursor {
    at: usize,
    lines: u64,
    line_start: usize,
}

impl Cursor {
    /// Where it stands.
    pub(crate) fn at(self) -> usize {
        self.at
    }

    /// Line feeds before that.
    pub(crate) fn lines(self) -> u64 {
        self.lines
    }

    /// Goes on to an offset that is not before the last one.
    pub(crate) fn advance(&mut self, text: &[u8], at: usize) {
        let between = &text[self.at.min(at)..at];
        looked_at(between.len());
        if let Some(feed) = memchr::memrchr(b'\n', between) {
            self.lines += line_feeds(between);
            self.line_start = at - between.len() + feed + 1;
        }
        self.at = at;
    }

    /// The place of `len` bytes at offset `at`, which is not before the place asked for last.
    pub(crate) fn place(&mut self, text: &[u8], at: usize, len: usize) -> Place {
        self.advance(text, at);
        let (line, line_start) = (self.lines, self.line_start);
        // Around the place: a third of the window before it, the rest behind.
        let window_start = line_start.max(at.saturating_sub(EXCERPT / 3));
        let ahead = &text[at..text.len().min(window_start + EXCERPT).max(at)];
        let line_end = memchr::memchr2(b'\n', b'\r', ahead).map_or(at + ahead.len(), |i| at + i);
        // A short line is shown from its start.
        let short = line_end.saturating_sub(line_start) < EXCERPT;
        let window_start = if short { line_start } else { window_start };
        let marked_end = (at + len.max(1)).min(line_end);
        let letters = |from: usize, to: usize| shown(&text[from..to]);
        let before = letters(window_start, at);
        let marked = letters(at, marked_end);
        let caret = (
            before.chars().count() as u32,
            marked.chars().count().max(1) as u32,
        );
        let excerpt = before + &marked + &letters(marked_end, line_end);
        Place {
            line,
            column: (at - line_start + 1) as u32,
            excerpt,
            caret,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_column_and_excerpt() {
        let text = b"first\r\n1. e4 e5 2. Nf6 Nc6\r\n";
        let place = Cursor::default().place(text, 19, 3);
        assert_eq!((place.line, place.column), (1, 13));
        assert_eq!(place.excerpt, "1. e4 e5 2. Nf6 Nc6");
        assert_eq!(place.caret, (12, 3));
        let mut cursor = Cursor::default();
        cursor.advance(text, 8);
        assert_eq!((cursor.at(), cursor.lines()), (8, 1));
        assert_eq!(cursor.place(text, 19, 3), place);
        let end = Cursor::default().place(text, text.len(), 0);
        assert_eq!((end.line, end.column, end.caret), (2, 1, (0, 1)));
    }

    #[test]
    fn a_cursor_counts_as_one_would() {
        let text: Vec<u8> = (0..500_u32)
            .map(|i| if i * i % 7 == 3 { b'\n' } else { b'x' })
            .collect();
        let mut cursor = Cursor::default();
        cursor.advance(&text, 10);
        for at in (10..500).step_by(3) {
            let place = cursor.place(&text, at, 1);
            let lines = text[..at].iter().filter(|b| **b == b'\n').count() as u64;
            let column = text[..at].iter().rev().take_while(|b| **b != b'\n').count() as u32 + 1;
            assert_eq!((place.line, place.column), (lines, column));
        }
    }

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let mut text = vec![b'x'; 1000];
        text[500] = b'!';
        let place = Cursor::default().place(&text, 500, 1);
        assert_eq!(place.column, 501);
        assert_eq!(place.excerpt.len(), EXCERPT);
        assert_eq!(place.excerpt.as_bytes()[place.caret.0 as usize], b'!');
    }
}
