//! Standard output and error, as people expect them.

use std::io::{self, BufWriter, IsTerminal as _, StderrLock, StdoutLock, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use audit960_report::CsvTexts;
use audit960_types::{harmless, harmless_lines, is_harmful};

/// Standard output, buffered; flush it before the end. Where nobody reads on, what is written is lost
/// without an error: the exit code tells of the data, not of the reader.
pub(crate) fn stdout() -> BufWriter<Unread<StdoutLock<'static>>> {
    BufWriter::with_capacity(1 << 16, Unread::new(io::stdout().lock()))
}

/// Standard error; it may be closed like standard output.
pub(crate) fn stderr() -> Unread<StderrLock<'static>> {
    Unread::new(io::stderr().lock())
}

/// A stream whose reader may go away.
#[derive(Debug)]
pub(crate) struct Unread<W> {
    stream: W,
    closed: bool,
}

impl<W> Unread<W> {
    const fn new(stream: W) -> Self {
        Self {
            stream,
            closed: false,
        }
    }

    fn lenient<T>(&mut self, done: io::Result<T>, lost: T) -> io::Result<T> {
        match done {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.closed = true;
                Ok(lost)
            }
            done => done,
        }
    }
}

impl<W: io::Write> io::Write for Unread<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.closed {
            return Ok(bytes.len());
        }
        let done = self.stream.write(bytes);
        self.lenient(done, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.closed {
            return Ok(());
        }
        let done = self.stream.flush();
        self.lenient(done, ())
    }
}

/// Whether a failure is only that nobody reads on: no failure of ours.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

/// Tells why the run failed.
pub(crate) fn failure(error: &anyhow::Error) {
    tell(&told(error));
}

/// Says something about the run itself.
pub(crate) fn tell(text: &str) {
    // Where standard error is closed there is nobody left to tell.
    let _ = writeln!(io::stderr(), "audit960: {}", harmless_lines(text));
}

/// Tells what is wrong with the arguments, or gives the help that was asked for.
pub(crate) fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // Where standard output is closed there is nobody to help.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let text = error.render().to_string();
    for line in text.lines() {
        let _ = writeln!(io::stderr(), "{}", harmless(line));
    }
    ExitCode::from(2)
}

/// A path as it is printed.
pub(crate) fn shown(path: &Path) -> String {
    harmless(&path.to_string_lossy()).into_owned()
}

/// Standard output for text that is handed on as it is: characters that a terminal would obey do not
/// reach one. Flush it before the end.
pub(crate) fn data() -> Box<dyn io::Write + Send> {
    if io::stdout().is_terminal() {
        Box::new(ForTerminal {
            stream: io::stdout(),
            rest: Vec::new(),
        })
    } else {
        Box::new(io::stdout())
    }
}

/// Writes text to a terminal, with U+FFFD for what it would obey.
struct ForTerminal<W> {
    stream: W,
    /// The beginning of a character whose end is still to come.
    rest: Vec<u8>,
}

impl<W: io::Write> io::Write for ForTerminal<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.rest.extend_from_slice(bytes);
        let whole = match std::str::from_utf8(&self.rest) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => self.rest.len(),
        };
        let kept = self.rest.split_off(whole);
        let text = std::mem::replace(&mut self.rest, kept);
        let text = String::from_utf8_lossy(&text);
        let plain = |c: char| {
            if is_harmful(c) && !matches!(c, '\n' | '\t') {
                char::REPLACEMENT_CHARACTER
            } else {
                c
            }
        };
        let text: String = text.replace("\r\n", "\n").chars().map(plain).collect();
        self.stream.write_all(text.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

/// The failure and its causes, one after the other; what a message has said already is not repeated.
fn told(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if text.contains(&cause) {
            continue;
        }
        if !text.is_empty() {
            text.push_str(": ");
        }
        text.push_str(&cause);
    }
    text
}

static RAW_CSV: AtomicBool = AtomicBool::new(false);

/// From now on texts in CSV stay as they are.
pub(crate) fn leave_csv_raw() {
    RAW_CSV.store(true, Ordering::Relaxed);
}

/// What becomes of texts in CSV.
pub(crate) fn csv_texts() -> CsvTexts {
    match RAW_CSV.load(Ordering::Relaxed) {
        true => CsvTexts::Raw,
        false => CsvTexts::Harmless,
    }
}

/// Whether standard output takes colour: a terminal, and `NO_COLOR` is not set.
pub(crate) fn colour() -> bool {
    io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// The same for standard error.
pub(crate) fn error_colour() -> bool {
    io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminals_obey_no_text() {
        let mut out = ForTerminal {
            stream: Vec::new(),
            rest: Vec::new(),
        };
        for byte in "a\x1b[2J\r\né\u{202e}\u{9b}♘\n".bytes() {
            out.write_all(&[byte]).unwrap();
        }
        assert_eq!(String::from_utf8(out.stream).unwrap(), "a�[2J�\né��♘\n");
    }

    #[test]
    fn causes_are_told_once() {
        let cause = io::Error::other("disk full");
        let error = anyhow::Error::new(cause)
            .context("a.pgn: disk full")
            .context("the audit failed");
        assert_eq!(told(&error), "the audit failed: a.pgn: disk full");
    }
}
