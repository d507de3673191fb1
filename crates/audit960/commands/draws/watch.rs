//! `audit960 draws watch`: live files, for arbiters.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use audit960_answers::Inputs;
use audit960_ledger::live::{BoardChange, Nothing, Spectator, watch};
use audit960_report::{Format, Language};
use audit960_types::{harmless, message, sanitized_json};

use super::JudgeArgs;
use crate::commands::common::LanguageArgs;
use crate::commands::format::TextFormatArgs;
use crate::commands::tablebase::tell_damaged;
use crate::output;

/// Watch PGN files that grow, such as broadcasts, until Ctrl-C
///
/// One line for each board on which a claim becomes possible or lapses, or whose game is over without a claim. The
/// Laws are those of the game's date, or today's if it has none.
#[derive(Debug, clap::Args)]
pub(super) struct WatchArgs {
    /// PGN files, which need not exist yet
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Seconds between two readings of the files
    #[arg(long, value_name = "SECONDS", default_value = "2", value_parser = clap::value_parser!(u64).range(1..))]
    interval: u64,
    /// Read the files once and exit
    #[arg(long)]
    once: bool,
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
    out: &'o mut dyn Write,
}

impl Spectator for Printer<'_> {
    fn change(&mut self, file: &str, change: &BoardChange) -> io::Result<()> {
        if self.json {
            let json = change.json(file).to_string();
            writeln!(self.out, "{}", sanitized_json(&json))?;
        } else {
            let line = self.language.say(&change.line());
            writeln!(self.out, "{}", harmless(&line))?;
        }
        self.out.flush()
    }

    fn nothing(&mut self, file: &str, why: Nothing) {
        let key = match why {
            Nothing::Missing => "watch-missing",
            Nothing::NoGame => "watch-empty",
        };
        let said = message!(key, file = &*harmless(file));
        output::note(&self.language.say(&said));
    }
}
