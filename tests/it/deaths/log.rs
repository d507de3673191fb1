//! The operations that a run has made, as `shim.c` writes them down.

use std::fs;
use std::path::{Path, PathBuf};

/// An operation on a file or folder.
#[derive(Clone, Debug)]
pub(super) enum Operation {
    /// A file was created.
    Create(PathBuf),
    /// Bytes were written to a file, from an offset on.
    Write(PathBuf, usize, Vec<u8>),
    /// A file was cut, or filled with zeros, to a length.
    Truncate(PathBuf, usize),
    /// A file or the entries of a folder were synced.
    Sync(PathBuf),
    /// Something got another path.
    Rename(PathBuf, PathBuf),
    /// A file was removed.
    Unlink(PathBuf),
    /// A folder was made.
    MakeFolder(PathBuf),
    /// A folder was removed.
    RemoveFolder(PathBuf),
}

impl Operation {
    /// The same operation below another folder.
    pub(super) fn below(&self, from: &Path, to: &Path) -> Self {
        let moved = |path: &PathBuf| match path.strip_prefix(from) {
            // Joining nothing would add a slash.
            Ok(rest) if rest.as_os_str().is_empty() => to.to_owned(),
            Ok(rest) => to.join(rest),
            Err(_) => path.clone(),
        };
        match self {
            Self::Create(path) => Self::Create(moved(path)),
            Self::Write(path, at, bytes) => Self::Write(moved(path), *at, bytes.clone()),
            Self::Truncate(path, length) => Self::Truncate(moved(path), *length),
            Self::Sync(path) => Self::Sync(moved(path)),
            Self::Rename(path, target) => Self::Rename(moved(path), moved(target)),
            Self::Unlink(path) => Self::Unlink(moved(path)),
            Self::MakeFolder(path) => Self::MakeFolder(moved(path)),
            Self::RemoveFolder(path) => Self::RemoveFolder(moved(path)),
        }
    }
}

/// The operations of a log, in order.
pub(super) fn read_log(path: &Path) -> Vec<Operation> {
    let log = fs::read(path).unwrap();
    let mut rest = &log[..];
    let mut operations = Vec::new();
    while !rest.is_empty() {
        let end = rest.iter().position(|byte| *byte == b'\n').unwrap();
        let line = std::str::from_utf8(&rest[..end]).unwrap();
        rest = &rest[end + 1..];
        let fields: Vec<&str> = line.split('\t').collect();
        let [what, path, other, offset, length] = fields[..] else {
            panic!("{line}")
        };
        let (path, other) = (PathBuf::from(path), PathBuf::from(other));
        let number = |text: &str| text.parse::<i64>().unwrap();
        operations.push(match what {
            "create" => Operation::Create(path),
            "write" => {
                let (bytes, after) = rest.split_at(number(length).max(0) as usize);
                rest = after;
                Operation::Write(path, number(offset) as usize, bytes.to_vec())
            }
            "truncate" => Operation::Truncate(path, number(offset) as usize),
            "sync" => Operation::Sync(path),
            "rename" => Operation::Rename(path, other),
            "unlink" => Operation::Unlink(path),
            "mkdir" => Operation::MakeFolder(path),
            "rmdir" => Operation::RemoveFolder(path),
            _ => panic!("{line}"),
        });
    }
    operations
}
