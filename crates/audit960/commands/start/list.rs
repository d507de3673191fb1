//! `audit960 start list`: all start positions.

use std::io::Write;
use std::process::ExitCode;

use audit960_board::Position;
use audit960_board::start::{Numbering, Start, club_counts};
use audit960_types::{Column, Frame};

use crate::commands::format::Format;
use crate::output;

/// List the 960 start positions
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Format of the list
    #[arg(long, value_enum, default_value = "table")]
    format: ListFormat,
}

/// How the list is printed.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum ListFormat {
    /// Aligned columns
    Table,
    /// RFC 4180
    Csv,
    /// An array of objects
    Json,
    /// A position a line, with its number as id
    Epd,
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let mut out = output::stdout();
        match self.format {
            ListFormat::Table => Format::Table.write(&all(), &mut out)?,
            ListFormat::Csv => Format::Csv.write(&all(), &mut out)?,
            ListFormat::Json => Format::Json.write(&all(), &mut out)?,
            ListFormat::Epd => write_epd(&mut out)?,
        }
        out.flush()?;
        Ok(ExitCode::SUCCESS)
    }
}

fn all() -> Frame {
    let int = |value: &dyn Fn(Start) -> u16| {
        Start::all()
            .map(|start| Some(i64::from(value(start))))
            .collect::<Vec<_>>()
    };
    let text = |value: &dyn Fn(Start) -> String| {
        Start::all()
            .map(|start| Some(value(start)))
            .collect::<Vec<_>>()
    };
    let throws = club_counts();
    let king = |start: Start| char::from(b'a' + start.castling_files().king).to_string();
    Frame::new(vec![
        Column::new("start", int(&|start| start.number())),
        Column::new("arrangement", text(&|start| start.to_string())),
        Column::new("mirror", int(&|start| start.mirror().number())),
        Column::new("king_file", text(&king)),
        Column::new("one_based", int(&|start| Numbering::OneBased.number(start))),
        Column::new(
            "mirror_list",
            int(&|start| Numbering::MirrorList.number(start)),
        ),
        Column::new(
            "one_die_throws",
            int(&|start| throws[usize::from(start.number())]),
        ),
        Column::new(
            "fen",
            text(&|start| Position::chess960(start, start).xfen()),
        ),
    ])
}

/// Writes EPD (PGN 16.2): the first four fields of X-FEN and an identification.
fn write_epd(out: &mut dyn Write) -> anyhow::Result<()> {
    for start in Start::all() {
        let fen = Position::chess960(start, start).xfen();
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        writeln!(out, "{} id \"{}\";", fields.join(" "), start.number())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_complete() {
        let frame = all();
        assert_eq!(frame.rows(), 960);
        let mut out = Vec::new();
        write_epd(&mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text.lines().count(), 960);
        assert_eq!(
            text.lines().nth(518),
            Some("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"518\";")
        );
    }
}
