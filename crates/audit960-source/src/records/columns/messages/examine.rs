//! A message, examined before the engine reads it.

use arrow_ipc::{Block, Message, MessageHeader, RecordBatch, root_as_message};

/// The largest message that is read, in bytes, as it is stored and as it announces to be.
pub(super) const MAX_MESSAGE: u64 = 4 << 30;

/// Compressed buffers may announce this many bytes together, whatever is stored,
const ANY_EXPANSION: u64 = 256 << 20;
/// and beyond that this many bytes for each stored one.
const MAX_EXPANSION: u64 = 250;

/// What a message holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Rows,
    Dictionary,
}

/// What was seen of a message.
#[derive(Clone, Copy, Debug)]
pub(super) struct Examined {
    pub(super) kind: Kind,
    /// Bytes of its buffers, once they are decompressed.
    pub(super) bytes: u64,
}

/// The flat buffer of a message: its metadata without the words before it, the mark and the length. Before version
/// 0.15 there was no mark.
pub(super) fn flat_buffer(metadata: &[u8]) -> &[u8] {
    let words = match metadata.starts_with(&[0xFF; 4]) {
        true => 8,
        false => 4,
    };
    metadata.get(words..).unwrap_or_default()
}

/// Reads the metadata of a message, without its buffers.
///
/// # Errors
/// Why it is not a message.
pub(super) fn parse(metadata: &[u8]) -> Result<Message<'_>, String> {
    root_as_message(flat_buffer(metadata)).map_err(|error| format!("its metadata: {error}"))
}

/// Rows or dictionary of a message, and how many values it says it has.
///
/// # Errors
/// Why it has neither.
pub(super) fn content<'m>(message: &Message<'m>) -> Result<(Kind, RecordBatch<'m>), String> {
    let (kind, batch) = match message.header_type() {
        MessageHeader::RecordBatch => (Kind::Rows, message.header_as_record_batch()),
        MessageHeader::DictionaryBatch => {
            let dictionary = message.header_as_dictionary_batch();
            let values = dictionary.and_then(|dictionary| dictionary.data());
            (Kind::Dictionary, values)
        }
        _ => return Err("it holds neither rows nor a dictionary".to_owned()),
    };
    let batch = batch.ok_or("it has no content")?;
    Ok((kind, batch))
}

/// Examines a message as it was read, metadata and body.
///
/// # Errors
/// Why the engine must not read it.
pub(super) fn examine(bytes: &[u8], block: Block) -> Result<Examined, String> {
    let split = usize::try_from(block.metaDataLength()).unwrap_or(usize::MAX);
    let (metadata, body) = bytes
        .split_at_checked(split)
        .ok_or("it is shorter than its metadata")?;
    let message = parse(metadata)?;
    if message.bodyLength() != block.bodyLength() {
        return Err("its length is not what the footer says".to_owned());
    }
    let (kind, batch) = content(&message)?;
    let mut nodes = batch.nodes().into_iter().flatten();
    if !nodes.all(|node| (0..=node.length()).contains(&node.null_count())) {
        return Err("a column has more nulls than values".to_owned());
    }
    let bytes = announced(batch, body)?;
    if bytes > MAX_MESSAGE {
        return Err(format!("it is larger than {} GiB", MAX_MESSAGE >> 30));
    }
    if bytes > ANY_EXPANSION && bytes / MAX_EXPANSION > body.len() as u64 {
        return Err(format!(
            "its buffers announce more than {MAX_EXPANSION} bytes for each that is stored"
        ));
    }
    // So that memory which is not there is a finding.
    let room = usize::try_from(bytes).unwrap_or(usize::MAX);
    if Vec::<u8>::new().try_reserve_exact(room).is_err() {
        return Err(format!("there is no memory for its {bytes} bytes"));
    }
    Ok(Examined { kind, bytes })
}

/// Bytes of the buffers of a batch, after decompression, as they announce themselves.
fn announced(batch: RecordBatch<'_>, body: &[u8]) -> Result<u64, String> {
    let compressed = batch.compression().is_some();
    let mut sum = 0_u64;
    for buffer in batch.buffers().into_iter().flatten() {
        let stored = usize::try_from(buffer.offset())
            .ok()
            .zip(usize::try_from(buffer.length()).ok())
            .and_then(|(from, length)| body.get(from..from.checked_add(length)?))
            .ok_or("a buffer is not within it")?;
        let bytes = match stored.first_chunk() {
            Some(length) if compressed => match i64::from_le_bytes(*length) {
                // It is not compressed.
                -1 => stored.len() as u64 - 8,
                length => {
                    u64::try_from(length).map_err(|_| "a buffer announces less than no bytes")?
                }
            },
            None if compressed && !stored.is_empty() => {
                return Err("a buffer does not announce its length".to_owned());
            }
            _ => stored.len() as u64,
        };
        sum = sum.saturating_add(bytes);
    }
    Ok(sum)
}
