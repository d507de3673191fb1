//! What files under construction share with the work they belong to.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::manifest::FileEntry;
use crate::storage::Storage;

/// What files under construction share with their [`Work`](crate::Work).
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) storage: Storage,
    /// The folder of the dataset.
    pub(crate) dir: PathBuf,
    /// The folder of unfinished work.
    pub(crate) work: PathBuf,
    pub(crate) state: Mutex<State>,
}

#[derive(Debug, Default)]
pub(crate) struct State {
    /// The files that are finished.
    pub(crate) files: Vec<FileEntry>,
    /// The folders of tables that were made.
    pub(crate) folders: BTreeSet<String>,
    /// What has been moved to its final place.
    pub(crate) moved: Vec<PathBuf>,
    /// There is a checkpoint.
    pub(crate) saved: bool,
    /// There is a dataset in the folder, whose place this one is to take.
    pub(crate) replaces: bool,
    /// The files of that dataset that belong to this one too.
    pub(crate) kept: Vec<FileEntry>,
}

impl Shared {
    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The folders of tables that were made.
    pub(crate) fn folders(&self) -> Vec<String> {
        self.state().folders.iter().cloned().collect()
    }

    /// Something of ours is at its final place now.
    pub(crate) fn moved(&self, path: PathBuf) {
        self.state().moved.push(path);
    }
}
