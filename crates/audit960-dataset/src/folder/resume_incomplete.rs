//! The checkpoint that an incomplete dataset keeps: once the first unreadable input can be read, nothing
//! before it is replayed again.

use std::io::{self, Read as _, Write as _};
use std::path::Path;

use serde_json::{Map, Value};
use xxhash_rust::xxh3::xxh3_128;

use crate::folder::check::{is_incomplete, manifest_in};
use crate::folder::error::FolderError;
use crate::folder::manifest::FileEntry;
use crate::folder::names::{CHECKPOINT, FIRST_FAILED};
use crate::folder::resume::Resumption;
use crate::folder::shared::Shared;
use crate::folder::storage::Storage;
use crate::folder::unfinished::UnfinishedDataset;

impl UnfinishedDataset {
    /// Keeps the checkpoint that was saved last, which is before the first input that could not be read. A
    /// dataset that is incomplete at its commit keeps it for [`Self::resume_incomplete`].
    ///
    /// # Errors
    /// [`FolderError::Io`] with the path if it cannot be copied.
    pub fn keep_checkpoint(&self) -> Result<(), FolderError> {
        let Shared { storage, work, .. } = &*self.shared;
        let kept = work.join(FIRST_FAILED);
        if kept.symlink_metadata().is_ok() {
            // A partial file of the dead run that this one resumes.
            storage.remove_file(&kept).map_err(FolderError::io(&kept))?;
        }
        copy(storage, &work.join(CHECKPOINT), &kept)
    }

    /// The checkpoint to publish with a manifest of these fields; a complete dataset has none, and its
    /// checkpoint is removed.
    pub(crate) fn checkpoint_to_keep(
        &self,
        fields: &Map<String, Value>,
    ) -> Result<Option<FileEntry>, FolderError> {
        let Shared { storage, work, .. } = &*self.shared;
        let path = work.join(FIRST_FAILED);
        if path.symlink_metadata().is_err() {
            return Ok(None);
        }
        if !fields.get("incomplete").is_some_and(is_incomplete) {
            storage.remove_file(&path).map_err(FolderError::io(&path))?;
            return Ok(None);
        }
        let bytes = read(storage, &path)?;
        Ok(Some(FileEntry {
            path: FIRST_FAILED.to_owned(),
            size: bytes.len() as u64,
            rows: 0,
            xxh3_128: digits(&bytes),
        }))
    }

    /// Begins a dataset that is to replace the incomplete one in a folder, from the checkpoint that was kept
    /// with it: the files of its tables are copied. Without a valid checkpoint the work begins empty.
    ///
    /// # Errors
    /// As [`Self::replace`].
    pub fn resume_incomplete(dir: &Path, storage: Storage) -> Result<Resumption, FolderError> {
        let work = Self::replace(dir, storage)?;
        let storage = &work.shared.storage;
        let manifest = manifest_in(dir, storage)?;
        let Some(entry) = &manifest.checkpoint else {
            return Ok(Resumption::Nothing(work));
        };
        let kept = read(storage, &dir.join(&entry.path)).ok();
        let Some(checkpoint) = kept.filter(|bytes| digits(bytes) == entry.xxh3_128) else {
            // The dataset itself does not need it: everything is replayed.
            return Ok(Resumption::Nothing(work));
        };
        for file in &manifest.files {
            // Tables of one file are always written anew, at the end.
            if let Some((folder, _)) = file.path.split_once('/') {
                let folder = work.shared.work.join(folder);
                let made = storage.create_folders(&folder);
                made.map_err(FolderError::io(&folder))?;
                let (from, to) = (dir.join(&file.path), work.shared.work.join(&file.path));
                copy(storage, &from, &to)?;
            }
        }
        work.save(&checkpoint)?;
        Ok(Resumption::Checkpoint(work, checkpoint))
    }
}

fn copy(storage: &Storage, from: &Path, to: &Path) -> Result<(), FolderError> {
    let mut source = storage.open(from).map_err(FolderError::io(from))?;
    let written = storage.create_file(to).and_then(|mut target| {
        io::copy(&mut source, &mut target)?;
        target.flush()?;
        target.sync()
    });
    written.map_err(FolderError::io(to))
}

fn read(storage: &Storage, path: &Path) -> Result<Vec<u8>, FolderError> {
    let mut bytes = Vec::new();
    let mut file = storage.open(path).map_err(FolderError::io(path))?;
    file.read_to_end(&mut bytes)
        .map_err(FolderError::io(path))?;
    Ok(bytes)
}

/// The XXH3-128 of some bytes, 32 hexadecimal digits.
fn digits(bytes: &[u8]) -> String {
    format!("{:032x}", xxh3_128(bytes))
}
