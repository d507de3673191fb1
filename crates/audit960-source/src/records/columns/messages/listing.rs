//! Which messages an Arrow file or stream has.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::sync::Arc;

use arrow_ipc::convert::try_fb_to_schema;
use arrow_ipc::reader::read_footer_length;
use arrow_ipc::{Block, MetadataVersion, RecordBatch, root_as_footer};
use arrow_schema::SchemaRef;

use super::examine::{Kind, content, parse};

/// The longest metadata of a message that is read, in bytes.
const MAX_METADATA: u64 = 16 << 20;
/// The longest footer that is read, in bytes: it has 24 for each batch.
const MAX_FOOTER: u64 = 64 << 20;

/// A message: where it is, and what it says it holds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Message {
    pub(super) block: Block,
    pub(super) kind: Kind,
    /// Its rows; 0 of a dictionary, 1 if its metadata cannot be read: what is lost has a number, too.
    pub(super) rows: u64,
    /// Whether its metadata say so.
    pub(super) rows_known: bool,
}

impl Message {
    fn new(block: Block, kind: Kind, rows: impl FnOnce() -> Option<u64>) -> Self {
        let rows = match kind {
            Kind::Rows => rows(),
            Kind::Dictionary => Some(0),
        };
        Self {
            block,
            kind,
            rows: rows.unwrap_or(1),
            rows_known: rows.is_some(),
        }
    }

    /// Offset and length in the file.
    pub(super) fn extent(self) -> (u64, u64) {
        extent(self.block).unwrap_or_default()
    }
}

/// Offset and length of a block; `None` if they contradict each other.
fn extent(block: Block) -> Option<(u64, u64)> {
    let metadata = u64::try_from(block.metaDataLength()).ok()?;
    let body = u64::try_from(block.bodyLength()).ok()?;
    Some((
        u64::try_from(block.offset()).ok()?,
        metadata.checked_add(body)?,
    ))
}

/// The messages in the order in which they are read.
pub(super) struct Listing {
    pub(super) schema: SchemaRef,
    pub(super) version: MetadataVersion,
    pub(super) messages: Vec<Message>,
    /// Where what follows them begins and why it cannot be read; `None` if nothing does.
    pub(super) broken: Option<(u64, String)>,
}

/// Reads bytes that are in the file.
fn read_at(mut file: &File, at: u64, length: u64) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; usize::try_from(length).unwrap_or(0)];
    file.seek(SeekFrom::Start(at))?;
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// The columns of a schema, if this machine can read their numbers.
fn schema(schema: arrow_ipc::Schema<'_>) -> Result<SchemaRef, String> {
    if !schema.endianness().equals_to_target_endianness() {
        return Err("its numbers have the other order of bytes".to_owned());
    }
    let read = try_fb_to_schema(schema).map_err(|error| error.to_string())?;
    Ok(Arc::new(read))
}

impl Listing {
    /// Lists the messages that the footer of a file names.
    pub(super) fn of_file(file: &File) -> Result<Self, String> {
        let said = |error: io::Error| error.to_string();
        let size = file.metadata().map_err(said)?.len();
        let end = size.checked_sub(10).ok_or("it has no footer")?;
        let tail = read_at(file, end, 10).map_err(said)?;
        let tail = tail.first_chunk().ok_or("it has no footer")?;
        let length = read_footer_length(*tail).map_err(|error| error.to_string())? as u64;
        if length > end || length > MAX_FOOTER {
            return Err("its footer is longer than it can be".to_owned());
        }
        let footer = read_at(file, end - length, length).map_err(said)?;
        let footer = root_as_footer(&footer).map_err(|error| format!("its footer: {error}"))?;
        let mut listing = Self {
            schema: schema(footer.schema().ok_or("its footer names no columns")?)?,
            version: footer.version(),
            messages: Vec::new(),
            broken: None,
        };
        let dictionaries = footer.dictionaries().into_iter().flatten();
        let batches = footer.recordBatches().into_iter().flatten();
        let dictionaries = dictionaries.map(|block| (*block, Kind::Dictionary));
        let blocks = dictionaries.chain(batches.map(|block| (*block, Kind::Rows)));
        let mut left = size;
        for (block, kind) in blocks {
            // A footer that names a message again and again would cost more than the file.
            let (at, length) = extent(block).ok_or("its footer names impossible messages")?;
            left = left
                .checked_sub(length)
                .filter(|_| at.checked_add(length).is_some_and(|end| end <= size))
                .ok_or("its footer names more bytes than it has")?;
            let message = Message::new(block, kind, || rows(file, block));
            listing.messages.push(message);
        }
        Ok(listing)
    }

