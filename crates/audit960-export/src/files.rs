//! The files that games are written to: under temporary names, renamed at the end.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use audit960_dataset::{Door, Temporary};
use audit960_source::Packing;

use crate::split::Key;

/// Bytes of text that are buffered for one file before they are written.
const WRITTEN_AT_ONCE: usize = 1 << 20;
/// Bytes of text that are buffered for all files.
const KEPT: usize = 64 << 20;
/// Most bytes of a key that a file's name shows: systems allow names of 255 bytes.
const MAX_KEY: usize = 120;

/// Opens standard output.
pub type WriteStdout = fn() -> Box<dyn Write + Send>;

/// One file, or one for each key.
///
/// Text is written in parts whose ends depend only on the text, so that compressed files are the same
/// for any number of threads. No file stays open: there may be thousands.
pub struct Files {
    path: PathBuf,
    packing: Packing,
    force: bool,
    split: bool,
    stdout: WriteStdout,
    door: Door,
    /// The files, by name.
    open: BTreeMap<PathBuf, Started>,
    /// The names of the files of keys.
    names: BTreeMap<Key, PathBuf>,
    /// These names in lower case: some file systems ignore letter case.
    taken: BTreeSet<String>,
    /// Bytes of text that are buffered for all of them.
    kept: usize,
}

/// A file that has been started.
struct Started {
    target: Target,
    text: Vec<u8>,
    /// Whether nothing has been written: a compressed file needs a frame even without text.
    empty: bool,
}

/// Where text is written.
enum Target {
    Stdout,
    /// A device or a pipe, which cannot be replaced.
    Device,
    /// A file under a temporary name, and its final name.
    File(Temporary, PathBuf),
}

impl Files {
    /// The file of a path, `-` for standard output; several files named after it if `split`. Existing files
    /// are replaced only with `force`. The door has let the path through; it also decides about the files that
    /// are named after it.
    ///
    /// # Errors
    /// If the file exists or its folder cannot be written to; for standard output if `split`.
    pub fn new(
        path: &Path,
        force: bool,
        split: bool,
        stdout: WriteStdout,
        door: Door,
    ) -> anyhow::Result<Self> {
        let mut files = Self {
            path: path.to_owned(),
            packing: Packing::of_name(path),
            force,
            split,
            stdout,
            door,
            open: BTreeMap::new(),
            names: BTreeMap::new(),
            taken: BTreeSet::new(),
            kept: 0,
        };
        if !split {
            files.start(path)?;
        } else if files.is_stdout() {
            bail!("--split-by writes several files: --out must name a file");
        }
        Ok(files)
    }

    fn is_stdout(&self) -> bool {
        self.path.as_os_str() == "-"
    }

