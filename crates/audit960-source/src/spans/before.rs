//! What the span rule needs to know about the lines above a position.

use audit960_types::{is_line_start, line_start};

use super::line_kind::{LineKind, TERMINATION_TAIL, ends_in_termination, line_kind, trim_blanks};

/// The line above another, or the one that holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LineAbove {
    /// Where it starts; `None` if that is before the current text.
    pub(super) start: Option<usize>,
    pub(super) kind: LineKind,
}

/// The end of the text above a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Above {
    /// Whether the last line that is not empty ends in a termination. A tag line never does.
    pub(super) terminated: bool,
    /// How many empty lines follow it.
    pub(super) empty_lines: u64,
}

/// What the span rule may need of the text before the current text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Before {
    /// Whether a line starts at the beginning of the current text.
    at_line_start: bool,
    /// The kind of the last line that began before the current text, if there was one.
    last_line: Option<LineKind>,
    /// The last bytes, right-aligned and filled up with zeros.
    tail: [u8; TERMINATION_TAIL],
    /// Whether the last line that is not empty, as far as it goes, ends in a termination.
    terminated: bool,
    /// Line ends after the last byte that is not white space.
    line_ends: u64,
}

impl Before {
    /// Nothing: the beginning of a text.
    pub(super) const NOTHING: Self = Self {
        at_line_start: true,
        last_line: None,
        tail: [0; TERMINATION_TAIL],
        terminated: false,
        line_ends: 0,
    };

    /// Unknown text, treated as the middle of a tag line: whatever depends on it stays undecided.
    pub(super) const UNKNOWN: Self = Self {
        at_line_start: false,
        last_line: Some(LineKind::Tag),
        ..Self::NOTHING
    };

    /// What comes before position `at` of `text`, if `self` comes before `text`.
    pub(super) fn advance(&self, text: &[u8], at: usize) -> Self {
        if at == 0 {
            return *self;
        }
        let (terminated, line_ends) = self.look_back(text, at);
        Self {
            at_line_start: self.is_line_start(text, at),
            last_line: self.line_above(text, at).map(|line| line.kind),
            tail: self.tail_at(text, at),
            terminated,
            line_ends,
        }
    }

    /// Whether a line starts at `at`.
    pub(super) fn is_line_start(&self, text: &[u8], at: usize) -> bool {
        match at {
            0 => self.at_line_start,
            _ => is_line_start(text, at),
        }
    }

    /// The line that holds the byte before `at`: the line above if a line starts at `at`. `None` at
    /// the very beginning.
    pub(super) fn line_above(&self, text: &[u8], at: usize) -> Option<LineAbove> {
        let Some(last) = at.checked_sub(1) else {
            let kind = self.last_line?;
            return Some(LineAbove { start: None, kind });
        };
        let start = line_start(text, last);
        if start == 0 && !self.at_line_start {
            let kind = self.last_line.unwrap_or(LineKind::Other);
            return Some(LineAbove { start: None, kind });
        }
        let kind = line_kind(text.get(start..).unwrap_or_default());
        let start = Some(start);
        Some(LineAbove { start, kind })
    }

    /// The end of the text above `at`, where a line starts.
    pub(super) fn above(&self, text: &[u8], at: usize) -> Above {
        let (terminated, line_ends) = self.look_back(text, at);
        Above {
            terminated,
            empty_lines: line_ends.saturating_sub(1),
        }
    }

    /// Skips white space backwards from `at`: whether the text before it ends in a termination, and how
    /// many line ends were skipped.
    fn look_back(&self, text: &[u8], at: usize) -> (bool, u64) {
        let mut rest = text.get(..at).unwrap_or(text);
        let mut line_ends = 0;
        loop {
            rest = trim_blanks(rest);
            rest = match rest {
                [rest @ .., b'\r', b'\n'] | [rest @ .., b'\r' | b'\n'] => rest,
                _ => break,
            };
            line_ends += 1;
        }
        let content = rest.len();
        if content == 0 {
            return (self.terminated, self.line_ends + line_ends);
        }
        let is_tag_line = |line: LineAbove| line.kind != LineKind::Other;
        let terminated = ends_in_termination(&self.tail_at(text, content))
            && !self.line_above(text, content).is_some_and(is_tag_line);
        (terminated, line_ends)
    }

    /// The last bytes before `at`.
    fn tail_at(&self, text: &[u8], at: usize) -> [u8; TERMINATION_TAIL] {
        let text = text.get(..at).unwrap_or(text);
        if let Some(tail) = text.last_chunk() {
            return *tail;
        }
        let mut tail = self.tail;
        tail.rotate_left(text.len());
        for (byte, last) in tail.iter_mut().rev().zip(text.iter().rev()) {
            *byte = *last;
        }
        tail
    }
}
