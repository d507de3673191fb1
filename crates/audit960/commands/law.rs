//! `audit960 law`: the law on draws that claims are judged by.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use audit960_replay::law::{LawRow, LawTable};
use audit960_types::{Column, Frame};

use crate::commands::audit::load_law;
use crate::commands::format::Format;
use crate::output;

/// Show the law on draws: which limit held when, for which endings, how certain that is
///
/// A claim is judged by the row for the date and the material of its game: one that names the
/// ending goes before one that does not. Rows that are not presumed are history; they are never
/// applied.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  audit960 law
  audit960 law --format csv
  audit960 law --law-table my-law.csv      check a table of one's own")]
pub(crate) struct Args {
    /// Table to show instead of the one built in; its form is that of data/fifty_move_law.csv
    #[arg(long, value_name = "FILE")]
    law_table: Option<PathBuf>,
    /// How the table is printed
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let (law, _) = load_law(self.law_table.as_deref())?;
        let mut out = output::stdout();
        self.format.write(&frame(&law), &mut out)?;
        out.flush()?;
        Ok(ExitCode::SUCCESS)
    }
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
    Frame::new(vec![
        text("id", |row| Some(row.id.clone())),
        text("from", |row| row.from.map(|day| day.to_string())),
        text("to", |row| row.to.map(|day| day.to_string())),
        text("rule", |row| Some(row.rule.as_str().to_owned())),
        text("condition", |row| Some(row.condition.to_string())),
        Column::new("limit_moves", limit.collect::<Vec<_>>()),
        Column::new("presumed", presumed.collect::<Vec<_>>()),
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
            "/data/fifty_move_law.csv"
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
            let start = format!("{},{limit},{},\"", columns.join(","), cell("presumed"));
            assert!(line.starts_with(&start), "{start}\n{line}");
            assert!(line.ends_with(&format!("\"{}\",\"{}\"", cell("source"), cell("certainty"))));
        }
    }
}
