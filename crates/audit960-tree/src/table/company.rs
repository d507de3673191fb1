//! How many games still had company after each number of half-moves.

use std::collections::BTreeMap;

use audit960_types::KnownRow;

use crate::known::entropy;

/// Scharnagl numbers of the start position of games.
pub(super) type Starts = Option<[u16; 2]>;

/// The games from each start position, by the number of their positions that count.
#[derive(Clone, Debug, Default)]
pub(super) struct Lengths(BTreeMap<Starts, Vec<u64>>);

impl Lengths {
    /// Counts a game with so many positions.
    pub(super) fn add(&mut self, starts: Starts, positions: usize) {
        let counts = self.0.entry(starts).or_default();
        if counts.len() <= positions {
            counts.resize(positions + 1, 0);
        }
        counts[positions] += 1;
    }

    /// Adds the games of others.
    pub(super) fn merge(&mut self, others: &Self) {
        for (starts, counts) in &others.0 {
            let into = self.0.entry(*starts).or_default();
            if into.len() < counts.len() {
                into.resize(counts.len(), 0);
            }
            for (into, count) in into.iter_mut().zip(counts) {
                *into += count;
            }
        }
    }
}

/// The positions that at least two games from a start position have after the same number of half-moves, counted by the
/// number of these games.
#[derive(Clone, Debug, Default)]
pub(super) struct Company(BTreeMap<(Starts, u16), BTreeMap<u64, u64>>);

impl Company {
    /// Counts a position that so many games have; one alone has no company.
    pub(super) fn add(&mut self, starts: Starts, ply: u16, games: u64) {
        if games > 1 {
            let counts = self.0.entry((starts, ply)).or_default();
            *counts.entry(games).or_default() += 1;
        }
    }

    /// Adds the positions of others.
    pub(super) fn merge(&mut self, others: Self) {
        for (place, counts) in others.0 {
            let into = self.0.entry(place).or_default();
            for (games, positions) in counts {
                *into.entry(games).or_default() += positions;
            }
        }
    }

    /// The rows of table `known`, in the order of start positions, those without numbers first, and half-moves.
    pub(super) fn rows(&self, lengths: &Lengths) -> Vec<KnownRow> {
        let mut rows = Vec::new();
        for (starts, counts) in &lengths.0 {
            let mut games: u64 = counts.iter().sum();
            for (ply, ended) in (0_u16..).zip(counts.iter()) {
                games -= ended;
                if games > 0 {
                    rows.push(self.row(*starts, ply, games));
                }
            }
        }
        rows
    }

    fn row(&self, starts: Starts, ply: u16, games: u64) -> KnownRow {
        let none = BTreeMap::new();
        let counts = self.0.get(&(starts, ply)).unwrap_or(&none);
        let (mut alone, mut positions) = (games, 0);
        for (of, times) in counts {
            alone -= of * times;
            positions += times;
        }
        KnownRow {
            starts,
            ply: ply.into(),
            games,
            alone,
            positions: positions + alone,
            entropy: entropy(games, counts),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_lose_company() {
        let start = Some([518, 518]);
        let mut lengths = Lengths::default();
        // Eight games: one of the first position only, one of two, six of three.
        for positions in [1, 2, 3, 3, 3, 3, 3, 3] {
            lengths.add(start, positions);
        }
        let mut more = Lengths::default();
        more.add(None, 1);
        lengths.merge(&more);
        let mut company = Company::default();
        company.add(start, 0, 8);
        // After one half-move 4 and 2 games have the same position, and one is alone; after two, 2 and 2.
        company.add(start, 1, 4);
        company.add(start, 1, 1);
        company.add(start, 2, 2);
        let mut others = Company::default();
        others.add(start, 1, 2);
        others.add(start, 2, 2);
        company.merge(others);
        let rows = company.rows(&lengths);
        let brief: Vec<_> = rows
            .iter()
            .map(|row| (row.starts, row.ply, row.games, row.alone, row.positions))
            .collect();
        assert_eq!(
            brief,
            [
                (None, 0, 1, 1, 1),
                (start, 0, 8, 0, 1),
                (start, 1, 7, 1, 3),
                (start, 2, 6, 2, 4),
            ]
        );
        let entropy: f64 = [4.0_f64, 2.0, 1.0]
            .iter()
            .map(|n| -n / 7.0 * (n / 7.0).log2())
            .sum();
        assert!((rows[2].entropy - entropy).abs() < 1e-12);
        assert_eq!([rows[0].entropy, rows[1].entropy], [0.0, 0.0]);
    }
}
