//! The folder of a dataset for which the user named none.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use audit960_dataset::can_be_resumed;

/// File name extensions that are stripped from the name of an input.
const ENDINGS: [&str; 7] = [".zst", ".gz", ".bz2", ".zip", ".pgn", ".epd", ".fen"];

/// The path of a folder beside an input that does not exist yet. Another run may still create it first; that
/// is reported when it is created.
///
/// # Errors
/// If there is no such input, or no current folder.
pub fn free_folder_beside(input: &str) -> anyhow::Result<PathBuf> {
    let is_free = |folder: &PathBuf| folder.symlink_metadata().is_err();
    Ok(folders_beside(input)?.find(is_free).unwrap_or_default())
}

/// The first of the folders that [`free_folder_beside`] has named for an input in which an audit can be resumed.
///
/// # Errors
/// The same, and if there is none.
pub fn unfinished_folder_beside(input: &str) -> anyhow::Result<PathBuf> {
    let mut there = folders_beside(input)?.take_while(|folder| folder.symlink_metadata().is_ok());
    let unfinished = there.find(|folder| can_be_resumed(folder));
    unfinished.with_context(|| {
        format!("{input}: no audit beside it was stopped; --out names the folder of another one")
    })
}

/// The names of folders beside an input, in the order in which they are taken.
fn folders_beside(input: &str) -> anyhow::Result<impl Iterator<Item = PathBuf>> {
    let input = match input {
        "-" => std::env::current_dir()?.join("stdin"),
        // Only the system knows the name of `.` and of `games/..`.
        path => Path::new(path)
            .canonicalize()
            .with_context(|| path.to_owned())?,
    };
    let name = input.file_name().unwrap_or_default().to_string_lossy();
    let mut stem = name.as_ref();
    if !input.is_dir() {
        for ending in ENDINGS {
            stem = stem.strip_suffix(ending).unwrap_or(stem);
        }
    }
    let folder = match input.parent() {
        // Relative to the current folder if it is below it.
        Some(parent) => std::env::current_dir()
            .ok()
            .and_then(|here| parent.strip_prefix(here).map(Path::to_owned).ok())
            .unwrap_or_else(|| parent.to_owned()),
        None => PathBuf::new(),
    };
    let stem = folder.join(format!("{stem}-audit"));
    let numbered = stem.clone();
    let numbered = (2..).map(move |number| {
        let mut name = numbered.clone().into_os_string();
        name.push(format!("-{number}"));
        PathBuf::from(name)
    });
    Ok(std::iter::once(stem).chain(numbered))
}
