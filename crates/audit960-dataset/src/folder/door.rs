//! The door for every file that a command writes on request: no output is ever an input.
//!
//! An output is refused, before anything is opened, if it is a file that the command reads (by device and inode,
//! through links and under other names), if it is inside a dataset, or if the command writes another output to
//! the same file. Nothing overrides this. Since folders and links may change while a command runs, each file
//! passes the door again before it gets its name.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};

use audit960_source::system::identity;

use crate::folder::check::{is_dataset, manifest_in};
use crate::folder::error::FolderError;
use crate::folder::names::{IN_PROGRESS, LOCK};
use crate::folder::storage::Storage;
use crate::folder::temporary::Temporary;

/// The name that stands for standard input and standard output.
const STANDARD: &str = "-";

/// How deep folders of inputs are searched, as deep as they are walked.
const MAX_DEPTH: usize = 100;

/// The outputs of a command, and what it reads.
#[derive(Clone, Debug, Default)]
pub struct Door {
    /// Files, folders and datasets that are read.
    inputs: Vec<PathBuf>,
    /// The file that may be inside a dataset.
    exception: Option<PathBuf>,
    outputs: Outputs,
    storage: Storage,
}

/// The outputs that were let through. There may be thousands: none is compared with each of the others.
#[derive(Clone, Debug, Default)]
struct Outputs {
    /// Where they really are.
    places: HashSet<PathBuf>,
    /// Device and inode of those that were there.
    there: HashSet<(u64, u64)>,
    /// The names of those that were not: they may come, as links to others.
    absent: Vec<PathBuf>,
}

impl Outputs {
    /// Adds one; false if it is one of them.
    fn add(&mut self, path: &Path) -> bool {
        let own = id_of(path);
        let is_known = own.is_some_and(|own| {
            self.there.contains(&own) || self.absent.iter().any(|other| id_of(other) == Some(own))
        });
        if is_known || !self.places.insert(really(path)) {
            return false;
        }
        match own {
            Some(own) => drop(self.there.insert(own)),
            None => self.absent.push(path.to_owned()),
        }
        true
    }
}

impl Door {
    /// The door of a command that reads these files, folders and datasets. Of a dataset, the archives that it was
    /// made of count, too.
    pub fn reading<P: Into<PathBuf>>(inputs: impl IntoIterator<Item = P>) -> Self {
        Self {
            inputs: inputs.into_iter().map(Into::into).collect(),
            ..Self::default()
        }
    }

    /// The same door, whose files are written on the caller's storage.
    #[must_use]
    pub fn on(mut self, storage: Storage) -> Self {
        self.storage = storage;
        self
    }

    /// The same door for a command that may write this file inside a dataset: the report of that dataset.
    #[must_use]
    pub fn but_for(mut self, path: &Path) -> Self {
        self.exception = Some(path.to_owned());
        self
    }

    /// Lets an output through; `-` is standard output.
    ///
    /// # Errors
    /// [`FolderError::OutputIsInput`], [`FolderError::OutputInDataset`], [`FolderError::OutputTwice`].
    pub fn admit(&mut self, path: &Path) -> Result<(), FolderError> {
        self.check(path)?;
        // Any number of outputs may go to a device or a pipe.
        if !self.outputs.add(path) && !is_special(path) {
            return Err(FolderError::OutputTwice {
                path: path.to_owned(),
            });
        }
        Ok(())
    }

    /// Lets a folder through that the command creates, such as a dataset.
    ///
    /// # Errors
    /// As [`Self::admit`].
    pub fn admit_folder(&mut self, dir: &Path) -> Result<(), FolderError> {
        // A dataset may be added to; none is made inside another.
        self.require_outside(dir)?;
        self.outputs.add(dir);
        Ok(())
    }

    /// Checks an output again that was let through: what it names may have changed.
    ///
    /// # Errors
    /// As [`Self::admit`], but for other outputs.
    pub fn check(&self, path: &Path) -> Result<(), FolderError> {
        if path.as_os_str() == STANDARD || is_special(path) {
            return Ok(());
        }
        self.require_outside(path)?;
        if fs::metadata(path).is_err() {
            return Ok(());
        }
        let found = self.inputs.iter().find_map(|input| find(input, path, 0));
        match found {
            Some(input) => Err(FolderError::OutputIsInput {
                path: path.to_owned(),
                input,
            }),
            None => Ok(()),
        }
    }

