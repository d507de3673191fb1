//! Endgame tables as an audit asks them, and what its manifest says of them.

use std::sync::Arc;

use audit960_board::Position;
use audit960_epd::tablebase::{EndgameTables, Prober, TablebaseError};
use audit960_law::PositionValues;
use audit960_types::PositionValue;
use serde_json::{Value, json};

/// Endgame tables that an audit asks what positions with claims are worth.
#[derive(Clone, Debug)]
pub struct TableValues {
    prober: Arc<dyn Prober>,
    /// The files, as the manifest lists them.
    record: Value,
}

impl TableValues {
    /// These tables, with the name, size and checksum of every file.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn of(tables: Arc<EndgameTables>) -> Result<Self, TablebaseError> {
        let files = tables.records()?.into_iter().map(|file| {
            json!({"name": file.name.to_string(), "size": file.bytes, "checksum": file.checksum})
        });
        let record = files.collect();
        Ok(Self {
            prober: tables,
            record,
        })
    }

    /// A prober without files.
    #[must_use]
    pub fn made_up(prober: Arc<dyn Prober>) -> Self {
        Self {
            prober,
            record: json!([]),
        }
    }

    /// What an option of an audit asks.
    #[must_use]
    pub fn asked(&self) -> Arc<dyn PositionValues> {
        Arc::new(Asked(Arc::clone(&self.prober)))
    }

    /// The files, for the manifest.
    pub(crate) const fn record(&self) -> &Value {
        &self.record
    }

    /// What differs between these tables and those that a dataset was made with, by its manifest; `None` if nothing
    /// does, or if it was made without tables. Tables that are there today and were not there then are no difference.
    #[must_use]
    pub fn difference(&self, manifest: &Value) -> Option<String> {
        let name = |file: &Value| file["name"].as_str().unwrap_or_default().to_owned();
        let (before, now) = (recorded(manifest)?, self.record.as_array()?);
        for file in before {
            match now.iter().find(|found| found["name"] == file["name"]) {
                None => return Some(format!("table {} is not there", name(file))),
                Some(found) if found != file => {
                    return Some(format!(
                        "table {} is not the one that was there: size or checksum differ",
                        name(file)
                    ));
                }
                Some(_) => {}
            }
        }
        None
    }
}

/// The tables that a dataset was made with, if there were any.
pub(crate) fn recorded(manifest: &Value) -> Option<&Vec<Value>> {
    manifest["options"]["tablebase"].as_array()
}

/// Whether a dataset was made with the table of this file name.
#[must_use]
pub fn has_recorded(manifest: &Value, name: &str) -> bool {
    let mut files = recorded(manifest).into_iter().flatten();
    files.any(|file| file["name"] == name)
}

/// Number of files of tables that a dataset was made with; `None` if no tables were asked.
#[must_use]
pub fn recorded_tables(manifest: &Value) -> Option<usize> {
    recorded(manifest).map(Vec::len)
}

/// A prober that answers under a clock.
#[derive(Debug)]
struct Asked(Arc<dyn Prober>);

impl PositionValues for Asked {
    fn value(&self, position: &Position, clock: u32) -> PositionValue {
        let probed = self.0.probe(position);
        let found = probed.under(clock);
        PositionValue {
            value: found.value,
            certain: found.certain,
            reason: found.reason,
            wdl: probed.wdl().map(audit960_epd::tablebase::Wdl::number),
            dtz: probed.dtz().map(|dtz| dtz.plies),
        }
    }
}
