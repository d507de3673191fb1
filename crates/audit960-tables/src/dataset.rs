//! The folder of a dataset: everything or nothing.
//!
//! Work in progress lies in `_inprogress` and is moved out at the end, the manifest last of all:
//! a folder with a manifest is a dataset, and a run that dies on the way leaves none. (That holds for
//! a program that dies, not for a machine: nothing here waits for the disk to confirm.)

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use audit960_types::{CastlingRow, DuplicateRow, StartPositionRow};

use crate::aggregates;
use crate::chunk::TableOptions;
use crate::duplicates::DuplicateFile;
use crate::encode::{EncodedRowGroup, TableEncoder};
use crate::error::TableError;
use crate::files::{TableFiles, write_whole};
use crate::schema::{CASTLING, DUPLICATES, POSITIONS, REPETITIONS, START_POSITIONS};

/// The file that makes a folder a dataset.
const MANIFEST: &str = "manifest.json";

/// The folder of unfinished work.
const IN_PROGRESS: &str = "_inprogress";

/// The folder in it for what only the run itself needs.
const SCRATCH: &str = "scratch";

/// The file in it that its run holds a lock on.
const LOCK: &str = "lock";

/// Whether a folder is a dataset.
#[must_use]
pub fn is_dataset(folder: &Path) -> bool {
    folder.join(MANIFEST).is_file()
}

/// Writes a dataset. Dropped before [`DatasetWriter::finish`] it leaves nothing behind.
pub struct DatasetWriter {
    /// Emptied by `finish`.
    tables: Vec<TableFiles>,
    duplicates: Option<DuplicateFile>,
    folder: Folder,
}

impl DatasetWriter {
    /// Begins a dataset in a folder that is empty or does not exist; what a dead run left in its
    /// `_inprogress` is thrown away.
    ///
    /// # Errors
    /// [`TableError::NotEmpty`] if there is anything else, [`TableError::InUse`] if the run of that
    /// `_inprogress` lives, [`TableError::Io`] with the path if the file system refuses.
    pub fn create(dir: &Path, options: TableOptions) -> Result<Self, TableError> {
        let folder = Folder::create(dir)?;
        let tables = options.row_tables().iter().map(|schema| {
            let path = folder.work.join(schema.name);
            fs::create_dir(&path).map_err(TableError::io(&path))?;
            let encoder = TableEncoder::new(schema)?;
            // Many archives have no rows for them: their dataset has no such table.
            let even_empty = ![POSITIONS.name, REPETITIONS.name].contains(&schema.name);
            let groups = options.limits.file_groups;
            Ok(TableFiles::new(encoder, path, groups, even_empty))
        });
        let tables = tables.collect::<Result<_, TableError>>()?;
        let duplicates = options.duplicates.then(|| {
            DuplicateFile::create(folder.work.join(DUPLICATES.path), options.limits.group_rows)
        });
        Ok(Self {
            tables,
            duplicates: duplicates.transpose()?,
            folder,
        })
    }

    /// A folder for files that only the run itself needs. It goes with the unfinished work.
    ///
    /// # Errors
    /// [`TableError::Io`] with the path if it cannot be made.
    pub fn scratch(&self) -> Result<PathBuf, TableError> {
        let path = self.folder.work.join(SCRATCH);
        fs::create_dir_all(&path).map_err(TableError::io(&path))?;
        Ok(path)
    }

    /// Appends a row of table `duplicates`; without that table, does nothing. Rows must come in the
    /// order of the archive.
    ///
    /// # Errors
    /// [`TableError::Io`] with the path if it cannot be written, [`TableError::TooMuchText`] if a row
    /// group would hold more than 2 GiB of text.
    pub fn duplicate(&mut self, row: &DuplicateRow<'_>) -> Result<(), TableError> {
        self.duplicates
            .as_mut()
            .map_or(Ok(()), |file| file.push(row))
    }

    /// Writes a row group as soon as its turn has come. They may arrive in any order.
    ///
    /// # Errors
    /// [`TableError::Io`] with the path if it cannot be written.
    pub fn append(&mut self, group: EncodedRowGroup) -> Result<(), TableError> {
        self.tables[group.table].append(group.ordinal, group.columns)
    }

