//! A small file system in memory that loses power.
//!
//! It promises what POSIX does and no more: what was written to a file is on the disk after the file was synced,
//! the entries of a folder after the folder was. Everything else may be there or not, each file and each folder
//! for itself; only a rename is never half done. The entries of one folder reach the disk in their order, as
//! in every journal; the bytes of a file in any order, with zeros where something is missing.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use audit960_board::start::SplitMix64;

use super::contents;
use super::log::Operation;

/// A file, whatever its path.
type FileNumber = usize;

/// A change of the bytes of a file.
#[derive(Clone, Debug)]
enum Change {
    Write(usize, Vec<u8>),
    Truncate(usize),
}

#[derive(Clone, Debug, Default)]
struct File {
    /// Bytes on the disk.
    synced: Vec<u8>,
    /// What was done since.
    pending: Vec<Change>,
}

/// A change of the entries of folders.
#[derive(Clone, Debug)]
enum Entry {
    Added(PathBuf, FileNumber),
    Removed(PathBuf),
    Moved(PathBuf, PathBuf, FileNumber),
    Folder(PathBuf),
    NoFolder(PathBuf),
}

impl Entry {
    /// The folder whose sync makes it last.
    fn folder(&self) -> &Path {
        let (Self::Added(path, _)
        | Self::Removed(path)
        | Self::Moved(_, path, _)
        | Self::Folder(path)
        | Self::NoFolder(path)) = self;
        path.parent().unwrap()
    }
}

/// The names on the disk.
#[derive(Clone, Debug, Default)]
struct Names {
    files: BTreeMap<PathBuf, FileNumber>,
    folders: Vec<PathBuf>,
}

impl Names {
    fn apply(&mut self, entry: &Entry) {
        match entry {
            Entry::Added(path, file) => {
                self.files.insert(path.clone(), *file);
            }
            Entry::Removed(path) => {
                self.files.remove(path);
            }
            Entry::Moved(from, to, file) => {
                if self.files.get(from) == Some(file) {
                    self.files.remove(from);
                }
                self.files.insert(to.clone(), *file);
            }
            Entry::Folder(path) => self.folders.push(path.clone()),
            Entry::NoFolder(path) => {
                // It was empty then: no file system loses that and keeps the removal.
                self.files.retain(|file, _| !file.starts_with(path));
                self.folders.retain(|folder| !folder.starts_with(path));
            }
        }
    }
}

/// The file system.
#[derive(Debug, Default)]
pub(super) struct Disk {
    files: Vec<File>,
    /// The names as the program sees them.
    seen: Names,
    /// The names on the disk, and what was done since.
    synced: Names,
    pending: Vec<Entry>,
}

/// How much of what was not synced reaches the disk.
#[derive(Clone, Copy, Debug)]
pub(super) enum Loss {
    /// Nothing.
    All,
    /// All names, and no bytes: files are empty or short, as with delayed allocation.
    Bytes,
    /// Any of it.
    Some,
}

impl Disk {
    /// A disk on which everything below a folder is synced.
    pub(super) fn of(root: &Path) -> Self {
        let mut disk = Self::default();
        disk.synced.folders = folders(root);
        for (path, bytes) in contents(root) {
            disk.synced.files.insert(path, disk.files.len());
            disk.files.push(File {
                synced: bytes,
                pending: Vec::new(),
            });
        }
        disk.seen = disk.synced.clone();
        disk
    }

    fn entry(&mut self, entry: Entry) {
        self.seen.apply(&entry);
        self.pending.push(entry);
    }

    fn change(&mut self, path: &Path, change: Change) {
        let file = self.seen.files[path];
        self.files[file].pending.push(change);
    }

    /// Does what the program did.
    pub(super) fn apply(&mut self, operation: &Operation) {
        match operation {
            Operation::Create(path) => {
                self.files.push(File::default());
                self.entry(Entry::Added(path.clone(), self.files.len() - 1));
            }
            Operation::Write(path, at, bytes) => {
                self.change(path, Change::Write(*at, bytes.clone()));
            }
            Operation::Truncate(path, length) => self.change(path, Change::Truncate(*length)),
            Operation::Rename(from, to) => {
                let file = self.seen.files[from];
                self.entry(Entry::Moved(from.clone(), to.clone(), file));
            }
            Operation::Unlink(path) => self.entry(Entry::Removed(path.clone())),
            Operation::MakeFolder(path) => self.entry(Entry::Folder(path.clone())),
            Operation::RemoveFolder(path) => self.entry(Entry::NoFolder(path.clone())),
            Operation::Sync(path) => match self.seen.files.get(path) {
                Some(file) => {
                    let file = &mut self.files[*file];
                    for change in std::mem::take(&mut file.pending) {
                        apply(&mut file.synced, &change);
                    }
                }
                None => {
                    let (now, later) = std::mem::take(&mut self.pending)
                        .into_iter()
                        .partition(|entry| entry.folder() == path);
                    self.pending = later;
                    let now: Vec<Entry> = now;
                    now.iter().for_each(|entry| self.synced.apply(entry));
                }
            },
        }
    }

    /// Loses power; returns how.
    pub(super) fn fail(&mut self, random: &mut SplitMix64) -> Loss {
        let loss = [Loss::All, Loss::Bytes, Loss::Some, Loss::Some][random.below(4) as usize];
        let pending = std::mem::take(&mut self.pending);
        // How many entries of each folder reach the disk.
        let mut left: BTreeMap<PathBuf, u64> = BTreeMap::new();
        for entry in &pending {
            *left.entry(entry.folder().to_owned()).or_default() += 1;
        }
        for count in left.values_mut() {
            *count = match loss {
                Loss::All => 0,
                Loss::Bytes => *count,
                Loss::Some => u64::from(random.below(u32::try_from(*count).unwrap() + 1)),
            };
        }
        for entry in &pending {
            let left = left.get_mut(entry.folder()).unwrap();
            if *left > 0 {
                *left -= 1;
                self.synced.apply(entry);
            }
        }
        for file in &mut self.files {
            for change in std::mem::take(&mut file.pending) {
                if matches!(loss, Loss::Some) && random.below(2) == 0 {
                    apply(&mut file.synced, &change);
                }
            }
        }
        loss
    }

    /// Writes what is on the disk to a folder, in place of what is there.
    pub(super) fn write(&self, root: &Path) {
        fs::remove_dir_all(root).unwrap();
        fs::create_dir(root).unwrap();
        // What is in a folder that is not on the disk cannot be reached.
        let mut folders = self.synced.folders.clone();
        folders.sort();
        for folder in folders
            .iter()
            .filter(|folder| folder.parent().unwrap().exists())
        {
            fs::create_dir_all(folder).unwrap();
        }
        let files = self.synced.files.iter();
        for (path, file) in files.filter(|(path, _)| path.parent().unwrap().exists()) {
            fs::write(path, &self.files[*file].synced).unwrap();
        }
    }
}

/// A folder and all below it.
fn folders(root: &Path) -> Vec<PathBuf> {
    let mut found = vec![root.to_owned()];
    for entry in fs::read_dir(root).unwrap().map(Result::unwrap) {
        if entry.file_type().unwrap().is_dir() {
            found.extend(folders(&entry.path()));
        }
    }
    found
}

fn apply(bytes: &mut Vec<u8>, change: &Change) {
    match change {
        Change::Write(at, new) => {
            let end = at + new.len();
            bytes.resize(bytes.len().max(end), 0);
            bytes[*at..end].copy_from_slice(new);
        }
        Change::Truncate(length) => bytes.resize(*length, 0),
    }
}
