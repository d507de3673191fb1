//! An input of a run.

use std::fmt;
use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::peek_reader::{Meter, PeekReader};
use crate::stamp::Stamp;

/// Bytes hashed at a time.
const STEP: usize = 256 << 10;

/// One input: a file, standard input, or any reader.
pub struct Input {
    name: String,
    stored_bytes: Option<u64>,
    origin: Origin,
}

enum Origin {
    /// A path: of a regular file if the number of stored bytes is known, else of a pipe or device.
    File(PathBuf),
    Stdin,
    Reader(Box<dyn Read + Send>),
    /// An input that cannot be read, and why.
    Unreadable(io::Error),
    /// The same file as an earlier input, whose name it holds.
    Repeated(String),
}

impl Input {
    /// A file at `path`, with the name `name`. `stored_bytes` is known for regular files only.
    pub(crate) fn from_file(name: String, path: PathBuf, stored_bytes: Option<u64>) -> Self {
        Self {
            name,
            stored_bytes,
            origin: Origin::File(path),
        }
    }

    pub(crate) fn stdin() -> Self {
        Self {
            name: "-".to_owned(),
            stored_bytes: None,
            origin: Origin::Stdin,
        }
    }

    /// An input that was named or found and cannot be read.
    pub(crate) fn unreadable(name: String, reason: io::Error) -> Self {
        Self {
            name,
            stored_bytes: Some(0),
            origin: Origin::Unreadable(reason),
        }
    }

    /// A file that is already an input, with the name `first`.
    pub(crate) fn repeated(name: String, first: String) -> Self {
        Self {
            name,
            stored_bytes: Some(0),
            origin: Origin::Repeated(first),
        }
    }

    /// Whether it is already known that it cannot be read.
    #[must_use]
    pub const fn is_unreadable(&self) -> bool {
        matches!(self.origin, Origin::Unreadable(_))
    }

    /// The name of the earlier input that is the same file, if there is one.
    #[must_use]
    pub fn first_name(&self) -> Option<&str> {
        match &self.origin {
            Origin::Repeated(first) => Some(first),
            _ => None,
        }
    }

    /// An input from any reader, read once and in order; it may be compressed like a file.
    pub fn from_reader(name: impl Into<String>, reader: impl Read + Send + 'static) -> Self {
        Self {
            name: name.into(),
            stored_bytes: None,
            origin: Origin::Reader(Box::new(reader)),
        }
    }

    /// The same, with a known number of stored bytes.
    #[must_use]
    pub fn with_size(mut self, stored_bytes: u64) -> Self {
        self.stored_bytes = Some(stored_bytes);
        self
    }

    /// The name of the source: the path as the user gave it, or `-`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Size in bytes, if known: that of a regular file when it was found.
    #[must_use]
    pub const fn stored_bytes(&self) -> Option<u64> {
        self.stored_bytes
    }

    /// The XXH3-128 of the stored bytes, 32 hexadecimal digits; `None` if it is not a regular file and can be
    /// read only once.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn checksum(&self) -> io::Result<Option<String>> {
        let (Origin::File(path), Some(_)) = (&self.origin, self.stored_bytes) else {
            return Ok(None);
        };
        let meter = Meter::new(Arc::default(), Arc::default());
        let mut bytes = PeekReader::new(Box::new(File::open(path)?), 0, Some(meter));
        bytes.widen(STEP);
        Ok(Some(bytes.digest()?.1))
    }

    /// Opens it for reading once; also returns the path of a regular file, for random access.
    pub(crate) fn open(self) -> io::Result<Opened> {
        let mut stamp = None;
        let (reader, seekable): (Box<dyn Read + Send>, _) = match self.origin {
            Origin::File(path) => {
                let file = File::open(&path)?;
                let seekable = self.stored_bytes.is_some().then_some(path);
                if let Some(path) = &seekable {
                    stamp = Some(Stamp::new(path, &file.metadata()?));
                }
                (Box::new(file), seekable)
            }
            Origin::Stdin => (Box::new(io::stdin()), None),
            Origin::Reader(reader) => (reader, None),
            Origin::Unreadable(reason) => return Err(reason),
            Origin::Repeated(_) => (Box::new(io::empty()), None),
        };
        Ok(Opened {
            reader,
            seekable,
            stamp,
        })
    }
}

/// An input that is open.
pub(crate) struct Opened {
    pub(crate) reader: Box<dyn Read + Send>,
    pub(crate) seekable: Option<PathBuf>,
    /// The state of a regular file when it was opened.
    pub(crate) stamp: Option<Stamp>,
}

impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Input")
            .field("name", &self.name)
            .field("stored_bytes", &self.stored_bytes)
            .finish_non_exhaustive()
    }
}

/// Whether the input of this name can be read only once: standard input, a pipe, or a device. Shells make pipes with names
/// for `<(...)`.
#[must_use]
pub fn is_read_once(name: &str) -> bool {
    let is_stream = |metadata: Metadata| !metadata.is_file() && !metadata.is_dir();
    name == "-" || fs::metadata(name).is_ok_and(is_stream)
}

/// Whether a name is that of a games file: `.pgn`, `.epd`, `.fen`, `.ndjson` or `.jsonl`, which `.zst`, `.gz` or
/// `.bz2` may follow, in any letter case. Names of other forms of games, such as `.json`, are those of many other
/// files, too.
pub(crate) fn is_games_name(path: &Path) -> bool {
    path.file_name().is_some_and(|name| {
        let name = name.to_string_lossy();
        is_pgn_name(&name)
            || [".epd", ".fen", ".ndjson", ".jsonl"]
                .iter()
                .any(|ending| has_ending(&name, ending))
    })
}

/// Whether the name of a source says that it holds games: `.pgn`, which `.zst`, `.gz` or `.bz2` may
/// follow, in any letter case.
#[must_use]
pub fn is_pgn_name(source_name: &str) -> bool {
    has_ending(source_name, ".pgn")
}

/// Whether a name has an ending, before `.zst`, `.gz` or `.bz2`.
fn has_ending(name: &str, ending: &str) -> bool {
    let name = name.to_ascii_lowercase();
    [".zst", ".gz", ".bz2"]
        .iter()
        .find_map(|suffix| name.strip_suffix(suffix))
        .unwrap_or(name.as_str())
        .ends_with(ending)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_games_files() {
        for name in [
            "a.pgn",
            "A.PGN",
            "b.epd",
            "c.ndjson",
            "d.jsonl.gz",
            "x/c.pgn.zst",
            "d.Epd.GZ",
            "e.f.pgn.bz2",
            ".pgn",
        ] {
            assert!(is_games_name(Path::new(name)), "{name}");
        }
        for name in [
            "a.txt",
            "pgn",
            "a.pgn.zip",
            "a.zst",
            "a.gz.pgn.xz",
            "a.pgn/b",
            "",
        ] {
            assert!(!is_games_name(Path::new(name)), "{name}");
        }
    }

    #[test]
    fn names_that_promise_games() {
        for name in ["a.pgn", "x/A.PGN.zst", "a.zip!/b/c.pgn.gz"] {
            assert!(is_pgn_name(name), "{name}");
        }
        for name in ["-", "a.epd", "a.epd.pgn.zip", "a.pgn!/b.epd", "a.zip!/pgn"] {
            assert!(!is_pgn_name(name), "{name}");
        }
    }
}
