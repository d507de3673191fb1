//! One data frame, decoded block by block.

use std::io;

use zstd::stream::raw::{DParameter, Decoder, InBuffer, Operation, OutBuffer};

use super::super::{Step, StepState};
use crate::peek_reader::PeekReader;

/// Length of magic and frame header descriptor, which determine the length of the header.
pub(super) const FIRST_BYTES: usize = 5;
pub(super) const BLOCK_HEADER: usize = 3;
/// The largest window of the reference implementation (`--long=31`), as a power of two; memory is allocated
/// only as a frame needs it.
pub(super) const LARGEST_WINDOW_LOG: u32 = 31;

/// Decodes one frame after another.
///
/// The library drops the text of a call that fails. So it gets one part of the frame at a time, and only
/// after it has returned all text of the part before: when it fails, all blocks before were returned, and
/// nothing after the failing one was consumed.
pub(super) struct FrameDecoder {
    decoder: Decoder<'static>,
    part: Part,
    /// Whether the library may hold text that did not fit.
    pending: bool,
    /// All stored bytes of the frame before this offset were decoded.
    decoded_to: u64,
    /// Where the frame ends, if that was announced.
    stored_end: Option<u64>,
    /// Why the frame is not decoded.
    refused: Option<String>,
}

fn fresh() -> io::Result<Decoder<'static>> {
    let mut decoder = Decoder::new()?;
    decoder.set_parameter(DParameter::WindowLogMax(LARGEST_WINDOW_LOG))?;
    Ok(decoder)
}

/// The next part of a frame (RFC 8878, 3.1.1).
#[derive(Clone, Copy)]
enum Part {
    FirstBytes,
    /// This many more bytes of the frame header.
    Header(usize),
    BlockHeader,
    Block {
        size: usize,
        last: bool,
    },
    /// This many bytes of checksum, or one that the library holds back until all text is returned.
    End(usize),
}

impl FrameDecoder {
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self {
            decoder: fresh()?,
            part: Part::FirstBytes,
            pending: false,
            decoded_to: 0,
            stored_end: None,
            refused: None,
        })
    }

    /// Begins the frame at the stored offset `offset`, which ends at `stored_end` if that is known. With
    /// `refused`, a reason, it is not decoded.
    pub(super) fn begin(
        &mut self,
        offset: u64,
        stored_end: Option<u64>,
        refused: Option<String>,
    ) -> io::Result<()> {
        self.part = Part::FirstBytes;
        self.pending = false;
        self.decoded_to = offset;
        self.stored_end = stored_end;
        self.refused = refused;
        // A used decoder keeps buffers of earlier frames, and how far it gets with a damaged frame depends
        // on them.
        self.decoder = fresh()?;
        Ok(())
    }

    /// The stored offset of the part that could not be decoded.
    pub(super) const fn decoded_to(&self) -> u64 {
        self.decoded_to
    }

    /// Decodes one part, or returns more text of the part before.
    pub(super) fn step(
        &mut self,
        peek_reader: &mut PeekReader,
        out: &mut [u8],
    ) -> io::Result<Step> {
        if let Some(reason) = self.refused.take() {
            return Ok(Step {
                written: 0,
                state: StepState::Refused(reason),
            });
        }
        if self.pending {
            return Ok(self.run(&[], out).1);
        }
        let size = self.part.size();
        if self
            .stored_end
            .is_some_and(|end| peek_reader.position() + size as u64 > end)
        {
            let message = "the frame is longer than announced".to_owned();
            return Ok(Step {
                written: 0,
                state: StepState::Failed(message),
            });
        }
        let Some(input) = peek_reader.peek(size)?.get(..size) else {
            return Ok(Step {
                written: 0,
                state: StepState::Truncated,
            });
        };
        let (read, step) = self.run(input, out);
        peek_reader.consume(read);
        if matches!(self.part, Part::BlockHeader | Part::End(_)) {
            self.decoded_to = peek_reader.position();
        }
        Ok(step)
    }

    /// Gives the library the next part, or nothing; returns how many bytes it consumed.
    fn run(&mut self, part: &[u8], out: &mut [u8]) -> (usize, Step) {
        let room = out.len();
        let mut input = InBuffer::around(part);
        let mut output = OutBuffer::around(out);
        let result = self.decoder.run(&mut input, &mut output);
        let written = output.pos();
        let (read, state) = match result {
            Ok(0) => (input.pos(), StepState::Finished),
            Ok(wanted) => {
                if !part.is_empty() {
                    self.part = self.part.next(part, wanted);
                }
                (input.pos(), StepState::InProgress)
            }
            Err(error) => (0, StepState::Failed(error.to_string())),
        };
        self.pending = written == room;
        (read, Step { written, state })
    }
}

impl Part {
    const fn size(self) -> usize {
        match self {
            Self::FirstBytes => FIRST_BYTES,
            Self::BlockHeader => BLOCK_HEADER,
            Self::Header(size) | Self::Block { size, .. } | Self::End(size) => size,
        }
    }

    /// The part after this one, which is `bytes`. `wanted` is how many bytes the library asks for; with a
    /// frame header it includes the block header after it.
    fn next(self, bytes: &[u8], wanted: usize) -> Self {
        match self {
            Self::FirstBytes => Self::Header(wanted.saturating_sub(BLOCK_HEADER)),
            Self::BlockHeader => Self::after_block_header(bytes, wanted),
            Self::Block { last: true, .. } | Self::End(_) => Self::End(wanted),
            Self::Header(_) | Self::Block { last: false, .. } => Self::BlockHeader,
        }
    }

    fn after_block_header(bytes: &[u8], wanted: usize) -> Self {
        let header = BlockHeader::of(bytes);
        match (header.stored(), header.last) {
            (0, true) => Self::End(wanted),
            (0, false) => Self::BlockHeader,
            (size, last) => Self::Block { size, last },
        }
    }
}

/// The header of a block (RFC 8878, 3.1.1.2): one bit for the last block, two for the type, the rest for the
/// size.
pub(super) struct BlockHeader {
    pub(super) last: bool,
    kind: u64,
    size: u64,
}

impl BlockHeader {
    const RAW: u64 = 0;
    const RUN_LENGTH: u64 = 1;
    const RESERVED: u64 = 3;

    fn of(bytes: &[u8]) -> Self {
        let header = little_endian(bytes);
        Self {
            last: header & 1 == 1,
            kind: header >> 1 & 3,
            size: header >> 3,
        }
    }

    /// Reads a header. `None` for an undefined type, and for a block longer than `largest`, which the
    /// library accepts only if its buffer has room.
    pub(super) fn read(bytes: &[u8], largest: u64) -> Option<Self> {
        Some(Self::of(bytes))
            .filter(|header| header.kind != Self::RESERVED && header.size <= largest)
    }

    /// Stored bytes of the block after its header.
    pub(super) const fn stored(&self) -> usize {
        match self.kind {
            Self::RUN_LENGTH => 1,
            _ => self.size as usize,
        }
    }

    /// The most bytes of text it can hold, in a frame whose compressed blocks hold at most `largest`.
    pub(super) const fn longest_text(&self, largest: u64) -> u64 {
        match self.kind {
            Self::RAW | Self::RUN_LENGTH => self.size,
            _ => largest,
        }
    }
}
/// A number of up to eight bytes, the lowest first.
pub(super) fn little_endian(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .rev()
        .fold(0, |number, &byte| number << 8 | u64::from(byte))
}
