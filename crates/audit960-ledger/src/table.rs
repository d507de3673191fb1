//! The ledger as a table for programs: one row a run or repetition.

use audit960_dataset::{Column, IntoValues, Table};
use audit960_law::{Day, Days};
use audit960_report::Language;
use audit960_types::tables::{
    Datum, DayNumber, INCIDENTS, Placed, REPETITIONS, TableRow as _, TableSchema,
};
use audit960_types::{Choice as _, Identity, IncidentFacts, RepetitionFacts, game_id};

use crate::claim::{Claim, ClaimSource};
use crate::ledger::LedgerRule;

/// Builds the columns of a table from the claims of a ledger.
struct Columns<'a> {
    claims: &'a [Claim<'a>],
    columns: Vec<Column>,
}

impl<'a> Columns<'a> {
    /// Adds a column.
    fn add<T>(&mut self, name: &str, value: impl Fn(&Claim<'a>) -> Option<T>)
    where
        Vec<Option<T>>: IntoValues,
    {
        let values: Vec<Option<T>> = self.claims.iter().map(value).collect();
        self.columns.push(Column::new(name, values));
    }

    /// Adds a column of days.
    fn days(&mut self, name: &str, value: impl Fn(Days) -> Day) {
        self.add(name, |claim| {
            let days = claim.game.dates.game?;
            Some(DayNumber(value(days).days_since_1970()))
        });
    }

    /// Adds a column of table `incidents` or `repetitions`, null for claims whose table has no such column.
    fn declared(&mut self, name: &'static str) {
        let column = INCIDENTS.column(name).or_else(|| REPETITIONS.column(name));
        let Some(column) = column else { return };
        let values = self.claims.iter().map(|claim| declared(name, claim.source));
        self.columns.push(Column::declared(column, values));
    }
}

/// The ledger as a table for programs: the columns of tables `games`, `incidents` and `repetitions`
/// without the moves, and as text the first claim of the side that lost, else the first one under the law. A ledger of runs alone has the columns of `incidents`,
/// one of repetitions those of `repetitions`, one of both all of them; column `rule` exists if there may
/// be repetitions.
#[must_use]
pub fn for_programs(claims: &[Claim<'_>], rule: LedgerRule) -> Table {
    let mut columns = Columns {
        claims,
        columns: Vec::new(),
    };
    game_columns(&mut columns);
    if rule.has_repetition() {
        columns.add("rule", |claim| Some(claim.rule_name().to_owned()));
    }
    columns.add("first_claim", |claim| {
        Some(Language::English.say(&claim.first()))
    });
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
    columns.add("source", |claim| Some(claim.game.source.clone()));
    columns.add("frame_offset", |claim| {
        int(claim.game.identity.frame_offset)
    });
    columns.add("byte_offset", |claim| int(claim.game.identity.byte_offset));
    columns.add("game", |claim| claim.game.game.and_then(int));
    columns.add("event", |claim| claim.game.event.clone());
    columns.add("date", |claim| claim.game.date.clone());
    columns.add("round", |claim| claim.game.round.clone());
    columns.add("white", |claim| claim.game.white.clone());
    columns.add("black", |claim| claim.game.black.clone());
    columns.add("result", |claim| Some(claim.game.result.to_string()));
    columns.add("venue", |claim| Some(claim.game.venue.to_string()));
    columns.add("verdict", |claim| Some(claim.game.verdict.to_string()));
}

/// Adds the columns about the game that came later: they are at the end.
fn more_game_columns(columns: &mut Columns<'_>) {
    columns.add("game_id", |claim| {
        Some(game_id(&claim.game.source, claim.game.identity))
    });
    columns.add("white_elo", |claim| claim.game.white_elo.map(i64::from));
    columns.add("black_elo", |claim| claim.game.black_elo.map(i64::from));
    columns.days("date_from", Days::first);
    columns.days("date_to", Days::last);
    truth_columns(columns);
}

/// Adds what endgame tables say of the people: which case it is, the side, and how late a win came. Null where no
/// tables were asked.
fn truth_columns(columns: &mut Columns<'_>) {
    columns.add("truth", |claim| Some(claim.truth()?.kind.name().to_owned()));
    columns.add("truth_side", |claim| {
        Some(claim.truth()?.side?.as_str().to_owned())
    });
    columns.add("moves_late", |claim| {
        claim.truth()?.moves_late.map(i64::from)
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
fn declared(name: &str, source: ClaimSource<'_>) -> Datum<'static> {
    let identity = Identity::default();
    let index = |table: &TableSchema| table.columns.iter().position(|column| column.name == name);
    let value = match source {
        ClaimSource::Fifty(incident) => {
            let facts = IncidentFacts {
                identity,
                incident,
                start_fen: "",
                moves: "",
            };
            index(&INCIDENTS).map(|index| placed(&facts).value(index).into_owned())
        }
        ClaimSource::Repetition(judged) => {
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
