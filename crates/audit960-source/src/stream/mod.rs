//! Decoders: from stored bytes to text, one per compression, all behind [`Stream`].

mod bunzip;
mod columns;
mod gzip;
mod inflate;
mod plain;
mod records;
mod row_queue;
mod stored_text;
mod utf16;
mod zstd;

use std::io::{self, Read};
use std::sync::Arc;

use crate::bounded::Bounded;
use crate::chunk::{Damage, DamageKind};
use crate::expansion::Expansion;
use crate::frames::Frames;
use crate::limits::Limits;
use crate::peek_reader::{BrokenStream, PeekReader};

pub(crate) use columns::Columns;
pub(crate) use inflate::Inflate;
pub(crate) use records::Records;
pub(crate) use utf16::Utf16;
pub(crate) use zstd::{ANNOUNCED_HEAD, find_announced_frame, is_announced_frame};

/// Text of one source, in order.
pub(crate) trait Stream: Send {
    /// Decodes into `out`, which is at `position` of the text that `frames` maps. Returns the number of
    /// bytes and what follows them; 0 bytes with [`Flow::More`] only if `out` is empty. Must not be called
    /// again after the end.
    fn read(
        &mut self,
        out: &mut [u8],
        position: usize,
        frames: &mut Frames,
    ) -> io::Result<(usize, Flow)>;

    /// Optional work that another thread can do before `wanted` bytes are read.
    fn ahead(&mut self, _wanted: usize) -> io::Result<Ahead> {
        Ok(Ahead::Ready)
    }

    /// The stored bytes.
    fn peek_reader(&mut self) -> &mut PeekReader;

    /// What is known of the text so far.
    fn about(&self) -> About {
        About::default()
    }
}

/// What is known of the text that a stream has returned.
#[derive(Default)]
pub(crate) struct About {
    /// How many records were translated; `None` if the text is not a translation.
    pub(crate) records: Option<u64>,
    /// The columns of a table that are read, each with what it means.
    pub(crate) columns: Arc<[(String, String)]>,
    /// How many code units could not be decoded and were replaced by U+FFFD.
    pub(crate) replaced: u64,
}

/// What a thread that wants text does first, without blocking others.
pub(crate) enum Ahead {
    /// It reads.
    Ready,
    /// It decodes this part, or waits for the thread that does.
    Decode(Arc<dyn DecodedAhead>),
}

/// A part of a stream that any thread can decode; the first that tries does the work.
pub(crate) trait DecodedAhead: Send + Sync {
    /// Returns once it is decoded: by this thread, if no other has begun.
    fn decode(&self);
}

/// What follows some text.
#[derive(Debug)]
pub(crate) enum Flow {
    /// More text.
    More,
    /// The end.
    End,
    /// A hole; if `resumes`, with text after it.
    Broken { damage: Damage, resumes: bool },
}

/// The result of one call of a decoder.
pub(crate) struct Step {
    /// Bytes of text written.
    pub(crate) written: usize,
    pub(crate) state: StepState,
}

/// The state of a decoder after a call.
pub(crate) enum StepState {
    /// There may be more.
    InProgress,
    /// Its stream (member, frame) is complete.
    Finished,
    /// The stored bytes end too early.
    Truncated,
    /// They cannot be decoded.
    Failed(String),
    /// They are not decoded, because of a limit.
    Refused(String),
}

impl StepState {
    /// Why the decoder cannot go on, if it cannot: `part` names what it was decoding.
    fn damage(self, part: &str) -> Option<(DamageKind, String)> {
        match self {
            Self::InProgress | Self::Finished => None,
            Self::Truncated => {
                let message = format!("the file ends within a {part}");
                Some((DamageKind::Truncated, message))
            }
            Self::Failed(message) => Some((DamageKind::Corrupt, message)),
            Self::Refused(message) => Some((DamageKind::Refused, message)),
        }
    }
}

/// How an input is compressed, by its first bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Compression {
    #[default]
    Plain,
    Zstd,
    Gzip,
    Bzip2,
    Zip,
}

impl Compression {
    /// How many bytes decide.
    pub(crate) const HEAD: usize = 10;

