//! Positions looked up in endgame tables, and folders of tables after a check.

use audit960_dataset::{Table, TableBuilder};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use audit960_board::{Position, SetupError};
use audit960_epd::tablebase::{
    CheckedTable, ClockValue, EndgameTables, Probed, ProbedMove, Prober, TablebaseError,
    TablesCheck, Wdl, check_tables, probe_moves, settle,
};
use audit960_pgn::{EpdLine, EpdRecord, parse_epd};
use audit960_report::counted;
use serde_json::{Map, Value, json};

/// The folders of tables that a user named.
#[derive(Clone, Debug, Default)]
pub struct TablebaseFolders {
    /// The folders, in the order in which tables are looked for.
    pub folders: Vec<PathBuf>,
}

impl TablebaseFolders {
    /// Opens the tables.
    ///
    /// # Errors
    /// No folder is named, one cannot be read, or there is no table in any.
    pub fn open(&self) -> anyhow::Result<EndgameTables> {
        if self.folders.is_empty() {
            bail!("tables are needed: --tablebase DIR, or AUDIT960_SYZYGY=DIR");
        }
        Ok(EndgameTables::open(&self.folders)?)
    }

    /// Opens the tables, if a folder is named.
    ///
    /// # Errors
    /// As [`TablebaseFolders::open`].
    pub fn open_if_named(&self) -> anyhow::Result<Option<Arc<EndgameTables>>> {
        match self.folders.is_empty() {
            true => Ok(None),
            false => Ok(Some(Arc::new(self.open()?))),
        }
    }

    /// Checks the tables: every file is read, and `sample` positions of each are looked up.
    ///
    /// # Errors
    /// A folder or a file cannot be read, or there is no table in any folder.
    pub fn check(&self, sample: usize) -> Result<TablesCheck, TablebaseError> {
        check_tables(&self.folders, sample)
    }
}

/// A position that was looked up.
#[derive(Clone, Debug)]
pub struct ProbedPosition {
    /// The position.
    pub position: Position,
    /// Half-moves without capture or pawn move that count.
    pub clock: u32,
    probed: Probed,
    value: ClockValue,
}

impl ProbedPosition {
    /// Looks up the position of a FEN, or of a line of EPD with operations, under a clock or under its own: that of the
    /// fifth field, or of `hmvc` (PGN 16.2.5.1).
    ///
    /// # Errors
    /// The text is neither, has more than one position, or no game can be played from it.
    pub fn of_fen(prober: &dyn Prober, fen: &str, clock: Option<u32>) -> anyhow::Result<Self> {
        let EpdLine::Record(record) = parse_epd(fen.as_bytes()) else {
            bail!("not a position: {}", fen.trim());
        };
        if !record.tail.is_empty() && !record.tail.ends_with(b";") {
            let rest = String::from_utf8_lossy(record.tail);
            bail!("one position, and after it {rest:?}: put each position into quotes of its own");
        }
        Self::of_record(prober, &record, clock)
            .with_context(|| format!("not a position: {}", fen.trim()))
    }

    /// Looks up the position of a line of FEN or EPD; `None` for blank lines and comments.
    ///
    /// # Errors
    /// The line has no position, or no game can be played from it.
    pub fn of_line(
        prober: &dyn Prober,
        line: &str,
        clock: Option<u32>,
    ) -> anyhow::Result<Option<Self>> {
        match parse_epd(line.as_bytes()) {
            EpdLine::Blank | EpdLine::Comment => Ok(None),
            EpdLine::Unreadable(error) => bail!("not a position, column {}: {line}", error.column),
            EpdLine::Record(record) => Self::of_record(prober, &record, clock)
                .map(Some)
                .with_context(|| format!("not a position: {}", line.trim())),
        }
    }

    fn of_record(
        prober: &dyn Prober,
        record: &EpdRecord<'_>,
        clock: Option<u32>,
    ) -> Result<Self, SetupError> {
        let loaded = Position::load(&record.setup)?;
        let clock = clock.unwrap_or_else(|| loaded.position.clock());
        let probed = prober.probe(&loaded.position);
        let value = settle(probed.under(clock), || {
            probe_moves(prober, &loaded.position, clock)
        });
        Ok(Self {
            position: loaded.position,
            clock,
            probed,
            value,
        })
    }

    /// What other programs read: `fen`, `clock`, `wdl`, `dtz`, `value`, `certain`, and `reason` where the value is
    /// unknown.
    #[must_use]
    pub fn json(&self) -> Map<String, Value> {
        let mut object = Map::new();
        object.insert("fen".to_owned(), json!(self.position.xfen()));
        object.extend(value_fields(self.clock, self.probed, self.value));
        object
    }

