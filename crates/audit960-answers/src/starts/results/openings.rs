//! How games from one position begin, and the pairs of double Chess960.

use std::io::Write;

use crate::StartPair;
use audit960_board::start::Start;
use audit960_dataset::{Dataset, GamesLeftOut, TableBuilder};
use audit960_report::counted;
use audit960_statistics::score;
use audit960_types::ScoreTally;

use super::Shown;

/// Prints how games from a position begin, by their first `plies` half-moves.
///
/// # Errors
/// Where table `games` cannot be read, or it cannot be written.
pub fn write_openings(
    dataset: &Dataset,
    start: Start,
    plies: usize,
    shown: &Shown<'_>,
    out: &mut dyn Write,
) -> anyhow::Result<GamesLeftOut> {
    let answer = crate::openings(dataset, start, plies)?;
    let mut lines = answer.value;
    let games: u64 = lines.iter().map(|line| line.score_tally.games()).sum();
    lines.retain(|line| line.score_tally.games() >= shown.min_games);
    let table = TableBuilder::of(&lines)
        .text("san", |line| Some(line.san.clone()))
        .text("moves", |line| Some(line.moves.join(" ")))
        .share("share", |line| {
            Some(line.score_tally.games() as f64 / games as f64)
        });
    let table = with_scores(table, |line| &line.score_tally).table();
    shown.write(&table, out)?;
    if shown.form.is_table() {
        writeln!(
            out,
            "\n{} from {start} ({})",
            counted(games, "game", "games"),
            start.number()
        )?;
    }
    Ok(answer.left_out)
}

/// Prints the pairs of positions of double Chess960.
///
/// # Errors
/// Where it cannot be written.
pub fn write_pairs(
    mut pairs: Vec<StartPair>,
    shown: &Shown<'_>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    pairs.retain(|pair| pair.score_tally.games() >= shown.min_games);
    // The sort is stable: pairs played equally often stay in the order of their numbers.
    pairs.sort_by_key(|pair| std::cmp::Reverse(pair.score_tally.games()));
    let table = with_pairs(TableBuilder::of(&pairs), |pair| [pair.white, pair.black]);
    let table = with_scores(table, |pair| &pair.score_tally).float("mean_plies", |pair| {
        Some(pair.plies as f64 / pair.score_tally.games() as f64)
    });
    Ok(shown.write(&table.table(), out)?)
}

/// The columns that name pairs of double Chess960.
pub(super) fn with_pairs<'r, R>(
    table: TableBuilder<'r, R>,
    pair: fn(&R) -> [Start; 2],
) -> TableBuilder<'r, R> {
    table
        .count("white_start", |row| pair(row)[0].number().into())
        .text("white_arrangement", |row| Some(pair(row)[0].to_string()))
        .count("black_start", |row| pair(row)[1].number().into())
        .text("black_arrangement", |row| Some(pair(row)[1].to_string()))
}

fn with_scores<'r, R>(
    table: TableBuilder<'r, R>,
    of: fn(&R) -> &ScoreTally,
) -> TableBuilder<'r, R> {
    table
        .count("games", |row| of(row).games())
        .count("white_wins", |row| of(row).white_wins)
        .count("draws", |row| of(row).draws)
        .count("black_wins", |row| of(row).black_wins)
        .count("unfinished", |row| of(row).unfinished)
        .share("score", |row| score(of(row)))
}
