//! Tables of typed columns, as people or other programs read them.

use std::borrow::Cow;
use std::io::{self, Write};

use audit960_types::{Cell, Column, Frame, Values, harmless, sanitized_cell, sanitized_json};

use crate::display_width;
use crate::summary::Style;

/// Text columns are not made narrower than this.
const NARROWEST: usize = 12;
/// What replaces the rest of a text that is cut.
const CUT: char = '…';

/// Writes a table with aligned columns: numbers to the right, text to the left, `-` for null.
///
/// It is kept within the width of the style, in cells of a terminal (wide characters take two): long texts are cut first; then columns at
/// the end are hidden, and a last line names them. Characters that a terminal would obey are shown as
/// `�`.
///
/// # Errors
/// Those of the writer.
pub fn write_table(frame: &Frame, style: Style, out: &mut dyn Write) -> io::Result<()> {
    let layout = Layout::fit(frame, style.width);
    let mut line = String::new();
    for (column, &width) in layout.columns(frame) {
        append(&mut line, &column.name, width, is_number(column));
    }
    writeln!(out, "{}", style.paint("1", line.trim_end()))?;
    let mut text = String::new();
    for row in 0..frame.rows() {
        line.clear();
        for (column, &width) in layout.columns(frame) {
            text.clear();
            write_cell(column, row, &mut text);
            append(&mut line, &text, width, is_number(column));
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    let hidden = &frame.columns()[layout.widths.len()..];
    if !hidden.is_empty() {
        let names: Vec<&str> = hidden.iter().map(|column| column.name.as_str()).collect();
        writeln!(
            out,
            "(hidden, the terminal is too narrow: {})",
            names.join(", ")
        )?;
    }
    Ok(())
}

/// How texts are written in CSV.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CsvTexts {
    /// Escaped: none is a formula to a spreadsheet or has characters that a terminal would obey.
    #[default]
    Harmless,
    /// As they are.
    Raw,
}

/// Writes a table as CSV (RFC 4180) with a line of names. Null is an empty field, empty text `""`;
/// floating-point numbers have as many digits as tell them apart. With [`CsvTexts::Harmless`] a
/// spreadsheet reads no text as a formula.
///
/// # Errors
/// Those of the writer.
pub fn write_csv(frame: &Frame, texts: CsvTexts, out: &mut dyn Write) -> io::Result<()> {
    write_csv_names(frame, texts, out)?;
    write_csv_rows(frame, texts, out)
}

/// The first line of [`write_csv`]: the names of the columns.
///
/// # Errors
/// Those of the writer.
pub fn write_csv_names(frame: &Frame, texts: CsvTexts, out: &mut dyn Write) -> io::Result<()> {
    for (index, column) in frame.columns().iter().enumerate() {
        out.write_all(comma(index))?;
        write_field(&column.name, texts, out)?;
    }
    out.write_all(b"\r\n")
}

/// The other lines of [`write_csv`]: the rows.
///
/// # Errors
/// Those of the writer.
pub fn write_csv_rows(frame: &Frame, texts: CsvTexts, out: &mut dyn Write) -> io::Result<()> {
    for row in 0..frame.rows() {
        for (index, column) in frame.columns().iter().enumerate() {
            out.write_all(comma(index))?;
            match column.cell(row) {
                Cell::Null => {}
                Cell::Int(value) => write!(out, "{value}")?,
                Cell::Float(value) => write!(out, "{value}")?,
                Cell::Bool(value) => write!(out, "{value}")?,
                Cell::Text(text) => write_field(text, texts, out)?,
            }
        }
        out.write_all(b"\r\n")?;
    }
    Ok(())
}

const fn comma(index: usize) -> &'static [u8] {
    if index > 0 { b"," } else { b"" }
}

/// Writes a table as a JSON array of objects, one a row and line, in the order of the columns.
/// Numbers that JSON does not know (NaN, infinities) are null.
///
/// # Errors
/// Those of the writer.
pub fn write_json(frame: &Frame, out: &mut dyn Write) -> io::Result<()> {
    let names = json_names(frame)?;
    out.write_all(b"[")?;
    for row in 0..frame.rows() {
        out.write_all(if row > 0 { b",\n" } else { b"\n" })?;
        write_object(frame, &names, row, out)?;
    }
    out.write_all(b"\n]\n")
}

