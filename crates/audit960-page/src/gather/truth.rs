//! What endgame tables say of the claims of a dataset.

use std::collections::BTreeMap;

use audit960_dataset::Dataset;
use audit960_law::PositionValues;
use audit960_ledger::{
    ClaimTruth, LawTables, Ledger, LedgerGame, claims_of, load, load_valued, value_anew,
};
use audit960_types::Choice as _;

use crate::data::{TruthCase, TruthReport};
use crate::gather::claims::listed;

/// Claims with a board, at most.
const BOARDS: usize = 200;

/// The cases with their numbers, and the claims of each: by the tables that are asked now, else by those that the audit asked;
/// `None` where nobody asked any.
pub(super) fn truth(
    dataset: &Dataset,
    asked: Option<&dyn PositionValues>,
    names: &BTreeMap<String, String>,
) -> anyhow::Result<Option<TruthReport>> {
    let ledger = match asked {
        Some(values) => valued_now(dataset, values)?,
        // The manifest lists the tables that were asked.
        None if dataset.manifest()["options"]["tablebase"].is_array() => load_valued(dataset)?,
        None => return Ok(None),
    };
    let mut report = TruthReport {
        counts: ClaimTruth::ALL.iter().map(|case| (*case, [0; 2])).collect(),
        known: 0,
        asked_now: asked.is_some(),
        cases: Vec::new(),
    };
    let mut found: Vec<(ClaimTruth, LedgerGame)> = Vec::new();
    for claim in ledger.games.iter().flat_map(claims_of) {
        report.known += 1;
        let Some(truth) = claim.truth() else { continue };
        let rule = usize::from(claim.repetition().is_some());
        let mut counts = report.counts.iter_mut();
        if let Some((_, counts)) = counts.find(|(case, _)| *case == truth.kind) {
            counts[rule] += 1;
        }
        found.push((truth.kind, claim.alone()));
    }
    // In the order of the table: the cases as they are declared, within one the order of the archive.
    let place = |case: &ClaimTruth| ClaimTruth::ALL.iter().position(|known| known == case);
    found.sort_by_key(|(case, _)| place(case));
    found.truncate(BOARDS);
    let (cases, games): (Vec<_>, Vec<_>) = found.into_iter().unzip();
    report.cases = cases
        .into_iter()
        .zip(listed(games, names))
        .map(|(case, listed)| TruthCase { case, listed })
        .collect();
    Ok(Some(report))
}

/// The claims that the tables know.
fn valued_now(dataset: &Dataset, values: &dyn PositionValues) -> anyhow::Result<Ledger> {
    let mut ledger = load(dataset, true)?;
    let tables = LawTables::default();
    for game in &mut ledger.games {
        value_anew(game, values, &tables)?;
    }
    ledger.keep_known();
    Ok(ledger)
}
