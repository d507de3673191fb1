//! Each operation fails once, and all fail from each operation on, as in the tests of SQLite.

use crate::folder::{
    CheckOptions, CheckedDataset, Fault, FolderError, Resumption, Storage, UnfinishedDataset,
    is_dataset,
};

use super::{entries, open, options, write};

/// More operations than one run has.
const MANY: u64 = 1000;

#[test]
fn whatever_fails_is_named_and_leaves_no_dataset() {
    for n in 1..MANY {
        let dir = tempfile::tempdir().unwrap();
        let out = dir.path().join("out");
        match write(&out, &Storage::failing(Fault::Once(n))) {
            Ok(()) => {
                // Only cleaning up after a successful commit may fail unnoticed.
                open(&out).unwrap();
                if entries(&out).len() == 4 {
                    assert!(n > 20, "only {n} operations");
                    return;
                }
            }
            Err(error) => {
                let message = error.to_string();
                let path = dir.path().display().to_string();
                assert!(message.contains(&path), "{n}: {message}");
                assert!(
                    message.contains(&format!("operation {n} fails")),
                    "{message}"
                );
                assert!(!is_dataset(&out), "{n}");
                write(&out, &Storage::new()).unwrap();
                open(&out).unwrap();
            }
        }
    }
    panic!("no run succeeded");
}

#[test]
fn a_run_that_dies_at_any_step_leaves_nothing_or_all() {
    let (mut complete, mut finished) = (0, 0);
    for n in 1..MANY {
        let dir = tempfile::tempdir().unwrap();
        let out = dir.path().join("out");
        let storage = Storage::failing(Fault::From(n));
        let written = write(&out, &storage);
        if is_dataset(&out) {
            complete += 1;
            open(&out).unwrap();
        } else {
            let error = written.unwrap_err();
            assert!(!error.to_string().is_empty());
            assert!(open(&out).is_err());
            // The next run removes what is left; an interrupted commit has to be completed first.
            match write(&out, &Storage::new()) {
                Err(FolderError::InterruptedCommit { .. }) => {
                    let error = open(&out).unwrap_err();
                    assert!(
                        matches!(error, FolderError::InterruptedCommit { .. }),
                        "{n}: {error}"
                    );
                    let resumed = UnfinishedDataset::resume(&out, Storage::new());
                    let resumed = resumed.unwrap_or_else(|error| panic!("{n}: {error}"));
                    assert!(matches!(resumed, Resumption::Finished), "{n}");
                    finished += 1;
                }
                written => written.unwrap_or_else(|error| panic!("{n}: {error}")),
            }
            open(&out).unwrap();
            assert_eq!(
                entries(&out),
                ["castling.parquet", "games", "gaps", "manifest.json"]
            );
        }
        if storage.operations() < n {
            assert!(complete > 1, "never died after the commit");
            assert!(finished > 5, "never died during the commit");
            return;
        }
    }
    panic!("no run succeeded");
}

#[test]
fn reading_that_fails_is_named() {
    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), &Storage::new()).unwrap();
    for n in 1..MANY {
        let options = CheckOptions {
            storage: Storage::failing(Fault::Once(n)),
            ..options()
        };
        match CheckedDataset::open(dir.path(), &options) {
            Ok(_) => {
                assert!(n > 10, "only {n} operations");
                return;
            }
            Err(FolderError::Io { path, source }) => {
                assert!(path.starts_with(dir.path()));
                assert_eq!(source.to_string(), format!("operation {n} fails"));
            }
            Err(error) => panic!("{error}"),
        }
    }
    panic!("never opened");
}
