//! One game, by the name that the user gives.

use audit960_audit::NoObserver;
use audit960_dataset::tables::RowSet;
use audit960_ledger::{GameName, Ledger, load_games};
use audit960_replay::AuditOptions;

use crate::Inputs;

impl Inputs {
    /// The games that the name can mean, with their moves.
    ///
    /// # Errors
    /// If an input cannot be read.
    pub fn games(&self, name: &GameName) -> anyhow::Result<Ledger> {
        let options = AuditOptions {
            with_moves: true,
            ..AuditOptions::default()
        };
        let opened = self.opened(None, RowSet::Games, options, &NoObserver)?;
        Ok(load_games(&opened.kept_by(None)?, name)?)
    }
}
