//! What games add to a row, in a fixed number of bytes.

use audit960_board::Move;
use audit960_types::{GameResult, Visit, game_id};

use super::openings::Counts;
use crate::game::PlayedGame;
use crate::packed::PackedPosition;
use crate::tally::GameTally;

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
const NO_START: u64 = 1023;

/// Position, side to move, start, half-moves, visit and move of a row, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct KeyWords([u64; 5]);

/// Mixes the bits of a word: a large odd number, the golden ratio of 2^64.
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

impl std::hash::Hash for KeyWords {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        let mixed = |sum: u64, word: &u64| (sum.rotate_left(23) ^ word).wrapping_mul(MIX);
        state.write_u64(self.0.iter().fold(0, mixed));
    }
}

impl KeyWords {
    /// One of so many buckets, the same for all rows of a position.
    pub(super) fn bucket(&self, buckets: usize) -> usize {
        let [one, two, three, four, _] = self.0;
        let mixed = (one ^ two.rotate_left(17) ^ three.rotate_left(37) ^ four.rotate_left(51))
            .wrapping_mul(MIX);
        ((mixed >> 32) % buckets.max(1) as u64) as usize
    }

    /// Whether the rows have the same position.
    pub(super) const fn is_of_same_position(&self, other: &Self) -> bool {
        let ([a, b, c, d, rest], [e, f, g, h, other]) = (self.0, other.0);
        a == e && b == f && c == g && d == h && rest >> 63 == other >> 63
    }

    /// Whether the rows of one position also have the same start and number of half-moves.
    pub(super) const fn is_of_same_place(&self, other: &Self) -> bool {
        self.0[4] >> 18 == other.0[4] >> 18
    }

    /// The start, and the number of half-moves.
    pub(super) const fn place(&self) -> (Option<[u16; 2]>, u16) {
        let rest = self.0[4];
        let [white, black] = [rest >> 44 & 1023, rest >> 34 & 1023];
        let starts = match white {
            NO_START => None,
            white => Some([white as u16, black as u16]),
        };
        (starts, (rest >> 18) as u16)
    }

    /// The visit; `None` if there is none with this number.
    pub(super) fn visit(&self) -> Option<Visit> {
        Visit::ALL.get((self.0[4] >> 16 & 3) as usize).copied()
    }
}

impl Key {
    /// The key in words. The last one has a bit for the side to move, ten for each start, sixteen for the half-moves, two
    /// for the visit and sixteen for the move.
    #[inline]
    pub(super) fn to_words(self) -> KeyWords {
        let ([one, two, three, four], black) = self.position.words();
        let [white_start, black_start] = self
            .starts
            .map_or([NO_START; 2], |starts| starts.map(u64::from));
        // No move goes from a1 to a1.
        let played = self.played.map_or(0, Move::bits);
        let rest = u64::from(black) << 63
            | white_start << 44
            | black_start << 34
            | u64::from(self.ply) << 18
            | (self.visit as u64) << 16
            | u64::from(played);
        KeyWords([one, two, three, four, rest])
    }

