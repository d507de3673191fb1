//! bzip2: consecutive streams, read as one text.

use std::io::{self, Read as _};
use std::ops::Range;

use bzip2::{Decompress, Status};

use super::{Decoded, Flow, Step, StepState, Stream, damage_flow, step, trailing_bytes};
use crate::frames::Frames;
use crate::peek_reader::PeekReader;

const BUFFER: usize = 64 << 10;
/// Bytes of text decoded at a time.
const ROOM: usize = 32 << 10;
/// `BZh`, the block size in 100 kB, and the first block's or the stream end's magic.
const HEAD: usize = 10;
const BLOCK: &[u8] = b"1AY&SY";
const STREAM_END: &[u8] = b"\x17\x72\x45\x38\x50\x90";

/// Whether a bzip2 stream begins here, as far as there are bytes to decide.
pub(super) fn is_stream_start(head: &[u8]) -> bool {
    let Some((&[b'B', b'Z', b'h', b'1'..=b'9'], magic)) = head.split_first_chunk() else {
        return false;
    };
    let magic = magic.get(..BLOCK.len()).unwrap_or(magic);
    BLOCK.starts_with(magic) || STREAM_END.starts_with(magic)
}

/// Whether another stream follows. The beginning of a magic at the end of the file counts: that stream was
/// cut short.
fn goes_on(head: &[u8]) -> bool {
    is_stream_start(head) || (!head.is_empty() && b"BZh".starts_with(head))
}

/// Decodes bzip2 streams.
pub(super) struct Bunzip {
    peek_reader: PeekReader,
    decoder: Option<Decompress>,
    streams: u64,
    /// A buffer for decoded text. It always has the same size: for a damaged block the decoder does not
    /// report what it has written, so the text that is lost would depend on the buffer of the caller.
    text: Box<[u8]>,
    /// The part of the buffer that was not yet returned.
    waiting: Range<usize>,
    /// What comes after that text.
    ending: Option<Flow>,
}

impl Bunzip {
    pub(super) fn new(mut peek_reader: PeekReader) -> Self {
        peek_reader.widen(BUFFER);
        Self {
            peek_reader,
            decoder: None,
            streams: 0,
            text: vec![0; ROOM].into(),
            waiting: 0..0,
            ending: None,
        }
    }

    /// Fills the buffer with text, or up to the end or a hole.
    fn refill(&mut self) -> io::Result<()> {
        self.waiting = 0..0;
        while self.ending.is_none() && self.waiting.end < ROOM {
            let Some(decoder) = &mut self.decoder else {
                if self.streams > 0 && !goes_on(self.peek_reader.peek(HEAD)?) {
                    self.ending = Some(trailing_bytes(&mut self.peek_reader, "bzip2 stream")?);
                } else {
                    self.decoder = Some(Decompress::new(false));
                }
                continue;
            };
            let room = self.text.get_mut(self.waiting.end..).unwrap_or_default();
            let Step { written, state } = step(&mut self.peek_reader, room, |input, out| {
                decode(decoder, input, out)
            })?;
            self.waiting.end += written;
            if matches!(state, StepState::Finished) {
                self.decoder = None;
                self.streams += 1;
            } else {
                self.ending = damage_flow(&mut self.peek_reader, state, "bzip2 stream")?;
            }
        }
        Ok(())
    }
}

impl Stream for Bunzip {
    fn read(&mut self, out: &mut [u8], _: usize, _: &mut Frames) -> io::Result<(usize, Flow)> {
        let mut count = 0;
        loop {
            let mut waiting = self.text.get(self.waiting.clone()).unwrap_or_default();
            let given = waiting.read(out.get_mut(count..).unwrap_or_default())?;
            count += given;
            self.waiting.start += given;
            if count == out.len() {
                return Ok((count, Flow::More));
            }
            if let Some(flow) = self.ending.take() {
                return Ok((count, flow));
            }
            self.refill()?;
        }
    }

    fn peek_reader(&mut self) -> &mut PeekReader {
        &mut self.peek_reader
    }
}

fn decode(decoder: &mut Decompress, input: &[u8], out: &mut [u8]) -> Decoded {
    let (read, written) = (decoder.total_in(), decoder.total_out());
    let status = decoder.decompress(input, out);
    Decoded {
        read: (decoder.total_in() - read) as usize,
        written: (decoder.total_out() - written) as usize,
        finished: status
            .map(|status| status == Status::StreamEnd)
            .map_err(|error| error.to_string()),
    }
}
