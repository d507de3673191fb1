//! Translated text that was not yet returned, and where its records begin.

use audit960_records::RecordSink;

use crate::frames::Frames;

/// Lines of PGN, one a record.
#[derive(Default)]
pub(super) struct Lines {
    text: Vec<u8>,
    /// Position in the text and offset of each record.
    records: Vec<(usize, u64)>,
    /// Bytes and records that were returned.
    taken: usize,
    taken_records: usize,
    /// Records in all, empty lines aside.
    count: u64,
}

impl RecordSink for Lines {
    fn record(&mut self, offset: u64, line: &str) {
        self.records.push((self.text.len(), offset));
        self.text.extend_from_slice(line.as_bytes());
        self.count += u64::from(line != "\n");
    }
}

impl Lines {
    /// Whether all text was returned.
    pub(super) const fn is_empty(&self) -> bool {
        self.taken == self.text.len()
    }

    /// How many records were translated.
    pub(super) const fn count(&self) -> u64 {
        self.count
    }

    /// Makes room for more, once all was returned.
    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.records.clear();
        (self.taken, self.taken_records) = (0, 0);
    }

    /// Copies text to `out`, which is at `position` of the text that `frames` maps. Each record has a frame of its own.
    pub(super) fn take(&mut self, out: &mut [u8], position: usize, frames: &mut Frames) -> usize {
        let rest = self.text.get(self.taken..).unwrap_or_default();
        let count = rest.len().min(out.len());
        if let (Some(out), Some(rest)) = (out.get_mut(..count), rest.get(..count)) {
            out.copy_from_slice(rest);
        }
        let end = self.taken + count;
        let records = self.records.get(self.taken_records..);
        for (at, offset) in records.unwrap_or_default() {
            if *at >= end {
                break;
            }
            frames.begin(position + at - self.taken, *offset);
            self.taken_records += 1;
        }
        self.taken = end;
        count
    }
}
