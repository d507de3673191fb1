//! The ledger of a dataset.

mod decode;

use audit960_dataset::Table;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};

use audit960_dataset::tables::{ReadError, Rows};
use audit960_dataset::{Dataset, DatasetRow, TableScan, rows};
use audit960_types::tables::{INCIDENTS, REPETITIONS, TableSchema};
use audit960_types::{Identity, Incident, JudgedRepetition, Outcome, TableValue};

use crate::error::{LedgerError, Result};
use crate::game::LedgerGame;
use crate::ledger::Ledger;
use crate::select::GameName;
pub(crate) use decode::game_dates;
use decode::{GameCells, game};

/// The tables of claims.
const TABLES: [&str; 2] = ["incidents", "repetitions"];

/// What the ledger may need for a claim and its share of a game, as it is written, too: a bound, not a measurement.
const BYTES_OF_CLAIM: u64 = 2 << 10;

/// Columns that locate a game in its source.
const PLACE: [&str; 2] = ["frame_offset", "byte_offset"];

/// The columns that runs or repetitions are decoded from: all but the moves, which `games` has, too.
fn claim_columns(table: &TableSchema) -> Vec<&'static str> {
    table.names().filter(|name| *name != "moves").collect()
}

/// The columns that games are decoded from.
fn game_columns(moves: bool) -> Vec<&'static str> {
    let moves = moves.then_some("moves");
    let columns = GameCells::COLUMNS.iter().copied();
    columns.chain(["game_id"]).chain(moves).collect()
}

/// Reads the games of a dataset in which a draw could be claimed; with their moves, if asked.
///
/// # Errors
/// If the dataset cannot be read or holds values that no audit writes.
pub fn load(dataset: &Dataset, moves: bool) -> Result<Ledger> {
    Claims::read(dataset, &TABLES, |scan| scan)?.ledger(dataset, moves)
}

/// Reads the runs and repetitions whose first claim endgame tables know, with their games and moves.
///
/// # Errors
/// If the dataset cannot be read or holds values that no audit writes.
pub fn load_valued(dataset: &Dataset) -> Result<Ledger> {
    let known = |scan: TableScan<'static>| {
        scan.only(&["value_first_claim"], |rows| {
            let values = rows.texts("value_first_claim")?;
            let unknown = TableValue::Unknown.as_str();
            let is_known = |row| values.get(row).is_some_and(|value| value != unknown);
            Ok((0..rows.len()).map(is_known).collect())
        })
    };
    Claims::read(dataset, &TABLES, known)?.ledger(dataset, true)
}

/// Reads the games of a dataset that a name can mean, whether a draw could be claimed in them or not:
/// with their moves where the dataset has them, without runs and repetitions.
///
/// # Errors
/// If the dataset cannot be read or holds values that no audit writes.
pub fn load_games(dataset: &Dataset, name: &GameName) -> Result<Ledger> {
    let columns = game_columns(true);
    let location = ["game", PLACE[0], PLACE[1]];
    let reading = TableScan::of("games", &columns).only(&location, |rows| name.among(rows));
    let found = dataset.read(&reading)?;
    if found.rows() == 0 && name.is_ordinal() && !are_numbered(dataset)? {
        let reason = "the games of this dataset are not numbered: tasks read ranges of its inputs; name the game by \
                      its byte, as in SOURCE@BYTE";
        return Err(LedgerError::Text(reason.to_owned()));
    }
    Ok(Ledger {
        games: rows(&found).map(|row| game(&row)).collect::<Result<_>>()?,
        sources: sources(dataset)?,
        ..Ledger::default()
    })
}

/// Whether every game has its number in its source.
fn are_numbered(dataset: &Dataset) -> Result<bool> {
    let reading = TableScan::of("games", &["game"]);
    let parts = dataset.fold(
        &reading,
        || true,
        |all, _, rows| {
            let numbers = rows.ints("game")?;
            *all &= (0..rows.len()).all(|row| numbers.get(row).is_some());
            Ok(())
        },
    )?;
    Ok(parts.into_iter().all(|all| all))
}

/// The sources of a dataset that have games, each with their number.
///
/// # Errors
/// If the dataset cannot be read.
pub fn sources(dataset: &Dataset) -> Result<Vec<(String, u64)>> {
    let reading = TableScan::of("games", &["source"]);
    let parts = dataset.fold(&reading, BTreeMap::new, |counts, _, rows| {
        let sources = rows.texts("source")?;
        for row in 0..rows.len() {
            let source = sources.get(row).unwrap_or_default();
            match counts.get_mut(source) {
                Some(count) => *count += 1,
                None => {
                    counts.insert(source.to_owned(), 1);
                }
            }
        }
        Ok(())
    })?;
    let mut all: BTreeMap<String, u64> = BTreeMap::new();
    for (source, count) in parts.into_iter().flatten() {
        *all.entry(source).or_default() += count;
    }
    Ok(all.into_iter().collect())
}

