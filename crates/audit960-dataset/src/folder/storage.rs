//! File operations, which tests can make fail.
//!
//! No operation follows a link in the last part of a path, and only regular files are opened for
//! reading: opening a FIFO would wait for its writer.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use audit960_source::system::{open_no_follow, special_kind};
use xxhash_rust::xxh3::Xxh3Default;

use crate::folder::error::FolderError;

/// Bytes hashed at a time.
const STEP: usize = 256 << 10;

/// Which operations fail, in tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The Nth operation alone, counted from 1: a full disk, a lost connection.
    Once(u64),
    /// The Nth operation and all after it: the disk is left as a killed program leaves it.
    From(u64),
}

/// Performs file operations, and counts them if they are to fail.
#[derive(Clone, Debug, Default)]
pub struct Storage {
    faults: Option<Arc<Faults>>,
    /// Whether files need not outlive the machine.
    passing: bool,
}

#[derive(Debug)]
struct Faults {
    fault: Fault,
    done: AtomicU64,
}

impl Storage {
    /// The real file system.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            faults: None,
            passing: false,
        }
    }

    /// The real file system, for files that go with their run: nothing is synced to disk.
    #[must_use]
    pub const fn passing() -> Self {
        Self {
            faults: None,
            passing: true,
        }
    }

    /// A file system whose Nth operation (create, open, write, sync, rename, remove) fails.
    #[must_use]
    pub fn failing(fault: Fault) -> Self {
        let done = AtomicU64::new(0);
        Self {
            faults: Some(Arc::new(Faults { fault, done })),
            passing: false,
        }
    }

    /// Operations so far; 0 if they are not counted.
    #[must_use]
    pub fn operations(&self) -> u64 {
        let done = |faults: &Arc<Faults>| faults.done.load(Ordering::Relaxed);
        self.faults.as_ref().map_or(0, done)
    }

    fn step(&self) -> io::Result<()> {
        let Some(faults) = &self.faults else {
            return Ok(());
        };
        let number = faults.done.fetch_add(1, Ordering::Relaxed) + 1;
        let fails = match faults.fault {
            Fault::Once(n) => number == n,
            Fault::From(n) => number >= n,
        };
        if fails {
            return Err(io::Error::other(format!("operation {number} fails")));
        }
        Ok(())
    }

    /// What an operation on a path returns; it counts.
    fn at<T>(
        &self,
        path: &Path,
        operation: impl FnOnce() -> io::Result<T>,
    ) -> Result<T, FolderError> {
        self.step()
            .and_then(|()| operation())
            .map_err(FolderError::io(path))
    }

    /// Creates a folder that must not exist yet.
    ///
    /// # Errors
    /// [`FolderError::Io`] with the path if it exists or cannot be created; here as below.
    pub fn create_folder(&self, path: &Path) -> Result<(), FolderError> {
        self.at(path, || fs::create_dir(path))
    }

    /// Creates a folder and its missing parents.
    pub(crate) fn create_folders(&self, path: &Path) -> Result<(), FolderError> {
        self.at(path, || fs::create_dir_all(path))
    }

    /// Creates a file that must not exist yet.
    ///
    /// # Errors
    /// If it exists or cannot be created.
    pub fn create_file(&self, path: &Path) -> Result<StoredFile, FolderError> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create_new(true);
        let file = self.at(path, || open_no_follow(&mut options, path))?;
        Ok(self.stored(file))
    }

    /// Creates a file with these bytes, and syncs it to disk.
    pub(crate) fn write(&self, path: &Path, bytes: &[u8]) -> Result<(), FolderError> {
        let mut file = self.create_file(path)?;
        let written = file.write_all(bytes).and_then(|()| file.sync());
        written.map_err(FolderError::io(path))
    }

    /// Opens a regular file for reading.
    pub(crate) fn open(&self, path: &Path) -> Result<StoredFile, FolderError> {
        let file = self.at(path, || {
            let file = open_no_follow(OpenOptions::new().read(true), path)?;
            let metadata = file.metadata()?;
            match metadata.is_file() {
                true => Ok(file),
                false => {
                    let what = kind_of(&metadata);
                    Err(io::Error::other(format!("is {what}, not a regular file")))
                }
            }
        });
        Ok(self.stored(file?))
    }

    /// The bytes of a file; `None` if there is none.
    pub(crate) fn read(&self, path: &Path) -> Result<Option<Vec<u8>>, FolderError> {
        let mut bytes = Vec::new();
        match self.open(path) {
            Ok(mut file) => {
                let read = file.read_to_end(&mut bytes);
                read.map_err(FolderError::io(path))?;
                Ok(Some(bytes))
            }
            Err(error) if error.kind() == Some(io::ErrorKind::NotFound) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Size and XXH3-128 of a file, the latter as 32 hexadecimal digits.
    pub(crate) fn digest(&self, path: &Path) -> Result<(u64, String), FolderError> {
        let mut file = self.open(path)?;
        let (mut hash, mut size) = (Xxh3Default::new(), 0);
        let mut buffer = vec![0; STEP];
        loop {
            let count = file.read(&mut buffer).map_err(FolderError::io(path))?;
            if count == 0 {
                return Ok((size, format!("{:032x}", hash.digest128())));
            }
            hash.update(buffer.get(..count).unwrap_or_default());
            size += count as u64;
        }
    }

    /// Opens an existing file for writing, to lock it.
    pub(crate) fn open_to_lock(&self, path: &Path) -> Result<StoredFile, FolderError> {
        let mut options = OpenOptions::new();
        options.read(true).write(true);
        let file = self.at(path, || open_no_follow(&mut options, path))?;
        Ok(self.stored(file))
    }

    fn stored(&self, file: File) -> StoredFile {
        StoredFile {
            file,
            storage: self.clone(),
        }
    }

    /// Renames a file or folder; errors name the new path.
    ///
    /// # Errors
    /// If that fails.
    pub fn rename(&self, from: &Path, to: &Path) -> Result<(), FolderError> {
        self.at(to, || fs::rename(from, to))
    }

    /// Syncs the entries of a folder to disk.
    ///
    /// # Errors
    /// If that fails.
    pub fn sync_folder(&self, path: &Path) -> Result<(), FolderError> {
        self.at(path, || match self.passing {
            true => Ok(()),
            false => audit960_source::system::sync_folder(path),
        })
    }

    /// Removes a file; of a link the link itself, not its target.
    pub(crate) fn remove_file(&self, path: &Path) -> Result<(), FolderError> {
        self.at(path, || fs::remove_file(path))
    }

    /// Removes a file if there is one; whether there was.
    pub(crate) fn remove_if_there(&self, path: &Path) -> Result<bool, FolderError> {
        match self.remove_file(path) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == Some(io::ErrorKind::NotFound) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Removes an empty folder.
    pub(crate) fn remove_folder(&self, path: &Path) -> Result<(), FolderError> {
        self.at(path, || fs::remove_dir(path))
    }

    /// Removes a file, or a folder with everything in it.
    pub(crate) fn remove(&self, path: &Path) -> Result<(), FolderError> {
        match path.symlink_metadata() {
            Ok(found) if found.is_dir() => self.remove_folders(path),
            _ => self.remove_file(path),
        }
    }

    /// Removes a folder with everything in it; links in it are removed, not followed.
    pub(crate) fn remove_folders(&self, path: &Path) -> Result<(), FolderError> {
        self.at(path, || fs::remove_dir_all(path))
    }
}

/// A lock on a folder of unfinished work: a locked file in it.
#[derive(Debug)]
pub(crate) struct Lock(StoredFile);

impl Lock {
    /// Wraps a file that is locked.
    pub(crate) const fn of(file: StoredFile) -> Self {
        Self(file)
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Closing the file is not enough if a child process has just inherited it.
        let _ = self.0.file.unlock();
    }
}

/// An open file of a [`Storage`].
#[derive(Debug)]
pub struct StoredFile {
    file: File,
    storage: Storage,
}

impl StoredFile {
    /// Syncs the file to disk.
    ///
    /// # Errors
    /// If that fails.
    pub fn sync(&self) -> io::Result<()> {
        self.storage.step()?;
        match self.storage.passing {
            true => Ok(()),
            false => self.file.sync_all(),
        }
    }

    /// The plain file, whose operations are no longer counted.
    pub(crate) fn into_file(self) -> File {
        self.file
    }

    /// The open file.
    pub(crate) const fn file(&self) -> &File {
        &self.file
    }
}

impl Read for StoredFile {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.storage.step()?;
        self.file.read(out)
    }
}

impl Write for StoredFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.storage.step()?;
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// The kind of something on disk, with its article: "a link".
pub(crate) fn kind_of(metadata: &fs::Metadata) -> &'static str {
    if let Some(special) = special_kind(metadata) {
        return special;
    }
    let kind = metadata.file_type();
    if kind.is_symlink() {
        "a link"
    } else if kind.is_dir() {
        "a folder"
    } else {
        "a file"
    }
}
