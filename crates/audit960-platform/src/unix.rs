//! Unix.

use std::fs::{File, Metadata, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{
    FileTypeExt as _, MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _,
};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, SystemTime};

/// Opens a file, but no link in the last part of its path, and waits for nobody.
///
/// # Errors
/// Those of opening; a link is one.
pub fn open_no_follow(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    // Without O_NONBLOCK opening a FIFO waits for its other end. Regular files know no difference.
    let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK;
    options.custom_flags(flags).open(path)
}

/// Has the disk confirm the entries of a folder.
///
/// # Errors
/// Where the disk does not.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

/// What something is that is no file, folder or link, in a word with its article.
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

/// What tells a file from all others, whatever they are called.
#[must_use]
pub fn identity(metadata: &Metadata) -> Option<(u64, u64)> {
    Some((metadata.dev(), metadata.ino()))
}

/// What changes with every change of a file, and the time of the last one.
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

/// The rights of any new file, before the user's mask; temporary files have fewer.
#[must_use]
pub fn ordinary_rights() -> Option<Permissions> {
    Some(Permissions::from_mode(0o666))
}

/// Runs a program in place of this one, under this one's name. Returns only if it cannot be started.
pub fn replace_process(command: &mut Command) -> io::Error {
    if let Some(name) = std::env::args_os().next() {
        command.arg0(name);
    }
    command.exec()
}

/// The memory that this process holds, in bytes; `None` where the system does not tell.
#[must_use]
pub fn resident_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}
