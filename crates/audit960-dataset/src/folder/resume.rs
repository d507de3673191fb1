//! Resumes a dead run: its checkpoint, its files, its commit.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use audit960_types::tables::SCHEMAS;

use crate::folder::error::FolderError;
use crate::folder::files::Shared;
use crate::folder::manifest::FileEntry;
use crate::folder::names::{CHECKPOINT, IN_PROGRESS, MANIFEST, NEW_CHECKPOINT, PARTIAL, SCRATCH};
use crate::folder::publish::complete;
use crate::folder::recover::{old_lock, prepared, remove_work};
use crate::folder::storage::Storage;
use crate::folder::unfinished::UnfinishedDataset;

/// What an earlier run left.
#[derive(Debug)]
pub enum Resumption {
    /// Nothing to resume: an empty dataset under construction.
    Nothing(UnfinishedDataset),
    /// The files of a dead run, and the checkpoint as it was saved.
    Checkpoint(UnfinishedDataset, Vec<u8>),
    /// The dataset is complete, or has just been completed.
    Finished,
}

/// Whether a folder holds the checkpoint of an unfinished run.
#[must_use]
pub fn can_be_resumed(dir: &Path) -> bool {
    let checkpoint = dir.join(IN_PROGRESS).join(CHECKPOINT);
    checkpoint.symlink_metadata().is_ok()
}

impl UnfinishedDataset {
    /// Resumes what a dead run left in a folder: completes its commit, or returns its checkpoint.
    /// Without either, begins a dataset as [`Self::begin`] does.
    ///
    /// # Errors
    /// As [`Self::begin`]; [`FolderError::Damaged`] if a file of the commit is missing.
    pub fn resume(dir: &Path, storage: Storage) -> Result<Resumption, FolderError> {
        let finished = dir.join(MANIFEST).symlink_metadata().is_ok();
        let work = dir.join(IN_PROGRESS);
        if work.symlink_metadata().is_err() {
            return match finished {
                true => Ok(Resumption::Finished),
                false => Self::begin(dir, storage).map(Resumption::Nothing),
            };
        }
        let lock = old_lock(&storage, &work)?;
        if let Some(manifest) = prepared(&storage, dir)? {
            complete(&storage, dir, &manifest.files, &mut |_| {})?;
        } else if let Some(checkpoint) = storage.read(&work.join(CHECKPOINT))? {
            let work = Self::new(dir, storage, lock, false);
            let mut state = work.shared.state();
            (state.saved, state.replaces) = (true, finished);
            drop(state);
            return Ok(Resumption::Checkpoint(work, checkpoint));
        } else if !finished {
            // The folder is claimed again from the start.
            drop(lock);
            return Self::begin(dir, storage).map(Resumption::Nothing);
        }
        // The dataset is complete, whatever becomes of the folder.
        let _ = remove_work(&storage, &work);
        Ok(Resumption::Finished)
    }

    /// Saves a checkpoint from which this run can be resumed; it replaces the one before. The finished files
    /// belong to it, and as much of the others as it says; their contents must have been synced. What it
    /// names is on the disk before it is itself.
    ///
    /// # Errors
    /// [`FolderError::Io`] with the path if it cannot be written; the one before then stays.
    pub fn save(&self, checkpoint: &[u8]) -> Result<(), FolderError> {
        let Shared { storage, work, .. } = &*self.shared;
        let (new, place) = (work.join(NEW_CHECKPOINT), work.join(CHECKPOINT));
        self.sync_folders()?;
        storage.remove_if_there(&new)?;
        storage.write(&new, checkpoint)?;
        storage.rename(&new, &place)?;
        storage.sync_folder(work)?;
        self.shared.state().saved = true;
        Ok(())
    }

    /// Syncs the entries of the folders of tables and of temporary files, and of the folder that holds them.
    fn sync_folders(&self) -> Result<(), FolderError> {
        let Shared { storage, work, .. } = &*self.shared;
        let mut folders = self.shared.folders();
        folders.push(SCRATCH.to_owned());
        let folders = folders.iter().map(|name| work.join(name));
        let made = folders.filter(|folder| folder.is_dir());
        for folder in made.chain([work.clone()]) {
            storage.sync_folder(&folder)?;
        }
        Ok(())
    }

    /// Adopts the finished files of a dead run if their checksums are those in `entries`. All others are
    /// moved aside, for [`NewFiles::unfinished`](crate::folder::NewFiles::unfinished).
    ///
    /// # Errors
    /// [`FolderError::Damaged`] if a checksum differs, [`FolderError::Io`] with the path if a file is missing
    /// or cannot be moved.
    pub fn adopt(&self, entries: Vec<FileEntry>) -> Result<(), FolderError> {
        let Shared { storage, work, .. } = &*self.shared;
        for entry in &entries {
            let path = work.join(&entry.path);
            let (_, sum) = storage.digest(&path)?;
            if sum != entry.xxh3_128 {
                let what = "is not the file that the earlier run finished";
                return Err(FolderError::damaged(&path, what));
            }
        }
        let known: BTreeSet<&str> = entries.iter().map(|entry| entry.path.as_str()).collect();
        let aside = work.join(PARTIAL);
        for table in SCHEMAS.iter().map(|schema| schema.name) {
            // Tables of one file are always written anew, at the end.
            storage.remove_if_there(&work.join(format!("{table}.parquet")))?;
            let folder = work.join(table);
            if folder.symlink_metadata().is_err() {
                continue;
            }
            self.shared.state().folders.insert(table.to_owned());
            for file in fs::read_dir(&folder).map_err(FolderError::io(&folder))? {
                let file = file.map_err(FolderError::io(&folder))?.file_name();
                let path = format!("{table}/{}", file.to_string_lossy());
                if known.contains(path.as_str()) {
                    continue;
                }
                let (from, to) = (work.join(&path), aside.join(&path));
                // An earlier resumed run moved the original aside and died; this is its unfinished copy.
                if to.symlink_metadata().is_ok() {
                    storage.remove_file(&from)?;
                    continue;
                }
                let parent = aside.join(table);
                storage.create_folders(&parent)?;
                storage.rename(&from, &to)?;
            }
        }
        self.shared.state().files = entries;
        Ok(())
    }

    /// Removes the unfinished files of the earlier run, after this one has read what it needs.
    ///
    /// # Errors
    /// [`FolderError::Io`] with the path if they cannot be removed.
    pub fn drop_unfinished(&self) -> Result<(), FolderError> {
        let path = self.shared.work.join(PARTIAL);
        if path.symlink_metadata().is_err() {
            return Ok(());
        }
        // The copies of their row groups must outlive a power failure before the originals go.
        self.sync_folders()?;
        self.shared.storage.remove_folders(&path)
    }

    /// The finished files, sorted by path.
    #[must_use]
    pub fn finished(&self) -> Vec<FileEntry> {
        let mut files = self.shared.state().files.clone();
        // Threads finish files in any order.
        files.sort_unstable_by(|one, other| one.path.cmp(&other.path));
        files
    }
}
