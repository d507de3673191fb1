//! The id of a game: the same in every table, however the archive was cut.

use crate::identity::Identity;
use xxhash_rust::xxh3::xxh3_64;

/// The id of a game: XXH3-64 of source, `frame_offset` and `byte_offset` (8 bytes each, little-endian), as a
/// signed integer.
#[must_use]
pub fn game_id(source: &str, identity: Identity) -> i64 {
    GameIds::of(source).number(identity)
}

/// Computes the ids of the games of one source.
#[derive(Debug)]
pub struct GameIds {
    /// The source, followed by the offsets of the last game.
    bytes: Vec<u8>,
    /// Length of the source.
    source: usize,
}

impl GameIds {
    /// For the games of a source.
    #[must_use]
    pub fn of(source: &str) -> Self {
        let mut bytes = Vec::with_capacity(source.len() + 2 * size_of::<u64>());
        bytes.extend(source.as_bytes());
        Self {
            bytes,
            source: source.len(),
        }
    }

    /// The id of the game at these offsets.
    pub fn number(&mut self, identity: Identity) -> i64 {
        self.bytes.truncate(self.source);
        for offset in [identity.frame_offset, identity.byte_offset] {
            self.bytes.extend_from_slice(&offset.to_le_bytes());
        }
        xxh3_64(&self.bytes).cast_signed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// python-xxhash: xxh3_64_intdigest(source.encode() + struct.pack("<qq", frame, byte)), signed.
    #[test]
    fn ids_are_those_of_python_xxhash() {
        let identity = Identity {
            frame_offset: 4096,
            byte_offset: 1234,
        };
        assert_eq!(game_id("archive.zip!/ä.pgn", identity), -483541819330349826);
        assert_eq!(game_id("", Identity::default()), -3411922682318255768);
    }
}
