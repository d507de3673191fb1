//! Footers: row groups of an unfinished file, described as its footer would describe them, and the number of rows.

use std::fs::File;
use std::path::Path;

use parquet::basic::SortOrder;
use parquet::errors::ParquetError;
use parquet::file::metadata::{
    FileMetaData, ParquetMetaData, ParquetMetaDataOptions, ParquetMetaDataReader,
    ParquetMetaDataWriter, RowGroupMetaData,
};
use parquet::file::statistics::Statistics;

/// The footer of a file with these row groups.
pub(crate) fn write(groups: &[RowGroupMetaData]) -> Result<Vec<u8>, ParquetError> {
    let mut footer = Vec::new();
    let Some(first) = groups.first() else {
        return Ok(footer);
    };
    let schema = first.schema_descr_ptr();
    let rows = groups.iter().map(RowGroupMetaData::num_rows).sum();
    let file = FileMetaData::new(2, rows, None, None, schema, None);
    let whole = ParquetMetaData::new(file, groups.to_vec());
    ParquetMetaDataWriter::new(&mut footer, &whole).finish()?;
    Ok(footer)
}

/// The row groups that a footer describes.
pub(crate) fn read(footer: &[u8]) -> Result<Vec<RowGroupMetaData>, ParquetError> {
    if footer.is_empty() {
        return Ok(Vec::new());
    }
    // The metadata is followed by its length and the four magic bytes.
    let text = footer
        .get(..footer.len().saturating_sub(8))
        .unwrap_or_default();
    // Read the page encoding statistics in full, so that they are written back unchanged.
    let options = ParquetMetaDataOptions::new().with_encoding_stats_as_mask(false);
    let whole = ParquetMetaDataReader::decode_metadata_with_options(text, Some(&options))?;
    whole.row_groups().iter().map(as_written).collect()
}

/// The row group as its writer described it: minimum and maximum of signed columns are also written in the
/// deprecated form, which the reader ignores where it finds the new one.
fn as_written(group: &RowGroupMetaData) -> Result<RowGroupMetaData, ParquetError> {
    let columns = group.columns().iter().map(|column| {
        let signed = column.column_descr().sort_order() == SortOrder::SIGNED;
        match (signed, column.statistics()) {
            (true, Some(statistics)) => {
                let statistics = in_both_forms(statistics);
                column
                    .clone()
                    .into_builder()
                    .set_statistics(statistics)
                    .build()
            }
            _ => Ok(column.clone()),
        }
    });
    let columns = columns.collect::<Result<_, _>>()?;
    group
        .clone()
        .into_builder()
        .set_column_metadata(columns)
        .build()
}

fn in_both_forms(statistics: &Statistics) -> Statistics {
    match statistics.clone() {
        Statistics::Boolean(it) => it.with_backwards_compatible_min_max(true).into(),
        Statistics::Int32(it) => it.with_backwards_compatible_min_max(true).into(),
        Statistics::Int64(it) => it.with_backwards_compatible_min_max(true).into(),
        Statistics::Float(it) => it.with_backwards_compatible_min_max(true).into(),
        Statistics::Double(it) => it.with_backwards_compatible_min_max(true).into(),
        other => other,
    }
}

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
