//! The files of tables as the prober opens them: each is checked before the first position is looked up in it.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use shakmaty_syzygy::filesystem::{Filesystem, OsFilesystem, RandomAccessFile};

use crate::tablebase::layout::{TableDamage, check_layout};
use crate::tablebase::name::FileName;

/// A file system that opens sound tables only, and remembers which tables were opened and what is wrong with others.
#[derive(Debug, Default)]
pub(crate) struct CheckedFiles {
    plain: OsFilesystem,
    seen: Mutex<BTreeMap<PathBuf, Option<String>>>,
}

impl CheckedFiles {
    /// The files that were opened, or should have been, with what is wrong with them.
    pub(crate) fn seen(&self) -> Vec<(PathBuf, Option<String>)> {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.iter()
            .map(|(path, damage)| (path.clone(), damage.clone()))
            .collect()
    }

    fn check(path: &Path) -> Result<(), TableDamage> {
        let FileName::Table(name) = FileName::of(path) else {
            return Err(TableDamage::Misnamed);
        };
        let file = File::open(path)?;
        let bytes = file.metadata()?.len();
        check_layout(&name, file, bytes)
    }
}

impl Filesystem for CheckedFiles {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        self.plain.regular_file_size(path)
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        self.plain.read_dir(path)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let damage = seen
            .entry(path.to_owned())
            .or_insert_with(|| Self::check(path).err().map(|damage| damage.to_string()));
        match damage {
            // The prober asks again for each position; the answer stays the same.
            Some(damage) => Err(io::Error::other(damage.clone())),
            None => self.plain.open(path),
        }
    }
}
