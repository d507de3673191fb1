//! Whether a dataset may be written to a folder.

use std::fs;
use std::path::Path;

use crate::folder::error::FolderError;
use crate::folder::names::IN_PROGRESS;

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
