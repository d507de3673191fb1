//! Where a text may be cut: before a span, or between two lines of EPD or of records.

use audit960_types::{line_length, line_start};

use crate::format::Format;
use crate::spans::{SpanFinder, SpanRule, begins_with_event, first_known_line};

/// Finds the cuts of a text, of which a window at its front is visible.
pub(crate) enum CutFinder {
    /// Before spans.
    Spans(SpanFinder),
    /// After line ends.
    Lines,
    /// After line ends; each line with text is a span.
    Records,
}

impl CutFinder {
    /// For a text from its beginning.
    pub(crate) const fn new(format: Format) -> Self {
        match format {
            Format::Pgn => Self::Spans(SpanFinder::new(SpanRule::DEFINITION)),
            Format::Epd => Self::Lines,
            Format::Records => Self::Records,
        }
    }

    /// For a text after unknown text.
    pub(crate) fn after_unknown(format: Format) -> Self {
        match Self::new(format) {
            Self::Spans(finder) => Self::Spans(SpanFinder::after_unknown(finder.rule())),
            lines => lines,
        }
    }

    /// Whether a text that begins at a cut has the cuts that it would have by itself: an Event line makes its first span.
    pub(crate) fn is_clear_cut(&self, text: &[u8]) -> bool {
        match self {
            Self::Spans(_) => begins_with_event(text),
            Self::Lines => true,
            Self::Records => false,
        }
    }

    /// For another text in the same format.
    pub(crate) fn restart(&mut self) {
        if let Self::Spans(finder) = self {
            *finder = SpanFinder::new(finder.rule());
        }
    }

    /// Bytes after a position that decide whether it is a cut.
    pub(crate) const fn lookahead(&self) -> usize {
        match self {
            Self::Spans(finder) => finder.rule().lookahead(),
            // A CR at the end may be half of a line end.
            Self::Lines | Self::Records => 1,
        }
    }

    /// Scans the window; `ended` if the text ends with it.
    pub(crate) fn scan(&mut self, window: &[u8], ended: bool) {
        if let Self::Spans(finder) = self {
            finder.scan(window, ended);
        }
    }

    /// The last cut after `from` and at or before `to`, in a window that was scanned.
    pub(crate) fn last_cut(&self, window: &[u8], from: usize, to: usize) -> Option<usize> {
        let cut = match self {
            Self::Spans(finder) => finder.last_start(to)?,
            Self::Lines | Self::Records => line_start(window, to),
        };
        (cut > from).then_some(cut)
    }

    /// The first cut after position 0 and at or after `from`, in a window that was scanned. `from` is 0 but where spans are
    /// known later.
    pub(crate) fn first_cut(&self, window: &[u8], from: usize, ended: bool) -> Option<usize> {
        match self {
            Self::Spans(finder) => finder.first_start(from),
            Self::Lines | Self::Records => {
                let cut = line_length(window);
                let complete = matches!(window.get(cut.checked_sub(1)?), Some(b'\n' | b'\r'));
                (complete && (ended || cut < window.len())).then_some(cut)
            }
        }
    }

    /// The position from which on cuts are known, in a window that begins a text after unknown text.
    pub(crate) fn known_from(&self, window: &[u8]) -> Option<usize> {
        match self {
            Self::Spans(_) => first_known_line(window),
            Self::Lines | Self::Records => Some(0),
        }
    }

    /// How many bytes of a window without cuts may be discarded before more text is read.
    pub(crate) fn discardable(&self, window: &[u8]) -> usize {
        match self {
            Self::Spans(finder) => finder.discardable(window),
            Self::Lines | Self::Records => window.len().saturating_sub(1),
        }
    }

    /// Prepares for a window that begins at `at`. Adds the starts of the spans before that to `starts`.
    pub(crate) fn discard(&mut self, window: &[u8], at: usize, starts: &mut Vec<usize>) {
        if at > 0 {
            starts.push(0);
        }
        match self {
            Self::Spans(finder) => {
                starts.extend(finder.take_starts(at));
                finder.discard(window, at);
            }
            Self::Lines => {}
            Self::Records => {
                starts.extend(records_after_first(window.get(..at).unwrap_or_default()));
            }
        }
    }
}

/// Where the records of a text start, except the first one; empty lines belong to the record before.
fn records_after_first(text: &[u8]) -> impl Iterator<Item = usize> + '_ {
    let mut line = 0;
    let lines = std::iter::from_fn(move || {
        let start = line;
        let rest = text.get(start..).filter(|rest| !rest.is_empty())?;
        line += line_length(rest);
        Some((start, rest))
    });
    let with_text = lines.filter(|(_, rest)| rest.first() != Some(&b'\n'));
    with_text.skip(1).map(|(start, _)| start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn epd_is_cut_after_line_ends() {
        let cuts = CutFinder::new(Format::Epd);
        for (text, second) in [
            (&b"ab\ncd\nef"[..], 6),
            (b"ab\rcd\ref", 6),
            (b"ab\ncd\r\nef", 7),
        ] {
            assert_eq!(cuts.first_cut(text, 0, false), Some(3));
            assert_eq!(cuts.last_cut(text, 0, 8), Some(second));
            assert_eq!(cuts.last_cut(text, 0, second), Some(second));
            assert_eq!(cuts.last_cut(text, 0, second - 1), Some(3));
            assert_eq!(cuts.last_cut(text, 3, second - 1), None);
        }
        assert_eq!(
            cuts.first_cut(b"ab\r", 0, false),
            None,
            "half of a line end"
        );
        assert_eq!(cuts.first_cut(b"ab\r", 0, true), Some(3));
        assert_eq!(cuts.first_cut(b"ab", 0, true), None);
    }
}
