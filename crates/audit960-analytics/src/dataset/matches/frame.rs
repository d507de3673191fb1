//! Pairs as tables.

use audit960_statistics::{PairStatistics, Pentanomial, ScoreMoments};
use audit960_types::{Column, Frame, ScoreTally};

use super::{Match, Pairs, StartPairs};

fn statistics(pairs: &Pentanomial, games: &ScoreTally) -> Option<PairStatistics> {
    let moments = ScoreMoments::of(games);
    pairs.statistics(moments.map_or(0.0, |moments| moments.variance))
}

/// A column of numbers; infinite ones stay empty.
fn floats<T>(name: &str, rows: &[&T], value: impl Fn(&T) -> Option<f64>) -> Column {
    let finite = |row: &&T| value(row).filter(|it| it.is_finite());
    Column::new(name, rows.iter().map(finite).collect::<Vec<_>>())
}

fn ints<T>(name: &str, rows: &[&T], value: impl Fn(&T) -> u64) -> Column {
    let values = rows.iter().map(|row| i64::try_from(value(row)).ok());
    Column::new(name, values.collect::<Vec<_>>())
}

fn texts<T>(name: &str, rows: &[&T], value: impl Fn(&T) -> Option<String>) -> Column {
    Column::new(name, rows.iter().map(|row| value(row)).collect::<Vec<_>>())
}

/// The five counts, by points.
fn counts<T>(rows: &[&T], of: fn(&T) -> &Pentanomial) -> Vec<Column> {
    let names = [
        "points_0",
        "points_half",
        "points_1",
        "points_1_half",
        "points_2",
    ];
    let columns = names.iter().enumerate();
    columns
        .map(|(index, name)| ints(name, rows, |row| of(row).counts[index]))
        .collect()
}

impl Pairs {
    /// A row for each match of so many pairs at least: the five counts, and what they say of the first
    /// player.
    #[must_use]
    pub fn match_frame(&self, least: u64) -> Frame {
        let enough = |row: &&Match| row.pairs.pairs() >= least;
        let rows: Vec<&Match> = self.matches.iter().filter(enough).collect();
        let player = |row: &Match, side: usize| match &row.players {
            Some(players) => Some(players[side].clone()),
            None => Some("(all others)".to_owned()),
        };
        let statistic = |name: &str, value: fn(PairStatistics) -> Option<f64>| {
            floats(name, &rows, |row| {
                value(statistics(&row.pairs, &row.games)?)
            })
        };
        let mut columns = vec![
            texts("player_1", &rows, |row| player(row, 0)),
            texts("player_2", &rows, |row| player(row, 1)),
            ints("pairs", &rows, |row| row.pairs.pairs()),
        ];
        columns.extend(counts(&rows, |row| &row.pairs));
        columns.extend([
            statistic("score", |it| Some(it.score)),
            statistic("elo", |it| Some(it.elo)),
            statistic("elo_low", |it| Some(it.elo_low)),
            statistic("elo_high", |it| Some(it.elo_high)),
            statistic("normalized_elo", |it| it.normalized_elo),
            statistic("superiority", |it| it.superiority),
            statistic("score_error", |it| Some(it.error)),
            statistic("variance_ratio", |it| it.ratio),
        ]);
        Frame::new(columns)
    }

    /// A row for each start with so many pairs at least: the five counts of White's points in both
    /// games, and how often the pair had a winner.
    #[must_use]
    pub fn start_frame(&self, least: u64) -> Frame {
        let enough = |row: &&StartPairs| row.white.pairs() >= least;
        let rows: Vec<&StartPairs> = self.starts.iter().filter(enough).collect();
        let draws = |row: &StartPairs| Some(row.games.draws as f64 / row.games.decided() as f64);
        let statistic = |name: &str, value: fn(PairStatistics) -> Option<f64>| {
            floats(name, &rows, |row| {
                value(statistics(&row.white, &row.games)?)
            })
        };
        let mut columns = vec![
            ints("white_start", &rows, |row| row.start[0].number().into()),
            ints("black_start", &rows, |row| row.start[1].number().into()),
            texts("white_arrangement", &rows, |row| {
                Some(row.start[0].to_string())
            }),
            ints("pairs", &rows, |row| row.white.pairs()),
        ];
        columns.extend(counts(&rows, |row| &row.white));
        columns.extend([
            statistic("white_score", |it| Some(it.score)),
            statistic("white_score_error", |it| Some(it.error)),
            floats("draw_share", &rows, draws),
            floats("won_pairs_share", &rows, |row| row.better.decided_share()),
        ]);
        Frame::new(columns)
    }
}
