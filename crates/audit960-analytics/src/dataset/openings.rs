//! How the games from a start position begin.

use std::collections::BTreeMap;

use audit960_board::start::Start;
use audit960_board::{Position, square_name};
use audit960_types::{ScoreTally, StartKind};
use polars::prelude::col;

use super::columns::{Groups, score_sums};
use super::{Dataset, DatasetError};

/// The first half-moves of some games, and how they ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningLine {
    /// The half-moves as UCI_Chess960, in order; fewer than asked for where the games end before.
    pub moves: Vec<String>,
    /// The same as SAN with move numbers, `1.e4 e5 2.Nf3`.
    pub san: String,
    /// Games by result.
    pub score_tally: ScoreTally,
}

impl Dataset {
    /// How many half-moves of a game the dataset holds in a column of their own.
    pub const OPENING_PLIES: usize = 4;

    /// The first half-moves (at most [`Self::OPENING_PLIES`]) played from a start position in games
    /// with `start = chess960`, most frequent first. Games of which nothing could be replayed are
    /// left out.
    ///
    /// # Errors
    /// [`DatasetError`] if the games cannot be read.
    pub fn openings(&self, start: Start, plies: usize) -> Result<Vec<OpeningLine>, DatasetError> {
        let here = col("white_start").eq(polars::prelude::lit(i32::from(start.number())));
        let frame = self.collect(
            self.games_from(StartKind::Chess960)?
                .filter(here.and(col("opening").is_not_null()))
                .group_by([col("opening")])
                .agg(score_sums().collect::<Vec<_>>()),
        )?;
        let groups = Groups::new(self, &frame);
        let mut lines: BTreeMap<Vec<&str>, ScoreTally> = BTreeMap::new();
        for (opening, score) in groups.texts("opening")?.into_iter().zip(groups.scores()?) {
            let moves = opening.unwrap_or_default().split_ascii_whitespace();
            *lines.entry(moves.take(plies).collect()).or_default() += score;
        }
        let mut lines: Vec<OpeningLine> = lines
            .into_iter()
            .map(|(moves, score_tally)| OpeningLine {
                san: san_line(start, &moves),
                moves: moves.into_iter().map(str::to_owned).collect(),
                score_tally,
            })
            .collect();
        // Stable: lines played equally often stay in alphabetical order.
        lines.sort_by_key(|line| std::cmp::Reverse(line.score_tally.games()));
        Ok(lines)
    }
}

/// Half-moves as SAN with move numbers. One that is not legal, which no run of ours writes, and
/// those after it stay as they are.
fn san_line(start: Start, moves: &[&str]) -> String {
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
    // Nothing promotes within four half-moves.
    let squares = |from, to| [square_name(from), square_name(to)].concat();
    let played = position
        .legal_moves()
        .into_iter()
        .find(|played| squares(played.from(), played.to()) == uci.as_bytes())?;
    text.push_str(&position.san(played));
    position.play(played);
    Some(position)
}
