//! Limits how much text a stream may give.

use std::io;
use std::sync::Arc;

use crate::chunk::DamageKind;
use crate::expansion::Expansion;
use crate::frames::Frames;
use crate::peek_reader::PeekReader;
use crate::stream::{About, Ahead, Flow, Stream, end_broken};

/// A stream that ends where its input exceeds [`MaxExpansion`](crate::MaxExpansion).
pub(crate) struct Bounded {
    stream: Box<dyn Stream>,
    expansion: Arc<Expansion>,
}

impl Bounded {
    /// Wraps a stream.
    pub(crate) fn over(stream: Box<dyn Stream>, expansion: &Arc<Expansion>) -> Box<dyn Stream> {
        Box::new(Self {
            stream,
            expansion: Arc::clone(expansion),
        })
    }
}

impl Stream for Bounded {
    fn read(
        &mut self,
        out: &mut [u8],
        position: usize,
        frames: &mut Frames,
    ) -> io::Result<(usize, Flow)> {
        let (count, flow) = self.stream.read(out, position, frames)?;
        let exceeded = self.expansion.add_text(count as u64);
        let (Flow::More, Some(message)) = (&flow, exceeded) else {
            return Ok((count, flow));
        };
        let peek_reader = self.stream.peek_reader();
        let from = peek_reader.position();
        let flow = end_broken(peek_reader, DamageKind::Refused, from, message)?;
        Ok((count, flow))
    }

    fn ahead(&mut self, wanted: usize) -> io::Result<Ahead> {
        self.stream.ahead(wanted)
    }

    fn peek_reader(&mut self) -> &mut PeekReader {
        self.stream.peek_reader()
    }

    fn about(&self) -> About {
        self.stream.about()
    }
}
