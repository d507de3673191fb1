//! The program `audit960`: arguments, progress, exit codes. The stages are put together in
//! `audit960-audit`.

mod commands;
mod console;
mod guesses;
mod help;
mod output;
mod progress;
mod signals;

use std::ffi::OsString;
use std::process::ExitCode;

use audit960_audit::guarded;
use audit960_replay::games_given_up;
use audit960_types::harmless;
use clap::{FromArgMatches as _, Parser};

use crate::commands::Command;

/// Version, commit and features, as `--version` prints them.
const VERSION: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    " (",
    env!("AUDIT960_COMMIT"),
    "; features: ",
    env!("AUDIT960_FEATURES"),
    ")"
);

/// Audits chess archives: every byte accounted for, every claimable draw found, every Chess960
/// start position counted.
#[derive(Debug, Parser)]
#[command(
    name = "audit960",
    version = VERSION,
    max_term_width = help::PAGE_WIDTH
)]
#[command(after_help = include_str!("commands/help/audit960.txt").trim_end())]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Leave text in CSV unchanged, even where a spreadsheet would take it for a formula
    #[arg(long, global = true)]
    raw_csv: bool,
}

/// The arguments, or what is printed instead. The help is only made where something is said: that takes longer
/// than reading the arguments of a run.
fn parsed<A: Into<OsString> + Clone>(
    arguments: impl IntoIterator<Item = A> + Clone,
) -> Result<Cli, clap::Error> {
    if let Ok(cli) = Cli::try_parse_from(arguments.clone()) {
        return Ok(cli);
    }
    let matches = help::command().try_get_matches_from(arguments)?;
    let page = matches.subcommand_name().and_then(help::topic_page);
    page.map_or_else(|| Cli::from_arg_matches(&matches), Err)
}

fn main() -> ExitCode {
    audit960_source::system::keep_freed_memory();
    signals::report_size_limit();
    signals::Signals::watch_temporaries();
    // A panic becomes an error message and exit code 2; with RUST_BACKTRACE its trace is printed, too.
    if std::env::var_os("RUST_BACKTRACE").is_none() {
        std::panic::set_hook(Box::new(|_| {}));
    }
    let Cli { command, raw_csv } = match parsed(std::env::args_os().collect::<Vec<_>>()) {
        Ok(cli) => cli,
        Err(error) => {
            // The message quotes arguments, so they are made harmless first.
            let arguments = std::env::args_os()
                .map(|argument| harmless(&argument.to_string_lossy()).into_owned());
            let error = parsed(arguments.collect::<Vec<_>>()).err().unwrap_or(error);
            return output::usage(&error);
        }
    };
    if raw_csv {
        output::leave_csv_raw();
    }
    let what = || "audit960".to_owned();
    match guarded(what, || command.run()) {
        Ok(code) => match games_given_up() {
            0 if output::is_answer_incomplete() => ExitCode::from(2),
            0 => code,
            games => {
                output::message(&format!(
                    "{games} {} could not be read because of a bug in audit960 (S018); please report it with the text of the game",
                    if games == 1 { "game" } else { "games" }
                ));
                ExitCode::from(2)
            }
        },
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::failure(&error);
            ExitCode::from(2)
        }
    }
}
