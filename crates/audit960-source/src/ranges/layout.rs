//! Where the stored bytes of an input may be split.

use std::io;
use std::sync::Arc;

use crate::records::{ColumnForm, ColumnRecords};
use audit960_types::Identity;

use super::stored::Stored;
use crate::cutter::Cutter;
use crate::encoding::Encoding;
use crate::error::SourceError;
use crate::expansion::Expansion;
use crate::format::Format;
use crate::limits::Limits;
use crate::options::ReaderOptions;
use crate::peek_reader::{Meter, PeekReader};
use crate::stream::{
    ANNOUNCED_HEAD, Compression, Stream, find_announced_frame, is_announced_frame,
};

/// A range of stored bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByteRange {
    /// Offset of its first byte.
    pub start: u64,
    /// Offset of the byte after its last one.
    pub end: u64,
}

impl ByteRange {
    /// A range from `start` to before `end`; without `end`, to the end of the input.
    ///
    /// # Errors
    /// [`NoRange`] if the end is before the start.
    pub fn new(start: u64, end: Option<u64>) -> Result<Self, NoRange> {
        let end = end.unwrap_or(u64::MAX);
        match start <= end {
            true => Ok(Self { start, end }),
            false => Err(NoRange { start, end }),
        }
    }
}

/// The error for a range that ends before it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the range ends at byte {end}, before its start at byte {start}")]
pub struct NoRange {
    start: u64,
    end: u64,
}

/// The ranges in which to read an input, of `bytes` stored bytes each except the last. They tile it; an input
/// that cannot be split has one.
///
/// # Errors
/// [`SourceError`] if it cannot be read.
pub fn splits(
    stored: &dyn Stored,
    bytes: u64,
    limits: Limits,
) -> Result<Vec<ByteRange>, SourceError> {
    let size = stored.size();
    let layout = Layout::of(stored, limits).map_err(SourceError::read(stored.name()))?;
    let step = match layout {
        Layout::Bytes(_) | Layout::Frames(_) | Layout::Rows(_) => bytes.max(1),
        Layout::Whole => size.max(1),
    };
    let mut starts = (0..size).step_by(usize::try_from(step).unwrap_or(usize::MAX));
    let first = starts.next().unwrap_or(0);
    let range = |start: u64| ByteRange {
        start,
        end: start.saturating_add(step).min(size),
    };
    Ok(std::iter::once(first).chain(starts).map(range).collect())
}

/// How an input can be split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// At any byte: plain text in UTF-8.
    Bytes(Format),
    /// At any announced frame of zstd.
    Frames(Format),
    /// At any row group or message: a table.
    Rows(ColumnForm),
    /// Not at all.
    Whole,
}

impl Layout {
    /// Detects the layout from the beginning of the input.
    pub(crate) fn of(stored: &dyn Stored, limits: Limits) -> io::Result<Self> {
        let expansion = Expansion::new(limits.expansion);
        let meter = Meter::of_range(0, &expansion);
        let mut peek_reader = PeekReader::new(stored.read_from(0)?, 0, Some(meter));
        let head = peek_reader.peek(ANNOUNCED_HEAD)?;
        if let Some(form) = ColumnForm::detect(head) {
            // One that cannot be opened is damage, which its only range reports.
            let opened = stored.file()?.map(|file| ColumnRecords::open(form, file));
            return Ok(match opened {
                Some(Ok(_)) => Self::Rows(form),
                _ => Self::Whole,
            });
        }
        let layout = match Compression::detect(head) {
            Compression::Plain => Self::Bytes,
            Compression::Zstd if is_announced_frame(head) => Self::Frames,
            _ => return Ok(Self::Whole),
        };
        let stream = layout(Format::Pgn).stream(peek_reader, limits, &expansion)?;
        let cutter = Cutter::open(stream, ReaderOptions::within(limits))?;
        Ok(match (cutter.encoding(), cutter.format()) {
            (_, Format::Records) => Self::Whole,
            (Encoding::Utf8, format) => layout(format),
            _ => Self::Whole,
        })
    }

    const fn compression(self) -> Compression {
        match self {
            Self::Frames(_) => Compression::Zstd,
            _ => Compression::Plain,
        }
    }

    /// The format of the text after boundaries; `None` if the stored bytes are no text that can be split.
    pub(crate) const fn format(self) -> Option<Format> {
        match self {
            Self::Bytes(format) | Self::Frames(format) => Some(format),
            Self::Rows(_) | Self::Whole => None,
        }
    }

    /// The stored offset of a place, or of the frame that holds it.
    pub(crate) const fn stored_offset(self, at: Identity) -> u64 {
        match self {
            Self::Frames(_) => at.frame_offset,
            Self::Bytes(_) | Self::Rows(_) | Self::Whole => at.byte_offset,
        }
    }

    /// Goes from a boundary, the position of the reader, to the beginning of the text after it; returns its
    /// stored offset, `None` if there is no such text.
    pub(super) fn text_start(self, peek_reader: &mut PeekReader) -> io::Result<Option<u64>> {
        let found = match self {
            Self::Bytes(_) => true,
            Self::Frames(_) => find_announced_frame(peek_reader)?,
            Self::Rows(_) | Self::Whole => false,
        };
        Ok(found.then(|| peek_reader.position()))
    }

    /// A decoder of the text from there on, which `expansion` limits.
    pub(super) fn stream(
        self,
        peek_reader: PeekReader,
        limits: Limits,
        expansion: &Arc<Expansion>,
    ) -> io::Result<Box<dyn Stream>> {
        self.compression().open(peek_reader, limits, expansion)
    }
}
