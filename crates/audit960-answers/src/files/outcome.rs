//! The outcome of an audit and its speed, in words.

use std::io::{self, Write};

use crate::starts::results::most_played;
use audit960_audit::AuditOutcome;
use audit960_report::{Style, Summary, counted, grouped, megabytes, write_summary};
use audit960_source::IgnoredFiles;
use audit960_types::harmless;

/// Number of start positions in the summary.
const STARTS: usize = 5;

/// Writes the summary of an audit; `crosscheck` says whether games were read a second time.
///
/// # Errors
/// Those of the writer.
pub fn write_outcome(
    outcome: &AuditOutcome,
    crosscheck: bool,
    style: Style,
    out: &mut dyn Write,
) -> io::Result<()> {
    let summary = Summary {
        tally: &outcome.tally,
        sources: outcome.sources,
        unread_inputs: outcome.unreadable.len(),
        is_addition: outcome.added_to.is_some(),
        bytes: outcome.bytes,
        starts: &most_played(&outcome.tally, STARTS),
        crosscheck,
        duplicates: outcome.duplicates,
    };
    write_summary(&summary, style, out)
}

/// Which files beside the archives were not read, in one line; `None` if there are none.
#[must_use]
pub fn ignored_sentence(ignored: &IgnoredFiles) -> Option<String> {
    let files = || {
        counted(
            ignored.count(),
            "other file was ignored",
            "other files were ignored",
        )
    };
    (ignored.count() > 0).then(|| format!("{}: {ignored}", files()))
}

/// Writes how long a run took, and what it added to which dataset. Durations are not part of the summary,
/// which is the same on any machine.
///
/// # Errors
/// Those of the writer.
pub fn write_speed(
    outcome: &AuditOutcome,
    folder: &str,
    seconds: f64,
    is_resumed: bool,
    err: &mut dyn Write,
) -> io::Result<()> {
    if let Some(ignored) = ignored_sentence(&outcome.ignored_files) {
        writeln!(err, "{}", harmless(&ignored))?;
    }
    if let Some(rows) = outcome.added_to {
        let games = outcome.tally.verdicts.total() + outcome.tally.lines.verdicts.total();
        let known = match outcome.known_inputs {
            0 => String::new(),
            known => format!(
                "; {} in it already",
                counted(known as u64, "input was", "inputs were")
            ),
        };
        writeln!(
            err,
            "added to {} of games and positions, now {}{known}",
            counted(rows, "row", "rows"),
            grouped(rows + games)
        )?;
    }
    if is_resumed {
        return writeln!(
            err,
            "{seconds:.2} s since it was resumed; dataset in {folder}"
        );
    }
    let per_second = |count: f64| count / seconds.max(1e-9);
    let rate = |count: u64, what: &str| {
        let rate = grouped(per_second(count as f64) as u64);
        format!("{rate} {what}/s, ")
    };
    let games = outcome.tally.verdicts.total();
    let positions = outcome.tally.lines.verdicts.total();
    let mut rates = String::new();
    if games > 0 || positions == 0 {
        rates += &rate(games, "games");
    }
    if positions > 0 {
        rates += &rate(positions, "positions");
    }
    writeln!(
        err,
        "{seconds:.2} s, {rates}{}/s; dataset in {}",
        megabytes(per_second(outcome.bytes as f64) as u64),
        folder
    )?;
    Ok(())
}
