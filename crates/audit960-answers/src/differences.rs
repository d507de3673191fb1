//! What changed from one issue of an archive to the next, in words.

use std::io::Write;

use crate::{Differences, FindingChanges};
use audit960_report::{TableForm, counted, grouped};

/// Rows of each kind that are printed unless all are wanted.
const SHOWN: usize = 20;

/// Writes the counts in words, and the rows behind them.
///
/// # Errors
/// Those of the writer.
pub fn write_differences(
    found: &Differences,
    all: bool,
    form: TableForm,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let before = counted(found.games[0], "game", "games");
    let after = grouped(found.games[1]);
    let equal = counted(found.equal, "is equal", "are equal");
    writeln!(out, "{before} before, {after} after; {equal}")?;
    if found.is_empty() {
        return Ok(());
    }
    let [gone, added] = match found.too_many {
        true => found.unequal,
        false => [found.gone.len() as u64, found.added.len() as u64],
    };
    let changed = grouped(found.changed.len() as u64);
    let were_added = counted(added, "game was added", "games were added");
    let are_gone = counted(gone, "is gone", "are gone");
    writeln!(out, "{were_added}, {are_gone}, {changed} changed")?;
    let turnover = found.findings.values();
    let (appeared, disappeared) = turnover.fold((0, 0), |(appeared, disappeared), counts| {
        (appeared + counts.appeared, disappeared + counts.disappeared)
    });
    writeln!(
        out,
        "{} appeared{}, {} disappeared{}\n",
        counted(appeared, "finding", "findings"),
        codes(found, |changes| changes.appeared),
        grouped(disappeared),
        codes(found, |changes| changes.disappeared),
    )?;
    let most = if all { usize::MAX } else { SHOWN };
    form.write(&found.table(most), out)?;
    let rows: usize = found.changed.iter().map(|game| game.changes.len()).sum();
    let findings = |count: fn(&FindingChanges) -> u64| {
        let changes = found.finding_changes.iter();
        changes.filter(|change| count(&change.changes) > 0).count()
    };
    let (came, went) = (
        findings(|changes| changes.appeared),
        findings(|changes| changes.disappeared),
    );
    if [rows, found.gone.len(), found.added.len(), came, went]
        .iter()
        .any(|rows| *rows > most)
    {
        writeln!(
            out,
            "\nThe first {SHOWN} of each kind; --all shows every one"
        )?;
    }
    Ok(())
}

/// The codes behind a number of findings: ` (T006 3, S004 1)`.
fn codes(found: &Differences, count: fn(&FindingChanges) -> u64) -> String {
    let codes = found.findings.iter();
    let codes = codes.filter(|(_, changes)| count(changes) > 0);
    let codes: Vec<String> = codes
        .map(|(code, changes)| format!("{code} {}", grouped(count(changes))))
        .collect();
    match codes.is_empty() {
        true => String::new(),
        false => format!(" ({})", codes.join(", ")),
    }
}
