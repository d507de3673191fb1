//! The copies that were found, in the order of the archive.

use std::path::Path;

use crate::FolderError;
use crate::copies::record::Pair;
use crate::copies::spill::{Buffers, SpillFiles};

/// Pairs in files by the order of the later game: all of one file come before those of the next.
#[derive(Debug)]
pub(crate) struct PairFiles {
    heaps: SpillFiles,
    last: u64,
}

impl PairFiles {
    /// Files for games up to the order `last`.
    pub(crate) fn new(folder: &Path, count: usize, last: u64) -> Self {
        Self {
            heaps: SpillFiles::new(folder, "pairs", count),
            last,
        }
    }

    pub(crate) fn writer(&self) -> PairWriter<'_> {
        PairWriter {
            files: self,
            buffers: Buffers::new(&self.heaps),
        }
    }

    pub(crate) fn into_copies(self) -> Copies {
        Copies {
            files: self,
            next: 0,
            sorted: Vec::new().into_iter(),
        }
    }
}

/// Writes the pairs of one thread.
pub(crate) struct PairWriter<'f> {
    files: &'f PairFiles,
    buffers: Buffers,
}

impl PairWriter<'_> {
    pub(crate) fn push(&mut self, pair: &Pair) -> Result<(), FolderError> {
        let PairFiles { heaps, last } = self.files;
        let share = u128::from(pair.later.order) * heaps.len() as u128 / (u128::from(*last) + 1);
        let file = (share as usize).min(heaps.len() - 1);
        self.buffers.push(heaps, file, |out| pair.write(out))
    }

    pub(crate) fn flush(&mut self) -> Result<(), FolderError> {
        self.buffers.flush(&self.files.heaps)
    }
}

/// The copies, in the order of the archive: each later game once. Ends with the first error.
#[derive(Debug)]
pub struct Copies {
    files: PairFiles,
    next: usize,
    sorted: std::vec::IntoIter<Pair>,
}

impl Copies {
    /// Sorts the pairs of the next file: each later game keeps its first kind, and of that the earliest game.
    fn load(&mut self) -> Result<(), FolderError> {
        let (heaps, file) = (&self.files.heaps, self.next);
        self.next += 1;
        let mut pairs = Vec::new();
        heaps.scan(file, |input| {
            pairs.push(Pair::read(input).map_err(FolderError::io(heaps.path(file)))?);
            Ok(())
        })?;
        heaps.remove(file)?;
        // Pairs compare by later game, kind and first game: the one to keep comes first.
        pairs.sort_unstable();
        pairs.dedup_by_key(|pair| pair.later.order);
        self.sorted = pairs.into_iter();
        Ok(())
    }
}

impl Iterator for Copies {
    type Item = Result<Pair, FolderError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(pair) = self.sorted.next() {
                return Some(Ok(pair));
            }
            if self.next == self.files.heaps.len() {
                return None;
            }
            if let Err(error) = self.load() {
                self.next = self.files.heaps.len();
                return Some(Err(error));
            }
        }
    }
}
