//! Inputs that can be read from any offset on.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read, Seek as _, SeekFrom};
use std::path::{self, PathBuf};

use crate::discover::discover;
use crate::error::SourceError;
use crate::input::Input;
use crate::stamp::Stamp;

/// An input that is read in ranges: a file, or an object of a store.
pub trait Stored: fmt::Debug + Send + Sync {
    /// Its name, which is also that of its source.
    fn name(&self) -> &str;

    /// Its size in stored bytes.
    fn size(&self) -> u64;

    /// Its stored bytes from an offset on.
    ///
    /// # Errors
    /// If it cannot be opened.
    fn read_from(&self, offset: u64) -> io::Result<Box<dyn Read + Send>>;

    /// The file that holds just these bytes, for reading at several places at once; `None` if there is none.
    ///
    /// # Errors
    /// If it cannot be opened.
    fn file(&self) -> io::Result<Option<File>>;

    /// How it has changed since it was found; `None` if it has not.
    fn change(&self) -> Option<String>;

    /// The same as an [`Input`], which is read from its beginning.
    ///
    /// # Errors
    /// If it cannot be opened.
    fn input(&self) -> io::Result<Input>;
}

/// A regular file.
#[derive(Debug)]
pub struct StoredPath {
    name: String,
    path: PathBuf,
    size: u64,
    stamp: Stamp,
}

/// How files are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileNames {
    /// By absolute paths: ranges may be read by processes with another working directory.
    Absolute,
    /// As the arguments name them.
    AsGiven,
}

impl StoredPath {
    /// The files that arguments name, with folders walked, each once.
    ///
    /// # Errors
    /// [`SourceError`] if one cannot be opened or read in ranges, such as standard input or a pipe.
    pub(super) fn find(arguments: &[String], names: FileNames) -> Result<Vec<Self>, SourceError> {
        let plain: Vec<String> = arguments
            .iter()
            .map(|name| name.strip_prefix("file://").unwrap_or(name).to_owned())
            .collect();
        let inputs = discover(&plain)?.inputs;
        let files = inputs.iter().filter(|input| input.first_name().is_none());
        let files = files.map(|input| {
            if names == FileNames::AsGiven {
                return Self::open(input.name());
            }
            let absolute = path::absolute(input.name());
            let absolute = absolute.map_err(SourceError::open(input.name()))?;
            Self::open(&absolute.to_string_lossy())
        });
        files.collect()
    }

    /// Opens a file: a path, or a URI that begins with `file://`.
    ///
    /// # Errors
    /// [`SourceError::Open`] if it does not exist or is not a regular file.
    pub fn open(name: &str) -> Result<Self, SourceError> {
        let path = PathBuf::from(name.strip_prefix("file://").unwrap_or(name));
        let opened = || {
            let metadata = fs::metadata(&path)?;
            if !metadata.is_file() {
                return Err(io::Error::other(
                    "not a regular file; only regular files can be read in ranges",
                ));
            }
            Ok(metadata)
        };
        let metadata = opened().map_err(SourceError::open(name))?;
        Ok(Self {
            name: name.to_owned(),
            size: metadata.len(),
            stamp: Stamp::new(&path, &metadata),
            path,
        })
    }
}

impl Stored for StoredPath {
    fn name(&self) -> &str {
        &self.name
    }

    fn size(&self) -> u64 {
        self.size
    }

    fn read_from(&self, offset: u64) -> io::Result<Box<dyn Read + Send>> {
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(offset))?;
        Ok(Box::new(file))
    }

    fn file(&self) -> io::Result<Option<File>> {
        File::open(&self.path).map(Some)
    }

    fn change(&self) -> Option<String> {
        self.stamp.change()
    }

    fn input(&self) -> io::Result<Input> {
        Ok(Input::from_file(
            self.name.clone(),
            self.path.clone(),
            Some(self.size),
        ))
    }
}
