//! `audit960 law`: the law on draws that claims are judged by.

mod ask;

use std::io::Write as _;
use std::process::ExitCode;

use audit960_law::{LawRow, LawTable, VenueRow, VenueTable};
use audit960_types::{Column, Frame};

use crate::commands::format::Format;
use crate::commands::tables::TableArgs;
use crate::output;
use ask::Question;

/// Show the law on draws: which limit held when, for which endings, how certain that is
///
/// A claim is judged by the row for the date and the material of its game: one that names the
/// ending goes before one that does not. Rows that are not presumed are history; they are never
/// applied. With --date and --material: what the law said of that ending on that day.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  audit960 law
  audit960 law --venues                    what servers and match programs make of draws, and when
  audit960 law --date 1989-02-17 --material KRBvKR
  audit960 law --date 2018-05-05 --material KRvKR --venue chess.com --format json
  audit960 law --law-table my-law.csv      check a table of one's own")]
pub(crate) struct Args {
    #[command(flatten)]
    tables: TableArgs,
    /// Show the rules of the venues
    #[arg(long, conflicts_with_all = ["date", "material", "venue"])]
    venues: bool,
    #[command(flatten)]
    question: Question,
    /// How the answer is printed
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let (tables, _) = self.tables.load()?;
        let mut out = output::stdout();
        if let Some(answer) = self.question.answer(&tables) {
            match self.format {
                Format::Table => ask::write_lines(&answer, &mut out)?,
                Format::Csv | Format::Json => self.format.write(&answer, &mut out)?,
            }
        } else if self.venues {
            self.format.write(&venue_frame(&tables.venues), &mut out)?;
        } else {
            self.format.write(&frame(&tables.law), &mut out)?;
        }
        out.flush()?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The rows of a venue table; no day is without beginning or end.
fn venue_frame(venues: &VenueTable) -> Frame {
    let text = |name: &str, value: fn(&VenueRow) -> Option<String>| {
        Column::new(name, venues.rows().iter().map(value).collect::<Vec<_>>())
    };
    Frame::new(vec![
        text("venue", |row| Some(row.venue.to_string())),
        text("rule", |row| Some(row.rule.as_str().to_owned())),
        text("kind", |row| Some(row.kind.as_str().to_owned())),
        text("from", |row| row.from.map(|day| day.to_string())),
        text("to", |row| row.to.map(|day| day.to_string())),
        text("certainty", |row| Some(row.certainty.clone())),
        text("source", |row| Some(row.source.clone())),
    ])
}

/// The rows of a law table; no day is without beginning or end.
fn frame(law: &LawTable) -> Frame {
    let text = |name: &str, value: fn(&LawRow) -> Option<String>| {
        Column::new(name, law.rows().iter().map(value).collect::<Vec<_>>())
    };
    let limit = law
        .rows()
        .iter()
        .map(|row| row.rule.limit_moves().map(i64::from));
    let presumed = law.rows().iter().map(|row| Some(row.presumed));
    let applied = law
        .rows()
        .iter()
        .map(|row| Some(row.presumed && row.rule.is_judged()));
    Frame::new(vec![
        text("id", |row| Some(row.id.clone())),
        text("from", |row| row.from.map(|day| day.to_string())),
        text("to", |row| row.to.map(|day| day.to_string())),
        text("rule", |row| Some(row.rule.as_str().to_owned())),
        text("condition", |row| Some(row.condition.to_string())),
        Column::new("limit_moves", limit.collect::<Vec<_>>()),
        Column::new("presumed", presumed.collect::<Vec<_>>()),
        Column::new("applied", applied.collect::<Vec<_>>()),
        text("goes_by", |row| Some(row.goes_by.as_str().to_owned())),
        text("uncertain", |row| {
            let periods = row.uncertain.iter();
            let written = periods.map(|days| format!("{}..{}", days.first(), days.last()));
            Some(written.collect::<Vec<_>>().join(" ")).filter(|text| !text.is_empty())
        }),
        text("certainty", |row| Some(row.certainty.clone())),
        text("source", |row| Some(row.source.clone())),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use audit960_types::Cell;

    #[test]
    fn every_row_is_shown_as_it_stands_in_the_file() {
        let frame = frame(LawTable::builtin());
        let file = include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/crates/audit960-law/data/fifty_move_law.csv"
        ));
        let lines: Vec<&str> = file
            .lines()
            .filter(|line| !line.starts_with('#') && !line.is_empty())
            .skip(1)
            .collect();
        assert_eq!(frame.rows(), lines.len());
        for (row, line) in lines.into_iter().enumerate() {
            let cell = |name: &str| match frame.column(name).unwrap().cell(row) {
                Cell::Null => String::new(),
                Cell::Int(value) => value.to_string(),
                Cell::Bool(value) => (if value { "yes" } else { "no" }).to_owned(),
                Cell::Float(value) => value.to_string(),
                Cell::Text(text) => text.to_owned(),
            };
            let columns = ["id", "from", "to", "rule", "condition"].map(cell);
            let limit = if cell("rule").starts_with("fivefold") {
                String::new()
            } else {
                cell("limit_moves")
            };
            let (by, uncertain) = (cell("goes_by"), cell("uncertain"));
            let start = format!(
                "{},{limit},{},{by},{uncertain},\"",
                columns.join(","),
                cell("presumed")
            );
            assert!(line.starts_with(&start), "{start}\n{line}");
            assert!(line.ends_with(&format!("\"{}\",\"{}\"", cell("source"), cell("certainty"))));
        }
    }
}
