//! A dataset under construction: its folder, its lock, its commit, and how it is abandoned.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::Value;

use crate::folder::check::require_dataset;
use crate::folder::error::FolderError;
use crate::folder::files::{NewFiles, Shared};
use crate::folder::manifest::{FileEntry, seal};
use crate::folder::names::{IN_PROGRESS, MANIFEST, SCRATCH, table_of};
use crate::folder::publish::{complete, prepare};
use crate::folder::recover::{claim, claim_beside, remove_work, require_empty};
use crate::folder::storage::{Lock, Storage};

/// A dataset under construction. If dropped before [`UnfinishedDataset::commit`] it removes all it wrote, unless a
/// checkpoint was saved: then it keeps what [`UnfinishedDataset::resume`] needs.
#[derive(Debug)]
pub struct UnfinishedDataset {
    pub(crate) shared: Arc<Shared>,
    /// Held as long as the run lives, so that no other run treats it as dead.
    _lock: Lock,
    /// Whether this run created the folder of the dataset.
    new: bool,
    /// Whether there is nothing left to remove.
    done: bool,
}

impl UnfinishedDataset {
    /// Begins a dataset in a folder that is empty or does not exist. The unfinished work of a dead run is
    /// removed.
    ///
    /// # Errors
    /// [`FolderError::NotEmpty`] if the folder holds anything else, [`FolderError::InUse`] if the run of its
    /// `_inprogress` is alive, [`FolderError::InterruptedCommit`] if that run died during its commit,
    /// [`FolderError::Foreign`] if audit960 did not make `_inprogress`, [`FolderError::Io`] with the path for
    /// everything else.
    pub fn begin(dir: &Path, storage: Storage) -> Result<Self, FolderError> {
        let new = match fs::symlink_metadata(dir) {
            Ok(_) => false,
            Err(error) if error.kind() == io::ErrorKind::NotFound => true,
            Err(error) => return Err(FolderError::io(dir)(error)),
        };
        if !new && dir.join(IN_PROGRESS).symlink_metadata().is_err() {
            require_empty(dir)?;
        }
        let made = create_lasting(&storage, dir);
        let claimed = made.and_then(|()| claim(&storage, dir)).inspect_err(|_| {
            if new {
                // Only if it is still empty; the first error is the one to report.
                let _ = fs::remove_dir(dir);
            }
        });
        Ok(Self::new(dir, storage, claimed?, new))
    }

    /// Begins a dataset that is to replace the one in a folder, which stays unchanged until the commit.
    ///
    /// # Errors
    /// As [`Self::begin`], but [`FolderError::NoDataset`] in place of [`FolderError::NotEmpty`].
    pub fn replace(dir: &Path, storage: Storage) -> Result<Self, FolderError> {
        require_dataset(dir)?;
        let lock = claim_beside(&storage, dir)?;
        let work = Self::new(dir, storage, lock, false);
        work.shared.state().replaces = true;
        Ok(work)
    }

    /// Keeps these files of the dataset in the folder, at their paths, as files of this one.
    pub fn keep(&self, files: Vec<FileEntry>) {
        self.shared.state().kept = files;
    }

    /// How many files of a table are kept from the dataset that is replaced.
    #[must_use]
    pub fn kept(&self, table: &str) -> u64 {
        let state = self.shared.state();
        let folder =
            |file: &&FileEntry| file.path.split_once('/').is_some_and(|(of, _)| of == table);
        state.kept.iter().filter(folder).count() as u64
    }

    pub(crate) fn new(dir: &Path, storage: Storage, lock: Lock, new: bool) -> Self {
        Self {
            shared: Shared::new(dir, dir.join(IN_PROGRESS), storage),
            _lock: lock,
            new,
            done: false,
        }
    }

    /// The [`NewFiles`] that creates the files of the dataset.
    #[must_use]
    pub fn files(&self) -> NewFiles {
        NewFiles::of(Arc::clone(&self.shared))
    }

