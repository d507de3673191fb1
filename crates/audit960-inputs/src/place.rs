//! The folder of a dataset for which the user named none.

use std::path::{Path, PathBuf};

use anyhow::Context as _;

/// File name extensions that are stripped from the name of an input.
const ENDINGS: [&str; 7] = [".zst", ".gz", ".bz2", ".zip", ".pgn", ".epd", ".fen"];

/// The path of a folder beside an input that does not exist yet. Another run may still create it first; that
/// is reported when it is created.
///
/// # Errors
/// If there is no such input, or no current folder.
pub fn free_folder_beside(input: &str) -> anyhow::Result<PathBuf> {
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
    let mut names = std::iter::once(format!("{stem}-audit"))
        .chain((2..).map(|number| format!("{stem}-audit-{number}")));
    let free = |name: &String| folder.join(name).symlink_metadata().is_err();
    let name = names.find(free).unwrap_or_default();
    Ok(folder.join(name))
}
