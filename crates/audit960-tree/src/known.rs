//! How quickly games leave what others have played.

use std::collections::BTreeMap;
use std::io;

use audit960_types::KnownRow;

use crate::popular::PopularRow;

/// How quickly the games of a group leave what its other games have played.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KnownStart {
    /// Label of the group, usually a start position.
    pub group: Option<String>,
    /// Its games.
    pub games: u64,
    /// The first number of half-moves after which at least half of the games that are so long are alone: no
    /// other game has the same position then. `None` if that is not so after any number that was counted.
    pub alone_ply: Option<u32>,
    /// Number of different positions, those after another number of half-moves counted again.
    pub positions: u64,
    /// Number of different first moves.
    pub first_moves: u64,
    /// Entropy of the first move in bits: 0 if all games have the same, 1 for two equally frequent ones; `None`
    /// without a first move.
    pub first_move_entropy: Option<f64>,
}

/// What is known of a group, and of its positions after the current number of half-moves.
#[derive(Default)]
struct Group {
    known: KnownStart,
    ply: u32,
    games: u64,
    alone: u64,
    /// The positions by their number of games.
    positions: BTreeMap<u64, u64>,
}

impl Group {
    fn of(row: &PopularRow) -> Self {
        let known = KnownStart {
            group: row.group.clone(),
            ..KnownStart::default()
        };
        Self {
            known,
            ply: row.ply,
            ..Self::default()
        }
    }

    fn add(&mut self, row: &PopularRow) {
        if row.ply != self.ply {
            self.end_ply();
            self.ply = row.ply;
        }
        let games = row.tally.score.games();
        self.games += games;
        self.alone += u64::from(games == 1);
        *self.positions.entry(games).or_default() += 1;
        self.known.positions += 1;
        self.known.first_moves += u64::from(row.ply == 1);
    }

    fn end_ply(&mut self) {
        let (games, alone) = (
            std::mem::take(&mut self.games),
            std::mem::take(&mut self.alone),
        );
        let positions = std::mem::take(&mut self.positions);
        if self.ply == 0 {
            self.known.games = games;
        }
        if self.ply == 1 && games > 0 {
            self.known.first_move_entropy = Some(entropy(games, &positions));
        }
        if self.known.alone_ply.is_none() && KnownRow::is_left(games, alone) {
            self.known.alone_ply = Some(self.ply);
        }
    }
}

/// Entropy in bits of the positions of some games, counted by the number of games that have each; positions of one game may be
/// left out.
pub(crate) fn entropy(games: u64, positions: &BTreeMap<u64, u64>) -> f64 {
    // All together: no rounding, which would leave a tiny number.
    if positions.contains_key(&games) {
        return 0.0;
    }
    // In the order of their numbers, so that rounding depends neither on threads nor on the way they were counted.
    let weighted = positions.iter().map(|(&of, &times)| {
        let of = of as f64;
        times as f64 * (of * of.log2())
    });
    // The sum of -p log2 p with p = n / games.
    let entropy = (games as f64).log2() - weighted.sum::<f64>() / games as f64;
    entropy.max(0.0)
}

/// How quickly the games of each group leave what its other games have played. The rows are those after 0, 1, 2 and
/// more half-moves.
///
/// # Errors
/// Those of the rows.
pub fn known_starts(
    rows: impl Iterator<Item = io::Result<PopularRow>>,
) -> io::Result<Vec<KnownStart>> {
    let (mut starts, mut group): (Vec<KnownStart>, Option<Group>) = (Vec::new(), None);
    for row in rows {
        let row = row?;
        // Games without moves play nothing.
        if row.tally.score.games() == 0 {
            continue;
        }
        if let Some(ended) = group.take_if(|group| group.known.group != row.group) {
            starts.push(ended.end());
        }
        group.get_or_insert_with(|| Group::of(&row)).add(&row);
    }
    starts.extend(group.map(Group::end));
    Ok(starts)
}

impl Group {
    fn end(mut self) -> KnownStart {
        self.end_ply();
        self.known
    }
}

#[cfg(test)]
mod tests {
    use audit960_board::Position;
    use audit960_types::ScoreTally;

    use super::*;
    use crate::packed::PackedPosition;
    use crate::tally::GameTally;

    fn rows(counts: &[(&str, u32, u64)]) -> Vec<KnownStart> {
        let row = |&(group, ply, draws): &(&str, u32, u64)| {
            let score = ScoreTally {
                draws,
                ..ScoreTally::default()
            };
            Ok(PopularRow {
                group: Some(group.to_owned()),
                ply,
                position: PackedPosition::of(&Position::standard()),
                tally: GameTally {
                    score,
                    ..GameTally::default()
                },
                players: 0,
            })
        };
        known_starts(counts.iter().map(row)).unwrap()
    }

    #[test]
    fn entropy_is_that_of_the_definition() {
        let counts = [4_u64, 4, 2, 1, 1];
        let games: u64 = counts.iter().sum();
        let mut positions = BTreeMap::new();
        for of in counts {
            *positions.entry(of).or_default() += 1;
        }
        let share = |of: u64| of as f64 / games as f64;
        let expected: f64 = counts
            .iter()
            .map(|of| -share(*of) * share(*of).log2())
            .sum();
        assert!((entropy(games, &positions) - expected).abs() < 1e-12);
        for games in 1..1000 {
            assert_eq!(entropy(games, &BTreeMap::from([(games, 1)])), 0.0);
        }
        positions.remove(&1);
        assert!((entropy(games, &positions) - expected).abs() < 1e-12);
        assert_eq!(entropy(3, &BTreeMap::from([(3, 1)])), 0.0);
    }

    #[test]
    fn games_leave_what_is_known_when_half_of_them_are_alone() {
        // Eight games: two first moves of four games each; after two half-moves 4 of 8 are alone.
        let known = rows(&[
            ("7", 0, 8),
            ("7", 1, 4),
            ("7", 1, 4),
            ("7", 2, 4),
            ("7", 2, 1),
            ("7", 2, 1),
            ("7", 2, 1),
            ("7", 2, 1),
            ("8", 0, 1),
            ("9", 0, 2),
            ("9", 1, 2),
            ("9", 2, 2),
        ]);
        let brief: Vec<_> = known
            .iter()
            .map(|start| {
                (
                    start.games,
                    start.alone_ply,
                    start.positions,
                    start.first_moves,
                    start.first_move_entropy,
                )
            })
            .collect();
        assert_eq!(
            brief,
            [
                (8, Some(2), 8, 2, Some(1.0)),
                // A single game is alone from the start.
                (1, Some(0), 1, 0, None),
                (2, None, 3, 1, Some(0.0)),
            ]
        );
    }
}
