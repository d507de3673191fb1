//! `audit960 draws watch`: live files, for arbiters.

use std::io::{self, Write};
use std::process::{ExitCode, ExitStatus, Stdio};
use std::time::Duration;

use audit960_answers::Inputs;
use audit960_ledger::live::{BoardChange, Nothing, Spectator, watch};
use audit960_report::{Format, Language};
use audit960_source::system::shell;
use audit960_types::{Message, harmless, message, sanitized_json};

use super::JudgeArgs;
use crate::commands::common::LanguageArgs;
use crate::commands::format::TextFormatArgs;
use crate::commands::tablebase::tell_damaged;
use crate::output;

/// Watch PGN files that grow, such as broadcasts, until Ctrl-C
///
/// A build with feature cloud watches addresses, too: it asks for the text at most once in five seconds, and only if it
/// has changed.
///
/// One line for each board on which a claim becomes possible or lapses, or whose game is over without a claim. The
/// Laws are those of the game's date, or today's if it has none.
#[derive(Debug, clap::Args)]
pub(super) struct WatchArgs {
    /// PGN files, which need not exist yet, or http:// and https:// addresses
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Seconds between two readings of the files
    #[arg(long, value_name = "SECONDS", default_value = "2", value_parser = clap::value_parser!(u64).range(1..))]
    interval: u64,
    /// Read the files once and exit
    #[arg(long)]
    once: bool,
    /// A command that is run for each event, with its JSON on standard input; the next event waits for its end
    #[arg(long, value_name = "COMMAND")]
    on_event: Option<String>,
    #[command(flatten)]
    format: TextFormatArgs,
    #[command(flatten)]
    language: LanguageArgs,
    #[command(flatten)]
    judge: JudgeArgs,
}

impl WatchArgs {
    /// Watches files until the program is stopped, or reads them once.
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let inputs = Inputs {
            names: self.files.clone(),
            ..Inputs::default()
        };
        let tables = inputs.tables(&self.judge.tables.files())?;
        let (tablebase, values) = self.judge.values()?;
        let pause = (!self.once).then(|| Duration::from_secs(self.interval));
        let mut out = output::stdout();
        let json = self.format.format() == Format::Json;
        watch(
            &self.files,
            &tables,
            &values,
            pause,
            &mut Printer {
                json,
                language: self.language.lang,
                on_event: self.on_event.as_deref(),
                out: &mut out,
            },
        )?;
        out.flush()?;
        if let Some(tables) = &tablebase {
            tell_damaged(tables);
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Prints what is seen.
struct Printer<'o> {
    json: bool,
    language: Language,
    on_event: Option<&'o str>,
    out: &'o mut dyn Write,
}

impl Printer<'_> {
    fn note(&self, said: &Message) {
        output::note(&harmless(&self.language.say(said)));
    }

    /// Runs the command of an event. One that fails stops nothing: it is said.
    fn run_command(&self, event: &str) {
        let Some(command) = self.on_event else {
            return;
        };
        let why = match run(command, event) {
            Ok(status) if status.success() => return,
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        };
        self.note(&message!(
            "watch-command-failed",
            command = command,
            reason = why
        ));
    }
}

/// Runs a command of the shell with a line on its standard input, which it need not read.
fn run(command: &str, line: &str) -> io::Result<ExitStatus> {
    let mut child = shell(command).stdin(Stdio::piped()).spawn()?;
    let written = match child.stdin.take() {
        Some(mut input) => writeln!(input, "{line}"),
        None => Ok(()),
    };
    let status = child.wait()?;
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(status),
    }
}

impl Spectator for Printer<'_> {
    fn change(&mut self, file: &str, change: &BoardChange) -> io::Result<()> {
        let json = sanitized_json(&change.json(file).to_string()).into_owned();
        if self.json {
            writeln!(self.out, "{json}")?;
        } else {
            let line = self.language.say(&change.line());
            writeln!(self.out, "{}", harmless(&line))?;
        }
        self.out.flush()?;
        self.run_command(&json);
        Ok(())
    }

    fn nothing(&mut self, file: &str, why: Nothing) {
        self.note(&match why {
            Nothing::Missing => message!("watch-missing", file = file),
            Nothing::NoGame => message!("watch-empty", file = file),
            Nothing::Unreachable(why) => message!("watch-unreachable", file = file, reason = why),
        });
    }
}
