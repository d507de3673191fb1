//! The records of a dataset.

use audit960_analytics::Dataset;
use audit960_types::{Column, Frame, Identity};

use crate::error::{LedgerError, Result};
use crate::game::{file_name, name};
use crate::line::before_first_capture;
use audit960_analytics::{Row, rows};

/// Columns that tell which game it is.
const GAME: &str = "g.source AS source, g.frame_offset AS frame_offset, \
g.byte_offset AS byte_offset, g.game AS game, g.date AS date, g.white AS white, g.black AS black, \
g.result AS result";
const JOINED: &str = "incidents AS i INNER JOIN games AS g ON i.source = g.source \
AND i.frame_offset = g.frame_offset AND i.byte_offset = g.byte_offset";
/// Games that start with a clock above zero are no records: a FEN can state any.
const COUNTED: &str = "(g.fen IS NULL OR g.fen LIKE '% 0 %')";

/// What is looked for: a name, the expression, the rows, and its unit.
const RECORDS: [(&str, &str, &str, &str); 5] = [
    (
        "longest run without capture or pawn move",
        "g.max_clock",
        "games AS g",
        "half-moves",
    ),
    (
        "most turns with a claim",
        "i.white_claims + i.black_claims",
        JOINED,
        "turns",
    ),
    ("longest game", "g.plies", "games AS g", "half-moves"),
    (
        "longest play after the clock reached 100",
        "g.plies - i.first_932_ply + 1",
        JOINED,
        "half-moves",
    ),
    (
        "longest play after the clock reached 150",
        "g.plies - i.seventy_five_ply",
        JOINED,
        "half-moves",
    ),
];
const FIRST_CAPTURE: &str = "latest first capture, half-moves before it";
/// Games that are read at a time for the first capture.
const BATCH: u64 = 20_000;

/// A record and who holds it.
pub struct Record {
    name: &'static str,
    value: Option<i64>,
    unit: &'static str,
    holder: Option<Holder>,
    note: Option<String>,
}

/// A game.
struct Holder {
    source: String,
    ordinal: Option<u64>,
    identity: Identity,
    date: Option<String>,
    players: String,
    result: String,
}

impl Holder {
    /// How the user names it; where `brief`, without the source's folders.
    fn name(&self, brief: bool) -> String {
        let source = if brief {
            file_name(&self.source)
        } else {
            &self.source
        };
        name(source, self.ordinal, self.identity)
    }

    fn of(row: &Row<'_>) -> Result<Self> {
        let identity = Identity {
            frame_offset: row.number("frame_offset")?,
            byte_offset: row.number("byte_offset")?,
        };
        let player = |name: &str| {
            Ok::<_, LedgerError>(row.maybe_text(name)?.unwrap_or_else(|| "?".to_owned()))
        };
        Ok(Self {
            source: row.text("source")?,
            ordinal: row.maybe_number("game")?,
            identity,
            date: row.maybe_text("date")?,
            players: format!("{} – {}", player("white")?, player("black")?),
            result: row.text("result")?,
        })
    }
}

/// The records of a dataset, with the first game of the archive where several are alike.
pub fn of(dataset: &Dataset) -> Result<Vec<Record>> {
    let mut records = Vec::with_capacity(RECORDS.len() + 1);
    for (name, value, from, unit) in RECORDS {
        let found = dataset.query(&format!(
            "SELECT {GAME}, {value} AS value FROM {from} WHERE {COUNTED} AND ({value}) IS NOT NULL \
             ORDER BY value DESC, source, frame_offset, byte_offset LIMIT 1"
        ))?;
        let (value, holder) = match rows(&found).next() {
            Some(row) => (row.maybe_number("value")?, Some(Holder::of(&row)?)),
            None => (None, None),
        };
        records.push(Record {
            name,
            value,
            unit,
            holder,
            note: None,
        });
    }
    records.push(first_capture(dataset)?);
    Ok(records)
}

