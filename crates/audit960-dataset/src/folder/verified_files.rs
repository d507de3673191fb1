//! A cache of verified files, so that the same bytes are hashed only once.
//!
//! The user's cache folder holds one text file per dataset: the checksum of the manifest, then a line
//! per file, with its size, device, inode, times and path. A file that was changed within the last seconds
//! is not cached: its next change could have the same time.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use audit960_source::system::changes;
use xxhash_rust::xxh3::xxh3_128;

use crate::folder::temporary::Temporary;

/// How old the last change of a file must be to be cached.
const MIN_AGE: Duration = Duration::from_secs(3);

/// The verified files of one dataset.
#[derive(Debug, Default)]
pub(crate) struct VerifiedFiles {
    /// The cache file; `None` for no cache.
    path: Option<PathBuf>,
    manifest: String,
    known: BTreeSet<String>,
    changed: bool,
}

impl VerifiedFiles {
    /// The folder of the cache: `audit960/checked` in `XDG_CACHE_HOME` or `~/.cache`, if one is set.
    pub(crate) fn folder() -> Option<PathBuf> {
        let of = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
        let cache = of("XDG_CACHE_HOME").map(PathBuf::from);
        let cache = cache.or_else(|| of("HOME").map(|home| PathBuf::from(home).join(".cache")));
        cache
            .filter(|cache| cache.is_absolute())
            .map(|cache| cache.join("audit960/checked"))
    }

    /// Loads the cache of the dataset in `dir`; it is empty if it cannot be read or was written for another
    /// checksum of the manifest than `manifest`.
    pub(crate) fn load(folder: Option<&Path>, dir: &Path, manifest: &str) -> Self {
        let (Some(folder), Ok(dir)) = (folder, dir.canonicalize()) else {
            return Self::default();
        };
        let name = format!("{:032x}", xxh3_128(dir.as_os_str().as_encoded_bytes()));
        let path = folder.join(name);
        let text = fs::read_to_string(&path).unwrap_or_default();
        let mut lines = text.lines();
        let known = match lines.next() == Some(manifest) {
            true => lines.map(str::to_owned).collect(),
            false => BTreeSet::new(),
        };
        Self {
            path: Some(path),
            manifest: manifest.to_owned(),
            known,
            changed: false,
        }
    }

    /// Whether a file was verified and has not changed since.
    pub(crate) fn knows(&self, path: &Path) -> bool {
        self.path.is_some() && line(path).is_some_and(|(line, _)| self.known.contains(&line))
    }

    /// Adds a verified file.
    pub(crate) fn learn(&mut self, path: &Path) {
        if self.path.is_none() {
            return;
        }
        if let Some((line, true)) = line(path) {
            self.changed |= self.known.insert(line);
        }
    }

    /// Writes the cache. If that fails, the files are hashed again next time.
    pub(crate) fn store(self) {
        let (Some(path), true) = (self.path, self.changed) else {
            return;
        };
        let lines: Vec<&str> = self.known.iter().map(String::as_str).collect();
        let text = format!("{}\n{}\n", self.manifest, lines.join("\n"));
        let stored = || {
            path.parent().map_or(Ok(()), fs::create_dir_all)?;
            let beside = Temporary::beside(&path)?;
            fs::write(beside.path(), text)?;
            beside.persist(&path, true)
        };
        let _: io::Result<()> = stored();
    }
}

/// The line of a file as it is now, and whether its last change is long enough ago.
fn line(path: &Path) -> Option<(String, bool)> {
    let path = path.canonicalize().ok()?;
    let metadata = path.symlink_metadata().ok()?;
    let modified = metadata.modified().ok()?;
    let (stamp, changed) = changes(&metadata)?;
    let old = |time: SystemTime| time.elapsed().is_ok_and(|age| age > MIN_AGE);
    let name = path.to_str().filter(|name| !name.contains('\n'))?;
    let line = format!("{} {stamp} {name}", metadata.len());
    Some((line, old(modified) && old(changed)))
}
