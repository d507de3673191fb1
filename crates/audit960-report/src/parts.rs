//! Tables that are written part by part, as their rows come.

use std::io::{self, Write};

use audit960_types::Table;

use crate::aligned::write_table;
use crate::arrow_stream::ArrowStream;
use crate::csv_json::{CsvTexts, write_csv_names, write_csv_rows, write_json_lines};
use crate::form::TableForm;
use crate::style::Style;

/// Writes the parts of one table. Aligned columns need all rows to know their widths: such a table has one part.
#[derive(Debug)]
pub struct TableParts(Begun);

/// A table that was begun, by its form.
#[derive(Debug)]
enum Begun {
    Table(Style),
    Csv(CsvTexts),
    /// With the number of rows that were written.
    Json(u64),
    Arrow(Box<ArrowStream>),
}

impl TableParts {
    /// Begins a table with these columns; writes none of its rows. `about` is what holds for all rows, as a JSON object:
    /// only Arrow streams can say it.
    ///
    /// # Errors
    /// Where it cannot be written; an Arrow stream is not written to a terminal.
    pub fn begin(
        form: TableForm,
        columns: &Table,
        about: Option<&str>,
        out: &mut dyn Write,
    ) -> io::Result<Self> {
        Ok(Self(match form {
            TableForm::Table(style) => Begun::Table(style),
            TableForm::Csv(texts) => {
                write_csv_names(columns, texts, out)?;
                Begun::Csv(texts)
            }
            TableForm::Json => {
                out.write_all(b"[")?;
                Begun::Json(0)
            }
            TableForm::Arrow { terminal: false } => {
                Begun::Arrow(Box::new(ArrowStream::new(columns, about)?))
            }
            TableForm::Arrow { terminal: true } => {
                return Err(io::Error::other(
                    "an Arrow stream is binary: write it to a file or a pipe, not to a terminal",
                ));
            }
        }))
    }

    /// Writes the next rows.
    ///
    /// # Errors
    /// Where they cannot be written.
    pub fn write(&mut self, part: &Table, out: &mut dyn Write) -> io::Result<()> {
        match &mut self.0 {
            Begun::Table(style) => write_table(part, *style, out),
            Begun::Csv(texts) => write_csv_rows(part, *texts, out),
            Begun::Json(rows) => {
                let mut lines = Vec::new();
                write_json_lines(part, &mut lines)?;
                for line in lines.split_inclusive(|byte| *byte == b'\n') {
                    out.write_all(if *rows > 0 { b",\n" } else { b"\n" })?;
                    out.write_all(line.trim_ascii_end())?;
                    *rows += 1;
                }
                Ok(())
            }
            Begun::Arrow(stream) => stream.write(part, out),
        }
    }

    /// Ends the table.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn end(self, out: &mut dyn Write) -> io::Result<()> {
        match self.0 {
            Begun::Table(_) | Begun::Csv(_) => Ok(()),
            Begun::Json(_) => out.write_all(b"\n]\n"),
            Begun::Arrow(mut stream) => stream.end(out),
        }
    }
}

#[cfg(test)]
mod tests {
    use arrow_array::cast::AsArray as _;
    use arrow_array::types::{Date32Type, Float64Type, Int64Type};
    use arrow_array::{Array as _, RecordBatch};
    use arrow_ipc::reader::StreamReader;
    use arrow_schema::DataType;
    use audit960_types::{Column, Values};

    use super::*;
    use crate::ABOUT;

    const ARROW: TableForm = TableForm::Arrow { terminal: false };

    fn table() -> Table {
        let text = |text: &str| Some(text.to_owned());
        Table::new(vec![
            Column::new("n", vec![Some(i64::MAX), None, Some(-1)]),
            Column::new("x", vec![None, Some(0.1), Some(f64::INFINITY)]),
            Column::new("b", Values::Bool(vec![Some(true), None, Some(false)])),
            Column::new("d", Values::Date(vec![None, Some(2), Some(-3)])),
            Column::new("t", vec![text("é"), None, text("")]),
        ])
    }

