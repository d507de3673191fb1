//! The tables of ranges as Parquet files: those of an audit, wherever the ranges end.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch};
use arrow_select::concat::concat_batches;
use audit960_audit::{NoObserver, Options, audit, finish, write_tables};
use audit960_dataset::tables::TableLimits;
use audit960_dataset::{Fault, Storage};
use audit960_source::{ByteRange, StoredPath};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use crate::at_hand::{data, pgn_files};
use crate::{GAME, MANY, open};

/// What no task can know.
const UNKNOWN: [&str; 2] = ["game", "line"];

/// Row groups so short that the tables have several.
fn options(storage: Storage) -> Options {
    Options {
        threads: 1,
        storage,
        table_limits: TableLimits {
            group_rows: 50,
            ..TableLimits::default()
        },
        ..Options::default()
    }
}

fn task(input: &Path, range: ByteRange, dir: &Path, storage: Storage) -> anyhow::Result<()> {
    let stored = StoredPath::open(input.to_str().unwrap())?;
    write_tables(Arc::new(stored), range, dir, &options(storage))
}

/// The dataset of the ranges between cuts, finished in `out`.
fn dataset_of_tasks(input: &Path, cuts: &[u64], out: &Path) {
    fs::create_dir(out).unwrap();
    for (number, pair) in cuts.windows(2).enumerate() {
        let (start, end) = (pair[0], pair[1]);
        let attempt = out.join("_attempt");
        task(input, ByteRange { start, end }, &attempt, Storage::new()).unwrap();
        for file in fs::read_dir(&attempt).unwrap() {
            let file = file.unwrap().path();
            let folder = out.join(file.file_stem().unwrap());
            fs::create_dir_all(&folder).unwrap();
            fs::rename(&file, folder.join(format!("part-{number:05}.parquet"))).unwrap();
        }
        fs::remove_dir(&attempt).unwrap();
    }
    finish(out, Storage::new()).unwrap();
}

/// Schema, metadata and rows of a table.
fn read(files: &[PathBuf]) -> Vec<RecordBatch> {
    let read = |path: &PathBuf| {
        let file = File::open(path).unwrap();
        let reader = ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
        reader.build().unwrap().map(Result::unwrap)
    };
    files.iter().flat_map(read).collect()
}

/// The columns of a table that tasks know, by name.
fn known(files: &[PathBuf]) -> BTreeMap<String, ArrayRef> {
    let batches = read(files);
    let schema = batches[0].schema();
    let all = concat_batches(&schema, &batches).unwrap();
    let columns = schema.fields().iter().zip(all.columns());
    columns
        .map(|(field, column)| (field.name().clone(), Arc::clone(column)))
        .filter(|(name, _)| !UNKNOWN.contains(&name.as_str()))
        .collect()
}

fn files_of(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(dir).unwrap();
    let bytes = |entry: fs::DirEntry| {
        let name = entry.file_name().to_str().unwrap().to_owned();
        (name, fs::read(entry.path()).unwrap())
    };
    entries.map(|entry| bytes(entry.unwrap())).collect()
}

#[test]
fn a_range_of_all_is_written_as_an_audit_writes_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut inputs = pgn_files(&data("archive"));
    inputs.extend(pgn_files(&data("traps")));
    assert!(inputs.len() > 10);
    for (number, input) in inputs.iter().enumerate() {
        let out = folder.path().join(format!("audit{number}"));
        let names = [input.to_str().unwrap().to_owned()];
        audit(&names, &out, options(Storage::new()), &NoObserver).unwrap();
        let dir = folder.path().join(format!("task{number}"));
        let (start, end) = (0, u64::MAX);
        task(input, ByteRange { start, end }, &dir, Storage::new()).unwrap();
        let mut ours = files_of(&dir);
        assert!(ours.remove("splits.parquet").is_some());
        let tables = open(&out).unwrap();
        let empty = tables.manifest()["totals"]["games"] == 0;
        for (name, bytes) in &ours {
            let theirs = out
                .join(name.trim_end_matches(".parquet"))
                .join("part-00000.parquet");
            let equal = *bytes == fs::read(&theirs).unwrap();
            // That an input has no games is a finding about the whole input, which no task has.
            let of_all = empty && name == "diagnostics.parquet";
            assert!(equal || of_all, "{}: {name}", input.display());
        }
        let written = tables
            .tables()
            .filter(|table| !["castling", "start_positions"].contains(table));
        assert!(written.eq(ours.keys().map(|name| name.trim_end_matches(".parquet"))));
    }
}

