//! The records of a dataset: its longest games and runs.

use std::cmp::Reverse;
use std::collections::HashMap;

use audit960_dataset::tables::{ReadError, Rows};
use audit960_dataset::{Dataset, Table, TableBuilder, TableScan, rows};
use audit960_types::Identity;

use crate::error::Result;
use crate::game::{file_name, name};
use crate::move_line::before_first_capture;

/// Names and units of the records.
const RECORDS: [(&str, &str); 6] = [
    ("longest run without capture or pawn move", "half-moves"),
    (
        "most turns with a claim by the limit of fifty moves",
        "turns",
    ),
    ("longest game", "half-moves"),
    ("longest play after the clock reached 100", "half-moves"),
    ("longest play after the clock reached 150", "half-moves"),
    ("latest first capture, half-moves before it", "half-moves"),
];

/// Columns of table `games` that are read.
const COLUMNS: [&str; 13] = [
    "game_id",
    "source",
    "frame_offset",
    "byte_offset",
    "game",
    "date",
    "white",
    "black",
    "result",
    "fen",
    "plies",
    "max_clock",
    "moves",
];

/// A record, and the game that holds it.
pub struct ArchiveRecord {
    name: &'static str,
    unit: &'static str,
    best: Best,
    note: Option<&'static str>,
}

/// The best game so far: its value, and the game. Of several with the same value, the first in the archive.
type Best = Option<(Reverse<i64>, Holder)>;

/// The game that holds a record, in the order of games.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Holder {
    source: String,
    identity: Identity,
    ordinal: Option<u64>,
    date: Option<String>,
    players: String,
    result: String,
    /// Whether a piece was captured in the game, where that is asked.
    captured: bool,
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

    /// The game of a row.
    fn of(rows: &Rows, row: usize, captured: bool) -> Result<Self, ReadError> {
        let text = |name: &str| Ok::<_, ReadError>(rows.texts(name)?.get(row));
        let player = |name: &str| Ok::<_, ReadError>(text(name)?.unwrap_or("?"));
        Ok(Self {
            source: text("source")?.unwrap_or_default().to_owned(),
            identity: Identity {
                frame_offset: rows.ints("frame_offset")?.count(row),
                byte_offset: rows.ints("byte_offset")?.count(row),
            },
            ordinal: rows.ints("game")?.get(row).map(i64::cast_unsigned),
            date: text("date")?.map(str::to_owned),
            players: format!("{} – {}", player("white")?, player("black")?),
            result: text("result")?.unwrap_or_default().to_owned(),
            captured,
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

/// What one thread has found.
#[derive(Default)]
struct Found {
    best: [Best; 6],
    /// Whether a game has no moves in the dataset.
    lacks_moves: bool,
}

/// The records of a dataset; of several games with the same value, the first in the archive.
///
/// # Errors
/// If the dataset cannot be read or holds values that no audit writes.
pub fn of(dataset: &Dataset) -> Result<Vec<ArchiveRecord>> {
    let runs = runs(dataset)?;
    let reading = TableScan::of("games", &COLUMNS);
    let parts = dataset.fold(&reading, Found::default, |found, _, rows| {
        Ok(found.add(rows, &runs)?)
    })?;
    let mut all = Found::default();
    for part in parts {
        all.lacks_moves |= part.lacks_moves;
        for (best, found) in all.best.iter_mut().zip(part.best) {
            better(best, found);
        }
    }
    if all.lacks_moves {
        all.best[5] = None;
    }
    let records = RECORDS.into_iter().zip(all.best).enumerate();
    let record = |(index, ((name, unit), best)): (usize, ((_, _), Best))| ArchiveRecord {
        name,
        unit,
        note: match &best {
            Some((_, holder)) if index == 5 && !holder.captured => {
                Some("no capture in the whole game")
            }
            None if index == 5 && all.lacks_moves => {
                Some("not known: the dataset was written without --with-moves")
            }
            _ => None,
        },
        best,
    };
    Ok(records.map(record).collect())
}

impl Found {
    /// Adds games. Those that start with a clock above zero hold no record, because a FEN can state any clock.
    fn add(&mut self, rows: &Rows, runs: &HashMap<i64, Runs>) -> Result<(), ReadError> {
        let (ids, fens) = (rows.ints("game_id")?, rows.texts("fen")?);
        let (plies, clocks) = (rows.ints("plies")?, rows.ints("max_clock")?);
        let moves = rows.texts("moves")?;
        let is_counted = |row: &usize| fens.get(*row).is_none_or(|fen| fen.contains(" 0 "));
        for row in (0..rows.len()).filter(is_counted) {
            let runs = ids.get(row).and_then(|id| runs.get(&id));
            let runs = runs.copied().unwrap_or_default();
            let played = plies.get(row);
            let after = |reached: Option<i64>| played.zip(reached).map(|(all, ply)| all - ply);
            let latest = self.best[5].as_ref().map_or(0, |(Reverse(best), _)| *best);
            let (mut before_capture, mut captured) = (None, true);
            match moves.get(row) {
                // In a shorter game no capture can be as late.
                _ if played.is_none_or(|plies| plies < latest.max(1)) => {}
                None => self.lacks_moves = true,
                Some(moves) => {
                    let found = before_first_capture(fens.get(row), moves);
                    let (plies, any) = found.map_err(|reason| rows.error(reason))?;
                    (before_capture, captured) = (Some(plies.into()), any);
                }
            }
            let values = [
                clocks.get(row),
                runs.turns,
                played,
                after(runs.reached[0]).map(|plies| plies + 1),
                after(runs.reached[1]),
                before_capture,
            ];
            for (best, value) in self.best.iter_mut().zip(values) {
                let is_behind =
                    |value: &i64| best.as_ref().is_none_or(|(best, _)| best.0 <= *value);
                if let Some(value) = value.filter(is_behind) {
                    better(
                        best,
                        Some((Reverse(value), Holder::of(rows, row, captured)?)),
                    );
                }
            }
        }
        Ok(())
    }
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

/// Replaces `best` if `found` is better.
fn better(best: &mut Best, found: Best) {
    if found.is_some() && best.as_ref().is_none_or(|best| found.as_ref() < Some(best)) {
        *best = found;
    }
}

/// The records as a table; if `brief`, sources without their folders.
pub fn table(records: &[ArchiveRecord], brief: bool) -> Table {
    let held = |record: &ArchiveRecord, value: fn(&Holder) -> Option<String>| {
        let (_, holder) = record.best.as_ref()?;
        value(holder)
    };
    TableBuilder::of(records)
        .text("record", |record| Some(record.name.to_owned()))
        .int("value", |record| Some(record.best.as_ref()?.0.0))
        .text("unit", |record| Some(record.unit.to_owned()))
        .text("game", |record| Some(record.best.as_ref()?.1.name(brief)))
        .text("date", |record| held(record, |holder| holder.date.clone()))
        .text("players", |record| {
            held(record, |holder| Some(holder.players.clone()))
        })
        .text("result", |record| {
            held(record, |holder| Some(holder.result.clone()))
        })
        .text("note", |record| record.note.map(str::to_owned))
        .table()
}