/// Writes a table as JSON lines: the objects of [`write_json`], one a line and nothing around them.
///
/// # Errors
/// Those of the writer.
pub fn write_json_lines(frame: &Frame, out: &mut dyn Write) -> io::Result<()> {
    let names = json_names(frame)?;
    for row in 0..frame.rows() {
        write_object(frame, &names, row, out)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

fn json_names(frame: &Frame) -> io::Result<Vec<String>> {
    let names = frame.columns().iter().map(|column| {
        let name = serde_json::to_string(&column.name)?;
        Ok(sanitized_json(&name).into_owned())
    });
    names.collect()
}

fn write_object(
    frame: &Frame,
    names: &[String],
    row: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    out.write_all(b"{")?;
    for (index, (column, name)) in frame.columns().iter().zip(names).enumerate() {
        out.write_all(comma(index))?;
        write!(out, "{name}:")?;
        match column.cell(row) {
            Cell::Null => out.write_all(b"null")?,
            Cell::Int(value) => write!(out, "{value}")?,
            Cell::Float(value) => serde_json::to_writer(&mut *out, &value)?,
            Cell::Bool(value) => write!(out, "{value}")?,
            Cell::Text(text) => {
                let text = serde_json::to_string(text)?;
                out.write_all(sanitized_json(&text).as_bytes())?;
            }
        }
    }
    out.write_all(b"}")
}

/// The widths of the columns that fit.
struct Layout {
    widths: Vec<usize>,
}

impl Layout {
    fn fit(frame: &Frame, room: usize) -> Self {
        let natural: Vec<usize> = frame.columns().iter().map(natural_width).collect();
        let capped = |cap: usize| -> Vec<usize> {
            let columns = frame.columns().iter().zip(&natural);
            columns
                .map(|(column, &width)| match column.values {
                    Values::Text(_) => width.min(cap),
                    _ => width,
                })
                .collect()
        };
        let widest = natural.iter().copied().max().unwrap_or(0);
        let mut cap = widest;
        if total(&natural) > room {
            // No text column can be wider than the room, so few caps have to be tried.
            cap = widest.min(room).max(NARROWEST);
            while cap > NARROWEST && total(&capped(cap)) > room {
                cap -= 1;
            }
        }
        let mut widths = capped(cap);
        while widths.len() > 1 && total(&widths) > room {
            widths.pop();
        }
        Self { widths }
    }

    fn columns<'a>(&'a self, frame: &'a Frame) -> impl Iterator<Item = (&'a Column, &'a usize)> {
        frame.columns().iter().zip(&self.widths)
    }
}

/// Width of a line: columns are two blanks apart.
fn total(widths: &[usize]) -> usize {
    widths.iter().sum::<usize>() + 2 * widths.len().saturating_sub(1)
}

fn natural_width(column: &Column) -> usize {
    let mut text = String::new();
    let cells = (0..column.values.len()).map(|row| {
        text.clear();
        write_cell(column, row, &mut text);
        display_width(&harmless(&text))
    });
    cells.max().unwrap_or(0).max(display_width(&column.name))
}

const fn is_number(column: &Column) -> bool {
    matches!(column.values, Values::Int(_) | Values::Float(_))
}

/// Appends the value in a row as people read it.
fn write_cell(column: &Column, row: usize, text: &mut String) {
    match column.cell(row) {
        Cell::Null => text.push('-'),
        Cell::Int(value) => text.push_str(&value.to_string()),
        Cell::Float(value) if column.is_share => text.push_str(&share(value)),
        Cell::Float(value) => text.push_str(&float(value)),
        Cell::Bool(value) => text.push_str(if value { "true" } else { "false" }),
        Cell::Text(value) => text.push_str(value),
    }
}

/// A percentage with one decimal.
fn share(value: f64) -> String {
    match format!("{:.1} %", 100.0 * value).as_str() {
        "-0.0 %" => "0.0 %".to_owned(),
        text => text.to_owned(),
    }
}

/// Four decimals, or four digits and an exponent for very small and very large numbers.
fn float(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 || !value.is_finite() || (1e-3..1e9).contains(&size) {
        format!("{value:.4}")
    } else {
        format!("{value:.3e}")
    }
}

/// Appends a text, cut or padded to the width of its column, and the space before the column.
fn append(line: &mut String, text: &str, width: usize, right: bool) {
    if !line.is_empty() {
        line.push_str("  ");
    }
    let shown = harmless(text);
    let shown = cut(&shown, width);
    let blanks = width.saturating_sub(display_width(&shown));
    if right {
        line.extend(std::iter::repeat_n(' ', blanks));
    }
    line.push_str(&shown);
    if !right {
        line.extend(std::iter::repeat_n(' ', blanks));
    }
}

/// A text, or as much of it as fits into a width with a sign that it is cut.
fn cut(text: &str, width: usize) -> Cow<'_, str> {
    if display_width(text) <= width {
        return Cow::Borrowed(text);
    }
    let ends = text.char_indices().map(|(at, _)| at);
    let fitting = ends
        .take_while(|end| display_width(&text[..*end]) < width)
        .last();
    Cow::Owned(format!("{}{CUT}", &text[..fitting.unwrap_or(0)]))
}

