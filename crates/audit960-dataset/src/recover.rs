//! `_inprogress`: made exclusively, or taken over from a run that is dead.

use std::collections::BTreeSet;
use std::fs::{self, File, Metadata, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::Path;

use crate::error::FolderError;
use crate::manifest::Manifest;
use crate::names::{IN_PROGRESS, LOCK, LOCK_TEXT, MANIFEST, SCRATCH, TABLES, table_of};
use crate::storage::{Storage, StoredFile, kind_of};
use crate::work::require_empty;

/// Makes the folder of unfinished work in `dir`, or takes over that of a dead run and removes what it
/// left. Gives the lock on it.
pub(crate) fn claim(storage: &Storage, dir: &Path) -> Result<StoredFile, FolderError> {
    let work = dir.join(IN_PROGRESS);
    match storage.create_folder(&work) {
        Ok(()) => new_lock(storage, &work),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let lock = old_lock(storage, &work)?;
            roll_back(storage, dir, &work)?;
            clear(storage, &work)?;
            require_empty(dir).inspect_err(|_| {
                // Nothing is left in it, and its run is dead.
                let _ = storage.remove_folders(&work);
            })?;
            Ok(lock)
        }
        Err(error) => Err(FolderError::io(&work)(error)),
    }
}

/// The lock of a folder that was just made. Where it fails, the folder goes again.
fn new_lock(storage: &Storage, work: &Path) -> Result<StoredFile, FolderError> {
    let path = work.join(LOCK);
    let made = storage.create_file(&path).map_err(|error| {
        if error.kind() == io::ErrorKind::AlreadyExists {
            // Another run took the empty folder for a dead run's.
            return in_use(work);
        }
        let _ = fs::remove_dir(work);
        FolderError::io(&path)(error)
    });
    let mut file = made?;
    lock(file.file(), work)?;
    file.write_all(LOCK_TEXT).map_err(|error| {
        let _ = fs::remove_file(&path);
        let _ = fs::remove_dir(work);
        FolderError::io(&path)(error)
    })?;
    Ok(file)
}

/// The lock of a folder that was there: ours if its run is dead.
fn old_lock(storage: &Storage, work: &Path) -> Result<StoredFile, FolderError> {
    let metadata = work.symlink_metadata().map_err(FolderError::io(work))?;
    if !metadata.is_dir() {
        return Err(foreign(work, format!("is {}", kind_of(&metadata))));
    }
    let path = work.join(LOCK);
    let metadata = match path.symlink_metadata() {
        Ok(metadata) => metadata,
        // A run died between making the folder and its lock.
        Err(error) if error.kind() == io::ErrorKind::NotFound && is_empty(work)? => {
            return new_lock(storage, work);
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(foreign(work, "holds no lock file of audit960".to_owned()));
        }
        Err(error) => return Err(FolderError::io(&path)(error)),
    };
    if !metadata.is_file() {
        return Err(foreign(&path, format!("is {}", kind_of(&metadata))));
    }
    let mut file = storage
        .open_to_lock(&path)
        .map_err(FolderError::io(&path))?;
    lock(file.file(), work)?;
    // Its run may have ended, and have removed it, since it was opened.
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
        return Err(foreign(work, "holds no lock file of audit960".to_owned()));
    }
    Ok(file)
}

fn lock(file: &File, work: &Path) -> Result<(), FolderError> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(in_use(work)),
        // Some network file systems have no locks; then two runs are the user's to avoid.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// Takes back what a run had published when it died: files that its prepared manifest lists and that
/// have the size it states. Where the manifest itself had been moved, there is nothing to take back.
fn roll_back(storage: &Storage, dir: &Path, work: &Path) -> Result<(), FolderError> {
    if dir.join(MANIFEST).symlink_metadata().is_ok() {
        return Ok(());
    }
    let prepared = work.join(MANIFEST);
    let mut text = Vec::new();
    match storage.open(&prepared) {
        Ok(mut file) => file
            .read_to_end(&mut text)
            .map_err(FolderError::io(&prepared))?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(FolderError::io(&prepared)(error)),
    };
    // It died while it wrote the manifest: nothing was moved yet.
    let Ok(manifest) = Manifest::parse(&text, &prepared, dir) else {
        return Ok(());
    };
    let mut folders = BTreeSet::new();
    for file in &manifest.files {
        let path = dir.join(&file.path);
        if let Some((folder, _)) = file.path.split_once('/') {
            let folder = dir.join(folder);
            if folder.symlink_metadata().is_ok_and(|it| it.is_dir()) {
                folders.insert(folder);
            } else {
                continue;
            }
        }
        let ours = |metadata: Metadata| metadata.is_file() && metadata.len() == file.size;
        if path.symlink_metadata().is_ok_and(ours) {
            storage.remove_file(&path).map_err(FolderError::io(&path))?;
        }
    }
    for folder in folders {
        // What is not empty is not ours alone, and is refused right after.
        let _ = storage.remove_folder(&folder);
    }
    Ok(())
}

/// Removes what a dead run left in its folder, but for the lock.
fn clear(storage: &Storage, work: &Path) -> Result<(), FolderError> {
    let mut ours = Vec::new();
    for entry in fs::read_dir(work).map_err(FolderError::io(work))? {
        let entry = entry.map_err(FolderError::io(work))?;
        let path = entry.path();
        let kind = entry.file_type().map_err(FolderError::io(&path))?;
        let name = entry.file_name();
        let name = name.to_str().unwrap_or_default();
        let known = if kind.is_dir() {
            name == SCRATCH || TABLES.contains(&name)
        } else {
            kind.is_file() && (name == MANIFEST || table_of(name).is_some())
        };
        if name == LOCK {
            continue;
        }
        if !known {
            return Err(foreign(&path, "is no work of an audit".to_owned()));
        }
        ours.push((path, kind.is_dir()));
    }
    for (path, is_folder) in ours {
        let removed = if is_folder {
            storage.remove_folders(&path)
        } else {
            storage.remove_file(&path)
        };
        removed.map_err(FolderError::io(&path))?;
    }
    Ok(())
}

fn is_empty(folder: &Path) -> Result<bool, FolderError> {
    let mut entries = fs::read_dir(folder).map_err(FolderError::io(folder))?;
    Ok(entries.next().is_none())
}

#[cfg(unix)]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;

    one.dev() == other.dev() && one.ino() == other.ino()
}

#[cfg(not(unix))]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    one.is_file() == other.is_file()
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
