//! One game of archives, whether a draw could be claimed in it or not.

use std::sync::Arc;

use audit960_types::{FactSink, Finding, GameFacts, Gap, IncidentFacts};

use crate::archive::game_of;
use crate::ledger::Ledger;
use crate::select::GameName;

/// Looks for the games that a name can mean. It must see the chunks in the order of the archives:
/// ordinals count the games before.
#[derive(Debug)]
pub struct GamePicker {
    name: GameName,
    ledger: Ledger,
}

impl GamePicker {
    /// Looks for the game of that name.
    #[must_use]
    pub fn new(name: GameName) -> Self {
        Self {
            name,
            ledger: Ledger::default(),
        }
    }

    /// The facts that follow belong to a source.
    pub fn begin(&mut self, source: &Arc<str>, first_of_source: bool) {
        if first_of_source {
            self.ledger.sources.push((source.to_string(), 0));
        }
    }

    /// The sources, and the games that are at the place named in any of them.
    #[must_use]
    pub fn into_ledger(self) -> Ledger {
        self.ledger
    }
}

impl FactSink for GamePicker {
    fn game(&mut self, facts: &GameFacts<'_>) {
        let Some((source, games)) = self.ledger.sources.last_mut() else {
            return;
        };
        let game = game_of(facts, source, *games);
        *games += 1;
        if self.name.fits(&game) {
            self.ledger.games.push(game);
        }
    }

    fn incident(&mut self, _: &IncidentFacts<'_>) {}

    fn finding(&mut self, _: Finding) {}

    fn gap(&mut self, _: &Gap) {}
}
