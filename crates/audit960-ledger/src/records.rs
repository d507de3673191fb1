//! The records of a dataset: its longest games and runs.

use audit960_dataset::{Table, TableBuilder};
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};

use audit960_dataset::{Dataset, DatasetRow, TableScan, rows};
use audit960_types::Identity;

use crate::error::{LedgerError, Result};
use crate::game::{file_name, name};
use crate::move_line::before_first_capture;

/// Columns that identify and describe a game.
const GAME: [&str; 8] = [
    "source",
    "frame_offset",
    "byte_offset",
    "game",
    "date",
    "white",
    "black",
    "result",
];

/// Names and units of all records but that of the first capture.
const RECORDS: [(&str, &str); 5] = [
    ("longest run without capture or pawn move", "half-moves"),
    (
        "most turns with a claim by the limit of fifty moves",
        "turns",
    ),
    ("longest game", "half-moves"),
    ("longest play after the clock reached 100", "half-moves"),
    ("longest play after the clock reached 150", "half-moves"),
];
const FIRST_CAPTURE: &str = "latest first capture, half-moves before it";
/// Number of games that are read at a time for the first capture.
const BATCH: u64 = 20_000;

/// A record and the game that holds it.
pub struct ArchiveRecord {
    name: &'static str,
    value: Option<i64>,
    unit: &'static str,
    holder: Option<Holder>,
    note: Option<String>,
}

/// The game that holds a record.
struct Holder {
    source: String,
    ordinal: Option<u64>,
    identity: Identity,
    date: Option<String>,
    players: String,
    result: String,
}

impl Holder {
    /// Its name for users; if `brief`, without the folders of the source.
    fn name(&self, brief: bool) -> String {
        let source = if brief {
            file_name(&self.source)
        } else {
            &self.source
        };
        name(source, self.ordinal, self.identity)
    }

    fn of(row: &DatasetRow<'_>) -> Result<Self> {
        let identity = Identity {
            frame_offset: row.get("frame_offset")?,
            byte_offset: row.get("byte_offset")?,
        };
        let player = |name: &str| {
            let name: Option<String> = row.get(name)?;
            Ok::<_, LedgerError>(name.unwrap_or_else(|| "?".to_owned()))
        };
        Ok(Self {
            source: row.get("source")?,
            ordinal: row.get("game")?,
            identity,
            date: row.get("date")?,
            players: format!("{} – {}", player("white")?, player("black")?),
            result: row.get("result")?,
        })
    }
}

/// A summary of the runs of a game.
#[derive(Clone, Copy, Default)]
struct Runs {
    /// The largest number of turns with a claim in one run.
    turns: Option<i64>,
    /// Columns `first_932_ply` (the half-move before which the clock was first 100) and `seventy_five_ply`
    /// (the one that first brought it to 150).
    reached: [Option<i64>; 2],
}

/// The best game so far: its value, source, offset and `game_id`. Ties go to the first in the archive.
type Best = Option<(Reverse<i64>, String, Identity, i64)>;

/// The records of a dataset; of several games with the same value, the first in the archive.
///
/// # Errors
/// If the dataset cannot be read or holds values that no audit writes.
pub fn of(dataset: &Dataset) -> Result<Vec<ArchiveRecord>> {
    let mut records = Vec::with_capacity(RECORDS.len() + 1);
    let best = best(dataset, &runs(dataset)?)?;
    let wanted: HashSet<i64> = best.iter().flatten().map(|(.., game)| *game).collect();
    let columns = [&GAME[..], &["game_id"]].concat();
    let reading = TableScan::of("games", &columns).only(&["game_id"], |rows| {
        let numbers = rows.ints("game_id")?;
        let among = |row| {
            numbers
                .get(row)
                .is_some_and(|number| wanted.contains(&number))
        };
        Ok((0..rows.len()).map(among).collect())
    });
    let games = dataset.read(&reading)?;
    for ((name, unit), best) in RECORDS.into_iter().zip(best) {
        let mut record = ArchiveRecord {
            name,
            value: None,
            unit,
            holder: None,
            note: None,
        };
        if let Some((Reverse(value), .., game)) = best {
            record.value = Some(value);
            let is_it = |row: &DatasetRow<'_>| row.get::<i64>("game_id") == Ok(game);
            record.holder = rows(&games)
                .find(is_it)
                .map(|row| Holder::of(&row))
                .transpose()?;
        }
        records.push(record);
    }
    records.push(first_capture(dataset)?);
    Ok(records)
}

