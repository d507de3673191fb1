//! What changed from one issue of an archive to the next.
//!
//! Games are matched by their content, not by where they are: an archive may be sorted again, cut into other
//! files or compressed. Games that are equal in every compared column are the same; of the others, a game of
//! each issue is one game that changed by the first of these rules that holds:
//!
//! 1. the same URL of a single game in tag `Site`;
//! 2. the same players, event, date, round and moves;
//! 3. the same start and moves, at least ten half-moves, and the same players;
//! 4. the same players, event, date and round;
//! 5. the same start and moves, at least twenty half-moves.
//!
//! Games without a partner were added or are gone. Memory depends on what changed: equal games are counted by
//! 64-bit hashes, in parts of [`PART`] games.

mod census;
mod fields;
mod pairing;
mod table;
#[cfg(test)]
mod tests;

use audit960_dataset::Table;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::AddAssign;

use audit960_dataset::{Dataset, DatasetError, TableScan};
use audit960_types::tables::ColumnGroup;

use census::{Census, Place, Turnover};
pub use fields::FieldChange;
use fields::{GameRow, columns, tags_beyond};
use pairing::pair;

/// Number of games of each issue whose hashes are held at a time.
const PART: u64 = 1 << 21;

/// Maximum number of games without an equal that are searched for partners, in each issue.
const MAX_UNEQUAL: usize = 250_000;

/// What changed from one issue to the next.
#[derive(Clone, Debug, Default)]
pub struct Differences {
    /// Number of games before and after.
    pub games: [u64; 2],
    /// Number of games that are equal in both.
    pub equal: u64,
    /// Number of games that have no equal, before and after.
    pub unequal: [u64; 2],
    /// Games that changed, in the order of the issue after.
    pub changed: Vec<ChangedGame>,
    /// Games that are gone, in their order.
    pub gone: Vec<IssueGame>,
    /// Games that were added, in their order.
    pub added: Vec<IssueGame>,
    /// Tags that are not compared, because only one of the issues has their columns.
    pub not_compared: Vec<&'static str>,
    /// Whether there were too many unequal games to look for partners: `changed`, `gone` and `added`
    /// are empty then.
    pub too_many: bool,
    /// Findings by code: how many came, and how many went.
    pub findings: BTreeMap<String, FindingChanges>,
    /// The same of each game, in the order of the codes; empty where there are too many to name the games.
    pub finding_changes: Vec<FindingChange>,
}

/// Findings of a code that came and went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FindingChanges {
    /// After and not before.
    pub appeared: u64,
    /// Before and not after.
    pub disappeared: u64,
}

impl AddAssign for FindingChanges {
    fn add_assign(&mut self, other: Self) {
        self.appeared += other.appeared;
        self.disappeared += other.disappeared;
    }
}

/// Findings of a code that came to a game or went from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FindingChange {
    /// The code.
    pub code: String,
    /// How many.
    pub changes: FindingChanges,
    /// The game before and after, where it is there; of a finding outside any game, its place.
    pub games: [Option<IssueGame>; 2],
}

/// A game that is in both issues and not equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedGame {
    /// The game before.
    pub before: IssueGame,
    /// The game after.
    pub after: IssueGame,
    /// What changed in it, at least one thing.
    pub changes: Vec<FieldChange>,
}

/// What identifies a game to a reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IssueGame {
    /// Id of the game in its dataset; `None` of a place outside any game.
    pub game_id: Option<i64>,
    /// Input it was read from.
    pub source: String,
    /// First line in it, from 1, where that is known.
    pub line: Option<i64>,
    /// Tags White, Black, Event, Date and Round.
    pub tags: [Option<String>; 5],
}

impl Differences {
    /// Whether the issues have the same games with the same findings.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.unequal == [0, 0] && self.findings.is_empty()
    }
}

/// What changed from this issue of an archive to `after`.
///
/// # Errors
/// [`DatasetError`] if a table of either cannot be read.
pub fn differences(dataset: &Dataset, after: &Dataset) -> Result<Differences, DatasetError> {
    differences_by(dataset, after, PART, MAX_UNEQUAL)
}

