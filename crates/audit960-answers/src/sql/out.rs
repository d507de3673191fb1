//! Writes answers part by part, as they come.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use audit960_dataset::Dataset;
use audit960_dataset::Door;
use audit960_dataset::tables::AnswerFile;
use audit960_report::{CsvTexts, write_csv_names, write_csv_rows, write_json_lines};

use crate::sql::{Answer, QueryError, stream};

/// The format of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutFormat {
    /// Parquet: whole numbers of 64 bits, days as DATE, lists as lists.
    Parquet,
    /// RFC 4180, with a header line.
    Csv(CsvTexts),
    /// One JSON object per line.
    JsonLines,
}

impl OutFormat {
    /// The format by the extension of a file name, `.parquet`, `.csv`, `.jsonl` or `.ndjson`, in any letter
    /// case; `None` for others.
    #[must_use]
    pub fn of(path: &Path, texts: CsvTexts) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "parquet" => Some(Self::Parquet),
            "csv" => Some(Self::Csv(texts)),
            "jsonl" | "ndjson" => Some(Self::JsonLines),
            _ => None,
        }
    }
}

/// Writes the answer to a query, part by part; see [`stream`]. Returns the number of rows written.
///
/// # Errors
/// Those of [`stream`] and of the writer.
pub fn write_answer<W: Write + Send>(
    dataset: &Dataset,
    sql: &str,
    max_memory: u64,
    format: OutFormat,
    out: W,
) -> Result<u64, QueryError> {
    let mut target = Target::Begun(format, out);
    let mut rows = 0;
    stream(dataset, sql, max_memory, |part| {
        rows += part.table.rows() as u64;
        target.write(&part)
    })?;
    target.finish()?;
    Ok(rows)
}

/// Writes the answer to a query to a file, which is replaced when everything is written. Returns the
/// numbers of rows and bytes written.
///
/// # Errors
/// Those of [`stream`]; if the file cannot be written.
pub fn write_file(
    dataset: &Dataset,
    sql: &str,
    max_memory: u64,
    format: OutFormat,
    path: &Path,
    door: &Door,
) -> Result<(u64, u64), QueryError> {
    let (mut rows, mut refused) = (0, None);
    let replaced = door.replace(path, |file| {
        match write_answer(dataset, sql, max_memory, format, BufWriter::new(file)) {
            Ok(written) => rows = written,
            Err(QueryError::Output(error)) => return Err(error),
            Err(error) => {
                refused = Some(error);
                return Err(io::ErrorKind::Other.into());
            }
        }
        Ok(())
    });
    // The query failed, not the file.
    if let Some(error) = refused {
        return Err(error);
    }
    Ok((rows, replaced?))
}

/// The output of an answer.
enum Target<W: Write + Send> {
    /// Nothing was written yet: the columns are not known.
    Begun(OutFormat, W),
    Text(OutFormat, W),
    Parquet(Box<AnswerFile<W>>),
    /// Writing has failed.
    Failed,
}

impl<W: Write + Send> Target<W> {
    fn write(&mut self, part: &Answer) -> io::Result<()> {
        if matches!(self, Self::Begun(..)) {
            *self = std::mem::replace(self, Self::Failed).begin(part)?;
        }
        match self {
            Self::Begun(..) | Self::Failed => Ok(()),
            Self::Text(OutFormat::Csv(texts), out) => write_csv_rows(&part.table, *texts, out),
            Self::Text(_, out) => write_json_lines(&part.table, out),
            Self::Parquet(file) => file.write(&part.table),
        }
    }

    fn begin(self, part: &Answer) -> io::Result<Self> {
        match self {
            Self::Begun(OutFormat::Parquet, out) => {
                let file = AnswerFile::new(out, &part.table, &part.types)?;
                Ok(Self::Parquet(Box::new(file)))
            }
            Self::Begun(format, mut out) => {
                if let OutFormat::Csv(texts) = format {
                    write_csv_names(&part.table, texts, &mut out)?;
                }
                Ok(Self::Text(format, out))
            }
            begun => Ok(begun),
        }
    }

    fn finish(self) -> io::Result<()> {
        match self {
            Self::Begun(_, mut out) | Self::Text(_, mut out) => out.flush(),
            Self::Parquet(file) => file.finish(),
            Self::Failed => Ok(()),
        }
    }
}
