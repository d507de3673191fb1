//! The fields in which two games are compared.

use audit960_dataset::Table;
use audit960_types::tables::{ColumnDoc, ColumnGroup, GAMES};
use audit960_types::{Cell, date_text};

use super::IssueGame;

/// Columns that are not compared: they say where a game is.
pub(super) const IDENTITY: [&str; 3] = ["game_id", "source", "line"];

/// Columns that are compared besides those that hold tags.
const OTHERS: [&str; 5] = ["result", "fen", "plies", "moves_hash", "start_kind"];

/// Columns that are read of issues that have those of a group.
pub(super) fn columns(group: ColumnGroup) -> Vec<&'static str> {
    let shared = tags().filter(|(column, _)| column.group.is_within(group));
    let tags = shared.map(|(column, _)| column.name);
    IDENTITY.into_iter().chain(OTHERS).chain(tags).collect()
}

/// Tags that are not compared where one of the issues has only the columns of a group.
pub(super) fn tags_beyond(group: ColumnGroup) -> Vec<&'static str> {
    let beyond = tags().filter(|(column, _)| !column.group.is_within(group));
    beyond.map(|(_, tag)| tag).collect()
}

/// Columns that hold tags, with the names of the tags.
fn tags() -> impl Iterator<Item = (&'static ColumnDoc, &'static str)> {
    let columns = GAMES.columns.iter();
    columns.filter_map(|column| Some((column, column.tag?)))
}

/// A change in one field of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldChange {
    /// `result`, `moves`, `start`, `kind of start`, or the name of a tag.
    pub field: &'static str,
    /// The value before; `None` if there was none.
    pub before: Option<String>,
    /// The value after; `None` if there is none.
    pub after: Option<String>,
}

/// A game as a row of the columns that are read.
#[derive(Clone, Copy)]
pub(super) struct GameRow<'f> {
    pub(super) table: &'f Table,
    pub(super) row: usize,
}

impl<'f> GameRow<'f> {
    fn cell(self, name: &str) -> Cell<'f> {
        let column = self.table.column(name);
        column.map_or(Cell::Null, |column| column.cell(self.row))
    }

    pub(super) fn text(self, name: &str) -> Option<&'f str> {
        match self.cell(name) {
            Cell::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(super) fn number(self, name: &str) -> Option<i64> {
        match self.cell(name) {
            Cell::Int(number) => Some(number),
            _ => None,
        }
    }

    pub(super) fn id(self) -> i64 {
        self.number("game_id").unwrap_or_default()
    }

    pub(super) fn name(self) -> IssueGame {
        IssueGame {
            game_id: Some(self.id()),
            source: self.text("source").unwrap_or_default().to_owned(),
            line: self.number("line"),
            tags: ["white", "black", "event", "date", "round"]
                .map(|name| self.text(name).map(str::to_owned)),
        }
    }

    fn text_of(self, name: &str) -> Option<String> {
        match self.cell(name) {
            Cell::Text(text) => Some(text.to_owned()),
            Cell::Int(number) => Some(number.to_string()),
            Cell::Date(days) => date_text(days),
            _ => None,
        }
    }
}

/// What changed from one row to another: result, start and moves first, then tags.
pub(super) fn changes(before: GameRow<'_>, after: GameRow<'_>) -> Vec<FieldChange> {
    let differs = |column: &str| before.cell(column) != after.cell(column);
    let change = |(column, field): (&str, &'static str)| {
        differs(column).then(|| FieldChange {
            field,
            before: before.text_of(column),
            after: after.text_of(column),
        })
    };
    // The hash covers start and moves: with another start it says nothing about the moves.
    let moves = (differs("plies") || differs("moves_hash") && !differs("fen")).then(|| {
        let length = |game: GameRow<'_>, what| Some(format!("{} {what}", game.number("plies")?));
        // Of other moves of the same number the same would be said twice.
        let what = match differs("plies") {
            true => "half-moves",
            false => "other half-moves",
        };
        FieldChange {
            field: "moves",
            before: length(before, "half-moves"),
            after: length(after, what),
        }
    });
    let first = [("result", "result"), ("fen", "start")];
    let kind = [("start_kind", "kind of start")];
    let first = first.into_iter().filter_map(change);
    first
        .chain(moves)
        .chain(
            tags()
                .map(|(column, tag)| (column.name, tag))
                .chain(kind)
                .filter_map(change),
        )
        .collect()
}
