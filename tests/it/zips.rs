//! Zip archives with what an archiver would not write (APPNOTE.TXT of PKWARE).

/// A zip archive (APPNOTE.TXT, 4.3) whose members are stored as they are.
pub(crate) fn zip(members: &[(String, Vec<u8>)]) -> Vec<u8> {
    let (mut stored, mut directory) = (Vec::new(), Vec::new());
    for (name, text) in members {
        let at = stored.len() as u32;
        let size = text.len() as u32;
        // Version, flags, method, time, checksum, sizes, lengths of name and extra field.
        let mut common = vec![20, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        common.extend(crc32(text).to_le_bytes());
        common.extend([size.to_le_bytes(), size.to_le_bytes()].concat());
        common.extend((name.len() as u16).to_le_bytes());
        common.extend([0, 0]);
        stored.extend_from_slice(b"PK\x03\x04");
        stored.extend_from_slice(&common);
        stored.extend_from_slice(name.as_bytes());
        stored.extend_from_slice(text);
        directory.extend_from_slice(b"PK\x01\x02\x14\x00");
        directory.extend_from_slice(&common);
        // Comment, disk, attributes.
        directory.extend_from_slice(&[0; 10]);
        directory.extend_from_slice(&at.to_le_bytes());
        directory.extend_from_slice(name.as_bytes());
    }
    let count = (members.len() as u16).to_le_bytes();
    let [at, size] = [stored.len(), directory.len()].map(|number| (number as u32).to_le_bytes());
    stored.extend(directory);
    stored.extend_from_slice(b"PK\x05\x06\x00\x00\x00\x00");
    stored.extend([count, count].concat());
    stored.extend([size, at].concat());
    stored.extend_from_slice(&[0, 0]);
    stored
}

/// CRC-32 as zip defines it, bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg());
        }
    }
    !crc
}
