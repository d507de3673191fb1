//! A dataset under construction: its folder, its lock, and how it is given up.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use serde_json::{Map, Value};

use crate::check::require_dataset;
use crate::error::FolderError;
use crate::files::NewFiles;
use crate::folder::require_empty;
use crate::manifest::{FileEntry, seal};
use crate::names::{IN_PROGRESS, MANIFEST, SCRATCH};
use crate::publish::{complete, prepare};
use crate::recover::{claim, claim_beside};
use crate::shared::Shared;
use crate::storage::{Lock, Storage};

/// A dataset under construction. Dropped before [`Work::commit`] it leaves nothing behind, unless a
/// checkpoint was saved: then it leaves what [`Work::resume`] goes on with.
#[derive(Debug)]
pub struct Work {
    pub(crate) shared: Arc<Shared>,
    /// Held as long as the run lives, so that another one does not take it for dead.
    _lock: Lock,
    /// Whether the folder of the dataset did not exist before.
    new: bool,
    /// Whether there is nothing left to remove.
    done: bool,
}

impl Work {
    /// Begins a dataset in a folder that is empty or does not exist. What a dead run left there is
    /// removed.
    ///
    /// # Errors
    /// [`FolderError::NotEmpty`] if there is anything else, [`FolderError::InUse`] if the run of its
    /// `_inprogress` lives, [`FolderError::HalfDone`] if it died in the middle of its commit,
    /// [`FolderError::Foreign`] if that is none of ours, [`FolderError::Io`] with the path if the file
    /// system refuses.
    pub fn begin(dir: &Path, storage: Storage) -> Result<Self, FolderError> {
        let new = match fs::symlink_metadata(dir) {
            Ok(_) => false,
            Err(error) if error.kind() == io::ErrorKind::NotFound => true,
            Err(error) => return Err(FolderError::io(dir)(error)),
        };
        if !new && dir.join(IN_PROGRESS).symlink_metadata().is_err() {
            require_empty(dir)?;
        }
        storage.create_folders(dir).map_err(FolderError::io(dir))?;
        let claimed = claim(&storage, dir).inspect_err(|_| {
            if new {
                // Only if it is still empty; the first failure is the one to tell.
                let _ = fs::remove_dir(dir);
            }
        });
        Ok(Self::new(dir, storage, claimed?, new))
    }

    /// Begins a dataset that is to take the place of the one in a folder. Until the commit that one is as
    /// it was.
    ///
    /// # Errors
    /// As [`Self::begin`], but that the folder holds a dataset.
    pub fn replace(dir: &Path, storage: Storage) -> Result<Self, FolderError> {
        require_dataset(dir)?;
        let lock = claim_beside(&storage, dir)?;
        let work = Self::new(dir, storage, lock, false);
        work.shared.state().replaces = true;
        Ok(work)
    }

    /// Files of the dataset in the folder that are to belong to this one, at the places where they are.
    pub fn keep(&self, files: Vec<FileEntry>) {
        self.shared.state().kept = files;
    }

    /// How many files of a table are kept.
    #[must_use]
    pub fn kept(&self, table: &str) -> u64 {
        let state = self.shared.state();
        let folder =
            |file: &&FileEntry| file.path.split_once('/').is_some_and(|(of, _)| of == table);
        state.kept.iter().filter(folder).count() as u64
    }

    pub(crate) fn new(dir: &Path, storage: Storage, lock: Lock, new: bool) -> Self {
        Self {
            shared: Arc::new(Shared {
                work: dir.join(IN_PROGRESS),
                dir: dir.to_owned(),
                storage,
                state: Mutex::default(),
            }),
            _lock: lock,
            new,
            done: false,
        }
    }

    /// Who makes the files.
    #[must_use]
    pub fn files(&self) -> NewFiles {
        NewFiles::of(Arc::clone(&self.shared))
    }

    /// A folder for files that only the run itself needs. It goes with the unfinished work.
    ///
    /// # Errors
    /// [`FolderError::Io`] with the path if it cannot be made.
    pub fn scratch(&self) -> Result<PathBuf, FolderError> {
        let path = self.shared.work.join(SCRATCH);
        let made = self.shared.storage.create_folders(&path);
        made.map_err(FolderError::io(&path))?;
        Ok(path)
    }

    /// Publishes the files that were finished, with a manifest that says `told` and lists them. Every
    /// error but one leaves no dataset: where not even the way back succeeds, the folder holds
    /// leftovers that the next run removes.
    ///
    /// # Errors
    /// [`FolderError::Io`] with the path if something cannot be written, synced or moved,
    /// [`FolderError::Foreign`] if something lies in the place of a file.
    pub fn commit(mut self, told: Map<String, Value>) -> Result<(), FolderError> {
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
        let checkpoint = self.checkpoint_to_keep(&told)?;
        let text = seal(told, &files, checkpoint.as_ref());
        prepare(storage, dir, &self.shared.folders(), &text)?;
        files.extend(checkpoint);
        complete(storage, dir, &files, &mut |path| self.shared.moved(path))?;
        self.done = true;
        // The dataset is complete, whatever becomes of the empty folder.
        let _ = storage.remove_folders(work);
        Ok(())
    }

    /// Gives the dataset up and removes what was written.
    ///
    /// # Errors
    /// [`FolderError::Io`] with the path if something cannot be removed.
    pub fn abandon(mut self) -> Result<(), FolderError> {
        self.shared.state().saved = false;
        self.remove()
    }

    fn remove(&mut self) -> Result<(), FolderError> {
        self.done = true;
        let (saved, replaces) = {
            let state = self.shared.state();
            (state.saved, state.replaces)
        };
        let begun = self.shared.work.join(MANIFEST).symlink_metadata().is_ok();
        if saved || replaces && begun {
            // What lies here and what was published already is gone on with.
            return Ok(());
        }
        let Shared {
            storage, dir, work, ..
        } = &*self.shared;
        let moved = std::mem::take(&mut self.shared.state().moved);
        // Last in, first out: a manifest goes before what it lists.
        for path in moved.into_iter().rev() {
            let removed = if path.is_dir() {
                storage.remove_folders(&path)
            } else {
                storage.remove_file(&path)
            };
            removed.map_err(FolderError::io(&path))?;
        }
        storage
            .remove_folders(work)
            .map_err(FolderError::io(work))?;
        if self.new {
            // Somebody may have put something of their own there; then it stays.
            let _ = storage.remove_folder(dir);
        }
        Ok(())
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        if !self.done {
            // Already on the way out with an error; there is nobody left to tell a second one.
            let _ = self.remove();
        }
    }
}
