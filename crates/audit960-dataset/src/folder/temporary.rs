//! Files and folders under temporary names, none of which stays behind.
//!
//! Whatever gets its name when it is whole is written beside it first, as `.audit960-RUN-N.inprogress`. It goes when it is
//! dropped, and at a signal ([`remove_all`]). A run that is killed leaves it; beside it lies `.audit960-RUN.lock`, locked as long
//! as its run lives, so that the next run that writes to the folder knows what nobody will name any more, and removes it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher as _, RandomState};
use std::io;
use std::path::{Path, PathBuf};

use audit960_source::system::{create_private_folder, identity, open_no_follow};
use parking_lot::Mutex;

const PREFIX: &str = ".audit960-";
const LOCK: &str = ".lock";
const IN_PROGRESS: &str = ".inprogress";

/// What this process has under temporary names, by folder.
static FOLDERS: Mutex<BTreeMap<PathBuf, Folder>> = Mutex::new(BTreeMap::new());

/// What is called, once, before the first of them is created.
static BEFORE_FIRST: Mutex<Option<fn()>> = Mutex::new(None);

struct Folder {
    /// `.audit960-RUN` in the folder.
    run: PathBuf,
    /// Locked until it is closed.
    _lock: File,
    made: u64,
    open: BTreeSet<PathBuf>,
}

/// A name for a file or folder that goes with this value, unless it is given another.
#[derive(Debug)]
pub struct Temporary {
    path: PathBuf,
    folder: PathBuf,
}

impl Temporary {
    /// A name beside a path, where nothing is.
    ///
    /// # Errors
    /// If the folder cannot be written to.
    pub fn beside(path: &Path) -> io::Result<Self> {
        match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => Self::within(folder),
            _ => Self::within(Path::new(".")),
        }
    }

    /// A new, empty folder within `folder`.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn folder_within(folder: &Path) -> io::Result<Self> {
        let temporary = Self::within(folder)?;
        create_private_folder(&temporary.path)?;
        Ok(temporary)
    }

    /// A new, empty folder where the system keeps temporary files.
    ///
    /// # Errors
    /// If it cannot be created; the message names the place.
    pub fn folder() -> io::Result<Self> {
        let place = std::env::temp_dir();
        Self::folder_within(&place).map_err(|error| {
            let what = format!("temporary folder in {}: {error}", place.display());
            io::Error::new(error.kind(), what)
        })
    }

    fn within(folder: &Path) -> io::Result<Self> {
        if let Some(before_first) = BEFORE_FIRST.lock().take() {
            before_first();
        }
        let mut folders = FOLDERS.lock();
        if !folders.contains_key(folder) {
            folders.insert(folder.to_owned(), Folder::begin(folder)?);
        }
        let of_run = folders.get_mut(folder).ok_or(io::ErrorKind::NotFound)?;
        of_run.made += 1;
        let path = with_end(&of_run.run, &format!("-{}{IN_PROGRESS}", of_run.made));
        of_run.open.insert(path.clone());
        let folder = folder.to_owned();
        Ok(Self { path, folder })
    }

    /// The temporary name.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Gives it another name in the same file system. What has that name is replaced only if `replaces`.
    ///
    /// # Errors
    /// If it cannot be renamed; then it is removed.
    pub fn persist(self, path: &Path, replaces: bool) -> io::Result<()> {
        if replaces {
            return fs::rename(&self.path, path);
        }
        let named = tempfile::TempPath::try_from_path(self.path.clone())?;
        Ok(named.persist_noclobber(path)?)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // Nothing is there if it has another name now.
        remove(&self.path);
        let mut folders = FOLDERS.lock();
        if let Some(folder) = folders.get_mut(&self.folder) {
            folder.open.remove(&self.path);
            if folder.open.is_empty() {
                remove(&with_end(&folder.run, LOCK));
                folders.remove(&self.folder);
            }
        }
    }
}

impl Folder {
    /// Removes what dead runs left, and begins the names of this one.
    fn begin(folder: &Path) -> io::Result<Self> {
        remove_dead(folder);
        loop {
            let run = folder.join(format!("{PREFIX}{:016x}", RandomState::new().hash_one(0)));
            let path = with_end(&run, LOCK);
            let mut options = OpenOptions::new();
            let lock = options.write(true).create_new(true).open(&path)?;
            // Where there are no locks, nothing is ever taken for dead.
            let _ = lock.try_lock();
            // Between these two lines another run may have taken it for that of a dead one.
            if is_at(&lock, &path) {
                return Ok(Self {
                    run,
                    _lock: lock,
                    made: 0,
                    open: BTreeSet::new(),
                });
            }
        }
    }
}

