//! Compression of text that is written.

use std::io::{self, Write as _};
use std::path::Path;

/// How a file that is written is compressed, by the extension of its name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Packing {
    /// Not compressed.
    #[default]
    Plain,
    /// `.gz`: each piece of text is a member (RFC 1952, 2.2).
    Gzip,
    /// `.zst`: each piece of text is a frame (RFC 8878, 3.1), so that readers can decode them in parallel.
    Zstd,
}

/// Compression level of zstd, the default of its own tool.
const ZSTD_LEVEL: i32 = 3;

impl Packing {
    /// The compression for a file name, in any letter case.
    #[must_use]
    pub fn of_name(path: &Path) -> Self {
        match path.extension().and_then(|ending| ending.to_str()) {
            Some(ending) if ending.eq_ignore_ascii_case("gz") => Self::Gzip,
            Some(ending) if ending.eq_ignore_ascii_case("zst") => Self::Zstd,
            _ => Self::Plain,
        }
    }

    /// Compresses a piece of text.
    ///
    /// # Errors
    /// If the compressor fails.
    pub fn pack(self, text: Vec<u8>) -> io::Result<Vec<u8>> {
        match self {
            Self::Plain => Ok(text),
            Self::Gzip => {
                let level = flate2::Compression::default();
                let mut encoder = flate2::write::GzEncoder::new(Vec::new(), level);
                encoder.write_all(&text)?;
                encoder.finish()
            }
            Self::Zstd => zstd::bulk::compress(&text, ZSTD_LEVEL),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{Chunk, ChunkReader, Input, Progress, ReaderOptions};

    #[test]
    fn the_name_decides_the_packing() {
        for (name, packing) in [
            ("a.pgn", Packing::Plain),
            ("a.pgn.gz", Packing::Gzip),
            ("a.pgn.ZST", Packing::Zstd),
            ("gz", Packing::Plain),
        ] {
            assert_eq!(Packing::of_name(Path::new(name)), packing, "{name}");
        }
    }

    #[test]
    fn what_is_packed_in_pieces_is_read_as_one_text() {
        let pieces = [
            "[Event \"a\"]\n\n1. e4 *\n\n",
            "[Event \"b\"]\n\n1. d4 *\n\n",
        ];
        for packing in [Packing::Plain, Packing::Gzip, Packing::Zstd] {
            let packed = pieces
                .map(|piece| packing.pack(piece.into()).unwrap())
                .concat();
            let input = Input::from_reader("a", io::Cursor::new(packed));
            let progress = Arc::new(Progress::default());
            let mut reader = ChunkReader::new(vec![input], ReaderOptions::default(), progress);
            let (mut chunk, mut text) = (Chunk::default(), Vec::new());
            while reader.next_chunk(&mut chunk).unwrap() {
                assert!(chunk.damage.is_none());
                text.extend_from_slice(&chunk.bytes);
            }
            assert_eq!(text, pieces.concat().as_bytes(), "{packing:?}");
        }
    }
}
