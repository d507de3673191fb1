//! Where a text may be cut: before a span, or between two lines of EPD.

use memchr::{memchr, memrchr};

use crate::format::Format;
use crate::spans::{SPAN_START, first_start, last_start};

/// Bytes that must be seen behind a position to tell whether it is a cut.
pub(crate) const LOOKAHEAD: usize = SPAN_START.len();

impl Format {
    /// The first cut after position 0.
    pub(crate) fn first_cut(self, bytes: &[u8]) -> Option<usize> {
        match self {
            Self::Pgn => first_start(bytes),
            Self::Epd => memchr(b'\n', bytes).map(|newline| newline + 1),
        }
    }

    /// The last cut after `from` and not after `to`.
    pub(crate) fn last_cut(self, bytes: &[u8], from: usize, to: usize) -> Option<usize> {
        match self {
            Self::Pgn => last_start(bytes, from, to),
            Self::Epd => {
                let newline = memrchr(b'\n', bytes.get(from..to.min(bytes.len()))?)?;
                Some(from + newline + 1)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn epd_is_cut_behind_newlines() {
        let text = b"ab\ncd\nef";
        assert_eq!(Format::Epd.first_cut(text), Some(3));
        assert_eq!(Format::Epd.last_cut(text, 0, 8), Some(6));
        assert_eq!(Format::Epd.last_cut(text, 0, 6), Some(6));
        assert_eq!(Format::Epd.last_cut(text, 0, 5), Some(3));
        assert_eq!(Format::Epd.last_cut(text, 3, 5), None);
        assert_eq!(Format::Pgn.last_cut(text, 0, 8), None);
    }
}
