//! What changed from one issue of an archive to the next, in words.

use std::io::Write;

use audit960_analytics::Differences;
use audit960_report::{TableForm, grouped};

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
    let [before, after] = found.games.map(grouped);
    writeln!(
        out,
        "{before} games before, {after} after; {} are equal",
        grouped(found.equal)
    )?;
    if found.is_empty() {
        return Ok(());
    }
    let [gone, added] = match found.too_many {
        true => found.unequal,
        false => [found.gone.len() as u64, found.added.len() as u64],
    };
    let changed = grouped(found.changed.len() as u64);
    let (added, gone) = (grouped(added), grouped(gone));
    writeln!(
        out,
        "{added} games were added, {gone} are gone, {changed} changed"
    )?;
    let turnover = found.findings.values();
    let (appeared, disappeared) = turnover.fold((0, 0), |(appeared, disappeared), counts| {
        (appeared + counts.appeared, disappeared + counts.disappeared)
    });
    writeln!(
        out,
        "{} findings appeared, {} disappeared\n",
        grouped(appeared),
        grouped(disappeared)
    )?;
    let most = if all { usize::MAX } else { SHOWN };
    form.write(&found.table(most), out)?;
    let rows: usize = found.changed.iter().map(|game| game.changes.len()).sum();
    if [rows, found.gone.len(), found.added.len()]
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
