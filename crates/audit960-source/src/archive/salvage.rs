//! The members of an archive whose directory, at the end of the file, is lost: found by the headers of the
//! members themselves (APPNOTE.TXT, 4.3.7).

use std::fs::File;
use std::io::{self, Seek, SeekFrom};
use std::ops::Range;

use super::{ENCRYPTED, Extent, Member, Method, other_method, unreadable};
use crate::chunk::{Damage, DamageKind};
use crate::peek_reader::PeekReader;

const MAGIC: &[u8] = b"PK\x03\x04";
const HEADER_SIZE: usize = 30;
const MAX_NAME: u16 = 4096;

/// The members that were found, and the damage of the directory, with `reason`. If the last member is cut
/// short, its own damage is enough.
pub(super) fn list(file: &mut File, reason: &str) -> io::Result<(Vec<Member>, Option<Damage>)> {
    file.seek(SeekFrom::Start(0))?;
    let mut peek_reader = PeekReader::new(Box::new(file.try_clone()?), 0, None);
    let (mut members, mut end, mut cut_short) = (Vec::new(), 0, false);
    while let Some(header) = find_header(&mut peek_reader)? {
        let header_start = peek_reader.position();
        peek_reader.consume(HEADER_SIZE);
        let name = take(&mut peek_reader, header.name_length)?;
        let extra = take(&mut peek_reader, header.extra_length)?;
        let start = peek_reader.position();
        if let Some(size) = header.stored_size(&extra) {
            cut_short = peek_reader.skip(size)? < size;
        } else {
            // The size comes after the data, which end before the next member.
            find_header(&mut peek_reader)?;
        }
        end = peek_reader.position();
        if !name.ends_with(b"/") {
            let name = String::from_utf8_lossy(&name).into_owned();
            members.push(Member {
                name,
                extent: header.extent(header_start, start..end),
            });
        }
    }
    let lost = (!cut_short).then(|| Damage {
        kind: DamageKind::Truncated,
        stored_from: end,
        stored_to: peek_reader.position(),
        message: format!("the directory of the archive cannot be read: {reason}"),
    });
    Ok((members, lost))
}

/// Goes to the next member and returns its header, without consuming it.
fn find_header(peek_reader: &mut PeekReader) -> io::Result<Option<LocalHeader>> {
    while peek_reader.find(MAGIC)? {
        if let Some(header) = peek_reader
            .peek(HEADER_SIZE)?
            .first_chunk()
            .and_then(LocalHeader::read)
        {
            return Ok(Some(header));
        }
        peek_reader.consume(1);
    }
    Ok(None)
}

fn take(peek_reader: &mut PeekReader, length: u16) -> io::Result<Vec<u8>> {
    let length = usize::from(length);
    let window = peek_reader.peek(length)?;
    let bytes = window.get(..length).unwrap_or(window).to_vec();
    peek_reader.consume(bytes.len());
    Ok(bytes)
}

/// A member's own header.
struct LocalHeader {
    flags: u16,
    method: u16,
    checksum: u32,
    stored_size: u32,
    size: u32,
    name_length: u16,
    extra_length: u16,
}

impl LocalHeader {
    const ENCRYPTED: u16 = 1;
    /// Flag: checksum and sizes come after the data.
    const SIZED_BEHIND: u16 = 1 << 3;
    const ZIP64: u16 = 1;
    /// The value that refers to the zip64 extra field for a size.
    const SIZE_ELSEWHERE: u32 = u32::MAX;

