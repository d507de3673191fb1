//! Detects whether a file was changed while it was read.

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::system::identity;

/// The state of a regular file when it was opened.
#[derive(Debug)]
pub(crate) struct Stamp {
    path: PathBuf,
    state: State,
}

/// What changes when a file is written to, truncated or replaced.
#[derive(Debug, PartialEq, Eq)]
struct State {
    bytes: u64,
    modified: Option<SystemTime>,
    identity: Option<(u64, u64)>,
}

impl Stamp {
    /// The state of an open file.
    pub(crate) fn new(path: &Path, metadata: &Metadata) -> Self {
        Self {
            path: path.to_owned(),
            state: State::new(metadata),
        }
    }

    /// How the file has changed since; `None` if it has not.
    pub(crate) fn change(&self) -> Option<String> {
        let now = match fs::metadata(&self.path) {
            Ok(metadata) => State::new(&metadata),
            Err(error) => return Some(format!("it is no longer there ({error})")),
        };
        let before = &self.state;
        if now.identity != before.identity {
            Some("it was replaced by another file".to_owned())
        } else if now.bytes != before.bytes {
            Some(format!(
                "it had {} bytes and has {} now",
                before.bytes, now.bytes
            ))
        } else if now.modified != before.modified {
            Some("it was written to".to_owned())
        } else {
            None
        }
    }
}

impl State {
    fn new(metadata: &Metadata) -> Self {
        Self {
            bytes: metadata.len(),
            modified: metadata.modified().ok(),
            identity: identity(metadata),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_change_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.pgn");
        let stamp = |text: &str| {
            fs::write(&path, text).unwrap();
            Stamp::new(&path, &fs::metadata(&path).unwrap())
        };
        let before = stamp("1. e4 *");
        assert_eq!(before.change(), None);
        fs::write(&path, "1. e4").unwrap();
        assert_eq!(
            before.change().as_deref(),
            Some("it had 7 bytes and has 5 now")
        );
        let before = stamp("1. e4 *");
        let later = SystemTime::now() + std::time::Duration::from_secs(5);
        fs::File::options()
            .write(true)
            .open(&path)
            .unwrap()
            .set_modified(later)
            .unwrap();
        assert_eq!(before.change().as_deref(), Some("it was written to"));
        let before = stamp("1. e4 *");
        fs::remove_file(&path).unwrap();
        assert!(before.change().unwrap().contains("no longer there"));
    }
}
