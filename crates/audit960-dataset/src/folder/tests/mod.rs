//! Datasets of a few bytes: here each line of a "Parquet file" is a row.

mod corruptions;
mod doors;
mod faults;
mod folders;
mod replacing;
mod resuming;

use std::fs;
use std::io::Write as _;
use std::path::Path;

use serde_json::{Map, json};

use crate::folder::{CheckOptions, CheckedDataset, FolderError, Storage, UnfinishedDataset};

/// The files of a small dataset and their contents.
const FILES: [(&str, &str); 4] = [
    ("games/part-00000.parquet", "one\ntwo\nthree\n"),
    ("games/part-00001.parquet", "four\n"),
    ("gaps/part-00000.parquet", "five\nsix\n"),
    ("castling.parquet", "seven\n"),
];

/// Writes the small dataset.
fn write(dir: &Path, storage: &Storage) -> Result<(), FolderError> {
    let work = UnfinishedDataset::begin(dir, storage.clone())?;
    for (path, text) in FILES {
        let mut file = work.files().create(path)?;
        let place = work.files().place(path);
        let written = file.write_all(text.as_bytes());
        written.map_err(FolderError::io(&place))?;
        file.finish(text.lines().count() as u64)?;
    }
    let mut fields = Map::new();
    fields.insert("totals".to_owned(), json!({"games": 4}));
    work.commit(fields)
}

/// Counts lines as rows.
fn count(path: &Path) -> Result<u64, String> {
    let text = fs::read(path).map_err(|error| error.to_string())?;
    let ends = text.iter().filter(|byte| **byte == b'\n').count();
    Ok(ends as u64)
}

/// Checks everything, without a cache.
fn options() -> CheckOptions<'static> {
    CheckOptions {
        memory: None,
        ..CheckOptions::new(&count)
    }
}

fn open(dir: &Path) -> Result<CheckedDataset, FolderError> {
    CheckedDataset::open(dir, &options())
}

/// The names in a folder, sorted.
fn entries(dir: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}
