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

/// Who hears of what is seen in files that are watched.
pub trait Spectator {
    /// A change on a board of a file.
    ///
    /// # Errors
    /// Those of writing it.
    fn change(&mut self, file: &str, change: &BoardChange) -> io::Result<()>;

    /// There is nothing to be seen in a file: said once, and again when there was something in between.
    fn nothing(&mut self, file: &str, why: Nothing);
}

/// Why there is nothing to be seen in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nothing {
    /// It is not there yet.
    Missing,
    /// No game is in it.
    NoGame,
}

/// Reads PGN files repeatedly, every `pause`, and tells the spectator every change on their boards; without a pause,
/// reads them once.
///
/// # Errors
/// If a file cannot be read, or is missing when it is read only once; errors of the spectator.
pub fn watch(
    names: &[String],
    tables: &LawTables,
    values: &AskedValues,
    pause: Option<Duration>,
    spectator: &mut impl Spectator,
) -> Result<()> {
    let file = |name: &String| WatchedFile::new(name, Boards::new(tables.clone(), values.clone()));
    let mut files: Vec<WatchedFile> = names.iter().map(file).collect();
    loop {
        for file in &mut files {
            let changes = file.look(pause.is_none());
            let path = file.path.display();
            let unreadable = |error: io::Error| LedgerError::Text(format!("{path}: {error}"));
            let name = file.path.to_string_lossy().into_owned();
            for change in changes.map_err(unreadable)? {
                spectator.change(&name, &change)?;
            }
            if let Some(why) = file.news_of_nothing() {
                spectator.nothing(&name, why);
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
    /// Whether it could be read once.
    was_read: bool,
    /// Whether the end of the text was not read, because it may have been half written: it is if it stays.
    torn: bool,
    /// What was said of a file in which nothing is to be seen.
    said: Option<Nothing>,
    boards: Boards,
}

impl WatchedFile {
    fn new(name: &str, boards: Boards) -> Self {
        Self {
            path: PathBuf::from(name),
            text: Vec::new(),
            was_read: false,
            torn: false,
            said: None,
            boards,
        }
    }

    /// Why there is nothing to be seen in it so far, if that was not said yet.
    fn news_of_nothing(&mut self) -> Option<Nothing> {
        let nothing = match self.was_read {
            false => Some(Nothing::Missing),
            true => self.boards.is_empty().then_some(Nothing::NoGame),
        };
        let said = std::mem::replace(&mut self.said, nothing);
        nothing.filter(|_| said != nothing)
    }

    /// Reads the file and returns the changes on its boards. A file that is missing, or that could be read before and
    /// now cannot, counts as unchanged, because it may be about to be replaced; with `once` it is an error.
    fn look(&mut self, once: bool) -> io::Result<Vec<BoardChange>> {
        let text = match fs::read(&self.path) {
            Ok(text) => text,
            Err(error) if !once && (self.was_read || error.kind() == io::ErrorKind::NotFound) => {
                return Ok(Vec::new());
            }
            Err(error) => return Err(error),
        };
        self.was_read = true;
        let stays = text == self.text;
        if stays && !self.torn {
            return Ok(Vec::new());
        }
        self.text = text;
        let written = match once || stays {
            true => self.text.len(),
            false => before_torn(&self.text),
        };
        self.torn = written < self.text.len();
        Ok(self.boards.read(&self.text[..written]))
    }
}

/// Where a comment or a tag pair begins that is not yet written to its end; the length of the text, if there is none.
/// Boards know of words that are being written.
fn before_torn(text: &[u8]) -> usize {
    let last = |byte| text.iter().rposition(|b| *b == byte);
    if let Some(open) = last(b'{').filter(|open| last(b'}').is_none_or(|closed| closed < *open)) {
        return open;
    }
    let line = last(b'\n').map_or(0, |at| at + 1);
    if text[line..].trim_ascii_start().starts_with(b"[") {
        return match text.trim_ascii_end().ends_with(b"]") {
            true => text.len(),
            false => line,
        };
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_being_written_is_not_read_yet() {
        for (written, torn) in [
            ("[Event \"E\"]\n", "[Da"),
            ("", "[Event \"E"),
            ("1. e4 e5\n\n[Event \"E\"]\r\n", "["),
            ("1. e4 {a} e5 ", "{[%clk 1:00"),
        ] {
            let text = [written, torn].concat();
            assert_eq!(before_torn(text.as_bytes()), written.len(), "{text}");
        }
        for whole in [
            "[Event \"E\"]\n[Site \"?\"]",
            "",
            "1. e4 e5\n",
            "1. e4 {a}",
            "1. e4 e5 *\n\n",
        ] {
            assert_eq!(before_torn(whole.as_bytes()), whole.len(), "{whole}");
        }
    }

    #[test]
    fn what_stays_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("live.pgn");
        let boards = Boards::new(LawTables::default(), AskedValues::default());
        let mut file = WatchedFile::new(path.to_str().unwrap(), boards);
        let mut seen = |text: &str| {
            fs::write(&path, text).unwrap();
            let changes = file.look(false).unwrap().len();
            (changes, file.torn)
        };
        let begun = "[Event \"E\"]\n\n1. e4 ";
        let torn = format!("{begun}Ke5 {{[%clk 1:0");
        assert_eq!(seen(begun), (0, false));
        assert_eq!(seen(&format!("{begun}{{[%clk 1:0")), (0, true));
        assert_eq!(seen(&torn), (1, true), "an illegal move");
        assert_eq!(seen(&torn), (0, false), "the comment stays");
        assert_eq!(seen(begun), (1, false), "the move was taken back");
    }

    /// What a spectator hears of a file, looked at before it is there, twice while it is empty, and with a game.
    #[test]
    fn what_holds_nothing_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("live.pgn");
        let boards = Boards::new(LawTables::default(), AskedValues::default());
        let mut file = WatchedFile::new(path.to_str().unwrap(), boards);
        file.look(false).unwrap();
        assert_eq!(file.news_of_nothing(), Some(Nothing::Missing));
        assert_eq!(file.news_of_nothing(), None);
        fs::write(&path, "").unwrap();
        file.look(false).unwrap();
        assert_eq!(file.news_of_nothing(), Some(Nothing::NoGame));
        file.look(false).unwrap();
        assert_eq!(file.news_of_nothing(), None);
        fs::write(&path, "[Event \"E\"]\n\n1. e4 *\n").unwrap();
        file.look(false).unwrap();
        assert_eq!(file.news_of_nothing(), None);
    }

    #[test]
    fn a_file_that_was_read_may_be_away_for_a_while() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("live.pgn");
        let (tables, values) = (LawTables::default(), AskedValues::default());
        let boards = Boards::new(tables, values);
        let mut file = WatchedFile::new(path.to_str().unwrap(), boards);
        assert!(file.look(false).unwrap().is_empty());
        assert!(file.look(true).is_err());
        fs::create_dir(&path).unwrap();
        assert!(file.look(false).is_err());
        fs::remove_dir(&path).unwrap();
        fs::write(&path, "[Event \"E\"]\n\n1. e4 Ke5 *\n").unwrap();
        assert_eq!(file.look(false).unwrap().len(), 1);
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert!(file.look(false).unwrap().is_empty());
    }
}
