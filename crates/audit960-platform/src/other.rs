//! Any other system, by what the standard library has everywhere.

use std::fs::{self, File, Metadata, OpenOptions, Permissions};
use std::io;
use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

/// Opens a file, but no link in the last part of its path.
///
/// # Errors
/// Those of opening; a link is one.
pub fn open_no_follow(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    if fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_symlink()) {
        return Err(io::Error::other("is a link"));
    }
    options.open(path)
}

/// Does nothing: folders cannot be opened everywhere.
///
/// # Errors
/// None.
pub fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// What something is that is no file, folder or link: not known here.
#[must_use]
pub fn special_kind(_: &Metadata) -> Option<&'static str> {
    None
}

/// What tells a file from all others: not known here.
#[must_use]
pub fn identity(_: &Metadata) -> Option<(u64, u64)> {
    None
}

/// What changes with every change of a file, and the time of the last one.
#[must_use]
pub fn changes(metadata: &Metadata) -> Option<(String, SystemTime)> {
    let modified = metadata.modified().ok()?;
    let since = modified.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    Some((since.as_nanos().to_string(), modified))
}

/// The rights of any new file: those it has.
#[must_use]
pub fn ordinary_rights() -> Option<Permissions> {
    None
}

/// A running program cannot be replaced.
pub fn replace_process(_: &mut Command) -> io::Error {
    io::ErrorKind::Unsupported.into()
}

/// The memory that this process holds: not known here.
#[must_use]
pub const fn resident_memory() -> Option<u64> {
    None
}
