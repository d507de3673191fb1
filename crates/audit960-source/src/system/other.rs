//! Any other system: only what the standard library offers everywhere.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::Path;
use std::time::SystemTime;

use parking_lot::Mutex;

/// The signal that comes with a write beyond the limit on the size of files; there is none.
pub const FILE_SIZE_SIGNAL: Option<i32> = None;

/// Opens a file, but does not follow a link in the last part of its path.
///
/// # Errors
/// If the file cannot be opened, or is a link.
pub fn open_no_follow(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    if fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_symlink()) {
        return Err(io::Error::other("is a link"));
    }
    options.open(path)
}

/// Reads once at an offset. One thread after the other: reading moves the place in the file.
///
/// # Errors
/// If it cannot be read.
pub fn read_at(mut file: &File, out: &mut [u8], at: u64) -> io::Result<usize> {
    static ALONE: Mutex<()> = Mutex::new(());
    let _alone = ALONE.lock();
    file.seek(SeekFrom::Start(at))?;
    file.read(out)
}

/// Creates a folder; who may open it is the system's affair.
///
/// # Errors
/// If it exists or cannot be created.
pub fn create_private_folder(path: &Path) -> io::Result<()> {
    fs::create_dir(path)
}

/// Does nothing: folders cannot be opened everywhere.
///
/// # Errors
/// None.
pub fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// The kind of something that is not a file, folder or link: not known here.
#[must_use]
pub fn special_kind(_: &Metadata) -> Option<&'static str> {
    None
}

/// What distinguishes a file from all others: not known here.
#[must_use]
pub fn identity(_: &Metadata) -> Option<(u64, u64)> {
    None
}

/// A stamp that changes whenever the file does (its modification time), and the time of the last change.
#[must_use]
pub fn changes(metadata: &Metadata) -> Option<(String, SystemTime)> {
    let modified = metadata.modified().ok()?;
    let since = modified.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    Some((since.as_nanos().to_string(), modified))
}

/// The memory that this process uses: not known here.
#[must_use]
pub const fn resident_memory() -> Option<u64> {
    None
}
