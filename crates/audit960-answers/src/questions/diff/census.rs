//! Which games, and which findings, have no equal in the other issue.

use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{Hash as _, Hasher as _};

use audit960_dataset::tables::{ColumnValues, Rows};
use audit960_types::tables::ColumnGroup;

use super::FindingChanges;
use super::fields::{IDENTITY, columns};
use audit960_dataset::{Dataset, DatasetError, TableScan};

/// The games and findings without an equal in the other issue.
#[derive(Default)]
pub(super) struct Census {
    /// The columns that both issues have.
    pub(super) group: ColumnGroup,
    /// Number of games, before and after.
    pub(super) counts: [u64; 2],
    /// Their ids, at most one more than are compared in detail.
    pub(super) unequal: [HashSet<i64>; 2],
    /// Findings that one issue has more often than the other, about equal games or not, by code.
    pub(super) findings: BTreeMap<String, FindingChanges>,
    /// Those outside games, and those about games that are equal in both.
    pub(super) of_equal: BTreeMap<String, FindingChanges>,
    /// Each of these, at most one more than are named.
    pub(super) turnovers: Vec<Turnover>,
}

/// Findings of a code that one issue has more often than the other, about a game that is equal in both or outside
/// any game.
pub(super) struct Turnover {
    pub(super) code: String,
    pub(super) changes: FindingChanges,
    /// Where they are, before and after.
    pub(super) places: [Option<Place>; 2],
}

/// A game, by its id, or a place outside any game.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    Game(i64),
    Outside { source: String, line: Option<i64> },
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
        let games = [
            hashes(issues[0], self.group, part)?,
            hashes(issues[1], self.group, part)?,
        ];
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
        let before = findings(issues[0], &games[0], &self.unequal[0])?;
        let after = findings(issues[1], &games[1], &self.unequal[1])?;
        let equal = |side: usize, hash: u64| {
            let games: &Hashes = &games[side];
            let first = games.partition_point(|(found, _)| *found < hash);
            let found = games.get(first).filter(|(found, _)| *found == hash)?;
            Some(Place::Game(found.1))
        };
        self.turn_over([before, after], most, equal);
        Ok(())
    }

    /// Compares the findings outside any game, by code, message and excerpt.
    pub(super) fn outside(
        &mut self,
        issues: [&Dataset; 2],
        most: usize,
    ) -> Result<(), DatasetError> {
        let [before, after] = issues.map(outside);
        self.turn_over([before?, after?], most, |_, _| None);
        Ok(())
    }

    /// Counts what only one issue has; `equal` is where the other one has the same subject.
    fn turn_over(
        &mut self,
        [before, after]: [Findings; 2],
        most: usize,
        equal: impl Fn(usize, u64) -> Option<Place>,
    ) {
        let mut surplus: BTreeMap<_, [Found; 2]> = BTreeMap::new();
        for (side, found) in [before, after].into_iter().enumerate() {
            for (key, found) in found {
                surplus.entry(key).or_default()[side] = found;
            }
        }
        for ((hash, code), found) in surplus {
            let changes = |count: fn(&Found) -> u64| {
                let [before, after] = [count(&found[0]), count(&found[1])];
                FindingChanges {
                    appeared: after.saturating_sub(before),
                    disappeared: before.saturating_sub(after),
                }
            };
            let (all, of_equal) = (changes(|found| found.all), changes(|found| found.of_equal));
            if all != FindingChanges::default() {
                *self.findings.entry(code.clone()).or_default() += all;
            }
            if of_equal != FindingChanges::default() {
                *self.of_equal.entry(code.clone()).or_default() += of_equal;
                if self.turnovers.len() <= most {
                    let [before, after] = found.map(|found| found.place);
                    self.turnovers.push(Turnover {
                        code,
                        changes: of_equal,
                        places: [
                            before.or_else(|| equal(0, hash)),
                            after.or_else(|| equal(1, hash)),
                        ],
                    });
                }
            }
        }
    }
}

/// How often a finding occurs.
#[derive(Default)]
struct Found {
    all: u64,
    /// Outside games, and about games that are equal in both issues.
    of_equal: u64,
    /// The first place of these.
    place: Option<Place>,
}

