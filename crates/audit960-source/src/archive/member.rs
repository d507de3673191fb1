//! The text of one member of a zip archive.

use std::io;

use flate2::Crc;

use super::{Extent, Method};
use crate::chunk::DamageKind;
use crate::frames::Frames;
use crate::peek_reader::PeekReader;
use crate::stream::{Flow, Inflate, Step, StepState, Stream, damage_flow, end_broken};

const BUFFER: usize = 64 << 10;

/// Decodes a member and checks its CRC-32.
pub(super) struct MemberStream {
    peek_reader: PeekReader,
    extent: Extent,
    text: Text,
}

enum Text {
    Stored(Crc),
    Deflated(Box<Inflate>),
}

impl MemberStream {
    pub(super) fn new(mut peek_reader: PeekReader, extent: Extent) -> Self {
        peek_reader.widen(BUFFER);
        let text = match extent.method {
            Method::Stored => Text::Stored(Crc::new()),
            Method::Deflated => Text::Deflated(Box::new(Inflate::new())),
        };
        Self {
            peek_reader,
            extent,
            text,
        }
    }

    fn step(&mut self, out: &mut [u8]) -> io::Result<Step> {
        match &mut self.text {
            Text::Deflated(inflate) => inflate.step(&mut self.peek_reader, out),
            Text::Stored(crc) => {
                let written = self.peek_reader.read(out)?;
                crc.update(out.get(..written).unwrap_or_default());
                let whole = self.peek_reader.position() == self.extent.end();
                let state = match (written, whole) {
                    (0, true) => StepState::Finished,
                    (0, false) => StepState::Truncated,
                    _ => StepState::InProgress,
                };
                Ok(Step { written, state })
            }
        }
    }

    fn checksum(&self) -> u32 {
        match &self.text {
            Text::Stored(crc) => crc.sum(),
            Text::Deflated(inflate) => inflate.checksum(),
        }
    }

    fn finish(&mut self) -> io::Result<Flow> {
        if self
            .extent
            .checksum
            .is_none_or(|checksum| checksum == self.checksum())
        {
            return Ok(Flow::End);
        }
        let message = "the checksum of the member does not match";
        end_broken(
            &mut self.peek_reader,
            DamageKind::Corrupt,
            self.extent.start,
            message,
        )
    }
}

impl Extent {
    const fn end(&self) -> u64 {
        self.start + self.stored_size
    }
}

impl Stream for MemberStream {
    fn read(&mut self, out: &mut [u8], _: usize, _: &mut Frames) -> io::Result<(usize, Flow)> {
        let mut count = 0;
        while let Some(rest) = out.get_mut(count..).filter(|rest| !rest.is_empty()) {
            let Step { written, state } = self.step(rest)?;
            count += written;
            if matches!(state, StepState::Finished) {
                return Ok((count, self.finish()?));
            }
            if let Some(flow) = damage_flow(&mut self.peek_reader, state, "member of the archive")?
            {
                return Ok((count, flow));
            }
        }
        Ok((count, Flow::More))
    }

    fn peek_reader(&mut self) -> &mut PeekReader {
        &mut self.peek_reader
    }
}
