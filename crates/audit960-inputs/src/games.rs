//! One game, by the name that the user gives.

use audit960_audit::{self as pipeline, NoObserver};
use audit960_ledger::{GameName, GamePicker, Ledger, load_games};
use audit960_replay::AuditOptions;
use audit960_types::{Fact, FactSink};

use crate::Inputs;

impl Inputs {
    /// The games that the name can mean, with their moves.
    ///
    /// # Errors
    /// If an input cannot be read.
    pub fn games(&self, name: &GameName) -> anyhow::Result<Ledger> {
        let mut ledger = Ledger::default();
        for folder in self.datasets() {
            ledger.append(load_games(&self.open(folder)?, name)?);
        }
        let archives = self.archives();
        if archives.is_empty() {
            return Ok(ledger);
        }
        let options = AuditOptions {
            with_moves: true,
            ..AuditOptions::default()
        };
        let pickers = pipeline::fold(
            &archives,
            self.limits,
            // One thread, so that each game has its ordinal.
            1,
            &options,
            &NoObserver,
            || Picker(GamePicker::new(name.clone())),
            |picker, chunk| picker.0.begin(&chunk.source_name, chunk.first_of_source),
        )?;
        for picker in pickers {
            ledger.append(picker.0.into_ledger());
        }
        Ok(ledger)
    }
}

/// Picks games from the facts of archives.
struct Picker(GamePicker);

impl FactSink for Picker {
    fn fact(&mut self, fact: Fact<'_>) {
        self.0.fact(fact);
    }
}
