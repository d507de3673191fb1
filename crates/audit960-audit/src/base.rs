//! A dataset that rows are added to.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::path::Path;

use anyhow::{Context as _, bail, ensure};
use audit960_dataset::Dataset;
use audit960_dataset::tables::{LateFindings, count_rows};
use audit960_dataset::{CheckOptions, CheckedDataset, FileEntry};
use audit960_source::{Discovery, Input};
use audit960_types::Tally;
use serde_json::{Map, Value};

use crate::options::{Options, row_options};
use crate::players::LATE_CODES;

/// A dataset that rows are added to.
pub(crate) struct Base {
    /// The checksum of its manifest.
    pub(crate) checksum: String,
    /// Its inputs and totals, as in the manifest.
    pub(crate) inputs: Vec<Value>,
    pub(crate) totals: Value,
    /// How many audits have written it, one after the other.
    pub(crate) runs: u64,
    /// The counts of its start positions and castling.
    pub(crate) tally: Tally,
    /// The files that stay: those of tables with several files.
    pub(crate) kept: Vec<FileEntry>,
    /// Inputs that were skipped because it has them already.
    pub(crate) known_inputs: usize,
}

impl Base {
    /// Opens the dataset in a folder, if rows made with these options can be added to it.
    pub(crate) fn open(out: &Path, options: &Options) -> anyhow::Result<Self> {
        let check = CheckOptions {
            storage: options.storage.clone(),
            ..CheckOptions::new(&count_rows)
        };
        let dataset = CheckedDataset::open(out, &check)?;
        let manifest = dataset.manifest();
        require_same(manifest, &row_options(options))
            .with_context(|| format!("{}: nothing can be added", out.display()))?;
        let inputs = manifest["inputs"].as_array().cloned().unwrap_or_default();
        let (mut totals, runs) = (manifest["totals"].clone(), manifest["runs"].as_u64());
        if let Some(findings) = totals["findings"].as_object_mut() {
            findings.retain(|code, _| !LATE_CODES.iter().any(|late| late.as_str() == code));
        }
        let kept = dataset.entries().iter();
        // What is computed of all games is computed anew.
        let of_rows = |file: &&FileEntry| {
            let anew = file.path.starts_with("tree/")
                || file.path.starts_with("players/")
                || file.path == LateFindings::PATH;
            file.path.contains('/') && !anew
        };
        let kept = kept.filter(of_rows).cloned();
        let (checksum, kept) = (dataset.checksum().to_owned(), kept.collect());
        let dataset = Dataset::of(dataset).with_threads(NonZeroUsize::new(options.threads));
        let mut tally = dataset.tally()?.value;
        tally.merge(&dataset.castling()?);
        Ok(Self {
            checksum,
            inputs,
            totals,
            runs: runs.unwrap_or(1),
            tally,
            kept,
            known_inputs: 0,
        })
    }

    /// Games and lines of positions.
    pub(crate) fn rows(&self) -> u64 {
        let count = |name| self.totals[name].as_u64().unwrap_or(0);
        count("games") + count("positions")
    }

    /// Removes the inputs that the dataset has already.
    pub(crate) fn leave_out_known(&mut self, discovery: &mut Discovery) -> anyhow::Result<()> {
        let found = discovery.inputs.len();
        let mut by_name: BTreeMap<&str, (u64, &str)> = BTreeMap::new();
        for input in &self.inputs {
            let size = input["size"].as_u64().unwrap_or(0);
            let sum = input["xxh3_128"].as_str().unwrap_or_default();
            by_name.insert(input["name"].as_str().unwrap_or_default(), (size, sum));
        }
        let stored: BTreeSet<(u64, &str)> = by_name.values().copied().collect();
        let sizes: BTreeSet<u64> = stored.iter().map(|(size, _)| *size).collect();
        let mut left_out = BTreeSet::new();
        discovery.retain(|input| {
            let name = input.name();
            if let Some(first) = input.first_name()
                && left_out.contains(first)
            {
                return Ok(false);
            }
            let known = by_name.get(name);
            // Most new inputs have a new size, too: these are not read for their checksum.
            let sum = match input.stored_bytes() {
                Some(size) if sizes.contains(&size) => checksum(input)?.map(|sum| (size, sum)),
                _ => None,
            };
            if sum.is_some_and(|(size, sum)| stored.contains(&(size, sum.as_str()))) {
                left_out.insert(name.to_owned());
                return Ok(false);
            }
            ensure!(
                known.is_none() || name != "-",
                "standard input was added before, and cannot be compared with what it was: give it a name by writing it to a \
                 file"
            );
            ensure!(
                known.is_none(),
                "{name}: the dataset holds an input of this name with other contents; audit all inputs \
                 again, into another folder"
            );
            Ok(true)
        })?;
        self.known_inputs = found - discovery.inputs.len();
        Ok(())
    }
}

