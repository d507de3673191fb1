//! Rows of a table that were read ahead, in their order, and translated by whichever thread comes.

use std::collections::VecDeque;
use std::mem;
use std::sync::{Arc, OnceLock};

use parking_lot::{Mutex, MutexGuard};

use crate::records::{ColumnRecords, ColumnsError, RowBatch, TranslatedText};

use super::{Ahead, DecodedAhead};

/// Rows of a table, and what of them was read ahead.
pub(super) struct RowQueue {
    /// Bytes of translated text that may wait. Beyond it each thread may have one part more: usually of a few hundred
    /// KiB, and of 1 MiB and a row at most.
    max_bytes: usize,
    /// Where rows come from; if no more can be read, why.
    rows: Result<ColumnRecords, ColumnsError>,
    waiting: VecDeque<Arc<Rows>>,
}

/// Rows, and their translation once there is one.
struct Rows {
    batch: RowBatch,
    translation: OnceLock<Mutex<Translation>>,
}

/// Lines of PGN, and the rows after them, if they make too much text to be translated at once.
#[derive(Default)]
struct Translation {
    text: TranslatedText,
    rest: Option<RowBatch>,
}

impl RowQueue {
    pub(super) const fn new(rows: Result<ColumnRecords, ColumnsError>, max_bytes: usize) -> Self {
        Self {
            max_bytes,
            rows,
            waiting: VecDeque::new(),
        }
    }

    /// Translates what comes next; `None` at the end.
    pub(super) fn next(&mut self) -> Option<TranslatedText> {
        let rows = match self.waiting.pop_front() {
            Some(rows) => rows,
            None => self.read()?,
        };
        let Translation { text, rest } = mem::take(&mut *rows.translation());
        if let Some(rest) = rest {
            self.waiting.push_front(Rows::new(rest));
        }
        Some(text)
    }

    /// Why rows after those that were returned cannot be read.
    pub(super) fn failure(&self) -> Option<&ColumnsError> {
        self.rows.as_ref().err()
    }

    /// What a thread does that wants `wanted` bytes of text more.
    pub(super) fn ahead(&mut self, wanted: usize) -> Ahead {
        // Text that can be returned at once, and all that waits.
        let (mut ready, mut held, mut pending) = (0, 0, None);
        for rows in &self.waiting {
            match rows.translated_bytes() {
                Some(bytes) if pending.is_none() => (ready, held) = (ready + bytes, held + bytes),
                Some(bytes) => held += bytes,
                None if pending.is_none() => pending = Some(Arc::clone(rows)),
                None => {}
            }
        }
        if ready >= wanted {
            return Ahead::Ready;
        }
        if held < self.max_bytes
            && let Some(rows) = self.read()
        {
            self.waiting.push_back(Arc::clone(&rows));
            return Ahead::Decode(rows);
        }
        match pending {
            Some(rows) => Ahead::Decode(rows),
            None => Ahead::Ready,
        }
    }

    /// Reads more rows.
    fn read(&mut self) -> Option<Arc<Rows>> {
        match self.rows.as_mut().ok()?.next_rows() {
            Ok(batch) => batch.map(Rows::new),
            Err(reason) => {
                self.rows = Err(ColumnsError::Unreadable(reason));
                None
            }
        }
    }
}

impl Rows {
    fn new(batch: RowBatch) -> Arc<Self> {
        Arc::new(Self {
            batch,
            translation: OnceLock::new(),
        })
    }

    /// The translation, which the first thread that asks makes.
    fn translation(&self) -> MutexGuard<'_, Translation> {
        let made = self.translation.get_or_init(|| {
            let mut text = TranslatedText::default();
            let rest = self.batch.translate(&mut text);
            Mutex::new(Translation { text, rest })
        });
        made.lock()
    }

    /// Bytes of the translation, if there is one.
    fn translated_bytes(&self) -> Option<usize> {
        let made = self.translation.get()?;
        let made = made.lock();
        Some(made.text.remaining())
    }
}

impl DecodedAhead for Rows {
    fn decode(&self) {
        drop(self.translation());
    }
}
