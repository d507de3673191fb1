//! Whole lines of a file.

use audit960_pgn::Cursor;
use audit960_types::{Code, Diagnostic, Finding, Identity, line_length, without_line_end};

/// Whole lines of a file, and their position in it.
#[derive(Clone, Copy)]
pub struct Text<'a> {
    /// The lines with their ends. Only the last may lack its end.
    pub bytes: &'a [u8],
    /// Lines of the file before these.
    pub first_line: u64,
    /// The identity of an offset of `bytes` in the archive.
    pub identity: &'a dyn Fn(usize) -> Identity,
}

impl<'a> Text<'a> {
    /// A whole plain file.
    #[must_use]
    pub fn plain(bytes: &'a [u8]) -> Self {
        let identity = &|at: usize| Identity {
            frame_offset: 0,
            byte_offset: at as u64,
        };
        Self {
            bytes,
            first_line: 0,
            identity,
        }
    }

    pub(crate) fn lines(&self) -> impl Iterator<Item = TextLine<'a>> + use<'a> {
        let Self {
            bytes, first_line, ..
        } = *self;
        let mut at = 0;
        (first_line..).map_while(move |number| {
            let rest = bytes.get(at..).filter(|rest| !rest.is_empty())?;
            let len = line_length(rest);
            let line = &rest[..len];
            let (content, end) = line.split_at(without_line_end(line).len());
            let line = TextLine {
                number,
                at,
                content,
                end,
            };
            at += len;
            Some(line)
        })
    }
}

impl std::fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Text")
            .field("bytes", &self.bytes.len())
            .field("first_line", &self.first_line)
            .finish_non_exhaustive()
    }
}

/// A diagnostic about `len` bytes of a line from a column on, counted from 1.
pub(crate) fn about(code: Code, column: u32, len: usize, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(code, column as usize - 1, len, message)
}

/// One line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TextLine<'a> {
    /// Lines of the file before it.
    pub(crate) number: u64,
    /// Its offset in the text.
    pub(crate) at: usize,
    /// All but its end.
    pub(crate) content: &'a [u8],
    /// Its end; empty if it has none.
    pub(crate) end: &'a [u8],
}

impl TextLine<'_> {
    /// Turns a diagnostic about this line into a finding; `identity` is that of the line.
    pub(crate) fn finding(&self, diagnostic: Diagnostic, identity: Identity) -> Finding {
        let position =
            Cursor::in_line(diagnostic.at).place(self.content, diagnostic.at, diagnostic.len);
        Finding {
            line: self.number,
            ..position.finding(diagnostic, identity, None)
        }
    }

    /// Length in bytes, its end included.
    pub(crate) const fn len(&self) -> usize {
        self.content.len() + self.end.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_their_ends() {
        let text = Text {
            first_line: 7,
            ..Text::plain(b"a\r\n\nb\rd\r\nc")
        };
        let lines: Vec<_> = text
            .lines()
            .map(|l| (l.number, l.at, l.content, l.end))
            .collect();
        assert_eq!(
            lines,
            [
                (7, 0, &b"a"[..], &b"\r\n"[..]),
                (8, 3, b"", b"\n"),
                (9, 4, b"b", b"\r"),
                (10, 6, b"d", b"\r\n"),
                (11, 9, b"c", b""),
            ]
        );
        assert_eq!(Text::plain(b"").lines().count(), 0);
        assert_eq!(Text::plain(b"a\n").lines().count(), 1);
    }
}
