//! How often start positions occur in lines of EPD or FEN.

use std::cmp::Reverse;
use std::io::Write;

use anyhow::bail;
use audit960_board::start::Start;
use audit960_dataset::{Dataset, TableBuilder};
use audit960_report::{counted, grouped};
use audit960_types::{PositionTally, StartKind};

use super::Shown;
use super::openings::with_pairs;
use super::table::Sort;

/// Prints the start positions that occur in lines.
///
/// # Errors
/// Where it cannot be written, or an order is asked for that lines do not have.
pub fn write_lines(
    tally: &PositionTally,
    shown: &Shown<'_>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let rows = chosen(tally, shown.sort, shown.min_games)?;
    let all: u64 = tally.numbers.values().sum();
    let table = TableBuilder::of(&rows)
        .count("start", |(start, _)| start.number().into())
        .text("arrangement", |(start, _)| Some(start.to_string()))
        .count("lines", |(_, lines)| *lines)
        .share("share", |(_, lines)| {
            (all > 0).then(|| *lines as f64 / all as f64)
        })
        .table();
    shown.write(&table, out)?;
    if shown.form.is_table() {
        writeln!(out, "\n{}", summary(tally))?;
    }
    Ok(())
}

/// Positions with enough lines, in order.
fn chosen(tally: &PositionTally, sort: Sort, least: u64) -> anyhow::Result<Vec<(Start, u64)>> {
    let lines = |start: Start| tally.numbers.get(&start.number()).copied().unwrap_or(0);
    let mut rows: Vec<(Start, u64)> = Start::all()
        .map(|start| (start, lines(start)))
        .filter(|(_, lines)| *lines >= least)
        .collect();
    match sort {
        Sort::Start => {}
        // The sort is stable: positions that occur equally often stay in the order of their numbers.
        Sort::Games => rows.sort_by_key(|(_, lines)| Reverse(*lines)),
        _ => bail!("lines of positions have no results: --sort start or games (by lines)"),
    }
    Ok(rows)
}

/// What all lines hold, in words.
fn summary(tally: &PositionTally) -> String {
    let all: u64 = tally.numbers.values().sum();
    format!(
        "{}: {} one of the 960 positions ({} of them), {} a pair of double Chess960, {} another position, {} none",
        counted(tally.verdicts.total(), "line", "lines"),
        counted(all, "holds", "hold"),
        tally.numbers.len(),
        grouped(tally.of(StartKind::DoubleChess960)),
        grouped(tally.of(StartKind::Other)),
        grouped(tally.of(StartKind::Unknown)),
    )
}

/// Prints the pairs of double Chess960 that occur in lines.
///
/// # Errors
/// Where table `positions` cannot be read, or it cannot be written.
pub fn write_line_pairs(
    dataset: &Dataset,
    shown: &Shown<'_>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let mut pairs = dataset.line_pairs()?;
    pairs.retain(|pair| pair.lines >= shown.min_games);
    if !matches!(shown.sort, Sort::Start) {
        // The sort is stable, as above.
        pairs.sort_by_key(|pair| Reverse(pair.lines));
    }
    let table = with_pairs(TableBuilder::of(&pairs), |pair| [pair.white, pair.black]);
    Ok(shown.write(&table.count("lines", |pair| pair.lines).table(), out)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally() -> PositionTally {
        let mut tally = PositionTally::default();
        tally.numbers.extend([(7, 2), (518, 3), (959, 2)]);
        tally.starts.extend([
            (StartKind::Standard, 3),
            (StartKind::Chess960, 4),
            (StartKind::DoubleChess960, 1_000),
            (StartKind::Unknown, 1),
        ]);
        tally.verdicts.ok = 1_007;
        tally.verdicts.rejected = 1;
        tally
    }

    #[test]
    fn most_lines_come_first() {
        let numbers = |sort, least| {
            let rows = chosen(&tally(), sort, least).unwrap();
            rows.iter()
                .map(|(start, lines)| (start.number(), *lines))
                .collect::<Vec<_>>()
        };
        assert_eq!(numbers(Sort::Games, 1), [(518, 3), (7, 2), (959, 2)]);
        assert_eq!(numbers(Sort::Start, 1), [(7, 2), (518, 3), (959, 2)]);
        assert_eq!(numbers(Sort::Games, 3), [(518, 3)]);
        assert_eq!(numbers(Sort::Games, 0).len(), 960);
        assert!(chosen(&tally(), Sort::Score, 1).is_err());
    }

    #[test]
    fn all_lines_are_accounted_for() {
        assert_eq!(
            summary(&tally()),
            "1,008 lines: 7 hold one of the 960 positions (3 of them), 1,000 a pair of double \
             Chess960, 0 another position, 1 none"
        );
    }
}
