//! A column chunk whose pages this crate has encoded: at most one dictionary, and one page of all rows.

use std::io::Write;

use arrow_array::{Array, ArrayRef};
use bytes::Bytes;
use parquet::basic::{Compression, Encoding, PageType};
use parquet::column::page::{CompressedPage, Page, PageWriteSpec, PageWriter as _};
use parquet::column::writer::ColumnCloseResult;
use parquet::errors::ParquetError;
use parquet::file::metadata::{ColumnChunkMetaData, PageEncodingStats};
use parquet::file::statistics::Statistics;
use parquet::file::writer::{SerializedPageWriter, SerializedRowGroupWriter, TrackedWrite};
use parquet::schema::types::ColumnDescPtr;

use super::hybrid::Runs;

/// An encoded column chunk.
pub struct OwnChunk {
    bytes: Bytes,
    close: ColumnCloseResult,
}

impl OwnChunk {
    /// Appends the column to a row group.
    pub(crate) fn append_to_row_group<W: Write + Send>(
        self,
        group: &mut SerializedRowGroupWriter<'_, W>,
    ) -> Result<(), ParquetError> {
        group.append_column(&self.bytes, self.close)
    }
}

/// Which rows of a column have a value: 1 if so, else 0 (definition levels).
#[derive(Debug, Default)]
pub(super) struct Levels {
    runs: Runs,
    nulls: usize,
}

impl Levels {
    /// Appends `count` rows with or without values.
    pub(super) fn push(&mut self, present: bool, count: usize) {
        self.runs.push(u32::from(present), count);
        if !present {
            self.nulls += count;
        }
    }

    /// Appends the rows of an array.
    pub(super) fn extend(&mut self, array: &ArrayRef) {
        let Some(nulls) = array.nulls() else {
            return self.push(true, array.len());
        };
        let mut row = 0;
        for (begin, end) in nulls.inner().set_slices() {
            self.push(false, begin - row);
            self.push(true, end - begin);
            row = end;
        }
        self.push(false, array.len() - row);
    }

    /// The number of rows.
    pub(super) const fn rows(&self) -> usize {
        self.runs.len()
    }

    /// The number of rows without a value.
    pub(super) const fn nulls(&self) -> u64 {
        self.nulls as u64
    }
}

/// Writes the pages of a column chunk.
pub(super) struct Pages<'d> {
    descriptor: &'d ColumnDescPtr,
    compression: Compression,
    sink: TrackedWrite<Vec<u8>>,
    dictionary: Option<PageWriteSpec>,
}

impl<'d> Pages<'d> {
    pub(super) fn new(descriptor: &'d ColumnDescPtr, compression: Compression) -> Self {
        Self {
            descriptor,
            compression,
            sink: TrackedWrite::new(Vec::new()),
            dictionary: None,
        }
    }

    /// Writes the dictionary of `count` values; it comes first.
    pub(super) fn dictionary(&mut self, body: Vec<u8>, count: usize) -> Result<(), ParquetError> {
        let num_values = u32::try_from(count)?;
        let page = |buf| Page::DictionaryPage {
            buf,
            num_values,
            encoding: Encoding::PLAIN,
            is_sorted: false,
        };
        self.dictionary = Some(self.write(body, page)?);
        Ok(())
    }

    /// Writes the page of all rows, whose values `append` appends in `encoding`, and closes the chunk.
    pub(super) fn finish(
        mut self,
        levels: &Levels,
        encoding: Encoding,
        statistics: Statistics,
        append: impl FnOnce(&mut Vec<u8>),
    ) -> Result<OwnChunk, ParquetError> {
        let num_values = u32::try_from(levels.rows())?;
        let mut body = Vec::new();
        if self.descriptor.max_def_level() > 0 {
            body.extend_from_slice(&[0; 4]);
            levels.runs.write(1, &mut body);
            let length = u32::try_from(body.len() - 4)?;
            body[..4].copy_from_slice(&length.to_le_bytes());
        }
        append(&mut body);
        let data = self.write(body, |buf| Page::DataPage {
            buf,
            num_values,
            encoding,
            def_level_encoding: Encoding::RLE,
            rep_level_encoding: Encoding::RLE,
            statistics: None,
        })?;
        let mut encodings = vec![Encoding::RLE, encoding];
        let mut counted = vec![counted(PageType::DATA_PAGE, encoding)];
        let (mut compressed, mut uncompressed) = (data.compressed_size, data.uncompressed_size);
        if let Some(page) = &self.dictionary {
            encodings.push(Encoding::PLAIN);
            counted.insert(0, self::counted(PageType::DICTIONARY_PAGE, Encoding::PLAIN));
            compressed += page.compressed_size;
            uncompressed += page.uncompressed_size;
        }
        let dictionary = self.dictionary.map(|page| page.offset as i64);
        let metadata = ColumnChunkMetaData::builder(self.descriptor.clone())
            .set_compression(self.compression)
            .set_encodings(encodings)
            .set_page_encoding_stats(counted)
            .set_total_compressed_size(compressed as i64)
            .set_total_uncompressed_size(uncompressed as i64)
            .set_num_values(i64::from(num_values))
            .set_dictionary_page_offset(dictionary)
            .set_data_page_offset(data.offset as i64)
            .set_statistics(statistics)
            .build()?;
        let bytes = Bytes::from(self.sink.into_inner()?);
        Ok(OwnChunk {
            close: ColumnCloseResult {
                bytes_written: bytes.len() as u64,
                rows_written: u64::from(num_values),
                metadata,
                bloom_filter: None,
                column_index: None,
                offset_index: None,
            },
            bytes,
        })
    }

    fn write(
        &mut self,
        body: Vec<u8>,
        page: impl FnOnce(Bytes) -> Page,
    ) -> Result<PageWriteSpec, ParquetError> {
        let uncompressed = body.len();
        let body = match self.compression {
            Compression::SNAPPY => snap::raw::Encoder::new()
                .compress_vec(&body)
                .map_err(|error| ParquetError::External(Box::new(error)))?,
            _ => body,
        };
        let page = CompressedPage::new(page(Bytes::from(body)), uncompressed);
        SerializedPageWriter::new(&mut self.sink).write_page(page)
    }
}

const fn counted(page_type: PageType, encoding: Encoding) -> PageEncodingStats {
    PageEncodingStats {
        page_type,
        encoding,
        count: 1,
    }
}