    /// Reads a header; `None` if its values are implausible, so that the magic is there by chance.
    fn read(bytes: &[u8; HEADER_SIZE]) -> Option<Self> {
        let short = |at: usize| Some(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?));
        let long = |at: usize| Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?));
        let header = Self {
            flags: short(6)?,
            method: short(8)?,
            checksum: long(14)?,
            stored_size: long(18)?,
            size: long(22)?,
            name_length: short(26)?,
            extra_length: short(28)?,
        };
        let plausible = short(4)? < 100 && (1..=MAX_NAME).contains(&header.name_length);
        plausible.then_some(header)
    }

    fn stored_size(&self, extra: &[u8]) -> Option<u64> {
        if self.flags & Self::SIZED_BEHIND != 0 {
            return None;
        }
        if self.stored_size != Self::SIZE_ELSEWHERE {
            return Some(u64::from(self.stored_size));
        }
        // The size of the text comes first, if it is in the field too.
        let before = if self.size == Self::SIZE_ELSEWHERE {
            8
        } else {
            0
        };
        let field = extra_field(extra, Self::ZIP64)?;
        field
            .get(before..)?
            .first_chunk()
            .map(|&size| u64::from_le_bytes(size))
    }

    fn extent(&self, header: u64, stored: Range<u64>) -> Result<Extent, Damage> {
        let method = match self.method {
            _ if self.flags & Self::ENCRYPTED != 0 => Err(ENCRYPTED.to_owned()),
            0 => Ok(Method::Stored),
            8 => Ok(Method::Deflated),
            other => Err(other_method(other)),
        };
        let method = method.map_err(|message| unreadable(stored.clone(), message))?;
        let checksum = (self.flags & Self::SIZED_BEHIND == 0).then_some(self.checksum);
        let stored_size = stored.end - stored.start;
        Ok(Extent {
            header,
            start: stored.start,
            stored_size,
            method,
            checksum,
        })
    }
}

/// The content of the extra field `wanted` (APPNOTE.TXT, 4.5): two bytes of number, two of length, then it.
fn extra_field(mut extra: &[u8], wanted: u16) -> Option<&[u8]> {
    while let Some((&[a, b, c, d], rest)) = extra.split_first_chunk() {
        let length = usize::from(u16::from_le_bytes([c, d]));
        let content = rest.get(..length)?;
        if u16::from_le_bytes([a, b]) == wanted {
            return Some(content);
        }
        extra = rest.get(length..)?;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(flags: u16, stored_size: u32, size: u32) -> LocalHeader {
        let mut bytes = [0; HEADER_SIZE];
        bytes[..4].copy_from_slice(MAGIC);
        bytes[4] = 20;
        bytes[6..8].copy_from_slice(&flags.to_le_bytes());
        bytes[8] = 8;
        bytes[18..22].copy_from_slice(&stored_size.to_le_bytes());
        bytes[22..26].copy_from_slice(&size.to_le_bytes());
        bytes[26] = 5;
        LocalHeader::read(&bytes).unwrap()
    }

    #[test]
    fn sizes_are_in_one_of_three_places() {
        assert_eq!(header(0, 7, 9).stored_size(&[]), Some(7));
        assert_eq!(header(8, 0, 0).stored_size(&[]), None);
        let zip64 = [
            &[9, 9, 1, 0, 0, 1, 0, 16, 0][..],
            &[3; 8],
            &[4, 0, 0, 0, 0, 0, 0, 0],
        ]
        .concat();
        assert_eq!(header(0, u32::MAX, u32::MAX).stored_size(&zip64), Some(4));
        assert_eq!(
            header(0, u32::MAX, 5).stored_size(&zip64),
            Some(0x0303_0303_0303_0303)
        );
        assert_eq!(
            header(0, u32::MAX, u32::MAX).stored_size(&zip64[..20]),
            None
        );
    }

    #[test]
    fn a_chance_magic_is_not_a_header() {
        let mut bytes = [0; HEADER_SIZE];
        bytes[..4].copy_from_slice(MAGIC);
        assert!(LocalHeader::read(&bytes).is_none(), "no name");
        bytes[26] = 1;
        assert!(LocalHeader::read(&bytes).is_some());
        bytes[5] = 1;
        assert!(LocalHeader::read(&bytes).is_none(), "version 25.6");
    }

    #[test]
    fn what_cannot_be_read_says_why() {
        let message = |header: LocalHeader| header.extent(0, 3..7).unwrap_err().message;
        assert!(message(header(1, 7, 9)).contains("encrypted"));
        let mut other = header(0, 7, 9);
        other.method = 14;
        assert!(message(other).contains("14"));
    }
}
