//! Text that is not compressed.

use std::io;

use super::{Flow, Stream};
use crate::frames::Frames;
use crate::supply::Supply;

/// Returns stored bytes unchanged.
pub(crate) struct Plain {
    supply: Supply,
}

impl Plain {
    pub(crate) const fn new(supply: Supply) -> Self {
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

    fn supply(&mut self) -> &mut Supply {
        &mut self.supply
    }
}
