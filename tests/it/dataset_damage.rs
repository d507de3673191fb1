//! A dataset that was changed later: every command names it with exit code 2, or answers as before.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use arrow_select::concat::concat_batches;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use audit960_board::start::SplitMix64;
use audit960_dataset::{Storage, UnfinishedDataset};
use serde_json::Value;

use crate::damage::{damage, files, rounds};
use crate::folder::{BROKEN, CLEAN, Folder, Has, Ran, manifest, run};

fn copy(from: &Path, to: &Path) {
    for path in files(from) {
        let target = to.join(path.strip_prefix(from).unwrap());
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::copy(path, target).unwrap();
    }
}

fn dataset(folder: &Folder) -> PathBuf {
    let file = folder.write("a.pgn", [CLEAN, BROKEN].concat().repeat(20));
    folder
        .audit(["-q", &file, "--duplicates", "--crosscheck"])
        .ends(1);
    folder.path("out").into()
}

#[test]
fn random_damage_is_named_by_every_command() {
    let (seed, rounds) = (16, rounds());
    println!("seed {seed}, {rounds} rounds");
    let folder = Folder::new();
    let whole = dataset(&folder);
    let mut random = SplitMix64::new(seed);
    for round in 0..rounds {
        let name = folder.path(&format!("d{round}"));
        copy(&whole, Path::new(&name));
        let what = damage(Path::new(&name), &mut random);
        let commands = [
            "query NAME `SELECT * FROM games`",
            "draws --rule fifty NAME",
            "starts NAME",
            "report NAME --out NAME.html",
            "show NAME 1",
            "export NAME --out -",
        ];
        let command = commands[round as usize % commands.len()];
        let output = run(command.replace("NAME", &name));
        let message = output.err();
        assert_eq!(output.status.code(), Some(2), "{what}: {message}");
        assert!(message.contains(&name), "{what}: {message}");
        assert!(!message.contains("a bug in audit960"), "{what}: {message}");
        fs::remove_dir_all(&name).unwrap();
    }
}

/// Without checksums some damage goes unseen, but none ends in a panic, and none in an endless run.
#[test]
fn damage_is_a_sentence_without_checksums_too() {
    let seed = 17;
    println!("seed {seed}, 100 rounds");
    let folder = Folder::new();
    let whole = dataset(&folder);
    let mut random = SplitMix64::new(seed);
    for round in 0..100 {
        let name = folder.path(&format!("d{round}"));
        copy(&whole, Path::new(&name));
        let what = damage(Path::new(&name), &mut random);
        let output = run!("query {name} `SELECT * FROM games` --no-verify");
        let message = output.err();
        let code = output.status.code();
        assert!(code == Some(0) || code == Some(2), "{what}: {message}");
        let holds = code == Some(0) || message.contains(&name);
        assert!(holds, "{what}: {message}");
        fs::remove_dir_all(&name).unwrap();
    }
}

/// Publishes the files of a dataset again, with a manifest, as a forger would. `source` says where
/// a file comes from; `None` leaves it out.
fn forge(manifest: &Value, to: &Path, source: impl Fn(&str) -> Option<PathBuf>) {
    let work = UnfinishedDataset::begin(to, Storage::new()).unwrap();
    for file in manifest["files"].as_array().unwrap() {
        let path = file["path"].as_str().unwrap();
        if let Some(from) = source(path) {
            let mut file = work.files().create(path).unwrap();
            file.write_all(&fs::read(&from).unwrap()).unwrap();
            file.finish(audit960_dataset::tables::count_rows(&from).unwrap())
                .unwrap();
        }
    }
    work.commit(manifest.as_object().unwrap().clone()).unwrap();
}

/// Writes the rows of a file with one of them a second time, behind itself or behind all others.
fn write_twice(from: &Path, row: usize, is_last: bool, to: &Path) {
    let file = fs::File::open(from).unwrap();
    let builder = ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
    let schema = builder.schema().clone();
    let batches = builder.build().unwrap().map(Result::unwrap);
    let rows = concat_batches(&schema, &batches.collect::<Vec<_>>()).unwrap();
    let split = if is_last { rows.num_rows() } else { row + 1 };
    let parts = [
        rows.slice(0, split),
        rows.slice(row, 1),
        rows.slice(split, rows.num_rows() - split),
    ];
    let mut writer = ArrowWriter::try_new(fs::File::create(to).unwrap(), schema, None).unwrap();
    for part in parts {
        writer.write(&part).unwrap();
    }
    writer.close().unwrap();
}

