//! The files of a dataset under construction, and the state that they share.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use xxhash_rust::xxh3::Xxh3Default;

use crate::folder::error::FolderError;
use crate::folder::manifest::FileEntry;
use crate::folder::names::PARTIAL;
use crate::folder::storage::{Storage, StoredFile};

/// Creates the files of a [`UnfinishedDataset`](crate::folder::UnfinishedDataset).
#[derive(Clone, Debug)]
pub struct NewFiles(Arc<Shared>);

impl NewFiles {
    pub(crate) const fn of(shared: Arc<Shared>) -> Self {
        Self(shared)
    }

    /// Creates files in a folder that is not a dataset.
    pub(crate) fn within(dir: &Path, storage: Storage) -> Self {
        Self(Shared::new(dir, dir.to_owned(), storage))
    }

    /// Creates a file, and the folder of its table if it is the first there; `path` is relative to the
    /// dataset, with `/` between its parts.
    ///
    /// # Errors
    /// [`FolderError::Io`] with the path if it already exists or cannot be created.
    pub fn create(&self, path: &str) -> Result<NewFile, FolderError> {
        if let Some((table, _)) = path.split_once('/') {
            let mut state = self.0.state();
            if !state.folders.contains(table) {
                let folder = self.0.work.join(table);
                self.0.storage.create_folders(&folder)?;
                state.folders.insert(table.to_owned());
            }
        }
        let place = self.0.work.join(path);
        Ok(NewFile {
            file: self.0.storage.create_file(&place)?,
            place,
            path: path.to_owned(),
            size: 0,
            hash: Xxh3Default::new(),
            shared: Arc::clone(&self.0),
        })
    }

    /// A file that a dead run had begun and not finished.
    ///
    /// # Errors
    /// [`FolderError::Io`] with the path if it cannot be opened.
    pub fn unfinished(&self, path: &str) -> Result<File, FolderError> {
        let place = self.0.work.join(PARTIAL).join(path);
        Ok(self.0.storage.open(&place)?.into_file())
    }

    /// The path of a file while it is under construction.
    #[must_use]
    pub fn place(&self, path: &str) -> PathBuf {
        self.0.work.join(path)
    }
}

/// A file of a dataset under construction: counted and hashed while it is written.
pub struct NewFile {
    file: StoredFile,
    place: PathBuf,
    path: String,
    size: u64,
    hash: Xxh3Default,
    shared: Arc<Shared>,
}

impl NewFile {
    /// The bytes written so far: their number and XXH3-128.
    #[must_use]
    pub fn so_far(&self) -> (u64, u128) {
        (self.size, self.hash.digest128())
    }

    /// Syncs what was written so far to disk.
    ///
    /// # Errors
    /// If that fails.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync()
    }

    /// Syncs the file and lists it in the manifest with its row count.
    ///
    /// # Errors
    /// [`FolderError::Io`] with the path if it cannot be synced.
    pub fn finish(self, rows: u64) -> Result<(), FolderError> {
        self.file.sync().map_err(FolderError::io(&self.place))?;
        self.shared.state().files.push(FileEntry {
            path: self.path,
            size: self.size,
            rows,
            xxh3_128: format!("{:032x}", self.hash.digest128()),
        });
        Ok(())
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.file.write(bytes)?;
        self.hash.update(bytes.get(..count).unwrap_or_default());
        self.size += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// State that a [`UnfinishedDataset`](crate::folder::UnfinishedDataset) shares with its files.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) storage: Storage,
    /// The folder of the dataset.
    pub(crate) dir: PathBuf,
    /// The folder of unfinished work.
    pub(crate) work: PathBuf,
    pub(crate) state: Mutex<State>,
}

/// The part of [`Shared`] that changes.
#[derive(Debug, Default)]
pub(crate) struct State {
    /// The finished files.
    pub(crate) files: Vec<FileEntry>,
    /// The folders of tables that were created.
    pub(crate) folders: BTreeSet<String>,
    /// The final paths of what has been moved.
    pub(crate) moved: Vec<PathBuf>,
    /// A checkpoint was saved.
    pub(crate) saved: bool,
    /// The folder holds a dataset, which this one replaces.
    pub(crate) replaces: bool,
    /// The files of that dataset that this one keeps.
    pub(crate) kept: Vec<FileEntry>,
}

impl Shared {
    pub(crate) fn new(dir: &Path, work: PathBuf, storage: Storage) -> Arc<Self> {
        Arc::new(Self {
            storage,
            dir: dir.to_owned(),
            work,
            state: Mutex::default(),
        })
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }

    /// The folders of tables that were created.
    pub(crate) fn folders(&self) -> Vec<String> {
        self.state().folders.iter().cloned().collect()
    }

    /// Records that something was moved to its final path.
    pub(crate) fn moved(&self, path: PathBuf) {
        self.state().moved.push(path);
    }
}