    /// Detects the compression from the first [`Self::HEAD`] bytes, or all there are.
    pub(crate) fn detect(head: &[u8]) -> Self {
        if zstd::is_frame_start(head) {
            Self::Zstd
        } else if head.starts_with(gzip::MAGIC) {
            Self::Gzip
        } else if bunzip::is_stream_start(head) {
            Self::Bzip2
        } else if [b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08"]
            .iter()
            .any(|magic| head.starts_with(*magic))
        {
            Self::Zip
        } else {
            Self::Plain
        }
    }

    /// Opens the decoder, whose text `expansion` limits. A zip archive is not decoded here.
    pub(crate) fn open(
        self,
        peek_reader: PeekReader,
        limits: Limits,
        expansion: &Arc<Expansion>,
    ) -> io::Result<Box<dyn Stream>> {
        let decoder: Box<dyn Stream> = match self {
            Self::Zstd => Box::new(zstd::Zstd::new(peek_reader, limits)?),
            Self::Gzip => Box::new(gzip::Gzip::new(peek_reader)),
            Self::Bzip2 => Box::new(bunzip::Bunzip::new(peek_reader)),
            Self::Plain | Self::Zip => return Ok(Box::new(plain::Plain::new(peek_reader))),
        };
        Ok(Bounded::over(decoder, expansion))
    }
}

/// The result of decoding some input.
struct Decoded {
    read: usize,
    written: usize,
    /// Whether its stream is complete, or the message of the decoder.
    finished: Result<bool, String>,
}

/// Runs a decoder on the window of the reader. Text before an error counts as written.
fn step(
    peek_reader: &mut PeekReader,
    out: &mut [u8],
    decode: impl FnOnce(&[u8], &mut [u8]) -> Decoded,
) -> io::Result<Step> {
    let input = peek_reader.peek(1)?;
    let at_end = input.is_empty();
    // Even without input the decoder may still have text.
    let Decoded {
        read,
        written,
        finished,
    } = decode(input, out);
    peek_reader.consume(read);
    let state = match finished {
        Ok(true) => StepState::Finished,
        Ok(false) if at_end && written == 0 && !out.is_empty() => StepState::Truncated,
        Ok(false) => StepState::InProgress,
        Err(message) => StepState::Failed(message),
    };
    Ok(Step { written, state })
}

/// The hole where a decoder cannot go on, if it cannot: `part` names what it was decoding.
pub(crate) fn damage_flow(
    peek_reader: &mut PeekReader,
    state: StepState,
    part: &str,
) -> io::Result<Option<Flow>> {
    let from = peek_reader.position();
    let Some((kind, message)) = state.damage(part) else {
        return Ok(None);
    };
    end_broken(peek_reader, kind, from, message).map(Some)
}

/// Ends a stream that cannot be decoded further: all stored bytes from `from` on are lost.
pub(crate) fn end_broken(
    peek_reader: &mut PeekReader,
    kind: DamageKind,
    from: u64,
    message: impl Into<String>,
) -> io::Result<Flow> {
    let damage = peek_reader.lose_rest(kind, from, message.into())?;
    Ok(Flow::Broken {
        damage,
        resumes: false,
    })
}

/// Checks what follows the last member or stream of a file: nothing, or zero bytes as padding. Anything else
/// is damage.
fn trailing_bytes(peek_reader: &mut PeekReader, expected: &str) -> io::Result<Flow> {
    let from = peek_reader.position();
    if peek_reader.rest_is_zero()? {
        return Ok(Flow::End);
    }
    end_broken(
        peek_reader,
        DamageKind::Corrupt,
        from,
        format!("no {expected} begins here"),
    )
}

/// The text of a stream as a reader, for a compressed file in a zip archive.
pub(crate) struct StreamReader {
    stream: Box<dyn Stream>,
    frames: Frames,
    flow: Flow,
}

impl StreamReader {
    pub(crate) fn new(stream: Box<dyn Stream>) -> Self {
        Self {
            stream,
            frames: Frames::default(),
            flow: Flow::More,
        }
    }
}

impl Read for StreamReader {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while matches!(self.flow, Flow::More) && !out.is_empty() {
            let (count, flow) = self.stream.read(out, 0, &mut self.frames)?;
            self.flow = flow;
            if count > 0 {
                return Ok(count);
            }
        }
        match std::mem::replace(&mut self.flow, Flow::End) {
            Flow::Broken { damage, .. } => Err(io::Error::new(
                io::ErrorKind::InvalidData,
                BrokenStream(damage),
            )),
            flow => {
                self.flow = flow;
                Ok(0)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compression_by_first_bytes() {
        for (head, expected) in [
            (&b""[..], Compression::Plain),
            (b"[Event \"x\"", Compression::Plain),
            (b"\x28\xB5\x2F\xFD\0\0", Compression::Zstd),
            (b"\x50\x2A\x4D\x18\x04\0\0\0", Compression::Zstd),
            (b"\x5F\x2A\x4D\x18", Compression::Zstd),
            (b"\x60\x2A\x4D\x18", Compression::Plain),
            (b"\x28\xB5\x2F", Compression::Plain),
            (b"\x1F\x8B\x08\0", Compression::Gzip),
            (b"BZh91AY&SY", Compression::Bzip2),
            (b"BZh1\x17\x72\x45\x38\x50\x90", Compression::Bzip2),
            (b"BZh91AY", Compression::Bzip2),
            (b"BZh9 Open, Round 1", Compression::Plain),
            (b"BZh0\x17\x72\x45\x38\x50\x90", Compression::Plain),
            (b"BZh", Compression::Plain),
            (b"PK\x03\x04....", Compression::Zip),
            (b"PK\x05\x06....", Compression::Zip),
        ] {
            assert_eq!(Compression::detect(head), expected, "{head:?}");
        }
    }
}
