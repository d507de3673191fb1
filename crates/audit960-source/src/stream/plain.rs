//! Text that is not compressed.

use std::io;

use super::{Flow, Stream};
use crate::frames::Frames;
use crate::supply::PeekReader;

/// Returns stored bytes unchanged.
pub(crate) struct Plain {
    supply: PeekReader,
}

impl Plain {
    pub(crate) const fn new(supply: PeekReader) -> Self {
        Self { supply }
    }
}

impl Stream for Plain {
    fn read(&mut self, out: &mut [u8], _: usize, _: &mut Frames) -> io::Result<(usize, Flow)> {
        let count = self.supply.read(out)?;
        let flow = if count == 0 && !out.is_empty() {
            Flow::End
        } else {
            Flow::More
        };
        Ok((count, flow))
    }

    fn supply(&mut self) -> &mut PeekReader {
        &mut self.supply
    }
}
