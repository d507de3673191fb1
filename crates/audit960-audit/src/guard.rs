//! Turns a panic into an error that says what was being read.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use anyhow::anyhow;
use audit960_source::Chunk;

/// Runs `work`; a panic in it becomes an error that begins with `what`.
///
/// # Errors
/// Those of `work`, and a panic.
pub fn guarded<T>(
    what: impl FnOnce() -> String,
    work: impl FnOnce() -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    // What a panic left half done is discarded with the run.
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        Err(anyhow!(
            "{}: a bug in audit960; please report it: {}",
            what(),
            panic_message(panic.as_ref())
        ))
    })
}

/// A chunk by its place in its source.
pub(crate) fn described(chunk: &Chunk) -> String {
    let at = chunk.identity(0);
    format!(
        "{}, {} bytes from byte {} of frame {}",
        chunk.source_name,
        chunk.bytes.len(),
        at.byte_offset,
        at.frame_offset
    )
}

/// The message of a panic.
#[must_use]
pub fn panic_message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&'static str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("a panic without a message")
}

/// The failure and its causes, joined by `: `; a cause that the text contains already is not repeated.
#[must_use]
pub fn failure_text(error: &anyhow::Error) -> String {
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
    in_plain_words(text)
}

/// What the system says, as people say it: the name of the failure and its number help nobody who has to do
/// something about it.
const PLAIN_WORDS: [(&str, &str); 8] = [
    (
        "No such file or directory (os error 2)",
        "there is no such file or folder",
    ),
    (
        "Permission denied (os error 13)",
        "you have no permission to do that",
    ),
    ("File exists (os error 17)", "it exists already"),
    (
        "Not a directory (os error 20)",
        "a part of this path is a file, not a folder",
    ),
    (
        "Is a directory (os error 21)",
        "this is a folder, not a file",
    ),
    (
        "Too many open files (os error 24)",
        "too many files are open (ulimit -n allows more)",
    ),
    ("No space left on device (os error 28)", "the disk is full"),
    (
        "Read-only file system (os error 30)",
        "nothing can be written there: the file system is read-only",
    ),
];

/// A message of the system in the words of this program.
#[must_use]
pub fn in_plain_words(text: String) -> String {
    let replaced = |text: String, (system, plain): &(&str, &str)| text.replace(system, plain);
    PLAIN_WORDS.iter().fold(text, replaced)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error_that_says_where() {
        let what = || "a.pgn".to_owned();
        assert_eq!(guarded(what, || Ok(1)).unwrap(), 1);
        let error = guarded(what, || -> anyhow::Result<()> { panic!("square {}", 64) });
        assert_eq!(
            error.unwrap_err().to_string(),
            "a.pgn: a bug in audit960; please report it: square 64"
        );
    }

    #[test]
    fn failures_of_the_system_are_in_plain_words() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let error = std::fs::read_dir(file.path()).unwrap_err();
        let error = anyhow::Error::from(error).context("a.pgn/b");
        let text = failure_text(&error);
        assert_eq!(text, "a.pgn/b: a part of this path is a file, not a folder");
    }

    #[test]
    fn causes_are_not_repeated() {
        let cause = std::io::Error::other("disk full");
        let error = anyhow::Error::new(cause)
            .context("a.pgn: disk full")
            .context("the audit failed");
        assert_eq!(failure_text(&error), "the audit failed: a.pgn: disk full");
    }
}
