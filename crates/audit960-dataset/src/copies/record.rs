//! The records in the files: fixed fields, numbers in little-endian order.

use std::io::{self, Read};

use audit960_types::{DuplicateKind, Identity};

/// A game's place in the archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GameHandle {
    /// Greater for later games.
    pub order: u64,
    /// Where it is in its source.
    pub identity: Identity,
}

/// A later game, an earlier one, and how the later one is a copy of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Pair {
    pub(crate) later: GameHandle,
    pub(crate) kind: DuplicateKind,
    pub(crate) first: GameHandle,
}

/// A value that is stored in a file.
pub(crate) trait Record: Sized {
    fn write(&self, out: &mut Vec<u8>);
    fn read(input: &mut impl Read) -> io::Result<Self>;
}

impl Record for u64 {
    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.to_le_bytes());
    }

    fn read(input: &mut impl Read) -> io::Result<Self> {
        let mut bytes = [0; 8];
        input.read_exact(&mut bytes)?;
        Ok(Self::from_le_bytes(bytes))
    }
}

impl Record for GameHandle {
    fn write(&self, out: &mut Vec<u8>) {
        for number in [
            self.order,
            self.identity.frame_offset,
            self.identity.byte_offset,
        ] {
            number.write(out);
        }
    }

    fn read(input: &mut impl Read) -> io::Result<Self> {
        let order = u64::read(input)?;
        let (frame_offset, byte_offset) = (u64::read(input)?, u64::read(input)?);
        Ok(Self {
            order,
            identity: Identity {
                frame_offset,
                byte_offset,
            },
        })
    }
}

impl Record for Pair {
    fn write(&self, out: &mut Vec<u8>) {
        self.later.write(out);
        out.push(self.kind as u8);
        self.first.write(out);
    }

    fn read(input: &mut impl Read) -> io::Result<Self> {
        let later = GameHandle::read(input)?;
        let mut kind = [0];
        input.read_exact(&mut kind)?;
        let kind = DuplicateKind::ALL.get(usize::from(kind[0])).copied();
        let kind = kind.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidData))?;
        Ok(Self {
            later,
            kind,
            first: GameHandle::read(input)?,
        })
    }
}

/// Key of the players and the date of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Players {
    pub(crate) key: u64,
    pub(crate) place: GameHandle,
}

impl Record for Players {
    fn write(&self, out: &mut Vec<u8>) {
        self.key.write(out);
        self.place.write(out);
    }

    fn read(input: &mut impl Read) -> io::Result<Self> {
        Ok(Self {
            key: u64::read(input)?,
            place: GameHandle::read(input)?,
        })
    }
}

/// The main line of a game. The moves are bytes, two per half-move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) place: GameHandle,
    /// Hash of the start.
    pub(crate) start: u64,
    pub(crate) moves: Vec<u8>,
}

impl Line {
    /// An empty line, to be read into.
    pub(crate) const fn new() -> Self {
        let identity = Identity {
            frame_offset: 0,
            byte_offset: 0,
        };
        Self {
            place: GameHandle { order: 0, identity },
            start: 0,
            moves: Vec::new(),
        }
    }

    /// Appends a line, given its parts.
    pub(crate) fn write(place: GameHandle, start: u64, moves: &[u8], out: &mut Vec<u8>) {
        place.write(out);
        start.write(out);
        (moves.len() as u64).write(out);
        out.extend_from_slice(moves);
    }

    /// Reads the next line into this one.
    pub(crate) fn read(&mut self, input: &mut impl Read) -> io::Result<()> {
        self.place = GameHandle::read(input)?;
        self.start = u64::read(input)?;
        let length = usize::try_from(u64::read(input)?).unwrap_or(usize::MAX);
        self.moves.resize(length, 0);
        input.read_exact(&mut self.moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_come_back() {
        let place = |order| {
            let identity = Identity {
                frame_offset: 7,
                byte_offset: u64::MAX,
            };
            GameHandle { order, identity }
        };
        let mut bytes = Vec::new();
        let kind = DuplicateKind::SamePlayersAndDate;
        let pair = Pair {
            later: place(3),
            kind,
            first: place(1),
        };
        let players = Players {
            key: 5,
            place: place(9),
        };
        pair.write(&mut bytes);
        players.write(&mut bytes);
        Line::write(place(4), 11, &[1, 2, 3, 4], &mut bytes);
        let mut input = &*bytes;
        assert_eq!(Pair::read(&mut input).unwrap(), pair);
        assert_eq!(Players::read(&mut input).unwrap(), players);
        let mut line = Line::new();
        line.read(&mut input).unwrap();
        assert_eq!(
            line,
            Line {
                place: place(4),
                start: 11,
                moves: vec![1, 2, 3, 4]
            }
        );
        assert!(input.is_empty());
        assert!(Pair::read(&mut &bytes[..48]).is_err());
    }
}
