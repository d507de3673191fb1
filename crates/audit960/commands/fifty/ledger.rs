//! The ledger: games in which a draw could be claimed, and their order.

use std::cmp::Reverse;

use super::game::{Game, Run};

/// Games in which a draw could be claimed, and the sources they were looked for in.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    pub(super) games: Vec<Game>,
    /// Sources and how many games each has, of every kind.
    pub(super) sources: Vec<(String, u64)>,
}

/// A line of the ledger.
pub(super) type Line<'a> = (&'a Game, &'a Run);

/// Order of the runs.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(super) enum Sort {
    /// By source, in the order of the games
    Archive,
    /// Earliest date first, unknown dates last
    Date,
    /// Highest half-move clock first
    Clock,
    /// Most turns with a claim first
    Turns,
}

impl Ledger {
    /// Takes in what was found elsewhere.
    pub(super) fn append(&mut self, other: Self) {
        self.games.extend(other.games);
        self.sources.extend(other.sources);
    }

    /// Leaves only the runs that cost somebody half a point.
    pub(super) fn keep_missed(&mut self) {
        for game in &mut self.games {
            game.runs.retain(|run| run.half_point_lost_by.is_some());
        }
        self.games.retain(|game| !game.runs.is_empty());
    }

    /// The runs in order; where two are alike, in the order of the archive.
    pub(super) fn lines(&self, sort: Sort) -> Vec<Line<'_>> {
        let mut lines: Vec<Line<'_>> = self
            .games
            .iter()
            .flat_map(|game| game.runs.iter().map(move |run| (game, run)))
            .collect();
        lines.sort_by(|(a, _), (b, _)| (&a.source, a.identity).cmp(&(&b.source, b.identity)));
        match sort {
            Sort::Archive => {}
            Sort::Date => lines.sort_by(|(a, _), (b, _)| date_key(a).cmp(&date_key(b))),
            Sort::Clock => lines.sort_by_key(|(_, run)| Reverse(run.peak_clock)),
            Sort::Turns => lines.sort_by_key(|(_, run)| Reverse(run.claims[0] + run.claims[1])),
        }
        lines
    }

    /// The games in the order of their first runs.
    pub(super) fn games_in_order(&self, sort: Sort) -> Vec<&Game> {
        let mut games: Vec<&Game> = Vec::with_capacity(self.games.len());
        let mut seen = std::collections::HashSet::new();
        for (game, _) in self.lines(sort) {
            if seen.insert(std::ptr::from_ref(game)) {
                games.push(game);
            }
        }
        games
    }
}

/// Dates as PGN writes them compare as text; what is unknown is `?` and comes last.
fn date_key(game: &Game) -> (bool, &str) {
    let date = game.date.as_deref().unwrap_or("????.??.??");
    (date.starts_with('?'), date)
}

#[cfg(test)]
mod tests {
    use super::super::game::tests::game;
    use super::*;
    use audit960_types::Side;

    fn order(ledger: &Ledger, sort: Sort) -> Vec<(u64, u32)> {
        let lines = ledger.lines(sort);
        lines
            .iter()
            .map(|(game, run)| (game.identity.byte_offset, run.peak_clock))
            .collect()
    }

    #[test]
    fn runs_are_put_in_order() {
        let games = vec![
            game("b", 3, Some("1991.??.??"), &[120]),
            game("a", 2, Some("????.??.??"), &[100, 130]),
            game("a", 1, Some("1991.05.01"), &[101]),
        ];
        let ledger = Ledger {
            games,
            sources: Vec::new(),
        };
        assert_eq!(
            order(&ledger, Sort::Archive),
            [(1, 101), (2, 100), (2, 130), (3, 120)]
        );
        assert_eq!(
            order(&ledger, Sort::Clock),
            [(2, 130), (3, 120), (1, 101), (2, 100)]
        );
        assert_eq!(
            order(&ledger, Sort::Date),
            [(1, 101), (3, 120), (2, 100), (2, 130)]
        );
        let games = ledger.games_in_order(Sort::Clock);
        let offsets: Vec<u64> = games.iter().map(|game| game.identity.byte_offset).collect();
        assert_eq!(offsets, [2, 3, 1]);
    }

    #[test]
    fn only_what_cost_half_a_point_is_missed() {
        let mut missed = game("a", 1, None, &[101, 102]);
        missed.runs[1].half_point_lost_by = Some(Side::White);
        let mut ledger = Ledger {
            games: vec![missed, game("a", 2, None, &[103])],
            sources: Vec::new(),
        };
        ledger.keep_missed();
        assert_eq!(order(&ledger, Sort::Archive), [(1, 102)]);
    }
}
