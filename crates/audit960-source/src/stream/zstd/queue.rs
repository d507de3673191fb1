//! Whole frames that were read ahead, in the order of the input.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;

use super::extent::measure;
use super::whole::{Spares, Stage, WholeFrame};
use crate::limits::Limits;
use crate::stream::Ahead;
use crate::supply::Supply;

/// How many there may be.
const MOST_FRAMES: usize = 256;

/// Text at hand, and the frames behind it.
#[derive(Default)]
pub(super) struct Queue {
    text: Vec<u8>,
    /// How much of the text was handed out.
    given: usize,
    waiting: VecDeque<Arc<WholeFrame>>,
    /// Memory of those that wait.
    weight: usize,
    /// Memory that text at hand and frames read ahead may take; the last of them may go beyond.
    most_bytes: usize,
    /// The longest window of a frame that is decoded.
    longest_window: u64,
    spares: Arc<Spares>,
    /// A data frame of this input came before.
    begun: bool,
    /// No frame is decoded as a whole, to compare.
    #[cfg(test)]
    closed: bool,
    /// The position of a frame that is not to be decoded as a whole.
    refused: Option<u64>,
}

impl Queue {
    pub(super) fn new(limits: Limits) -> Self {
        Self {
            most_bytes: limits.frames_ahead(),
            longest_window: limits.window_bytes(),
            ..Self::default()
        }
    }

    /// One that takes no frame.
    #[cfg(test)]
    pub(super) fn closed() -> Self {
        Self {
            closed: true,
            ..Self::default()
        }
    }

    /// Text that is to be handed out first.
    pub(super) fn text(&self) -> &[u8] {
        self.text.get(self.given..).unwrap_or_default()
    }

    /// So much of it was.
    pub(super) fn give(&mut self, count: usize) {
        self.given += count;
        if self.given >= self.text.len() {
            self.given = 0;
            self.spares.give_back(std::mem::take(&mut self.text));
        }
    }

    /// The text that comes next, which the one before must have left room for.
    pub(super) fn put(&mut self, text: Vec<u8>) {
        (self.text, self.given) = (text, 0);
        // A frame without text leaves nothing.
        self.give(0);
    }

    /// The next frame.
    pub(super) fn pop(&mut self) -> Option<Arc<WholeFrame>> {
        let whole = self.waiting.pop_front()?;
        self.weight -= whole.weight();
        Some(whole)
    }

    /// Gives the stored bytes of all frames that wait back to the supply, and before them those of
    /// `failed`, of which only the data frame.
    pub(super) fn put_back(&mut self, failed: &WholeFrame, supply: &mut Supply) {
        let mut stored = vec![failed.stored_data()];
        stored.extend(self.waiting.iter().map(|whole| whole.stored()));
        supply.put_back(&stored);
        self.waiting.clear();
        self.weight = 0;
    }

    /// Takes the next frame from the supply, if it is one to be decoded as a whole. That depends on
    /// stored bytes alone: were it decided by who has time, what is told of damage could differ.
    pub(super) fn fetch(&mut self, supply: &mut Supply) -> io::Result<Option<&Arc<WholeFrame>>> {
        let position = supply.position();
        if self.refused == Some(position) {
            return Ok(None);
        }
        #[cfg(test)]
        if self.closed {
            return Ok(None);
        }
        // An only frame gives its first text earlier if it is decoded piece by piece.
        let extent =
            measure(supply, self.longest_window)?.filter(|extent| self.begun || !extent.last);
        let Some(extent) = extent else {
            self.refused = Some(position);
            return Ok(None);
        };
        let window = supply.look(extent.stored)?;
        let stored = window.get(..extent.stored).unwrap_or_default().to_vec();
        supply.consume(extent.stored);
        self.begun = true;
        let whole = WholeFrame::new(stored, position, extent, Arc::clone(&self.spares));
        self.weight += whole.weight();
        self.waiting.push_back(Arc::new(whole));
        Ok(self.waiting.back())
    }

    /// A data frame is decoded piece by piece.
    pub(super) const fn pass(&mut self) {
        self.begun = true;
    }

    /// What is to be done before `wanted` bytes of text can be read at once.
    pub(super) fn ahead(&mut self, supply: &mut Supply, wanted: usize) -> io::Result<Ahead> {
        let mut at_hand = self.text().len();
        let mut pending = None;
        for whole in &self.waiting {
            match whole.stage() {
                Stage::Text(length) => at_hand += length,
                // What is wrong with it is found by decoding it piece by piece.
                Stage::Failed => return Ok(Ahead::Ready),
                Stage::Pending => {
                    pending = Some(Arc::clone(whole));
                    break;
                }
            }
        }
        if at_hand >= wanted {
            return Ok(Ahead::Ready);
        }
        if self.text.capacity() + self.weight < self.most_bytes
            && self.waiting.len() < MOST_FRAMES
            && let Some(whole) = self.fetch(supply)?
        {
            return Ok(Ahead::Decode(Arc::clone(whole)));
        }
        Ok(pending.map_or(Ahead::Ready, Ahead::Wait))
    }
}
