//! Finds one game in archives, whether a draw could be claimed in it or not.

use std::sync::Arc;

use audit960_types::{Fact, FactSink};

use crate::archive::game_of;
use crate::ledger::Ledger;
use crate::select::GameName;

/// Finds the games that a name can mean. It must get the chunks in the order of the archives, because it
/// counts ordinals.
#[derive(Debug)]
pub struct GamePicker {
    name: GameName,
    ledger: Ledger,
}

impl GamePicker {
    /// A picker for the game with that name.
    #[must_use]
    pub fn new(name: GameName) -> Self {
        Self {
            name,
            ledger: Ledger::default(),
        }
    }

    /// Begins a chunk: the facts that follow belong to `source`.
    pub fn begin(&mut self, source: &Arc<str>, first_of_source: bool) {
        if first_of_source {
            self.ledger.sources.push((source.to_string(), 0));
        }
    }

    /// The sources, and the games of any source with that ordinal or offset.
    #[must_use]
    pub fn into_ledger(self) -> Ledger {
        self.ledger
    }
}

impl FactSink for GamePicker {
    fn fact(&mut self, fact: Fact<'_>) {
        if let Fact::Game(facts) = fact {
            let Some((source, games)) = self.ledger.sources.last_mut() else {
                return;
            };
            let game = game_of(facts, source, *games);
            *games += 1;
            if self.name.fits(&game) {
                self.ledger.games.push(game);
            }
        }
    }
}