    /// Writes an output whole or not at all, if it is let through before and after: under a temporary name beside it,
    /// which is then renamed. Only a regular file is replaced. Returns the size in bytes.
    ///
    /// # Errors
    /// As [`Self::admit`]; [`FolderError::NoRegularFile`] if something else has the path, [`FolderError::Io`] if it cannot
    /// be written.
    pub fn replace(
        &self,
        path: &Path,
        write: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>,
    ) -> Result<u64, FolderError> {
        self.check(path)?;
        let other = path.symlink_metadata();
        if other.is_ok_and(|other| !other.is_file()) || path.file_name().is_none() {
            return Err(FolderError::NoRegularFile {
                path: path.to_owned(),
            });
        }
        // Errors tell the name that people know.
        let named = |error: FolderError| error.of(path);
        let beside = Temporary::beside(path).map_err(FolderError::io(path))?;
        let mut file = self.storage.create_file(beside.path()).map_err(named)?;
        let written = write(&mut file).and_then(|()| {
            file.sync()?;
            file.file().metadata()
        });
        let size = written.map_err(FolderError::io(path))?.len();
        drop(file);
        self.check(path)?;
        self.storage.rename(beside.path(), path)?;
        Ok(size)
    }

    /// Fails if a path is inside a dataset, or inside one that is being made.
    fn require_outside(&self, path: &Path) -> Result<(), FolderError> {
        let real = really(path);
        if self
            .exception
            .as_ref()
            .is_some_and(|exception| really(exception) == real)
        {
            return Ok(());
        }
        let inside = real
            .ancestors()
            .skip(1)
            .find(|folder| holds_dataset(folder));
        match inside {
            Some(dataset) => Err(FolderError::OutputInDataset {
                path: path.to_owned(),
                dataset: dataset.to_owned(),
            }),
            None => Ok(()),
        }
    }
}

/// Whether a folder holds a dataset, or the unfinished work of an audit. Other programs have files of the name
/// of the manifest, too, but no such tables beside them.
fn holds_dataset(folder: &Path) -> bool {
    let has = |name: &str| folder.join(name).symlink_metadata().is_ok();
    let tables = ["start_positions.parquet", "castling.parquet", "games"];
    is_dataset(folder) && tables.into_iter().any(has)
        || folder
            .join(IN_PROGRESS)
            .join(LOCK)
            .symlink_metadata()
            .is_ok()
}

/// Where a file is or will be, with all links followed that exist.
fn really(path: &Path) -> PathBuf {
    if let Ok(real) = path.canonicalize() {
        return real;
    }
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    // The nearest folder that exists, and what follows below it.
    let mut rest = Vec::new();
    let mut folder = whole.as_path();
    while let Some(name) = folder.components().next_back() {
        if let Ok(real) = folder.canonicalize() {
            return rest.iter().rev().fold(real, |real: PathBuf, part| {
                match Path::new(part).components().next() {
                    Some(Component::ParentDir) => real.parent().unwrap_or(&real).to_owned(),
                    _ => real.join(part),
                }
            });
        }
        rest.push(name.as_os_str().to_owned());
        let Some(parent) = folder.parent() else { break };
        folder = parent;
    }
    whole
}

/// Device and inode of a file that exists.
fn id_of(path: &Path) -> Option<(u64, u64)> {
    fs::metadata(path).ok().as_ref().and_then(identity)
}

