//! A file that grows while it is watched.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use super::{BoardChange, Boards};
use crate::error::{LedgerError, Result};
use crate::judge::LawTables;
use crate::position_value::AskedValues;

/// Reads PGN files repeatedly, every `pause`, and calls `take` with the file name for every change on their
/// boards; without a pause, reads them once.
///
/// # Errors
/// If a file cannot be read, or is missing when it is read only once; errors of `take`.
pub fn watch(
    names: &[String],
    tables: &LawTables,
    values: &AskedValues,
    pause: Option<Duration>,
    mut take: impl FnMut(&str, &BoardChange) -> io::Result<()>,
) -> Result<()> {
    let file = |name: &String| WatchedFile::new(name, Boards::new(tables.clone(), values.clone()));
    let mut files: Vec<WatchedFile> = names.iter().map(file).collect();
    loop {
        for file in &mut files {
            let changes = file.look(pause.is_none());
            let unreadable = |error| LedgerError::Unreadable(file.path.clone(), error);
            for change in changes.map_err(unreadable)? {
                take(&file.path.to_string_lossy(), &change)?;
            }
        }
        match pause {
            Some(pause) => thread::sleep(pause),
            None => return Ok(()),
        }
    }
}

/// A watched file.
#[derive(Debug)]
struct WatchedFile {
    path: PathBuf,
    /// The text when the file was last read: unchanged text is not parsed again.
    text: Vec<u8>,
    boards: Boards,
}

impl WatchedFile {
    fn new(name: &str, boards: Boards) -> Self {
        Self {
            path: PathBuf::from(name),
            text: Vec::new(),
            boards,
        }
    }

    /// Reads the file and returns the changes on its boards. A missing file counts as unchanged, because
    /// it may be about to be replaced; with `once` it is an error.
    fn look(&mut self, once: bool) -> io::Result<Vec<BoardChange>> {
        let text = match fs::read(&self.path) {
            Ok(text) => text,
            Err(error) if !once && error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        if text == self.text {
            return Ok(Vec::new());
        }
        self.text = text;
        Ok(self.boards.read(&self.text))
    }
}
