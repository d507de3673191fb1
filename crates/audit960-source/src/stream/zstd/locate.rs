//! Finds where frames begin, and where pzstd announces their ends.

use std::io;

use super::DataFrame;
use crate::chunk::DamageKind;
use crate::peek_reader::PeekReader;

const MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];
/// The last three bytes of a skippable frame's magic; the first is 50 to 5F.
const SKIPPABLE: [u8; 3] = [0x2A, 0x4D, 0x18];
/// The skippable frame of pzstd: magic, a content size of 4, then the size of the data frame after it.
const ANNOUNCEMENT: [u8; 8] = [0x50, 0x2A, 0x4D, 0x18, 4, 0, 0, 0];

/// Bytes that identify an announced frame: the announcement with its size, and the magic of the frame.
pub(crate) const ANNOUNCED_HEAD: usize = ANNOUNCEMENT.len() + 4 + MAGIC.len();

/// What comes next in the stored bytes.
pub(super) enum Located {
    /// A data frame, at the position of the reader.
    Frame(DataFrame),
    /// The end of the input.
    End,
    /// Something that is not a frame.
    Loss(Loss),
}

/// Why text is lost.
pub(super) struct Loss {
    pub(super) kind: DamageKind,
    /// First stored byte that gave no text.
    pub(super) from: u64,
    /// Where the next frame was announced to begin.
    pub(super) stored_end: Option<u64>,
    pub(super) message: String,
}

impl Loss {
    fn truncated(from: u64, part: &str) -> Located {
        let message = format!("the file ends within a {part}");
        Located::Loss(Self {
            kind: DamageKind::Truncated,
            from,
            stored_end: None,
            message,
        })
    }
}

/// Whether a frame of either kind begins here.
pub(crate) fn is_frame_start(bytes: &[u8]) -> bool {
    is_data_frame(bytes) || is_skippable(bytes)
}

pub(super) fn is_data_frame(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

pub(super) fn is_skippable(bytes: &[u8]) -> bool {
    matches!(bytes, [0x50..=0x5F, rest @ ..] if rest.starts_with(&SKIPPABLE))
}

/// Skips skippable frames up to a data frame, which is not consumed.
pub(super) fn next_frame(peek_reader: &mut PeekReader) -> io::Result<Located> {
    let mut stored_end = None;
    loop {
        let offset = peek_reader.position();
        let head = peek_reader.peek(ANNOUNCEMENT.len() + 4)?;
        if is_data_frame(head) {
            return Ok(Located::Frame(DataFrame { offset, stored_end }));
        }
        if head.is_empty() {
            return Ok(match stored_end {
                Some(_) => Loss::truncated(offset, "file of several zstd frames"),
                None => Located::End,
            });
        }
        if !is_skippable(head) {
            return no_frame(peek_reader);
        }
        let Some((_, size)) = head.split_first_chunk::<4>() else {
            return no_frame(peek_reader);
        };
        let Some(&size) = size.first_chunk::<4>() else {
            return Ok(Loss::truncated(offset, "skippable frame"));
        };
        stored_end = announced_size(head).map(|size| offset + 12 + u64::from(size));
        let length = 8 + u64::from(u32::from_le_bytes(size));
        if peek_reader.skip(length)? < length {
            return Ok(Loss::truncated(offset, "skippable frame"));
        }
    }
}

/// The size of the data frame after a skippable frame of pzstd.
pub(super) fn announced_size(head: &[u8]) -> Option<u32> {
    head.strip_prefix(&ANNOUNCEMENT)?
        .first_chunk()
        .map(|&size| u32::from_le_bytes(size))
}

/// Bytes that do not begin a frame: zeros up to the end are padding, the beginning of a magic is a truncated
/// frame, anything else is damage.
fn no_frame(peek_reader: &mut PeekReader) -> io::Result<Located> {
    let from = peek_reader.position();
    let head = peek_reader.peek(MAGIC.len())?;
    let skippable = matches!(head, [0x50..=0x5F, rest @ ..] if SKIPPABLE.starts_with(rest));
    if head.len() < MAGIC.len() && (MAGIC.starts_with(head) || skippable) {
        return Ok(Loss::truncated(from, "zstd frame"));
    }
    if peek_reader.rest_is_zero()? {
        return Ok(Located::End);
    }
    let message = "no zstd frame begins here".to_owned();
    Ok(Located::Loss(Loss {
        kind: DamageKind::Corrupt,
        from,
        stored_end: None,
        message,
    }))
}

/// Whether an announced frame begins here: a data frame after a skippable frame with its size, as pzstd
/// writes them.
pub(crate) fn is_announced_frame(bytes: &[u8]) -> bool {
    announced_size(bytes).is_some()
        && bytes
            .get(ANNOUNCEMENT.len() + 4..)
            .is_some_and(is_data_frame)
}

/// Goes to the next announced frame; without one, goes to the end and returns false. Twelve bytes identify
/// it, so compressed text does not look like one by chance.
pub(crate) fn find_announced_frame(peek_reader: &mut PeekReader) -> io::Result<bool> {
    while peek_reader.find(&ANNOUNCEMENT)? {
        if is_announced_frame(peek_reader.peek(ANNOUNCED_HEAD)?) {
            return Ok(true);
        }
        peek_reader.skip(1)?;
    }
    Ok(false)
}

/// Goes to the next frame and returns its stored offset: at `announced` if one begins there, else at the next
/// magic of a data frame. Without one, goes to the end and returns `None`.
pub(super) fn find_frame(
    peek_reader: &mut PeekReader,
    announced: Option<u64>,
) -> io::Result<Option<u64>> {
    if let Some(distance) = announced.and_then(|end| end.checked_sub(peek_reader.position())) {
        peek_reader.skip(distance)?;
        if is_frame_start(peek_reader.peek(MAGIC.len())?) {
            return Ok(Some(peek_reader.position()));
        }
    }
    Ok(peek_reader.find(&MAGIC)?.then(|| peek_reader.position()))
}
