//! Tables of typed columns, as other programs read them: CSV and JSON.

use audit960_dataset::Table;
use std::borrow::Cow;
use std::io::{self, Write};

use audit960_types::{Cell, date_text, sanitized_cell, sanitized_json};

/// How texts are written in CSV.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CsvTexts {
    /// Escaped: none is a formula to a spreadsheet or has characters that a terminal would obey.
    #[default]
    Harmless,
    /// As they are.
    Raw,
}

/// Writes the first line of a table as CSV (RFC 4180): the names of the columns.
///
/// # Errors
/// Those of the writer.
pub(crate) fn write_csv_names(
    table: &Table,
    texts: CsvTexts,
    out: &mut dyn Write,
) -> io::Result<()> {
    for (index, column) in table.columns().iter().enumerate() {
        out.write_all(comma(index))?;
        write_field(&column.name, texts, out)?;
    }
    out.write_all(b"\r\n")
}

/// Writes the other lines: the rows. Null is an empty field, empty text `""`; floating-point numbers have as many digits as
/// tell them apart. With [`CsvTexts::Harmless`] a spreadsheet reads no text as a formula.
///
/// # Errors
/// Those of the writer.
pub(crate) fn write_csv_rows(
    table: &Table,
    texts: CsvTexts,
    out: &mut dyn Write,
) -> io::Result<()> {
    for row in 0..table.rows() {
        for (index, column) in table.columns().iter().enumerate() {
            out.write_all(comma(index))?;
            match column.cell(row) {
                Cell::Null => {}
                Cell::Int(value) => write!(out, "{value}")?,
                Cell::Float(value) => write!(out, "{value}")?,
                Cell::Bool(value) => write!(out, "{value}")?,
                Cell::Date(days) => {
                    write_field(&date_text(days).unwrap_or_default(), texts, out)?;
                }
                Cell::Text(text) => write_field(text, texts, out)?,
                Cell::Ints(list) => write_field(&json_list(&list), texts, out)?,
                Cell::Floats(list) => write_field(&json_list(&list), texts, out)?,
            }
        }
        out.write_all(b"\r\n")?;
    }
    Ok(())
}

const fn comma(index: usize) -> &'static [u8] {
    if index > 0 { b"," } else { b"" }
}

