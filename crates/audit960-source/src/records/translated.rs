//! Translated text that was not yet returned, and where its records begin.

use crate::frames::Frames;

/// Lines of PGN, one a record.
#[derive(Default)]
pub(crate) struct TranslatedText {
    text: String,
    /// Position in the text and offset of each record.
    records: Vec<(usize, u64)>,
    /// Bytes and records that were returned.
    taken: usize,
    taken_records: usize,
    /// Records before the text, empty lines aside.
    before: u64,
}

impl TranslatedText {
    /// Begins a record: where it begins in its source. Its line is appended to what is returned, and ends with LF.
    pub(super) fn line(&mut self, offset: u64) -> &mut String {
        self.records.push((self.text.len(), offset));
        &mut self.text
    }

    /// Whether all text was returned.
    pub(crate) const fn is_empty(&self) -> bool {
        self.taken == self.text.len()
    }

    /// How many records were translated, empty lines aside.
    pub(crate) fn count(&self) -> u64 {
        let text = self.text.as_bytes();
        let lines = self.records.iter();
        let filled = lines.filter(|(at, _)| text.get(*at) != Some(&b'\n'));
        self.before + filled.count() as u64
    }

    /// Bytes that were not returned.
    pub(crate) const fn remaining(&self) -> usize {
        self.text.len() - self.taken
    }

    /// Replaces it by what follows, once all was returned.
    pub(crate) fn follow(&mut self, next: Self) {
        let before = self.count();
        *self = next;
        self.before = before;
    }

    /// Makes room for more, once all was returned.
    pub(crate) fn clear(&mut self) {
        self.before = self.count();
        self.text.clear();
        self.records.clear();
        (self.taken, self.taken_records) = (0, 0);
    }

    /// Copies text to `out`, which is at `position` of the text that `frames` maps. Each record has a frame of its own.
    pub(crate) fn take(&mut self, out: &mut [u8], position: usize, frames: &mut Frames) -> usize {
        let rest = self.text.as_bytes().get(self.taken..).unwrap_or_default();
        let count = rest.len().min(out.len());
        out[..count].copy_from_slice(&rest[..count]);
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

#[cfg(test)]
impl TranslatedText {
    /// Offset and line of each record that was not cleared.
    pub(super) fn lines(&self) -> Vec<(u64, String)> {
        let ends = self.records.iter().skip(1).map(|(at, _)| *at);
        let ends = ends.chain([self.text.len()]);
        let records = self.records.iter().zip(ends);
        records
            .map(|((at, offset), end)| (*offset, self.text[*at..end].to_owned()))
            .collect()
    }
}
