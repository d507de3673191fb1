//! How the games from a start position begin.

use std::collections::BTreeMap;

use audit960_board::Position;
use audit960_board::start::Start;
use audit960_dataset::{
    CountedAnswer, CountedGames, Dataset, DatasetError, LabelColumn, LeftOutCounter,
};
use audit960_types::{GameResult, Moveless, ScoreTally, StartKind};

/// The first half-moves of some games, and how they ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningLine {
    /// The half-moves as UCI_Chess960, in order; fewer than requested if the games end earlier.
    pub moves: Vec<String>,
    /// The same as SAN with move numbers, `1.e4 e5 2.Nf3`.
    pub san: String,
    /// Games by result.
    pub score_tally: ScoreTally,
}

/// Number of half-moves in column `opening`.
pub const OPENING_PLIES: usize = 4;

/// The first half-moves (at most [`OPENING_PLIES`]) played from a start position in games
/// with `start_kind = chess960`, most frequent first. Games without moves, and those of which nothing could be
/// replayed, are left out.
///
/// # Errors
/// [`DatasetError`] if the games cannot be read.
pub fn openings(
    dataset: &Dataset,
    start: Start,
    plies: usize,
) -> Result<CountedAnswer<Vec<OpeningLine>>, DatasetError> {
    type Lines = BTreeMap<Vec<String>, ScoreTally>;
    let games = CountedGames::of_kind(StartKind::Chess960).from(Some(start));
    let games = games.counting(Moveless::Apart);
    let left_out = LeftOutCounter::default();
    let reading = dataset.counted_scan(&["opening", "result"], games, &left_out)?;
    let reading = reading.only(&["opening"], |rows| {
        let openings = rows.mapped("opening", |opening| !opening.is_empty())?;
        Ok((0..rows.len())
            .map(|row| openings.get(row) == Some(true))
            .collect())
    });
    let parts = dataset.fold(&reading, Lines::new, |lines, _, rows| {
        let openings = rows.texts("opening")?;
        let results = LabelColumn::<GameResult>::of(rows, "result")?;
        for row in 0..rows.len() {
            let moves = openings.get(row).unwrap_or_default();
            let moves = moves.split_ascii_whitespace().take(plies);
            let score = lines.entry(moves.map(str::to_owned).collect()).or_default();
            score.add(results.get(row).unwrap_or(GameResult::Unfinished));
        }
        Ok(())
    })?;
    let mut lines = Lines::new();
    for (moves, score) in parts.into_iter().flatten() {
        *lines.entry(moves).or_default() += score;
    }
    let mut lines: Vec<OpeningLine> = lines
        .into_iter()
        .map(|(moves, score_tally)| OpeningLine {
            san: san_line(start, &moves),
            moves,
            score_tally,
        })
        .collect();
    // Stable: lines played equally often stay in alphabetical order.
    lines.sort_by_key(|line| std::cmp::Reverse(line.score_tally.games()));
    Ok(CountedAnswer {
        value: lines,
        left_out: left_out.games(),
    })
}

/// Half-moves as SAN with move numbers. An illegal one, which no audit writes, and those after it stay as
/// UCI.
fn san_line(start: Start, moves: &[String]) -> String {
    let mut position = Some(Position::chess960(start, start));
    let mut text = String::with_capacity(8 * moves.len());
    for (index, uci) in moves.iter().enumerate() {
        if index > 0 {
            text.push(' ');
        }
        if index % 2 == 0 {
            text.push_str(&format!("{}.", index / 2 + 1));
        }
        position = position.and_then(|position| play(position, uci, &mut text));
        if position.is_none() {
            text.push_str(uci);
        }
    }
    text
}

/// Appends a half-move as SAN and plays it; `None`, and nothing appended, if it is not legal.
fn play(mut position: Position, uci: &str, text: &mut String) -> Option<Position> {
    let played = uci.parse().ok()?;
    if !position
        .legal_moves()
        .into_iter()
        .any(|legal| legal == played)
    {
        return None;
    }
    text.push_str(&position.san(played));
    position.play(played);
    Some(position)
}
