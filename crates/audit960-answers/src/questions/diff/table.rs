//! Differences as a table.

use super::{Differences, FieldChange, IssueGame};
use audit960_dataset::{Table, TableBuilder};

/// A row of the table.
#[derive(Default)]
struct DatasetRow<'d> {
    change: &'static str,
    field: Option<&'d str>,
    before: Option<&'d str>,
    after: Option<&'d str>,
    count: u64,
    places: [Option<&'d IssueGame>; 2],
}

impl Differences {
    /// One row for each change in a game, then for each game that is gone or was added, then for each code of
    /// findings that came to a game or went from it, at most `most` of each kind. Where there are too many to
    /// name the games, one row for each code.
    ///
    /// Column `change` is `changed gone added finding_came finding_went`; `field` names what changed,
    /// or the code; `count` is 1 except for findings. Tags are those of the game after, if there is one. A finding
    /// outside any game has its place alone.
    #[must_use]
    pub fn table(&self, most: usize) -> Table {
        let changed = self.changed.iter().flat_map(|game| {
            let places = [Some(&game.before), Some(&game.after)];
            game.changes.iter().map(
                move |FieldChange {
                          field,
                          before,
                          after,
                      }| DatasetRow {
                    change: "changed",
                    field: Some(field),
                    before: before.as_deref(),
                    after: after.as_deref(),
                    count: 1,
                    places,
                },
            )
        });
        let alone = |change, side: usize| {
            move |game| {
                let mut places = [None; 2];
                places[side] = Some(game);
                DatasetRow {
                    change,
                    count: 1,
                    places,
                    ..DatasetRow::default()
                }
            }
        };
        // Where no game is named, the totals of the codes.
        let totals = self.findings.iter();
        let totals = totals
            .filter(|_| self.finding_changes.is_empty())
            .map(|(code, changes)| (code, changes, [None; 2]));
        let named = self.finding_changes.iter();
        let named = named.map(|change| {
            (
                &change.code,
                &change.changes,
                change.games.each_ref().map(Option::as_ref),
            )
        });
        let findings: Vec<_> = named.chain(totals).collect();
        let turnover = |change, count: fn(&super::FindingChanges) -> u64| {
            let of = findings
                .iter()
                .map(move |(code, changes, places)| DatasetRow {
                    change,
                    field: Some(code),
                    count: count(changes),
                    places: *places,
                    ..DatasetRow::default()
                });
            of.filter(|row| row.count > 0).take(most)
        };
        let rows = changed
            .take(most)
            .chain(self.gone.iter().map(alone("gone", 0)).take(most))
            .chain(self.added.iter().map(alone("added", 1)).take(most))
            .chain(turnover("finding_came", |counts| counts.appeared))
            .chain(turnover("finding_went", |counts| counts.disappeared));
        table(&rows.collect::<Vec<_>>())
    }
}

fn table(rows: &[DatasetRow<'_>]) -> Table {
    let tag = |row: &DatasetRow<'_>, index: usize| {
        let game = row.places[1].or(row.places[0])?;
        game.tags[index].clone()
    };
    let owned = |text: Option<&str>| text.map(str::to_owned);
    let source = |row: &DatasetRow<'_>, side: usize| Some(row.places[side]?.source.clone());
    TableBuilder::of(rows)
        .text("change", |row| Some(row.change.to_owned()))
        .text("field", |row| owned(row.field))
        .text("before", |row| owned(row.before))
        .text("after", |row| owned(row.after))
        .count("count", |row| row.count)
        .text("white", |row| tag(row, 0))
        .text("black", |row| tag(row, 1))
        .text("event", |row| tag(row, 2))
        .text("date", |row| tag(row, 3))
        .text("round", |row| tag(row, 4))
        .text("source_before", |row| source(row, 0))
        .int("line_before", |row| row.places[0]?.line)
        .text("source_after", |row| source(row, 1))
        .int("line_after", |row| row.places[1]?.line)
        .int("game_id_before", |row| row.places[0]?.game_id)
        .int("game_id_after", |row| row.places[1]?.game_id)
        .table()
}