    /// A folder for temporary files of the run. It is removed with the unfinished work.
    ///
    /// # Errors
    /// [`FolderError::Io`] with the path if it cannot be created.
    pub fn scratch(&self) -> Result<PathBuf, FolderError> {
        let path = self.shared.work.join(SCRATCH);
        self.shared.storage.create_folders(&path)?;
        Ok(path)
    }

    /// The files of each table, in the order of its rows: those that are kept from the dataset that is replaced, and those
    /// that are finished.
    #[must_use]
    pub fn tables(&self) -> BTreeMap<&'static str, Vec<PathBuf>> {
        let state = self.shared.state();
        let kept = state.kept.iter().map(|file| (&self.shared.dir, file));
        let finished = state.files.iter().map(|file| (&self.shared.work, file));
        let mut tables: BTreeMap<&'static str, Vec<(&str, PathBuf)>> = BTreeMap::new();
        for (folder, file) in kept.chain(finished) {
            if let Some(table) = table_of(&file.path) {
                let files = tables.entry(table).or_default();
                files.push((&file.path, folder.join(&file.path)));
            }
        }
        let in_order = |mut files: Vec<(&str, PathBuf)>| {
            files.sort_unstable();
            files.into_iter().map(|(_, path)| path).collect()
        };
        let tables = tables.into_iter();
        tables
            .map(|(table, files)| (table, in_order(files)))
            .collect()
    }

    /// Publishes the finished files, with a manifest of `fields` that lists them. After an error there is no
    /// new dataset; if cleaning up fails too, the next run removes what is left.
    ///
    /// # Errors
    /// [`FolderError::Io`] with the path if something cannot be written, synced or moved,
    /// [`FolderError::Foreign`] if something else already has the path of a file.
    pub fn commit(mut self, fields: impl Into<Value>) -> Result<(), FolderError> {
        let mut files = {
            let mut state = self.shared.state();
            let mut files = std::mem::take(&mut state.kept);
            files.append(&mut state.files);
            files
        };
        files.sort_unstable_by(|one, other| one.path.cmp(&other.path));
        let Shared {
            storage, dir, work, ..
        } = &*self.shared;
        let text = seal(fields.into(), &files);
        prepare(storage, dir, &self.shared.folders(), &text)?;
        complete(storage, dir, &files, &mut |path| self.shared.moved(path))?;
        self.done = true;
        // The dataset is complete, whatever becomes of the folder.
        let _ = remove_work(storage, work);
        Ok(())
    }

    fn remove(&mut self) -> Result<(), FolderError> {
        self.done = true;
        let (saved, replaces) = {
            let state = self.shared.state();
            (state.saved, state.replaces)
        };
        let begun = self.shared.work.join(MANIFEST).symlink_metadata().is_ok();
        if saved || replaces && begun {
            // The next run resumes from what is here and what is already published.
            return Ok(());
        }
        let Shared {
            storage, dir, work, ..
        } = &*self.shared;
        let moved = std::mem::take(&mut self.shared.state().moved);
        // Last in, first out: a manifest goes before what it lists.
        for path in moved.into_iter().rev() {
            storage.remove(&path)?;
        }
        remove_work(storage, work)?;
        if self.new {
            // Fails, and leaves the folder, if somebody has put something else there.
            let _ = storage.remove_folder(dir);
        }
        Ok(())
    }
}

impl Drop for UnfinishedDataset {
    fn drop(&mut self) {
        if !self.done {
            // Drop cannot report an error.
            let _ = self.remove();
        }
    }
}

/// Creates a folder and its missing parents, and syncs the entry of each.
fn create_lasting(storage: &Storage, dir: &Path) -> Result<(), FolderError> {
    let missing = |folder: &&Path| folder.symlink_metadata().is_err();
    let made: Vec<&Path> = dir.ancestors().take_while(missing).collect();
    storage.create_folders(dir)?;
    for folder in made {
        let holder = match folder.parent() {
            Some(holder) if !holder.as_os_str().is_empty() => holder,
            _ => Path::new("."),
        };
        match storage.sync_folder(holder) {
            // Who may create a folder there need not be allowed to open it.
            Err(error) if error.kind() != Some(io::ErrorKind::PermissionDenied) => {
                return Err(error);
            }
            _ => {}
        }
    }
    Ok(())
}
