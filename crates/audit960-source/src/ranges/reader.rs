//! The spans that a range owns, as chunks.

use std::io;
use std::sync::Arc;

use audit960_types::Identity;

use super::layout::{ByteRange, Layout};
use super::stored::Stored;
use crate::chunk::Chunk;
use crate::cutter::Cutter;
use crate::error::SourceError;
use crate::expansion::Expansion;
use crate::options::ReaderOptions;
use crate::peek_reader::{Meter, PeekReader};
use crate::reader::ChunkReader;
use crate::stream::Columns;

/// Reads the spans that a range of an input owns, in order. It reads beyond the range to the end of the last
/// of them.
pub struct RangeReader {
    stored: Arc<dyn Stored>,
    name: Arc<str>,
    range: ByteRange,
    body: Body,
    stored_as_text: bool,
    sequence: u64,
}

/// Where chunks come from.
enum Body {
    /// No more chunks; the reader may not have been read to the end of the range.
    Nothing(Box<PeekReader>),
    /// A range of text.
    Part(Box<Part>),
    /// An input from its beginning to its end.
    Whole(Box<ChunkReader>),
}

struct Part {
    cutter: Cutter,
    /// Where the spans of the next range begin; `None` if there are none.
    end: Option<Identity>,
}

/// What was read of a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RangeReport {
    /// The range, cut at the end of the input.
    pub range: ByteRange,
    /// Size of the whole input in stored bytes.
    pub size: u64,
    /// XXH3-128 of the stored bytes of the range, 32 hexadecimal digits.
    pub xxh3_128: String,
    /// Whether the stored bytes are the text: neither compressed nor UTF-16.
    pub stored_as_text: bool,
    /// Names of the members of a zip archive that hold no games and were skipped.
    pub skipped_members: Vec<String>,
}

impl RangeReader {
    /// A reader of the spans that `range` owns. A range is cut at the end of the input.
    ///
    /// # Errors
    /// [`SourceError`] if the input cannot be read.
    pub fn open(
        stored: Arc<dyn Stored>,
        range: ByteRange,
        options: ReaderOptions,
    ) -> Result<Self, SourceError> {
        let size = stored.size();
        let end = range.end.min(size);
        let range = ByteRange {
            start: range.start.min(end),
            end,
        };
        let layout =
            Layout::of(&*stored, options.limits).map_err(SourceError::read(stored.name()))?;
        let body =
            begin(&*stored, layout, range, options).map_err(SourceError::read(stored.name()))?;
        Ok(Self {
            stored_as_text: matches!(layout, Layout::Bytes(_)),
            name: stored.name().into(),
            stored,
            range,
            body,
            sequence: 0,
        })
    }

    /// Whether the range is the whole input.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.range.start == 0 && self.range.end == self.stored.size()
    }

    /// Where the next span begins, if the range is part of an input and owns one.
    pub(crate) fn begins(&self) -> Option<Identity> {
        match &self.body {
            Body::Part(part) => Some(part.cutter.identity()),
            Body::Nothing(_) | Body::Whole(_) => None,
        }
    }

    /// Fills `chunk` with the next one; false at the end.
    ///
    /// # Errors
    /// [`SourceError`] if the input cannot be read. Broken compression is not an error, see
    /// [`Chunk::damage`].
    pub fn next_chunk(&mut self, chunk: &mut Chunk) -> Result<bool, SourceError> {
        let part = match &mut self.body {
            Body::Nothing(_) => return Ok(false),
            Body::Whole(reader) => return reader.next_chunk(chunk),
            Body::Part(part) => part,
        };
        let found = part
            .next_chunk(chunk)
            .map_err(SourceError::read(self.stored.name()))?;
        chunk.sequence = self.sequence;
        self.sequence += 1;
        chunk.source = 0;
        chunk.source_name = Arc::clone(&self.name);
        if chunk.last_of_source {
            self.body = Body::Nothing(Box::new(part.cutter.take_peek_reader()));
        }
        Ok(found)
    }

    /// The report of the range, after all its chunks were read.
    ///
    /// # Errors
    /// [`SourceError`] if the input cannot be read, or was changed in the meantime.
    pub fn finish(self) -> Result<RangeReport, SourceError> {
        let Self {
            stored,
            range,
            body,
            stored_as_text,
            ..
        } = self;
        let failed = SourceError::read(stored.name());
        let mut skipped_members = Vec::new();
        let mut bytes = match body {
            Body::Whole(reader) => {
                for report in reader.into_reports() {
                    skipped_members.extend(report.skipped_members);
                }
                // The whole was read without the hash of the range, so it is read again.
                let length = range.end - range.start;
                peek_reader(&*stored, range.start, length, &Arc::default()).map_err(failed)?
            }
            Body::Nothing(peek_reader) => *peek_reader,
            Body::Part(mut part) => part.cutter.take_peek_reader(),
        };
        let left = range.end.saturating_sub(bytes.position());
        bytes.skip(left).map_err(failed)?;
        if let Some(change) = stored.change() {
            let error = io::Error::other(format!("it was changed while it was read: {change}"));
            return Err(failed(error));
        }
        let missing = bytes.missing();
        if missing > 0 {
            let error = io::Error::other(format!("its last {missing} bytes are missing"));
            return Err(failed(error));
        }
        Ok(RangeReport {
            range,
            size: stored.size(),
            xxh3_128: format!("{:032x}", bytes.sum_so_far().unwrap_or_default()),
            stored_as_text,
            skipped_members,
        })
    }
}

