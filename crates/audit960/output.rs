//! Standard output and error, as people expect them.

use std::io::{self, BufWriter, IsTerminal, StderrLock, StdoutLock, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use audit960_pipeline::failure_text;
use audit960_report::{CsvTexts, ForTerminal, Screen, Style, Unread};
use audit960_types::{harmless, harmless_lines};
use terminal_size::{Width, terminal_size_of};

/// Standard output, buffered; flush it before the end. Where nobody reads on, what is written is lost
/// without an error: the exit code tells of the data, not of the reader.
pub(crate) fn stdout() -> BufWriter<Unread<StdoutLock<'static>>> {
    BufWriter::with_capacity(1 << 16, Unread::new(io::stdout().lock()))
}

/// Standard error; it may be closed like standard output.
pub(crate) fn stderr() -> Unread<StderrLock<'static>> {
    Unread::new(io::stderr().lock())
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
    tell(&failure_text(error));
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
        Box::new(ForTerminal::new(io::stdout()))
    } else {
        Box::new(io::stdout())
    }
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
    takes_colour(&io::stdout())
}

/// What tables are printed on: as wide as the terminal, or without limit in a file.
pub(crate) fn screen() -> Screen {
    Screen {
        style: Style {
            width: terminal_size_of(io::stdout())
                .map_or(usize::MAX, |(Width(width), _)| width.into()),
            colour: colour(),
        },
        texts: csv_texts(),
    }
}

/// How findings look on standard error.
pub(crate) fn error_style() -> Style {
    Style {
        width: 100,
        colour: takes_colour(&io::stderr()),
    }
}

fn takes_colour(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}