/// Writes a table as JSON lines: an object for each row, one a line and nothing around them, in the order of the
/// columns. Numbers that JSON does not know (NaN, infinities) are null.
///
/// # Errors
/// Those of the writer.
pub(crate) fn write_json_lines(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    let names = json_names(table)?;
    for row in 0..table.rows() {
        write_object(table, &names, row, out)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

fn json_names(table: &Table) -> io::Result<Vec<String>> {
    let names = table.columns().iter().map(|column| {
        let name = serde_json::to_string(&column.name)?;
        Ok(sanitized_json(&name).into_owned())
    });
    names.collect()
}

fn write_object(
    table: &Table,
    names: &[String],
    row: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    out.write_all(b"{")?;
    for (index, (column, name)) in table.columns().iter().zip(names).enumerate() {
        out.write_all(comma(index))?;
        write!(out, "{name}:")?;
        match column.cell(row) {
            Cell::Null => out.write_all(b"null")?,
            Cell::Int(value) => write!(out, "{value}")?,
            Cell::Float(value) => serde_json::to_writer(&mut *out, &value)?,
            Cell::Bool(value) => write!(out, "{value}")?,
            Cell::Date(days) => serde_json::to_writer(&mut *out, &date_text(days))?,
            Cell::Text(text) => {
                let text = serde_json::to_string(text)?;
                out.write_all(sanitized_json(&text).as_bytes())?;
            }
            Cell::Ints(list) => out.write_all(json_list(&list).as_bytes())?,
            Cell::Floats(list) => out.write_all(json_list(&list).as_bytes())?,
        }
    }
    out.write_all(b"}")
}

/// A list as JSON: `[4,null,12]`. Numbers that JSON does not know are null.
pub(crate) fn json_list<N: Copy + Into<serde_json::Value> + ToString>(
    list: &[Option<N>],
) -> String {
    let numbers = list.iter().map(|number| match *number {
        Some(number) if !number.into().is_null() => number.to_string(),
        _ => "null".to_owned(),
    });
    format!("[{}]", numbers.collect::<Vec<_>>().join(","))
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
pub(crate) mod tests {
    use audit960_dataset::Column;
    use audit960_types::tables::DayNumber;

    use super::*;

    use crate::{Format, TableForm};

    /// A table with a value of each type and nulls.
    pub(crate) fn table() -> Table {
        let text = |text: &str| Some(text.to_owned());
        Table::new(vec![
            Column::new("n", vec![Some(7_i64), Some(-1234), None]),
            Column::new("who", vec![text("Müller, \"K\""), None, text("")]),
            Column::new("score", vec![Some(0.5), Some(1e-7), None]),
            Column::new("yes", vec![Some(true), None, Some(false)]),
            Column::new(
                "day",
                vec![Some(DayNumber(18_262)), None, Some(DayNumber(-1))],
            ),
        ])
    }

    pub(crate) fn written(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> String {
        let mut out = Vec::new();
        write(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    fn csv(table: &Table, texts: CsvTexts) -> String {
        let form = TableForm {
            texts,
            ..TableForm::plain(Format::Csv)
        };
        written(|out| form.write(table, out))
    }

    #[test]
    fn csv_follows_the_rfc() {
        let csv = csv(&table(), CsvTexts::Harmless);
        assert_eq!(
            csv,
            "n,who,score,yes,day\r\n7,\"Müller, \"\"K\"\"\",0.5,true,2020-01-01\r\n-1234,,0.0000001,,\r\n\
             ,\"\",,false,1969-12-31\r\n"
        );
    }

    #[test]
    fn csv_holds_no_formulas() {
        let text = |text: &str| Some(text.to_owned());
        let table = Table::new(vec![Column::new(
            "=a",
            vec![text("=1+1"), text("-"), text("@,\x1b")],
        )]);
        let harmless = csv(&table, CsvTexts::Harmless);
        assert_eq!(harmless, "'=a\r\n'=1+1\r\n-\r\n\"'@,\\u{1b}\"\r\n");
        let raw = csv(&table, CsvTexts::Raw);
        assert_eq!(raw, "=a\r\n=1+1\r\n-\r\n\"@,\x1b\"\r\n");
    }

    #[test]
    fn json_is_an_array_of_objects() {
        let mut columns = table().columns().to_vec();
        columns.push(Column::new(
            "z\"",
            vec![Some(f64::NAN), Some(f64::INFINITY), Some(1.0)],
        ));
        let json = written(|out| TableForm::plain(Format::Json).write(&Table::new(columns), out));
        let value: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(value.as_array().map(Vec::len), Some(3));
        assert_eq!(value[0]["who"], "Müller, \"K\"");
        assert_eq!(value[1]["score"], 1e-7);
        assert_eq!(value[1]["who"], serde_json::Value::Null);
        assert_eq!(value[2]["who"], "");
        assert_eq!(value[2]["yes"], false);
        assert_eq!(value[0]["day"], "2020-01-01");
        assert_eq!(value[1]["day"], serde_json::Value::Null);
        assert_eq!(value[0]["z\""], serde_json::Value::Null);
        assert_eq!(value[1]["z\""], serde_json::Value::Null);
        assert_eq!(value[2]["z\""], 1.0);
        // Order of the columns, not of the alphabet.
        assert!(json.starts_with("[\n{\"n\":7,\"who\":"));
    }

    /// People read shares as percentages, programs do not.
    #[test]
    fn shares_are_numbers() {
        let column = Column {
            form: audit960_dataset::NumberForm::Share,
            ..Column::new("score", vec![Some(0.7333)])
        };
        let csv = csv(&Table::new(vec![column]), CsvTexts::Raw);
        assert_eq!(csv, "score\r\n0.7333\r\n");
    }

    #[test]
    fn a_table_without_rows_is_its_names() {
        let empty = Table::new(vec![Column::new("a", Vec::<Option<i64>>::new())]);
        assert_eq!(csv(&empty, CsvTexts::Raw), "a\r\n");
        assert_eq!(
            written(|out| TableForm::plain(Format::Json).write(&empty, out)),
            "[\n]\n"
        );
    }
}