    /// The object of [`ProbedPosition::json`] with the moves and what each leaves to the opponent.
    #[must_use]
    pub fn json_with_moves(&self, moves: &[ProbedMove]) -> Map<String, Value> {
        let mut object = self.json();
        let moves = moves.iter().map(|found| {
            json!({
                "move": found.played.to_string(),
                "san": self.position.san(found.played),
                "zeroing": found.zeroing,
                "wdl": found.probed.wdl().map(Wdl::number),
                "dtz": found.probed.dtz().map(|dtz| dtz.plies),
                "value": found.value.value.as_str(),
                "certain": found.value.certain,
            })
        });
        object.insert("moves".to_owned(), moves.collect());
        object
    }

    /// The legal moves with their values.
    #[must_use]
    pub fn moves(&self, prober: &dyn Prober) -> Vec<ProbedMove> {
        probe_moves(prober, &self.position, self.clock)
    }

    /// A sentence for people: what the position is worth to whom.
    #[must_use]
    pub fn sentence(&self) -> String {
        let side = self.position.turn();
        let side = match side {
            audit960_types::Side::White => "White",
            audit960_types::Side::Black => "Black",
        };
        let mut text = format!("{side} to move, clock {}: {}", self.clock, self.value.value);
        if let Some(reason) = self.value.reason {
            text.push_str(&format!(" ({})", reason.as_str().replace('_', " ")));
        } else if !self.value.certain {
            text.push_str(" (or not: the table counts moves, and a half-move decides)");
        }
        match self.probed.dtz() {
            Some(dtz) if dtz.plies != 0 => {
                let or_more = if dtz.rounded { " or one more" } else { "" };
                let plies = counted(dtz.plies.unsigned_abs().into(), "half-move", "half-moves");
                text.push_str(&format!(
                    "; {plies}{or_more} to the next capture, pawn move or mate"
                ));
            }
            _ => {}
        }
        text
    }
}

/// What other programs read of a value: `clock`, `wdl`, `dtz`, `value`, `certain`, and `reason` where it is unknown.
pub(crate) fn value_fields(clock: u32, probed: Probed, found: ClockValue) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("clock".to_owned(), json!(clock));
    object.insert("wdl".to_owned(), json!(probed.wdl().map(Wdl::number)));
    object.insert("dtz".to_owned(), json!(probed.dtz().map(|dtz| dtz.plies)));
    object.insert("value".to_owned(), json!(found.value.as_str()));
    object.insert("certain".to_owned(), json!(found.certain));
    if let Some(reason) = found.reason {
        object.insert("reason".to_owned(), json!(reason.as_str()));
    }
    object
}

/// Positions as a table, one a row.
#[must_use]
pub fn positions_table(positions: &[ProbedPosition]) -> Table {
    TableBuilder::of(positions)
        .text("fen", |found| Some(found.position.xfen()))
        .count("clock", |found| u64::from(found.clock))
        .int("wdl", |found| {
            found.probed.wdl().map(|wdl| wdl.number().into())
        })
        .int("dtz", |found| {
            found.probed.dtz().map(|dtz| dtz.plies.into())
        })
        .text("value", |found| Some(found.value.value.to_string()))
        .text("certain", |found| Some(found.value.certain.to_string()))
        .text("reason", |found| {
            found.value.reason.map(|reason| reason.to_string())
        })
        .table()
}

/// Moves as a table, one a row, the best first: what each leaves to the opponent.
#[must_use]
pub fn moves_table(position: &Position, moves: &[ProbedMove]) -> Table {
    TableBuilder::of(moves)
        .text("move", |found| Some(position.san(found.played)))
        .text("zeroing", |found| {
            Some(if found.zeroing { "yes" } else { "no" }.to_owned())
        })
        .text("leaves", |found| Some(found.value.value.to_string()))
        .text("certain", |found| {
            Some(if found.value.certain { "yes" } else { "no" }.to_owned())
        })
        .int("wdl", |found| {
            found.probed.wdl().map(|wdl| wdl.number().into())
        })
        .int("dtz", |found| {
            found.probed.dtz().map(|dtz| dtz.plies.into())
        })
        .text("reason", |found| {
            found.value.reason.map(|reason| reason.to_string())
        })
        .table()
}

/// Files of tables after a check, one a row.
#[must_use]
pub fn checked_table(files: &[CheckedTable]) -> Table {
    TableBuilder::of(files)
        .text("file", |file| Some(file.path.display().to_string()))
        .int("bytes", |file| {
            file.bytes.and_then(|bytes| i64::try_from(bytes).ok())
        })
        .text("checksum", |file| file.checksum.clone())
        .count("positions", |file| file.positions)
        .text("problem", |file| file.problem.clone())
        .table()
}
