//! Checks the totals of the manifest against the tables.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::read::Batch;
use crate::tables::ReadError;

/// Counts by their path in the manifest's totals.
type Counts = BTreeMap<String, i128>;

/// The totals of the manifest, and those of the tables.
pub(super) struct Totals {
    path: PathBuf,
    stated: Counts,
    found: Counts,
    /// Rows of table `start_positions`.
    start_positions: i128,
    start_positions_path: Option<PathBuf>,
    games_of_start_positions: i128,
}

impl Totals {
    /// Reads the totals of the manifest at `path`.
    pub(super) fn new(path: &Path, manifest: &Value) -> Result<Self, ReadError> {
        let totals = &manifest["totals"];
        let mut stated = Counts::new();
        for (name, value) in totals.as_object().into_iter().flatten() {
            match (value.as_i64(), value.as_object()) {
                (Some(count), _) => {
                    stated.insert(name.clone(), count.into());
                }
                (None, Some(counts)) => {
                    for (key, count) in counts {
                        let count = count.as_i64().unwrap_or(-1);
                        stated.insert(format!("{name}.{key}"), count.into());
                    }
                }
                _ => {
                    let what = format!("totals.{name} is not a count");
                    return Err(ReadError::new(path, what));
                }
            }
        }
        let inputs = manifest["inputs"].as_array().into_iter().flatten();
        let games: i64 = inputs.filter_map(|input| input["games"].as_i64()).sum();
        stated.insert("games of all inputs".to_owned(), games.into());
        Ok(Self {
            path: path.to_owned(),
            stated,
            found: Counts::new(),
            start_positions: 0,
            start_positions_path: None,
            games_of_start_positions: 0,
        })
    }

    fn add(&mut self, name: impl Into<String>, count: impl Into<i128>) {
        *self.found.entry(name.into()).or_default() += count.into();
    }

    /// Counts the rows of a batch of a table.
    pub(super) fn count(&mut self, table: &str, batch: &Batch<'_>) -> Result<(), ReadError> {
        let rows = batch.len() as i128;
        match table {
            "games" => {
                let bytes = batch.int64("byte_length")?.iter().flatten();
                let bytes: i128 = bytes.map(i128::from).sum();
                self.add("game_bytes", bytes);
                self.add("bytes", bytes);
                self.add("games", rows);
                self.add("games of all inputs", rows);
                let (plies, unread) = (batch.int32("plies")?, batch.int64("unread_bytes")?);
                let (kinds, verdicts) = (batch.text("start_kind")?, batch.text("verdict")?);
                let illegal = batch.int32("illegal_kept")?;
                // Manifests did not always state how many games have no moves.
                let states_moveless = self.stated.contains_key("moveless");
                let [mut played, mut moveless, mut not_read, mut chess960] = [0_i128; 4];
                for row in 0..batch.len() {
                    let (verdict, plies) = (verdicts.value(row), plies.value(row));
                    self.add(verdict, 1);
                    played += i128::from(plies);
                    let is_moveless = plies == 0 && matches!(verdict, "ok" | "repaired");
                    moveless += i128::from(is_moveless && states_moveless);
                    // Games of other variants are not read.
                    if verdict != "foreign" {
                        not_read += i128::from(unread.value(row));
                        // Games with an illegal move are in no statistics (types/tally.rs).
                        let counts = kinds.value(row) == "chess960" && illegal.value(row) == 0;
                        chess960 += i128::from(counts);
                    }
                }
                self.add("plies", played);
                self.add("moveless", moveless);
                self.add("unread_bytes", not_read);
                self.add("games of chess960", chess960);
            }
            "gaps" => {
                let kinds = batch.text("kind")?;
                let lengths = batch.int64("byte_length")?;
                for (kind, length) in kinds.iter().flatten().zip(lengths.iter().flatten()) {
                    self.add(format!("gaps.{kind}"), length);
                    self.add("gap_bytes", length);
                    self.add("bytes", length);
                }
            }
            "diagnostics" => {
                for code in batch.text("code")?.iter().flatten() {
                    self.add(format!("findings.{code}"), 1);
                }
            }
            "positions" => {
                self.add("positions", rows);
                for verdict in batch.text("verdict")?.iter().flatten() {
                    self.add(format!("position_verdicts.{verdict}"), 1);
                }
            }
            "incidents" | "repetitions" => self.add(table, rows),
            "start_positions" => {
                for (row, start) in batch.int32("start")?.iter().flatten().enumerate() {
                    if i64::from(start) != (batch.first as i64) + row as i64 {
                        return Err(batch.wrong(row, "not in the order of the Scharnagl numbers"));
                    }
                }
                let games = batch.int64("games")?.iter().flatten();
                let games: i128 = games.map(i128::from).sum();
                self.start_positions += rows;
                self.start_positions_path = Some(batch.path.to_owned());
                self.games_of_start_positions += games;
            }
            _ => {}
        }
        Ok(())
    }

    /// Compares manifest and tables; the error is the first count that differs.
    pub(super) fn compare(mut self) -> Result<(), ReadError> {
        let games = self.found.remove("games of chess960").unwrap_or(0);
        let names = self.stated.keys().chain(self.found.keys());
        for name in names {
            let of = |counts: &Counts| counts.get(name).copied().unwrap_or(0);
            let (stated, found) = (of(&self.stated), of(&self.found));
            if stated != found {
                let what = format!("it states {stated} {name}, but the tables hold {found}");
                return Err(ReadError::new(&self.path, what));
            }
        }
        let path = self.start_positions_path.as_ref().unwrap_or(&self.path);
        if self.start_positions != 960 {
            let what = format!("{} start positions, not 960", self.start_positions);
            return Err(ReadError::new(path, what));
        }
        if self.games_of_start_positions != games {
            let found = self.games_of_start_positions;
            let what = format!("{found} games, but table games has {games}");
            return Err(ReadError::new(path, what));
        }
        Ok(())
    }
}
