//! Whole audits that are made to fail, at every file operation and by a worker that panics; and rows of
//! ranges.

// Helpers of tests may fail like tests; their names say what they do.
#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs)]

mod appending;
mod archive;
/// Where the archives are, for all packages.
#[path = "../../../../tests/corpus.rs"]
#[allow(dead_code, reason = "each package uses a part of it")]
mod at_hand;
mod incomplete;
mod range_files;
mod ranges;
mod resuming;
/// How much of a soak test one run does.
#[path = "../../../../tests/soak.rs"]
#[allow(dead_code, reason = "each package uses a part of it")]
mod soak;

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use audit960_audit::{NoObserver, Observer, Options, ProgressCounts, Stopped, audit, resume};
use audit960_dataset::tables::count_rows;
use audit960_dataset::{CheckOptions, CheckedDataset, Fault, Storage, can_be_resumed, is_dataset};

/// A game with rows in each table but the rare ones.
const GAME: &str = "[Event \"x\"]\n[Site \"?\"]\n[Date \"2020.01.02\"]\n[Round \"1\"]\n\
    [White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\nstray\n\n1. e4 e5 2. Nf6 1-0\n\n";

/// More operations than a small audit has.
const MANY: u64 = 10_000;

fn options(storage: Storage) -> Options {
    Options {
        threads: 2,
        duplicates: true,
        storage,
        ..Options::default()
    }
}

fn open(dir: &Path) -> Result<CheckedDataset, audit960_dataset::FolderError> {
    let options = CheckOptions {
        memory: None,
        ..CheckOptions::new(&count_rows)
    };
    CheckedDataset::open(dir, &options)
}

/// Runs audits that fail at each operation in turn, until one succeeds. Returns how many there were.
fn fail_at_each(fault: impl Fn(u64) -> Fault) -> u64 {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("a.pgn");
    fs::write(&input, GAME.repeat(3)).unwrap();
    let inputs = [input.to_str().unwrap().to_owned()];
    for n in soak::each(1..MANY) {
        let out = folder.path().join(format!("out{n}"));
        let storage = Storage::failing(fault(n));
        let result = audit(&inputs, &out, options(storage.clone()), &NoObserver);
        if is_dataset(&out) {
            open(&out).unwrap();
        } else {
            let message = format!("{:#}", result.as_ref().err().unwrap());
            assert!(message.contains("fails"), "{n}: {message}");
            // The path of the dataset, or of the folder that holds it, which is synced when it is created.
            assert!(
                message.contains(folder.path().to_str().unwrap()),
                "{n}: {message}"
            );
            assert!(open(&out).is_err());
            // What is left does not keep the next run from the folder, except for a commit to be finished.
            if let Err(error) = audit(&inputs, &out, options(Storage::new()), &NoObserver) {
                let error = error.to_string();
                assert!(error.contains("--resume completes"), "{n}: {error}");
                let finished = resume(&inputs, &out, options(Storage::new()), &NoObserver);
                assert!(finished.unwrap().is_none());
            }
            open(&out).unwrap();
        }
        if storage.operations() < n {
            result.unwrap();
            return n;
        }
    }
    panic!("no audit was finished after {MANY} operations");
}

#[test]
fn an_audit_that_fails_once_at_any_operation_leaves_no_false_manifest() {
    let operations = fail_at_each(Fault::Once);
    println!("{operations} operations");
    assert!(operations > 40);
}

#[test]
fn an_audit_that_dies_at_any_operation_leaves_no_false_manifest() {
    let operations = fail_at_each(Fault::From);
    println!("{operations} operations");
    assert!(operations > 40);
}

/// Panics, or asks to stop, when some games are replayed.
struct Breaks {
    panics: bool,
    games: AtomicU64,
}

impl Observer for Breaks {
    fn advance(&self, counts: ProgressCounts) {
        self.games.store(counts.games, Ordering::Relaxed);
        assert!(
            !self.panics || counts.games == 0,
            "a piece without a square"
        );
    }

    fn is_stopped(&self) -> bool {
        !self.panics && self.games.load(Ordering::Relaxed) > 0
    }
}

#[test]
fn a_panic_in_a_worker_ends_the_run_and_says_what_was_read() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("a.pgn");
    // Many chunks, so that workers wait for each other.
    fs::write(&input, GAME.repeat(100_000)).unwrap();
    let inputs = [input.to_str().unwrap().to_owned()];
    for panics in [true, false] {
        let observer = Breaks {
            panics,
            games: AtomicU64::new(0),
        };
        let out = folder.path().join("out");
        let error = audit(&inputs, &out, options(Storage::new()), &observer).unwrap_err();
        if panics {
            let message = error.to_string();
            assert!(message.contains("a.pgn") && message.contains("a piece without a square"));
            assert!(message.contains("please report it"), "{message}");
        } else {
            assert!(error.is::<Stopped>());
        }
        assert!(!is_dataset(&out));
        assert_eq!(can_be_resumed(&out), !panics);
        // Where nothing can be resumed, nothing is left.
        assert_eq!(out.exists(), !panics);
    }
}
