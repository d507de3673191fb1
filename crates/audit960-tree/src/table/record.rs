//! What games add to a row.

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

/// What tells the rows of a position apart: start, half-moves, visit and move. The last word of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RowKey(u64);

/// Mixes the bits of a word: a large odd number, the golden ratio of 2^64.
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

impl KeyWords {
    /// The key that has these words.
    pub(super) const fn of(words: [u64; 5]) -> Self {
        Self(words)
    }

    /// Its words.
    pub(super) const fn words(&self) -> [u64; 5] {
        self.0
    }

    /// A number that tells most keys apart, in all of its bits.
    pub(super) fn mixed(&self) -> u64 {
        let mixed = |sum: u64, word: &u64| (sum.rotate_left(23) ^ word).wrapping_mul(MIX);
        let sum = self.0.iter().fold(0, mixed);
        // The upper bits of a product depend on all bits of its factors.
        sum ^ sum >> 32
    }

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

    /// The position.
    pub(super) const fn position(&self) -> PackedPosition {
        let [one, two, three, four, rest] = self.0;
        PackedPosition::of_words([one, two, three, four], rest >> 63 != 0)
    }

    /// The row among those of the position.
    pub(super) const fn row(&self) -> RowKey {
        RowKey(self.0[4])
    }
}

impl RowKey {
    /// Whether the rows of one position also have the same start and number of half-moves.
    pub(super) const fn is_of_same_place(self, other: Self) -> bool {
        self.0 >> 18 == other.0 >> 18
    }

    /// Scharnagl numbers of the start.
    pub(super) const fn starts(self) -> Option<[u16; 2]> {
        match [self.0 >> 44 & 1023, self.0 >> 34 & 1023] {
            [NO_START, _] => None,
            [white, black] => Some([white as u16, black as u16]),
        }
    }

    /// Half-moves before the position.
    pub(super) const fn ply(self) -> u16 {
        (self.0 >> 18) as u16
    }

    /// The visit; `None` if there is none with this number.
    pub(super) fn visit(self) -> Option<Visit> {
        Visit::ALL.get((self.0 >> 16 & 3) as usize).copied()
    }

    /// The move; `None` at the end of a game.
    pub(super) fn played(self) -> Option<Move> {
        let bits = self.0 as u16;
        (bits != 0).then(|| Move::from_bits(bits))
    }
}

impl Key {
    /// The key in words. The last one has a bit for the side to move, nine that are zero, ten for each start, sixteen for
    /// the half-moves, two for the visit and sixteen for the move.
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

/// The games of a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct RowCounts {
    pub(super) tally: GameTally,
    /// Sum of the ratings, and id, of the game that shows the move.
    pub(super) example: Option<(i64, i64)>,
}

impl RowCounts {
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

    /// Every part at its limits.
    #[test]
    fn keys_hold_their_parts() {
        let move_of = |text: &str| text.parse::<Move>().unwrap();
        let moves = [None, Some(move_of("h8a1")), Some(move_of("h7h8q"))];
        for (played, visit) in moves.into_iter().zip(Visit::ALL.iter().copied()) {
            for starts in [None, Some([0, 959]), Some([959, 0])] {
                for ply in [0, 1, 24, 1000, u16::MAX] {
                    let key = Key {
                        position: PackedPosition::of(&Position::standard()),
                        starts,
                        ply,
                        visit,
                        played,
                    };
                    let words = key.to_words();
                    let row = words.row();
                    assert_eq!(words.position(), key.position);
                    assert_eq!((row.starts(), row.ply()), (starts, ply));
                    assert_eq!((row.visit(), row.played()), (Some(visit), played));
                }
            }
        }
    }
}