/// Names what is called before a first file or folder is created, such as what watches for signals.
pub fn before_first_temporary(call: fn()) {
    *BEFORE_FIRST.lock() = Some(call);
}

/// Removes everything that this process has under temporary names. Nothing more can be created: the process is to end.
pub fn remove_all() {
    let folders = FOLDERS.lock();
    for folder in folders.values() {
        folder.open.iter().for_each(|path| remove(path));
        remove(&with_end(&folder.run, LOCK));
    }
    std::mem::forget(folders);
}

/// Removes what runs left of which the lock says that they are dead. What cannot be removed stays.
fn remove_dead(folder: &Path) {
    let names = |folder: &Path| {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        entries.filter_map(|entry| entry.file_name().into_string().ok())
    };
    let run = |name: &str| Some(name.strip_prefix(PREFIX)?.strip_suffix(LOCK)?.to_owned());
    for run in names(folder).filter_map(|name| run(&name)) {
        let path = folder.join(format!("{PREFIX}{run}{LOCK}"));
        let Ok(lock) = open_no_follow(OpenOptions::new().write(true), &path) else {
            continue;
        };
        if lock.try_lock().is_err() || !is_at(&lock, &path) {
            continue;
        }
        let begin = format!("{PREFIX}{run}-");
        let left = names(folder).filter(|name| name.starts_with(&begin));
        left.for_each(|name| remove(&folder.join(name)));
        // The last, so that whoever is killed here leaves what tells the rest.
        remove(&path);
    }
}

fn remove(path: &Path) {
    let _ = match path.symlink_metadata() {
        Ok(metadata) if metadata.is_dir() => fs::remove_dir_all(path),
        _ => fs::remove_file(path),
    };
}

/// Whether an open file still has this path.
fn is_at(file: &File, path: &Path) -> bool {
    let (Ok(open), Ok(there)) = (file.metadata(), path.symlink_metadata()) else {
        return false;
    };
    identity(&open) == identity(&there)
}

fn with_end(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.collect()
    }

    #[test]
    fn nothing_stays_but_what_got_a_name() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("a.pgn");
        let one = Temporary::beside(&target).unwrap();
        let other = Temporary::beside(&target).unwrap();
        let inner = Temporary::folder_within(folder.path()).unwrap();
        fs::write(one.path(), "one").unwrap();
        fs::write(other.path(), "other").unwrap();
        fs::write(inner.path().join("x"), "x").unwrap();
        assert_eq!(left(folder.path()).len(), 4);
        one.persist(&target, false).unwrap();
        assert_eq!(fs::read_to_string(&target).unwrap(), "one");
        let error = other.persist(&target, false).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        let third = Temporary::beside(&target).unwrap();
        fs::write(third.path(), "third").unwrap();
        third.persist(&target, true).unwrap();
        assert_eq!(fs::read_to_string(&target).unwrap(), "third");
        drop(inner);
        assert_eq!(left(folder.path()), ["a.pgn"]);
    }

    /// A run is dead if nobody holds its lock. Files of no run, and of others, stay.
    #[test]
    fn what_dead_runs_left_goes_with_the_next() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        for name in [
            ".audit960-dead.lock",
            ".audit960-dead-1.inprogress",
            ".audit960-alive.lock",
            ".audit960-alive-1.inprogress",
            ".audit960-x.inprogress",
        ] {
            fs::write(path(name), "").unwrap();
        }
        fs::create_dir(path(".audit960-dead-2.inprogress")).unwrap();
        fs::write(path(".audit960-dead-2.inprogress").join("a"), "").unwrap();
        let alive = File::open(path(".audit960-alive.lock")).unwrap();
        alive.lock().unwrap();
        drop(Temporary::beside(&path("a")).unwrap());
        let mut left = left(folder.path());
        left.sort();
        assert_eq!(
            left,
            [
                ".audit960-alive-1.inprogress",
                ".audit960-alive.lock",
                ".audit960-x.inprogress"
            ]
        );
    }
}