/// Rows of tables `incidents` and `repetitions`.
struct Claims {
    runs: Table,
    repetitions: Table,
}

impl Claims {
    /// Reads the rows of some of [`TABLES`] that `restrict` leaves.
    fn read<'s>(
        dataset: &Dataset,
        tables: &[&str],
        restrict: impl Fn(TableScan<'s>) -> TableScan<'s>,
    ) -> Result<Self> {
        let read = |name: &'static str, schema: &TableSchema| {
            if !tables.contains(&name) || !dataset.has(name) {
                return Ok::<_, LedgerError>(Table::default());
            }
            let scan = TableScan::of(name, &claim_columns(schema));
            Ok(dataset.read(&restrict(scan))?)
        };
        Ok(Self {
            runs: read("incidents", &INCIDENTS)?,
            repetitions: read("repetitions", &REPETITIONS)?,
        })
    }

    /// The ledger of these claims.
    fn ledger(&self, dataset: &Dataset, moves: bool) -> Result<Ledger> {
        Ok(Ledger {
            games: self.games(dataset, moves)?,
            sources: sources(dataset)?,
            copies_unknown: dataset.none_left_out().copies_unknown,
        })
    }

    /// The games of these claims by source and offset, each with its runs and repetitions in the order of
    /// their first claims.
    fn games(&self, dataset: &Dataset, moves: bool) -> Result<Vec<LedgerGame>> {
        let mut games: Vec<LedgerGame> = self.by_number(dataset, moves)?.into_values().collect();
        games.sort_unstable_by(|one, other| place(one).cmp(&place(other)));
        for game in &mut games {
            game.runs.sort_by_key(|run| run.first_claim_ply);
            let repetitions = &mut game.repetitions;
            repetitions.sort_by_key(|judged| judged.repetition.first_claim_ply);
        }
        Ok(games)
    }

    /// The games of these claims by `game_id`.
    fn by_number(&self, dataset: &Dataset, moves: bool) -> Result<HashMap<i64, LedgerGame>> {
        let claims = [&self.runs, &self.repetitions];
        let rows_of_claims = claims.iter().map(|table| table.rows() as u64);
        dataset
            .memory()
            .room_for(BYTES_OF_CLAIM * rows_of_claims.sum::<u64>())?;
        let ids = claims.into_iter().flat_map(rows).map(|row| id(&row));
        let wanted: HashSet<i64> = ids.collect::<Result<_>>()?;
        let columns = game_columns(moves);
        let reading =
            TableScan::of("games", &columns).only(&["game_id"], |rows| among(rows, &wanted));
        let found = dataset.read(&reading)?;
        let copies = dataset.copies()?;
        let games = rows(&found).map(|row| {
            let id = id(&row)?;
            let is_copy = copies.contains(&id);
            let game = game(&row)?;
            Ok((id, LedgerGame { is_copy, ..game }))
        });
        let mut games: HashMap<i64, LedgerGame> = games.collect::<Result<_>>()?;
        for row in rows(&self.runs) {
            let game = of_claim(&mut games, &row)?;
            game.start_fen = row.get("start_fen")?;
            game.runs.push(Incident::read(&row)?);
        }
        for row in rows(&self.repetitions) {
            of_claim(&mut games, &row)?
                .repetitions
                .push(JudgedRepetition::read(&row)?);
        }
        Ok(games)
    }
}

/// Sort key of games: the order of the archive, as in its tables.
fn place(game: &LedgerGame) -> (&str, Identity) {
    (&game.source, game.identity)
}

fn id(row: &DatasetRow<'_>) -> Result<i64> {
    Ok(row.get("game_id")?)
}

/// For each row, whether its `game_id` is among `games`.
fn among(rows: &Rows, games: &HashSet<i64>) -> Result<Vec<bool>, ReadError> {
    let numbers = rows.ints("game_id")?;
    let among = |row| numbers.get(row).is_some_and(|id| games.contains(&id));
    Ok((0..rows.len()).map(among).collect())
}

