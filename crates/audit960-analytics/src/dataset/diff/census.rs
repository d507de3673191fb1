//! Which games, and which findings, have no equal in the other issue.

use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{Hash as _, Hasher as _};

use audit960_tables::{Rows, Values};

use super::FindingChanges;
use super::fields::{IDENTITY, columns};
use crate::dataset::{Dataset, DatasetError, TableScan};

/// The games and findings without an equal in the other issue.
#[derive(Default)]
pub(super) struct Census {
    /// Number of games, before and after.
    pub(super) counts: [u64; 2],
    /// Their ids, at most one more than are compared in detail.
    pub(super) unequal: [HashSet<i64>; 2],
    /// Findings that one issue has more often than the other, about equal games or not, by code.
    pub(super) findings: BTreeMap<String, FindingChanges>,
}

/// Games of an issue: the hash of their compared columns, and their ids, sorted.
type Hashes = Vec<(u64, i64)>;

impl Census {
    /// Compares the games whose hash leaves the remainder `part.0` when divided by `part.1`, and the
    /// findings about them.
    pub(super) fn take(
        &mut self,
        issues: [&Dataset; 2],
        part: (u64, u64),
        most: usize,
    ) -> Result<(), DatasetError> {
        let games = [hashes(issues[0], part)?, hashes(issues[1], part)?];
        for (side, other) in [(0, 1), (1, 0)] {
            for equal in games[side].chunk_by(|(one, _), (two, _)| one == two) {
                let Some((hash, _)) = equal.first() else {
                    continue;
                };
                let first = games[other].partition_point(|(found, _)| found < hash);
                let others = games[other][first..].iter();
                let others = others.take_while(|(found, _)| found == hash).count();
                let surplus = equal.get(others..).unwrap_or_default();
                self.counts[side] += surplus.len() as u64;
                // Among equal games it does not matter which are surplus, but the choice is deterministic.
                let room = (most + 1).saturating_sub(self.unequal[side].len());
                let numbers = surplus.iter().map(|(_, game)| *game);
                self.unequal[side].extend(numbers.take(room));
            }
        }
        let before = findings(issues[0], &games[0])?;
        let after = findings(issues[1], &games[1])?;
        self.turn_over(before, after);
        Ok(())
    }

    /// Compares the findings outside any game, by code, message and excerpt.
    pub(super) fn outside(&mut self, issues: [&Dataset; 2]) -> Result<(), DatasetError> {
        let [before, after] = issues.map(outside);
        self.turn_over(before?, after?);
        Ok(())
    }

    fn turn_over(&mut self, before: Findings, after: Findings) {
        let mut surplus = before;
        for (key, count) in after {
            *surplus.entry(key).or_default() -= count;
        }
        for ((_, code), count) in surplus {
            if count != 0 {
                let turnover = self.findings.entry(code).or_default();
                turnover.disappeared += count.max(0).unsigned_abs();
                turnover.appeared += count.min(0).unsigned_abs();
            }
        }
    }
}

/// How often each finding occurs, by the hash of its subject and its code.
type Findings = BTreeMap<(u64, String), i64>;

fn hashes(issue: &Dataset, (number, parts): (u64, u64)) -> Result<Hashes, DatasetError> {
    let found = issue.fold(
        &TableScan::of("games", &columns()),
        Vec::new,
        |found, _, rows| {
            let numbers = rows.ints("game_id")?;
            for (row, hash) in row_hashes(rows)?.into_iter().enumerate() {
                if let Some(game) = numbers.get(row).filter(|_| hash % parts == number) {
                    found.push((hash, game));
                }
            }
            Ok(())
        },
    )?;
    let mut found: Hashes = found.into_iter().flatten().collect();
    found.sort_unstable();
    Ok(found)
}

/// The hash of each row over all compared columns; null differs from empty text.
fn row_hashes(rows: &Rows) -> Result<Vec<u64>, DatasetError> {
    let mut hashers = vec![DefaultHasher::new(); rows.len()];
    for name in columns()
        .into_iter()
        .filter(|name| !IDENTITY.contains(name))
    {
        let each = hashers.iter_mut().enumerate();
        match rows.values(name)? {
            Values::Ints(it) => each.for_each(|(row, hasher)| it.get(row).hash(hasher)),
            Values::Texts(it) => each.for_each(|(row, hasher)| it.get(row).hash(hasher)),
            _ => {
                return Err(rows
                    .error(format!("column {name} is of another type"))
                    .into());
            }
        }
    }
    Ok(hashers.iter().map(DefaultHasher::finish).collect())
}

/// The findings about these games.
fn findings(issue: &Dataset, games: &Hashes) -> Result<Findings, DatasetError> {
    let games: HashMap<i64, u64> = games.iter().map(|(hash, game)| (*game, *hash)).collect();
    let reading = TableScan::of("diagnostics", &["game_id", "code"]);
    let parts = issue.fold(&reading, Findings::new, |found, _, rows| {
        let (numbers, codes) = (rows.ints("game_id")?, rows.texts("code")?);
        for row in 0..rows.len() {
            let hash = numbers.get(row).and_then(|number| games.get(&number));
            if let Some((hash, code)) = hash.zip(codes.get(row)) {
                *found.entry((*hash, code.to_owned())).or_default() += 1;
            }
        }
        Ok(())
    })?;
    Ok(sum(parts))
}

fn outside(issue: &Dataset) -> Result<Findings, DatasetError> {
    let reading = TableScan::of("diagnostics", &["game_id", "code", "message", "excerpt"]);
    let parts = issue.fold(&reading, Findings::new, |found, _, rows| {
        let (numbers, codes) = (rows.ints("game_id")?, rows.texts("code")?);
        let (messages, excerpts) = (rows.texts("message")?, rows.texts("excerpt")?);
        for row in (0..rows.len()).filter(|row| numbers.get(*row).is_none()) {
            let mut hasher = DefaultHasher::new();
            (messages.get(row), excerpts.get(row)).hash(&mut hasher);
            let code = codes.get(row).unwrap_or_default().to_owned();
            *found.entry((hasher.finish(), code)).or_default() += 1;
        }
        Ok(())
    })?;
    Ok(sum(parts))
}

fn sum(parts: Vec<Findings>) -> Findings {
    let mut all = Findings::new();
    for (key, count) in parts.into_iter().flatten() {
        *all.entry(key).or_default() += count;
    }
    all
}
