//! The row count of a Parquet file, from its footer.

use std::fs::File;
use std::path::Path;

use parquet::file::metadata::{ParquetMetaDataReader, RowGroupMetaData};

/// The row count in the footer of a Parquet file, checked against the sum over its row groups.
///
/// # Errors
/// A sentence that says what is wrong with the file.
pub fn count_rows(path: &Path) -> Result<u64, String> {
    let file = File::open(path).map_err(|error| error.to_string())?;
    let footer = ParquetMetaDataReader::new().parse_and_finish(&file);
    let footer = footer.map_err(|error| format!("is not a Parquet file ({error})"))?;
    let stated = footer.file_metadata().num_rows();
    let groups: i64 = footer
        .row_groups()
        .iter()
        .map(RowGroupMetaData::num_rows)
        .sum();
    if stated != groups {
        return Err(format!(
            "its footer states {stated} rows, and its row groups {groups}"
        ));
    }
    u64::try_from(stated).map_err(|_| format!("its footer states {stated} rows"))
}
