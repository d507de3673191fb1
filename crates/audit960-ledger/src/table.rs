//! The ledger as a table for programs: one row a run or repetition.

use audit960_dataset::{Column, IntoValues, Table};
use audit960_law::Day;
use audit960_types::tables::{
    Datum, DayNumber, INCIDENTS, Placed, REPETITIONS, TableRow as _, TableSchema,
};
use audit960_types::{
    Choice as _, Identity, Incident, IncidentFacts, JudgedRepetition, RepetitionFacts, game_id,
};

use crate::entry::{LedgerEntry, LedgerLine, LedgerRule};
use crate::game::LedgerGame;
use crate::{repetition, words};

/// Builds the columns of a table from the lines of a ledger.
struct Columns<'a> {
    lines: &'a [LedgerLine<'a>],
    rule: LedgerRule,
    columns: Vec<Column>,
}

impl<'a> Columns<'a> {
    const fn new(lines: &'a [LedgerLine<'a>], rule: LedgerRule) -> Self {
        Self {
            lines,
            rule,
            columns: Vec::new(),
        }
    }

    /// Adds a column for all lines.
    fn all<T>(&mut self, name: &str, value: impl Fn(&'a LedgerGame, LedgerEntry<'a>) -> Option<T>)
    where
        Vec<Option<T>>: IntoValues,
    {
        let lines = self.lines.iter();
        let values: Vec<Option<T>> = lines.map(|(game, entry)| value(game, *entry)).collect();
        self.columns.push(Column::new(name, values));
    }

    /// Adds a column of days.
    fn days(&mut self, name: &str, value: impl Fn(&'a LedgerGame) -> Option<Day>) {
        self.all(name, |game, _| {
            Some(DayNumber(value(game)?.days_since_1970()))
        });
    }

    /// Adds a column for runs and repetitions.
    fn both<T>(
        &mut self,
        name: &str,
        of_run: impl Fn(&'a LedgerGame, &'a Incident) -> Option<T>,
        of_repetition: impl Fn(&'a LedgerGame, &'a JudgedRepetition) -> Option<T>,
    ) where
        Vec<Option<T>>: IntoValues,
    {
        self.all(name, |game, entry| match entry {
            LedgerEntry::Fifty(run) => of_run(game, run),
            LedgerEntry::Repetition(judged) => of_repetition(game, judged),
        });
    }

    /// Adds a column of table `incidents` or `repetitions`, null for claims whose table has no such column.
    fn declared(&mut self, name: &'static str) {
        let column = INCIDENTS.column(name).or_else(|| REPETITIONS.column(name));
        let Some(column) = column else { return };
        let values = self.lines.iter().map(|(_, entry)| declared(name, *entry));
        self.columns.push(Column::declared(column, values));
    }

    /// Adds the column with the rule of each line; none in a ledger of runs alone.
    fn rule(&mut self) {
        if self.rule.has_repetition() {
            self.all("rule", |_, entry| Some(entry.rule_name().to_owned()));
        }
    }
}

