//! Pairs as tables.

use audit960_dataset::{Table, TableBuilder};
use audit960_statistics::{PairStatistics, Pentanomial, ScoreMoments};
use audit960_types::ScoreTally;

use super::{Match, Pairs, StartPairs};

fn statistics(pairs: &Pentanomial, games: &ScoreTally) -> Option<PairStatistics> {
    let moments = ScoreMoments::of(games);
    pairs.statistics(moments.map_or(0.0, |moments| moments.variance))
}

/// Adds the columns of the five counts, by points.
fn with_counts<'r, R>(
    columns: TableBuilder<'r, R>,
    of: fn(&R) -> &Pentanomial,
) -> TableBuilder<'r, R> {
    let names = [
        "points_0",
        "points_half",
        "points_1",
        "points_1_half",
        "points_2",
    ];
    let names = names.iter().enumerate();
    names.fold(columns, |columns, (index, name)| {
        columns.count(name, |row| of(row).counts[index])
    })
}

impl Pairs {
    /// One row per match with at least `least` pairs: the five counts, and the statistics of the first
    /// player.
    #[must_use]
    pub fn match_table(&self, least: u64) -> Table {
        let enough = |row: &&Match| row.pairs.pairs() >= least;
        let rows: Vec<&Match> = self.matches.iter().filter(enough).collect();
        let player = |row: &Match, side: usize| match &row.players {
            Some(players) => Some(players[side].clone()),
            None => Some("(all others)".to_owned()),
        };
        let of = |row: &Match| statistics(&row.pairs, &row.games);
        let columns = TableBuilder::of(&rows)
            .text("player_1", |row| player(row, 0))
            .text("player_2", |row| player(row, 1))
            .count("pairs", |row| row.pairs.pairs());
        with_counts(columns, |row| &row.pairs)
            .share("score", |row| Some(of(row)?.score))
            .mean("elo", |row| Some(of(row)?.elo))
            .mean("elo_low", |row| Some(of(row)?.elo_interval?.0))
            .mean("elo_high", |row| Some(of(row)?.elo_interval?.1))
            .mean("normalized_elo", |row| of(row)?.normalized_elo)
            .share("superiority", |row| of(row)?.superiority)
            .share("score_error", |row| of(row)?.error)
            .float("variance_ratio", |row| of(row)?.ratio)
            .table()
    }

    /// One row per start with at least `least` pairs: the five counts of White's points in both games, and
    /// how often the pair had a winner.
    #[must_use]
    pub fn start_table(&self, least: u64) -> Table {
        let enough = |row: &&StartPairs| row.white.pairs() >= least;
        let rows: Vec<&StartPairs> = self.starts.iter().filter(enough).collect();
        let of = |row: &StartPairs| statistics(&row.white, &row.games);
        let columns = TableBuilder::of(&rows)
            .int("white_start", |row| Some(row.start?[0].number().into()))
            .int("black_start", |row| Some(row.start?[1].number().into()))
            .text("white_arrangement", |row| Some(row.start?[0].to_string()))
            .count("pairs", |row| row.white.pairs());
        with_counts(columns, |row| &row.white)
            .share("white_score", |row| Some(of(row)?.score))
            .share("white_score_error", |row| of(row)?.error)
            .share("draw_share", |row| {
                Some(row.games.draws as f64 / row.games.decided() as f64)
            })
            .share("won_pairs_share", |row| row.better.decided_share())
            .count("games", |row| row.games.games())
            .count("white_wins", |row| row.games.white_wins)
            .count("draws", |row| row.games.draws)
            .count("black_wins", |row| row.games.black_wins)
            .text("fen", |row| {
                Some(row.fen.clone().unwrap_or_else(|| "(all others)".to_owned()))
            })
            .table()
    }
}
