//! Tables that are written part by part, as their rows come.

use std::collections::HashMap;
use std::io::{self, Write};

use arrow_ipc::writer::StreamWriter;
use arrow_schema::{ArrowError, Schema};
use audit960_dataset::Table;
use audit960_dataset::tables::AnswerFile;

use crate::aligned::write_table;
use crate::csv_json::{CsvTexts, write_csv_names, write_csv_rows, write_json_lines};
use crate::format::{Format, TableForm};
use crate::style::Style;

/// The metadata in which an Arrow stream says what holds for all its rows, as a JSON object.
pub const ABOUT: &str = "audit960.about";

/// Writes the parts of one table. Aligned columns need all rows to know their widths: such a table has one part.
pub struct TableParts(Begun);

impl std::fmt::Debug for TableParts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TableParts").finish_non_exhaustive()
    }
}

/// A table that was begun, by its format. What is no text is encoded in memory, and passed on after each part.
enum Begun {
    Table(Style),
    Csv(CsvTexts),
    /// With the number of rows that were written.
    Json(u64),
    JsonLines,
    Arrow(Box<StreamWriter<Vec<u8>>>),
    Parquet(Box<AnswerFile<Vec<u8>>>),
}

impl TableParts {
    /// Begins a table with these columns; writes none of its rows. `about` is what holds for all rows, as a JSON object:
    /// only Arrow streams can say it.
    ///
    /// # Errors
    /// Where it cannot be written; a binary format is not written to a terminal, and one that is not of tables never.
    pub fn begin(
        form: TableForm,
        columns: &Table,
        about: Option<&str>,
        out: &mut dyn Write,
    ) -> io::Result<Self> {
        if form.is_terminal && form.format.is_binary() {
            return Err(io::Error::other(
                "Arrow and Parquet are binary: write them to a file or a pipe, not to a terminal",
            ));
        }
        Ok(Self(match form.format {
            Format::Table => Begun::Table(form.style),
            Format::Csv => {
                write_csv_names(columns, form.texts, out)?;
                Begun::Csv(form.texts)
            }
            Format::Json => {
                out.write_all(b"[")?;
                Begun::Json(0)
            }
            Format::JsonLines => Begun::JsonLines,
            Format::Arrow => {
                let about = about.map(|about| (ABOUT.to_owned(), about.to_owned()));
                let about = about.into_iter().collect::<HashMap<_, _>>();
                let schema = Schema::clone(&columns.schema()).with_metadata(about);
                let writer = StreamWriter::try_new(Vec::new(), &schema).map_err(io_error)?;
                Begun::Arrow(Box::new(writer))
            }
            Format::Parquet => Begun::Parquet(Box::new(AnswerFile::new(Vec::new(), columns)?)),
            Format::Pgn
            | Format::Epd
            | Format::Fen
            | Format::Dice
            | Format::Text
            | Format::Sarif => {
                return Err(io::Error::other("this is no format of tables"));
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
            Begun::JsonLines => write_json_lines(part, out),
            Begun::Arrow(writer) => {
                if part.rows() > 0 {
                    let batch = part.batch(&part.schema()).map_err(io_error)?;
                    writer.write(&batch).map_err(io_error)?;
                }
                pass_on(writer.get_mut(), out)
            }
            Begun::Parquet(file) => {
                file.write(part)?;
                pass_on(file.target_mut(), out)
            }
        }
    }

    /// Ends the table.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn end(self, out: &mut dyn Write) -> io::Result<()> {
        match self.0 {
            Begun::Table(_) | Begun::Csv(_) | Begun::JsonLines => Ok(()),
            Begun::Json(_) => out.write_all(b"\n]\n"),
            Begun::Arrow(mut writer) => {
                writer.finish().map_err(io_error)?;
                pass_on(writer.get_mut(), out)
            }
            Begun::Parquet(file) => out.write_all(&file.finish()?),
        }
    }
}

fn pass_on(encoded: &mut Vec<u8>, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(encoded)?;
    encoded.clear();
    Ok(())
}

fn io_error(error: ArrowError) -> io::Error {
    match error {
        ArrowError::IoError(_, error) => error,
        other => io::Error::other(other),
    }
}

#[cfg(test)]
mod tests {
    use arrow_array::cast::AsArray as _;
    use arrow_array::types::{Date32Type, Float64Type, Int64Type};
    use arrow_array::{Array as _, RecordBatch};
    use arrow_ipc::reader::StreamReader;
    use arrow_schema::DataType;
    use audit960_dataset::Column;
    use audit960_types::tables::DayNumber;
    use bytes::Bytes;
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

    use super::*;

    const ARROW: TableForm = TableForm::plain(Format::Arrow);

    fn table() -> Table {
        let text = |text: &str| Some(text.to_owned());
        Table::new(vec![
            Column::new("n", vec![Some(i64::MAX), None, Some(-1)]),
            Column::new("x", vec![None, Some(0.1), Some(f64::INFINITY)]),
            Column::new("b", vec![Some(true), None, Some(false)]),
            Column::new("d", vec![None, Some(DayNumber(2)), Some(DayNumber(-3))]),
            Column::new("t", vec![text("é"), None, text("")]),
            Column::new(
                "l",
                vec![Some(vec![Some(7), None, Some(-1_i64)]), None, Some(vec![])],
            ),
        ])
    }

    /// What is written where the rows come one by one.
    fn in_parts(form: TableForm, table: &Table, about: Option<&str>) -> Vec<u8> {
        let mut out = Vec::new();
        let mut parts = TableParts::begin(form, &table.clone().head(0), about, &mut out).unwrap();
        for row in 0..table.rows() {
            let columns = table
                .columns()
                .iter()
                .map(|column| Column::new(&column.name, column.values.slice(row, 1)));
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
        for format in [Format::Csv, Format::Json, Format::JsonLines] {
            let form = TableForm::plain(format);
            for table in [table(), table().head(1), table().head(0)] {
                let mut whole = Vec::new();
                form.write(&table, &mut whole).unwrap();
                assert_eq!(in_parts(form, &table, None), whole);
            }
        }
        let json = in_parts(TableForm::plain(Format::Json), &table().head(0), None);
        assert_eq!(json, b"[\n]\n");
    }

    /// The encoder's rows, passed on as they come, are those of the table.
    #[test]
    fn parquet_in_parts_is_a_whole_file() {
        let bytes = in_parts(TableForm::plain(Format::Parquet), &table(), None);
        let reader = ParquetRecordBatchReaderBuilder::try_new(Bytes::from(bytes)).unwrap();
        let rows: Vec<RecordBatch> = reader.build().unwrap().map(Result::unwrap).collect();
        let [rows] = &rows[..] else {
            panic!("{} batches", rows.len());
        };
        for (column, values) in table().columns().iter().zip(rows.columns()) {
            assert_eq!(&*column.values, &**values, "{}", column.name);
        }
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
        let list = DataType::new_list(Int64, true);
        let expected = [&Int64, &Float64, &Boolean, &Date32, &Utf8, &list];
        assert!(types.eq(expected));
        assert!(schema.metadata().is_empty());
        assert_eq!(reader.count(), 0);
    }

    #[test]
    fn what_is_no_text_is_not_written_to_a_terminal() {
        for format in [Format::Arrow, Format::Parquet] {
            let form = TableForm {
                is_terminal: true,
                ..TableForm::plain(format)
            };
            let mut out = Vec::new();
            let refused = form.write(&table(), &mut out).unwrap_err().to_string();
            assert!(refused.contains("not to a terminal"), "{refused}");
            assert_eq!(out, b"");
        }
    }
}
