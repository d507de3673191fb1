//! `_inprogress`: created exclusively, or taken over from a dead run.

use std::fs::{self, File, Metadata, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::Path;

use audit960_source::system::identity;
use audit960_types::tables::schema;

use crate::folder::error::FolderError;
use crate::folder::manifest::Manifest;
use crate::folder::names::{
    CHECKPOINT, IN_PROGRESS, LOCK, LOCK_TEXT, MANIFEST, NEW_CHECKPOINT, PARTIAL, SCRATCH, table_of,
};
use crate::folder::storage::{Lock, Storage, kind_of};

/// Creates the folder of unfinished work in `dir`, or takes over that of a dead run and empties it. Returns
/// the lock on it.
pub(crate) fn claim(storage: &Storage, dir: &Path) -> Result<Lock, FolderError> {
    let lock = claim_beside(storage, dir)?;
    require_empty(dir).inspect_err(|_| {
        // It is empty, and its run is dead.
        let _ = remove_work(storage, &dir.join(IN_PROGRESS));
    })?;
    Ok(lock)
}

/// The same in a folder that may hold other things.
pub(crate) fn claim_beside(storage: &Storage, dir: &Path) -> Result<Lock, FolderError> {
    let work = dir.join(IN_PROGRESS);
    match storage.create_folder(&work) {
        Ok(()) => new_lock(storage, &work),
        Err(error) if error.kind() == Some(io::ErrorKind::AlreadyExists) => {
            let lock = old_lock(storage, &work)?;
            if prepared(storage, dir)?.is_some() {
                return Err(FolderError::InterruptedCommit {
                    path: dir.to_owned(),
                });
            }
            clear(storage, &work)?;
            Ok(lock)
        }
        Err(error) => Err(error),
    }
}

/// The manifest that a dead run had prepared. A partial one does not count: nothing had been moved yet.
pub(crate) fn prepared(storage: &Storage, dir: &Path) -> Result<Option<Manifest>, FolderError> {
    let path = dir.join(IN_PROGRESS).join(MANIFEST);
    let text = storage.read(&path)?;
    Ok(text.and_then(|text| Manifest::parse(&text, &path, dir).ok()))
}

/// Creates the lock of a new folder. On failure the folder is removed again.
fn new_lock(storage: &Storage, work: &Path) -> Result<Lock, FolderError> {
    let path = work.join(LOCK);
    let made = storage.create_file(&path).map_err(|error| {
        if error.kind() == Some(io::ErrorKind::AlreadyExists) {
            // Another run has taken over the empty folder as that of a dead run.
            return in_use(work);
        }
        let _ = fs::remove_dir(work);
        error
    });
    let mut file = made?;
    lock(file.file(), work)?;
    file.write_all(LOCK_TEXT).map_err(|error| {
        let _ = fs::remove_file(&path);
        let _ = fs::remove_dir(work);
        FolderError::io(&path)(error)
    })?;
    Ok(Lock::of(file))
}

/// Locks a folder that already existed. Fails if its run is alive, or if audit960 did not make it.
pub(crate) fn old_lock(storage: &Storage, work: &Path) -> Result<Lock, FolderError> {
    let metadata = work.symlink_metadata().map_err(FolderError::io(work))?;
    if !metadata.is_dir() {
        return Err(foreign(work, format!("is {}", kind_of(&metadata))));
    }
    let path = work.join(LOCK);
    let metadata = match path.symlink_metadata() {
        Ok(metadata) => metadata,
        // A run died after it created the folder and before it created the lock.
        Err(error) if error.kind() == io::ErrorKind::NotFound && is_empty(work)? => {
            return new_lock(storage, work);
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(foreign(work, "holds no audit960 lock file".to_owned()));
        }
        Err(error) => return Err(FolderError::io(&path)(error)),
    };
    if !metadata.is_file() {
        return Err(foreign(&path, format!("is {}", kind_of(&metadata))));
    }
    let mut file = storage.open_to_lock(&path)?;
    lock(file.file(), work)?;
    // Its run may have ended and removed the file after it was opened here.
    let current = path.symlink_metadata().map_err(|_| in_use(work))?;
    let opened = file.file().metadata().map_err(FolderError::io(&path))?;
    if !is_same(&opened, &current) {
        return Err(in_use(work));
    }
    let mut text = Vec::new();
    let limit = LOCK_TEXT.len() as u64 + 1;
    let read = (&mut file).take(limit).read_to_end(&mut text);
    read.map_err(FolderError::io(&path))?;
    if !LOCK_TEXT.starts_with(&text) {
        return Err(foreign(work, "holds no audit960 lock file".to_owned()));
    }
    Ok(Lock::of(file))
}

fn lock(file: &File, work: &Path) -> Result<(), FolderError> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(in_use(work)),
        // Some network file systems have no locks; there the user must not start two runs.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// Removes everything but the lock from the folder of a dead run, unless something is not from audit960.
pub(crate) fn clear(storage: &Storage, work: &Path) -> Result<(), FolderError> {
    let mut ours = Vec::new();
    for entry in fs::read_dir(work).map_err(FolderError::io(work))? {
        let entry = entry.map_err(FolderError::io(work))?;
        let path = entry.path();
        let kind = entry.file_type().map_err(FolderError::io(&path))?;
        let name = entry.file_name();
        let name = name.to_str().unwrap_or_default();
        let known = if kind.is_dir() {
            name == SCRATCH || name == PARTIAL || schema(name).is_some()
        } else {
            let ours = [MANIFEST, CHECKPOINT, NEW_CHECKPOINT].contains(&name);
            kind.is_file() && (ours || table_of(name).is_some())
        };
        if name == LOCK {
            continue;
        }
        if !known {
            return Err(foreign(&path, "is not part of an audit".to_owned()));
        }
        ours.push(path);
    }
    ours.iter().try_for_each(|path| storage.remove(path))
}

/// Removes the folder of unfinished work. The lock goes last: without it the next run would not know what is
/// left as ours.
pub(crate) fn remove_work(storage: &Storage, work: &Path) -> Result<(), FolderError> {
    clear(storage, work)?;
    storage.remove_if_there(&work.join(LOCK))?;
    storage.remove_folder(work)
}

fn is_empty(folder: &Path) -> Result<bool, FolderError> {
    let mut entries = fs::read_dir(folder).map_err(FolderError::io(folder))?;
    Ok(entries.next().is_none())
}

fn is_same(one: &Metadata, other: &Metadata) -> bool {
    one.is_file() == other.is_file() && identity(one) == identity(other)
}

fn in_use(work: &Path) -> FolderError {
    FolderError::InUse {
        path: work.to_owned(),
    }
}

fn foreign(path: &Path, what: String) -> FolderError {
    FolderError::Foreign {
        path: path.to_owned(),
        what,
    }
}

/// Fails if a folder holds anything but unfinished work.
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