    /// Adds text to the file of a key.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&mut self, key: Option<&Key>, text: Vec<u8>) -> anyhow::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        let path = match key {
            Some(key) if self.split => self.name_of(key),
            _ => self.path.clone(),
        };
        self.start(&path)?;
        let Some(started) = self.open.get_mut(&path) else {
            return Ok(());
        };
        self.kept += text.len();
        if started.text.is_empty() {
            started.text = text;
        } else {
            started.text.extend_from_slice(&text);
        }
        if started.text.len() >= WRITTEN_AT_ONCE {
            self.kept -= started.text.len();
            started.flush(&path, self.packing, self.stdout)?;
        } else if self.kept >= KEPT {
            self.kept = 0;
            for (path, started) in &mut self.open {
                if !started.text.is_empty() {
                    started.flush(path, self.packing, self.stdout)?;
                }
            }
        }
        Ok(())
    }

    /// The path of the file of a key. Keys that would have the same name are numbered in the order in which
    /// they come.
    fn name_of(&mut self, key: &Key) -> PathBuf {
        if let Some(known) = self.names.get(key) {
            return known.clone();
        }
        let part = file_part(key.shown());
        let mut numbered = part.clone();
        for number in 2_u32.. {
            if self.taken.insert(numbered.to_lowercase()) {
                break;
            }
            numbered = format!("{part}-{number}");
        }
        let path = with_part(&self.path, &numbered);
        self.names.insert(key.clone(), path.clone());
        path
    }

    /// Starts a file, unless it has been started.
    fn start(&mut self, path: &Path) -> anyhow::Result<()> {
        if self.open.contains_key(path) {
            return Ok(());
        }
        let target = if self.is_stdout() {
            Target::Stdout
        } else {
            if self.split {
                if let Some(folder) = path.parent() {
                    std::fs::create_dir_all(folder)
                        .with_context(|| folder.display().to_string())?;
                }
                self.door.admit(path)?;
            }
            target(path, self.force)?
        };
        let started = Started {
            target,
            text: Vec::new(),
            empty: true,
        };
        self.open.insert(path.to_owned(), started);
        Ok(())
    }

    /// Whether there is no text for any of them.
    #[must_use]
    pub fn are_empty(&self) -> bool {
        let mut started = self.open.values();
        started.all(|one| one.empty && one.text.is_empty())
    }

    /// Writes what is buffered and gives the files their names.
    ///
    /// # Errors
    /// If something cannot be written or renamed.
    pub fn finish(mut self) -> anyhow::Result<()> {
        for (path, started) in &mut self.open {
            if started.empty || !started.text.is_empty() {
                started.flush(path, self.packing, self.stdout)?;
            }
        }
        for started in self.open.into_values() {
            let Target::File(temporary, path) = started.target else {
                continue;
            };
            self.door.check(&path)?;
            let renamed = temporary.persist(&path, self.force);
            renamed.with_context(|| path.display().to_string())?;
        }
        Ok(())
    }
}

impl Started {
    fn flush(&mut self, path: &Path, packing: Packing, stdout: WriteStdout) -> anyhow::Result<()> {
        let text = std::mem::take(&mut self.text);
        self.empty = false;
        let to = match &self.target {
            Target::Stdout => {
                let mut out = stdout();
                out.write_all(&text)?;
                return Ok(out.flush()?);
            }
            Target::Device => path,
            Target::File(temporary, _) => temporary.path(),
        };
        let append = || {
            let packed = packing.pack(text)?;
            let mut file = OpenOptions::new().append(true).open(to)?;
            file.write_all(&packed)
        };
        append().with_context(|| path.display().to_string())
    }
}

/// Where the text of a path is written. A symbolic link stays: its target is replaced.
fn target(path: &Path, force: bool) -> anyhow::Result<Target> {
    let Ok(there) = std::fs::metadata(path) else {
        return Ok(Target::File(begun_beside(path)?, path.to_owned()));
    };
    if there.is_dir() {
        bail!("{} is a folder", path.display());
    }
    if !there.is_file() {
        return Ok(Target::Device);
    }
    if !force {
        bail!("{} exists; --force replaces it", path.display());
    }
    let path = path
        .canonicalize()
        .with_context(|| path.display().to_string())?;
    Ok(Target::File(begun_beside(&path)?, path))
}

/// A new, empty file beside the final one.
fn begun_beside(path: &Path) -> anyhow::Result<Temporary> {
    let begun = || {
        let temporary = Temporary::beside(path)?;
        File::create_new(temporary.path())?;
        Ok::<_, io::Error>(temporary)
    };
    begun().with_context(|| format!("{}: cannot be written", path.display()))
}

/// The path with a part before its endings: `games.pgn.zst` and `2020` give `games-2020.pgn.zst`, `games` gives
/// `games-2020.pgn`, and a folder `games/` gives `games/2020.pgn`.
fn with_part(path: &Path, part: &str) -> PathBuf {
    if path.as_os_str().to_string_lossy().ends_with(['/', '\\']) || path.is_dir() {
        return path.join(format!("{part}.pgn"));
    }
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned());
    let name = name.unwrap_or_default();
    let end = name.find('.').filter(|end| *end > 0).unwrap_or(name.len());
    let (stem, endings) = match name.split_at(end) {
        (stem, "") => (stem, ".pgn"),
        whole => whole,
    };
    path.with_file_name(format!("{stem}-{part}{endings}"))
}

