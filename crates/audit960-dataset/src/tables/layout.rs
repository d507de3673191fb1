//! How columns are laid out in the files: encodings, compression, statistics.
//!
//! Chosen for speed first and size second. Numbers are stored as differences, in as many bits as a
//! group of them needs, and gain nothing from compression. Strings that recur are stored once in a
//! dictionary. Statistics (minimum and maximum of a column in a row group) are kept for every column, so that
//! readers can skip row groups by any of them.

use crate::FORMAT_VERSION;
use parquet::basic::{Compression, Encoding};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesBuilder};
use parquet::schema::types::ColumnPath;
use serde_json::{Value, json};

use audit960_types::tables::{ColumnDoc, ColumnType, TableSchema};

/// Maximum rows of a batch, which is encoded at once: few enough to stay in the processor's cache and for
/// text to stay far below the 2 GiB that an array can hold. Batches count from the start of the row group, so
/// chunk borders leave no trace in the bytes.
pub(crate) const BATCH_ROWS: usize = 1 << 13;

/// The writer named in the file; without a version, so that a release alone changes no bytes.
const CREATED_BY: &str = "audit960";

/// Rows after which a data page ends; a page also ends near the default of 1 MiB.
const PAGE_ROWS: usize = 1 << 16;

/// Text columns whose neighbouring values share a prefix, such as URLs of games on one server, where a dictionary
/// would be too long.
const SHARED_PREFIXES: &[&str] = &["site"];

/// Text columns whose values are mostly unique where a dictionary would be too long.
const OFTEN_UNIQUE: &[&str] = &["opening"];

/// Text columns whose values are always mostly unique in a row group.
const MOSTLY_UNIQUE: &[&str] = &["moves", "opening_moves", "excerpt", "operations"];

/// Text columns whose rows are sorted by them, by table: each value has most of its bytes in common with the one before.
const SORTED: &[(&str, &str)] = &[("tree", "fen")];

/// Number columns without order or locality: differences would take more bits than the numbers.
const RANDOM: &[&str] = &["moves_hash", "game_id", "copy_of"];

/// The properties of a table's files.
pub(crate) fn properties(table: &TableSchema) -> WriterProperties {
    let builder = WriterProperties::builder()
        .set_created_by(CREATED_BY.to_owned())
        .set_key_value_metadata(Some(notes(table)))
        .set_offset_index_disabled(true)
        .set_data_page_row_count_limit(PAGE_ROWS)
        .set_write_batch_size(BATCH_ROWS)
        .set_dictionary_enabled(false)
        .set_statistics_enabled(EnabledStatistics::Chunk);
    let columns = table.columns.iter();
    let builder = columns.fold(builder, |builder, doc| column(builder, table.name, doc));
    builder.build()
}

/// Metadata that makes a file understandable on its own: format version, table, and its columns as JSON, each
/// with `name`, `unit` (empty where there is none) and `meaning`.
fn notes(table: &TableSchema) -> Vec<KeyValue> {
    let columns = table.columns.iter().map(|column| {
        json!({
            "name": column.name,
            "unit": column.unit,
            "meaning": column.meaning,
        })
    });
    let columns = Value::from(columns.collect::<Vec<_>>());
    [
        ("audit960.format_version", FORMAT_VERSION.to_string()),
        ("audit960.table", table.name.to_owned()),
        ("audit960.columns", columns.to_string()),
    ]
    .map(|(key, value)| KeyValue::new(key.to_owned(), value))
    .to_vec()
}

fn column(
    builder: WriterPropertiesBuilder,
    table: &str,
    doc: &ColumnDoc,
) -> WriterPropertiesBuilder {
    let path = || ColumnPath::from(doc.name);
    match doc.kind {
        ColumnType::Int32 | ColumnType::Int64 if RANDOM.contains(&doc.name) => builder,
        ColumnType::Int32 | ColumnType::Int64 | ColumnType::Date => {
            builder.set_column_encoding(path(), Encoding::DELTA_BINARY_PACKED)
        }
        ColumnType::Float64 | ColumnType::Bool | ColumnType::Int32List => builder,
        // Clocks and evaluations recur, in most archives as multiples of a tenth or a hundredth.
        ColumnType::Float64List => {
            let values = ColumnPath::new([doc.name, "list", "item"].map(str::to_owned).to_vec());
            builder
                .set_column_dictionary_enabled(values.clone(), true)
                .set_column_compression(values, Compression::SNAPPY)
        }
        ColumnType::Label(_) => builder.set_column_dictionary_enabled(path(), true),
        ColumnType::Text => text(builder, table, doc),
    }
}

