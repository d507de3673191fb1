//! Groups of games as a table.

use audit960_dataset::{Table, TableBuilder};
use audit960_statistics::{ScoreMoments, score, wilson_interval};

use audit960_dataset::Grouping;

use super::{GroupResults, Groups};

impl GroupResults {
    /// White's mean score, 0 to 1, and the ends of its 95 % interval for independent games; without decided
    /// games, or if all ended alike, there is no interval.
    #[must_use]
    pub fn score(&self) -> [Option<f64>; 3] {
        let moments = ScoreMoments::of(&self.score_tally);
        let interval = moments.and_then(|moments| wilson_interval(&self.score_tally, &moments));
        [
            score(&self.score_tally),
            interval.map(|(low, _)| low),
            interval.map(|(_, high)| high),
        ]
    }

    /// Share of draws among games with a result, 0 to 1; `None` without any.
    #[must_use]
    pub fn draw_share(&self) -> Option<f64> {
        let decided = self.score_tally.decided();
        (decided > 0).then(|| self.score_tally.draws as f64 / decided as f64)
    }

    fn mean_difference(&self) -> Option<f64> {
        (self.rated_games > 0).then(|| self.rating_difference as f64 / self.rated_games as f64)
    }

    fn mean_plies(&self) -> Option<f64> {
        let games = self.score_tally.games();
        (games > 0).then(|| self.plies as f64 / games as f64)
    }
}

impl Groups {
    /// One row per group with at least `least` games, and one for the rest.
    #[must_use]
    pub fn table(&self, grouping: Grouping, least: u64) -> Table {
        let groups = self.groups.iter();
        let groups = groups.filter(|group| group.score_tally.games() >= least);
        let rows: Vec<&GroupResults> = groups.chain(&self.rest).collect();
        let is_rest = |row: &GroupResults| {
            self.rest
                .as_ref()
                .is_some_and(|rest| std::ptr::eq(row, rest))
        };
        let labels = rows.iter().map(|row| (row.label.as_deref(), is_rest(row)));
        let accuracy = |row: &&GroupResults| row.accuracy.unwrap_or_default();
        let table = TableBuilder::of(&rows)
            .with(grouping.label_columns(labels))
            .count("games", |row| row.score_tally.games())
            .share("score", |row| row.score()[0])
            .share("score_low", |row| row.score()[1])
            .share("score_high", |row| row.score()[2])
            .share("draw_share", |row| row.draw_share())
            .count("positions", |row| row.positions.into())
            .count("white_wins", |row| row.score_tally.white_wins)
            .count("draws", |row| row.score_tally.draws)
            .count("black_wins", |row| row.score_tally.black_wins)
            .count("unfinished", |row| row.score_tally.unfinished)
            .count("rated_games", |row| row.rated_games)
            .mean("mean_rating_difference", |row| row.mean_difference())
            .mean("mean_plies", |row| row.mean_plies());
        // Only where the audit was asked.
        let table = match rows.iter().any(|row| row.accuracy.is_some()) {
            true => table
                .count("evaluated_games", |row| accuracy(row).games)
                .mean("mean_white_accuracy", |row| accuracy(row).means()[0])
                .mean("mean_black_accuracy", |row| accuracy(row).means()[1]),
            false => table,
        };
        table.table()
    }
}
