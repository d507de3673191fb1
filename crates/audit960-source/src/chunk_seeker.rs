//! The chunks of an input that hold given places, read as an audit reads them.
//!
//! What a text says depends on the whole span that holds it, so a chunk has whole spans. Plain text and
//! zstd files of announced frames are read from a boundary before the place; all other inputs (gzip, bzip2, zip
//! archives, UTF-16, records) are read from their beginning, and places that come in order need one pass over them.

use std::sync::Arc;

use audit960_types::{Identity, count_line_ends};

use crate::chunk::Chunk;
use crate::discover::discover;
use crate::error::SourceError;
use crate::options::ReaderOptions;
use crate::progress::Progress;
use crate::ranges::{ByteRange, Layout, RangeReader, Stored as _, StoredPath};
use crate::reader::ChunkReader;

/// Stored bytes before a place from which the search for a boundary begins.
const BEFORE: u64 = 64 << 10;

/// Reads chunks of one input.
pub struct ChunkSeeker {
    input: String,
    options: ReaderOptions,
    /// The file, if it can be read from a boundary in its middle.
    ranges: Option<(Arc<StoredPath>, Layout)>,
    body: Option<Body>,
    /// Number of lines of the source before the next chunk, if it is known.
    lines: Option<u64>,
    /// The same for the chunk that was read last.
    lines_before: Option<u64>,
    /// The place after the chunk that was read last.
    end: Identity,
}

/// Where chunks come from.
enum Body {
    Range(Box<RangeReader>),
    Whole(Box<ChunkReader>),
}

impl Body {
    fn next(&mut self, chunk: &mut Chunk) -> Result<bool, SourceError> {
        match self {
            Self::Range(reader) => reader.next_chunk(chunk),
            Self::Whole(reader) => reader.next_chunk(chunk),
        }
    }
}

impl ChunkSeeker {
    /// A reader of the input named `input`.
    ///
    /// # Errors
    /// [`SourceError`] if the file cannot be opened or read.
    pub fn open(input: &str, options: ReaderOptions) -> Result<Self, SourceError> {
        let stored = StoredPath::open(input)?;
        let layout = Layout::of(&stored, options.limits).map_err(SourceError::read(input))?;
        let ranges = layout.format().map(|_| (Arc::new(stored), layout));
        Ok(Self {
            input: input.to_owned(),
            options,
            ranges,
            body: None,
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
        let mut body = match self.body.take() {
            Some(body) => body,
            None => self.begin()?,
        };
        let found = body.next(chunk)?;
        self.body = Some(body);
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
        let Some((stored, layout)) = &self.ranges else {
            return Ok(());
        };
        let [at_byte, read_to] = [at, self.end].map(|place| layout.stored_offset(place));
        let mut before = BEFORE;
        // Up to there reading on is no slower than searching.
        while at_byte.saturating_sub(before) > read_to.saturating_add(BEFORE) {
            let range = ByteRange {
                start: at_byte - before,
                end: stored.size(),
            };
            let stored = Arc::clone(stored);
            let reader = RangeReader::open(stored, range, self.options)?;
            if reader.begins().is_some_and(|begins| begins <= at) {
                self.body = Some(Body::Range(Box::new(reader)));
                self.lines = None;
                return Ok(());
            }
            before = before.saturating_mul(8);
        }
        Ok(())
    }

    fn begin(&mut self) -> Result<Body, SourceError> {
        self.lines = Some(0);
        let inputs = discover(std::slice::from_ref(&self.input))?.inputs;
        let progress = Arc::new(Progress::default());
        Ok(Body::Whole(Box::new(ChunkReader::new(
            inputs,
            self.options,
            progress,
        ))))
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