/// Of each table a row is written twice, and all totals and checksums are those of the files: `verify` says which row.
#[test]
fn a_row_that_stands_twice_is_found() {
    let folder = Folder::new();
    let archives = ["data/archive", "data/traps", "data/says"];
    let output = folder.audit((
        "-q --positions --players --duplicates --crosscheck",
        &archives,
    ));
    output.ends(1);
    let whole = PathBuf::from(folder.path("out"));
    let manifest = manifest(&whole);
    let mut tables = BTreeSet::new();
    for file in manifest["files"].as_array().unwrap() {
        let path = file["path"].as_str().unwrap();
        let table = path.split(['/', '.']).next().unwrap();
        let rows = file["rows"].as_u64().unwrap() as usize;
        // Two findings, and two games with tags alone, may be the same.
        if rows == 0 || table == "diagnostics" || !tables.insert(table) {
            continue;
        }
        for (row, is_last) in [(0, false), (rows / 2, false), (0, true), (rows - 1, true)] {
            let twice = PathBuf::from(folder.path("twice.parquet"));
            write_twice(&whole.join(path), row, is_last, &twice);
            let mut manifest = manifest.clone();
            for total in ["incidents", "repetitions", "positions"] {
                if total == table {
                    let count = manifest["totals"][total].as_u64().unwrap();
                    manifest["totals"][total] = (count + 1).into();
                }
            }
            let dir = PathBuf::from(folder.path("forged"));
            forge(&manifest, &dir, |other| {
                Some(match other == path {
                    true => twice.clone(),
                    false => whole.join(other),
                })
            });
            let output = run(["verify", dir.to_str().unwrap()]);
            let message = output.err();
            let found = output.status.code();
            assert_eq!(found, Some(1), "{path}, row {row}: {message}");
            let is_named = message.contains(path) || table == "gaps";
            assert!(is_named, "{path}, row {row}: {message}");
            fs::remove_dir_all(&dir).unwrap();
        }
    }
    for table in "castling crosscheck duplicates endings games gaps incidents known players positions repetitions start_positions tree".split(' ') {
        assert!(tables.contains(table), "{table}");
    }
}

#[test]
fn tables_that_contradict_each_other_are_named() {
    let folder = Folder::new();
    let text = [CLEAN, "stray text\n\n", BROKEN].concat().repeat(20);
    let file = folder.write("a.pgn", &text);
    folder.audit(["-q", &file]).ends(1);
    let whole = PathBuf::from(folder.path("out"));
    let verified = |dir: &Path| {
        let output = run(["verify", dir.to_str().unwrap()]);
        (output.status.code(), output.err())
    };
    assert_eq!(verified(&whole), (Some(0), String::new()));
    run(["verify", "--inputs", whole.to_str().unwrap()]).ends(0);

    let other = Folder::new();
    let shifted = other.write("a.pgn", ["\n", &text].concat());
    other.audit(["-q", &shifted]).ends(1);
    let other = PathBuf::from(other.path("out"));
    let mainz = Folder::new();
    let output = mainz.audit(["-q", "data/archive/mainz-2009.pgn"]);
    assert!(output.status.code().is_some_and(|code| code < 2));
    let cases: [(&str, &str, Option<PathBuf>); 5] = [
        (
            "start_positions",
            "but table games has 0",
            Some(PathBuf::from(mainz.path("out")).join("start_positions.parquet")),
        ),
        ("gaps/", "leave a hole", None),
        ("games/", "games and gaps overlap", Some(other.clone())),
        (
            "diagnostics/",
            "is not a game of table games",
            Some(other.clone()),
        ),
        (
            "castling",
            "its columns are not",
            Some(whole.join("start_positions.parquet")),
        ),
    ];
    for (number, (table, words, instead)) in cases.into_iter().enumerate() {
        let dir = PathBuf::from(folder.path(&format!("forged{number}")));
        forge(&manifest(&whole), &dir, |path| {
            match (path.starts_with(table), &instead) {
                (false, _) => Some(whole.join(path)),
                (true, Some(instead)) if instead.is_dir() => Some(instead.join(path)),
                (true, instead) => instead.clone(),
            }
        });
        let (code, message) = verified(&dir);
        assert_eq!(code, Some(1), "{table}: {message}");
        assert!(
            message.contains(words)
                || table != "start_positions" && message.contains("manifest.json"),
            "{table}: {message}"
        );
        message.has(dir.to_str().unwrap());
    }
    // An input that has changed since.
    fs::write(&file, CLEAN).unwrap();
    run(["verify", "--inputs", whole.to_str().unwrap()])
        .ends(1)
        .err()
        .has("a.pgn is not what was audited");
    // Damage is a difference, and no dataset at all is a failure.
    let part = whole.join("games/part-00000.parquet");
    let mut bytes = fs::read(&part).unwrap();
    bytes[100] ^= 1;
    fs::write(&part, bytes).unwrap();
    assert_eq!(verified(&whole).0, Some(1));
    assert_eq!(verified(Path::new("/nowhere")).0, Some(2));
}