/// How this crate stores a column; where the library does it, by the properties above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PageStorage {
    /// Strings, once each in a dictionary, unless that is too long in a row group.
    Dictionary(Compression),
    /// 32-bit numbers as differences.
    Int32Differences,
    /// 64-bit numbers as differences.
    Int64Differences,
    /// Dates as differences.
    DateDifferences,
    /// By the library.
    Other,
}

/// How a column of a table is stored.
pub(crate) fn storage(table: &str, doc: &ColumnDoc) -> PageStorage {
    match doc.kind {
        ColumnType::Label(_) => PageStorage::Dictionary(Compression::UNCOMPRESSED),
        ColumnType::Text
            if MOSTLY_UNIQUE.contains(&doc.name) || SORTED.contains(&(table, doc.name)) =>
        {
            PageStorage::Other
        }
        ColumnType::Text => PageStorage::Dictionary(Compression::SNAPPY),
        ColumnType::Int32 | ColumnType::Int64 if RANDOM.contains(&doc.name) => PageStorage::Other,
        ColumnType::Int32 => PageStorage::Int32Differences,
        ColumnType::Int64 => PageStorage::Int64Differences,
        ColumnType::Date => PageStorage::DateDifferences,
        _ => PageStorage::Other,
    }
}

fn text(builder: WriterPropertiesBuilder, table: &str, doc: &ColumnDoc) -> WriterPropertiesBuilder {
    let path = || ColumnPath::from(doc.name);
    let builder = builder.set_column_compression(path(), Compression::SNAPPY);
    if SHARED_PREFIXES.contains(&doc.name) || SORTED.contains(&(table, doc.name)) {
        builder.set_column_encoding(path(), Encoding::DELTA_BYTE_ARRAY)
    } else if MOSTLY_UNIQUE.contains(&doc.name) || OFTEN_UNIQUE.contains(&doc.name) {
        builder.set_column_encoding(path(), Encoding::DELTA_LENGTH_BYTE_ARRAY)
    } else {
        builder.set_column_dictionary_enabled(path(), true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use audit960_types::tables::SCHEMAS;

    /// Readers can skip row groups by the minimum and maximum of any column.
    #[test]
    fn every_column_has_statistics() {
        for table in SCHEMAS {
            let properties = properties(table);
            for column in table.columns {
                let path = ColumnPath::from(column.name);
                let kept = properties.statistics_enabled(&path);
                assert_eq!(
                    kept,
                    EnabledStatistics::Chunk,
                    "{}.{}",
                    table.name,
                    column.name
                );
            }
        }
    }

    /// A column that is renamed would fall back to a dictionary without a word.
    #[test]
    fn the_columns_named_here_exist() {
        let has =
            |table: &TableSchema, name: &str| table.columns.iter().any(|doc| doc.name == name);
        for (table, name) in SORTED {
            let schema = SCHEMAS.iter().find(|schema| schema.name == *table);
            assert!(
                schema.is_some_and(|schema| has(schema, name)),
                "{table}.{name}"
            );
        }
        for name in [SHARED_PREFIXES, OFTEN_UNIQUE, MOSTLY_UNIQUE, RANDOM].concat() {
            assert!(SCHEMAS.iter().any(|schema| has(schema, name)), "{name}");
        }
    }

    #[test]
    fn files_describe_their_columns() {
        for table in SCHEMAS {
            let properties = properties(table);
            let notes = properties.key_value_metadata().unwrap();
            let note = |key: &str| {
                let note = notes.iter().find(|note| note.key == key).unwrap();
                note.value.clone().unwrap()
            };
            assert_eq!(note("audit960.table"), table.name);
            assert_eq!(note("audit960.format_version"), "2");
            let columns: Value = serde_json::from_str(&note("audit960.columns")).unwrap();
            let columns = columns.as_array().unwrap();
            assert_eq!(columns.len(), table.columns.len());
            for (column, doc) in columns.iter().zip(table.columns) {
                assert_eq!(column["name"], doc.name);
                assert!(
                    column["meaning"].as_str().unwrap().ends_with('.'),
                    "{column}"
                );
            }
        }
    }
}