/// Whether a game can hold a record. Games that start with a clock above zero cannot, because a FEN can
/// state any clock.
fn is_counted(fen: Option<&str>) -> bool {
    fen.is_none_or(|fen| fen.contains(" 0 "))
}

/// The summaries of the runs, by `game_id`.
fn runs(dataset: &Dataset) -> Result<HashMap<i64, Runs>> {
    let columns = [
        "game_id",
        "white_claims",
        "black_claims",
        "first_932_ply",
        "seventy_five_ply",
    ];
    let found = dataset.read(&TableScan::of("incidents", &columns))?;
    let mut games: HashMap<i64, Runs> = HashMap::new();
    for row in rows(&found) {
        let runs = games.entry(row.get("game_id")?).or_default();
        let turns = row.get::<i64>("white_claims")? + row.get::<i64>("black_claims")?;
        runs.turns = runs.turns.max(Some(turns));
        for (reached, column) in runs
            .reached
            .iter_mut()
            .zip(["first_932_ply", "seventy_five_ply"])
        {
            let ply = row.get(column)?;
            *reached = [*reached, ply].into_iter().flatten().min();
        }
    }
    Ok(games)
}

/// The best game for each record.
fn best(dataset: &Dataset, runs: &HashMap<i64, Runs>) -> Result<[Best; 5]> {
    let columns = [
        "game_id",
        "source",
        "frame_offset",
        "byte_offset",
        "fen",
        "plies",
        "max_clock",
    ];
    let parts = dataset.fold(
        &TableScan::of("games", &columns),
        Default::default,
        |best: &mut [Best; 5], _, rows| {
            let (games, sources) = (rows.ints("game_id")?, rows.texts("source")?);
            let (frames, bytes) = (rows.ints("frame_offset")?, rows.ints("byte_offset")?);
            let (fens, plies) = (rows.texts("fen")?, rows.ints("plies")?);
            let clocks = rows.ints("max_clock")?;
            for row in (0..rows.len()).filter(|row| is_counted(fens.get(*row))) {
                let game = games.get(row).unwrap_or_default();
                let runs = runs.get(&game).copied().unwrap_or_default();
                let played = plies.get(row);
                let after = |reached: Option<i64>| played.zip(reached).map(|(all, ply)| all - ply);
                let values = [
                    clocks.get(row),
                    runs.turns,
                    played,
                    after(runs.reached[0]).map(|plies| plies + 1),
                    after(runs.reached[1]),
                ];
                for (best, value) in best.iter_mut().zip(values) {
                    let Some(value) = value else { continue };
                    if best
                        .as_ref()
                        .is_some_and(|(Reverse(known), ..)| *known > value)
                    {
                        continue;
                    }
                    let identity = Identity {
                        frame_offset: frames.count(row),
                        byte_offset: bytes.count(row),
                    };
                    let source = sources.get(row).unwrap_or_default().to_owned();
                    better(best, Some((Reverse(value), source, identity, game)));
                }
            }
            Ok(())
        },
    )?;
    let mut all: [Best; 5] = Default::default();
    for part in parts {
        for (best, found) in all.iter_mut().zip(part) {
            better(best, found);
        }
    }
    Ok(all)
}

/// Replaces `best` if `found` is better.
fn better(best: &mut Best, found: Best) {
    if found.is_some() && best.as_ref().is_none_or(|best| found.as_ref() < Some(best)) {
        *best = found;
    }
}

/// The records as a table; if `brief`, sources without their folders.
pub fn table(records: &[ArchiveRecord], brief: bool) -> Table {
    let held = |record: &ArchiveRecord, value: fn(&Holder) -> Option<String>| {
        record.holder.as_ref().and_then(value)
    };
    TableBuilder::of(records)
        .text("record", |record| Some(record.name.to_owned()))
        .int("value", |record| record.value)
        .text("unit", |record| Some(record.unit.to_owned()))
        .text("game", |record| Some(record.holder.as_ref()?.name(brief)))
        .text("date", |record| held(record, |holder| holder.date.clone()))
        .text("players", |record| {
            held(record, |holder| Some(holder.players.clone()))
        })
        .text("result", |record| {
            held(record, |holder| Some(holder.result.clone()))
        })
        .text("note", |record| record.note.clone())
        .table()
}

