//! From arguments to inputs.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::Path;

use crate::error::SourceError;
use crate::input::{Input, is_games_name};

/// What there is to read.
#[derive(Debug)]
pub struct Discovery {
    /// The inputs, in the order of the arguments; those of a folder sorted bytewise by path.
    pub inputs: Vec<Input>,
    /// Size of all of them in stored bytes, `None` where one is a pipe.
    pub stored_bytes: Option<u64>,
    /// Files in folders whose names are not those of chess archives.
    pub passed_over: u64,
}

/// Finds the inputs. An argument is a file, a folder, or `-` for standard input.
///
/// A file that is named is taken, whatever its name; in a folder, which is walked with everything
/// below it, those that end in `.pgn` or `.epd` (with `.zst`, `.gz` or `.bz2` behind) and in `.zip`.
/// Links to files are followed, links to folders inside a folder are not: they could form a ring.
///
/// # Errors
///
/// [`SourceError::Open`] for the first input or folder that is missing or unreadable,
/// [`SourceError::StdinTwice`].
pub fn discover(arguments: &[String]) -> Result<Discovery, SourceError> {
    let mut discovery = Discovery {
        inputs: Vec::new(),
        stored_bytes: Some(0),
        passed_over: 0,
    };
    let mut stdin = false;
    for argument in arguments {
        if argument == "-" {
            if std::mem::replace(&mut stdin, true) {
                return Err(SourceError::StdinTwice);
            }
            discovery.push(Input::stdin());
        } else {
            let path = Path::new(argument);
            let metadata = fs::metadata(path).map_err(|source| open_error(argument, source))?;
            if metadata.is_dir() {
                discovery.folder(argument)?;
            } else {
                discovery.file(argument.clone(), path, &metadata)?;
            }
        }
    }
    Ok(discovery)
}

impl Discovery {
    fn push(&mut self, input: Input) {
        self.stored_bytes = self
            .stored_bytes
            .zip(input.stored_bytes())
            .map(|(sum, size)| sum + size);
        self.inputs.push(input);
    }

    fn file(&mut self, name: String, path: &Path, metadata: &Metadata) -> Result<(), SourceError> {
        let mut stored_bytes = None;
        // Opening a pipe here would take its writer's first bytes.
        if metadata.is_file() {
            File::open(path).map_err(|source| open_error(&name, source))?;
            stored_bytes = Some(metadata.len());
        }
        self.push(Input::from_file(name, path.to_owned(), stored_bytes));
        Ok(())
    }

    fn folder(&mut self, folder: &str) -> Result<(), SourceError> {
        let mut found = Vec::new();
        self.walk(Path::new(folder), folder.trim_end_matches('/'), &mut found)?;
        found.sort_by(|(left, _), (right, _)| left.as_bytes().cmp(right.as_bytes()));
        for (name, path) in found {
            let metadata = fs::metadata(&path).map_err(|source| open_error(&name, source))?;
            self.file(name, &path, &metadata)?;
        }
        Ok(())
    }

    /// Gathers names (with `/` between their parts) and paths of the archives below `folder`.
    fn walk(
        &mut self,
        folder: &Path,
        name: &str,
        found: &mut Vec<(String, std::path::PathBuf)>,
    ) -> Result<(), SourceError> {
        let unreadable = |source| open_error(&folder.to_string_lossy(), source);
        for entry in fs::read_dir(folder).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let kind = entry.file_type().map_err(unreadable)?;
            let path = entry.path();
            let name = format!("{name}/{}", entry.file_name().to_string_lossy());
            if kind.is_dir() {
                self.walk(&path, &name, found)?;
            } else if is_archive_name(&path) && !(kind.is_symlink() && path.is_dir()) {
                found.push((name, path));
            } else {
                self.passed_over += 1;
            }
        }
        Ok(())
    }
}

fn is_archive_name(path: &Path) -> bool {
    is_games_name(path)
        || path
            .extension()
            .is_some_and(|ending| ending.eq_ignore_ascii_case("zip"))
}

fn open_error(path: &str, source: io::Error) -> SourceError {
    SourceError::Open {
        path: path.to_owned(),
        source,
    }
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
        assert_eq!(discovery.passed_over, 2);
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
    fn links_to_files_are_followed_and_rings_are_not() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("inner");
        fs::create_dir(&inner).unwrap();
        fs::write(inner.join("a.pgn"), b"1").unwrap();
        symlink(folder.path(), inner.join("ring")).unwrap();
        symlink(inner.join("a.pgn"), inner.join("b.pgn")).unwrap();
        let discovery = discover(&arguments(&[&inner])).unwrap();
        assert_eq!(discovery.inputs.len(), 2);
        assert_eq!(discovery.passed_over, 1);

        symlink(folder.path().join("gone"), inner.join("c.pgn")).unwrap();
        let error = discover(&arguments(&[&inner])).unwrap_err();
        assert!(error.to_string().contains("c.pgn"), "{error}");
    }
}
