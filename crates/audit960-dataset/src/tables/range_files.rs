//! The tables of one range of an archive as Parquet files in a folder: the output of a cluster task.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::{FolderError, NewFiles, Storage};

use crate::tables::assemble::{Assembler, RowGroupJob};
use crate::tables::chunk::{ChunkRows, TableOptions, is_written_if_empty};
use crate::tables::encode::{Rows, TableEncoder};
use crate::tables::error::TableError;
use crate::tables::files::TableFiles;
use crate::tables::row_file::RowFile;
use audit960_types::SplitRow;
use audit960_types::tables::{SPLITS, TableSchema};

/// How many names are tried for the folder in which the files are created.
const NAMES: u32 = 100;

/// Writes the tables of a range into a folder, each into one file named after it: a dataset gets its files
/// from many tasks, and each file belongs to one of them.
pub struct RangeFiles {
    assembler: Assembler,
    /// One per row table, in their order.
    tables: Vec<TableFiles>,
    files: NewFiles,
    /// The last one: its files are closed before it goes.
    folder: Folder,
}

/// Where the files are created: a folder with a name of its own, which is renamed when all are there. It is removed
/// if that does not happen; a run that is killed leaves it, and another attempt is not stopped by it.
struct Folder {
    path: PathBuf,
    /// The name that it gets.
    named: PathBuf,
    storage: Storage,
}

impl Drop for Folder {
    fn drop(&mut self) {
        // There is an error to report already, and if not, the folder has its name.
        let _ = fs::remove_dir_all(&self.path);
    }
}

impl RangeFiles {
    /// Creates the folder, which must not exist yet. `whole` says whether all rows of the sources will come,
    /// starting with the first.
    ///
    /// # Errors
    /// [`TableError::Folder`] with the path if it exists or cannot be created beside it.
    pub fn create(
        storage: &Storage,
        dir: &Path,
        whole: bool,
        options: TableOptions,
    ) -> Result<Self, TableError> {
        if dir.symlink_metadata().is_ok() {
            let source = io::ErrorKind::AlreadyExists.into();
            return Err(FolderError::io(dir)(source).into());
        }
        let folder = Folder {
            path: folder_beside(storage, dir)?,
            named: dir.to_owned(),
            storage: storage.clone(),
        };
        let files = NewFiles::within(&folder.path, storage.clone());
        let table = |schema: TableSchema| -> Result<_, TableError> {
            let encoder = TableEncoder::new(&schema, Rows::OfChunks)?;
            let is_written = is_written_if_empty(&schema);
            Ok(TableFiles::new(encoder, files.clone(), None, is_written, 0))
        };
        let tables = options.row_tables().map(table);
        Ok(Self {
            assembler: Assembler::with(options, Rows::of_range(whole))?,
            tables: tables.collect::<Result<_, _>>()?,
            files,
            folder,
        })
    }

    /// Adds the rows of the next chunk of `source`.
    ///
    /// # Errors
    /// [`TableError::Folder`] with the path if they cannot be written.
    pub fn push(
        &mut self,
        chunk: ChunkRows,
        source: &Arc<str>,
        first_of_source: bool,
    ) -> Result<(), TableError> {
        let jobs = self.assembler.push(chunk, source, first_of_source).jobs;
        append(&mut self.tables, jobs)
    }

    /// Writes the remaining rows and the row of the range, and syncs the files to disk.
    ///
    /// # Errors
    /// As [`Self::push`].
    pub fn finish(self, row: &SplitRow) -> Result<(), TableError> {
        let Self {
            folder,
            assembler,
            mut tables,
            files,
        } = self;
        append(&mut tables, assembler.finish())?;
        tables.into_iter().try_for_each(TableFiles::finish)?;
        let name = format!("{}.parquet", SPLITS.name);
        let mut splits = RowFile::create(&files, &name, 1)?;
        splits.push(row)?;
        splits.finish()?;
        folder.storage.sync_folder(&folder.path)?;
        Ok(folder.storage.rename(&folder.path, &folder.named)?)
    }
}

fn append(tables: &mut [TableFiles], jobs: Vec<RowGroupJob>) -> Result<(), TableError> {
    for job in jobs {
        let group = job.encode()?;
        if let Some(table) = tables.get_mut(group.table) {
            table.append(group.ordinal, group.columns)?;
        }
    }
    Ok(())
}

/// Creates a folder beside `dir` under a name that is not in use: in containers every attempt has the same process id.
fn folder_beside(storage: &Storage, dir: &Path) -> Result<PathBuf, FolderError> {
    let mut number = 0;
    loop {
        let mut beside = OsString::from(".");
        beside.push(dir.file_name().unwrap_or_default());
        beside.push(format!(".{}-{number}.inprogress", std::process::id()));
        let path = dir.with_file_name(beside);
        match storage.create_folder(&path) {
            Err(error) if error.kind() == Some(io::ErrorKind::AlreadyExists) && number < NAMES => {
                number += 1;
            }
            // The user knows the name that the folder gets.
            Err(error) if error.kind() == Some(io::ErrorKind::NotFound) => {
                return Err(FolderError::io(dir)(io::ErrorKind::NotFound.into()));
            }
            created => return created.map(|()| path),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An attempt that was killed leaves its folder, and the next one may have the same process id.
    #[test]
    fn what_another_attempt_left_stops_none() {
        let root = tempfile::tempdir().unwrap();
        let (dir, storage) = (root.path().join("task-1"), Storage::new());
        let first = folder_beside(&storage, &dir).unwrap();
        let second = folder_beside(&storage, &dir).unwrap();
        assert_ne!(first, second);
        for left in [first, second] {
            assert_eq!(left.parent(), Some(root.path()));
            let name = left.file_name().unwrap().to_str().unwrap();
            assert!(
                name.starts_with(".task-1.") && name.ends_with(".inprogress"),
                "{name}"
            );
        }
        assert!(!dir.exists());
    }
}
