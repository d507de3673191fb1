//! Checks that the tables of a dataset are consistent, which the checksums of its files cannot show.
//!
//! Checked are the types and enumerations of every column; that games and gaps tile every source, in
//! order, without overlap; that the ids of games follow from source and offsets; that every incident,
//! repetition, finding, disagreement and copy has its game, in the order of the games, and none stands twice; that the rows about positions are sorted
//! and their numbers add up; and the conservation law: the totals of the manifest are those of the tables. Memory grows with the games, at
//! 16 bytes each, and with the gaps.

mod compare;
mod once;
mod players;
mod read;
mod tiling;
mod totals;
mod tree;

use std::path::{Path, PathBuf};

use serde_json::Value;

use audit960_types::tables::{
    CASTLING, CROSSCHECK, DIAGNOSTICS, DUPLICATES, ENDINGS, GAMES, INCIDENTS, KNOWN, PLAYERS,
    POSITIONS, REPETITIONS, START_POSITIONS, TREE,
};

use crate::tables::ReadError;
use crate::tables::late_findings::LateFindings;
pub use compare::first_difference;
use once::RowsOfGame;
use read::Table;
pub use read::require_columns;
use tiling::{GameIndex, Order};
use totals::Totals;

/// Checks the tables of the dataset in `dir`. `files` returns the files of a table; `manifest` is the
/// manifest.
///
/// # Errors
/// The first difference, with the file and the row.
pub fn verify<'f>(
    dir: &Path,
    files: &dyn Fn(&str) -> &'f [PathBuf],
    manifest: &Value,
) -> Result<(), ReadError> {
    let mut totals = Totals::new(&dir.join("manifest.json"), manifest)?;
    let places = GameIndex::read(files, &mut totals)?;
    for schema in [
        &INCIDENTS,
        &REPETITIONS,
        &DIAGNOSTICS,
        &CROSSCHECK,
        &DUPLICATES,
    ] {
        let mut table = Table::open(schema, files(schema.name));
        let (mut last, mut of_audit) = (None, true);
        let mut of_game = RowsOfGame::default();
        while let Some(batch) = table.next()? {
            // Findings that are made of all games follow those of the audit, in the order of their games.
            if of_audit && batch.path.ends_with(LateFindings::PATH) {
                (last, of_audit) = (None, false);
            }
            places.require_games(&batch, "game_id", &mut last)?;
            if schema.name != DIAGNOSTICS.name {
                of_game.require(schema.name, &batch)?;
            }
            if schema.name == DUPLICATES.name {
                places.require_games(&batch, "copy_of", &mut Some(0))?;
            }
            totals.count(schema.name, &batch)?;
        }
    }
    let mut positions = Table::open(&POSITIONS, files(POSITIONS.name));
    let mut order = Order::default();
    while let Some(batch) = positions.next()? {
        order.require(&batch)?;
        totals.count(POSITIONS.name, &batch)?;
    }
    let mut starts = Table::open(&START_POSITIONS, files(START_POSITIONS.name));
    while let Some(batch) = starts.next()? {
        totals.count(START_POSITIONS.name, &batch)?;
    }
    once::require_castling(files(CASTLING.name))?;
    tree::require_tree(files(TREE.name), &places)?;
    tree::require_known(files(KNOWN.name))?;
    tree::require_endings(files(ENDINGS.name), &places)?;
    let has_copies = !files(DUPLICATES.name).is_empty();
    players::require_players(files(PLAYERS.name), files(GAMES.name), has_copies, &places)?;
    totals.compare()
}
