//! Two datasets row by row.

use std::path::PathBuf;

use super::Difference;
use super::read::reader;
use crate::schema::SCHEMAS;

/// The first row in which the files of a table differ from `others`, which are taken for right; `None`
/// where all are equal.
///
/// # Errors
/// A file that cannot be read.
pub fn first_difference(
    table: &str,
    files: &[PathBuf],
    others: &[PathBuf],
) -> Result<Option<Difference>, Difference> {
    let Some(schema) = SCHEMAS.iter().find(|schema| schema.name == table) else {
        return Ok(None);
    };
    for (file, other) in files.iter().zip(others) {
        let (mut ours, mut theirs) = (reader(schema, file)?, reader(schema, other)?);
        let mut first = 0;
        loop {
            let next = |reader: &mut dyn Iterator<Item = Result<_, _>>| {
                let batch: Option<Result<arrow_array::RecordBatch, arrow_schema::ArrowError>> =
                    reader.next();
                batch.transpose()
            };
            let wrong = |error: arrow_schema::ArrowError| Difference::new(file, error.to_string());
            let (one, two) = (
                next(&mut ours).map_err(wrong)?,
                next(&mut theirs).map_err(wrong)?,
            );
            let (one, two) = match (one, two) {
                (None, None) => break,
                (Some(one), Some(two)) => (one, two),
                _ => {
                    let what = format!("{first} rows are equal, and one of the two ends there");
                    return Ok(Some(Difference::new(file, what)));
                }
            };
            let rows = one.num_rows().min(two.num_rows());
            let differs = |row: &usize| one.slice(*row, 1) != two.slice(*row, 1);
            if one.slice(0, rows) != two.slice(0, rows)
                && let Some(row) = (0..rows).find(differs)
            {
                let names = schema.columns.iter().map(|column| column.name);
                let (left, right) = (one.slice(row, 1), two.slice(row, 1));
                let mut columns = names.zip(left.columns().iter().zip(right.columns()));
                let column = columns.find(|(_, (left, right))| left != right);
                let column = column.map_or("", |(name, _)| name);
                let row = first + row as u64;
                let what = format!("row {row}: column {column} is not what the inputs give");
                return Ok(Some(Difference::new(file, what)));
            }
            first += rows as u64;
        }
    }
    if files.len() != others.len() {
        let path = files.last().or(others.last());
        let what = format!(
            "table {table} has {} files, and the inputs give {}",
            files.len(),
            others.len()
        );
        return Ok(path.map(|path| Difference::new(path, what)));
    }
    Ok(None)
}
