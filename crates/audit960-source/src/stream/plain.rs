//! Text that is not compressed.

use std::io;

use super::{Flow, Stream};
use crate::frames::Frames;
use crate::peek_reader::PeekReader;

/// Returns stored bytes unchanged.
pub(crate) struct Plain {
    peek_reader: PeekReader,
}

impl Plain {
    pub(crate) const fn new(peek_reader: PeekReader) -> Self {
        Self { peek_reader }
    }
}

impl Stream for Plain {
    fn read(&mut self, out: &mut [u8], _: usize, _: &mut Frames) -> io::Result<(usize, Flow)> {
        let count = self.peek_reader.read(out)?;
        let flow = if count == 0 && !out.is_empty() {
            Flow::End
        } else {
            Flow::More
        };
        Ok((count, flow))
    }

    fn peek_reader(&mut self) -> &mut PeekReader {
        &mut self.peek_reader
    }
}
