//! The ledger as a table for programs: one row a run or repetition.

use audit960_dataset::{Column, Table, TableBuilder};
use audit960_law::{Day, Days};
use audit960_report::Language;
use audit960_types::tables::{Datum, INCIDENTS, Placed, REPETITIONS, TableRow as _, TableSchema};
use audit960_types::{Choice as _, Identity, IncidentFacts, RepetitionFacts, game_id};

use crate::claim::{Claim, ClaimSource};
use crate::ledger::LedgerRule;

/// The ledger as a table for programs: the columns of tables `games`, `incidents` and `repetitions`
/// without the moves, and as text the first claim of the side that lost, else the first one under the law. A ledger of runs alone has the columns of `incidents`,
/// one of repetitions those of `repetitions`, one of both all of them; column `rule` exists if there may
/// be repetitions. What endgame tables say of the people is null where none were asked.
#[must_use]
pub fn for_programs(claims: &[Claim<'_>], rule: LedgerRule) -> Table {
    let mut table = TableBuilder::of(claims)
        .text("source", |claim| Some(claim.game.source.clone()))
        .int("frame_offset", |claim| {
            int(claim.game.identity.frame_offset)
        })
        .int("byte_offset", |claim| int(claim.game.identity.byte_offset))
        .int("game", |claim| claim.game.game.and_then(int))
        .text("event", |claim| claim.game.event.clone())
        .text("date", |claim| claim.game.date.clone())
        .text("round", |claim| claim.game.round.clone())
        .text("white", |claim| claim.game.white.clone())
        .text("black", |claim| claim.game.black.clone())
        .text("result", |claim| Some(claim.game.result.to_string()))
        .text("venue", |claim| Some(claim.game.venue.to_string()))
        .text("verdict", |claim| Some(claim.game.verdict.to_string()));
    if rule.has_repetition() {
        table = table.text("rule", |claim| Some(claim.rule_name().to_owned()));
    }
    let first = |claim: &Claim<'_>| Some(Language::English.say(&claim.first()));
    let day = |claim: &Claim<'_>, of: fn(Days) -> Day| {
        claim.game.dates.game.map(|days| of(days).days_since_1970())
    };
    let declared = |name| declared(claims, name);
    let last = (rule == LedgerRule::Repetition).then_some(LAST_OF_REPETITIONS);
    // The columns about the game that came later are at the end.
    table
        .text("first_claim", first)
        .with(claim_columns(rule).into_iter().filter_map(declared))
        .int("game_id", |claim| {
            Some(game_id(&claim.game.source, claim.game.identity))
        })
        .int("white_elo", |claim| claim.game.white_elo.map(i64::from))
        .int("black_elo", |claim| claim.game.black_elo.map(i64::from))
        .date("date_from", |claim| day(claim, Days::first))
        .date("date_to", |claim| day(claim, Days::last))
        .text("truth", |claim| Some(claim.truth()?.kind.name().to_owned()))
        .text("truth_side", |claim| Some(claim.truth()?.side?.to_string()))
        .int("moves_late", |claim| {
            claim.truth()?.moves_late.map(i64::from)
        })
        .with(last.and_then(declared))
        .table()
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

/// A column of table `incidents` or `repetitions`, null for claims whose table has no such column.
fn declared(claims: &[Claim<'_>], name: &str) -> Option<Column> {
    let column = INCIDENTS
        .column(name)
        .or_else(|| REPETITIONS.column(name))?;
    let identity = Identity::default();
    let place = |table: &TableSchema| table.columns.iter().position(|column| column.name == name);
    let (of_runs, of_repetitions) = (place(&INCIDENTS), place(&REPETITIONS));
    let value = |claim: &Claim<'_>| match claim.source {
        ClaimSource::Fifty(incident) => {
            let facts = IncidentFacts {
                identity,
                incident,
                start_fen: "",
                moves: "",
            };
            Some(placed(&facts).value(of_runs?).into_owned())
        }
        ClaimSource::Repetition(judged) => {
            let facts = RepetitionFacts { identity, judged };
            Some(placed(&facts).value(of_repetitions?).into_owned())
        }
    };
    let values = claims
        .iter()
        .map(|claim| value(claim).unwrap_or(Datum::Null));
    Some(Column::declared(column, values))
}

/// A value of an integer column; `None` if it does not fit.
fn int<T: TryInto<i64>>(value: T) -> Option<i64> {
    value.try_into().ok()
}
