//! The members of a zip archive, from its central directory.

use std::fs::File;
use std::io::BufReader;

use zip::read::Config;
use zip::result::ZipError;
use zip::unstable::read::ZipIterable;
use zip::{CompressionMethod, ZipReadOptions};

use super::{ENCRYPTED, Extent, Member, Method, other_method, unreadable};

/// The members in order, also those with the same name; or why the directory cannot be read.
pub(super) fn list(file: &File) -> Result<Vec<Member>, String> {
    let file_size = file.metadata().map_err(|error| error.to_string())?.len();
    list_entries(file, file_size).map_err(|error| error.to_string())
}

/// Lists the members. The offsets and sizes in the entries may be beyond the end of the file.
fn list_entries(file: &File, file_size: u64) -> Result<Vec<Member>, ZipError> {
    let mut directory = ZipIterable::try_new(BufReader::new(file), Config::default())?;
    let entries = directory.files()?;
    let mut members = Vec::with_capacity(entries.len());
    while let Some(entry) = entries.next() {
        let entry = entry?;
        if entry.is_dir() {
            continue;
        }
        let name = match entry.name() {
            Ok(name) => name.into_owned(),
            Err(_) => String::from_utf8_lossy(entry.name_raw()).into_owned(),
        };
        let (stored_size, checksum) = (entry.compressed_size(), entry.crc32());
        let header = entry.header_start();
        let stored = header.min(file_size)..header.saturating_add(stored_size).min(file_size);
        let method = match entry.compression() {
            _ if entry.encrypted() => Err(ENCRYPTED.to_owned()),
            CompressionMethod::Stored => Ok(Method::Stored),
            CompressionMethod::Deflated => Ok(Method::Deflated),
            other => Err(other_method(other)),
        };
        let extent = method.and_then(|method| {
            // The member's own header says where the data begins.
            let found = entry.with_reader(entries.reader_mut(), ZipReadOptions::new());
            let start = found.and_then(|member| member.data_start().ok_or(ZipError::FileNotFound));
            let start = start.map_err(|error| error.to_string())?;
            if start > file_size {
                return Err("the member lies beyond the end of the file".to_owned());
            }
            Ok(Extent {
                header,
                start,
                stored_size,
                method,
                checksum: Some(checksum),
            })
        });
        let extent = extent.map_err(|message| unreadable(stored, message));
        members.push(Member { name, extent });
    }
    Ok(members)
}