/// Records as a table; where `brief`, sources without their folders.
pub fn frame(records: &[Record], brief: bool) -> Frame {
    let text = |name: &str, value: fn(&Record) -> Option<String>| {
        Column::new(name, records.iter().map(value).collect::<Vec<_>>())
    };
    let held = |name: &str, value: &dyn Fn(&Holder) -> Option<String>| {
        let values = records
            .iter()
            .map(|record| record.holder.as_ref().and_then(value));
        Column::new(name, values.collect::<Vec<_>>())
    };
    Frame::new(vec![
        text("record", |record| Some(record.name.to_owned())),
        Column::new(
            "value",
            records
                .iter()
                .map(|record| record.value)
                .collect::<Vec<_>>(),
        ),
        text("unit", |record| Some(record.unit.to_owned())),
        held("game", &|holder| Some(holder.name(brief))),
        held("date", &|holder| holder.date.clone()),
        held("players", &|holder| Some(holder.players.clone())),
        held("result", &|holder| Some(holder.result.clone())),
        text("note", |record| record.note.clone()),
    ])
}

/// The game that went longest without a capture from its start. No column holds that: it is counted
/// from the moves, longest games first, until no shorter one can be better.
fn first_capture(dataset: &Dataset) -> Result<Record> {
    let mut record = Record {
        name: FIRST_CAPTURE,
        value: None,
        unit: "half-moves",
        holder: None,
        note: None,
    };
    // Games with a claimable draw have their moves in any dataset.
    let missing =
        dataset.query("SELECT COUNT(*) AS games FROM games WHERE plies > 0 AND moves IS NULL")?;
    for row in rows(&missing) {
        if row.number::<u64>("games")? > 0 {
            let note = "not known: the dataset was written without --with-moves";
            record.note = Some(note.to_owned());
            return Ok(record);
        }
    }
    for (from, to) in bands(dataset)? {
        if record.value.is_some_and(|best| best >= i64::from(to)) {
            break;
        }
        look_for_captures(dataset, from, to, &mut record)?;
    }
    Ok(record)
}

/// Numbers of half-moves, from and to, longest games first: about [`BATCH`] games each.
fn bands(dataset: &Dataset) -> Result<Vec<(u32, u32)>> {
    let counts = dataset.query(
        "SELECT plies, COUNT(*) AS games FROM games WHERE plies > 0 GROUP BY plies ORDER BY plies DESC",
    )?;
    let mut bands: Vec<(u32, u32)> = Vec::new();
    let mut games = BATCH;
    for row in 0..counts.rows() {
        let row = Row {
            frame: &counts,
            row,
        };
        let plies = row.number("plies")?;
        match bands.last_mut() {
            Some((from, _)) if games < BATCH => *from = plies,
            _ => {
                bands.push((plies, plies));
                games = 0;
            }
        }
        games += row.number::<u64>("games")?;
    }
    Ok(bands)
}

fn look_for_captures(dataset: &Dataset, from: u32, to: u32, record: &mut Record) -> Result<()> {
    let games = dataset.query(&format!(
        "SELECT {GAME}, g.fen AS fen, g.moves AS moves FROM games AS g \
         WHERE g.plies >= {from} AND g.plies <= {to} AND {COUNTED} \
         ORDER BY source, frame_offset, byte_offset"
    ))?;
    for row in rows(&games) {
        let (fen, moves) = (row.maybe_text("fen")?, row.text("moves")?);
        let (plies, captured) = before_first_capture(fen.as_deref(), &moves).map_err(|reason| {
            let game = Holder::of(&row).map_or_else(|_| moves.clone(), |it| it.name(false));
            LedgerError::unplayable(game, reason)
        })?;
        if record.value.is_none_or(|best| i64::from(plies) > best) {
            record.value = Some(plies.into());
            record.holder = Some(Holder::of(&row)?);
            record.note = (!captured).then(|| "no capture in the whole game".to_owned());
        }
    }
    Ok(())
}
