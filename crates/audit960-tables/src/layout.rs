//! How columns are laid out in the files: encodings, compression, statistics.
//!
//! Chosen for speed first and size second. Numbers are stored as differences, in as many bits as a
//! group of them needs, and gain nothing from compression. Strings that recur are stored once in a
//! dictionary. Statistics (least and greatest value of a column in a row group) are kept for numbers,
//! where they cost next to nothing, and for `source`, by which readers skip row groups.

use parquet::basic::{Compression, Encoding};
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesBuilder};
use parquet::schema::types::ColumnPath;

use crate::encode::BATCH_ROWS;
use crate::schema::{ColumnDoc, ColumnType};

/// Who wrote the file. Without a version, so that a release alone changes no bytes.
const CREATED_BY: &str = "audit960";

/// Rows after which a data page ends; a page also ends near the default of 1 MiB.
const PAGE_ROWS: usize = 1 << 16;

/// Text whose neighbours share their beginning, such as addresses of games on one server.
const SHARED_BEGINNINGS: &[&str] = &["site"];

/// Text of which most is unlike any other in the row group.
const UNLIKE: &[&str] = &["opening", "moves", "excerpt", "operations"];

/// Numbers without any order or locality.
const RANDOM: &[&str] = &["moves_hash", "game_id", "copy_of"];

/// The properties of a table's files.
pub(crate) fn properties<'a>(columns: impl Iterator<Item = &'a ColumnDoc>) -> WriterProperties {
    let builder = WriterProperties::builder()
        .set_created_by(CREATED_BY.to_owned())
        .set_offset_index_disabled(true)
        .set_data_page_row_count_limit(PAGE_ROWS)
        .set_write_batch_size(BATCH_ROWS)
        .set_dictionary_enabled(false)
        .set_statistics_enabled(EnabledStatistics::Chunk);
    columns.fold(builder, column).build()
}

fn column(builder: WriterPropertiesBuilder, doc: &ColumnDoc) -> WriterPropertiesBuilder {
    let path = || ColumnPath::from(doc.name);
    match doc.kind {
        ColumnType::Int32 | ColumnType::Int64 if RANDOM.contains(&doc.name) => {
            builder.set_column_statistics_enabled(path(), EnabledStatistics::None)
        }
        ColumnType::Int32 | ColumnType::Int64 | ColumnType::Date => {
            builder.set_column_encoding(path(), Encoding::DELTA_BINARY_PACKED)
        }
        ColumnType::Float64 | ColumnType::Bool | ColumnType::Int32List => builder,
        ColumnType::Label(_) => builder
            .set_column_dictionary_enabled(path(), true)
            .set_column_statistics_enabled(path(), EnabledStatistics::None),
        ColumnType::Text => text(builder, doc),
    }
}

fn text(builder: WriterPropertiesBuilder, doc: &ColumnDoc) -> WriterPropertiesBuilder {
    let path = || ColumnPath::from(doc.name);
    let builder = builder.set_column_compression(path(), Compression::SNAPPY);
    let builder = if SHARED_BEGINNINGS.contains(&doc.name) {
        builder.set_column_encoding(path(), Encoding::DELTA_BYTE_ARRAY)
    } else if UNLIKE.contains(&doc.name) {
        builder.set_column_encoding(path(), Encoding::DELTA_LENGTH_BYTE_ARRAY)
    } else {
        builder.set_column_dictionary_enabled(path(), true)
    };
    if doc.name == "source" {
        builder
    } else {
        builder.set_column_statistics_enabled(path(), EnabledStatistics::None)
    }
}
