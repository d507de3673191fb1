//! Makes a dataset of what many tasks wrote.
//!
//! Tasks write the tables of a range ([`crate::write_tables`]), or an engine writes those of nested rows
//! ([`crate::write_rows`]): each task's rows into files of their own, and the tasks' reports on their ranges
//! into table `splits`. [`finish`] verifies all of it: ranges must tile their inputs, games and gaps must add
//! up to the text of each, and every table must have the rows that were counted. Only then does it merge the
//! counts, write the aggregate tables and, last, the manifest.

mod splits;
mod tables;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, ensure};
use audit960_dataset::Dataset;
use audit960_dataset::tables::{LateFindings, write_rows};
use audit960_dataset::{Adoption, Storage, Temporary};
use audit960_source::Limits;
use audit960_statistics::{castling_rows, start_position_rows};
use audit960_types::Tally;
use audit960_types::tables::{CASTLING, ENDINGS, KNOWN, START_POSITIONS};
use serde_json::json;

use crate::inputs::threads;
use crate::late_tables::LateTables;
use crate::manifest::totals;
use crate::observer::NoObserver;
use crate::stated::{has_players, opening_plies};
use splits::{Covered, TiledInput};
use tables::OrderedTable;

/// What a finished dataset holds.
#[derive(Debug)]
pub struct Finished {
    /// What was counted.
    pub tally: Tally,
    /// Inputs.
    pub inputs: usize,
    /// Ranges that the inputs were read in.
    pub splits: usize,
    /// Decompressed bytes.
    pub bytes: u64,
}

/// Files that are made of all games.
const LATE_FILES: [&str; 5] = [
    LateFindings::PATH,
    START_POSITIONS.path,
    CASTLING.path,
    KNOWN.path,
    ENDINGS.path,
];

/// The tables that tasks write, and how many rows the tally says they have.
fn counted(tally: &Tally) -> [(&'static str, Option<u64>); 6] {
    [
        ("games", Some(tally.verdicts.total())),
        // Incidents of games of other variants are in no tally.
        (
            "incidents",
            (tally.verdicts.foreign == 0).then_some(tally.incidents),
        ),
        ("repetitions", Some(tally.repetitions)),
        ("diagnostics", Some(tally.findings.values().sum())),
        ("gaps", None),
        ("positions", Some(tally.lines.verdicts.total())),
    ]
}

/// Makes a dataset of the tables that tasks wrote into a folder.
///
/// # Errors
/// Where ranges, rows or bytes do not add up, with the input or file and the numbers; where something
/// cannot be read or written. The folder is not a dataset then, and can be finished again.
pub fn finish(dir: &Path, storage: Storage) -> anyhow::Result<Finished> {
    let shown = || dir.display().to_string();
    ensure!(
        dir.is_dir(),
        "{}: there is no such folder of tables that tasks wrote",
        dir.display()
    );
    let adoption = Adoption::begin(dir, storage)
        .map_err(|_| anyhow!("{}: it is a dataset already", dir.display()))?;
    let reports = adoption.found("splits")?;
    ensure!(
        !reports.is_empty(),
        "{}: no table splits, in which tasks say what they read",
        dir.display()
    );
    // An attempt that failed may have left what is made of all games.
    let mut left: Vec<PathBuf> = LATE_FILES.map(|path| dir.join(path)).to_vec();
    for table in ["tree", "players"] {
        left.append(&mut adoption.found(table)?);
    }
    left.retain(|path| path.symlink_metadata().is_ok());
    left.iter().try_for_each(|path| adoption.remove(path))?;
    let covered = Covered::read(&reports).with_context(shown)?;
    let mut bytes = vec![0; covered.inputs.len()];
    for (name, stated) in counted(&covered.tally) {
        let found = adoption.found(name)?;
        let mut table = OrderedTable::read(name, &found, &covered.inputs)?;
        if let Some(stated) = stated {
            ensure!(
                table.rows == stated,
                "{}: table {name} has {} rows, and its tasks counted {stated}: rows are missing or \
                 duplicated",
                dir.display(),
                table.rows
            );
        }
        for (sum, more) in bytes.iter_mut().zip(&table.bytes) {
            // The bytes of positions belong to gaps.
            *sum += if name == "positions" { 0 } else { *more };
        }
        if table.rows == 0 && ["repetitions", "gaps", "positions"].contains(&name) {
            // A dataset without rows for them has no such table.
            let emptied = table.files.drain(..).map(|(path, _)| path);
            table.empty.extend(emptied);
        }
        table
            .empty
            .iter()
            .try_for_each(|path| adoption.remove(path))?;
        if !table.files.is_empty() {
            adoption.take(name, &table.files)?;
        }
    }
    for (input, sum) in covered.inputs.iter().zip(&bytes) {
        require_bytes(input, *sum)?;
    }
    let mut tally = covered.tally;
    let (plies, players) = (
        opening_plies(&covered.options),
        has_players(&covered.options),
    );
    if plies.is_some() || players {
        let games = BTreeMap::from([("games", adoption.found("games")?)]);
        let scratch = Temporary::folder_within(dir)?;
        let late = LateTables {
            dataset: &Dataset::unfinished(dir, games),
            files: adoption.files(),
            plies,
            with_players: players,
            threads: threads(None),
            memory: Limits::default().memory,
            scratch: scratch.path(),
            observer: &NoObserver,
        };
        late.write(&mut tally)?;
    }
    let files = adoption.files();
    write_rows(&files, start_position_rows(&tally))?;
    write_rows(&files, castling_rows(&tally))?;
    let finished = Finished {
        inputs: covered.inputs.len(),
        splits: covered.inputs.iter().map(TiledInput::ranges).sum(),
        bytes: bytes.iter().sum(),
        tally,
    };
    let inputs = covered.inputs.iter().map(TiledInput::to_json);
    let manifest = json!({
        "incomplete": false,
        "program": "audit960",
        "program_version": covered.program_version,
        "options": covered.options,
        "inputs": inputs.collect::<Vec<_>>(),
        "totals": totals(&finished.tally, finished.bytes),
    });
    adoption.commit(manifest)?;
    Ok(finished)
}

/// Fails if the games and gaps of an input do not add up to its text.
fn require_bytes(input: &TiledInput, sum: u64) -> anyhow::Result<()> {
    ensure!(
        sum == input.bytes,
        "{}: its tasks read {} bytes of text, and games and gaps hold {sum}: rows are missing or duplicated",
        input.name,
        input.bytes
    );
    ensure!(
        !input.stored_as_text || sum == input.size,
        "{}: it has {} bytes, and games and gaps hold {sum}: text is missing or duplicated",
        input.name,
        input.size
    );
    Ok(())
}
