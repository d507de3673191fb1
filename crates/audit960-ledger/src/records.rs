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
#[rustfmt::skip]
const COLUMNS: [&str; 13] = [
    "game_id", "source", "frame_offset", "byte_offset", "game", "date", "white", "black", "result", "fen", "plies",
    "max_clock", "moves",
];

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
        let source = match brief {
            true => file_name(&self.source),
            false => &self.source,
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

/// Columns of table `incidents`: the half-move before which the clock was first 100, and the one that first brought it to
/// 150.
const REACHED: [&str; 2] = ["first_932_ply", "seventy_five_ply"];

/// A summary of the runs of a game.
#[derive(Clone, Copy, Default)]
struct Runs {
    /// The largest number of turns with a claim in one run.
    turns: Option<i64>,
    /// Columns [`REACHED`].
    reached: [Option<i64>; 2],
}

/// The records, of [`RECORDS`] each.
#[derive(Default)]
pub struct Records {
    best: [Best; 6],
    /// Whether a game has no moves in the dataset: then the last record is not known.
    lacks_moves: bool,
}

/// The records of a dataset; of several games with the same value, the first in the archive.
///
/// # Errors
/// If the dataset cannot be read or holds values that no audit writes.
pub fn of(dataset: &Dataset) -> Result<Records> {
    let runs = runs(dataset)?;
    let reading = TableScan::of("games", &COLUMNS);
    let parts = dataset.fold(&reading, Records::default, |found, _, rows| {
        Ok(found.add(rows, &runs)?)
    })?;
    let mut all = Records::default();
    for part in parts {
        all.lacks_moves |= part.lacks_moves;
        for (best, found) in all.best.iter_mut().zip(part.best) {
            better(best, found);
        }
    }
    if all.lacks_moves {
        all.best[5] = None;
    }
    Ok(all)
}

impl Records {
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
                let reached = best.as_ref().map(|(Reverse(best), _)| *best);
                if let Some(value) = value.filter(|value| reached.is_none_or(|best| best <= *value))
                {
                    let holder = Holder::of(rows, row, captured)?;
                    better(best, Some((Reverse(value), holder)));
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
        REACHED[0],
        REACHED[1],
    ];
    let found = dataset.read(&TableScan::of("incidents", &columns))?;
    let mut games: HashMap<i64, Runs> = HashMap::new();
    for row in rows(&found) {
        let runs = games.entry(row.get("game_id")?).or_default();
        let turns = row.get::<i64>("white_claims")? + row.get::<i64>("black_claims")?;
        runs.turns = runs.turns.max(Some(turns));
        for (reached, column) in runs.reached.iter_mut().zip(REACHED) {
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

/// Place, name and unit of a record, and who holds it.
type Row<'r> = (usize, (&'r (&'static str, &'static str), &'r Best));

/// Who holds a record.
fn holder<'r>((_, (_, best)): &Row<'r>) -> Option<&'r Holder> {
    best.as_ref().map(|(_, holder)| holder)
}

/// The records as a table; if `brief`, sources without their folders.
pub fn table(records: &Records, brief: bool) -> Table {
    let rows: Vec<Row<'_>> = RECORDS.iter().zip(&records.best).enumerate().collect();
    TableBuilder::of(&rows)
        .text("record", |(_, ((name, _), _))| Some((*name).to_owned()))
        .int("value", |(_, (_, best))| Some(best.as_ref()?.0.0))
        .text("unit", |(_, ((_, unit), _))| Some((*unit).to_owned()))
        .text("game", |row| Some(holder(row)?.name(brief)))
        .text("date", |row| holder(row)?.date.clone())
        .text("players", |row| Some(holder(row)?.players.clone()))
        .text("result", |row| Some(holder(row)?.result.clone()))
        .text("note", |row| {
            let note = match (row.0, holder(row)) {
                (5, Some(holder)) if !holder.captured => "no capture in the whole game",
                (5, None) if records.lacks_moves => {
                    "not known: the dataset was written without --with-moves"
                }
                _ => return None,
            };
            Some(note.to_owned())
        })
        .table()
}