    /// The key of such words; `None` for others.
    pub(super) fn of_words(words: &KeyWords) -> Option<Self> {
        let [one, two, three, four, rest] = words.0;
        let (starts, ply) = words.place();
        let bits = rest as u16;
        Some(Self {
            position: PackedPosition::of_words([one, two, three, four], rest >> 63 != 0),
            starts,
            ply,
            visit: words.visit()?,
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

impl CountedGame {
    pub(super) fn of(game: &PlayedGame<'_>) -> Self {
        Self {
            result: (!game.moveless).then_some(game.result),
            elos: game.elos,
            day: game.day,
            id: game_id(game.source, game.identity),
        }
    }
}

/// Length of a record in bytes.
pub(super) const RECORD: usize = KEY + GameTally::BYTES + EXAMPLE;

/// Bytes of a key in words.
const KEY: usize = 40;

/// Bytes of the rating and the id of an example.
const EXAMPLE: usize = 16;

/// A key, and what is counted for it.
pub(super) type RecordBytes = [u8; RECORD];

/// The rating of an example that there is not: no two ratings have so small a sum.
const NO_EXAMPLE: i64 = i64::MIN;

impl KeyWords {
    /// The key at the beginning of a record.
    pub(super) fn of_record(record: &RecordBytes) -> Self {
        let mut words = [0; 5];
        for (word, from) in words.iter_mut().zip(record.as_chunks().0) {
            *word = u64::from_le_bytes(*from);
        }
        Self(words)
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
    /// Appends the key and its counts as a record.
    pub(super) fn write(&self, key: &KeyWords, records: &mut Vec<u8>) {
        records.extend(key.0.iter().flat_map(|word| word.to_le_bytes()));
        self.tally.write(records);
        let (elo, id) = self.example.unwrap_or((NO_EXAMPLE, 0));
        records.extend([elo, id].iter().flat_map(|word| word.to_le_bytes()));
    }

    /// The counts of a record.
    pub(super) fn of_record(record: &RecordBytes) -> Option<Self> {
        let (tally, example) = GameTally::read(record.get(KEY..)?)?;
        let (elo, id) = example.split_first_chunk()?;
        let elo = i64::from_le_bytes(*elo);
        let id = i64::from_le_bytes(*id.first_chunk()?);
        Some(Self {
            tally,
            example: (elo != NO_EXAMPLE).then_some((elo, id)),
        })
    }

    /// Keeps the game with the higher ratings; of two, the one with the smaller id.
    fn show(&mut self, (elo, id): (i64, i64)) {
        let better = |(known_elo, known_id)| elo > known_elo || elo == known_elo && id < known_id;
        if self.example.is_none_or(better) {
            self.example = Some((elo, id));
        }
    }
}

impl Counts<CountedGame> for RowCounts {
    fn add(&mut self, game: &CountedGame) {
        self.tally.add_result(game.result, game.elos, game.day);
        if game.result.is_some() {
            let [white, black] = game.elos;
            let both = white.zip(black);
            let elo = both.map_or(0, |(white, black)| i64::from(white) + i64::from(black));
            self.show((elo, game.id));
        }
    }

    fn merge(&mut self, other: &Self) {
        self.tally.merge(&other.tally);
        if let Some(example) = other.example {
            self.show(example);
        }
    }
}

#[cfg(test)]
mod tests {
    use audit960_board::Position;

    use super::*;

    /// Every part of a key and of a game at its limits.
    #[test]
    fn what_is_written_is_read() {
        let position = PackedPosition::of(&Position::standard());
        let move_of = |text: &str| text.parse::<Move>().unwrap();
        let moves = [None, Some(move_of("h8a1")), Some(move_of("h7h8q"))];
        for (index, played) in moves.into_iter().enumerate() {
            for starts in [None, Some([0, 959]), Some([959, 0])] {
                for ply in [0, 1, 24, 1000, u16::MAX] {
                    let key = Key {
                        position,
                        starts,
                        ply,
                        visit: Visit::ALL[index],
                        played,
                    };
                    let words = key.to_words();
                    assert_eq!(Key::of_words(&words), Some(key));
                    let known = index > 0;
                    let game = CountedGame {
                        result: known.then_some(GameResult::ALL[index]),
                        elos: [known.then_some(-1), Some(i32::MAX)],
                        day: known.then_some(-700_000),
                        id: i64::MIN + 5,
                    };
                    let mut counts = RowCounts::default();
                    counts.add(&game);
                    assert_eq!(counts.example.is_some(), known);
                    let mut record = Vec::new();
                    counts.write(&words, &mut record);
                    let record: RecordBytes = record.try_into().unwrap();
                    assert_eq!(KeyWords::of_record(&record), words);
                    assert_eq!(RowCounts::of_record(&record), Some(counts));
                }
            }
        }
    }
}
