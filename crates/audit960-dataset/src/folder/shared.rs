//! State that the files of a dataset under construction share.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};

use crate::folder::manifest::FileEntry;
use crate::folder::storage::Storage;

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
