//! Files that many threads write to and one reads back, each with records in any order.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;

use crate::FolderError;

/// Bytes a thread gathers for a file before it writes them.
const BUFFER: usize = 32 << 10;
/// Bytes read at a time.
const READ: usize = 256 << 10;

/// A set of files, by number.
#[derive(Debug)]
pub struct SpillFiles {
    heaps: Vec<SpillFile>,
}

#[derive(Debug)]
struct SpillFile {
    path: PathBuf,
    /// Created with the first record.
    file: Mutex<Option<File>>,
    records: AtomicU64,
    bytes: AtomicU64,
}

/// Number of records and bytes of each file.
pub(crate) type SpillSizes = Vec<(u64, u64)>;

impl SpillFiles {
    /// Files `NAME-0`, `NAME-1`, ... in a folder, all empty.
    #[must_use]
    pub fn new(folder: &Path, name: &str, count: usize) -> Self {
        let heap = |number| SpillFile {
            path: folder.join(format!("{name}-{number}")),
            file: Mutex::new(None),
            records: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
        };
        Self {
            heaps: (0..count.max(1)).map(heap).collect(),
        }
    }

    /// The sizes of the files.
    pub(crate) fn sizes(&self) -> SpillSizes {
        let size = |heap: &SpillFile| {
            let [records, bytes] = [&heap.records, &heap.bytes];
            (
                records.load(Ordering::Relaxed),
                bytes.load(Ordering::Relaxed),
            )
        };
        self.heaps.iter().map(size).collect()
    }

    /// Resumes with files of at least these sizes; what follows is cut off.
    pub(crate) fn resume(&mut self, sizes: &SpillSizes) -> Result<(), FolderError> {
        for (heap, &(records, bytes)) in self.heaps.iter_mut().zip(sizes) {
            if records == 0 {
                continue;
            }
            let failed = || FolderError::io(&heap.path);
            let mut file = OpenOptions::new()
                .write(true)
                .open(&heap.path)
                .map_err(failed())?;
            if file.metadata().map_err(failed())?.len() < bytes {
                let short = io::Error::other("is shorter than the interrupted run left it");
                return Err(failed()(short));
            }
            file.set_len(bytes).map_err(failed())?;
            file.seek(SeekFrom::End(0)).map_err(failed())?;
            heap.file = Mutex::new(Some(file));
            heap.records = AtomicU64::new(records);
            heap.bytes = AtomicU64::new(bytes);
        }
        Ok(())
    }

    /// Syncs the files to disk.
    pub(crate) fn sync(&self) -> Result<(), FolderError> {
        for heap in &self.heaps {
            let file = heap.file.lock();
            if let Some(file) = &*file {
                file.sync_data().map_err(FolderError::io(&heap.path))?;
            }
        }
        Ok(())
    }

    /// Number of files.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "there is at least one")]
    pub const fn len(&self) -> usize {
        self.heaps.len()
    }

    /// The file for a hash.
    pub(crate) fn of_hash(&self, hash: u64) -> usize {
        // The upper bits, in equal parts; tables use the lower ones.
        ((u128::from(hash) * self.heaps.len() as u128) >> 64) as usize
    }

    /// Number of records of a file.
    pub(crate) fn records(&self, number: usize) -> u64 {
        self.heaps[number].records.load(Ordering::Relaxed)
    }

    fn append(&self, number: usize, records: u64, bytes: &[u8]) -> Result<(), FolderError> {
        let heap = &self.heaps[number];
        let mut file = heap.file.lock();
        let file = match &mut *file {
            Some(file) => file,
            none => none.insert(File::create(&heap.path).map_err(FolderError::io(&heap.path))?),
        };
        file.write_all(bytes).map_err(FolderError::io(&heap.path))?;
        heap.records.fetch_add(records, Ordering::Relaxed);
        heap.bytes.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        Ok(())
    }

    /// Reads the records of a file in order; `read` reads one.
    ///
    /// # Errors
    /// [`FolderError`] if it cannot be read, and those of `read`.
    pub fn scan(
        &self,
        number: usize,
        mut read: impl FnMut(&mut BufReader<File>) -> Result<(), FolderError>,
    ) -> Result<(), FolderError> {
        let heap = &self.heaps[number];
        if self.records(number) == 0 {
            return Ok(());
        }
        let failed = || FolderError::io(&heap.path);
        let mut input = BufReader::with_capacity(READ, File::open(&heap.path).map_err(failed())?);
        while !input.fill_buf().map_err(failed())?.is_empty() {
            read(&mut input)?;
        }
        Ok(())
    }

