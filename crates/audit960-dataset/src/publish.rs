//! The commit: everything to its place, the manifest last.

use std::io::{self, Write as _};
use std::path::Path;

use serde_json::{Map, Value};

use crate::error::FolderError;
use crate::manifest::{FileEntry, seal};
use crate::names::MANIFEST;
use crate::storage::kind_of;
use crate::work::Shared;

/// Publishes files that are complete and synced.
///
/// The manifest is written first, beside them: whoever finds the folder half published knows by it
/// what was ours. Then the tables are moved, then the manifest. Each step waits for the disk to
/// confirm the one before.
pub(crate) fn publish(
    shared: &Shared,
    told: Map<String, Value>,
    files: &[FileEntry],
) -> Result<(), FolderError> {
    let (storage, work) = (&shared.storage, &shared.work);
    let mut names = shared.folders();
    for name in &names {
        let path = work.join(name);
        storage.sync_folder(&path).map_err(FolderError::io(&path))?;
    }
    let single = files.iter().filter(|file| !file.path.contains('/'));
    names.extend(single.map(|file| file.path.clone()));
    let prepared = work.join(MANIFEST);
    let written = storage.create_file(&prepared).and_then(|mut file| {
        file.write_all(seal(told, files).as_bytes())?;
        file.sync()
    });
    written.map_err(FolderError::io(&prepared))?;
    storage.sync_folder(work).map_err(FolderError::io(work))?;
    for name in &names {
        move_out(shared, name)?;
    }
    let dir = &shared.dir;
    storage.sync_folder(dir).map_err(FolderError::io(dir))?;
    move_out(shared, MANIFEST)?;
    storage.sync_folder(dir).map_err(FolderError::io(dir))
}

fn move_out(shared: &Shared, name: &str) -> Result<(), FolderError> {
    let target = shared.dir.join(name);
    require_free(&target)?;
    let moved = shared.storage.rename(&shared.work.join(name), &target);
    moved.map_err(FolderError::io(&target))?;
    shared.moved(target);
    Ok(())
}

/// Refuses a place where something lies: a rename would replace it.
fn require_free(path: &Path) -> Result<(), FolderError> {
    match path.symlink_metadata() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(FolderError::io(path)(error)),
        Ok(metadata) => Err(FolderError::Foreign {
            path: path.to_owned(),
            what: format!("{} appeared here while the audit ran", kind_of(&metadata)),
        }),
    }
}
