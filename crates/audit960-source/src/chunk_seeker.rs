//! The chunks of an input that hold given places, read as an audit reads them.
//!
//! What a text says depends on the whole span that holds it, so a chunk has whole spans. Plain text and
//! zstd files of announced frames are read from a boundary before the place; all other inputs (gzip, bzip2, zip
//! archives, UTF-16, records) are read from their beginning, and places that come in order need one pass over them.

use std::sync::Arc;

use audit960_types::{Identity, count_line_ends};

use crate::chunk::Chunk;
use crate::error::SourceError;
use crate::options::ReaderOptions;
use crate::ranges::{ByteRange, Layout, RangeReader, Stored as _, StoredPath};

/// Stored bytes before a place from which the search for a boundary begins.
const BEFORE: u64 = 64 << 10;

/// Reads chunks of one input.
pub struct ChunkSeeker {
    options: ReaderOptions,
    stored: Arc<StoredPath>,
    layout: Layout,
    reader: Option<RangeReader>,
    /// Number of lines of the source before the next chunk, if it is known.
    lines: Option<u64>,
    /// The same for the chunk that was read last.
    lines_before: Option<u64>,
    /// The place after the chunk that was read last.
    end: Identity,
}

impl ChunkSeeker {
    /// A reader of the input named `input`.
    ///
    /// # Errors
    /// [`SourceError`] if the file cannot be opened or read.
    pub fn open(input: &str, options: ReaderOptions) -> Result<Self, SourceError> {
        let stored = StoredPath::open(input)?;
        let layout = Layout::of(&stored, options.limits).map_err(SourceError::read(input))?;
        Ok(Self {
            options,
            stored: Arc::new(stored),
            layout,
            reader: None,
            lines: Some(0),
            lines_before: Some(0),
            end: Identity::default(),
        })
    }

    /// Number of lines of its source before the chunk that was read last; `None` after [`Self::seek`].
    #[must_use]
    pub const fn lines_before(&self) -> Option<u64> {
        self.lines_before
    }

    /// Sets [`Self::lines_before`] of `chunk`, the one that was read last.
    pub fn set_lines_before(&mut self, lines: u64, chunk: &Chunk) {
        self.lines_before = Some(lines);
        self.lines = Some(lines + count_line_ends(&chunk.bytes) + chunk.dropped_lines);
    }

    /// Fills `chunk` with the next chunk of the input; false at its end.
    ///
    /// # Errors
    /// [`SourceError`] if the file cannot be read.
    pub fn next_chunk(&mut self, chunk: &mut Chunk) -> Result<bool, SourceError> {
        let reader = match &mut self.reader {
            Some(reader) => reader,
            None => {
                let whole = self.reader_from(0)?;
                self.reader.insert(whole)
            }
        };
        let found = reader.next_chunk(chunk)?;
        if found {
            if chunk.first_of_source {
                self.lines = Some(0);
            }
            self.lines_before = self.lines;
            let lines = count_line_ends(&chunk.bytes) + chunk.dropped_lines;
            self.lines = self.lines.map(|before| before + lines);
            self.end = chunk.identity(chunk.bytes.len());
        }
        Ok(found)
    }

    /// Goes to a boundary before a place of the input's only source, if that saves reading the text up to there:
    /// [`Self::next_chunk`] then goes on with the span that begins there, which is not after the place and not
    /// before the end of the last chunk.
    ///
    /// # Errors
    /// [`SourceError`] if the file cannot be read.
    pub fn seek(&mut self, at: Identity) -> Result<(), SourceError> {
        // Anything else has no boundary in its middle.
        if self.layout.format().is_none() {
            return Ok(());
        }
        let [at_byte, read_to] = [at, self.end].map(|place| self.layout.stored_offset(place));
        let mut before = BEFORE;
        // Up to there reading on is no slower than searching.
        while at_byte.saturating_sub(before) > read_to.saturating_add(BEFORE) {
            let reader = self.reader_from(at_byte - before)?;
            if reader.begins().is_some_and(|begins| begins <= at) {
                self.reader = Some(reader);
                self.lines = None;
                return Ok(());
            }
            before = before.saturating_mul(8);
        }
        Ok(())
    }

    /// A reader of the spans from a boundary on.
    fn reader_from(&self, start: u64) -> Result<RangeReader, SourceError> {
        let range = ByteRange {
            start,
            end: self.stored.size(),
        };
        RangeReader::open(Arc::clone(&self.stored) as _, range, self.options)
    }
}

impl Chunk {
    /// Position of the first byte that is not before a place of the source; the length of the text if there is
    /// none.
    #[must_use]
    pub fn position_of(&self, at: Identity) -> usize {
        // Identities ascend with positions.
        let (mut low, mut high) = (0, self.bytes.len());
        while low < high {
            let middle = low.midpoint(high);
            if self.identity(middle) < at {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    /// Whether it holds a place of the source that is named. The place after its last byte belongs to it if
    /// nothing follows, or if there is a hole.
    #[must_use]
    pub fn holds(&self, source: &str, at: Identity) -> bool {
        let end = self.identity(self.bytes.len());
        let whole = self.last_of_source || self.damage.is_some() || self.dropped > 0;
        *self.source_name == *source && self.identity(0) <= at && (at < end || at == end && whole)
    }
}