/// The game of a claim.
fn of_claim<'g>(
    games: &'g mut HashMap<i64, LedgerGame>,
    claim: &DatasetRow<'_>,
) -> Result<&'g mut LedgerGame> {
    let id = id(claim)?;
    games
        .get_mut(&id)
        .ok_or_else(|| LedgerError::game_missing(id))
}

/// The most significant runs, each with its game and its moves: half a point lost first, then games that
/// were won or lost after a claim, then by peak clock. A game appears once for each of its runs.
///
/// # Errors
/// If the dataset cannot be read or holds values that no audit writes.
pub fn top_runs(dataset: &Dataset, limit: usize) -> Result<Vec<LedgerGame>> {
    top_claims(dataset, "incidents", &["peak_clock"], limit)
}

/// The most significant repetitions, each with its game and its moves: half a point lost first, then games
/// that were won or lost after a claim, then by the number of turns with a claim.
///
/// # Errors
/// If the dataset cannot be read or holds values that no audit writes.
pub fn top_repetitions(dataset: &Dataset, limit: usize) -> Result<Vec<LedgerGame>> {
    let turns = ["white_claims", "black_claims"];
    match dataset.has("repetitions") {
        true => top_claims(dataset, "repetitions", &turns, limit),
        false => Ok(Vec::new()),
    }
}

/// Sort key of claims, the most significant first.
type ClaimRank = (u8, Reverse<i64>, String, Identity, u32);

/// The `limit` most significant claims in order, each with its game: half a point lost first, of these the ones under a law that is
/// known, then games that were won or lost after a claim, then by the sum of the columns `weights`.
fn top_claims(
    dataset: &Dataset,
    table: &'static str,
    weights: &[&str],
    limit: usize,
) -> Result<Vec<LedgerGame>> {
    let fixed = [
        "game_id",
        "source",
        PLACE[0],
        PLACE[1],
        "first_claim_ply",
        "outcome",
        "half_point_lost_by",
        "law_uncertain",
    ];
    let columns = [&fixed[..], weights].concat();
    let decided = [Outcome::LostAfterClaim, Outcome::WonAfterClaim].map(Outcome::as_str);
    let parts = dataset.fold(
        &TableScan::of(table, &columns),
        Vec::new,
        |found, _, rows| {
            let (games, sources) = (rows.ints("game_id")?, rows.texts("source")?);
            let (frames, bytes) = (rows.ints(PLACE[0])?, rows.ints(PLACE[1])?);
            let (plies, outcomes) = (rows.ints("first_claim_ply")?, rows.texts("outcome")?);
            let lost = rows.texts("half_point_lost_by")?;
            let uncertain = rows.bools("law_uncertain")?;
            let weights = weights.iter().map(|column| rows.ints(column));
            let weights: Vec<_> = weights.collect::<Result<_, _>>()?;
            for row in 0..rows.len() {
                let class = match (lost.get(row), outcomes.get(row)) {
                    (Some(_), _) => u8::from(uncertain.get(row) == Some(true)),
                    (None, Some(outcome)) if decided.contains(&outcome) => 2,
                    _ => 3,
                };
                let weight = weights.iter().filter_map(|column| column.get(row)).sum();
                let identity = Identity {
                    frame_offset: frames.count(row),
                    byte_offset: bytes.count(row),
                };
                let source = sources.get(row).unwrap_or_default().to_owned();
                let ply = u32::try_from(plies.count(row)).unwrap_or(u32::MAX);
                let key: ClaimRank = (class, Reverse(weight), source, identity, ply);
                found.push((key, games.get(row).unwrap_or_default()));
            }
            // A claim that is not among the first `limit` of this part is not among those of the whole.
            if found.len() > 2 * limit {
                found.sort_unstable();
                found.truncate(limit);
            }
            Ok(())
        },
    )?;
    let mut found: Vec<(ClaimRank, i64)> = parts.into_iter().flatten().collect();
    found.sort_unstable();
    found.truncate(limit);
    let ids: HashSet<i64> = found.iter().map(|(_, game)| *game).collect();
    let claims = Claims::read(dataset, &[table], |scan| {
        scan.only(&["game_id"], |rows| among(rows, &ids))
    })?;
    let games = claims.by_number(dataset, true)?;
    let with_game = found.into_iter().map(|((.., first), number)| {
        let game = games.get(&number).cloned();
        let mut game = game.ok_or_else(|| LedgerError::game_missing(number))?;
        game.runs.retain(|run| run.first_claim_ply == first);
        game.repetitions
            .retain(|judged| judged.repetition.first_claim_ply == first);
        Ok(game)
    });
    with_game.collect()
}