/// The game with the most half-moves before its first capture. No column holds this: it is counted from
/// the moves, longest games first, until no shorter game can be better.
fn first_capture(dataset: &Dataset) -> Result<ArchiveRecord> {
    let mut record = ArchiveRecord {
        name: FIRST_CAPTURE,
        value: None,
        unit: "half-moves",
        holder: None,
        note: None,
    };
    for (from, to) in bands(dataset)? {
        if record.value.is_some_and(|best| best >= i64::from(to)) {
            break;
        }
        if !look_for_captures(dataset, from, to, &mut record)? {
            let note = "not known: the dataset was written without --with-moves";
            (record.value, record.holder) = (None, None);
            record.note = Some(note.to_owned());
            break;
        }
    }
    Ok(record)
}

/// Ranges of game lengths in half-moves, both ends included, longest first, of about [`BATCH`] games each.
fn bands(dataset: &Dataset) -> Result<Vec<(u32, u32)>> {
    let reading = TableScan::of("games", &["plies"]);
    let parts = dataset.fold(&reading, BTreeMap::<u32, u64>::new, |counts, _, rows| {
        let plies = rows.ints("plies")?;
        let played = (0..rows.len())
            .map(|row| plies.count(row))
            .filter(|plies| *plies > 0);
        for plies in played {
            *counts
                .entry(u32::try_from(plies).unwrap_or(u32::MAX))
                .or_default() += 1;
        }
        Ok(())
    })?;
    let mut counts: BTreeMap<u32, u64> = BTreeMap::new();
    for (plies, games) in parts.into_iter().flatten() {
        *counts.entry(plies).or_default() += games;
    }
    let mut bands: Vec<(u32, u32)> = Vec::new();
    let mut games = BATCH;
    for (plies, count) in counts.into_iter().rev() {
        match bands.last_mut() {
            Some((from, _)) if games < BATCH => *from = plies,
            _ => {
                bands.push((plies, plies));
                games = 0;
            }
        }
        games += count;
    }
    Ok(bands)
}

/// Plays the games of `from` to `to` half-moves; `false` if the dataset lacks the moves of one.
fn look_for_captures(
    dataset: &Dataset,
    from: u32,
    to: u32,
    record: &mut ArchiveRecord,
) -> Result<bool> {
    let columns = [&GAME[..], &["fen", "moves"]].concat();
    let reading = TableScan::of("games", &columns).only(&["plies", "fen"], |rows| {
        let (plies, fens) = (rows.ints("plies")?, rows.texts("fen")?);
        let band = i64::from(from)..=i64::from(to);
        let is_in = |row| plies.get(row).is_some_and(|plies| band.contains(&plies));
        let wanted = |row| is_in(row) && is_counted(fens.get(row));
        Ok((0..rows.len()).map(wanted).collect())
    });
    let games = dataset.read(&reading)?;
    let mut in_order = Vec::with_capacity(games.rows());
    for row in rows(&games) {
        let holder = Holder::of(&row)?;
        in_order.push((holder.source, holder.identity, row));
    }
    in_order.sort_unstable_by(|one, other| (&one.0, one.1).cmp(&(&other.0, other.1)));
    for (_, _, row) in in_order {
        let Some(moves) = row.get::<Option<String>>("moves")? else {
            return Ok(false);
        };
        let fen: Option<String> = row.get("fen")?;
        let (plies, captured) = before_first_capture(fen.as_deref(), &moves).map_err(|reason| {
            let game = Holder::of(&row).map_or_else(|_| moves.clone(), |holder| holder.name(false));
            LedgerError::unplayable(game, reason)
        })?;
        if record.value.is_none_or(|best| i64::from(plies) > best) {
            record.value = Some(plies.into());
            record.holder = Some(Holder::of(&row)?);
            record.note = (!captured).then(|| "no capture in the whole game".to_owned());
        }
    }
    Ok(true)
}