/// Whether a path names a device or a pipe, which any number of outputs may go to.
fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// The input that is the same file as an output that exists: a file, a file of a folder, or one that a dataset
/// was made of.
fn find(input: &Path, output: &Path, depth: usize) -> Option<PathBuf> {
    let found = fs::metadata(input).ok()?;
    if !found.is_dir() {
        let is_one = id_of(input).is_some_and(|id| id_of(output) == Some(id));
        let same = is_one || really(input) == really(output);
        return same.then(|| input.to_owned());
    }
    if is_dataset(input) {
        let manifest = manifest_in(input, &Storage::new()).ok()?;
        let inputs = manifest.value["inputs"].as_array().into_iter().flatten();
        let names = inputs.filter_map(|input| input["name"].as_str().map(Path::new));
        let mut files =
            names.filter(|name| fs::metadata(name).is_ok_and(|metadata| metadata.is_file()));
        return files.find_map(|name| find(name, output, depth));
    }
    if depth == MAX_DEPTH {
        return None;
    }
    let entries = fs::read_dir(input).ok()?.flatten();
    let mut read = entries.filter(|entry| {
        // Links to folders are not walked: they could form a cycle.
        let link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
        !(link && entry.path().is_dir())
    });
    read.find_map(|entry| find(&entry.path(), output, depth + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(door: &mut Door, path: &Path) -> String {
        door.admit(path).unwrap_err().to_string()
    }

    #[test]
    fn inputs_are_refused_under_any_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir_all(path("games/2020")).unwrap();
        fs::write(path("a.pgn"), "a").unwrap();
        fs::write(path("games/2020/b.pgn"), "b").unwrap();
        let mut door = Door::reading([path("a.pgn"), path("games")]);
        for name in ["a.pgn", "games/2020/b.pgn", "games/../a.pgn"] {
            let message = refused(&mut door, &path(name));
            assert!(message.contains("is also an input"), "{message}");
        }
        door.admit(&path("new.pgn")).unwrap();
        door.admit(&path("games/new.pgn")).unwrap();
        door.admit(Path::new("-")).unwrap();
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(path("a.pgn"), path("link")).unwrap();
            fs::hard_link(path("games/2020/b.pgn"), path("other")).unwrap();
            for name in ["link", "other"] {
                let message = refused(&mut door, &path(name));
                assert!(message.contains("is also an input"), "{message}");
            }
            // Not there when it was let through, but later.
            door.admit(&path("later.pgn")).unwrap();
            fs::hard_link(path("a.pgn"), path("later.pgn")).unwrap();
            let write = |out: &mut (dyn Write + Send)| out.write_all(b"x");
            assert!(door.replace(&path("later.pgn"), write).is_err());
            assert_eq!(fs::read(path("a.pgn")).unwrap(), b"a");
            door.admit(Path::new("/dev/null")).unwrap();
            door.admit(Path::new("/dev/null")).unwrap();
        }
    }

    #[test]
    fn one_file_is_written_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("sub")).unwrap();
        fs::write(path("there"), "x").unwrap();
        let nothing: [&Path; 0] = [];
        let mut door = Door::reading(nothing);
        for (one, other) in [
            ("a", "a"),
            ("b", "sub/../b"),
            ("no/such/c", "no/such/../such/c"),
            ("there", "there"),
        ] {
            door.admit(&path(one)).unwrap();
            let message = refused(&mut door, &path(other));
            assert!(message.contains("two outputs"), "{message}");
        }
    }

    #[test]
    fn datasets_hold_what_an_audit_wrote() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir_all(path("d/games")).unwrap();
        fs::write(path("d/manifest.json"), "{}").unwrap();
        fs::create_dir_all(path("e/_inprogress")).unwrap();
        fs::write(path("e/_inprogress/lock"), "").unwrap();
        // Not one of ours.
        fs::create_dir_all(path("web/sub")).unwrap();
        fs::write(path("web/manifest.json"), "{}").unwrap();
        let nothing: [&Path; 0] = [];
        let mut door = Door::reading(nothing).but_for(&path("d/report.html"));
        for name in [
            "d/x",
            "d/games/part-00000.parquet",
            "d/games/no/x",
            "e/x",
            "d/x/report.html",
        ] {
            let message = refused(&mut door, &path(name));
            assert!(message.contains("is inside the dataset"), "{message}");
        }
        assert!(door.admit_folder(&path("d/sub")).is_err());
        door.admit_folder(&path("d")).unwrap();
        door.admit(&path("d/report.html")).unwrap();
        door.admit(&path("web/sub/x")).unwrap();
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(path("d/games"), path("link")).unwrap();
            assert!(door.admit(&path("link/new.parquet")).is_err());
        }
    }
}