fn checksum(input: &Input) -> anyhow::Result<Option<String>> {
    if input.is_unreadable() {
        return Ok(None);
    }
    let sum = input.checksum();
    sum.with_context(|| input.name().to_owned())
}

/// Fails, and says what differs, if a complete dataset was not made of these inputs with these options. Inputs are
/// compared by size and checksum, except standard input.
pub(crate) fn require_dataset_of(
    manifest: &Value,
    options: &Options,
    discovery: &Discovery,
) -> anyhow::Result<()> {
    const INSTEAD: &str = "audit into another folder";
    require_options(&manifest["options"], &row_options(options))?;
    let before = manifest["inputs"].as_array().map_or(&[][..], Vec::as_slice);
    let names = before.iter().map(|input| input["name"].as_str());
    if !names.eq(discovery.inputs.iter().map(|input| Some(input.name()))) {
        bail!("it was made of other inputs; {INSTEAD}");
    }
    for (input, before) in discovery.inputs.iter().zip(before) {
        if input.name() == "-" || input.first_name().is_some() {
            continue;
        }
        let same_size = input
            .stored_bytes()
            .is_none_or(|size| before["size"] == size);
        let same = same_size && checksum(input)?.is_none_or(|sum| before["xxh3_128"] == sum);
        ensure!(same, "{} has changed since; {INSTEAD}", input.name());
    }
    Ok(())
}

/// An error that says why rows made with such options would not be those of one audit.
fn require_same(manifest: &Value, options: &Value) -> anyhow::Result<()> {
    ensure!(
        manifest["incomplete"] != true,
        "the dataset is incomplete because inputs could not be read; audit with --resume, without --append"
    );
    let version = &manifest["program_version"];
    ensure!(
        version == env!("CARGO_PKG_VERSION"),
        "it was written by version {}, but this is {}",
        version.as_str().unwrap_or("unknown"),
        env!("CARGO_PKG_VERSION")
    );
    require_options(&manifest["options"], options)
}

/// An error that says which option differs.
fn require_options(before: &Value, options: &Value) -> anyhow::Result<()> {
    // An option that is stated only where it is given may be in either.
    let names = [before, options].into_iter().filter_map(Value::as_object);
    let names: BTreeSet<&String> = names.flat_map(Map::keys).collect();
    for name in names {
        let now = &options[name];
        if before[name] == *now {
            continue;
        }
        match (&before[name], now) {
            (Value::String(_), _) | (_, Value::String(_)) => {
                bail!("it was written with another {}", name.replace('_', " "))
            }
            (before, now) => {
                let (before, now) = (in_words(name, before), in_words(name, now));
                bail!("it was written {before}, but this is an audit {now}")
            }
        }
    }
    Ok(())
}

/// An option with its value: `with moves`, `without positions`, `with max expansion = 250`.
fn in_words(name: &str, value: &Value) -> String {
    let name = name.strip_prefix("with_").unwrap_or(name);
    let name = name.replace('_', " ");
    match value {
        Value::Null | Value::Bool(false) => format!("without {name}"),
        Value::Bool(true) => format!("with {name}"),
        value => format!("with {name} = {value}"),
    }
}
