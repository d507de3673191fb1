//! The members of a zip archive, from its central directory.

use std::fs::File;
use std::io::BufReader;

use zip::result::ZipError;
use zip::{CompressionMethod, ZipArchive};

use super::{ENCRYPTED, Extent, Member, Method, other_method, same_names, unreadable};

type Directory<'a> = ZipArchive<BufReader<&'a File>>;

/// The members in order; or why the directory cannot be read.
pub(super) fn list(file: &File) -> Result<Vec<Member>, String> {
    let file_size = file.metadata().map_err(|error| error.to_string())?.len();
    let mut directory = ZipArchive::new(BufReader::new(file)).map_err(|error| error.to_string())?;
    if directory.has_duplicate_names() {
        // The library reads the directory into a map by name: of members with the same name it knows the last.
        let start = directory.central_directory_start();
        return same_names::list(file, start, file_size).map_err(|error| error.to_string());
    }
    let mut members = Vec::with_capacity(directory.len());
    for index in 0..directory.len() {
        members
            .extend(member(&mut directory, index, file_size).map_err(|error| error.to_string())?);
    }
    Ok(members)
}

/// The entry at `index`; `None` for a directory. The offsets and sizes in it may be beyond the end of the
/// file.
fn member(
    directory: &mut Directory<'_>,
    index: usize,
    file_size: u64,
) -> Result<Option<Member>, ZipError> {
    let entry = directory.by_index_data(index)?;
    if entry.is_dir() {
        return Ok(None);
    }
    let name = match entry.name() {
        Ok(name) => name.into_owned(),
        Err(_) => String::from_utf8_lossy(entry.name_raw()).into_owned(),
    };
    let (stored_size, checksum) = (entry.compressed_size(), entry.crc32());
    let start = entry.header_start();
    let stored = start.min(file_size)..start.saturating_add(stored_size).min(file_size);
    let method = match entry.compression() {
        _ if entry.encrypted() => Err(ENCRYPTED.to_owned()),
        CompressionMethod::Stored => Ok(Method::Stored),
        CompressionMethod::Deflated => Ok(Method::Deflated),
        other => Err(other_method(other)),
    };
    let extent = method.and_then(|method| {
        // The member's own header says where the data begins.
        let header = start;
        let start = data_start(directory, index).map_err(|error| error.to_string())?;
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
    Ok(Some(Member { name, extent }))
}

fn data_start(directory: &mut Directory<'_>, index: usize) -> Result<u64, ZipError> {
    directory
        .by_index_raw(index)?
        .data_start()
        .ok_or(ZipError::FileNotFound)
}
