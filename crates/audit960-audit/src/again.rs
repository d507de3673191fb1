//! Whether an audit of a dataset's inputs still gives the same dataset.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, bail};
use audit960_dataset::tables::{ReadError, count_rows, first_difference};
use audit960_dataset::{CheckOptions, CheckedDataset, Storage, Temporary};
use audit960_source::system::try_on_workers;
use audit960_source::{ByteRange, is_read_once, open_stored};
use serde_json::Value;

use crate::audit::audit;
use crate::finish::finish;
use crate::observer::NoObserver;
use crate::options::Options;
use crate::range::write_tables;
use crate::stated::options;
use crate::values::{TableValues, recorded_tables};

/// The first difference between a dataset and what an audit of its inputs with the same options gives today.
///
/// If endgame tables were asked then, `tables` are asked now.
///
/// # Errors
/// Where an input cannot be read, or could not be when the dataset was made; where tables were asked and none are given.
pub fn difference_to_inputs(
    dataset: &CheckedDataset,
    threads: usize,
    tables: Option<TableValues>,
) -> anyhow::Result<Option<ReadError>> {
    let manifest = dataset.manifest();
    let asks_tables = recorded_tables(manifest).is_some();
    if asks_tables && tables.is_none() {
        bail!("values of the dataset come from endgame tables: --tablebase DIR names them");
    }
    let path = dataset.dir().join("manifest.json");
    if manifest["incomplete"] == true {
        bail!(
            "{} is incomplete: what could not be read then cannot be compared now",
            dataset.dir().display()
        );
    }
    let stated = manifest["inputs"].as_array().map_or(&[][..], Vec::as_slice);
    let by_tasks = |input: &Value| input["splits"].is_array();
    let mut inputs = Vec::new();
    for input in stated {
        match input["name"].as_str() {
            Some(name) if is_read_once(name) => bail!("{name}: it cannot be read a second time"),
            Some(name) => inputs.push(name.to_owned()),
            None => bail!("{}: an input without a name", path.display()),
        }
    }
    let is_gone = |name: &&String| !name.contains("://") && !Path::new(name).exists();
    if let Some(name) = inputs.iter().find(is_gone) {
        bail!("{name}: the input is not there any more, as seen from this folder");
    }
    let folder = Temporary::folder()?;
    let again = folder.path().join("dataset");
    let options = Options {
        table_values: tables.filter(|_| asks_tables),
        ..options(&manifest["options"], threads)?
    };
    let differs = |name: String| ReadError {
        path: path.clone(),
        what: format!("input {name} is not what was audited: size or checksum differ"),
    };
    if stated.iter().any(by_tasks) {
        if !stated.iter().all(by_tasks) {
            bail!(
                "{}: tasks read some of its inputs in ranges, and others were added: the rows of both cannot \
                 be compared at once",
                dataset.dir().display()
            );
        }
        if let Some(name) = read_ranges(stated, &again, &options)? {
            return Ok(Some(differs(name)));
        }
    } else {
        audit(&inputs, &again, options, &NoObserver)?;
    }
    let options = CheckOptions {
        memory: None,
        checksums: false,
        ..CheckOptions::new(&count_rows)
    };
    let again = CheckedDataset::open(&again, &options)?;
    if let Some(name) = changed(&manifest["inputs"], &again.manifest()["inputs"]) {
        return Ok(Some(differs(name)));
    }
    compare(dataset, &again)
}

/// Name of the first input that has changed.
fn changed(before: &Value, now: &Value) -> Option<String> {
    let (before, now) = (before.as_array()?, now.as_array()?);
    let same = |one: &Value, other: &Value| {
        // Tasks that read a range each know the checksum of their range, not of the whole.
        let fields = ["name", "size", "xxh3_128", "splits"];
        fields.iter().all(|field| one[field] == other[field])
    };
    let found = before
        .iter()
        .zip(now)
        .find(|(one, other)| !same(one, other));
    found.map(|(input, _)| input["name"].as_str().unwrap_or_default().to_owned())
}

/// The first file of a dataset that differs from that of another, and the row where it does.
fn compare(dataset: &CheckedDataset, again: &CheckedDataset) -> anyhow::Result<Option<ReadError>> {
    if dataset.entries() == again.entries() {
        return Ok(None);
    }
    let mut tables: Vec<&str> = dataset.tables().chain(again.tables()).collect();
    tables.sort_unstable();
    tables.dedup();
    for table in tables {
        let (ours, theirs) = (dataset.files(table), again.files(table));
        if let Some(difference) = first_difference(table, ours, theirs)? {
            return Ok(Some(difference));
        }
    }
    let manifest = dataset.manifest();
    let same_version = manifest["program_version"] == again.manifest()["program_version"];
    let inputs = manifest["inputs"].as_array();
    let by_tasks = inputs.is_some_and(|all| all.iter().any(|input| input["splits"].is_array()));
    let in_one_go = manifest["runs"].is_null() && !by_tasks;
    // Another version may write the same rows as different bytes, and so may several runs.
    Ok((same_version && in_one_go).then(|| ReadError {
        path: Path::new(dataset.dir()).to_owned(),
        what: "the inputs give the same rows, but different bytes".to_owned(),
    }))
}

/// Reads the inputs of a manifest in the ranges that it lists, and makes a dataset of their rows in the new
/// folder `out`. Returns the name of an input whose size has changed, if any; then nothing was read.
///
/// # Errors
/// Where an input cannot be read in its ranges, or the dataset cannot be made.
pub(crate) fn read_ranges(
    inputs: &[Value],
    out: &Path,
    options: &Options,
) -> anyhow::Result<Option<String>> {
    let mut tasks = Vec::new();
    for input in inputs {
        let name = input["name"].as_str().unwrap_or_default();
        if input["size"].as_u64() != Some(open_stored(name)?.size()) {
            return Ok(Some(name.to_owned()));
        }
        for split in input["splits"].as_array().into_iter().flatten() {
            let bytes = split["start"].as_u64().zip(split["end"].as_u64());
            let (start, end) = bytes.with_context(|| {
                format!("manifest.json: {name} was read in a range without start or end")
            })?;
            tasks.push((name, ByteRange { start, end }));
        }
    }
    fs::create_dir(out).with_context(|| out.display().to_string())?;
    let numbered = tasks.into_iter().enumerate();
    try_on_workers(options.threads, numbered, |(number, (name, range))| {
        read_range(name, range, number, out, options)
    })?;
    finish(out, Storage::new())?;
    Ok(None)
}

/// Writes the tables of a range to where those of task `number` belong.
fn read_range(
    name: &str,
    range: ByteRange,
    number: usize,
    out: &Path,
    options: &Options,
) -> anyhow::Result<()> {
    let task = out.join(format!("_task-{number}"));
    write_tables(open_stored(name)?, range, &task, options)?;
    let shown = || task.display().to_string();
    for file in fs::read_dir(&task).with_context(shown)? {
        let file = file.with_context(shown)?.path();
        let table = out.join(file.file_stem().unwrap_or_default());
        let target = table.join(format!("part-{number:05}.parquet"));
        let moved = fs::create_dir_all(&table).and_then(|()| fs::rename(&file, &target));
        moved.with_context(|| target.display().to_string())?;
    }
    fs::remove_dir(&task).with_context(shown)
}
