//! The ledger of a dataset.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};

use audit960_dataset::tables::{ReadError, Rows};
use audit960_dataset::{Dataset, DatasetRow, Table, TableScan, rows};
use audit960_law::{Day, Days, GameDates, Pace, PgnDate};
use audit960_types::tables::{DayNumber, INCIDENTS, REPETITIONS, TableSchema};
use audit960_types::{
    DateSource, GameEnd, Identity, Incident, JudgedRepetition, Outcome, TableValue,
};

use crate::error::{LedgerError, Result};
use crate::game::{LedgerGame, ORTHODOX};
use crate::ledger::Ledger;
use crate::select::GameName;

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

/// The columns that [`game`] decodes.
const OF_GAMES: &str = "source frame_offset byte_offset game event site date round white black white_elo black_elo result \
     date_from date_to event_date date_source half_point_lost_by half_point_uncertain base_seconds increment_seconds \
     time_periods venue start_kind verdict fen end_ply end_reason game_id";

fn game_columns(moves: bool) -> Vec<&'static str> {
    OF_GAMES
        .split(' ')
        .chain(moves.then_some("moves"))
        .collect()
}

/// Decodes a game, without its runs and repetitions; with its moves if they were read.
fn game(row: &DatasetRow<'_>) -> Result<LedgerGame> {
    let (from, to): (Option<DayNumber>, _) = (row.get("date_from")?, row.get("date_to")?);
    let span = from
        .zip(to)
        .map(|(first, last): (_, DayNumber)| (first.0, last.0));
    let event_date: Option<String> = row.get("event_date")?;
    // With several periods the time for sixty moves is not the base alone.
    let (base, increment): (Option<i32>, _) =
        (row.get("base_seconds")?, row.get("increment_seconds")?);
    let periods: Option<String> = row.get("time_periods")?;
    let time = base.zip(increment).filter(|_| periods.is_none());
    let (end_ply, end_reason): (Option<u32>, _) = (row.get("end_ply")?, row.get("end_reason")?);
    let fen: Option<String> = row.get("fen")?;
    Ok(LedgerGame {
        source: row.get("source")?,
        identity: Identity {
            frame_offset: row.get("frame_offset")?,
            byte_offset: row.get("byte_offset")?,
        },
        game: row.get("game")?,
        event: row.get("event")?,
        site: row.get("site")?,
        date: row.get("date")?,
        round: row.get("round")?,
        white: row.get("white")?,
        black: row.get("black")?,
        white_elo: row.get("white_elo")?,
        black_elo: row.get("black_elo")?,
        result: row.get("result")?,
        venue: row.get("venue")?,
        start: row.get("start_kind")?,
        verdict: row.get("verdict")?,
        is_copy: false,
        dates: game_dates(span, row.get("date_source")?, event_date.as_deref()),
        pace: time.map(|(base, increment)| Pace::of(base, increment)),
        end: end_ply
            .zip(end_reason)
            .map(|(ply, reason)| GameEnd { ply, reason }),
        half_point_lost_by: row.get("half_point_lost_by")?,
        half_point_uncertain: row.get("half_point_uncertain")?,
        start_fen: fen.unwrap_or_else(|| ORTHODOX.to_owned()),
        moves: match row.table.column("moves") {
            Some(_) => row.get("moves")?,
            None => None,
        },
        runs: Vec::new(),
        repetitions: Vec::new(),
    })
}

/// The dates by which the law is looked up, from the first and the last day of a game, as days since 1 January 1970, and its tag
/// `EventDate`.
pub(crate) fn game_dates(
    span: Option<(i32, i32)>,
    source: DateSource,
    event_date: Option<&str>,
) -> GameDates {
    let days = |(first, last)| {
        let [first, last] = [first, last].map(Day::from_days_since_1970);
        Days::new(first?, last?)
    };
    GameDates {
        game: span.and_then(days),
        source,
        competition: event_date.and_then(|tag| PgnDate::parse(tag.as_bytes()).days()),
    }
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
        for source in (0..rows.len()).map(|row| sources.get(row).unwrap_or_default()) {
            match counts.get_mut(source) {
                Some(count) => *count += 1,
                None => drop(counts.insert(source.to_owned(), 1)),
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

#[cfg(test)]
mod tests {
    use super::*;

    /// 2 July 2017 and, from the tag, 25 June, in days since 1970; a year before the first has no day.
    #[test]
    fn dates_are_those_of_the_game_and_of_its_competition() {
        let event = Some("2017.06.25");
        let dates = game_dates(Some((17349, 17349)), DateSource::Date, event);
        let tags = GameDates::of_tags(Some(b"2017.07.02"), None, Some(b"2017.06.25"));
        assert_eq!(dates, tags);
        assert_eq!(
            game_dates(Some((i32::MIN, 0)), DateSource::None, None).game,
            None
        );
    }
}
