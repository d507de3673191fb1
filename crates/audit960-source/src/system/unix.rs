//! Unix: `libc` flags, inodes, FIFOs and sockets.

use std::fs::{DirBuilder, File, Metadata, OpenOptions};
use std::io;
use std::os::unix::fs::{
    DirBuilderExt as _, FileExt as _, FileTypeExt as _, MetadataExt as _, OpenOptionsExt as _,
};
use std::path::Path;
use std::time::{Duration, SystemTime};

/// The signal that comes with a write beyond the limit on the size of files; without a handler it ends the process.
pub const FILE_SIZE_SIGNAL: Option<i32> = Some(libc::SIGXFSZ);

/// Opens a file without waiting, but does not follow a link in the last part of its path.
///
/// # Errors
/// If the file cannot be opened, or is a link.
pub fn open_no_follow(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    // Without O_NONBLOCK opening a FIFO waits for its other end. It changes nothing for regular files.
    let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK;
    options.custom_flags(flags).open(path)
}

/// Reads once at an offset, wherever others read the same file.
///
/// # Errors
/// If it cannot be read.
pub fn read_at(file: &File, out: &mut [u8], at: u64) -> io::Result<usize> {
    file.read_at(out, at)
}

/// Creates a folder that only its owner may open.
///
/// # Errors
/// If it exists or cannot be created.
pub fn create_private_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().mode(0o700).create(path)
}

/// Syncs the entries of a folder to disk.
///
/// # Errors
/// If the folder cannot be opened or synced.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

/// The kind of something that is not a file, folder or link, with its article: "a FIFO".
#[must_use]
pub fn special_kind(metadata: &Metadata) -> Option<&'static str> {
    let kind = metadata.file_type();
    if kind.is_fifo() {
        Some("a FIFO")
    } else if kind.is_socket() {
        Some("a socket")
    } else if kind.is_block_device() || kind.is_char_device() {
        Some("a device")
    } else {
        None
    }
}

/// Device and inode, which distinguish a file from all others, whatever their names.
#[must_use]
pub fn identity(metadata: &Metadata) -> Option<(u64, u64)> {
    Some((metadata.dev(), metadata.ino()))
}

/// A stamp that changes whenever the file does (device, inode and times), and the time of the last change.
#[must_use]
pub fn changes(metadata: &Metadata) -> Option<(String, SystemTime)> {
    let seconds = u64::try_from(metadata.ctime()).ok()?;
    let stamp = format!(
        "{} {} {}.{:09} {}.{:09}",
        metadata.dev(),
        metadata.ino(),
        metadata.mtime(),
        metadata.mtime_nsec(),
        metadata.ctime(),
        metadata.ctime_nsec()
    );
    Some((stamp, SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)))
}

/// The memory that this process uses, in bytes: resident, without files that it maps, such as the program itself. `None`
/// where the system does not say.
#[must_use]
pub fn resident_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("RssAnon:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}
