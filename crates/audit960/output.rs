//! Standard output and error, as people expect them.

use std::io::{self, BufWriter, IsTerminal as _, StdoutLock, Write as _};

/// Standard output, buffered; flush it before the end.
pub(crate) fn stdout() -> BufWriter<StdoutLock<'static>> {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
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
    // Where standard error is closed there is nobody left to tell.
    let _ = writeln!(io::stderr(), "audit960: {}", told(error));
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
