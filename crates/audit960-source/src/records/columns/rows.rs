//! A row as a game.

use std::borrow::Cow;

use arrow_array::RecordBatch;

use super::plan::{Plan, Rule, TagColumn};
use super::values::Column;
use crate::records::game::{Game, ORTHODOX, marker_of};
use crate::records::moves::{MoveNotes, has_notes, is_uci};
use crate::records::record_line::push_unreadable;
use crate::records::words::{drawn_result, is_draw, termination_words, winner_result};

/// Rows of a batch, prepared to be read.
pub(super) struct Rows<'b> {
    plan: &'b Plan,
    columns: Vec<Column<'b>>,
}

impl<'b> Rows<'b> {
    pub(super) fn new(batch: &'b RecordBatch, plan: &'b Plan) -> Self {
        let columns = batch.columns().iter().map(|column| Column::new(column));
        Self {
            plan,
            columns: columns.collect(),
        }
    }

    /// Appends the line of a row.
    pub(super) fn push(&self, out: &mut String, row: usize) {
        if let Err(reason) = self.push_game(out, row) {
            push_unreadable(out, reason);
        }
    }

    /// Appends the line of a game, whose columns of tags add those that a whole PGN lacks.
    fn push_game(&self, out: &mut String, row: usize) -> Result<(), &'static str> {
        let moves = self.text(Some(self.plan.moves), row)?;
        let moves = moves.as_deref().ok_or("it has no movetext")?.trim();
        let is_pgn = moves.starts_with('[');
        let mut game = match is_pgn {
            true => Game::from_pgn(moves)?,
            false => Game::from_moves(moves)?,
        };
        for tag in &self.plan.tags {
            match (tag.rule, self.value(tag, row)?) {
                (Rule::Fen, fen) if !is_pgn || self.plan.starts_of_pgn => game.set_start(fen),
                (Rule::Fen | Rule::SetUp, _) if is_pgn => {}
                (_, value) => game.set(&*tag.name, value),
            }
        }
        if game.tag("Result").is_none() {
            game.set("Result", self.winner(row)?);
        }
        if !is_pgn {
            // As Lichess writes it in PGN.
            let date = game.tag("UTCDate").map(str::to_owned);
            game.set("Date", date);
            game.set("Result", Some(self.unsaid_result(game.moves(), row)?));
            if !has_notes(game.moves()) {
                game.set_notes(self.notes(row));
            }
        }
        if game.tag("Variant").is_some() && self.is_orthodox(row)? {
            game.set_start(Some(ORTHODOX));
        }
        game.write(out);
        Ok(())
    }

    /// The result where no column says it or names the winner: that of the movetext.
    fn unsaid_result(&self, moves: &str, row: usize) -> Result<&'static str, &'static str> {
        if let Some(marker) = marker_of(moves) {
            return Ok(marker);
        }
        // Words of a server that mean a draw where no winner is named say less where no column names one.
        let drawn = self.ending(row)?.is_some_and(|words| is_draw(&words));
        Ok(if drawn { "1/2-1/2" } else { "*" })
    }

    fn text(
        &self,
        column: Option<usize>,
        row: usize,
    ) -> Result<Option<Cow<'_, str>>, &'static str> {
        match column.and_then(|column| self.columns.get(column)) {
            Some(column) => column.text(row),
            None => Ok(None),
        }
    }

    /// The value of a tag, unless it is empty.
    fn value(&self, tag: &TagColumn, row: usize) -> Result<Option<Cow<'_, str>>, &'static str> {
        let text = self.text(Some(tag.column), row)?;
        let Some(text) = text.filter(|text| !text.is_empty()) else {
            return Ok(None);
        };
        let other = match tag.rule {
            Rule::Date => dotted(&text).map(Cow::Owned),
            Rule::Change => signed(&text).map(Cow::Owned),
            // In datasets of audit960 this column has the first four half-moves.
            Rule::Opening if is_uci(&text) => return Ok(None),
            Rule::Termination => termination_words(&text).map(Cow::Borrowed),
            _ => None,
        };
        Ok(Some(other.unwrap_or(text)))
    }

    /// The result, if a column names the winner; what it says else, if that is nothing of the kind.
    fn winner(&self, row: usize) -> Result<Option<String>, &'static str> {
        if self.plan.winner.is_none() {
            return Ok(None);
        }
        let winner = self.text(self.plan.winner, row)?;
        let winner = winner.as_deref().unwrap_or_default().trim();
        let found = match winner_result(winner) {
            Some(result) => Some(result),
            None if winner.is_empty() => {
                let drawn = self.ending(row)?;
                let drawn = drawn.as_deref().and_then(drawn_result);
                return Ok(drawn.map(str::to_owned));
            }
            None => self.named_winner(winner, row)?,
        };
        Ok(Some(found.unwrap_or(winner).to_owned()))
    }

    /// The result, if the winner is named like one of the players.
    fn named_winner(&self, winner: &str, row: usize) -> Result<Option<&'static str>, &'static str> {
        for (side, result) in [("White", "1-0"), ("Black", "0-1")] {
            let tag = self.plan.tags.iter().find(|tag| tag.name == side);
            let Some(tag) = tag else { continue };
            if self.value(tag, row)?.as_deref() == Some(winner) {
                return Ok(Some(result));
            }
        }
        Ok(None)
    }

    /// The words for how the game ended, as a column has them.
    fn ending(&self, row: usize) -> Result<Option<Cow<'_, str>>, &'static str> {
        self.text(self.plan.termination, row)
    }

    /// Whether a dataset of audit960 has numbered the start position as the orthodox one.
    fn is_orthodox(&self, row: usize) -> Result<bool, &'static str> {
        Ok(self.text(self.plan.number, row)?.as_deref() == Some("518"))
    }

    /// Clocks and evaluations of the half-moves.
    fn notes(&self, row: usize) -> MoveNotes {
        let numbers = |column: Option<usize>| {
            let column = column.and_then(|column| self.columns.get(column));
            column.map_or_else(Vec::new, |column| column.numbers(row))
        };
        // A number that is missing stays missing: a clock below zero is none.
        let hundredths = |seconds: f64| match seconds.is_nan() {
            true => -1,
            false => (seconds * 100.0).round() as i64,
        };
        let eval = |pawns: f64| match pawns {
            missing if missing.is_nan() => None,
            mate if mate.abs() >= MATE => Some(if mate > 0.0 { "#1" } else { "#-1" }.to_owned()),
            pawns => Some(format!("{pawns:.2}")),
        };
        MoveNotes {
            clocks: numbers(self.plan.clocks)
                .into_iter()
                .map(hundredths)
                .collect(),
            evals: numbers(self.plan.evals).into_iter().map(eval).collect(),
            move_times: numbers(self.plan.move_times),
        }
    }
}

/// Evaluations from which on a column means a mate, in pawns.
const MATE: f64 = 1000.0;

/// A date of ISO 8601 as PGN writes it; `None` for any other text.
fn dotted(date: &str) -> Option<String> {
    let is_iso = matches!(date.as_bytes(), [_, _, _, _, b'-', _, _, b'-', _, _, ..]);
    let day = || date.chars().take(10).collect::<String>();
    is_iso.then(|| day().replace('-', "."))
}

/// A change of rating with its sign.
fn signed(change: &str) -> Option<String> {
    let number: i64 = change.parse().ok()?;
    Some(format!("{number:+}"))
}