/// Opens the spans that a range owns.
fn begin(
    stored: &dyn Stored,
    layout: Layout,
    range: ByteRange,
    options: ReaderOptions,
) -> io::Result<Body> {
    let expansion = Expansion::new(options.limits.expansion);
    let bytes = || peek_reader(stored, range.start, range.end - range.start, &expansion);
    if let Layout::Rows(form) = layout
        && let Some(file) = stored.file()?
    {
        let stream = layout.stream(bytes()?, options.limits, &expansion)?;
        let columns = Columns::within(stream, form, file, range.start..range.end, options.limits)?;
        let cutter = Cutter::rows(columns, options, range.start == 0)?;
        return Ok(Body::Part(Box::new(Part { cutter, end: None })));
    }
    let Some(format) = layout.format() else {
        if range.start == 0 && range.end > 0 {
            let reader = ChunkReader::new(vec![stored.input()?], options, Arc::default());
            return Ok(Body::Whole(Box::new(reader)));
        }
        return Ok(Body::Nothing(Box::new(bytes()?)));
    };
    let mut peek_reader = bytes()?;
    let text = layout.text_start(&mut peek_reader)?;
    let Some(text) = text.filter(|text| *text < range.end) else {
        // The text after both boundaries is the same.
        return Ok(Body::Nothing(Box::new(peek_reader)));
    };
    let stream = layout.stream(peek_reader, options.limits, &expansion)?;
    let cutter = if range.start == 0 {
        Cutter::open(stream, options)?
    } else {
        let mut cutter = Cutter::within(stream, options, format, plain(text));
        if !cutter.skip_undecided()? {
            return Ok(Body::Nothing(Box::new(cutter.take_peek_reader())));
        }
        cutter
    };
    let end = boundary(stored, layout, range.end, options)?;
    Ok(Body::Part(Box::new(Part { cutter, end })))
}

/// The span start that a boundary stands for; `None` for the end of the input.
fn boundary(
    stored: &dyn Stored,
    layout: Layout,
    at: u64,
    options: ReaderOptions,
) -> io::Result<Option<Identity>> {
    let Some(format) = layout.format().filter(|_| at < stored.size()) else {
        return Ok(None);
    };
    let expansion = Expansion::new(options.limits.expansion);
    let mut peek_reader = peek_reader(stored, at, 0, &expansion)?;
    let Some(text) = layout.text_start(&mut peek_reader)? else {
        return Ok(None);
    };
    let stream = layout.stream(peek_reader, options.limits, &expansion)?;
    let mut cutter = Cutter::within(stream, options, format, plain(text));
    Ok(cutter.skip_undecided()?.then(|| cutter.identity()))
}

/// The identity of a byte of plain text; in frames the decoder replaces it.
const fn plain(offset: u64) -> Identity {
    Identity {
        frame_offset: 0,
        byte_offset: offset,
    }
}

impl Part {
    fn next_chunk(&mut self, chunk: &mut Chunk) -> io::Result<bool> {
        self.cutter.next_chunk(chunk)?;
        chunk.trouble = None;
        chunk.columns = match chunk.first_of_source {
            true => self.cutter.about().columns,
            false => Arc::default(),
        };
        let Some(end) = self.end else {
            return Ok(true);
        };
        let length = chunk.position_of(end);
        if length < chunk.bytes.len() {
            chunk.bytes.truncate(length);
            chunk.span_starts.retain(|start| *start < length);
            (chunk.dropped, chunk.dropped_lines, chunk.damage) = (0, 0, None);
            chunk.last_of_source = true;
            return Ok(length > 0);
        }
        Ok(true)
    }
}

/// The stored bytes from an offset on; the first `hashed` of them are hashed as they are read.
fn peek_reader(
    stored: &dyn Stored,
    from: u64,
    hashed: u64,
    expansion: &Arc<Expansion>,
) -> io::Result<PeekReader> {
    let meter = Meter::of_range(hashed, expansion);
    Ok(PeekReader::new(stored.read_from(from)?, from, Some(meter)))
}
