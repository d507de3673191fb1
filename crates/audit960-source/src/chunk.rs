//! What a reader hands out.

use std::ops::Range;
use std::sync::Arc;

use audit960_types::Identity;

use crate::encoding::Encoding;
use crate::flight::Lease;
use crate::format::Format;
use crate::frames::Frames;

/// Whole spans of one source (EPD: whole lines), in the order of the archive. Meant to be used
/// again and again: its buffers stay.
#[derive(Clone, Debug, Default)]
pub struct Chunk {
    /// Ordinal of the chunk in the whole run, from 0.
    pub sequence: u64,
    /// Index of its source.
    pub source: u32,
    /// Name of its source.
    pub source_name: Arc<str>,
    /// What the source holds.
    pub format: Format,
    /// How the characters of the source are stored. Its text is what they are in UTF-8.
    pub encoding: Encoding,
    /// How many characters of the source could not be decoded and were replaced by U+FFFD, told with
    /// its last chunk.
    pub replaced: u64,
    /// No chunk of this source came before.
    pub first_of_source: bool,
    /// No chunk of this source follows.
    pub last_of_source: bool,
    /// The text. Empty for an empty source, or where nothing could be decoded before damage.
    pub bytes: Vec<u8>,
    /// Where its spans start, ascending and from 0; none if it has no text. EPD: as one span.
    pub span_starts: Vec<usize>,
    /// Where the bytes come from.
    pub frames: Frames,
    /// Bytes of this chunk's only span beyond the longest that is read. They were ignored
    /// right after `bytes`.
    pub dropped: u64,
    /// Line ends among the ignored bytes.
    pub dropped_lines: u64,
    /// The compressed stream broke after these bytes.
    pub damage: Option<Damage>,
    /// What is wrong with the input; then the chunk has no text.
    pub trouble: Option<Trouble>,
    /// What it takes of the bytes that may be in flight, where it came from a
    /// [`SharedReader`](crate::SharedReader): free again when it is dropped.
    pub lease: Lease,
}

/// What can be wrong with an input as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// It cannot be opened, or not be read to its end, for that reason.
    Unreadable(String),
    /// It was changed while it was read; how.
    Changed(String),
    /// It is the same file as an earlier input, of that name.
    Repeated(String),
}

impl Chunk {
    /// Its spans, which tile its text. They are those of the whole source, wherever chunks end.
    pub fn spans(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        let ends = self.span_starts.iter().skip(1).copied();
        let ends = ends.chain([self.bytes.len()]);
        self.span_starts
            .iter()
            .zip(ends)
            .map(|(&start, end)| start..end)
    }

    /// The identity of the byte at `position`; for `bytes.len()` that of the first byte behind.
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
    /// First stored byte that gave no text, as far as the format tells: the block for zstd, what
    /// the decoder had taken in for gzip and bzip2, the whole member where only a checksum fails.
    pub stored_from: u64,
    /// The stored byte after the hole: where decoding went on, or the end of the input. Offsets
    /// count in the input, for the inside of a compressed member of a zip archive in that member.
    pub stored_to: u64,
    /// What the decoder says.
    pub message: String,
}

/// How a compressed stream broke.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DamageKind {
    /// The stored bytes end before the stream does.
    Truncated,
    /// They cannot be decoded.
    Corrupt,
    /// They are not decoded: a limit of the run was met ([`Limits`](crate::Limits)).
    Refused,
}
