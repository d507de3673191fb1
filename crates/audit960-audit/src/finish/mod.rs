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
use std::path::Path;

use anyhow::{Context as _, anyhow, ensure};
use audit960_dataset::Dataset;
use audit960_dataset::tables::{AggregateTable, LateFindings, PlayerFile, TreeFile};
use audit960_dataset::{Adoption, Storage, Temporary};
use audit960_source::Limits;
use audit960_statistics::{castling_rows, start_position_rows};
use audit960_types::Tally;
use serde_json::{Map, Value, json};

use crate::inputs::threads;
use crate::manifest::totals;
use crate::observer::NoObserver;
use crate::players::PlayerSource;
use crate::stated::{has_players, opening_plies};
use crate::tree::TreeSource;
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
    let mut adoption = Adoption::begin(dir, storage)
        .map_err(|_| anyhow!("{}: it is a dataset already", dir.display()))?;
    let reports = adoption.found("splits")?;
    ensure!(
        !reports.is_empty(),
        "{}: no table splits, in which tasks say what they read",
        dir.display()
    );
    // An attempt that failed may have left the findings that are made of all games.
    let late = dir.join(LateFindings::PATH);
    if late.symlink_metadata().is_ok() {
        adoption.remove(&late)?;
    }
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
    if let Some(plies) = opening_plies(&covered.options) {
        write_position_tables(dir, &mut adoption, plies)?;
    }
    let mut tally = covered.tally;
    if has_players(&covered.options) {
        write_players(dir, &mut adoption, &mut tally)?;
    }
    let starts = start_position_rows(&tally);
    AggregateTable::start_positions(&starts)?.adopt(&mut adoption)?;
    AggregateTable::castling(&castling_rows(&tally))?.adopt(&mut adoption)?;
    let finished = Finished {
        inputs: covered.inputs.len(),
        splits: covered.inputs.iter().map(TiledInput::ranges).sum(),
        bytes: bytes.iter().sum(),
        tally,
    };
    let inputs = covered.inputs.iter().map(TiledInput::to_json);
    let value = json!({
        "incomplete": false,
        "program": "audit960",
        "program_version": covered.program_version,
        "options": covered.options,
        "inputs": inputs.collect::<Vec<_>>(),
        "totals": totals(&finished.tally, finished.bytes),
    });
    let manifest = match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    };
    adoption.commit(manifest)?;
    Ok(finished)
}

/// Writes the tables about positions, for tasks that kept the first half-moves of their games.
fn write_position_tables(dir: &Path, adoption: &mut Adoption, plies: u32) -> anyhow::Result<()> {
    let games = adoption.found("games")?;
    let threads = threads(None);
    let scratch = Temporary::folder_within(dir)?;
    let source = TreeSource {
        dataset: &Dataset::unfinished(dir, BTreeMap::from([("games", games)])),
        plies,
        threads,
        scratch: scratch.path(),
        observer: &NoObserver,
    };
    let create = |number| {
        let path = TreeFile::path(number);
        let target = adoption.create(&path)?;
        Ok(TreeFile::to(&dir.join(path), Box::new(target))?)
    };
    let tree = source.write(&create)?;
    let endings = source.endings()?;
    for (number, rows) in tree.rows.into_iter().enumerate() {
        adoption.enter(&TreeFile::path(number), rows)?;
    }
    AggregateTable::known(&tree.known)?.adopt(adoption)?;
    let rows = endings.iter().map(|(material, tally)| tally.row(material));
    Ok(AggregateTable::endings(rows)?.adopt(adoption)?)
}

/// Writes table `players` and the findings about players, for tasks that kept what tags say of them.
fn write_players(dir: &Path, adoption: &mut Adoption, tally: &mut Tally) -> anyhow::Result<()> {
    let games = adoption.found("games")?;
    let scratch = Temporary::folder_within(dir)?;
    let source = PlayerSource {
        dataset: &Dataset::unfinished(dir, BTreeMap::from([("games", games)])),
        threads: threads(None),
        memory: Limits::default().memory / 4,
        scratch: scratch.path(),
        observer: &NoObserver,
    };
    let create = |number| {
        let path = PlayerFile::path(number);
        let target = adoption.create(&path)?;
        Ok(PlayerFile::to(&dir.join(path), Box::new(target))?)
    };
    let written = source.write(&create)?;
    for (number, rows) in written.rows.into_iter().enumerate() {
        adoption.enter(&PlayerFile::path(number), rows)?;
    }
    LateFindings::new(&written.findings, written.counted).adopt(adoption)?;
    written
        .findings
        .iter()
        .for_each(|late| tally.finding(late.finding.code));
    Ok(())
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
