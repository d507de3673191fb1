//! A dataset under construction: its folder, its lock, its files.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Map, Value};
use xxhash_rust::xxh3::Xxh3Default;

use crate::error::FolderError;
use crate::manifest::FileEntry;
use crate::names::{IN_PROGRESS, SCRATCH};
use crate::publish::publish;
use crate::recover::claim;
use crate::storage::{Storage, StoredFile};

/// A dataset under construction. Dropped before [`Work::commit`] it leaves nothing behind.
#[derive(Debug)]
pub struct Work {
    shared: Arc<Shared>,
    /// Held as long as the run lives, so that another one does not take it for dead.
    _lock: StoredFile,
    /// Whether the folder of the dataset did not exist before.
    new: bool,
    /// Whether there is nothing left to remove.
    done: bool,
}

/// What files under construction share with their [`Work`].
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) storage: Storage,
    /// The folder of the dataset.
    pub(crate) dir: PathBuf,
    /// The folder of unfinished work.
    pub(crate) work: PathBuf,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    files: Vec<FileEntry>,
    folders: BTreeSet<String>,
    /// What has been moved to its final place.
    moved: Vec<PathBuf>,
}

impl Work {
    /// Begins a dataset in a folder that is empty or does not exist. What a dead run left there is
    /// removed.
    ///
    /// # Errors
    /// [`FolderError::NotEmpty`] if there is anything else, [`FolderError::InUse`] if the run of its
    /// `_inprogress` lives, [`FolderError::Foreign`] if that is none of ours, [`FolderError::Io`] with
    /// the path if the file system refuses.
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
        Ok(Self {
            shared: Arc::new(Shared {
                work: dir.join(IN_PROGRESS),
                dir: dir.to_owned(),
                storage,
                state: Mutex::default(),
            }),
            _lock: claimed?,
            new,
            done: false,
        })
    }

    /// Who makes the files.
    #[must_use]
    pub fn files(&self) -> NewFiles {
        NewFiles(Arc::clone(&self.shared))
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
        let mut files = std::mem::take(&mut self.shared.state().files);
        files.sort_unstable_by(|one, other| one.path.cmp(&other.path));
        publish(&self.shared, told, &files)?;
        self.done = true;
        // The dataset is complete, whatever becomes of the empty folder.
        let _ = self.shared.storage.remove_folders(&self.shared.work);
        Ok(())
    }

    /// Gives the dataset up and removes what was written.
    ///
    /// # Errors
    /// [`FolderError::Io`] with the path if something cannot be removed.
    pub fn abandon(mut self) -> Result<(), FolderError> {
        self.remove()
    }

    fn remove(&mut self) -> Result<(), FolderError> {
        self.done = true;
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

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
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

/// An error if a folder holds anything but unfinished work.
pub(crate) fn require_empty(dir: &Path) -> Result<(), FolderError> {
    for entry in fs::read_dir(dir).map_err(FolderError::io(dir))? {
        let entry = entry.map_err(FolderError::io(dir))?;
        if entry.file_name() != IN_PROGRESS {
            return Err(FolderError::NotEmpty {
                path: dir.to_owned(),
            });
        }
    }
    Ok(())
}

/// Makes the files of a [`Work`].
#[derive(Clone, Debug)]
pub struct NewFiles(Arc<Shared>);

impl NewFiles {
    /// Makes a file, and the folder of its table if it is the first there; `path` is relative to the
    /// dataset, with `/` between its parts.
    ///
    /// # Errors
    /// [`FolderError::Io`] with the path if something is there or cannot be made.
    pub fn create(&self, path: &str) -> Result<NewFile, FolderError> {
        if let Some((table, _)) = path.split_once('/') {
            let mut state = self.0.state();
            if !state.folders.contains(table) {
                let folder = self.0.work.join(table);
                let made = self.0.storage.create_folder(&folder);
                made.map_err(FolderError::io(&folder))?;
                state.folders.insert(table.to_owned());
            }
        }
        let place = self.0.work.join(path);
        let file = self.0.storage.create_file(&place);
        Ok(NewFile {
            file: file.map_err(FolderError::io(&place))?,
            place,
            path: path.to_owned(),
            size: 0,
            hash: Xxh3Default::new(),
            shared: Arc::clone(&self.0),
        })
    }

    /// Where a file lies while it is under construction.
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
    /// Syncs the file and enters it in the manifest.
    ///
    /// # Errors
    /// [`FolderError::Io`] with the path if the disk does not confirm it.
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