    /// Lists the messages of a stream.
    pub(super) fn of_stream(file: &File) -> Result<Self, String> {
        let size = file.metadata().map_err(|error| error.to_string())?.len();
        let (first, metadata) = next(file, 0, size)?.ok_or("it has no columns")?;
        let message = parse(&metadata)?;
        let columns = message.header_as_schema().ok_or("it has no columns")?;
        let mut listing = Self {
            schema: schema(columns)?,
            version: message.version(),
            messages: Vec::new(),
            broken: None,
        };
        let mut at = extent(first).map_or(size, |(at, length)| at + length);
        loop {
            let found = next(file, at, size).and_then(|found| {
                let Some((block, metadata)) = found else {
                    return Ok(None);
                };
                let message = parse(&metadata)?;
                let (kind, batch) = content(&message)?;
                Ok(Some(Message::new(block, kind, || rows_of(batch))))
            });
            match found {
                Ok(Some(message)) => {
                    listing.messages.push(message);
                    let (from, length) = message.extent();
                    at = from + length;
                }
                Ok(None) => return Ok(listing),
                Err(reason) => {
                    listing.broken = Some((at, format!("the message at byte {at}: {reason}")));
                    return Ok(listing);
                }
            }
        }
    }
}

/// How many rows the message of a block says it has.
fn rows(file: &File, block: Block) -> Option<u64> {
    let length = u64::try_from(block.metaDataLength()).ok()?;
    let at = u64::try_from(block.offset()).ok()?;
    let metadata = read_at(file, at, length.min(MAX_METADATA)).ok()?;
    let message = parse(&metadata).ok()?;
    rows_of(content(&message).ok()?.1)
}

/// The rows of a batch, as it says; `None` if it says that there are none and of its first column otherwise.
fn rows_of(batch: RecordBatch<'_>) -> Option<u64> {
    let rows = u64::try_from(batch.length()).ok()?;
    let mut columns = batch.nodes().into_iter().flatten();
    let is_empty = columns.next().is_none_or(|column| column.length() == 0);
    (rows > 0 || is_empty).then_some(rows)
}

/// The message of a stream that begins at `at`, and its metadata; `None` at the end.
fn next(file: &File, at: u64, size: u64) -> Result<Option<(Block, Vec<u8>)>, String> {
    const SHORT: &str = "the file ends within it";
    let said = |error: io::Error| error.to_string();
    let left = size.saturating_sub(at);
    if left == 0 {
        return Ok(None);
    }
    let words = read_at(file, at, left.min(8)).map_err(said)?;
    let word = |from: usize| {
        let word = words.get(from..).and_then(<[u8]>::first_chunk);
        word.map(|word| u32::from_le_bytes(*word)).ok_or(SHORT)
    };
    let (length, before) = match word(0)? {
        u32::MAX => (word(4)?, 8),
        length => (length, 4),
    };
    if length == 0 {
        return Ok(None);
    }
    let metadata_length = u64::from(length) + before;
    if metadata_length > left {
        return Err(SHORT.to_owned());
    }
    if metadata_length > MAX_METADATA {
        return Err(format!(
            "its metadata is longer than {} MiB",
            MAX_METADATA >> 20
        ));
    }
    let metadata = read_at(file, at, metadata_length).map_err(said)?;
    let body = parse(&metadata)?.bodyLength();
    if u64::try_from(body).map_or(true, |body| body > left - metadata_length) {
        return Err(SHORT.to_owned());
    }
    let offset = i64::try_from(at).map_err(|error| error.to_string())?;
    let metadata_length = i32::try_from(metadata_length).map_err(|error| error.to_string())?;
    Ok(Some((Block::new(offset, metadata_length, body), metadata)))
}
