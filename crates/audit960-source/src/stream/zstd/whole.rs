//! Frames that are decoded as a whole, on any thread.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use zstd::bulk::Decompressor;

use super::DataFrame;
use super::extent::Extent;
use crate::stream::DecodedAhead;

/// The most bytes of text buffers that are kept for later frames.
const SPARE_TEXT: usize = 32 << 20;

/// A stored frame that is decoded as a whole.
///
/// Any thread may call [`DecodedAhead::decode`]; the first one does the work, without holding a lock.
pub(crate) struct WholeFrame {
    frame: DataFrame,
    stored: Vec<u8>,
    extent: Extent,
    state: Mutex<State>,
    done: Condvar,
    spares: Arc<Spares>,
}

enum State {
    Stored,
    Decoding,
    Text(Vec<u8>),
    /// It cannot be decoded as a whole.
    Failed,
}

/// How far the decoding of a frame is.
pub(super) enum Stage {
    /// Its text is not there yet.
    Pending,
    /// It is decoded: this many bytes of text.
    Text(usize),
    Failed,
}

impl WholeFrame {
    /// `stored` are the bytes that `extent` measures, from `position` of the input on.
    pub(super) fn new(stored: Vec<u8>, position: u64, extent: Extent, spares: Arc<Spares>) -> Self {
        let frame = DataFrame {
            offset: position + extent.lead as u64,
            stored_end: extent.announced_end,
        };
        Self {
            frame,
            stored,
            extent,
            state: Mutex::new(State::Stored),
            done: Condvar::new(),
            spares,
        }
    }

    pub(super) const fn frame(&self) -> DataFrame {
        self.frame
    }

    /// The stored bytes, with those of the skippable frames before it.
    pub(super) fn stored(&self) -> &[u8] {
        &self.stored
    }

    /// The stored bytes of the data frame alone.
    pub(super) fn stored_data(&self) -> &[u8] {
        self.stored.get(self.extent.lead..).unwrap_or_default()
    }

    /// The most memory it needs, in bytes.
    pub(super) const fn weight(&self) -> usize {
        self.extent.stored + self.extent.text
    }

    pub(super) fn stage(&self) -> Stage {
        match &*lock(&self.state) {
            State::Stored | State::Decoding => Stage::Pending,
            State::Text(text) => Stage::Text(text.len()),
            State::Failed => Stage::Failed,
        }
    }

    /// Takes the text; `None` if the frame cannot be decoded as a whole.
    pub(super) fn take(&self) -> Option<Vec<u8>> {
        self.decode();
        match std::mem::replace(&mut *self.decoded(), State::Failed) {
            State::Text(text) => Some(text),
            _ => None,
        }
    }

    fn decoded(&self) -> MutexGuard<'_, State> {
        self.done
            .wait_while(lock(&self.state), |state| matches!(state, State::Decoding))
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn text(&self) -> Option<Vec<u8>> {
        let mut decoder = match lock(&self.spares.decoders).pop() {
            Some(decoder) => decoder,
            None => Decompressor::new().ok()?,
        };
        let mut text = lock(&self.spares.texts).pop().unwrap_or_default();
        text.clear();
        text.reserve_exact(self.extent.text);
        let decoded = decoder.decompress_to_buffer(self.stored_data(), &mut text);
        lock(&self.spares.decoders).push(decoder);
        if decoded.is_err() {
            self.spares.give_back(text);
            return None;
        }
        Some(text)
    }
}

impl DecodedAhead for WholeFrame {
    fn decode(&self) {
        let mut state = lock(&self.state);
        if !matches!(*state, State::Stored) {
            return;
        }
        *state = State::Decoding;
        drop(state);
        // Dropping this wakes the waiting threads even if this one panics.
        let mut outcome = FrameOutcome {
            whole: self,
            state: State::Failed,
        };
        if let Some(text) = self.text() {
            outcome.state = State::Text(text);
        }
    }

    fn wait(&self) {
        self.decode();
        drop(self.decoded());
    }
}

/// The result of decoding, stored in the frame when dropped.
struct FrameOutcome<'w> {
    whole: &'w WholeFrame,
    state: State,
}

impl Drop for FrameOutcome<'_> {
    fn drop(&mut self) {
        *lock(&self.whole.state) = std::mem::replace(&mut self.state, State::Failed);
        self.whole.done.notify_all();
    }
}

/// Decoders and buffers for reuse.
#[derive(Default)]
pub(super) struct Spares {
    decoders: Mutex<Vec<Decompressor<'static>>>,
    texts: Mutex<Vec<Vec<u8>>>,
}

impl Spares {
    /// Keeps a buffer, unless there are enough ([`SPARE_TEXT`]).
    pub(super) fn give_back(&self, text: Vec<u8>) {
        let mut texts = lock(&self.texts);
        let kept: usize = texts.iter().map(Vec::capacity).sum();
        if kept + text.capacity() <= SPARE_TEXT {
            texts.push(text);
        }
    }
}

/// Ignores a poisoned lock: the panic ends the run anyway.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
