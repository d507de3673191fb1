//! Finds the inputs that arguments name.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use crate::system::special_kind;

use crate::error::SourceError;
use crate::ignored::IgnoredFiles;
use crate::input::{Input, is_games_name};
use crate::ranges::{NO_ARCHIVES, find_objects, is_object, open_object};
use crate::tables_in_folders::{holds_games, is_dataset};

/// The deepest level of nested folders that is walked.
const MAX_DEPTH: usize = 100;

/// The inputs of a run.
#[derive(Debug)]
pub struct Discovery {
    /// The inputs, in the order of the arguments; those of a folder sorted bytewise by path.
    pub inputs: Vec<Input>,
    /// Size of all of them in stored bytes; `None` if one is a pipe.
    pub stored_bytes: Option<u64>,
    /// The files in folders that were ignored because their names are not those of chess archives.
    pub ignored_files: IgnoredFiles,
}

impl Discovery {
    /// Keeps only the inputs for which `keep` is true.
    ///
    /// # Errors
    /// The first error of `keep`.
    pub fn retain<E>(&mut self, mut keep: impl FnMut(&Input) -> Result<bool, E>) -> Result<(), E> {
        let mut kept = Vec::new();
        for input in std::mem::take(&mut self.inputs) {
            if keep(&input)? {
                kept.push(input);
            }
        }
        let sizes = kept.iter().map(Input::stored_bytes);
        self.stored_bytes = sizes.sum();
        self.inputs = kept;
        Ok(())
    }
}

/// Finds the inputs. An argument is a file, a folder, `-` for standard input, or the URI of an object
/// where the build has feature `cloud`.
///
/// A file that is named is read whatever its name. A folder is walked recursively for names that end in
/// `.pgn`, `.epd`, `.ndjson` or `.jsonl` (also followed by `.zst`, `.gz` or `.bz2`) or in `.zip`, and for tables and JSON that
/// hold games and do not belong to a dataset. Links to files are followed; within a folder, links to folders are not: they could form a cycle. A URI that ends in `/` is a folder.
///
/// What is named or found twice is read once.
///
/// # Errors
///
/// [`SourceError::Open`] for the first input or folder that is missing, unreadable or not a file,
/// [`SourceError::StdinTwice`] for a second `-`.
pub fn discover(arguments: &[String]) -> Result<Discovery, SourceError> {
    let mut discovery = survey(arguments)?;
    if let Some(at) = discovery.inputs.iter().position(Input::is_unreadable) {
        let input = discovery.inputs.swap_remove(at);
        let name = input.name().to_owned();
        input.open().map_err(SourceError::open(&name))?;
    }
    Ok(discovery)
}

/// The same, but inputs that cannot be read are returned with the others ([`Input::is_unreadable`]).
///
/// # Errors
///
/// [`SourceError::StdinTwice`] for a second `-`.
pub fn survey(arguments: &[String]) -> Result<Discovery, SourceError> {
    let mut survey = Survey {
        discovery: Discovery {
            inputs: Vec::new(),
            stored_bytes: Some(0),
            ignored_files: IgnoredFiles::default(),
        },
        files: BTreeMap::new(),
        names: UniqueNames::default(),
    };
    let mut stdin = false;
    for argument in arguments {
        if argument == "-" {
            if std::mem::replace(&mut stdin, true) {
                return Err(SourceError::StdinTwice);
            }
            survey.push(Input::stdin());
            continue;
        }
        if is_object(argument) {
            match find_objects(argument) {
                Ok((found, others)) => {
                    survey.discovery.ignored_files.add_unnamed(others);
                    found.into_iter().for_each(|uri| survey.object(uri));
                }
                Err(error) => survey.push(Input::unreadable(argument.clone(), error)),
            }
            continue;
        }
        let path = Path::new(argument);
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => survey.folder(argument),
            // A FIFO that is named is read: shells make them for `<(...)`.
            Ok(metadata) => survey.file(argument.clone(), path, &metadata, is_fifo(&metadata)),
            Err(error) => survey.push(Input::unreadable(argument.clone(), error)),
        }
    }
    Ok(survey.discovery)
}

/// A survey in progress.
struct Survey {
    discovery: Discovery,
    /// The files so far: canonical path to the name each was first found under.
    files: BTreeMap<PathBuf, String>,
    names: UniqueNames,
}

