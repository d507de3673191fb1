//! Runs and repetitions with a claimable draw, each with its game.

use std::collections::BTreeMap;

use audit960_dataset::Dataset;
use audit960_ledger::{LedgerGame, top_repetitions, top_runs};

use super::place::short;
use crate::data::ListedGame;

/// Claims of a kind on the page, at most.
const CLAIMS: usize = 500;

/// The most telling runs: half a point lost, then won or lost after a claim, then by peak clock.
pub(super) fn incidents(
    dataset: &Dataset,
    names: &BTreeMap<String, String>,
) -> anyhow::Result<Vec<ListedGame>> {
    Ok(listed(top_runs(dataset, CLAIMS)?, names))
}

/// The most telling repetitions: half a point lost, then won or lost after a claim, then by turns with a
/// claim.
pub(super) fn repetitions(
    dataset: &Dataset,
    names: &BTreeMap<String, String>,
) -> anyhow::Result<Vec<ListedGame>> {
    Ok(listed(top_repetitions(dataset, CLAIMS)?, names))
}

/// The games under the names that commands know them by, with short names of their sources.
pub(super) fn listed(games: Vec<LedgerGame>, names: &BTreeMap<String, String>) -> Vec<ListedGame> {
    let listed = games.into_iter().map(|game| ListedGame {
        name: game.name_with_source(short(&game.source, names)),
        game,
    });
    listed.collect()
}
