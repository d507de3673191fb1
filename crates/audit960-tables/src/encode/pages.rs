//! A column chunk of two pages: the distinct values of a column, and the index of each row's value.

use parquet::basic::{Compression, Encoding, PageType};
use parquet::column::page::{CompressedPage, Page, PageWriteSpec, PageWriter as _};
use parquet::column::writer::ColumnCloseResult;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::metadata::{ColumnChunkMetaData, PageEncodingStats};
use parquet::file::statistics::{Statistics, ValueStatistics};
use parquet::file::writer::{SerializedPageWriter, SerializedRowGroupWriter, TrackedWrite};
use parquet::schema::types::ColumnDescPtr;

use std::io::Write;

use super::dictionary::Dictionary;

/// Maximum bytes of a minimum or maximum, as the library has it. Longer ones it knows how to cut.
const MAX_STATISTIC: usize = 64;

/// An encoded column chunk.
pub(crate) struct DictionaryChunk {
    bytes: Vec<u8>,
    close: ColumnCloseResult,
}

impl DictionaryChunk {
    /// Encodes a column; `None` if the library has to do it.
    pub(super) fn encode(
        column: &Dictionary<'_>,
        descriptor: &ColumnDescPtr,
        compression: Compression,
    ) -> Result<Option<Self>, ParquetError> {
        let Some(statistics) = statistics(column) else {
            return Ok(None);
        };
        let mut pages = Pages {
            sink: TrackedWrite::new(Vec::new()),
            compression,
            uncompressed: 0,
            compressed: 0,
        };
        let distinct = u32::try_from(column.values.len())?;
        let rows = u32::try_from(column.levels.len())?;
        let dictionary = pages.write(plain(&column.values)?, |buf| Page::DictionaryPage {
            buf: buf.into(),
            num_values: distinct,
            encoding: Encoding::PLAIN,
            is_sorted: false,
        })?;
        let nullable = descriptor.max_def_level() > 0;
        let data = pages.write(indices(column, nullable)?, |buf| Page::DataPage {
            buf: buf.into(),
            num_values: rows,
            encoding: Encoding::RLE_DICTIONARY,
            def_level_encoding: Encoding::RLE,
            rep_level_encoding: Encoding::RLE,
            statistics: None,
        })?;
        let encoding = |page_type, encoding| PageEncodingStats {
            page_type,
            encoding,
            count: 1,
        };
        let metadata = ColumnChunkMetaData::builder(descriptor.clone())
            .set_compression(compression)
            .set_encodings(vec![
                Encoding::PLAIN,
                Encoding::RLE,
                Encoding::RLE_DICTIONARY,
            ])
            .set_page_encoding_stats(vec![
                encoding(PageType::DICTIONARY_PAGE, Encoding::PLAIN),
                encoding(PageType::DATA_PAGE, Encoding::RLE_DICTIONARY),
            ])
            .set_total_compressed_size(i64::try_from(pages.compressed)?)
            .set_total_uncompressed_size(i64::try_from(pages.uncompressed)?)
            .set_num_values(i64::from(rows))
            .set_dictionary_page_offset(Some(i64::try_from(dictionary.offset)?))
            .set_data_page_offset(i64::try_from(data.offset)?)
            .set_statistics(statistics)
            .build()?;
        let bytes = pages.sink.into_inner()?;
        Ok(Some(Self {
            close: ColumnCloseResult {
                bytes_written: bytes.len() as u64,
                rows_written: u64::from(rows),
                metadata,
                bloom_filter: None,
                column_index: None,
                offset_index: None,
            },
            bytes,
        }))
    }

    /// Appends the column to a row group.
    pub(crate) fn append_to_row_group<W: Write + Send>(
        self,
        group: &mut SerializedRowGroupWriter<'_, W>,
    ) -> Result<(), ParquetError> {
        group.append_column(&bytes::Bytes::from(self.bytes), self.close)
    }
}

/// Pages one after the other, with their sizes.
struct Pages {
    sink: TrackedWrite<Vec<u8>>,
    compression: Compression,
    uncompressed: usize,
    compressed: usize,
}

impl Pages {
    fn write(
        &mut self,
        body: Vec<u8>,
        page: impl FnOnce(Vec<u8>) -> Page,
    ) -> Result<PageWriteSpec, ParquetError> {
        let uncompressed = body.len();
        let body = match self.compression {
            Compression::SNAPPY => snap::raw::Encoder::new()
                .compress_vec(&body)
                .map_err(|error| ParquetError::External(Box::new(error)))?,
            _ => body,
        };
        let page = CompressedPage::new(page(body), uncompressed);
        let spec = SerializedPageWriter::new(&mut self.sink).write_page(page)?;
        self.uncompressed += spec.uncompressed_size;
        self.compressed += spec.compressed_size;
        Ok(spec)
    }
}

/// Values with their lengths before them.
fn plain(values: &[&str]) -> Result<Vec<u8>, ParquetError> {
    let mut body = Vec::with_capacity(values.iter().map(|value| 4 + value.len()).sum());
    for value in values {
        body.extend_from_slice(&u32::try_from(value.len())?.to_le_bytes());
        body.extend_from_slice(value.as_bytes());
    }
    Ok(body)
}

/// Which rows have a value, if some may have none, and the indices of the values.
fn indices(column: &Dictionary<'_>, nullable: bool) -> Result<Vec<u8>, ParquetError> {
    let mut body = Vec::new();
    if nullable {
        body.extend_from_slice(&[0; 4]);
        column.levels.write(1, &mut body);
        let length = u32::try_from(body.len() - 4)?;
        body[..4].copy_from_slice(&length.to_le_bytes());
    }
    let highest = column.values.len().saturating_sub(1) as u32;
    let width = u32::BITS - highest.leading_zeros();
    body.push(width as u8);
    column.indices.write(width, &mut body);
    Ok(body)
}

/// Minimum, maximum and number of nulls; `None` if one of the former is too long.
fn statistics(column: &Dictionary<'_>) -> Option<Statistics> {
    let extreme = |value: Option<&&str>| match value {
        Some(value) if value.len() > MAX_STATISTIC => Err(()),
        value => Ok(value.map(|value| ByteArray::from(*value))),
    };
    let least = extreme(column.values.iter().min()).ok()?;
    let most = extreme(column.values.iter().max()).ok()?;
    let nulls = Some(column.nulls() as u64);
    Some(ValueStatistics::new(least, most, None, nulls, false).into())
}
