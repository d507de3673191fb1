//! Which table a file is, as a dataset records it.

use std::fs;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::Path;

use xxhash_rust::xxh3::Xxh3Default;

use crate::tablebase::name::TableName;

/// Which table a file is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRecord {
    /// Its name.
    pub name: TableName,
    /// Its size in bytes.
    pub bytes: u64,
    /// XXH3-128 over 16 parts of it, 32 hexadecimal digits: parts of 4 KiB, the first at the beginning of the file, the
    /// last at its end, the others evenly between; a file of at most 64 KiB is covered whole. The last part holds the
    /// checksum that the table's generator computed over all that precedes it. Tables of six pieces and more are too
    /// large to be read whole for each audit; `check_tables` does that.
    pub checksum: String,
}

/// Parts of a file that its checksum covers.
const PARTS: u64 = 16;

/// Bytes of each part.
const PART_BYTES: u64 = 4 << 10;

/// Size of a file, and the checksum over its parts.
pub(crate) fn checksum_of_parts(path: &Path) -> std::io::Result<(u64, String)> {
    let mut file = fs::File::open(path)?;
    let bytes = file.metadata()?.len();
    let mut hash = Xxh3Default::new();
    let mut part = Vec::with_capacity(PART_BYTES as usize);
    let mut read = |from: u64, length: u64| -> std::io::Result<()> {
        file.seek(SeekFrom::Start(from))?;
        part.clear();
        (&mut file).take(length).read_to_end(&mut part)?;
        hash.update(&part);
        Ok(())
    };
    match bytes.checked_sub(PARTS * PART_BYTES) {
        None | Some(0) => read(0, bytes)?,
        Some(_) => {
            let last = bytes - PART_BYTES;
            for index in 0..PARTS {
                // At most 2^63 bytes: sixteen times as many fit into 128 bits.
                let from = u128::from(last) * u128::from(index) / u128::from(PARTS - 1);
                read(from as u64, PART_BYTES)?;
            }
        }
    }
    Ok((bytes, format!("{:032x}", hash.digest128())))
}

#[cfg(test)]
mod tests {
    use xxhash_rust::xxh3::xxh3_128;

    use super::*;

    fn checksum(bytes: &[u8]) -> String {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("KQvK.rtbw");
        fs::write(&path, bytes).unwrap();
        let (size, checksum) = checksum_of_parts(&path).unwrap();
        assert_eq!(size, bytes.len() as u64);
        checksum
    }

    #[test]
    fn small_files_are_covered_whole_and_of_large_ones_both_ends() {
        let bytes: Vec<u8> = (0..(3 << 20) + 16).map(|at: u32| (at / 7) as u8).collect();
        for size in [0, 80, 64 << 10] {
            let whole = format!("{:032x}", xxh3_128(&bytes[..size]));
            assert_eq!(checksum(&bytes[..size]), whole, "{size}");
        }
        let known = checksum(&bytes);
        let changed = |at: usize| {
            let mut bytes = bytes.clone();
            bytes[at] ^= 1;
            checksum(&bytes) != known
        };
        let last = bytes.len() - 1;
        // Parts begin at fifteenths of the file without its last part.
        let second = (bytes.len() - (4 << 10)) / 15;
        for at in [
            0,
            (4 << 10) - 1,
            second,
            second + (4 << 10) - 1,
            last - 16,
            last,
        ] {
            assert!(changed(at), "{at}");
        }
        assert!(!changed(4 << 10), "no part covers this byte");
        assert_ne!(checksum(&bytes[..last]), known, "another size");
    }
}
