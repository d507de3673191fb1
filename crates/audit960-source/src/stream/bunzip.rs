//! bzip2: streams one after another, read as one text.

use std::io;

use bzip2::{Decompress, Status};

use super::{Decoded, Flow, Step, StepState, Stream, fault, step, trailing_bytes};
use crate::frames::Frames;
use crate::supply::Supply;

const BUFFER: usize = 64 << 10;
/// `BZh`, the block size in 100 kB, and the first block's or the stream end's magic.
const HEAD: usize = 10;
const BLOCK: &[u8] = b"1AY&SY";
const STREAM_END: &[u8] = b"\x17\x72\x45\x38\x50\x90";

/// Whether a bzip2 stream begins here, as far as there are bytes to tell.
pub(super) fn is_stream_start(head: &[u8]) -> bool {
    let Some((&[b'B', b'Z', b'h', b'1'..=b'9'], magic)) = head.split_first_chunk() else {
        return false;
    };
    let magic = magic.get(..BLOCK.len()).unwrap_or(magic);
    BLOCK.starts_with(magic) || STREAM_END.starts_with(magic)
}

/// Whether another stream follows one; less than a magic at the end of the file is one that was
/// cut short.
fn goes_on(head: &[u8]) -> bool {
    is_stream_start(head) || (!head.is_empty() && b"BZh".starts_with(head))
}

/// Decodes streams.
pub(super) struct Bunzip {
    supply: Supply,
    decoder: Option<Decompress>,
    streams: u64,
}

impl Bunzip {
    pub(super) fn new(mut supply: Supply) -> Self {
        supply.widen(BUFFER);
        Self {
            supply,
            decoder: None,
            streams: 0,
        }
    }
}

impl Stream for Bunzip {
    fn read(&mut self, out: &mut [u8], _: usize, _: &mut Frames) -> io::Result<(usize, Flow)> {
        let mut count = 0;
        while let Some(rest) = out.get_mut(count..).filter(|rest| !rest.is_empty()) {
            let Some(decoder) = &mut self.decoder else {
                if self.streams > 0 && !goes_on(self.supply.peek(HEAD)?) {
                    return Ok((count, trailing_bytes(&mut self.supply, "bzip2 stream")?));
                }
                self.decoder = Some(Decompress::new(false));
                continue;
            };
            let Step { written, state } = step(&mut self.supply, rest, |input, out| {
                decode(decoder, input, out)
            })?;
            count += written;
            if matches!(state, StepState::Finished) {
                self.decoder = None;
                self.streams += 1;
            } else if let Some(flow) = fault(&mut self.supply, state, "bzip2 stream")? {
                return Ok((count, flow));
            }
        }
        Ok((count, Flow::More))
    }

    fn supply(&mut self) -> &mut Supply {
        &mut self.supply
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