/// The ledger as a table for programs: the columns of tables `games`, `incidents` and `repetitions`
/// without the moves, and as text the first claim of the side that lost, else the first one under the law. A ledger of runs alone has the columns of `incidents`,
/// one of repetitions those of `repetitions`, one of both all of them; column `rule` exists if there may
/// be repetitions.
#[must_use]
pub fn for_programs(lines: &[LedgerLine<'_>], rule: LedgerRule) -> Table {
    let mut columns = Columns::new(lines, rule);
    game_columns(&mut columns);
    columns.rule();
    columns.both(
        "first_claim",
        |game, run| Some(words::first_claim(game, run)),
        |game, judged| Some(repetition::first_claim(game, judged)),
    );
    for name in claim_columns(rule) {
        columns.declared(name);
    }
    more_game_columns(&mut columns);
    if rule == LedgerRule::Repetition {
        columns.declared(LAST_OF_REPETITIONS);
    }
    Table::new(columns.columns)
}

/// Adds the columns that identify and describe the game.
fn game_columns(columns: &mut Columns<'_>) {
    columns.all("source", |game, _| Some(game.source.clone()));
    columns.all("frame_offset", |game, _| int(game.identity.frame_offset));
    columns.all("byte_offset", |game, _| int(game.identity.byte_offset));
    columns.all("game", |game, _| game.game.and_then(int));
    columns.all("event", |game, _| game.event.clone());
    columns.all("date", |game, _| game.date.clone());
    columns.all("round", |game, _| game.round.clone());
    columns.all("white", |game, _| game.white.clone());
    columns.all("black", |game, _| game.black.clone());
    columns.all("result", |game, _| Some(game.result.to_string()));
    columns.all("venue", |game, _| Some(game.venue.to_string()));
    columns.all("verdict", |game, _| Some(game.verdict.to_string()));
}

/// Adds the columns about the game that came later: they are at the end.
fn more_game_columns(columns: &mut Columns<'_>) {
    columns.all("game_id", |game, _| {
        Some(game_id(&game.source, game.identity))
    });
    columns.all("white_elo", |game, _| game.white_elo.map(i64::from));
    columns.all("black_elo", |game, _| game.black_elo.map(i64::from));
    columns.days("date_from", |game| Some(game.dates.game?.first()));
    columns.days("date_to", |game| Some(game.dates.game?.last()));
    truth_columns(columns);
}

/// Adds what endgame tables say of the people: which case it is, the side, and how late a win came. Null where no
/// tables were asked.
fn truth_columns(columns: &mut Columns<'_>) {
    columns.all("truth", |_, entry| {
        Some(entry.truth()?.kind.name().to_owned())
    });
    columns.all("truth_side", |_, entry| {
        Some(entry.truth()?.side?.as_str().to_owned())
    });
    columns.all("moves_late", |_, entry| {
        entry.truth()?.moves_late.map(i64::from)
    });
}

/// The column of repetitions that came after all others; in a ledger that has runs, too, theirs.
const LAST_OF_REPETITIONS: &str = "law_uncertain";

/// Columns that only repetitions have, each with the column of runs that it comes before.
const OF_REPETITIONS: [(&str, &str); 3] = [
    ("plies", "white_claims"),
    ("occurrences", "white_claims"),
    ("fivefold_ply", "ended_by"),
];

/// The columns of tables `incidents` and `repetitions` about claims, in the order of the ledger: as in
/// `incidents`, with those of repetitions among them.
fn claim_columns(rule: LedgerRule) -> Vec<&'static str> {
    let about_games = |name: &&str| {
        let of_games = ["source", "frame_offset", "byte_offset", "game", "game_id"];
        !of_games.contains(name) && !["start_fen", "moves"].contains(name)
    };
    let of_runs: Vec<&str> = INCIDENTS.names().filter(about_games).collect();
    let mut columns = Vec::new();
    for name in &of_runs {
        let before = OF_REPETITIONS.iter().filter(|(_, next)| next == name);
        columns.extend(before.map(|(name, _)| *name));
        columns.push(*name);
    }
    let others = REPETITIONS.names().filter(about_games);
    let others: Vec<&str> = others.filter(|name| !columns.contains(name)).collect();
    columns.extend(others);
    let has = |table: &TableSchema, name: &str| table.column(name).is_some();
    columns.retain(|name| {
        rule.has_fifty() && has(&INCIDENTS, name)
            || rule.has_repetition() && has(&REPETITIONS, name) && *name != LAST_OF_REPETITIONS
    });
    columns
}

/// The place of claims whose game has columns of its own.
const fn placed<F>(facts: &F) -> Placed<'_, F> {
    Placed {
        source: "",
        game: None,
        line: 0,
        facts,
    }
}

/// The value of a column of table `incidents` or `repetitions` for a claim; null if its table has no such
/// column.
fn declared(name: &str, entry: LedgerEntry<'_>) -> Datum<'static> {
    let identity = Identity::default();
    let index = |table: &TableSchema| table.columns.iter().position(|column| column.name == name);
    let value = match entry {
        LedgerEntry::Fifty(incident) => {
            let facts = IncidentFacts {
                identity,
                incident,
                start_fen: "",
                moves: "",
            };
            index(&INCIDENTS).map(|index| placed(&facts).value(index).into_owned())
        }
        LedgerEntry::Repetition(judged) => {
            let facts = RepetitionFacts { identity, judged };
            index(&REPETITIONS).map(|index| placed(&facts).value(index).into_owned())
        }
    };
    value.unwrap_or(Datum::Null)
}

/// A value of an integer column; `None` if it does not fit.
fn int<T: TryInto<i64>>(value: T) -> Option<i64> {
    value.try_into().ok()
}
