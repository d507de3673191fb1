//! One game of archives or datasets, by the name a user gives it.

use std::path::Path;
use std::sync::Arc;

use audit960_dataset::is_dataset;
use audit960_ledger::{GameName, GamePicker, Ledger, load_games};
use audit960_replay::AuditOptions;
use audit960_source::{Chunk, Limits};
use audit960_types::{FactSink, Finding, GameFacts, Gap, IncidentFacts};

use crate::commands::door::DoorArgs;
use audit960_pipeline::{self as pipeline, NoObserver};

/// How inputs are opened.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Opening {
    /// How much of a dataset is believed.
    pub(crate) door: DoorArgs,
    /// What archives may take.
    pub(crate) limits: Limits,
}

/// The games that the name can mean.
pub(crate) fn find_games(
    inputs: &[String],
    name: &GameName,
    opening: Opening,
) -> anyhow::Result<Ledger> {
    let (datasets, archives): (Vec<&String>, Vec<&String>) = inputs
        .iter()
        .partition(|input| is_dataset(Path::new(input)));
    let mut ledger = Ledger::default();
    for dataset in datasets {
        ledger.append(load_games(&opening.door.open(Path::new(dataset))?, name)?);
    }
    if !archives.is_empty() {
        let archives: Vec<String> = archives.into_iter().cloned().collect();
        let options = AuditOptions {
            with_moves: true,
            ..AuditOptions::default()
        };
        // One thread, so that the games before are counted.
        let observer = NoObserver;
        let make = || Picker::new(name);
        let limits = opening.limits;
        let begin = Picker::begin;
        let pickers = pipeline::fold(&archives, limits, 1, &options, &observer, make, begin)?;
        for picker in pickers {
            ledger.append(picker.0.into_ledger());
        }
    }
    Ok(ledger)
}

/// A picker of games from chunks.
struct Picker(GamePicker);

impl Picker {
    fn new(name: &GameName) -> Self {
        Self(GamePicker::new(name.clone()))
    }
}

impl Picker {
    fn begin(&mut self, chunk: &Chunk) {
        let source: &Arc<str> = &chunk.source_name;
        self.0.begin(source, chunk.first_of_source);
    }
}

impl FactSink for Picker {
    fn game(&mut self, facts: &GameFacts<'_>) {
        self.0.game(facts);
    }

    fn incident(&mut self, _: &IncidentFacts<'_>) {}

    fn finding(&mut self, _: Finding) {}

    fn gap(&mut self, _: &Gap) {}
}
