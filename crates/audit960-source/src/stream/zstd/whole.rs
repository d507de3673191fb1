//! Frames that are decoded as a whole, on any thread.

use std::sync::{Arc, OnceLock};

use parking_lot::{Mutex, MutexGuard};
use zstd::bulk::Decompressor;

use super::DataFrame;
use super::extent::Extent;
use crate::stream::DecodedAhead;

/// The most bytes of text buffers that are kept for later frames.
const SPARE_TEXT: usize = 32 << 20;

/// A stored frame that is decoded as a whole.
///
/// Any thread may call [`DecodedAhead::decode`]; the first one does the work, others wait for it.
pub(crate) struct WholeFrame {
    frame: DataFrame,
    stored: Vec<u8>,
    extent: Extent,
    /// Its text, once it is decoded; `None` if it cannot be decoded as a whole, or if the text was taken.
    text: OnceLock<Mutex<Option<Vec<u8>>>>,
    spares: Arc<Spares>,
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
            text: OnceLock::new(),
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
        match self.text.get().map(Mutex::lock).as_deref() {
            None => Stage::Pending,
            Some(Some(text)) => Stage::Text(text.len()),
            Some(None) => Stage::Failed,
        }
    }

    /// Takes the text; `None` if the frame cannot be decoded as a whole.
    pub(super) fn take(&self) -> Option<Vec<u8>> {
        self.decoded().take()
    }

    fn decoded(&self) -> MutexGuard<'_, Option<Vec<u8>>> {
        self.text
            .get_or_init(|| Mutex::new(self.decode_whole()))
            .lock()
    }

    fn decode_whole(&self) -> Option<Vec<u8>> {
        let mut decoder = match self.spares.decoders.lock().pop() {
            Some(decoder) => decoder,
            None => Decompressor::new().ok()?,
        };
        let mut text = self.spares.texts.lock().pop().unwrap_or_default();
        text.clear();
        text.reserve_exact(self.extent.text);
        let decoded = decoder.decompress_to_buffer(self.stored_data(), &mut text);
        self.spares.decoders.lock().push(decoder);
        if decoded.is_err() {
            self.spares.give_back(text);
            return None;
        }
        Some(text)
    }
}

impl DecodedAhead for WholeFrame {
    fn decode(&self) {
        drop(self.decoded());
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
        let mut texts = self.texts.lock();
        let kept: usize = texts.iter().map(Vec::capacity).sum();
        if kept + text.capacity() <= SPARE_TEXT {
            texts.push(text);
        }
    }
}