    /// What is written where the rows come one by one.
    fn in_parts(form: TableForm, table: &Table, about: Option<&str>) -> Vec<u8> {
        let mut out = Vec::new();
        let mut parts = TableParts::begin(form, &table.clone().head(0), about, &mut out).unwrap();
        for row in 0..table.rows() {
            let columns = table.columns().iter().map(|column| {
                let values = match &column.values {
                    Values::Int(values) => Values::Int(vec![values[row]]),
                    Values::Float(values) => Values::Float(vec![values[row]]),
                    Values::Bool(values) => Values::Bool(vec![values[row]]),
                    Values::Date(values) => Values::Date(vec![values[row]]),
                    Values::Text(values) => Values::Text(vec![values[row].clone()]),
                };
                Column::new(&column.name, values)
            });
            parts
                .write(&Table::new(columns.collect()), &mut out)
                .unwrap();
            // A part without rows is none.
            parts.write(&table.clone().head(0), &mut out).unwrap();
        }
        parts.end(&mut out).unwrap();
        out
    }

    #[test]
    fn parts_make_the_text_of_the_whole() {
        for form in [TableForm::Csv(CsvTexts::Raw), TableForm::Json] {
            for table in [table(), table().head(1), table().head(0)] {
                let mut whole = Vec::new();
                form.write(&table, &mut whole).unwrap();
                assert_eq!(in_parts(form, &table, None), whole);
            }
        }
        let json = in_parts(TableForm::Json, &table().head(0), None);
        assert_eq!(json, b"[\n]\n");
    }

    #[test]
    fn arrow_has_values_types_and_what_holds_for_all() {
        let bytes = in_parts(ARROW, &table(), Some("{\"games\": 3}"));
        let reader = StreamReader::try_new(bytes.as_slice(), None).unwrap();
        assert_eq!(reader.schema().metadata()[ABOUT], "{\"games\": 3}");
        let rows: Vec<RecordBatch> = reader.map(Result::unwrap).collect();
        assert_eq!(rows.len(), 3);
        let first = &rows[0];
        assert_eq!(
            first.column(0).as_primitive::<Int64Type>().value(0),
            i64::MAX
        );
        assert!(first.column(1).is_null(0) && first.column(3).is_null(0));
        assert!(first.column(2).as_boolean().value(0));
        assert_eq!(first.column(4).as_string::<i32>().value(0), "é");
        let second = &rows[1];
        assert!(second.column(0).is_null(0) && second.column(4).is_null(0));
        let third = &rows[2];
        let infinite = third.column(1).as_primitive::<Float64Type>().value(0);
        assert!(infinite.is_infinite());
        assert_eq!(third.column(3).as_primitive::<Date32Type>().value(0), -3);
        assert_eq!(third.column(4).as_string::<i32>().value(0), "");
    }

    #[test]
    fn arrow_without_rows_has_the_types() {
        let bytes = in_parts(ARROW, &table().head(0), None);
        let reader = StreamReader::try_new(bytes.as_slice(), None).unwrap();
        let schema = reader.schema();
        let types = schema.fields().iter().map(|field| field.data_type());
        use DataType::{Boolean, Date32, Float64, Int64, Utf8};
        let expected = [&Int64, &Float64, &Boolean, &Date32, &Utf8];
        assert!(types.eq(expected));
        assert!(schema.metadata().is_empty());
        assert_eq!(reader.count(), 0);
    }

    #[test]
    fn arrow_is_not_written_to_a_terminal() {
        let form = TableForm::Arrow { terminal: true };
        let mut out = Vec::new();
        let refused = form.write(&table(), &mut out).unwrap_err().to_string();
        assert!(refused.contains("not to a terminal"), "{refused}");
        assert_eq!(out, b"");
    }
}
