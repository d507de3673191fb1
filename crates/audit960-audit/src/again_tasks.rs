//! Reads the inputs of a dataset again, in the ranges that its tasks read.

use std::fs;
use std::path::Path;

use anyhow::Context as _;
use audit960_dataset::Storage;
use audit960_source::system::try_on_workers;
use audit960_source::{ByteRange, open_stored};
use serde_json::Value;

use crate::finish::finish;
use crate::options::Options;
use crate::range::write_tables;

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
