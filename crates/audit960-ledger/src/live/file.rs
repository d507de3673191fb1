//! A file that grows while it is watched, or a text at an address.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use audit960_source::{Polled, is_address, polled};

use super::{BoardChange, Boards};
use crate::error::{LedgerError, Result};
use crate::judge::LawTables;
use crate::value::AskedValues;

/// The least time between two requests to an address.
const BETWEEN_REQUESTS: Duration = Duration::from_secs(5);

/// The time to the next request after one that failed: a server may have too much to do.
const AFTER_FAILURE: Duration = Duration::from_secs(30);

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nothing {
    /// It is not there yet.
    Missing,
    /// No game is in it.
    NoGame,
    /// Its address cannot be reached, for this reason.
    Unreachable(String),
}

/// Reads PGN files, or texts at addresses, repeatedly, every `pause`, and tells the spectator every change on their boards;
/// without a pause, reads them once. An address is asked at most once in five seconds.
///
/// # Errors
/// If a file cannot be read, or is missing when it is read only once; if this build reads no addresses; errors of the
/// spectator.
pub fn watch(
    names: &[String],
    tables: &LawTables,
    values: &AskedValues,
    pause: Option<Duration>,
    spectator: &mut impl Spectator,
) -> Result<()> {
    let unreadable = |name: &str, error: &io::Error| LedgerError::Text(format!("{name}: {error}"));
    let file = |name: &String| {
        let boards = Boards::new(tables.clone(), values.clone());
        WatchedFile::new(name, boards).map_err(|error| unreadable(name, &error))
    };
    let mut files: Vec<WatchedFile> = names.iter().map(file).collect::<Result<_>>()?;
    loop {
        for file in &mut files {
            let changes = file.look(pause.is_none());
            let changes = changes.map_err(|error| unreadable(&file.name, &error))?;
            for change in changes {
                spectator.change(&file.name, &change)?;
            }
            if let Some(why) = file.news_of_nothing() {
                spectator.nothing(&file.name, why);
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
    name: String,
    source: Source,
    /// The text when the file was last read: unchanged text is not parsed again.
    text: Vec<u8>,
    /// Whether it could be read once.
    was_read: bool,
    /// Why it could not be reached when it was last asked for, if it is at an address.
    unreachable: Option<String>,
    /// Whether the end of the text was not read, because it may have been half written: it is if it stays.
    torn: bool,
    /// What was said of a file in which nothing is to be seen.
    said: Option<Nothing>,
    boards: Boards,
}

/// Where a text is read.
#[derive(Debug)]
enum Source {
    File(PathBuf),
    Address {
        text: Box<dyn Polled>,
        /// When it may be asked for again.
        next: Instant,
    },
}

/// What a reading found.
enum Read {
    Text(Vec<u8>),
    /// The same as before.
    Same,
    /// It is not yet time to ask.
    Later,
}

impl Source {
    fn read(&mut self) -> io::Result<Read> {
        let (polled, next) = match self {
            Self::File(path) => return Ok(Read::Text(fs::read(path)?)),
            Self::Address { next, .. } if Instant::now() < *next => return Ok(Read::Later),
            Self::Address { text, next } => (text, next),
        };
        let found = polled.changed();
        let pause = match found {
            Ok(_) => BETWEEN_REQUESTS,
            Err(_) => AFTER_FAILURE,
        };
        *next = Instant::now() + pause;
        Ok(found?.map_or(Read::Same, Read::Text))
    }

    /// Whether an error may be gone at the next reading.
    fn is_passing(&self, error: &io::Error, was_read: bool) -> bool {
        let is_file = matches!(self, Self::File(_));
        was_read || !is_file || error.kind() == io::ErrorKind::NotFound
    }
}

impl WatchedFile {
    fn new(name: &str, boards: Boards) -> io::Result<Self> {
        let source = match is_address(name) {
            true => Source::Address {
                text: polled(name)?,
                next: Instant::now(),
            },
            false => Source::File(PathBuf::from(name)),
        };
        Ok(Self::at(name.to_owned(), source, boards))
    }

    const fn at(name: String, source: Source, boards: Boards) -> Self {
        Self {
            name,
            source,
            text: Vec::new(),
            was_read: false,
            unreachable: None,
            torn: false,
            said: None,
            boards,
        }
    }

    /// Why there is nothing to be seen in it so far, or now, if that was not said yet.
    fn news_of_nothing(&mut self) -> Option<Nothing> {
        let nothing = match (&self.unreachable, self.was_read) {
            (Some(why), _) => Some(Nothing::Unreachable(why.clone())),
            (None, false) => Some(Nothing::Missing),
            (None, true) => self.boards.is_empty().then_some(Nothing::NoGame),
        };
        let said = std::mem::replace(&mut self.said, nothing.clone());
        nothing.filter(|nothing| said.as_ref() != Some(nothing))
    }

    /// Reads the file and returns the changes on its boards. A file that is missing, or that could be read before and
    /// now cannot, counts as unchanged, because it may be about to be replaced, and so does an address that cannot be
    /// reached; with `once` it is an error.
    fn look(&mut self, once: bool) -> io::Result<Vec<BoardChange>> {
        let text = match self.source.read() {
            Ok(Read::Later) => return Ok(Vec::new()),
            Ok(Read::Same) => None,
            Ok(Read::Text(text)) => Some(text),
            Err(error) if !once && self.source.is_passing(&error, self.was_read) => {
                let is_address = matches!(self.source, Source::Address { .. });
                let is_there = error.kind() != io::ErrorKind::NotFound;
                self.unreachable = (is_address && is_there).then(|| error.to_string());
                return Ok(Vec::new());
            }
            Err(error) => return Err(error),
        };
        (self.was_read, self.unreachable) = (true, None);
        let stays = text.as_ref().is_none_or(|text| *text == self.text);
        if stays && !self.torn {
            return Ok(Vec::new());
        }
        self.text = text.unwrap_or_else(|| std::mem::take(&mut self.text));
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
        let mut file = WatchedFile::new(path.to_str().unwrap(), boards).unwrap();
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
        let mut file = WatchedFile::new(path.to_str().unwrap(), boards).unwrap();
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

    /// What a server answers, in order: a text, nothing new, an error.
    #[derive(Debug)]
    struct Server(Vec<io::Result<Option<Vec<u8>>>>);

    impl Polled for Server {
        fn changed(&mut self) -> io::Result<Option<Vec<u8>>> {
            self.0.remove(0)
        }
    }

    /// A request is due at once, then after five seconds and, after one that failed, after thirty.
    #[test]
    fn an_address_is_asked_seldom_and_may_fail() {
        let game = b"[Event \"E\"]\n\n1. e4 Ke5 *\n".to_vec();
        let refused = || Err(io::Error::other("connection refused"));
        let answers = vec![refused(), Ok(Some(game)), Ok(None), refused()];
        let source = Source::Address {
            text: Box::new(Server(answers)),
            next: Instant::now(),
        };
        let boards = Boards::new(LawTables::default(), AskedValues::default());
        let mut file = WatchedFile::at("https://x/round.pgn".to_owned(), source, boards);
        let wait = |file: &WatchedFile| match &file.source {
            Source::Address { next, .. } => {
                next.saturating_duration_since(Instant::now()).as_secs() + 1
            }
            Source::File(_) => unreachable!(),
        };
        let due = |file: &mut WatchedFile| {
            if let Source::Address { next, .. } = &mut file.source {
                *next = Instant::now();
            }
        };
        let unreachable = Some(Nothing::Unreachable("connection refused".to_owned()));
        assert!(file.look(false).unwrap().is_empty());
        assert_eq!(file.news_of_nothing(), unreachable);
        assert_eq!(wait(&file), 30);
        assert!(
            file.look(false).unwrap().is_empty(),
            "it is not yet time to ask"
        );
        due(&mut file);
        assert_eq!(file.look(false).unwrap().len(), 1);
        assert_eq!(file.news_of_nothing(), None);
        assert_eq!(wait(&file), 5);
        due(&mut file);
        assert!(file.look(false).unwrap().is_empty(), "nothing new");
        due(&mut file);
        assert!(file.look(false).unwrap().is_empty());
        assert_eq!(file.news_of_nothing(), unreachable);
    }

    #[test]
    fn a_file_that_was_read_may_be_away_for_a_while() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("live.pgn");
        let (tables, values) = (LawTables::default(), AskedValues::default());
        let boards = Boards::new(tables, values);
        let mut file = WatchedFile::new(path.to_str().unwrap(), boards).unwrap();
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
