//! How games from one position begin, and the pairs of double Chess960.

use audit960_dataset::{Column, Table};
use std::io::Write;

use audit960_answers::StartPair;
use audit960_board::start::Start;
use audit960_dataset::{Dataset, GamesLeftOut};
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
    let answer = audit960_answers::openings(dataset, start, plies)?;
    let mut lines = answer.value;
    let games: u64 = lines.iter().map(|line| line.score_tally.games()).sum();
    lines.retain(|line| line.score_tally.games() >= shown.min_games);
    let scores: Vec<ScoreTally> = lines.iter().map(|line| line.score_tally).collect();
    let share = |score: &ScoreTally| Some(score.games() as f64 / games as f64);
    let mut columns = vec![
        texts("san", lines.iter().map(|line| line.san.clone())),
        texts("moves", lines.iter().map(|line| line.moves.join(" "))),
        Column::new("share", scores.iter().map(share).collect::<Vec<_>>()).of_shares(),
    ];
    columns.extend(score_columns(&scores));
    shown.form.write(&Table::new(columns), out)?;
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
    let scores: Vec<ScoreTally> = pairs.iter().map(|pair| pair.score_tally).collect();
    let mean_plies = pairs
        .iter()
        .map(|pair| Some(pair.plies as f64 / pair.score_tally.games() as f64));
    let mut columns = pair_columns(pairs.iter().map(|pair| [pair.white, pair.black]));
    columns.extend(score_columns(&scores));
    columns.push(Column::new("mean_plies", mean_plies.collect::<Vec<_>>()));
    Ok(shown.form.write(&Table::new(columns), out)?)
}

/// The columns that name pairs of double Chess960.
pub(super) fn pair_columns(pairs: impl Iterator<Item = [Start; 2]>) -> Vec<Column> {
    let pairs: Vec<[Start; 2]> = pairs.collect();
    let number = |side: usize| pairs.iter().map(move |pair| pair[side].number().into());
    let arrangement = |side: usize| pairs.iter().map(move |pair| pair[side].to_string());
    vec![
        ints("white_start", number(0)),
        texts("white_arrangement", arrangement(0)),
        ints("black_start", number(1)),
        texts("black_arrangement", arrangement(1)),
    ]
}

/// A column of counts.
pub(super) fn ints(name: &str, values: impl Iterator<Item = u64>) -> Column {
    Column::new(
        name,
        values
            .map(|value| i64::try_from(value).ok())
            .collect::<Vec<_>>(),
    )
}

/// A column of texts.
pub(super) fn texts(name: &str, values: impl Iterator<Item = String>) -> Column {
    Column::new(name, values.map(Some).collect::<Vec<_>>())
}

fn score_columns(scores: &[ScoreTally]) -> Vec<Column> {
    vec![
        ints("games", scores.iter().map(ScoreTally::games)),
        ints("white_wins", scores.iter().map(|score| score.white_wins)),
        ints("draws", scores.iter().map(|score| score.draws)),
        ints("black_wins", scores.iter().map(|score| score.black_wins)),
        ints("unfinished", scores.iter().map(|score| score.unfinished)),
        Column::new("score", scores.iter().map(score).collect::<Vec<_>>()).of_shares(),
    ]
}