/// Writes text as a field of CSV, in quotes where it must be.
fn write_field(text: &str, texts: CsvTexts, out: &mut dyn Write) -> io::Result<()> {
    let text = match texts {
        CsvTexts::Harmless => sanitized_cell(text),
        CsvTexts::Raw => Cow::Borrowed(text),
    };
    let quoted = text.is_empty() || text.contains([',', '"', '\r', '\n']);
    if quoted {
        write!(out, "\"{}\"", text.replace('"', "\"\""))
    } else {
        out.write_all(text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame() -> Frame {
        let text = |text: &str| Some(text.to_owned());
        Frame::new(vec![
            Column::new("n", vec![Some(7_i64), Some(-1234), None]),
            Column::new("who", vec![text("Müller, \"K\""), None, text("")]),
            Column::new("score", vec![Some(0.5), Some(1e-7), None]),
            Column::new("yes", vec![Some(true), None, Some(false)]),
        ])
    }

    fn written(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> String {
        let mut out = Vec::new();
        write(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    fn table(frame: &Frame, width: usize) -> String {
        written(|out| write_table(frame, Style::plain(width), out))
    }

    #[test]
    fn columns_are_aligned() {
        assert_eq!(
            table(&frame(), usize::MAX),
            "    n  who             score  yes\n\
             \x20   7  Müller, \"K\"    0.5000  true\n\
             -1234  -            1.000e-7  -\n\
             \x20   -                      -  false\n"
        );
    }

    /// Unicode Standard Annex 11: each of these ideographs takes two cells, a combining accent none.
    #[test]
    fn wide_characters_take_two_cells() {
        let text = |text: &str| Some(text.to_owned());
        let frame = Frame::new(vec![
            Column::new("who", vec![text("李超"), text("Jose\u{301}"), text("Ding")]),
            Column::new("n", vec![Some(1_i64), Some(2), Some(3)]),
        ]);
        assert_eq!(
            table(&frame, usize::MAX),
            "who   n\n李超  1\nJose\u{301}  2\nDing  3\n"
        );
        let long = Frame::new(vec![Column::new("who", vec![text(&"李".repeat(20))])]);
        let cut = table(&long, 15);
        assert_eq!(cut.lines().nth(1), Some("李李李李李李李…"));
    }

    #[test]
    fn long_texts_are_cut_before_columns_are_hidden() {
        let text = |length: usize| Some("x".repeat(length));
        let frame = Frame::new(vec![
            Column::new("a", vec![text(30)]),
            Column::new("b", vec![text(14)]),
            Column::new("count", vec![Some(123_456_i64)]),
        ]);
        let wide = table(&frame, 54);
        assert_eq!(
            wide.lines().nth(1).map(|line| line.chars().count()),
            Some(54)
        );
        assert!(!wide.contains(CUT));
        // 22 + 2 + 14 + 2 + 6: only the longest text gives way.
        let cut = table(&frame, 46);
        let row = format!("{}…  {}  123456", "x".repeat(21), "x".repeat(14));
        assert_eq!(cut.lines().nth(1), Some(row.as_str()));
        // 12 + 2 + 12 and no room for 2 + 6 more.
        let narrow = table(&frame, 30);
        let row = format!("{0}…  {0}…", "x".repeat(11));
        assert_eq!(narrow.lines().nth(1), Some(row.as_str()));
        assert!(narrow.ends_with("(hidden, the terminal is too narrow: count)\n"));
    }

    /// Rounding leaves no sign before a zero.
    #[test]
    fn shares_are_percentages() {
        let shares = vec![Some(0.7333), Some(-0.0), Some(-0.0004), Some(1.0), None];
        let frame = Frame::new(vec![Column::new("score", shares).of_shares()]);
        let text = table(&frame, 80);
        assert_eq!(
            text,
            "  score\n 73.3 %\n  0.0 %\n  0.0 %\n100.0 %\n      -\n"
        );
        let csv = written(|out| write_csv(&frame, CsvTexts::Raw, out));
        assert!(csv.starts_with("score\r\n0.7333\r\n"), "{csv}");
    }

    #[test]
    fn terminals_are_safe_from_text() {
        let frame = Frame::new(vec![Column::new("a", vec![Some("\x1b[2J\n".to_owned())])]);
        assert_eq!(table(&frame, 80), "a\n�[2J�\n");
    }

    #[test]
    fn csv_follows_the_rfc() {
        let csv = written(|out| write_csv(&frame(), CsvTexts::Harmless, out));
        assert_eq!(
            csv,
            "n,who,score,yes\r\n7,\"Müller, \"\"K\"\"\",0.5,true\r\n-1234,,0.0000001,\r\n\
             ,\"\",,false\r\n"
        );
    }

    #[test]
    fn csv_holds_no_formulas() {
        let text = |text: &str| Some(text.to_owned());
        let frame = Frame::new(vec![Column::new(
            "=a",
            vec![text("=1+1"), text("-"), text("@,\x1b")],
        )]);
        let csv = written(|out| write_csv(&frame, CsvTexts::Harmless, out));
        assert_eq!(csv, "'=a\r\n'=1+1\r\n-\r\n\"'@,\\u{1b}\"\r\n");
        let raw = written(|out| write_csv(&frame, CsvTexts::Raw, out));
        assert_eq!(raw, "=a\r\n=1+1\r\n-\r\n\"@,\x1b\"\r\n");
    }

    #[test]
    fn json_is_an_array_of_objects() {
        let mut columns = frame().columns().to_vec();
        columns.push(Column::new(
            "z\"",
            vec![Some(f64::NAN), Some(f64::INFINITY), Some(1.0)],
        ));
        let json = written(|out| write_json(&Frame::new(columns), out));
        let value: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(value.as_array().map(Vec::len), Some(3));
        assert_eq!(value[0]["who"], "Müller, \"K\"");
        assert_eq!(value[1]["score"], 1e-7);
        assert_eq!(value[1]["who"], serde_json::Value::Null);
        assert_eq!(value[2]["who"], "");
        assert_eq!(value[2]["yes"], false);
        assert_eq!(value[0]["z\""], serde_json::Value::Null);
        assert_eq!(value[1]["z\""], serde_json::Value::Null);
        assert_eq!(value[2]["z\""], 1.0);
        // Order of the columns, not of the alphabet.
        assert!(json.starts_with("[\n{\"n\":7,\"who\":"));
    }

    #[test]
    fn a_table_without_rows_is_its_names() {
        let empty = Frame::new(vec![Column::new("a", Vec::<Option<i64>>::new())]);
        assert_eq!(table(&empty, 80), "a\n");
        assert_eq!(
            written(|out| write_csv(&empty, CsvTexts::Raw, out)),
            "a\r\n"
        );
        assert_eq!(written(|out| write_json(&empty, out)), "[\n]\n");
    }
}
