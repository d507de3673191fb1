//! A row as a game.

use arrow_array::RecordBatch;

use super::names::Role;
use super::values::{numbers, text};
use crate::game::{Game, ORTHODOX};
use crate::line::push_unreadable;
use crate::moves::{MoveNotes, is_uci};
use crate::words::termination_words;

/// Appends the line of a row; `roles` are those of the columns of the batch.
pub(super) fn push_row(out: &mut String, batch: &RecordBatch, roles: &[Role], row: usize) {
    match read(batch, roles, row) {
        Ok(game) => game.write(out),
        Err(reason) => push_unreadable(out, reason),
    }
}

fn read(batch: &RecordBatch, roles: &[Role], row: usize) -> Result<Game, &'static str> {
    let cells = || roles.iter().zip(batch.columns());
    let lists = |wanted: &Role| {
        let found = cells().find(|(role, _)| *role == wanted);
        found.map_or_else(Vec::new, |(_, column)| numbers(column, row))
    };
    let moves = cells()
        .find(|(role, _)| **role == Role::Moves)
        .and_then(|(_, column)| text(column, row))
        .ok_or("it has no movetext")?;
    let mut game = if moves.trim_start().starts_with('[') {
        Game::from_pgn(&moves)?
    } else {
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
        let notes = MoveNotes {
            clocks: lists(&Role::Clocks).into_iter().map(hundredths).collect(),
            evals: lists(&Role::Evals).into_iter().map(eval).collect(),
        };
        Game::from_moves(&moves, notes)?
    };
    for (role, column) in cells() {
        let Role::Tag(tag) = role else { continue };
        let Some(value) = text(column, row).filter(|value| !value.is_empty()) else {
            continue;
        };
        match tag.as_str() {
            "Date" | "UTCDate" | "EventDate" => game.set(tag, Some(dotted(&value))),
            "WhiteRatingDiff" | "BlackRatingDiff" => game.set(tag, Some(signed(&value))),
            // In datasets of audit960 this column has the first four half-moves.
            "Opening" if is_uci(&value) => {}
            "FEN" => game.set_start(Some(&value)),
            "Termination" => game.set(tag, Some(termination_words(&value).unwrap_or(&value))),
            _ => game.set(tag, Some(value)),
        }
    }
    let winner = cells().find(|(role, _)| **role == Role::Winner);
    if let Some((_, column)) = winner {
        let winner = text(column, row).unwrap_or_default().to_ascii_lowercase();
        game.set(
            "Result",
            Some(match winner.as_str() {
                "white" | "w" => "1-0",
                "black" | "b" => "0-1",
                "draw" | "tie" | "drawn" => "1/2-1/2",
                _ => "*",
            }),
        );
    }
    let number = cells().find(|(role, _)| **role == Role::Number);
    if number.and_then(|(_, column)| text(column, row)).as_deref() == Some("518")
        && game.tag("Variant").is_some()
    {
        game.set_start(Some(ORTHODOX));
    }
    let date = game.tag("UTCDate").map(str::to_owned);
    if !game.is_pgn() {
        game.set("Date", date);
    }
    Ok(game)
}

/// Evaluations from which on a column means a mate, in pawns.
const MATE: f64 = 1000.0;

/// A date as PGN writes it, from ISO 8601.
fn dotted(date: &str) -> String {
    match date.as_bytes() {
        [_, _, _, _, b'-', _, _, b'-', _, _, ..] => {
            date.chars().take(10).collect::<String>().replace('-', ".")
        }
        _ => date.to_owned(),
    }
}

/// A change of rating with its sign.
fn signed(change: &str) -> String {
    match change.parse::<i64>() {
        Ok(number) => format!("{number:+}"),
        Err(_) => change.to_owned(),
    }
}