    /// Closes the files, adds the aggregate tables and makes the folder a dataset.
    ///
    /// # Errors
    /// [`TableError::Io`] with the path if something cannot be written or moved,
    /// [`TableError::MissingRowGroup`] if one never arrived that others were to follow (whether the
    /// last ones have arrived, the caller knows). The folder is no dataset then.
    pub fn finish(
        mut self,
        start_positions: &[StartPositionRow],
        castling: &[CastlingRow],
        manifest: &str,
    ) -> Result<(), TableError> {
        let mut present = Vec::new();
        for table in self.tables.drain(..) {
            present.extend(table.finish()?);
        }
        if let Some(file) = self.duplicates.take() {
            file.finish()?;
            present.push(DUPLICATES.path);
        }
        write_whole(
            &TableEncoder::new(&START_POSITIONS)?,
            &self.folder.work.join(START_POSITIONS.path),
            aggregates::start_positions(start_positions)?,
        )?;
        write_whole(
            &TableEncoder::new(&CASTLING)?,
            &self.folder.work.join(CASTLING.path),
            aggregates::castling(castling)?,
        )?;
        let path = self.folder.work.join(MANIFEST);
        fs::write(&path, manifest).map_err(TableError::io(&path))?;
        present.extend([START_POSITIONS.path, CASTLING.path, MANIFEST]);
        self.folder.publish(&present)
    }

    /// Gives the dataset up and removes what was written.
    ///
    /// # Errors
    /// [`TableError::Io`] with the path if something cannot be removed.
    pub fn abandon(mut self) -> Result<(), TableError> {
        self.tables.clear();
        self.duplicates = None;
        self.folder.remove()
    }
}

/// The folder and what of it is ours.
struct Folder {
    dir: PathBuf,
    work: PathBuf,
    /// Held as long as the run lives, so that another one does not take it for dead.
    _lock: File,
    /// Whether the folder did not exist before.
    new: bool,
    /// What has been moved to its final place.
    moved: Vec<PathBuf>,
    /// Whether there is nothing left to remove.
    done: bool,
}

impl Folder {
    fn create(dir: &Path) -> Result<Self, TableError> {
        let new = is_new(dir)?;
        let work = dir.join(IN_PROGRESS);
        fs::create_dir_all(&work).map_err(TableError::io(&work))?;
        let lock = lock(&work)?;
        clear(&work)?;
        let dir = dir.to_owned();
        Ok(Self {
            dir,
            work,
            _lock: lock,
            new,
            moved: Vec::new(),
            done: false,
        })
    }

    /// Moves everything to its final place, in this order.
    fn publish(mut self, present: &[&str]) -> Result<(), TableError> {
        for name in present {
            self.publish_one(name)?;
        }
        self.done = true;
        // The dataset is complete, whatever becomes of the empty folder.
        let _ = fs::remove_dir_all(&self.work);
        Ok(())
    }

    fn publish_one(&mut self, name: &str) -> Result<(), TableError> {
        let target = self.dir.join(name);
        fs::rename(self.work.join(name), &target).map_err(TableError::io(&target))?;
        self.moved.push(target);
        Ok(())
    }

    fn remove(&mut self) -> Result<(), TableError> {
        self.done = true;
        for path in self.moved.drain(..) {
            let removed = if path.is_dir() {
                fs::remove_dir_all(&path)
            } else {
                fs::remove_file(&path)
            };
            removed.map_err(TableError::io(&path))?;
        }
        fs::remove_dir_all(&self.work).map_err(TableError::io(&self.work))?;
        if self.new {
            // Somebody may have put something of their own there; then it stays.
            let _ = fs::remove_dir(&self.dir);
        }
        Ok(())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if !self.done {
            // Already on the way out with an error; there is nobody left to tell a second one.
            let _ = self.remove();
        }
    }
}

/// Whether the folder does not exist; an error if it holds anything but unfinished work.
fn is_new(dir: &Path) -> Result<bool, TableError> {
    let entries = match fs::read_dir(dir) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(true),
        Err(error) => return Err(TableError::io(dir)(error)),
    };
    for entry in entries {
        let entry = entry.map_err(TableError::io(dir))?;
        if entry.file_name() != IN_PROGRESS {
            return Err(TableError::NotEmpty {
                path: dir.to_owned(),
            });
        }
    }
    Ok(false)
}

/// Takes the lock of a folder of unfinished work.
fn lock(work: &Path) -> Result<File, TableError> {
    let path = work.join(LOCK);
    let file = File::options()
        .write(true)
        .create(true)
        .truncate(false)
        .open(&path)
        .map_err(TableError::io(&path))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(TableError::InUse {
            path: work.to_owned(),
        }),
        // Some network file systems have no locks; then two runs are the user's to avoid.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

/// Removes what a dead run left, but for the lock.
fn clear(work: &Path) -> Result<(), TableError> {
    for entry in fs::read_dir(work).map_err(TableError::io(work))? {
        let entry = entry.map_err(TableError::io(work))?;
        let path = entry.path();
        if entry.file_name() == LOCK {
            continue;
        }
        let is_folder = entry.file_type().map_err(TableError::io(&path))?.is_dir();
        let removed = if is_folder {
            fs::remove_dir_all(&path)
        } else {
            fs::remove_file(&path)
        };
        removed.map_err(TableError::io(&path))?;
    }
    Ok(())
}
