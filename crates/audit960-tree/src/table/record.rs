//! What a game adds to a row, in words of fixed number.

use audit960_board::Move;
use audit960_types::{GameResult, Visit};

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

/// Length of a record in bytes.
pub(super) const RECORD: usize = 64;

/// A key, and a game: words of eight bytes.
pub(super) type RecordBytes = [u8; RECORD];

/// A number that stands for one that is not known: no rating and no day is so small.
const UNKNOWN: i32 = i32::MIN;

/// Two numbers in a word.
fn pair(low: u32, high: u32) -> u64 {
    u64::from(low) | u64::from(high) << 32
}

impl CountedGame {
    /// The key and the game as bytes.
    pub(super) fn to_bytes(self, key: &KeyWords) -> RecordBytes {
        let number = |number: Option<i32>| number.unwrap_or(UNKNOWN).cast_unsigned();
        let result = self.result.map_or(u8::MAX, |result| result as u8);
        let [white, black] = self.elos.map(number);
        let [one, two, three, four, rest] = key.0;
        let words = [
            one,
            two,
            three,
            four,
            rest,
            pair(white, black),
            pair(number(self.day), result.into()),
            self.id.cast_unsigned(),
        ];
        let mut bytes = [0; RECORD];
        for (into, word) in bytes.as_chunks_mut().0.iter_mut().zip(words) {
            *into = word.to_le_bytes();
        }
        bytes
    }

    /// The key and the game of such bytes.
    pub(super) fn of_bytes(bytes: &RecordBytes) -> (KeyWords, Self) {
        let mut words = [0; 8];
        for (word, from) in words.iter_mut().zip(bytes.as_chunks().0) {
            *word = u64::from_le_bytes(*from);
        }
        let [one, two, three, four, rest, elos, day, id] = words;
        let number =
            |word: u64| Some((word as u32).cast_signed()).filter(|number| *number != UNKNOWN);
        let game = Self {
            result: GameResult::ALL.get((day >> 32) as usize).copied(),
            elos: [number(elos), number(elos >> 32)],
            day: number(day),
            id: id.cast_signed(),
        };
        (KeyWords([one, two, three, four, rest]), game)
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
        let better = |(known_elo, known_id)| elo > known_elo || elo == known_elo && id < known_id;
        if self.example.is_none_or(better) {
            self.example = Some((elo, id));
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
                    assert_eq!(CountedGame::of_bytes(&game.to_bytes(&words)), (words, game));
                }
            }
        }
    }
}