    /// The path of a file, for errors.
    #[must_use]
    pub fn path(&self, number: usize) -> &Path {
        &self.heaps[number].path
    }
}

/// Records that one thread has buffered for a set of files.
#[derive(Debug)]
pub struct Buffers {
    buffers: Vec<(u64, Vec<u8>)>,
}

impl Buffers {
    /// Empty buffers for these files.
    #[must_use]
    pub fn new(heaps: &SpillFiles) -> Self {
        Self {
            buffers: vec![(0, Vec::new()); heaps.len()],
        }
    }

    /// Appends a record; `write` writes it.
    ///
    /// # Errors
    /// [`FolderError`] if a buffer is full and its file cannot be written.
    pub fn push(
        &mut self,
        heaps: &SpillFiles,
        number: usize,
        write: impl FnOnce(&mut Vec<u8>),
    ) -> Result<(), FolderError> {
        let (records, bytes) = &mut self.buffers[number];
        write(bytes);
        *records += 1;
        if bytes.len() >= BUFFER {
            heaps.append(number, *records, bytes)?;
            *records = 0;
            bytes.clear();
            bytes.shrink_to(2 * BUFFER);
        }
        Ok(())
    }

    /// Writes what is buffered.
    ///
    /// # Errors
    /// [`FolderError`] if a file cannot be written.
    pub fn flush(&mut self, heaps: &SpillFiles) -> Result<(), FolderError> {
        for (number, (records, bytes)) in self.buffers.iter_mut().enumerate() {
            if *records > 0 {
                heaps.append(number, *records, bytes)?;
                *records = 0;
                bytes.clear();
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;
    use crate::copies::record::{read_words, write_words};

    fn read_all(heaps: &SpillFiles, number: usize) -> Vec<u64> {
        let mut found = Vec::new();
        let read = |input: &mut BufReader<File>| {
            found.extend(read_words::<1>(input).map_err(FolderError::io(heaps.path(number)))?);
            Ok(())
        };
        heaps.scan(number, read).unwrap();
        found.sort_unstable();
        found
    }

    #[test]
    fn what_threads_write_is_read_back() {
        let dir = tempfile::tempdir().unwrap();
        let heaps = SpillFiles::new(dir.path(), "numbers", 3);
        std::thread::scope(|scope| {
            for thread in 0..4_u64 {
                let heaps = &heaps;
                scope.spawn(move || {
                    let mut buffers = Buffers::new(heaps);
                    for i in 0..10_000 {
                        let number = thread * 10_000 + i;
                        let write = |out: &mut Vec<u8>| write_words(&[number], out);
                        buffers.push(heaps, (number % 2) as usize, write).unwrap();
                    }
                    buffers.flush(heaps).unwrap();
                });
            }
        });
        let expected: Vec<u64> = (0..40_000).filter(|number| number % 2 == 1).collect();
        assert_eq!(heaps.records(1), 20_000);
        assert_eq!(read_all(&heaps, 1), expected);
        assert!(read_all(&heaps, 2).is_empty(), "a file that was never made");
    }

    #[test]
    fn hashes_are_shared_out_evenly() {
        let dir = tempfile::tempdir().unwrap();
        let heaps = SpillFiles::new(dir.path(), "x", 3);
        assert_eq!(
            [0, u64::MAX / 2, u64::MAX].map(|hash| heaps.of_hash(hash)),
            [0, 1, 2]
        );
    }

    #[test]
    fn errors_name_the_file() {
        let heaps = SpillFiles::new(Path::new("/nowhere/at/all"), "lines", 1);
        let mut buffers = Buffers::new(&heaps);
        buffers.push(&heaps, 0, |out| out.push(1)).unwrap();
        let error = buffers.flush(&heaps).unwrap_err();
        assert!(
            error.to_string().starts_with("/nowhere/at/all/lines-0: "),
            "{error}"
        );

        let dir = tempfile::tempdir().unwrap();
        let heaps = SpillFiles::new(dir.path(), "lines", 1);
        let mut buffers = Buffers::new(&heaps);
        buffers.push(&heaps, 0, |out| out.extend([1, 2])).unwrap();
        buffers.flush(&heaps).unwrap();
        let cut = heaps.scan(0, |input| {
            let mut bytes = [0; 3];
            input
                .read_exact(&mut bytes)
                .map_err(FolderError::io(heaps.path(0)))
        });
        assert!(cut.unwrap_err().to_string().contains("lines-0"));
    }
}
