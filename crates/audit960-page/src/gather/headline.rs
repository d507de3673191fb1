//! The numbers at the top of the page.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::data::Headline;
use audit960_dataset::tables::{ReadError, Rows};
use audit960_dataset::{Dataset, LabelColumn, TableScan};
use audit960_types::{Severity, StartKind, Verdict};

use super::manifest::ManifestSummary;

/// Counts of the games.
#[derive(Default)]
struct Games {
    starts: BTreeMap<&'static str, u64>,
    /// First and last year.
    years: Option<(i64, i64)>,
    half_points_lost: u64,
    half_points_uncertain: u64,
    half_points_in_copies: u64,
    moveless: u64,
}

impl Games {
    fn merge(&mut self, other: Self) {
        for (start, games) in other.starts {
            *self.starts.entry(start).or_default() += games;
        }
        if let Some((first, last)) = other.years {
            self.year(first);
            self.year(last);
        }
        self.half_points_lost += other.half_points_lost;
        self.half_points_uncertain += other.half_points_uncertain;
        self.half_points_in_copies += other.half_points_in_copies;
        self.moveless += other.moveless;
    }

    fn year(&mut self, year: i64) {
        let (first, last) = self.years.unwrap_or((year, year));
        self.years = Some((first.min(year), last.max(year)));
    }
}

/// The numbers of a dataset.
pub(super) fn headline(dataset: &Dataset, manifest: &ManifestSummary) -> anyhow::Result<Headline> {
    let games = games(dataset)?;
    let mut starts: Vec<(String, u64)> = games
        .starts
        .into_iter()
        .map(|(start, games)| (start.to_owned(), games))
        .collect();
    // The sort is stable: kinds with equally many games stay in the order of their names.
    starts.sort_by_key(|(_, games)| Reverse(*games));
    Ok(Headline {
        verdicts: manifest.verdicts,
        moveless: games.moveless,
        plies: manifest.plies,
        starts,
        years: games.years,
        incidents: dataset.count("incidents")?,
        repetitions: dataset.count("repetitions")?,
        claimable: claimable(dataset)?,
        half_points_lost: games.half_points_lost,
        half_points_uncertain: games.half_points_uncertain,
        half_points_in_copies: games.half_points_in_copies,
        copies_unknown: dataset.none_left_out().copies_unknown,
        findings: (dataset.count("diagnostics")?, errors(dataset)?),
    })
}

fn games(dataset: &Dataset) -> anyhow::Result<Games> {
    let copies = dataset.copies()?;
    let columns = [
        "game_id",
        "start_kind",
        "verdict",
        "plies",
        "year",
        "half_point_lost_by",
        "half_point_uncertain",
    ];
    let parts = dataset.fold(
        &TableScan::of("games", &columns),
        Games::default,
        |games, _, rows| {
            let kinds = LabelColumn::<StartKind>::of(rows, "start_kind")?;
            let verdicts = LabelColumn::<Verdict>::of(rows, "verdict")?;
            let (plies, years) = (rows.ints("plies")?, rows.ints("year")?);
            let losers = rows.texts("half_point_lost_by")?;
            let uncertain = rows.bools("half_point_uncertain")?;
            let ids = rows.ints("game_id")?;
            for row in 0..rows.len() {
                let verdict = verdicts.get(row);
                let is_foreign = verdict == Some(Verdict::Foreign);
                let moveless = verdict.is_some_and(|verdict| verdict.is_moveless(plies.count(row)));
                games.moveless += u64::from(moveless);
                if let Some(kind) = kinds.get(row).filter(|_| !is_foreign) {
                    *games.starts.entry(kind.as_str()).or_default() += 1;
                }
                if let Some(year) = years.get(row) {
                    games.year(year);
                }
                let is_lost = losers.get(row).is_some();
                let is_copy = ids.get(row).is_some_and(|id| copies.contains(&id));
                games.half_points_lost += u64::from(is_lost);
                games.half_points_in_copies += u64::from(is_lost && is_copy);
                games.half_points_uncertain += u64::from(uncertain.get(row) == Some(true));
            }
            Ok(())
        },
    )?;
    let mut all = Games::default();
    parts.into_iter().for_each(|part| all.merge(part));
    Ok(all)
}

/// Number of runs in which a draw could be claimed under the law and where the game was played.
fn claimable(dataset: &Dataset) -> anyhow::Result<u64> {
    let columns = ["claimable_under_law", "claimable_at_venue"];
    count(dataset, "incidents", &columns, |rows| {
        let (law, venue) = (rows.bools(columns[0])?, rows.bools(columns[1])?);
        let both = |row: &usize| [law.get(*row), venue.get(*row)] == [Some(true); 2];
        Ok((0..rows.len()).filter(both).count() as u64)
    })
}

/// Number of findings of severity error.
fn errors(dataset: &Dataset) -> anyhow::Result<u64> {
    count(dataset, "diagnostics", &["severity"], |rows| {
        let severities = rows.texts("severity")?;
        let error = Some(Severity::Error.as_str());
        let found = (0..rows.len()).filter(|row| severities.get(*row) == error);
        Ok(found.count() as u64)
    })
}

/// The sum of the counts in the parts of a table.
fn count(
    dataset: &Dataset,
    table: &'static str,
    columns: &[&str],
    counted: impl Fn(&Rows) -> Result<u64, ReadError> + Sync,
) -> anyhow::Result<u64> {
    let scan = TableScan::of(table, columns);
    let parts = dataset.fold(
        &scan,
        || 0,
        |sum, _, rows| {
            *sum += counted(rows)?;
            Ok(())
        },
    )?;
    Ok(parts.into_iter().sum())
}