impl Found {
    fn add(&mut self, place: Place, is_equal: bool) {
        self.all += 1;
        if is_equal {
            self.of_equal += 1;
            let first = self
                .place
                .take()
                .map_or(place.clone(), |known| known.min(place));
            self.place = Some(first);
        }
    }
}

/// How often each finding occurs, by the hash of its subject and its code.
type Findings = BTreeMap<(u64, String), Found>;

fn hashes(
    issue: &Dataset,
    group: ColumnGroup,
    (number, parts): (u64, u64),
) -> Result<Hashes, DatasetError> {
    let found = issue.fold(
        &TableScan::of("games", &columns(group)),
        Vec::new,
        |found, _, rows| {
            let numbers = rows.ints("game_id")?;
            for (row, hash) in row_hashes(rows, group)?.into_iter().enumerate() {
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
fn row_hashes(rows: &Rows, group: ColumnGroup) -> Result<Vec<u64>, DatasetError> {
    let mut hashers = vec![DefaultHasher::new(); rows.len()];
    for name in columns(group)
        .into_iter()
        .filter(|name| !IDENTITY.contains(name))
    {
        let each = hashers.iter_mut().enumerate();
        match rows.values(name)? {
            ColumnValues::Ints(it) => each.for_each(|(row, hasher)| it.get(row).hash(hasher)),
            ColumnValues::Texts(it) => each.for_each(|(row, hasher)| it.get(row).hash(hasher)),
            _ => {
                return Err(rows
                    .error(format!("column {name} is of another type"))
                    .into());
            }
        }
    }
    Ok(hashers.iter().map(DefaultHasher::finish).collect())
}

/// The findings about these games, of which some have no equal.
fn findings(
    issue: &Dataset,
    games: &Hashes,
    unequal: &HashSet<i64>,
) -> Result<Findings, DatasetError> {
    let games: HashMap<i64, u64> = games.iter().map(|(hash, game)| (*game, *hash)).collect();
    let reading = TableScan::of("diagnostics", &["game_id", "code"]);
    let parts = issue.fold(&reading, Findings::new, |found, _, rows| {
        let (numbers, codes) = (rows.ints("game_id")?, rows.texts("code")?);
        for row in 0..rows.len() {
            let game = numbers.get(row);
            let game = game.and_then(|number| Some((number, *games.get(&number)?)));
            if let Some(((number, hash), code)) = game.zip(codes.get(row)) {
                let found = found.entry((hash, code.to_owned())).or_default();
                found.add(Place::Game(number), !unequal.contains(&number));
            }
        }
        Ok(())
    })?;
    Ok(sum(parts))
}

fn outside(issue: &Dataset) -> Result<Findings, DatasetError> {
    let columns = ["game_id", "code", "message", "excerpt", "source", "line"];
    let reading = TableScan::of("diagnostics", &columns);
    let parts = issue.fold(&reading, Findings::new, |found, _, rows| {
        let (numbers, codes) = (rows.ints("game_id")?, rows.texts("code")?);
        let (messages, excerpts) = (rows.texts("message")?, rows.texts("excerpt")?);
        let (sources, lines) = (rows.texts("source")?, rows.ints("line")?);
        for row in (0..rows.len()).filter(|row| numbers.get(*row).is_none()) {
            let mut hasher = DefaultHasher::new();
            (messages.get(row), excerpts.get(row)).hash(&mut hasher);
            let code = codes.get(row).unwrap_or_default().to_owned();
            let place = Place::Outside {
                source: sources.get(row).unwrap_or_default().to_owned(),
                line: lines.get(row),
            };
            let found = found.entry((hasher.finish(), code)).or_default();
            found.add(place, true);
        }
        Ok(())
    })?;
    Ok(sum(parts))
}

fn sum(parts: Vec<Findings>) -> Findings {
    let mut all = Findings::new();
    for (key, part) in parts.into_iter().flatten() {
        let found = all.entry(key).or_default();
        found.all += part.all;
        found.of_equal += part.of_equal;
        // A part without a place has none of this kind.
        let places = [found.place.take(), part.place];
        found.place = places.into_iter().flatten().min();
    }
    all
}
