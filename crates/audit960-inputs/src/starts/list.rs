//! Lists of the start positions.

use std::io::{self, Write};

use audit960_board::Position;
use audit960_board::start::{DoubleStart, Numbering, Start, club_counts};
use audit960_report::{Screen, TableForm, TableFormat, TableParts};
use audit960_types::{Column, Table};

fn all() -> Table {
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
    Table::new(vec![
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

audit960_types::choices! {
    /// How a list of start positions is printed.
    pub enum ListFormat {
        /// Aligned columns
        Table = "table",
        /// RFC 4180
        Csv = "csv",
        /// An array of objects
        Json = "json",
        /// An Arrow IPC stream
        Arrow = "arrow",
        /// A position a line, with its number as id
        Epd = "epd",
    }
}

impl ListFormat {
    /// The form of a table; `None` for EPD (PGN 16.2).
    const fn of_table(self, screen: Screen) -> Option<TableForm> {
        match self {
            Self::Table => Some(TableFormat::Table.form(screen)),
            Self::Csv => Some(TableFormat::Csv.form(screen)),
            Self::Json => Some(TableFormat::Json.form(screen)),
            Self::Arrow => Some(TableFormat::Arrow.form(screen)),
            Self::Epd => None,
        }
    }

    /// Writes the 960 positions, or the 921,600 of double Chess960.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn write(self, double: bool, screen: Screen, out: &mut dyn Write) -> io::Result<()> {
        match (self.of_table(screen), double) {
            (form, true) => write_double_list(form, out),
            (Some(form), false) => form.write(&all(), out),
            (None, false) => write_epd(out),
        }
    }
}

/// Writes the positions of double Chess960, those of one White arrangement at a time; as EPD without a form.
fn write_double_list(form: Option<TableForm>, out: &mut dyn Write) -> io::Result<()> {
    let of_white = |white: Start| -> Vec<DoubleStart> {
        Start::all()
            .map(|black| DoubleStart { white, black })
            .collect()
    };
    let Some(form) = form else {
        return Start::all().try_for_each(|white| write_epd_of(&of_white(white), out));
    };
    let mut parts = TableParts::begin(form, &starts_table(&[]), None, out)?;
    for white in Start::all() {
        parts.write(&starts_table(&of_white(white)), out)?;
    }
    parts.end(out)
}

/// Positions of double Chess960 as a table.
pub(super) fn starts_table(starts: &[DoubleStart]) -> Table {
    let int = |name: &str, value: fn(&DoubleStart) -> u32| {
        let values = starts.iter().map(|start| Some(i64::from(value(start))));
        Column::new(name, values.collect::<Vec<_>>())
    };
    let text = |name: &str, value: fn(&DoubleStart) -> String| {
        Column::new(
            name,
            starts
                .iter()
                .map(|start| Some(value(start)))
                .collect::<Vec<_>>(),
        )
    };
    Table::new(vec![
        int("double_start", |start| start.number()),
        int("white_start", |start| start.white.number().into()),
        int("black_start", |start| start.black.number().into()),
        text("white_arrangement", |start| start.white.to_string()),
        text("black_arrangement", |start| start.black.to_string()),
        text("fen", |start| {
            Position::chess960(start.white, start.black).xfen()
        }),
    ])
}

/// The same as EPD, the number of double Chess960 as identification.
fn write_epd_of(starts: &[DoubleStart], out: &mut dyn Write) -> io::Result<()> {
    for start in starts {
        let fen = Position::chess960(start.white, start.black).xfen();
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        writeln!(out, "{} id \"{}\";", fields.join(" "), start.number())?;
    }
    Ok(())
}

/// Writes EPD (PGN 16.2): the first four fields of X-FEN and an identification.
fn write_epd(out: &mut dyn Write) -> io::Result<()> {
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
    use audit960_report::CsvTexts;

    #[test]
    fn double_chess960_is_listed_in_every_format() {
        let written = |form| {
            let mut out = Vec::new();
            write_double_list(form, &mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        let csv = written(Some(TableForm::Csv(CsvTexts::Raw)));
        assert_eq!(csv.lines().count(), 921_601);
        assert_eq!(
            csv.lines().nth(497_280 + 1),
            Some(
                "497280,518,0,RNBQKBNR,BBQNNRKR,bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
            )
        );
        let json = written(Some(TableForm::Json));
        assert!(json.starts_with("[\n{\"double_start\":0,") && json.ends_with("}\n]\n"));
        assert_eq!(json.matches("{\"double_start\"").count(), 921_600);
        assert_eq!(written(None).lines().count(), 921_600);
    }

    #[test]
    fn the_list_is_complete() {
        let table = all();
        assert_eq!(table.rows(), 960);
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