#[test]
fn finished_ranges_have_the_rows_of_an_audit() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("all.pgn");
    let texts = pgn_files(&data("archive"))
        .into_iter()
        .map(|path| fs::read(path).unwrap());
    let mut text: Vec<u8> = texts.flatten().collect();
    text.extend(GAME.repeat(20).as_bytes());
    fs::write(&input, &text).unwrap();
    let one = folder.path().join("one");
    let names = [input.to_str().unwrap().to_owned()];
    audit(&names, &one, options(Storage::new()), &NoObserver).unwrap();
    let one = open(&one).unwrap();
    let size = text.len() as u64;
    let some = [1, 7, 70, 71, size / 3, size / 2, size - 900, size - 1];
    let many: Vec<u64> = (0..size).step_by(9_973).skip(1).collect();
    for (number, cuts) in [&[][..], &[size / 2], &some, &many].into_iter().enumerate() {
        let cuts = [&[0], cuts, &[size]].concat();
        let out = folder.path().join(format!("tasks{number}"));
        dataset_of_tasks(&input, &cuts, &out);
        let ours = open(&out).unwrap();
        assert!(ours.tables().eq(one.tables()));
        assert_eq!(ours.manifest()["totals"], one.manifest()["totals"]);
        for table in one.tables() {
            let (ours, theirs) = (ours.files(table), one.files(table));
            assert_eq!(read(ours)[0].schema(), read(theirs)[0].schema(), "{table}");
            let (ours, theirs) = (known(ours), known(theirs));
            for (name, column) in &theirs {
                assert!(&ours[name] == column, "{table}.{name}, cuts {cuts:?}");
            }
        }
        let game = read(&ours.files("games")[..1])[0]
            .column_by_name("game")
            .unwrap()
            .null_count();
        assert_eq!(
            game > 0,
            cuts.len() > 2,
            "games are counted only where all of them are there"
        );
    }
}

/// Every failure is an error that names what could not be written; and no folder is written twice.
#[test]
fn every_operation_fails_in_turn() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("a.pgn");
    fs::write(&input, GAME.repeat(120)).unwrap();
    let (start, end) = (0, u64::MAX);
    let range = ByteRange { start, end };
    let mut failed = 0;
    for n in 1..MANY {
        let dir = folder.path().join(format!("out{n}"));
        let Err(error) = task(&input, range, &dir, Storage::failing(Fault::Once(n))) else {
            break;
        };
        let message = format!("{error:#}");
        // In the folder, or before it has its name in one that is called after it.
        let of_folder = [format!("out{n}/"), format!(".out{n}."), format!("out{n}: ")];
        assert!(
            of_folder.iter().any(|name| message.contains(name))
                && message.contains(&format!("operation {n} fails")),
            "{message}"
        );
        failed = n;
    }
    assert!(failed > 10 && failed < MANY - 1, "{failed}");
    let dir = folder.path().join(format!("out{}", failed + 1));
    let before = files_of(&dir);
    assert_eq!(before.len(), 4, "{:?}", before.keys());
    let error = task(&input, range, &dir, Storage::new()).unwrap_err();
    assert!(
        error.to_string().starts_with(dir.to_str().unwrap()),
        "{error}"
    );
    assert!(files_of(&dir) == before);
}
