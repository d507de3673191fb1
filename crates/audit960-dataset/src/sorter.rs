//! Records sorted by key, in files where they are many.
//!
//! Records are kept in memory up to a limit of bytes, then sorted and written to a temporary file, a *run*.
//! In the end all runs are merged. Memory does not grow with the number of records, except by one buffer a run;
//! and of many runs one is made.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{
    self, BufRead as _, BufReader, BufWriter, Read as _, Seek as _, SeekFrom, Write as _,
};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// What records are sorted by.
pub trait Key: Ord + Serialize + DeserializeOwned {}

impl<K: Ord + Serialize + DeserializeOwned> Key for K {}

/// A key, and the value that belongs to it as bytes.
type Record<K> = (K, Vec<u8>);

/// Number of runs that are made into one.
const MAX_RUNS: usize = 64;

/// Size of the buffer of a run, in bytes.
const BUFFER: usize = 1 << 16;

/// Bytes that a record in memory needs besides its own.
const OVERHEAD: usize = 64;

/// Sorts records, values by their keys. Those with the same key come in any order.
#[derive(Debug)]
pub struct Sorter<K, V> {
    records: Vec<Record<K>>,
    /// Bytes in memory.
    bytes: usize,
    limit: usize,
    /// The folder of temporary files.
    folder: PathBuf,
    runs: Vec<File>,
    value: PhantomData<V>,
}

impl<K: Key, V: Serialize + DeserializeOwned> Sorter<K, V> {
    /// Keeps about `limit` bytes in memory, and more where the system keeps temporary files.
    #[must_use]
    pub fn new(limit: usize) -> Self {
        Self::within(&std::env::temp_dir(), limit)
    }

    /// Keeps about `limit` bytes in memory, and more in temporary files of a folder.
    #[must_use]
    pub fn within(folder: &Path, limit: usize) -> Self {
        Self {
            records: Vec::new(),
            bytes: 0,
            limit,
            folder: folder.to_owned(),
            runs: Vec::new(),
            value: PhantomData,
        }
    }

    /// Bytes that are kept in memory.
    #[must_use]
    pub const fn limit(&self) -> usize {
        self.limit
    }

    /// Adds a record.
    ///
    /// # Errors
    /// Those of a temporary file.
    pub fn push(&mut self, key: K, value: &V) -> io::Result<()> {
        let value = postcard::to_stdvec(value).map_err(io::Error::other)?;
        self.bytes += size_of::<K>() + value.len() + OVERHEAD;
        self.records.push((key, value));
        if self.bytes > self.limit {
            self.spill()?;
        }
        Ok(())
    }

    /// Adds the records of another sorter.
    pub fn append(&mut self, other: Self) {
        self.records.extend(other.records);
        self.bytes += other.bytes;
        self.runs.extend(other.runs);
    }

    fn spill(&mut self) -> io::Result<()> {
        self.records.sort_unstable();
        let records = std::mem::take(&mut self.records);
        self.bytes = 0;
        self.runs
            .push(write_run(&self.folder, records.into_iter().map(Ok))?);
        if self.runs.len() >= MAX_RUNS {
            let merged = Merge::<K>::of(Vec::new(), std::mem::take(&mut self.runs))?;
            self.runs.push(write_run(&self.folder, merged)?);
        }
        Ok(())
    }

    /// All records in order.
    ///
    /// # Errors
    /// Those of a temporary file.
    pub fn sorted(mut self) -> io::Result<impl Iterator<Item = io::Result<(K, V)>>> {
        self.records.sort_unstable();
        let merged = Merge::of(self.records, self.runs)?;
        Ok(merged.map(|record| {
            let (key, bytes) = record?;
            Ok((key, value(&bytes)?))
        }))
    }
}

/// What belongs to a key.
///
/// # Errors
/// If a temporary file was changed.
fn value<V: DeserializeOwned>(bytes: &[u8]) -> io::Result<V> {
    postcard::from_bytes(bytes).map_err(|_| io::Error::other("a temporary file was changed"))
}

fn write_run<K: Key>(
    folder: &Path,
    records: impl Iterator<Item = io::Result<Record<K>>>,
) -> io::Result<File> {
    let mut out = BufWriter::with_capacity(BUFFER, tempfile::tempfile_in(folder)?);
    for record in records {
        let record = postcard::to_stdvec(&record?).map_err(io::Error::other)?;
        out.write_all(&(record.len() as u32).to_le_bytes())?;
        out.write_all(&record)?;
    }
    let mut file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(file)
}

/// The next record of a run; `None` at its end.
fn read_record<K: Key>(run: &mut BufReader<File>) -> io::Result<Option<Record<K>>> {
    if run.fill_buf()?.is_empty() {
        return Ok(None);
    }
    let mut length = [0; 4];
    run.read_exact(&mut length)?;
    let mut record = vec![0; u32::from_le_bytes(length) as usize];
    run.read_exact(&mut record)?;
    value(&record).map(Some)
}

/// Records in the order of their keys.
#[derive(Debug)]
struct Merge<K> {
    memory: std::vec::IntoIter<Record<K>>,
    runs: Vec<BufReader<File>>,
    /// The next record of each run, and of memory, which comes after the runs.
    next: BinaryHeap<Reverse<(Record<K>, usize)>>,
}

impl<K: Key> Merge<K> {
    fn of(records: Vec<Record<K>>, runs: Vec<File>) -> io::Result<Self> {
        let runs: Vec<_> = runs
            .into_iter()
            .map(|run| BufReader::with_capacity(BUFFER, run))
            .collect();
        let sources = runs.len();
        let mut merge = Self {
            memory: records.into_iter(),
            runs,
            next: BinaryHeap::new(),
        };
        for source in 0..=sources {
            merge.advance(source)?;
        }
        Ok(merge)
    }

    fn advance(&mut self, source: usize) -> io::Result<()> {
        let record = match self.runs.get_mut(source) {
            Some(run) => read_record(run)?,
            None => self.memory.next(),
        };
        self.next
            .extend(record.map(|record| Reverse((record, source))));
        Ok(())
    }
}

impl<K: Key> Iterator for Merge<K> {
    type Item = io::Result<Record<K>>;

    fn next(&mut self) -> Option<io::Result<Record<K>>> {
        let Reverse((record, source)) = self.next.pop()?;
        Some(self.advance(source).map(|()| record))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With limits from one record a run to none at all.
    #[test]
    fn records_come_in_order_however_many_runs_there_are() {
        let mut state = 7_u64;
        let mut records: Vec<(u64, String)> = Vec::new();
        for _ in 0..500 {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(11);
            records.push((state >> 50, "x".repeat((state >> 40) as usize % 5)));
        }
        let mut expected = records.clone();
        expected.sort();
        for limit in [0, 300, 5000, usize::MAX] {
            let (mut one, mut other) = (Sorter::new(limit), Sorter::new(limit));
            for (index, (key, value)) in records.iter().cloned().enumerate() {
                let sorter = if index % 3 == 0 { &mut one } else { &mut other };
                sorter.push(key, &value).unwrap();
            }
            one.append(other);
            let sorted = one.sorted().unwrap().map(Result::unwrap);
            let sorted: Vec<(u64, String)> = sorted.collect();
            assert!(sorted == expected, "{limit}");
        }
    }
}
