//! Frames that were read ahead, in the order of the input.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;

use super::extent::measure;
use super::whole::{Spares, Stage, WholeFrame};
use crate::limits::Limits;
use crate::peek_reader::PeekReader;
use crate::stream::Ahead;

/// The most frames in the queue.
const MAX_FRAMES: usize = 256;

/// Decoded text, and the frames after it.
#[derive(Default)]
pub(super) struct Queue {
    text: Vec<u8>,
    /// Bytes of the text that were returned.
    given: usize,
    waiting: VecDeque<Arc<WholeFrame>>,
    /// Memory of the waiting frames, in bytes.
    weight: usize,
    /// Bytes of memory for the text and the waiting frames; the last of these may exceed it.
    max_bytes: usize,
    /// The longest window of a frame that is decoded.
    max_window: u64,
    spares: Arc<Spares>,
    /// Whether a data frame of this input came before.
    begun: bool,
    /// Whether no frame is decoded as a whole, for comparison.
    #[cfg(test)]
    closed: bool,
    /// The position of a frame that is not to be decoded as a whole.
    refused: Option<u64>,
}

impl Queue {
    pub(super) fn new(limits: Limits) -> Self {
        Self {
            max_bytes: limits.frames_ahead(),
            max_window: limits.window_bytes(),
            ..Self::default()
        }
    }

    /// A queue that accepts no frame.
    #[cfg(test)]
    pub(super) fn closed() -> Self {
        Self {
            closed: true,
            ..Self::default()
        }
    }

    /// The text to return next.
    pub(super) fn text(&self) -> &[u8] {
        self.text.get(self.given..).unwrap_or_default()
    }

    /// Marks bytes of the text as returned.
    pub(super) fn give(&mut self, count: usize) {
        self.given += count;
        if self.given >= self.text.len() {
            self.given = 0;
            self.spares.give_back(std::mem::take(&mut self.text));
        }
    }

    /// Sets the next text; all of the text before must have been returned.
    pub(super) fn put(&mut self, text: Vec<u8>) {
        (self.text, self.given) = (text, 0);
        // Frees the buffer of a frame without text.
        self.give(0);
    }

    /// Removes the next frame.
    pub(super) fn pop(&mut self) -> Option<Arc<WholeFrame>> {
        let whole = self.waiting.pop_front()?;
        self.weight -= whole.weight();
        Some(whole)
    }

    /// Puts the stored bytes of all waiting frames back into the reader, and before them those of the data
    /// frame of `failed`.
    pub(super) fn put_back(&mut self, failed: &WholeFrame, peek_reader: &mut PeekReader) {
        let mut stored = vec![failed.stored_data()];
        stored.extend(self.waiting.iter().map(|whole| whole.stored()));
        peek_reader.put_back(&stored);
        self.waiting.clear();
        self.weight = 0;
    }

    /// Reads the next frame from the reader, if it is to be decoded as a whole. That must depend on stored
    /// bytes alone, not on timing: otherwise reports of damage could differ between runs.
    pub(super) fn fetch(
        &mut self,
        peek_reader: &mut PeekReader,
    ) -> io::Result<Option<&Arc<WholeFrame>>> {
        let position = peek_reader.position();
        if self.refused == Some(position) {
            return Ok(None);
        }
        #[cfg(test)]
        if self.closed {
            return Ok(None);
        }
        // A single frame gives its first text earlier if it is decoded piece by piece.
        let extent =
            measure(peek_reader, self.max_window)?.filter(|extent| self.begun || !extent.last);
        let Some(extent) = extent else {
            self.refused = Some(position);
            return Ok(None);
        };
        let window = peek_reader.peek(extent.stored)?;
        let stored = window.get(..extent.stored).unwrap_or_default().to_vec();
        peek_reader.consume(extent.stored);
        self.begun = true;
        let whole = WholeFrame::new(stored, position, extent, Arc::clone(&self.spares));
        self.weight += whole.weight();
        self.waiting.push_back(Arc::new(whole));
        Ok(self.waiting.back())
    }

    /// Records that a data frame is decoded piece by piece.
    pub(super) const fn pass(&mut self) {
        self.begun = true;
    }

    /// The work to do before `wanted` bytes of text can be read at once.
    pub(super) fn ahead(
        &mut self,
        peek_reader: &mut PeekReader,
        wanted: usize,
    ) -> io::Result<Ahead> {
        let mut ready = self.text().len();
        let mut pending = None;
        for whole in &self.waiting {
            match whole.stage() {
                Stage::Text(length) => ready += length,
                // Decoding it piece by piece finds what is wrong with it.
                Stage::Failed => return Ok(Ahead::Ready),
                Stage::Pending => {
                    pending = Some(Arc::clone(whole));
                    break;
                }
            }
        }
        if ready >= wanted {
            return Ok(Ahead::Ready);
        }
        if self.text.capacity() + self.weight < self.max_bytes
            && self.waiting.len() < MAX_FRAMES
            && let Some(whole) = self.fetch(peek_reader)?
        {
            let whole = Arc::clone(whole);
            return Ok(Ahead::Decode(whole));
        }
        Ok(match pending {
            Some(whole) => Ahead::Decode(whole),
            None => Ahead::Ready,
        })
    }
}
