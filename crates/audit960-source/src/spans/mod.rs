//! Where spans start. The rule is applied to every byte of every archive.
//!
//! - A span starts at offset 0, and at the first line of each unbroken block of tag lines that holds
//!   an Event line; each further Event line of the block starts one, unless it is directly below
//!   another. Look-back over a block is bounded to 64 KiB; a longer one is cut at its Event line.
//! - The fall-back: if there is no Event line in the 4 MiB before, a span also starts at a tag line
//!   in any spelling if the last line above that is not empty ends in a termination, and at the line
//!   after such a line plus an empty one.
//!
//! A *tag line* begins with `[`, a name and a blank or quote, with an optional byte-order mark before. An
//! *Event line* is one that begins with `[Event "`. Lines end with LF, CR LF or CR. [`mod@line_kind`] judges a
//! single line, [`before`] describes what is above it, and [`finder`] applies the rule.

mod before;
mod finder;
mod line_kind;
#[cfg(test)]
mod tests;

use std::ops::Range;

use audit960_types::line_length;

pub(crate) use self::finder::{SpanFinder, SpanRule};
use self::line_kind::{LineKind, line_kind};

/// Bytes searched first for the next start; doubled until one is found.
const STEP: usize = 64 << 10;

/// The spans of a whole text. They tile it; an empty text has none.
#[must_use]
pub fn spans(text: &[u8]) -> Spans<'_> {
    Spans {
        text,
        finder: SpanFinder::new(SpanRule::DEFINITION),
        next: 0,
        judged: 0,
        step: STEP,
    }
}

/// Iterator over spans, see [`spans`].
#[derive(Clone, Debug)]
pub struct Spans<'a> {
    text: &'a [u8],
    finder: SpanFinder,
    next: usize,
    judged: usize,
    step: usize,
}

impl Iterator for Spans<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let (start, length) = (self.next, self.text.len());
        if start == length {
            return None;
        }
        self.next = loop {
            if let Some(next) = self.finder.pop_start() {
                self.step = STEP;
                break next;
            }
            if self.judged == length {
                break length;
            }
            // In growing steps, so that the bytes examined again add up to at most the text.
            self.judged = length.min(self.judged + self.step);
            self.step *= 2;
            self.finder.scan_until(self.text, self.judged);
        };
        Some(start..self.next)
    }
}

impl std::iter::FusedIterator for Spans<'_> {}

/// Whether a text begins with the block of tag lines of an Event line, or with that line.
pub(crate) fn begins_with_event(text: &[u8]) -> bool {
    let mut line = 0;
    while let Some(rest) = text.get(line..).filter(|rest| !rest.is_empty()) {
        match line_kind(rest) {
            LineKind::Event => return true,
            LineKind::Tag => line += line_length(rest),
            LineKind::Other => return false,
        }
    }
    false
}

/// Where the first line after a complete line that is not a tag line starts in a range: from there on blocks
/// of tag lines are whole.
pub(crate) fn first_known_line(range: &[u8]) -> Option<usize> {
    // The first line may have begun before the range.
    let mut line = line_length(range);
    loop {
        let rest = range.get(line..).filter(|rest| !rest.is_empty())?;
        line += line_length(rest);
        if line_kind(rest) == LineKind::Other {
            return Some(line);
        }
    }
}
