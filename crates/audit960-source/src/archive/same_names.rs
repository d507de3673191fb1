//! The members of an archive in which several have the same name, from its central directory (APPNOTE.TXT,
//! 4.3.12): all of them, where the library knows the last of each name.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};

use zip::CompressionMethod;

use super::{ENCRYPTED, Extent, Member, Method, other_method, unreadable};

/// The signatures of an entry of the directory, and of a member's own header.
const ENTRY: u32 = 0x0201_4b50;
const MEMBER: u32 = 0x0403_4b50;

/// Bytes of an entry and of a member's header before the name.
const ENTRY_SIZE: usize = 46;
const MEMBER_SIZE: usize = 30;

/// Flags: the member is encrypted; its name is UTF-8.
const ENCRYPTED_FLAG: u16 = 1;

/// The extra field with numbers of 64 bits, and the value that refers to it.
const ZIP64: u16 = 1;
const ELSEWHERE: u32 = u32::MAX;

/// The members that the directory at `start` lists, in order, except folders. It ends at the first bytes that are
/// no entry: the library has read it before, so these are its end record.
pub(super) fn list(file: &File, start: u64, file_size: u64) -> io::Result<Vec<Member>> {
    let mut directory = BufReader::new(file.try_clone()?);
    directory.seek(SeekFrom::Start(start))?;
    let mut entries = Vec::new();
    let mut head = [0; ENTRY_SIZE];
    while directory.read_exact(&mut head).is_ok() && long(&head, 0) == ENTRY {
        let [name, extra, comment] = [28, 30, 32].map(|at| short(&head, at));
        let (name, extra) = (take(&mut directory, name)?, take(&mut directory, extra)?);
        take(&mut directory, comment)?;
        if !name.ends_with(b"/") {
            entries.push(Entry::read(&head, &name, &extra));
        }
    }
    let mut file = file.try_clone()?;
    let members = entries.into_iter();
    Ok(members
        .map(|entry| entry.member(&mut file, file_size))
        .collect())
}

/// An entry of the directory.
struct Entry {
    name: String,
    flags: u16,
    method: u16,
    checksum: u32,
    stored_size: u64,
    /// Offset of the member's own header.
    header: u64,
}

impl Entry {
    fn read(head: &[u8; ENTRY_SIZE], name: &[u8], extra: &[u8]) -> Self {
        let wide = zip64(extra);
        // Only numbers that are too large are there, in this order.
        let mut numbers = wide.chunks_exact(8).map(|bytes| {
            let mut number = [0; 8];
            number.copy_from_slice(bytes);
            u64::from_le_bytes(number)
        });
        let mut number = |at: usize| match long(head, at) {
            ELSEWHERE => numbers.next().unwrap_or(u64::from(ELSEWHERE)),
            number => u64::from(number),
        };
        let (_size, stored_size, header) = (number(24), number(20), number(42));
        Self {
            name: String::from_utf8_lossy(name).into_owned(),
            flags: short(head, 8),
            method: short(head, 10),
            checksum: long(head, 16),
            stored_size,
            header,
        }
    }

    fn member(self, file: &mut File, file_size: u64) -> Member {
        let from = self.header.min(file_size);
        let stored = from..self.header.saturating_add(self.stored_size).min(file_size);
        let extent = self.extent(file, file_size);
        Member {
            name: self.name,
            extent: extent.map_err(|message| unreadable(stored, message)),
        }
    }

    /// The stored bytes: the member's own header says where they begin.
    fn extent(&self, file: &mut File, file_size: u64) -> Result<Extent, String> {
        if self.flags & ENCRYPTED_FLAG != 0 {
            return Err(ENCRYPTED.to_owned());
        }
        let method = match self.method {
            0 => Method::Stored,
            8 => Method::Deflated,
            other => return Err(other_method(method_of(other))),
        };
        let mut head = [0; MEMBER_SIZE];
        let read = file
            .seek(SeekFrom::Start(self.header))
            .and_then(|_| file.read_exact(&mut head));
        if read.is_err() || long(&head, 0) != MEMBER {
            return Err("the member has no header where the directory says".to_owned());
        }
        let names = u64::from(short(&head, 26)) + u64::from(short(&head, 28));
        let start = self.header + MEMBER_SIZE as u64 + names;
        if start > file_size {
            return Err("the member lies beyond the end of the file".to_owned());
        }
        Ok(Extent {
            header: self.header,
            start,
            stored_size: self.stored_size,
            method,
            checksum: Some(self.checksum),
        })
    }
}

/// The name of a method that is not supported.
#[expect(deprecated, reason = "the only way to name a method by its number")]
fn method_of(number: u16) -> CompressionMethod {
    CompressionMethod::from_u16(number)
}

/// The numbers of 64 bits among extra fields.
fn zip64(mut extra: &[u8]) -> &[u8] {
    while let Some((head, rest)) = extra.split_first_chunk::<4>() {
        let length = usize::from(short(head, 2)).min(rest.len());
        let (field, after) = rest.split_at(length);
        if short(head, 0) == ZIP64 {
            return field;
        }
        extra = after;
    }
    &[]
}

fn take(directory: &mut impl Read, length: u16) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; usize::from(length)];
    directory.read_exact(&mut bytes)?;
    Ok(bytes)
}

fn short(bytes: &[u8], at: usize) -> u16 {
    let found = bytes.get(at..).and_then(<[u8]>::first_chunk);
    found.map_or(0, |bytes| u16::from_le_bytes(*bytes))
}

fn long(bytes: &[u8], at: usize) -> u32 {
    let found = bytes.get(at..).and_then(<[u8]>::first_chunk);
    found.map_or(0, |bytes| u32::from_le_bytes(*bytes))
}