impl Survey {
    fn push(&mut self, input: Input) {
        let discovery = &mut self.discovery;
        discovery.stored_bytes = discovery
            .stored_bytes
            .zip(input.stored_bytes())
            .map(|(sum, size)| sum + size);
        discovery.inputs.push(input);
    }

    fn object(&mut self, uri: String) {
        if !self.names.take(&uri) {
            self.push(Input::repeated(uri.clone(), uri));
            return;
        }
        let opened = open_object(&uri).and_then(|object| {
            let input = object.input()?;
            Ok(input.with_size(object.size()))
        });
        self.push(opened.unwrap_or_else(|error| Input::unreadable(uri, error)));
    }

    fn file(&mut self, name: String, path: &Path, metadata: &Metadata, is_meant: bool) {
        if !metadata.is_file() {
            // Opening a pipe here would consume the first bytes of its writer.
            self.push(match is_meant {
                true => Input::from_file(name, path.to_owned(), None),
                false => Input::unreadable(name, io::Error::other("not a regular file")),
            });
            return;
        }
        if let Err(error) = File::open(path) {
            self.push(Input::unreadable(name, error));
            return;
        }
        let own = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if let Some(first) = self.files.get(&own) {
            let first = first.clone();
            self.push(Input::repeated(name, first));
            return;
        }
        // Names that are not UTF-8 can look alike.
        let name = self.names.unique(&name);
        self.files.insert(own, name.clone());
        let size = Some(metadata.len());
        self.push(Input::from_file(name, path.to_owned(), size));
    }

    fn folder(&mut self, folder: &str) {
        let before = self.discovery.inputs.len();
        let mut found = Vec::new();
        self.walk(
            Path::new(folder),
            folder.trim_end_matches('/'),
            0,
            false,
            &mut found,
        );
        found.sort_by(|(left, _), (right, _)| left.as_bytes().cmp(right.as_bytes()));
        for (name, path) in found {
            match path.and_then(|path| Ok((fs::metadata(&path)?, path))) {
                Ok((metadata, path)) => self.file(name, &path, &metadata, false),
                Err(error) => self.push(Input::unreadable(name, error)),
            }
        }
        if self.discovery.inputs.len() == before {
            let what = match Path::new(folder).join("_inprogress").symlink_metadata() {
                Ok(_) => {
                    "the folder holds the work of an audit that is not finished, and no archives"
                }
                Err(_) => NO_ARCHIVES,
            };
            self.push(Input::unreadable(folder.to_owned(), io::Error::other(what)));
        }
    }

    /// Collects names (with `/` between their parts) and paths of the archives below `folder`, and the errors
    /// for what cannot be read.
    fn walk(
        &mut self,
        folder: &Path,
        name: &str,
        depth: usize,
        in_dataset: bool,
        found: &mut Vec<(String, io::Result<PathBuf>)>,
    ) {
        if depth > MAX_DEPTH {
            let what = format!("more than {MAX_DEPTH} folders deep");
            found.push((name.to_owned(), Err(io::Error::other(what))));
            return;
        }
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => {
                found.push((name.to_owned(), Err(error)));
                return;
            }
        };
        let in_dataset = in_dataset || is_dataset(folder);
        for entry in entries {
            let entry = match entry.and_then(|entry| Ok((entry.file_type()?, entry))) {
                Ok(entry) => entry,
                Err(error) => {
                    found.push((name.to_owned(), Err(error)));
                    continue;
                }
            };
            let (kind, entry) = entry;
            let path = entry.path();
            let name = format!("{name}/{}", entry.file_name().to_string_lossy());
            if kind.is_dir() {
                self.walk(&path, &name, depth + 1, in_dataset, found);
                continue;
            }
            let is_linked_folder = kind.is_symlink() && path.is_dir();
            if is_linked_folder {
                let ignored = format!("{name} (a link to a folder, which is not followed)");
                self.discovery.ignored_files.add(ignored);
                continue;
            }
            if is_archive_name(&path) || !in_dataset && holds_games(&path) {
                found.push((name, Ok(path)));
            } else {
                self.discovery.ignored_files.add(name);
            }
        }
    }
}

/// The names of inputs or sources so far, which are unique.
#[derive(Debug, Default)]
pub(crate) struct UniqueNames {
    taken: BTreeSet<String>,
    /// The number that the next of the same name is tried with.
    numbers: BTreeMap<String, u64>,
}

impl UniqueNames {
    /// Takes the name; false if another one already has it.
    fn take(&mut self, name: &str) -> bool {
        self.taken.insert(name.to_owned())
    }

