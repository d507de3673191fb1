//! The ledger as a table.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use audit960_report::grouped;
use audit960_types::tables::{Datum, INCIDENTS, Placed, REPETITIONS, TableRow as _, TableSchema};
use audit960_types::{
    Column, Frame, Identity, Incident, IncidentFacts, JudgedRepetition, RepetitionFacts, Side,
    Values,
};

use crate::entry::{LedgerEntry, LedgerLine, LedgerRule};
use crate::game::{LedgerGame, side_name};
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
        Vec<Option<T>>: Into<Values>,
    {
        let lines = self.lines.iter();
        let values: Vec<Option<T>> = lines.map(|(game, entry)| value(game, *entry)).collect();
        self.columns.push(Column::new(name, values));
    }

    /// Adds a column for runs, null for repetitions; none in a ledger of repetitions alone.
    fn fifty<T>(&mut self, name: &str, value: impl Fn(&'a LedgerGame, &'a Incident) -> Option<T>)
    where
        Vec<Option<T>>: Into<Values>,
    {
        if self.rule.has_fifty() {
            self.all(name, |game, entry| match entry {
                LedgerEntry::Fifty(run) => value(game, run),
                LedgerEntry::Repetition(_) => None,
            });
        }
    }

    /// Adds a column for repetitions, null for runs; none in a ledger of runs alone.
    fn repetition<T>(&mut self, name: &str, value: impl Fn(&'a JudgedRepetition) -> Option<T>)
    where
        Vec<Option<T>>: Into<Values>,
    {
        if self.rule.has_repetition() {
            self.all(name, |_, entry| match entry {
                LedgerEntry::Fifty(_) => None,
                LedgerEntry::Repetition(judged) => value(judged),
            });
        }
    }

    /// Adds a column for runs and repetitions.
    fn both<T>(
        &mut self,
        name: &str,
        of_run: impl Fn(&'a LedgerGame, &'a Incident) -> Option<T>,
        of_repetition: impl Fn(&'a LedgerGame, &'a JudgedRepetition) -> Option<T>,
    ) where
        Vec<Option<T>>: Into<Values>,
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
        let mut values = Values::none_of(column.kind);
        for (_, entry) in self.lines {
            push_declared(&mut values, name, *entry);
        }
        self.columns.push(Column::new(name, values));
    }

    /// Adds the column with the rule of each line; none in a ledger of runs alone.
    fn rule(&mut self) {
        if self.rule.has_repetition() {
            self.all("rule", |_, entry| {
                let rule = match entry {
                    LedgerEntry::Fifty(_) => "fifty",
                    LedgerEntry::Repetition(_) => "repetition",
                };
                Some(rule.to_owned())
            });
        }
    }
}

