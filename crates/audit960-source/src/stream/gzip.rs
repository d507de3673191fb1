//! gzip (RFC 1952): consecutive members, read as one text.

use std::io;

use super::{Flow, Inflate, Step, StepState, Stream, damage_flow, end_broken, trailing_bytes};
use crate::chunk::Damage;
use crate::chunk::DamageKind::{self, Corrupt, Truncated};
use crate::frames::Frames;
use crate::peek_reader::PeekReader;

/// The first bytes of a member: ID1, ID2, and CM = deflate.
pub(super) const MAGIC: &[u8] = b"\x1F\x8B\x08";

const BUFFER: usize = 64 << 10;
/// The longest header that is read: extra field, name and comment of reasonable length.
const MAX_HEADER: usize = 256 << 10;
const SHORTEST_HEADER: usize = 10;
const TRAILER: usize = 8;

/// Decodes gzip members.
pub(super) struct Gzip {
    peek_reader: PeekReader,
    inflate: Inflate,
    /// Offset of the member that is being decoded.
    member: Option<u64>,
    /// Number of members decoded so far.
    members: u64,
}

impl Gzip {
    pub(super) fn new(mut peek_reader: PeekReader) -> Self {
        peek_reader.widen(BUFFER);
        Self {
            peek_reader,
            inflate: Inflate::new(),
            member: None,
            members: 0,
        }
    }

    fn broken(&mut self, kind: DamageKind, from: u64, why: &str) -> io::Result<Option<Flow>> {
        end_broken(&mut self.peek_reader, kind, from, why).map(Some)
    }

    /// Consumes the header of the next member, or returns why there is none.
    fn begin_member(&mut self) -> io::Result<Option<Flow>> {
        let start = self.peek_reader.position();
        let head = self.peek_reader.peek(MAGIC.len())?;
        // The beginning of a magic at the end of the file is a header that was cut short.
        let another = !head.is_empty() && (head.starts_with(MAGIC) || MAGIC.starts_with(head));
        if !another && self.members > 0 {
            return trailing_bytes(&mut self.peek_reader, "gzip member").map(Some);
        }
        let mut wanted = SHORTEST_HEADER;
        loop {
            let head = self.peek_reader.peek(wanted)?;
            match header(head) {
                Header::Length(length) => {
                    self.peek_reader.consume(length);
                    self.inflate.restart();
                    self.member = Some(start);
                    return Ok(None);
                }
                Header::Partial if head.len() < wanted => {
                    return self.broken(Truncated, start, "the file ends within a gzip header");
                }
                Header::Partial if wanted < MAX_HEADER => wanted = head.len().max(wanted) + 512,
                Header::Partial | Header::Invalid => {
                    return self.broken(Corrupt, start, "invalid gzip header");
                }
            }
        }
    }

    /// Compares checksum and length. After a member that fails the next can still be decoded.
    fn end_member(&mut self, start: u64) -> io::Result<Option<Flow>> {
        self.member = None;
        self.members += 1;
        let Some(&trailer) = self.peek_reader.peek(TRAILER)?.first_chunk::<TRAILER>() else {
            let from = self.peek_reader.position();
            return self.broken(Truncated, from, "the file ends within a gzip trailer");
        };
        self.peek_reader.consume(TRAILER);
        let [a, b, c, d, e, f, g, h] = trailer;
        let checksum = u32::from_le_bytes([a, b, c, d]);
        let length = u32::from_le_bytes([e, f, g, h]);
        // The format stores the length modulo 2^32.
        if checksum == self.inflate.checksum() && length == self.inflate.length() as u32 {
            return Ok(None);
        }
        let resumes = self.peek_reader.peek(MAGIC.len())?.starts_with(MAGIC);
        if !resumes {
            self.peek_reader.drain()?;
        }
        let damage = Damage {
            kind: Corrupt,
            stored_from: start,
            stored_to: self.peek_reader.position(),
            message: "the gzip checksum does not match".to_owned(),
        };
        Ok(Some(Flow::Broken { damage, resumes }))
    }
}

impl Stream for Gzip {
    fn read(&mut self, out: &mut [u8], _: usize, _: &mut Frames) -> io::Result<(usize, Flow)> {
        let mut count = 0;
        while let Some(rest) = out.get_mut(count..).filter(|rest| !rest.is_empty()) {
            let Some(start) = self.member else {
                if let Some(flow) = self.begin_member()? {
                    return Ok((count, flow));
                }
                continue;
            };
            let Step { written, state } = self.inflate.step(&mut self.peek_reader, rest)?;
            count += written;
            let flow = match state {
                StepState::Finished => self.end_member(start)?,
                state => damage_flow(&mut self.peek_reader, state, "gzip member")?,
            };
            if let Some(flow) = flow {
                return Ok((count, flow));
            }
        }
        Ok((count, Flow::More))
    }

    fn peek_reader(&mut self) -> &mut PeekReader {
        &mut self.peek_reader
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Header {
    Length(usize),
    Partial,
    Invalid,
}

/// Measures a member header (RFC 1952, 2.3).
fn header(bytes: &[u8]) -> Header {
    const HEADER_CRC: u8 = 2;
    const EXTRA: u8 = 4;
    const NAME: u8 = 8;
    const COMMENT: u8 = 16;
    const RESERVED: u8 = 0xE0;

    let Some(&[.., flags, _, _, _, _, _, _]) = bytes.first_chunk::<SHORTEST_HEADER>() else {
        return if MAGIC.starts_with(bytes) || bytes.starts_with(MAGIC) {
            Header::Partial
        } else {
            Header::Invalid
        };
    };
    if !bytes.starts_with(MAGIC) || flags & RESERVED != 0 {
        return Header::Invalid;
    }
    let mut length = SHORTEST_HEADER;
    if flags & EXTRA != 0 {
        let Some(&size) = bytes.get(length..).and_then(|rest| rest.first_chunk()) else {
            return Header::Partial;
        };
        length += 2 + usize::from(u16::from_le_bytes(size));
    }
    for text in [NAME, COMMENT] {
        if flags & text != 0 {
            let zero = bytes.get(length..).and_then(|rest| memchr::memchr(0, rest));
            let Some(zero) = zero else {
                return Header::Partial;
            };
            length += zero + 1;
        }
    }
    if flags & HEADER_CRC != 0 {
        length += 2;
    }
    if length > bytes.len() {
        Header::Partial
    } else {
        Header::Length(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_measured() {
        let fixed = |flags| [0x1F, 0x8B, 8, flags, 0, 0, 0, 0, 0, 3];
        assert_eq!(header(&fixed(0)), Header::Length(10));
        assert_eq!(header(&fixed(0)[..9]), Header::Partial);
        assert_eq!(header(b"\x1F\x8B"), Header::Partial);
        assert_eq!(header(b"\x1F\x8C"), Header::Invalid);
        assert_eq!(header(&fixed(0x20)), Header::Invalid);
        let with = |flags, tail: &[u8]| [&fixed(flags)[..], tail].concat();
        assert_eq!(header(&with(8, b"name\0text")), Header::Length(15));
        assert_eq!(header(&with(8, b"name")), Header::Partial);
        assert_eq!(
            header(&with(4 + 8 + 16 + 2, b"\x02\0xyn\0c\0hhtext")),
            Header::Length(20)
        );
        assert_eq!(
            header(&with(4 + 8 + 16 + 2, b"\x02\0xyn\0c\0h")),
            Header::Partial
        );
        assert_eq!(header(&with(4, b"\x02")), Header::Partial);
        assert_eq!(header(&with(4, b"\xFF\xFF..")), Header::Partial);
    }
}
