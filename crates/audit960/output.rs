//! Standard output and error, as people expect them.

use std::io::{self, BufWriter, IsTerminal as _, StderrLock, StdoutLock, Write as _};

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
    let _ = writeln!(io::stderr(), "audit960: {text}");
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
    fn causes_are_told_once() {
        let cause = io::Error::other("disk full");
        let error = anyhow::Error::new(cause)
            .context("a.pgn: disk full")
            .context("the audit failed");
        assert_eq!(told(&error), "the audit failed: a.pgn: disk full");
    }
}
