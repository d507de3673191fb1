//! Writers for standard output and standard error.

use std::env;
use std::io::{self, BufWriter, IsTerminal, StderrLock, StdoutLock, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::guesses::{argument_for, asked_by_name, command_for, command_like, option_for};
use crate::help::compact;
use audit960_audit::{failure_text, in_plain_words};
use audit960_report::{CsvTexts, ForTerminal, Format, Style, TableForm, Unread};
use audit960_types::{harmless, sanitized_lines, shell_word};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use terminal_size::{Width, terminal_size_of};

/// Standard output, buffered; flush it before the end. A closed pipe is not an error: the exit code
/// describes the data, not the reader.
pub(crate) fn stdout() -> BufWriter<Unread<StdoutLock<'static>>> {
    BufWriter::with_capacity(1 << 16, Unread::new(io::stdout().lock()))
}

/// Standard error; it may be closed like standard output.
pub(crate) fn stderr() -> Unread<StderrLock<'static>> {
    Unread::new(io::stderr().lock())
}

/// Whether the run failed only because the reader closed the pipe.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

/// Prints why the run failed.
pub(crate) fn failure(error: &anyhow::Error) {
    let text = failure_text(error);
    message(&text);
    // A position or a material where a file is expected.
    let mut words = env::args_os()
        .skip(2)
        .map(|word| word.to_string_lossy().into_owned())
        .filter(|word| text.starts_with(word.as_str()));
    if let Some(line) = words.find_map(|word| asked_by_name(&word)) {
        message(&format!("to ask about it: {line}"));
    }
}

/// Prints a message about the run itself.
pub(crate) fn message(text: &str) {
    // If standard error is closed, nobody can read the message.
    let _ = writeln!(io::stderr(), "audit960: {}", sanitized_lines(text));
}

/// Prints a sentence about the result to standard error, which may be closed.
pub(crate) fn note(text: &str) {
    let _ = writeln!(stderr(), "{text}");
}

/// What the standard library says of numbers, as people say it.
const PLAIN_WORDS: [(&str, &str); 4] = [
    (
        "invalid digit found in string",
        "a whole number is needed, such as 20",
    ),
    (
        "cannot parse integer from empty string",
        "a whole number is needed, such as 20",
    ),
    (
        "number too large to fit in target type",
        "the number is too large",
    ),
    (
        "number too small to fit in target type",
        "the number is too small",
    ),
];

/// Prints what is wrong with the arguments, or the help that was asked for.
pub(crate) fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        let page = error.render();
        let page = match colour() {
            true => page.ansi().to_string(),
            false => page.to_string(),
        };
        let mut out = io::stdout();
        let printed = out.write_all(compact(&page).as_bytes());
        return match printed.and_then(|()| out.flush()) {
            // Nobody reads on.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Err(error) => {
                message(&format!("standard output: {error}"));
                ExitCode::from(2)
            }
            Ok(()) => ExitCode::SUCCESS,
        };
    }
    if let Some(now) = guessed(error) {
        message(&now);
        return ExitCode::from(2);
    }
    let mut text = error.render().to_string();
    // clap takes every unknown option for a value that somebody wants to pass.
    if let Some((before, after)) = text.split_once("  tip: to pass '--") {
        let after = after.split_once('\n').map_or("", |(_, after)| after);
        text = format!("{before}{}", after.trim_start_matches('\n'));
    }
    for (standard, plain) in PLAIN_WORDS {
        text = text.replace(standard, plain);
    }
    for line in in_plain_words(text).lines() {
        let _ = writeln!(io::stderr(), "{}", harmless(line));
    }
    ExitCode::from(2)
}

/// The sentence for a command or an option that has another name; none if it is not a known one.
fn guessed(error: &clap::Error) -> Option<String> {
    let text = |argument: std::ffi::OsString| argument.to_string_lossy().into_owned();
    let mut words = env::args_os().map(text).skip(1);
    if let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidSubcommand) {
        // `help WORD` asks about the command that the word would be.
        let word = words
            .next()
            .filter(|word| word != "help")
            .or_else(|| words.next());
        if word.as_ref() != Some(name) {
            let line = asked_by_name(name)?;
            return Some(format!("there is no command {name}: {line}"));
        }
        let rest: Vec<String> = words.collect();
        let now = match command_for(name, &rest) {
            Some(line) => line,
            None if Path::new(name).exists() => format!("audit960 audit {}", shell_word(name)),
            None => command_like(name, &rest)?,
        };
        return Some(format!("there is no command {name}: {now}"));
    }
    let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    let option = option.split([' ', '=']).next()?;
    let command = words.next()?;
    if !option.starts_with('-') {
        let line = argument_for(&command, option)?;
        return Some(format!("there is no argument {option} here: {line}"));
    }
    let mut after = words.skip_while(|word| word.split('=').next() != Some(option));
    let value = match after.next()?.split_once('=') {
        Some((_, value)) => Some(value.to_owned()),
        None => after.next().filter(|value| !value.starts_with('-')),
    };
    let asked = match error.kind() {
        ErrorKind::UnknownArgument => option.to_owned(),
        _ => format!("{option} {}", value.as_deref()?),
    };
    let now = option_for(&command, &asked, value.as_deref())?;
    Some(format!("there is no option {asked} here: {now}"))
}

/// A path for printing, with harmful characters replaced.
pub(crate) fn shown(path: &Path) -> String {
    harmless(&path.to_string_lossy()).into_owned()
}

/// Standard output for text that is passed through unchanged; on a terminal, control characters are
/// replaced. Flush it before the end.
pub(crate) fn data() -> Box<dyn io::Write + Send> {
    if io::stdout().is_terminal() {
        Box::new(ForTerminal::new(io::stdout()))
    } else {
        Box::new(io::stdout())
    }
}

static INCOMPLETE: AtomicBool = AtomicBool::new(false);

/// An input of an answer could not be read: the run ends with exit code 2.
pub(crate) fn answer_is_incomplete() {
    INCOMPLETE.store(true, Ordering::Relaxed);
}

/// Whether an input of an answer could not be read.
pub(crate) fn is_answer_incomplete() -> bool {
    INCOMPLETE.load(Ordering::Relaxed)
}

static RAW_CSV: AtomicBool = AtomicBool::new(false);

/// From now on text in CSV is written unchanged.
pub(crate) fn leave_csv_raw() {
    RAW_CSV.store(true, Ordering::Relaxed);
}

/// How text in CSV is written.
pub(crate) fn csv_texts() -> CsvTexts {
    match RAW_CSV.load(Ordering::Relaxed) {
        true => CsvTexts::Raw,
        false => CsvTexts::Harmless,
    }
}

/// Whether standard output is coloured: it is a terminal, and `NO_COLOR` is not set.
pub(crate) fn colour() -> bool {
    takes_colour(&io::stdout())
}

/// A format on standard output: tables are as wide as the terminal, or without limit in a file.
pub(crate) fn on_screen(format: Format) -> TableForm {
    TableForm {
        style: Style {
            width: terminal_size_of(io::stdout())
                .map_or(usize::MAX, |(Width(width), _)| width.into()),
            colour: colour(),
        },
        is_terminal: io::stdout().is_terminal(),
        ..in_file(format)
    }
}

/// A format in a file.
pub(crate) fn in_file(format: Format) -> TableForm {
    TableForm {
        texts: csv_texts(),
        ..TableForm::plain(format)
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
    let is_plain = env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
    stream.is_terminal()
        && !is_plain
        && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}
