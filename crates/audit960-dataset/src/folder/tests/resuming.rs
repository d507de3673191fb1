//! Runs that die and are resumed.

use std::fs;
use std::io::{Read as _, Write as _};
use std::path::Path;

use serde_json::Map;

use crate::folder::{Fault, FolderError, Resumption, Storage, UnfinishedDataset};

use super::{entries, open, write};

/// A run that finished one file, wrote half of another, saved a checkpoint after the first, and died.
fn died(dir: &Path, storage: &Storage) -> Result<(), FolderError> {
    let work = UnfinishedDataset::begin(dir, storage.clone())?;
    let mut first = work.files().create("games/part-00000.parquet")?;
    let written = first.write_all(b"one\ntwo\n");
    written.map_err(FolderError::io(dir))?;
    first.finish(2)?;
    let mut second = work.files().create("games/part-00001.parquet")?;
    let written = second.write_all(b"three\n");
    written.map_err(FolderError::io(dir))?;
    work.save(b"after three")?;
    let written = second.write_all(b"four\n");
    written.map_err(FolderError::io(dir))?;
    drop(second);
    drop(work);
    Ok(())
}

/// Resumes it: keeps the finished file, rereads `three` from the second file, and adds `five`.
fn resume(dir: &Path, storage: &Storage) -> Result<(), FolderError> {
    let work = match UnfinishedDataset::resume(dir, storage.clone())? {
        Resumption::Checkpoint(work, checkpoint) => {
            assert_eq!(checkpoint, b"after three");
            work
        }
        other => panic!("{other:?}"),
    };
    let finished = vec![crate::folder::FileEntry {
        path: "games/part-00000.parquet".to_owned(),
        size: 8,
        rows: 2,
        xxh3_128: format!("{:032x}", xxhash_rust::xxh3::xxh3_128(b"one\ntwo\n")),
    }];
    work.adopt(finished)?;
    let path = "games/part-00001.parquet";
    let mut before = [0; 6];
    let read = work.files().unfinished(path)?.read_exact(&mut before);
    read.map_err(FolderError::io(dir))?;
    assert_eq!(&before, b"three\n");
    let mut file = work.files().create(path)?;
    file.write_all(&before).map_err(FolderError::io(dir))?;
    assert_eq!(file.so_far(), (6, xxhash_rust::xxh3::xxh3_128(b"three\n")));
    work.drop_unfinished()?;
    file.write_all(b"five\n").map_err(FolderError::io(dir))?;
    file.finish(2)?;
    work.commit(Map::new())
}

#[test]
fn a_dead_run_is_resumed() {
    let dir = tempfile::tempdir().unwrap();
    died(dir.path(), &Storage::new()).unwrap();
    assert_eq!(entries(dir.path()), ["_inprogress"]);
    resume(dir.path(), &Storage::new()).unwrap();
    assert_eq!(entries(dir.path()), ["games", "manifest.json"]);
    let dataset = open(dir.path()).unwrap();
    let texts = dataset.files("games").iter().map(fs::read_to_string);
    let texts: Vec<String> = texts.map(Result::unwrap).collect();
    assert_eq!(texts, ["one\ntwo\n", "three\nfive\n"]);
    // There is nothing left to do.
    let again = UnfinishedDataset::resume(dir.path(), Storage::new()).unwrap();
    assert!(matches!(again, Resumption::Finished));
}

#[test]
fn a_resumed_run_may_die_at_any_operation() {
    for n in 1..200 {
        let dir = tempfile::tempdir().unwrap();
        died(dir.path(), &Storage::new()).unwrap();
        let storage = Storage::failing(Fault::From(n));
        let resumed = resume(dir.path(), &storage);
        if storage.operations() < n {
            resumed.unwrap();
            assert!(n > 20, "only {n} operations");
            return;
        }
        if open(dir.path()).is_err() {
            match UnfinishedDataset::resume(dir.path(), Storage::new()) {
                Ok(Resumption::Finished) => {}
                Ok(Resumption::Checkpoint(work, _)) => {
                    drop(work);
                    resume(dir.path(), &Storage::new()).unwrap_or_else(|e| panic!("{n}: {e}"));
                }
                other => panic!("{n}: {other:?}"),
            }
        }
        let dataset = open(dir.path()).unwrap_or_else(|error| panic!("{n}: {error}"));
        assert_eq!(
            fs::read(&dataset.files("games")[1]).unwrap(),
            b"three\nfive\n"
        );
    }
    panic!("no run succeeded");
}

#[test]
fn a_file_changed_meanwhile_is_named() {
    let dir = tempfile::tempdir().unwrap();
    died(dir.path(), &Storage::new()).unwrap();
    let file = dir.path().join("_inprogress/games/part-00000.parquet");
    fs::write(&file, "one\nTWO\n").unwrap();
    let error = resume(dir.path(), &Storage::new()).unwrap_err();
    assert!(matches!(error, FolderError::Damaged { .. }), "{error}");
    assert!(error.to_string().contains("part-00000"), "{error}");
}

#[test]
fn without_a_checkpoint_a_run_begins_anew() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("out");
    let begun = UnfinishedDataset::resume(&out, Storage::new()).unwrap();
    let Resumption::Nothing(work) = begun else {
        panic!("{begun:?}");
    };
    drop(work);
    assert!(!out.exists());
    write(&out, &Storage::new()).unwrap();
    let error = UnfinishedDataset::begin(&out, Storage::new()).unwrap_err();
    assert!(matches!(error, FolderError::NotEmpty { .. }), "{error}");
    // The work of a dead run that is not resumed is removed.
    let other = dir.path().join("other");
    died(&other, &Storage::new()).unwrap();
    write(&other, &Storage::new()).unwrap();
    assert_eq!(open(&other).unwrap().files("games").len(), 2);
}
