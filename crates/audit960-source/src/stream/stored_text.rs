//! Stored text that a layer has read of the stream below it and not yet translated.

use std::io;

use super::{Flow, Stream};
use crate::frames::Frames;

/// Bytes that are read at a time.
const STEP: usize = 256 << 10;

/// Stored text, and the stream that it comes from.
pub(super) struct StoredText {
    pub(super) stream: Box<dyn Stream>,
    /// What was read and is not yet translated.
    pub(super) bytes: Vec<u8>,
    /// What follows it.
    flow: Flow,
}

impl StoredText {
    /// `head` is what was already read of the stream, and `flow` what follows it.
    pub(super) fn new(stream: Box<dyn Stream>, head: Vec<u8>, flow: Flow) -> Self {
        Self {
            stream,
            bytes: head,
            flow,
        }
    }

    /// Whether more follows without a break.
    pub(super) const fn goes_on(&self) -> bool {
        matches!(self.flow, Flow::More)
    }

    /// Reads more; if nothing follows without a break, it takes what does: an end, or a hole, after which more may
    /// follow.
    pub(super) fn fetch(&mut self) -> io::Result<Option<Flow>> {
        let flow = std::mem::replace(&mut self.flow, Flow::More);
        if !matches!(flow, Flow::More) {
            return Ok(Some(flow));
        }
        let held = self.bytes.len();
        self.bytes.resize(held + STEP, 0);
        let out = self.bytes.get_mut(held..).unwrap_or_default();
        let (count, flow) = self.stream.read(out, 0, &mut Frames::default())?;
        self.bytes.truncate(held + count);
        self.flow = flow;
        Ok(None)
    }
}
