//! The length of a stored frame, from its headers alone.

use std::io;

use super::frame::{BLOCK_HEADER, BlockHeader, FIRST_BYTES, LARGEST_WINDOW_LOG, little_endian};
use super::locate::{announced_size, is_data_frame, is_skippable};
use crate::peek_reader::PeekReader;

/// The longest text of a frame that is decoded as a whole, in bytes. Frames of pzstd have 8 MiB at its
/// default level and 32 MiB at level 19. Longer ones are decoded piece by piece.
pub(super) const MAX_TEXT: usize = 48 << 20;
/// The most bytes of skippable frames before a data frame that is decoded as a whole.
const MAX_LEAD: usize = 64 << 10;
const LARGEST_BLOCK: u64 = 128 << 10;
const CHECKSUM: usize = 4;

/// The lengths of a data frame and the skippable frames before it, at the position of a reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extent {
    /// Bytes of skippable frames.
    pub(super) lead: usize,
    /// Bytes of all frames.
    pub(super) stored: usize,
    /// The greatest possible length of the text.
    pub(super) text: usize,
    /// The announced end of the data frame, as an offset in the input.
    pub(super) announced_end: Option<u64>,
    /// Whether no stored bytes follow.
    pub(super) last: bool,
}

/// Measures the next frame without consuming it. `None` if it is too long, incomplete or invalid: decoding it
/// piece by piece then says more.
pub(super) fn measure(peek_reader: &mut PeekReader, max_window: u64) -> io::Result<Option<Extent>> {
    let Some((lead, announced_end)) = skip_lead(peek_reader)? else {
        return Ok(None);
    };
    let Some((header, length)) = frame_header(peek_reader, lead)? else {
        return Ok(None);
    };
    if header.window > max_window.min(1 << LARGEST_WINDOW_LOG) {
        return Ok(None);
    }
    let Some((blocks_end, text)) = skip_blocks(peek_reader, lead + length, header.largest_block)?
    else {
        return Ok(None);
    };
    let stored = blocks_end + if header.checksum { CHECKSUM } else { 0 };
    let available = peek_reader.peek(stored + 1)?.len();
    let end = peek_reader.position() + stored as u64;
    if available < stored || announced_end.is_some_and(|announced| end > announced) {
        return Ok(None);
    }
    let text = header.text.map_or(text, |announced| announced.min(text));
    Ok(Some(Extent {
        lead,
        stored,
        text: text as usize,
        announced_end,
        last: available == stored,
    }))
}

/// The window, in bytes, of the data frame at the position of a reader, if its header can be read.
pub(super) fn window(peek_reader: &mut PeekReader) -> io::Result<Option<u64>> {
    Ok(frame_header(peek_reader, 0)?.map(|(header, _)| header.window))
}

/// The length of the skippable frames, and the end of the data frame that the last of them announces.
fn skip_lead(peek_reader: &mut PeekReader) -> io::Result<Option<(usize, Option<u64>)>> {
    let (mut at, mut announced_end) = (0, None);
    loop {
        let position = peek_reader.position() + at as u64;
        let head = peek_reader.peek(at + 12)?.get(at..).unwrap_or_default();
        if is_data_frame(head) {
            return Ok(Some((at, announced_end)));
        }
        let size = head.get(4..).and_then(<[u8]>::first_chunk::<4>);
        let Some(size) = size.filter(|_| is_skippable(head)) else {
            return Ok(None);
        };
        announced_end = announced_size(head).map(|size| position + 12 + u64::from(size));
        at += 8 + u32::from_le_bytes(*size) as usize;
        if at > MAX_LEAD {
            return Ok(None);
        }
    }
}

/// A frame header (RFC 8878, 3.1.1.1).
struct FrameHeader {
    /// Length of the text, if the header has it.
    text: Option<u64>,
    /// Window size: bytes of earlier text needed to decode more.
    window: u64,
    largest_block: u64,
    checksum: bool,
}

/// The header of the frame that begins `at` bytes ahead, and the length of magic and header.
fn frame_header(
    peek_reader: &mut PeekReader,
    at: usize,
) -> io::Result<Option<(FrameHeader, usize)>> {
    let Some(&[.., descriptor]) = piece(peek_reader, at, FIRST_BYTES)? else {
        return Ok(None);
    };
    let single_segment = descriptor & 0x20 != 0;
    let window_bytes = usize::from(!single_segment);
    let dictionary_bytes = [0, 1, 2, 4][usize::from(descriptor & 3)];
    let text_bytes = match descriptor >> 6 {
        0 => usize::from(single_segment),
        flag => 1 << flag,
    };
    let fields = window_bytes + dictionary_bytes + text_bytes;
    let Some(fields) = piece(peek_reader, at + FIRST_BYTES, fields)? else {
        return Ok(None);
    };
    let (window, rest) = fields.split_at(window_bytes);
    let text = match rest.get(dictionary_bytes..).unwrap_or_default() {
        [] => None,
        &[low, high] => Some(u64::from(u16::from_le_bytes([low, high])) + 256),
        bytes => Some(little_endian(bytes)),
    };
    let window = match *window {
        [byte] => {
            let base = 1_u64 << (10 + (byte >> 3));
            base + base / 8 * u64::from(byte & 7)
        }
        _ => text.unwrap_or_default(),
    };
    let header = FrameHeader {
        text,
        window,
        largest_block: window.min(LARGEST_BLOCK),
        checksum: descriptor & 4 != 0,
    };
    Ok(Some((header, FIRST_BYTES + fields.len())))
}

/// Skips blocks; returns where they end and the most text they can hold, in bytes.
fn skip_blocks(
    peek_reader: &mut PeekReader,
    mut at: usize,
    largest: u64,
) -> io::Result<Option<(usize, u64)>> {
    let mut text = 0;
    loop {
        let Some(bytes) = piece(peek_reader, at, BLOCK_HEADER)? else {
            return Ok(None);
        };
        let Some(block) = BlockHeader::read(bytes, largest) else {
            return Ok(None);
        };
        at += BLOCK_HEADER + block.stored();
        text += block.longest_text(largest);
        if text > MAX_TEXT as u64 || at > MAX_TEXT {
            return Ok(None);
        }
        if block.last {
            return Ok(Some((at, text)));
        }
    }
}

fn piece(peek_reader: &mut PeekReader, at: usize, length: usize) -> io::Result<Option<&[u8]>> {
    Ok(peek_reader.peek(at + length)?.get(at..at + length))
}
