//! The position of a finding in a text: line, column, excerpt. Computed only when there is a finding.

use audit960_types::{Diagnostic, Finding, Identity, count_line_ends_in, line_start};

use crate::scanned::count_scanned;
use crate::text::shown;

/// Maximum length of an excerpt, in bytes of the line.
const EXCERPT: usize = 76;

/// A position in a text as a reader sees it: line, column and excerpt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextLocation {
    /// Number of lines before this one.
    pub line: u64,
    /// Column, from 1, in bytes.
    pub column: u32,
    /// The line, shortened around the position.
    pub excerpt: String,
    /// Characters of the excerpt before the marked text, and the number of marked characters (at least
    /// 1).
    pub caret: (u32, u32),
}

impl TextLocation {
    /// Turns a diagnostic about this position into a finding.
    #[must_use]
    pub fn finding(self, diagnostic: Diagnostic, identity: Identity, game: Option<u64>) -> Finding {
        Finding {
            code: diagnostic.code,
            identity,
            game,
            line: self.line,
            column: self.column,
            ply: diagnostic.ply,
            message: diagnostic.message,
            excerpt: self.excerpt,
            caret: self.caret,
        }
    }
}

/// Tracks lines through a text, from one position to a later one, so that a text with many findings is
/// scanned only once.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cursor {
    at: usize,
    lines: u64,
    line_start: usize,
}

impl Cursor {
    /// A cursor at an offset of a text that is a single line: nothing before it needs to be counted.
    #[must_use]
    pub const fn in_line(at: usize) -> Self {
        Self {
            at,
            lines: 0,
            line_start: 0,
        }
    }

    /// The current offset, in bytes.
    #[must_use]
    pub fn at(self) -> usize {
        self.at
    }

    /// Number of line ends before the current offset.
    #[must_use]
    pub fn lines(self) -> u64 {
        self.lines
    }

    /// Moves forward to an offset, which must not be before the current one.
    pub fn advance(&mut self, text: &[u8], at: usize) {
        let from = self.at.min(at);
        count_scanned(at - from);
        let line_ends = count_line_ends_in(text, from..at);
        if line_ends > 0 {
            self.lines += line_ends;
            self.line_start = line_start(text, at);
        }
        self.at = at;
    }

    /// The position of `len` bytes at offset `at`, which must not be before the current offset.
    pub fn place(&mut self, text: &[u8], at: usize, len: usize) -> TextLocation {
        self.advance(text, at);
        let (line, line_start) = (self.lines, self.line_start);
        // A third of the window is before the position, the rest after it.
        let window_start = line_start.max(character_start(text, at.saturating_sub(EXCERPT / 3)));
        let window_end = text.len().min(window_start + EXCERPT).max(at);
        let ahead = &text[at..character_start(text, window_end).max(at)];
        let line_end = memchr::memchr2(b'\n', b'\r', ahead).map_or(at + ahead.len(), |i| at + i);
        // A short line is shown from its start.
        let short = line_end.saturating_sub(line_start) < EXCERPT;
        let window_start = if short { line_start } else { window_start };
        let marked_end = character_end(text, at + len.max(1)).min(line_end);
        let letters = |from: usize, to: usize| shown(&text[from..to]);
        let before = letters(window_start, at);
        let marked = letters(at, marked_end);
        let caret = (
            before.chars().count() as u32,
            marked.chars().count().max(1) as u32,
        );
        let excerpt = before + &marked + &letters(marked_end, line_end);
        TextLocation {
            line,
            column: (at - line_start + 1) as u32,
            excerpt,
            caret,
        }
    }
}

/// Maximum number of continuation bytes in a UTF-8 character.
const CONTINUATION: usize = 3;

fn continues(text: &[u8], at: usize) -> bool {
    text.get(at).is_some_and(|byte| byte & 0xc0 == 0x80)
}

/// The start of the UTF-8 character that contains an offset; in other encodings any offset near it.
fn character_start(text: &[u8], at: usize) -> usize {
    let within = (0..CONTINUATION).take_while(|back| *back < at && continues(text, at - back));
    at - within.count()
}

/// The end of the UTF-8 character that contains an offset.
fn character_end(text: &[u8], at: usize) -> usize {
    let within = (0..CONTINUATION).take_while(|ahead| continues(text, at + ahead));
    at + within.count()
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
    fn excerpts_are_cut_at_characters() {
        // Every cut falls within a letter of two, three or four bytes somewhere.
        for letter in ["ž", "♘", "𝄞"] {
            for shift in 0..8 {
                let text = format!(
                    "{}{} e5 {}",
                    "x".repeat(shift),
                    letter.repeat(60),
                    letter.repeat(60)
                );
                let at = text.find("e5").unwrap();
                for (place, len) in [(at, 2), (0, 1), (shift, 1), (shift + letter.len() * 30, 1)] {
                    let found = Cursor::default().place(text.as_bytes(), place, len);
                    assert!(text.contains(&found.excerpt), "{letter} {shift} {place}");
                    let marked = found.excerpt.chars().skip(found.caret.0 as usize);
                    let marked: String = marked.take(found.caret.1 as usize).collect();
                    assert!(
                        text[place..].starts_with(&marked),
                        "{letter} {shift} {place}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_cursor_agrees_with_a_plain_count() {
        for end in ["\n", "\r", "\r\n"] {
            let bits = (0..500_u32).map(|i| if i * i % 7 == 3 { end } else { "x" });
            let text = bits.collect::<String>().into_bytes();
            let mut cursor = Cursor::default();
            cursor.advance(&text, 10);
            for at in (10..500).step_by(3) {
                let place = cursor.place(&text, at, 1);
                // Whole line ends before the position: an LF that follows a CR completes its line end.
                let whole =
                    |i: &usize| i + end.len() <= at && text[*i..].starts_with(end.as_bytes());
                let starts: Vec<usize> = (0..at).filter(whole).map(|i| i + end.len()).collect();
                let column = at - starts.last().unwrap_or(&0) + 1;
                assert_eq!(
                    (place.line, place.column),
                    (starts.len() as u64, column as u32)
                );
            }
        }
    }

    #[test]
    fn long_lines_are_cut_around_the_position() {
        let mut text = vec![b'x'; 1000];
        text[500] = b'!';
        let place = Cursor::default().place(&text, 500, 1);
        assert_eq!(place.column, 501);
        assert_eq!(place.excerpt.len(), EXCERPT);
        assert_eq!(place.excerpt.as_bytes()[place.caret.0 as usize], b'!');
    }

    /// What fits is shown whole, what is longer from some letters before the position on.
    #[test]
    fn lines_that_fit_are_not_cut() {
        for (len, whole) in [(EXCERPT - 1, true), (EXCERPT, false)] {
            let mut text = vec![b'x'; len];
            text[60] = b'!';
            let place = Cursor::default().place(&text, 60, 1);
            assert_eq!(place.excerpt.len() == len, whole, "{len}");
            assert_eq!(place.caret.0 == 60, whole, "{len}");
        }
    }
}
