//! The text of one member of a zip archive.

use std::io;

use flate2::Crc;

use super::{Extent, Method};
use crate::chunk::DamageKind;
use crate::frames::Frames;
use crate::stream::{Flow, Inflate, Step, StepState, Stream, end_broken, fault};
use crate::supply::PeekReader;

const BUFFER: usize = 64 << 10;

/// Decodes a member and checks its CRC-32.
pub(super) struct MemberStream {
    supply: PeekReader,
    extent: Extent,
    text: Text,
}

enum Text {
    Stored(Crc),
    Deflated(Box<Inflate>),
}

impl MemberStream {
    pub(super) fn new(mut supply: PeekReader, extent: Extent) -> Self {
        supply.widen(BUFFER);
        let text = match extent.method {
            Method::Stored => Text::Stored(Crc::new()),
            Method::Deflated => Text::Deflated(Box::new(Inflate::new())),
        };
        Self {
            supply,
            extent,
            text,
        }
    }

    fn step(&mut self, out: &mut [u8]) -> io::Result<Step> {
        match &mut self.text {
            Text::Deflated(inflate) => inflate.step(&mut self.supply, out),
            Text::Stored(crc) => {
                let written = self.supply.read(out)?;
                crc.update(out.get(..written).unwrap_or_default());
                let whole = self.supply.position() == self.extent.end();
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
        let message = "the checksum of the member does not match".to_owned();
        end_broken(
            &mut self.supply,
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
            if let Some(flow) = fault(&mut self.supply, state, "member of the archive")? {
                return Ok((count, flow));
            }
        }
        Ok((count, Flow::More))
    }

    fn supply(&mut self) -> &mut PeekReader {
        &mut self.supply
    }
}
