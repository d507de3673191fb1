//! Runs and repetitions with a claimable draw, each with its game.

use audit960_dataset::Dataset;
use audit960_ledger::{Ledger, LedgerGame, sources, top_repetitions, top_runs};

use crate::data::ListedGame;

/// Claims of a kind on the page, at most.
const CLAIMS: usize = 500;

/// The most telling runs: half a point lost, then won or lost after a claim, then by peak clock.
pub(super) fn incidents(dataset: &Dataset) -> anyhow::Result<Vec<ListedGame>> {
    listed(dataset, top_runs(dataset, CLAIMS)?)
}

/// The most telling repetitions: half a point lost, then won or lost after a claim, then by turns with a
/// claim.
pub(super) fn repetitions(dataset: &Dataset) -> anyhow::Result<Vec<ListedGame>> {
    listed(dataset, top_repetitions(dataset, CLAIMS)?)
}

/// The games under the names that commands know them by, with short names of their sources.
pub(super) fn listed(dataset: &Dataset, games: Vec<LedgerGame>) -> anyhow::Result<Vec<ListedGame>> {
    let ledger = Ledger {
        sources: sources(dataset)?,
        ..Ledger::default()
    };
    let names = ledger.short_names();
    let listed = games.into_iter().map(|game| {
        let short = names.get(&game.source).unwrap_or(&game.source);
        ListedGame {
            name: game.name_with_source(short),
            game,
        }
    });
    Ok(listed.collect())
}
