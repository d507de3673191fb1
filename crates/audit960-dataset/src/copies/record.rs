//! The records in the files: numbers in little-endian order.

use std::io::{self, Read};

use audit960_types::{DuplicateKind, Identity};
use serde::{Deserialize, Serialize};

/// Appends numbers.
pub(crate) fn write_words(words: &[u64], out: &mut Vec<u8>) {
    words
        .iter()
        .for_each(|word| out.extend_from_slice(&word.to_le_bytes()));
}

/// Reads numbers.
pub(crate) fn read_words<const N: usize>(input: &mut impl Read) -> io::Result<[u64; N]> {
    let mut words = [[0; 8]; N];
    input.read_exact(words.as_flattened_mut())?;
    Ok(words.map(u64::from_le_bytes))
}

/// A game's place in the archive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct GameHandle {
    /// Greater for later games.
    pub order: u64,
    /// Where it is in its source.
    pub identity: Identity,
}

impl GameHandle {
    pub(crate) const fn of([order, frame_offset, byte_offset]: [u64; 3]) -> Self {
        let identity = Identity {
            frame_offset,
            byte_offset,
        };
        Self { order, identity }
    }

    pub(crate) const fn words(self) -> [u64; 3] {
        let Identity {
            frame_offset,
            byte_offset,
        } = self.identity;
        [self.order, frame_offset, byte_offset]
    }
}

/// A later game, an earlier one, and how the later one is a copy of it. Of the pairs of a later game the first in this
/// order counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Pair {
    /// The later game.
    pub later: GameHandle,
    /// The kind of copy.
    pub kind: DuplicateKind,
    /// The earlier game.
    pub first: GameHandle,
}

/// The main line of a game. The moves are bytes, two per half-move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) place: GameHandle,
    /// Hash of the start.
    pub(crate) start: u64,
    pub(crate) moves: Vec<u8>,
}

impl Line {
    /// Appends a line, given its parts.
    pub(crate) fn write(place: GameHandle, start: u64, moves: &[u8], out: &mut Vec<u8>) {
        write_words(&place.words(), out);
        write_words(&[start, moves.len() as u64], out);
        out.extend_from_slice(moves);
    }

    /// Reads the next line into this one.
    pub(crate) fn read(&mut self, input: &mut impl Read) -> io::Result<()> {
        self.place = GameHandle::of(read_words(input)?);
        let [start, length] = read_words(input)?;
        self.start = start;
        self.moves
            .resize(usize::try_from(length).unwrap_or(usize::MAX), 0);
        input.read_exact(&mut self.moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_come_back() {
        let place = GameHandle {
            order: 4,
            identity: Identity {
                frame_offset: 7,
                byte_offset: u64::MAX,
            },
        };
        let mut bytes = Vec::new();
        Line::write(place, 11, &[1, 2, 3, 4], &mut bytes);
        let mut input = &*bytes;
        let mut line = Line::default();
        line.read(&mut input).unwrap();
        assert_eq!(
            line,
            Line {
                place,
                start: 11,
                moves: vec![1, 2, 3, 4]
            }
        );
        assert!(input.is_empty());
        assert!(line.read(&mut &bytes[..43]).is_err());
    }
}
