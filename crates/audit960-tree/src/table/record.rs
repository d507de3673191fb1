//! What a game adds to a row, as bytes of fixed length.

use audit960_board::Move;
use audit960_types::{GameResult, Visit};
use xxhash_rust::xxh3::xxh3_64;

use crate::packed::PackedPosition;
use crate::tally::GameTally;

/// Position, start, half-moves, visit and move of a row.
pub(super) type KeyBytes = [u8; 42];

/// Length of a record in bytes.
pub(super) const RECORD: usize = 63;

/// A key, and a game.
pub(super) type RecordBytes = [u8; RECORD];

/// One of so many buckets for all rows of a position, given the bytes of a key or of a record.
pub(super) fn bucket(bytes: &[u8], buckets: usize) -> usize {
    let position = &bytes[..PackedPosition::BYTES];
    (xxh3_64(position) % buckets.max(1) as u64) as usize
}

/// Which row a game is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    pub(super) position: PackedPosition,
    pub(super) starts: Option<[u16; 2]>,
    pub(super) ply: u16,
    pub(super) visit: Visit,
    pub(super) played: Option<Move>,
}

/// A Scharnagl number that no arrangement has.
const NO_START: u16 = u16::MAX;

impl Key {
    /// The key as bytes.
    #[inline]
    pub(super) fn to_bytes(self) -> KeyBytes {
        let mut bytes = [0; 42];
        let [white, black] = self.starts.unwrap_or([NO_START; 2]);
        bytes[..33].copy_from_slice(&self.position.to_bytes());
        bytes[33..35].copy_from_slice(&white.to_be_bytes());
        bytes[35..37].copy_from_slice(&black.to_be_bytes());
        bytes[37..39].copy_from_slice(&self.ply.to_be_bytes());
        bytes[39] = self.visit as u8;
        // No move goes from a1 to a1.
        bytes[40..].copy_from_slice(&self.played.map_or(0, Move::bits).to_be_bytes());
        bytes
    }

    /// The visit of such bytes.
    pub(super) fn visit_of(bytes: &KeyBytes) -> Option<Visit> {
        Visit::ALL.get(usize::from(bytes[39])).copied()
    }

    /// The key of such bytes; `None` for others.
    pub(super) fn of_bytes(bytes: &KeyBytes) -> Option<Self> {
        let number = |at: usize| u16::from_be_bytes([bytes[at], bytes[at + 1]]);
        let (white, black) = (number(33), number(35));
        let bits = number(40);
        Some(Self {
            position: PackedPosition::from_bytes(&bytes[..PackedPosition::BYTES]).ok()?,
            starts: (white != NO_START).then_some([white, black]),
            ply: number(37),
            visit: Self::visit_of(bytes)?,
            played: (bits != 0).then(|| Move::from_bits(bits)),
        })
    }
}

/// What is counted of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CountedGame {
    /// `None` for a game without moves.
    pub(super) result: Option<GameResult>,
    pub(super) elos: [Option<i32>; 2],
    pub(super) day: Option<i32>,
    pub(super) id: i64,
}

/// A number that stands for one that is not known: no rating and no day is so small.
const UNKNOWN: i32 = i32::MIN;

impl CountedGame {
    /// The key and the game as bytes.
    pub(super) fn to_bytes(self, key: &KeyBytes) -> RecordBytes {
        let mut bytes = [0; RECORD];
        bytes[..42].copy_from_slice(key);
        bytes[42] = self.result.map_or(u8::MAX, |result| result as u8);
        let [white, black] = self.elos;
        for (at, number) in [(43, white), (47, black), (51, self.day)] {
            bytes[at..at + 4].copy_from_slice(&number.unwrap_or(UNKNOWN).to_le_bytes());
        }
        bytes[55..].copy_from_slice(&self.id.to_le_bytes());
        bytes
    }

    /// The key and the game of such bytes.
    pub(super) fn of_bytes(bytes: &RecordBytes) -> (KeyBytes, Self) {
        let (mut key, mut id) = ([0; 42], [0; 8]);
        key.copy_from_slice(&bytes[..42]);
        id.copy_from_slice(&bytes[55..]);
        let number = |at: usize| {
            let mut four = [0; 4];
            four.copy_from_slice(&bytes[at..at + 4]);
            Some(i32::from_le_bytes(four)).filter(|number| *number != UNKNOWN)
        };
        let game = Self {
            result: GameResult::ALL.get(usize::from(bytes[42])).copied(),
            elos: [number(43), number(47)],
            day: number(51),
            id: i64::from_le_bytes(id),
        };
        (key, game)
    }
}

/// The games of a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct RowCounts {
    pub(super) tally: GameTally,
    /// Sum of the ratings, and id, of the game that shows the move.
    pub(super) example: Option<(i64, i64)>,
}

impl RowCounts {
    /// Counts a game.
    pub(super) fn add(&mut self, game: &CountedGame) {
        self.tally.add_result(game.result, game.elos, game.day);
        if game.result.is_some() {
            let [white, black] = game.elos;
            let both = white.zip(black);
            let elo = both.map_or(0, |(white, black)| i64::from(white) + i64::from(black));
            self.show((elo, game.id));
        }
    }

    /// Adds the games of others.
    pub(super) fn merge(&mut self, other: &Self) {
        self.tally.merge(&other.tally);
        if let Some(example) = other.example {
            self.show(example);
        }
    }

    /// Keeps the game with the higher ratings; of two, the one with the smaller id.
    fn show(&mut self, (elo, id): (i64, i64)) {
        let better = |(known_elo, known_id)| {
            (elo, std::cmp::Reverse(id)) > (known_elo, std::cmp::Reverse(known_id))
        };
        if self.example.is_none_or(better) {
            self.example = Some((elo, id));
        }
    }
}
