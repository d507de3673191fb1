//! Lists of the start positions.

use std::io::{self, Write};

use audit960_board::Position;
use audit960_board::start::{DoubleStart, Numbering, Start, club_counts};
use audit960_dataset::{Table, TableBuilder};
use audit960_report::{Format, TableForm, TableParts};

/// Writes the 960 positions, or the 921,600 of double Chess960, those of one White arrangement at a time: as a table, or as
/// EPD (PGN 16.2) with the number as identification.
///
/// # Errors
/// Where it cannot be written.
pub fn write_starts(double: bool, form: TableForm, out: &mut dyn Write) -> io::Result<()> {
    let is_epd = form.format == Format::Epd;
    if !double {
        return match is_epd {
            true => Start::all().try_for_each(|start| {
                write_epd(
                    &Position::chess960(start, start),
                    start.number().into(),
                    out,
                )
            }),
            false => form.write(&all(), out),
        };
    }
    let mut parts = match is_epd {
        true => None,
        false => Some(TableParts::begin(form, &starts_table(&[]), None, out)?),
    };
    for white in Start::all() {
        let starts = Start::all().map(|black| DoubleStart { white, black });
        let starts: Vec<DoubleStart> = starts.collect();
        match &mut parts {
            Some(parts) => parts.write(&starts_table(&starts), out)?,
            None => starts.iter().try_for_each(|start| {
                write_epd(
                    &Position::chess960(start.white, start.black),
                    start.number(),
                    out,
                )
            })?,
        }
    }
    parts.map_or(Ok(()), |parts| parts.end(out))
}

/// The 960 positions as a table.
fn all() -> Table {
    let throws = club_counts();
    TableBuilder::of(&Start::all().collect::<Vec<_>>())
        .count("start", |start| start.number().into())
        .text("arrangement", |start| Some(start.to_string()))
        .count("mirror", |start| start.mirror().number().into())
        .text("king_file", |start| {
            Some(char::from(b'a' + start.castling_files().king).to_string())
        })
        .count("one_based", |start| {
            Numbering::OneBased.number(*start).into()
        })
        .count("mirror_list", |start| {
            Numbering::MirrorList.number(*start).into()
        })
        .count("one_die_throws", |start| {
            throws[usize::from(start.number())].into()
        })
        .text("fen", |start| {
            Some(Position::chess960(*start, *start).xfen())
        })
        .table()
}

/// Positions of double Chess960 as a table.
pub(super) fn starts_table(starts: &[DoubleStart]) -> Table {
    TableBuilder::of(starts)
        .count("double_start", |start| start.number().into())
        .count("white_start", |start| start.white.number().into())
        .count("black_start", |start| start.black.number().into())
        .text("white_arrangement", |start| Some(start.white.to_string()))
        .text("black_arrangement", |start| Some(start.black.to_string()))
        .text("fen", |start| {
            Some(Position::chess960(start.white, start.black).xfen())
        })
        .table()
}

/// The first four fields of X-FEN and an identification.
fn write_epd(position: &Position, number: u32, out: &mut dyn Write) -> io::Result<()> {
    let fen = position.xfen();
    let fields: Vec<&str> = fen.split(' ').take(4).collect();
    writeln!(out, "{} id \"{number}\";", fields.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(double: bool, format: Format) -> String {
        let mut out = Vec::new();
        write_starts(double, TableForm::plain(format), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn double_chess960_is_listed_in_every_format() {
        let csv = written(true, Format::Csv);
        assert_eq!(csv.lines().count(), 921_601);
        assert_eq!(
            csv.lines().nth(497_280 + 1),
            Some(
                "497280,518,0,RNBQKBNR,BBQNNRKR,bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
            )
        );
        let json = written(true, Format::Json);
        assert!(json.starts_with("[\n{\"double_start\":0,") && json.ends_with("}\n]\n"));
        assert_eq!(json.matches("{\"double_start\"").count(), 921_600);
        let epd = written(true, Format::Epd);
        assert_eq!(epd.lines().count(), 921_600);
        assert!(
            epd.lines()
                .nth(497_280)
                .unwrap()
                .ends_with(" id \"497280\";")
        );
    }

    #[test]
    fn the_list_is_complete() {
        assert_eq!(written(false, Format::Csv).lines().count(), 961);
        let text = written(false, Format::Epd);
        assert_eq!(text.lines().count(), 960);
        assert_eq!(
            text.lines().nth(518),
            Some("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"518\";")
        );
    }
}