fn differences_by(
    dataset: &Dataset,
    after: &Dataset,
    part: u64,
    most: usize,
) -> Result<Differences, DatasetError> {
    let games = [dataset.count("games")?, after.count("games")?];
    let parts = games[0].max(games[1]).div_ceil(part).max(1);
    let group = dataset.column_group().min(after.column_group());
    let mut census = Census {
        group,
        ..Census::default()
    };
    for number in 0..parts {
        census.take([dataset, after], (number, parts), most)?;
    }
    census.outside([dataset, after], most)?;
    let mut found = Differences {
        games,
        equal: games[0] - census.counts[0],
        unequal: census.counts,
        findings: census.findings,
        not_compared: match dataset.column_group() == after.column_group() {
            true => Vec::new(),
            false => tags_beyond(group),
        },
        too_many: census.counts.iter().any(|count| *count > most as u64),
        ..Differences::default()
    };
    if !found.too_many {
        let [gone, added] = census.unequal;
        let rows = [
            games_of(dataset, &gone, group)?,
            games_of(after, &added, group)?,
        ];
        let codes = [codes(dataset, &gone)?, codes(after, &added)?];
        pair(&rows, &codes, &mut found);
        found.findings = census.of_equal;
        for change in &found.finding_changes {
            *found.findings.entry(change.code.clone()).or_default() += change.changes;
        }
        if census.turnovers.len() > most {
            found.finding_changes = Vec::new();
        } else {
            let of_equal = named(&census.turnovers, [dataset, after])?;
            found.finding_changes.extend(of_equal);
            found
                .finding_changes
                .sort_by(|one, two| one.code.cmp(&two.code));
        }
    }
    Ok(found)
}

/// The compared columns of these games, in the order of the table.
fn games_of(
    dataset: &Dataset,
    games: &HashSet<i64>,
    group: ColumnGroup,
) -> Result<Table, DatasetError> {
    let reading = TableScan::of("games", &columns(group)).only(&["game_id"], |rows| {
        let numbers = rows.ints("game_id")?;
        let among = |row| {
            numbers
                .get(row)
                .is_some_and(|number| games.contains(&number))
        };
        Ok((0..rows.len()).map(among).collect())
    });
    dataset.read(&reading)
}

/// The number of findings about these games, by game id and code.
fn codes(
    dataset: &Dataset,
    games: &HashSet<i64>,
) -> Result<BTreeMap<i64, BTreeMap<String, u64>>, DatasetError> {
    let reading = TableScan::of("diagnostics", &["game_id", "code"]);
    let parts = dataset.fold(&reading, Vec::new, |found, _, rows| {
        let (numbers, codes) = (rows.ints("game_id")?, rows.texts("code")?);
        for row in 0..rows.len() {
            let number = numbers.get(row).filter(|number| games.contains(number));
            if let Some((number, code)) = number.zip(codes.get(row)) {
                found.push((number, code.to_owned()));
            }
        }
        Ok(())
    })?;
    let mut all: BTreeMap<i64, BTreeMap<String, u64>> = BTreeMap::new();
    for (number, code) in parts.into_iter().flatten() {
        *all.entry(number).or_default().entry(code).or_default() += 1;
    }
    Ok(all)
}

/// What came and went of games that are equal in both issues, with their names.
fn named(
    turnovers: &[Turnover],
    issues: [&Dataset; 2],
) -> Result<Vec<FindingChange>, DatasetError> {
    let names = |side: usize| -> Result<HashMap<i64, IssueGame>, DatasetError> {
        let places = turnovers
            .iter()
            .filter_map(|turnover| turnover.places[side].as_ref());
        let games = places.filter_map(|place| match place {
            Place::Game(game) => Some(*game),
            Place::Outside { .. } => None,
        });
        let table = games_of(issues[side], &games.collect(), ColumnGroup::Always)?;
        let rows = (0..table.rows()).map(|row| GameRow { table: &table, row });
        Ok(rows.map(|game| (game.id(), game.name())).collect())
    };
    let names = [names(0)?, names(1)?];
    let name = |side: usize, place: &Option<Place>| match place.as_ref()? {
        Place::Game(game) => names[side].get(game).cloned(),
        Place::Outside { source, line } => Some(IssueGame {
            game_id: None,
            source: source.clone(),
            line: *line,
            tags: Default::default(),
        }),
    };
    let named = turnovers.iter().map(|turnover| FindingChange {
        code: turnover.code.clone(),
        changes: turnover.changes,
        games: [name(0, &turnover.places[0]), name(1, &turnover.places[1])],
    });
    Ok(named.collect())
}