/// A key as a part of a file's name: letters, digits and a few signs, which every system allows.
fn file_part(key: &str) -> String {
    let mut part = String::new();
    for letter in key.chars() {
        if part.len() + letter.len_utf8() > MAX_KEY {
            break;
        }
        if letter.is_alphanumeric() || matches!(letter, '.' | '_') {
            part.push(letter);
        } else if !part.is_empty() && !part.ends_with('-') {
            part.push('-');
        }
    }
    let part = part.trim_matches(['-', '.']);
    if part.is_empty() {
        "unknown".to_owned()
    } else {
        part.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stdout() -> Box<dyn Write + Send> {
        Box::new(std::io::sink())
    }

    #[test]
    fn keys_become_parts_of_names() {
        let with = |path: &str, key: &str| {
            with_part(Path::new(path), &file_part(key))
                .display()
                .to_string()
        };
        assert_eq!(with("out/games.pgn.zst", "2020"), "out/games-2020.pgn.zst");
        assert_eq!(
            with("games", "Wch Mainz/2009 (rapid)"),
            "games-Wch-Mainz-2009-rapid.pgn"
        );
        assert_eq!(with("years/", "2020"), "years/2020.pgn");
        assert_eq!(with("g.pgn", "../../etc"), "g-etc.pgn");
        assert_eq!(with("g.pgn", "?"), "g-unknown.pgn");
        assert_eq!(
            with("g.pgn", &"é".repeat(500)),
            format!("g-{}.pgn", "é".repeat(60))
        );
    }

    /// Names that differ only in letter case, in cut letters or in signs would be one file on some system.
    #[test]
    fn keys_of_one_name_have_files_of_their_own() {
        let folder = tempfile::tempdir().unwrap();
        let mut files = Files::new(
            &folder.path().join("g.pgn"),
            false,
            true,
            stdout,
            Door::default(),
        )
        .unwrap();
        let keys = ["Open", "OPEN", "Open!", "Open", "a/b", "a b", "unknown"];
        for key in keys {
            let key = Key::from(key.to_owned());
            files.write(Some(&key), b"x".to_vec()).unwrap();
        }
        let names: BTreeSet<String> = files
            .open
            .keys()
            .map(|path| path.file_name().unwrap().to_str().unwrap().to_owned())
            .collect();
        let expected = [
            "g-OPEN-2.pgn",
            "g-Open-3.pgn",
            "g-Open.pgn",
            "g-a-b-2.pgn",
            "g-a-b.pgn",
            "g-unknown.pgn",
        ];
        assert_eq!(
            names.iter().collect::<Vec<_>>(),
            expected.iter().collect::<Vec<_>>()
        );
    }

    /// Devices, pipes and folders are not replaced, and links stay links.
    #[test]
    #[cfg(unix)]
    fn devices_folders_and_links_are_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        std::fs::write(&file, b"old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        let mut files = Files::new(&link, true, false, stdout, Door::default()).unwrap();
        files.write(None, b"new".to_vec()).unwrap();
        files.finish().unwrap();
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(std::fs::read(&file).unwrap(), b"new");
        for force in [false, true] {
            assert!(Files::new(folder.path(), force, false, stdout, Door::default()).is_err());
            // A link to the device: a test must not risk the device itself.
            let null = folder.path().join("null");
            let _ = std::fs::remove_file(&null);
            std::os::unix::fs::symlink("/dev/null", &null).unwrap();
            let mut files = Files::new(&null, force, false, stdout, Door::default()).unwrap();
            files.write(None, b"gone".to_vec()).unwrap();
            files.finish().unwrap();
            assert!(std::fs::symlink_metadata(&null).unwrap().is_symlink());
        }
    }

    #[test]
    fn files_appear_when_all_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.pgn");
        let mut files = Files::new(&path, false, false, stdout, Door::default()).unwrap();
        files.write(None, b"one ".to_vec()).unwrap();
        files.write(None, b"two".to_vec()).unwrap();
        assert!(!path.exists());
        files.finish().unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"one two");
        assert!(Files::new(&path, false, false, stdout, Door::default()).is_err());
        // A run that fails leaves what was there.
        drop(Files::new(&path, true, false, stdout, Door::default()).unwrap());
        assert_eq!(std::fs::read(&path).unwrap(), b"one two");
        Files::new(&path, true, false, stdout, Door::default())
            .unwrap()
            .finish()
            .unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