    /// Makes a name available again.
    pub(crate) fn free(&mut self, name: &str) {
        self.taken.remove(name);
    }

    /// The name, with a number such as ` (2)` appended if another one already has it.
    pub(crate) fn unique(&mut self, name: &str) -> String {
        if self.take(name) {
            return name.to_owned();
        }
        let number = self.numbers.entry(name.to_owned()).or_insert(2);
        loop {
            let free = format!("{name} ({number})");
            *number += 1;
            if self.taken.insert(free.clone()) {
                return free;
            }
        }
    }
}

fn is_fifo(metadata: &Metadata) -> bool {
    special_kind(metadata) == Some("a FIFO")
}

pub(crate) fn is_archive_name(path: &Path) -> bool {
    is_games_name(path)
        || path
            .extension()
            .is_some_and(|ending| ending.eq_ignore_ascii_case("zip"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(paths: &[&Path]) -> Vec<String> {
        paths
            .iter()
            .map(|path| path.to_str().unwrap().to_owned())
            .collect()
    }

    fn names(discovery: &Discovery) -> Vec<&str> {
        discovery.inputs.iter().map(Input::name).collect()
    }

    #[test]
    fn a_folder_is_walked_and_sorted_bytewise() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        fs::create_dir_all(root.join("b/c")).unwrap();
        for name in [
            "b.pgn",
            "b/z.epd.gz",
            "b/c/a.PGN",
            "B.zip",
            "b-1.pgn.zst",
            "notes.txt",
            "b/x.c",
        ] {
            fs::write(root.join(name), b"12345").unwrap();
        }
        let discovery = discover(&arguments(&[root])).unwrap();
        let base = root.to_str().unwrap();
        // Bytewise: '-' (2D) before '.' (2E) before '/' (2F); capitals before small letters.
        let expected: Vec<String> = ["B.zip", "b-1.pgn.zst", "b.pgn", "b/c/a.PGN", "b/z.epd.gz"]
            .iter()
            .map(|name| format!("{base}/{name}"))
            .collect();
        assert_eq!(names(&discovery), expected);
        assert_eq!(discovery.stored_bytes, Some(25));
        assert_eq!(
            discovery.ignored_files.to_string(),
            format!("{base}/b/x.c, {base}/notes.txt")
        );
        let with_slash = discover(&[format!("{base}/")]).unwrap();
        assert_eq!(names(&with_slash), expected);
    }

    #[test]
    fn arguments_keep_their_order_and_files_need_no_ending() {
        let folder = tempfile::tempdir().unwrap();
        let (first, second) = (folder.path().join("z"), folder.path().join("a.pgn"));
        fs::write(&first, b"123").unwrap();
        fs::write(&second, b"4567").unwrap();
        let discovery = discover(&arguments(&[&first, &second])).unwrap();
        assert_eq!(
            names(&discovery),
            [first.to_str().unwrap(), second.to_str().unwrap()]
        );
        assert_eq!(discovery.stored_bytes, Some(7));

        let mut with_stdin = arguments(&[&first]);
        with_stdin.push("-".to_owned());
        let discovery = discover(&with_stdin).unwrap();
        assert_eq!(names(&discovery)[1], "-");
        assert_eq!(discovery.stored_bytes, None);
        with_stdin.push("-".to_owned());
        assert!(matches!(
            discover(&with_stdin),
            Err(SourceError::StdinTwice)
        ));
    }

    #[test]
    fn a_missing_input_is_named() {
        let error = discover(&["no/such/file.pgn".to_owned()]).unwrap_err();
        assert!(
            error.to_string().starts_with("no/such/file.pgn:"),
            "{error}"
        );
    }

    #[cfg(unix)]
    #[test]
    fn links_to_files_are_followed_and_cycles_are_not() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("inner");
        fs::create_dir(&inner).unwrap();
        fs::write(inner.join("a.pgn"), b"1").unwrap();
        symlink(folder.path(), inner.join("ring")).unwrap();
        symlink(inner.join("a.pgn"), inner.join("b.pgn")).unwrap();
        let discovery = discover(&arguments(&[&inner])).unwrap();
        assert_eq!(discovery.inputs.len(), 2);
        assert_eq!(discovery.ignored_files.count(), 1);

        symlink(folder.path().join("gone"), inner.join("c.pgn")).unwrap();
        let error = discover(&arguments(&[&inner])).unwrap_err();
        assert!(error.to_string().contains("c.pgn"), "{error}");
    }
}