/// The ledger as a table for people; `brief` for narrow terminals. `sources` are short names of the
/// sources ([`Ledger::short_names`](crate::Ledger::short_names)).
#[must_use]
pub fn for_people(
    lines: &[LedgerLine<'_>],
    rule: LedgerRule,
    sources: &BTreeMap<String, String>,
    brief: bool,
) -> Frame {
    let mut columns = Columns::new(lines, rule);
    columns.all("game", |game, _| Some(words::game_name(game, sources)));
    columns.all("date", |game, _| game.date.clone());
    columns.all("players", |game, _| Some(words::players(game, brief)));
    columns.rule();
    if brief {
        let of = (words::brief_claim, repetition::brief_claim);
        columns.both(
            "claim",
            |g, it| Some(of.0(g, it)),
            |g, it| Some(of.1(g, it)),
        );
    } else {
        let of = (words::headline, repetition::headline);
        columns.both(
            "claim",
            |g, it| Some(of.0(g, it)),
            |g, it| Some(of.1(g, it)),
        );
    }
    columns.fifty("clock", |_, run| Some(i64::from(run.peak_clock)));
    columns.repetition("times", |judged| int(judged.repetition.plies.len()));
    columns.all("result", |game, _| Some(game.result.as_str().to_owned()));
    let name = |side: Option<Side>| side.map(|side| side_name(side).to_owned());
    columns.both(
        "½ lost by",
        |_, run| name(run.half_point_lost_by),
        |_, judged| name(judged.half_point_lost_by),
    );
    columns.all("turns", |_, entry| {
        let [white, black] = entry.claims();
        Some(format!("{white}+{black}"))
    });
    columns.fifty("ended by", |game, run| {
        Some(words::run_end(game, run).to_owned())
    });
    columns.both(
        "law",
        |game, run| {
            Some(if brief {
                words::brief_law(game, run)
            } else {
                words::law(game, run)
            })
        },
        repetition::automatic_draw,
    );
    columns.both(
        "venue",
        |game, run| Some(words::venue(game, run.claimable_at_venue, brief)),
        |game, judged| Some(words::venue(game, judged.claimable_at_venue, brief)),
    );
    Frame::new(columns.columns)
}

/// The ledger as a table for programs: the columns of tables `games`, `incidents` and `repetitions`
/// without the moves, and the first claim as text. A ledger of runs alone has the columns of `incidents`,
/// one of repetitions those of `repetitions`, one of both all of them; column `rule` exists if there may
/// be repetitions.
#[must_use]
pub fn for_programs(lines: &[LedgerLine<'_>], rule: LedgerRule) -> Frame {
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
    Frame::new(columns.columns)
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
            || rule.has_repetition() && has(&REPETITIONS, name)
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
fn push_declared(values: &mut Values, name: &str, entry: LedgerEntry<'_>) {
    let identity = Identity::default();
    let index = |table: &TableSchema| table.columns.iter().position(|column| column.name == name);
    match entry {
        LedgerEntry::Fifty(incident) => {
            let facts = IncidentFacts {
                identity,
                incident,
                start_fen: "",
                moves: "",
            };
            let row = placed(&facts);
            values.push(index(&INCIDENTS).map_or(Datum::Null, |index| row.value(index)));
        }
        LedgerEntry::Repetition(judged) => {
            let facts = RepetitionFacts { identity, judged };
            let row = placed(&facts);
            values.push(index(&REPETITIONS).map_or(Datum::Null, |index| row.value(index)));
        }
    }
}

/// A value of an integer column; `None` if it does not fit.
fn int<T: TryInto<i64>>(value: T) -> Option<i64> {
    value.try_into().ok()
}

/// Writes the totals of the table. A half point counts once a game, whatever the number of its runs and
/// repetitions.
///
/// # Errors
/// Errors of the writer.
pub fn write_totals(
    lines: &[LedgerLine<'_>],
    rule: LedgerRule,
    out: &mut dyn Write,
) -> io::Result<()> {
    let games: BTreeSet<_> = lines
        .iter()
        .map(|(game, _)| (&game.source, game.identity))
        .collect();
    let lost_by = |side: Side| {
        let lost: BTreeSet<_> = lines
            .iter()
            .filter(|(game, _)| game.half_point_lost_by == Some(side))
            .map(|(game, _)| (&game.source, game.identity))
            .collect();
        lost.len() as u64
    };
    let is_run = |line: &&LedgerLine<'_>| matches!(line.1, LedgerEntry::Fifty(_));
    let runs = lines.iter().filter(is_run).count();
    let mut found = Vec::with_capacity(2);
    if rule.has_fifty() {
        found.push(counted(
            runs,
            "run with a claimable draw",
            "runs with a claimable draw",
        ));
    }
    if rule.has_repetition() {
        let repeated = lines.len() - runs;
        found.push(counted(repeated, "repetition", "repetitions"));
    }
    writeln!(
        out,
        "{}{} in {}; half a point was lost by White in {}, by Black in {}",
        if lines.is_empty() { "" } else { "\n" },
        found.join(" and "),
        counted(games.len(), "game", "games"),
        grouped(lost_by(Side::White)),
        grouped(lost_by(Side::Black)),
    )
}

/// A count with its noun: `1 game`, `2 games`.
fn counted(count: usize, one: &str, many: &str) -> String {
    let name = if count == 1 { one } else { many };
    format!("{} {name}", grouped(count as u64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tests::game;

    #[test]
    fn the_table_for_people_has_text() {
        let mut game = game("x/a.pgn", 4, None, &[103]);
        game.runs[0].claimable_at_venue = Some(false);
        game.runs[0].limit_moves = 100;
        game.runs[0].law = "100-KRBvKR".to_owned();
        game.runs[0].first_law_claim_ply = None;
        let lines = [(&game, LedgerEntry::Fifty(&game.runs[0]))];
        let row = |sources: &[&str], brief| {
            let short = |source: &&str| ((*source).to_owned(), "a.pgn".to_owned());
            let frame = for_people(
                &lines,
                LedgerRule::Fifty,
                &sources.iter().map(short).collect(),
                brief,
            );
            let cells = frame.columns().iter().map(|column| match column.cell(0) {
                audit960_types::Cell::Text(text) => text.to_owned(),
                audit960_types::Cell::Int(value) => value.to_string(),
                _ => "-".to_owned(),
            });
            cells.collect::<Vec<_>>().join("|")
        };
        let two = ["x/a.pgn", "x/b.pgn"];
        assert_eq!(
            row(&two, false),
            "a.pgn#4|-|Tal, M – ?|50... Black may claim (9.3.1)|103|0-1|-|0+1|capture|\
             100-KRBvKR (100 moves): no claim|tcec, no claims there"
        );
        let brief = "-|Tal – ?|50… Black 9.3.1|103|0-1|-|0+1|capture|100-KRBvKR: -|tcec";
        assert_eq!(row(&two, true), format!("a.pgn#4|{brief}"));
        assert_eq!(row(&two[..1], true), format!("#4|{brief}"));
    }

    /// White, who lost, could claim before half-moves 101 and 103; the first claim was Black's.
    #[test]
    fn the_claim_shown_is_the_losers_first() {
        let mut game = game("x/a.pgn", 4, Some("2005.05.05"), &[103]);
        game.verdict = audit960_types::Verdict::Damaged;
        let run = &mut game.runs[0];
        run.ended_by = audit960_types::RunEnd::EndOfGame;
        run.half_point_lost_by = Some(Side::White);
        run.chances[0] = Some(audit960_types::Chance {
            first_ply: 101,
            last_ply: 103,
            first_fen: String::new(),
        });
        let run = &game.runs[0];
        assert_eq!(
            words::headline(&game, run),
            "51. White, who lost, could claim (9.3 b), last at 52."
        );
        assert_eq!(words::brief_claim(&game, run), "51. White 9.3 b to 52.");
        assert_eq!(words::run_end(&game, run), "damaged record");
    }

    #[test]
    fn the_totals_count_runs_games_and_half_points() {
        let mut missed = game("a", 1, None, &[101, 102]);
        missed.half_point_lost_by = Some(Side::White);
        let written = |lines: &[LedgerLine<'_>]| {
            let mut out = Vec::new();
            write_totals(lines, LedgerRule::Fifty, &mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        let lines = [0, 1].map(|run| (&missed, LedgerEntry::Fifty(&missed.runs[run])));
        assert_eq!(
            written(&lines),
            "\n2 runs with a claimable draw in 1 game; half a point was lost by White in 1, by Black in 0\n"
        );
        assert!(written(&[]).starts_with("0 runs with a claimable draw in 0 games; "));
    }
}
