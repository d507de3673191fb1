//! Chunks: the output of a reader.

use std::ops::Range;
use std::sync::Arc;

use audit960_types::Identity;

use crate::encoding::Encoding;
use crate::format::Format;
use crate::frames::Frames;
use crate::in_flight::Lease;

/// Whole spans of one source (EPD: whole lines), in the order of the archive. Reuse it for the next chunk:
/// its buffers are kept.
#[derive(Clone, Debug, Default)]
pub struct Chunk {
    /// Ordinal of the chunk in the whole run, from 0.
    pub sequence: u64,
    /// Index of its source among those of the reader so far.
    pub source: u32,
    /// Name of its source.
    pub source_name: Arc<str>,
    /// The format of the source.
    pub format: Format,
    /// The stored encoding of the source. UTF-16 was decoded to UTF-8; other text is as stored.
    pub encoding: Encoding,
    /// The columns of a table that are read, each with what it means, in the first chunk of its source.
    pub columns: Arc<[(String, String)]>,
    /// How many code units of the source could not be decoded and were replaced by U+FFFD; 0 before its
    /// last chunk.
    pub replaced: u64,
    /// Whether this is the first chunk of its source.
    pub first_of_source: bool,
    /// Whether this is the last chunk of its source.
    pub last_of_source: bool,
    /// The text. Empty if the source is, or if nothing could be decoded before the damage.
    pub bytes: Vec<u8>,
    /// XXH3-128 of the stored bytes that had been read of its input when the chunk was cut: everything before the
    /// chunk, its text, and some text after it, always the same amount. `None` if the text is not stored as it is:
    /// in compressed inputs, in UTF-16 and in records.
    pub stored_sum: Option<u128>,
    /// Where its spans start: ascending positions, the first 0; none without text. EPD counts as one span, a record of another form as one each.
    pub span_starts: Vec<usize>,
    /// The frames that the bytes come from.
    pub frames: Frames,
    /// Bytes of this chunk's only span beyond [`ReaderOptions::max_span_bytes`](crate::ReaderOptions). They
    /// follow `bytes` and were ignored.
    pub dropped: u64,
    /// Line ends in the ignored bytes.
    pub dropped_lines: u64,
    /// The damage of the compressed stream after these bytes.
    pub damage: Option<Damage>,
    /// What is wrong with the input as a whole; the chunk then has no text.
    pub trouble: Option<InputProblem>,
    /// Its share of the bytes in flight, if it came from a [`SharedReader`](crate::SharedReader). Dropping it
    /// frees them.
    pub lease: Lease,
}

/// What is wrong with an input as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputProblem {
    /// It cannot be opened or read to its end; the reason.
    Unreadable(String),
    /// It was changed while it was read; the change.
    Changed(String),
    /// It is the same file as an earlier input; the name of that.
    Repeated(String),
    /// It has the same bytes as an earlier input; the name of that.
    Identical(String),
}

impl Chunk {
    /// Its spans, which tile its text. They do not depend on where chunks end.
    pub fn spans(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        let ends = self.span_starts.iter().skip(1).copied();
        let ends = ends.chain([self.bytes.len()]);
        self.span_starts
            .iter()
            .zip(ends)
            .map(|(&start, end)| start..end)
    }

    /// The identity of the byte at `position`; for `bytes.len()` that of the next byte.
    #[must_use]
    pub fn identity(&self, position: usize) -> Identity {
        self.frames.identity(position)
    }
}

/// A hole in a source. Text after it, if any, begins with the next chunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// What happened.
    pub kind: DamageKind,
    /// Offset of the first stored byte that gave no text, as far as the format says: the block for zstd, what
    /// the decoder had consumed for gzip and bzip2, the whole member if only its checksum is wrong.
    pub stored_from: u64,
    /// Offset of the stored byte after the hole, where decoding went on, or the end of the input. Offsets
    /// count in the input; inside a compressed member of a zip archive, in that member.
    pub stored_to: u64,
    /// The message of the decoder.
    pub message: String,
}

/// How a compressed stream broke.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DamageKind {
    /// The stored bytes end before the stream does.
    Truncated,
    /// They cannot be decoded.
    Corrupt,
    /// They are not decoded because of a limit of the run ([`Limits`](crate::Limits)).
    Refused,
    /// They are a table without moves.
    NoGames,
}
