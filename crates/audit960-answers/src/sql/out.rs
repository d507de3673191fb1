//! Writes answers part by part, as they come.

use std::io::Write;

use audit960_dataset::{Dataset, Table};
use audit960_report::{TableForm, TableParts};

use crate::sql::{QueryError, stream};

/// Writes the answer to a query, part by part; see [`stream`]. Returns the number of rows written.
///
/// # Errors
/// Those of [`stream`] and of the writer.
pub fn write_answer(
    dataset: &Dataset,
    sql: &str,
    form: TableForm,
    out: &mut dyn Write,
) -> Result<u64, QueryError> {
    let (mut begun, mut held, mut rows) = (None, Vec::new(), 0);
    stream(dataset, sql, |part| {
        rows += part.rows() as u64;
        // Aligned columns need all rows to know their widths.
        if form.is_table() {
            held.push(part);
            return Ok(());
        }
        let parts = match &mut begun {
            Some(parts) => parts,
            none => none.insert(TableParts::begin(form, &part, None, out)?),
        };
        parts.write(&part, out)
    })?;
    match begun {
        Some(parts) => parts.end(out)?,
        None => form.write(&Table::joined(held).unwrap_or_default(), out)?,
    }
    Ok(rows)
}
