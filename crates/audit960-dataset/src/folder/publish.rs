//! The commit: moves every file to its final path, the manifest last.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use crate::folder::check::{is_dataset, manifest_in};
use crate::folder::error::FolderError;
use crate::folder::manifest::FileEntry;
use crate::folder::names::{CHECKPOINT, IN_PROGRESS, MANIFEST};
use crate::folder::storage::{Storage, kind_of};

/// Writes `text`, the manifest of files that are complete and synced, beside them. From here on
/// [`UnfinishedDataset::resume`](crate::folder::UnfinishedDataset::resume) can complete the commit.
pub(crate) fn prepare(
    storage: &Storage,
    dir: &Path,
    folders: &[String],
    text: &str,
) -> Result<(), FolderError> {
    let work = dir.join(IN_PROGRESS);
    for name in folders {
        let path = work.join(name);
        storage.sync_folder(&path)?;
    }
    let prepared = work.join(MANIFEST);
    // That of a dead run, which this one resumes, is partial.
    storage.remove_if_there(&prepared)?;
    storage.write(&prepared, text.as_bytes())?;
    storage.sync_folder(&work)
}

/// Moves the files that a prepared manifest lists to their final paths, unless they are already there, then
/// removes the files of an earlier dataset that it does not list, and moves the manifest last: that is the
/// commit. Each step is synced before the next, and may have been done already. `moved` gets the path of
/// everything new.
pub(crate) fn complete(
    storage: &Storage,
    dir: &Path,
    files: &[FileEntry],
    moved: &mut dyn FnMut(PathBuf),
) -> Result<(), FolderError> {
    let work = dir.join(IN_PROGRESS);
    let before = listed(storage, dir)?;
    let folders = files
        .iter()
        .filter_map(|file| Some(file.path.split_once('/')?.0));
    let folders: BTreeSet<&str> = folders.collect();
    for folder in &folders {
        make_folder(storage, &dir.join(folder), moved)?;
    }
    // A file that was moved into a folder is lost where the folder is not known on the disk.
    storage.sync_folder(dir)?;
    for file in files {
        let (from, to) = (work.join(&file.path), dir.join(&file.path));
        if from.symlink_metadata().is_err() {
            require_file(&to, file)?;
            continue;
        }
        let is_new = !before.contains(&file.path);
        if is_new {
            require_free(&to)?;
        }
        storage.rename(&from, &to)?;
        if is_new {
            moved(to);
        }
    }
    let now: BTreeSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
    for path in before.iter().filter(|path| !now.contains(path.as_str())) {
        storage.remove_if_there(&dir.join(path))?;
    }
    for folder in folders {
        let path = dir.join(folder);
        storage.sync_folder(&path)?;
    }
    storage.sync_folder(dir)?;
    let manifest = dir.join(MANIFEST);
    if before.is_empty() {
        require_free(&manifest)?;
    }
    // A checkpoint beside a complete dataset would be resumed by the next run.
    if storage.remove_if_there(&work.join(CHECKPOINT))? {
        storage.sync_folder(&work)?;
    }
    storage.rename(&work.join(MANIFEST), &manifest)?;
    moved(manifest);
    storage.sync_folder(dir)
}

/// The paths of the files of the dataset that a folder already holds; none without a dataset.
fn listed(storage: &Storage, dir: &Path) -> Result<BTreeSet<String>, FolderError> {
    if !is_dataset(dir) {
        return Ok(BTreeSet::new());
    }
    let files = manifest_in(dir, storage)?.files;
    Ok(files.into_iter().map(|file| file.path).collect())
}

fn make_folder(
    storage: &Storage,
    path: &Path,
    moved: &mut dyn FnMut(PathBuf),
) -> Result<(), FolderError> {
    match path.symlink_metadata() {
        Ok(found) if found.is_dir() => Ok(()),
        Ok(found) => Err(appeared(path, &found)),
        Err(_) => {
            storage.create_folder(path)?;
            moved(path.to_owned());
            Ok(())
        }
    }
}

/// Fails if something has this path: a rename would replace it.
fn require_free(path: &Path) -> Result<(), FolderError> {
    match path.symlink_metadata() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(FolderError::io(path)(error)),
        Ok(found) => Err(appeared(path, &found)),
    }
}

fn appeared(path: &Path, found: &std::fs::Metadata) -> FolderError {
    FolderError::Foreign {
        path: path.to_owned(),
        what: format!("{} appeared here while the audit ran", kind_of(found)),
    }
}

/// Fails if a file of the commit is missing.
fn require_file(path: &Path, file: &FileEntry) -> Result<(), FolderError> {
    match path.symlink_metadata() {
        Ok(found) if found.is_file() && found.len() == file.size => Ok(()),
        Ok(_) => Err(FolderError::damaged(
            path,
            "is not the file to be published here",
        )),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err(FolderError::damaged(path, "is missing"))
        }
        Err(error) => Err(FolderError::io(path)(error)),
    }
}
