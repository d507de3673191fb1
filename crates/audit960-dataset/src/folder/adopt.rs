//! Makes a dataset of a folder of tables that others wrote, such as the tasks of a cluster.
//!
//! Nothing is copied: files are put in order by renaming them, and the manifest comes last, as in any
//! commit. Work that was interrupted before that can be repeated.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::Value;

use crate::folder::error::FolderError;
use crate::folder::files::{NewFiles, Shared};
use crate::folder::manifest::{FileEntry, seal};
use crate::folder::names::MANIFEST;
use crate::folder::storage::Storage;

/// The name of the manifest before the commit.
const PREPARED: &str = "_manifest.json";

/// Tables that are being made into a dataset.
#[derive(Debug)]
pub struct Adoption {
    /// The folder of unfinished work is that of the dataset.
    shared: Arc<Shared>,
}

impl Adoption {
    /// Begins with the tables in a folder that is not yet a dataset.
    ///
    /// # Errors
    /// [`FolderError::NotEmpty`] if it already is one.
    pub fn begin(dir: &Path, storage: Storage) -> Result<Self, FolderError> {
        if dir.join(MANIFEST).symlink_metadata().is_ok() {
            return Err(FolderError::NotEmpty {
                path: dir.to_owned(),
            });
        }
        Ok(Self {
            shared: Shared::new(dir, dir.to_owned(), storage),
        })
    }

    /// The [`NewFiles`] that creates further files of the dataset.
    #[must_use]
    pub fn files(&self) -> NewFiles {
        NewFiles::of(Arc::clone(&self.shared))
    }

    /// The Parquet files in the folder of a table, sorted by name; none if there is no such folder. Names
    /// that begin with a period or an underscore are skipped: they belong to the writer.
    ///
    /// # Errors
    /// [`FolderError::Io`] with the path if the folder cannot be read.
    pub fn found(&self, table: &str) -> Result<Vec<PathBuf>, FolderError> {
        let folder = self.shared.dir.join(table);
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(FolderError::io(&folder)(error)),
        };
        let mut files = Vec::new();
        for entry in entries {
            let path = entry.map_err(FolderError::io(&folder))?.path();
            let name = path.file_name().and_then(|name| name.to_str());
            let hidden = name.is_none_or(|name| name.starts_with(['.', '_']));
            if !hidden && path.extension().is_some_and(|end| end == "parquet") {
                files.push(path);
            }
        }
        files.sort_unstable();
        Ok(files)
    }

    /// Removes a file that has no rows.
    ///
    /// # Errors
    /// [`FolderError::Io`] with the path if it cannot be removed.
    pub fn remove(&self, path: &Path) -> Result<(), FolderError> {
        self.shared.storage.remove_file(path)
    }

    /// Adds the files of a table, each with its row count, and renames them so that their names sort in this
    /// order.
    ///
    /// # Errors
    /// [`FolderError::Io`] with the path if one cannot be renamed or read, [`FolderError::Damaged`] if a new
    /// name is taken.
    pub fn take(&self, table: &str, files: &[(PathBuf, u64)]) -> Result<(), FolderError> {
        let folder = self.shared.dir.join(table);
        let place = |kind: &str, number: usize| folder.join(format!("{kind}-{number:05}.parquet"));
        let in_order =
            |(number, (path, _)): (usize, &(PathBuf, u64))| *path == place("part", number);
        let ordered = files.iter().enumerate().all(in_order);
        // Through temporary names: a target may still be the name of a file not yet moved.
        let turn = format!("turn-{}", std::process::id());
        let steps: &[&str] = if ordered { &[] } else { &[&turn, "part"] };
        let mut current: Vec<PathBuf> = files.iter().map(|(path, _)| path.clone()).collect();
        for kind in steps {
            for (number, path) in current.iter_mut().enumerate() {
                let target = place(kind, number);
                if *path != target {
                    if target.symlink_metadata().is_ok() {
                        return Err(FolderError::damaged(&target, "is in the way"));
                    }
                    self.shared.storage.rename(path, &target)?;
                    // The checksum that Hadoop keeps beside a file under its old name.
                    let name = path.file_name().unwrap_or_default().to_string_lossy();
                    let checksum = path.with_file_name(format!(".{name}.crc"));
                    self.shared.storage.remove_if_there(&checksum)?;
                }
                *path = target;
            }
        }
        for (number, &(_, rows)) in files.iter().enumerate() {
            let path = format!("{table}/part-{number:05}.parquet");
            let (size, xxh3_128) = self.shared.storage.digest(&self.shared.dir.join(&path))?;
            let entry = FileEntry {
                path,
                size,
                rows,
                xxh3_128,
            };
            self.shared.state().files.push(entry);
        }
        self.shared.storage.sync_folder(&folder)
    }

    /// Writes the manifest with `fields` and the list of files: that makes the folder a dataset.
    ///
    /// # Errors
    /// [`FolderError::Io`] with the path if it cannot be written.
    pub fn commit(self, fields: Value) -> Result<(), FolderError> {
        let Shared { dir, storage, .. } = &*self.shared;
        for table in self.shared.folders() {
            storage.sync_folder(&dir.join(table))?;
        }
        let mut files = std::mem::take(&mut self.shared.state().files);
        files.sort_unstable_by(|one, other| one.path.cmp(&other.path));
        let prepared = dir.join(PREPARED);
        // That of an attempt that failed.
        storage.remove_if_there(&prepared)?;
        storage.write(&prepared, seal(fields, &files).as_bytes())?;
        // What it lists is on the disk before it gets its name.
        storage.sync_folder(dir)?;
        let manifest = dir.join(MANIFEST);
        storage.rename(&prepared, &manifest)?;
        storage.sync_folder(dir)
    }
}
