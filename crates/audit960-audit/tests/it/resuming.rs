//! Interrupted audits that are resumed: the dataset is that of an uninterrupted audit.

use std::fs;
use std::sync::atomic::{AtomicU64, Ordering};

use audit960_audit::{NoObserver, Observer, Options, ProgressCounts, Stopped, audit, resume};
use audit960_dataset::{Fault, Storage, can_be_resumed, is_dataset};

use crate::archive::{Archive, assert_same, bytes, options};
use crate::soak;
use crate::{MANY, open};

/// Fails audits at each operation in turn and resumes them.
fn go_on_after_each(fault: impl Fn(u64) -> Fault, duplicates: bool) {
    let archive = Archive::new(12);
    let whole = archive.path("whole");
    audit(
        &archive.inputs,
        &whole,
        options(Storage::new(), 1, duplicates),
        &NoObserver,
    )
    .unwrap();
    let expected = bytes(&whole);
    assert!(expected.len() > 12, "{:?}", expected.keys());
    let (mut resumed, mut anew) = (0, 0);
    for n in soak::each(1..MANY) {
        let out = archive.path("out");
        let threads = 1 + n as usize % 3;
        let storage = Storage::failing(fault(n));
        let first = options(storage.clone(), threads, duplicates);
        let result = audit(&archive.inputs, &out, first, &NoObserver);
        let through = storage.operations() < n;
        if through {
            result.unwrap();
        } else {
            match can_be_resumed(&out) {
                true => resumed += 1,
                false => anew += 1,
            }
            // Every third one fails once more.
            if n % 3 == 0 {
                let storage = Storage::failing(Fault::From(1 + n % 71));
                let again = options(storage, 2, duplicates);
                let _ = resume(&archive.inputs, &out, again, &NoObserver);
            }
            let again = options(Storage::new(), 4 - threads, duplicates);
            let ended = resume(&archive.inputs, &out, again, &NoObserver);
            ended.unwrap_or_else(|error| panic!("{n}: {error:#}"));
        }
        assert_same(&out, &expected, &format!("operation {n}"));
        fs::remove_dir_all(&out).unwrap();
        if through {
            println!("{n} operations; {resumed} audits were resumed, {anew} begun anew");
            assert!(resumed * soak::stride() > 100, "{resumed}");
            return;
        }
    }
    panic!("no audit was finished after {MANY} operations");
}

#[test]
fn an_audit_that_died_at_any_operation_is_resumed() {
    go_on_after_each(Fault::From, false);
}

#[test]
fn an_audit_that_failed_at_any_operation_is_resumed() {
    go_on_after_each(Fault::Once, false);
}

#[test]
fn a_search_for_copies_is_resumed() {
    go_on_after_each(Fault::From, true);
}

/// Asks to stop after some games.
struct StopsAfter(u64, AtomicU64);

impl Observer for StopsAfter {
    fn advance(&self, counts: ProgressCounts) {
        self.1.store(counts.games, Ordering::Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.1.load(Ordering::Relaxed) >= self.0
    }
}

#[test]
fn a_stopped_audit_loses_nothing() {
    let archive = Archive::new(30);
    let whole = archive.path("whole");
    let each = |threads| Options {
        checkpoint_chunks: None,
        ..options(Storage::new(), threads, true)
    };
    audit(&archive.inputs, &whole, each(2), &NoObserver).unwrap();
    let expected = bytes(&whole);
    for (games, threads) in [(0, 1), (1, 2), (10, 3), (40, 2), (70, 3)] {
        let out = archive.path("out");
        let observer = StopsAfter(games, AtomicU64::new(0));
        let stopped = audit(&archive.inputs, &out, each(threads), &observer).unwrap_err();
        assert!(stopped.is::<Stopped>());
        assert!(can_be_resumed(&out) && !is_dataset(&out));
        // Stopped before anything was replayed again: nothing is lost.
        let at_once = StopsAfter(0, AtomicU64::new(0));
        let stopped = resume(&archive.inputs, &out, each(1), &at_once).unwrap_err();
        assert!(stopped.is::<Stopped>());
        assert!(can_be_resumed(&out) && !is_dataset(&out));
        let outcome = resume(&archive.inputs, &out, each(2), &NoObserver).unwrap();
        let games = outcome.unwrap().tally.verdicts.total();
        assert_eq!(open(&out).unwrap().manifest()["totals"]["games"], games);
        assert_same(&out, &expected, &format!("{games} games"));
        // There is nothing left to do, and nothing is done.
        let left = resume(&archive.inputs, &out, each(2), &NoObserver).unwrap();
        assert!(left.is_none());
        assert_same(&out, &expected, "nothing left");
        fs::remove_dir_all(&out).unwrap();
    }
}

#[test]
fn only_the_same_audit_is_resumed() {
    let mut archive = Archive::new(10);
    let out = archive.path("out");
    let whole = archive.path("whole");
    audit(
        &archive.inputs,
        &whole,
        options(Storage::new(), 1, false),
        &NoObserver,
    )
    .unwrap();
    let stop = || {
        let observer = StopsAfter(8, AtomicU64::new(0));
        let mut inputs = archive.inputs.clone();
        inputs.truncate(10);
        let _ = fs::remove_dir_all(&out);
        audit(&inputs, &out, options(Storage::new(), 1, false), &observer).unwrap_err();
    };
    let error = |inputs: &[String], options: Options| {
        let failed = resume(inputs, &out, options, &NoObserver).unwrap_err();
        format!("{failed:#}")
    };
    stop();
    let usual = || options(Storage::new(), 1, false);
    let mut moves = usual();
    moves.audit.with_moves = true;
    let message = error(&archive.inputs, moves);
    assert!(message.contains("begun with other options"), "{message}");
    let message = error(&archive.inputs[1..], usual());
    assert!(message.contains("begun with other inputs"), "{message}");
    // Of the same length, and in a file that had been read.
    let first = archive.inputs[0].clone();
    let text = fs::read_to_string(&first).unwrap();
    fs::write(&first, text.replace("A0", "Z0")).unwrap();
    let message = error(&archive.inputs, usual());
    assert!(message.contains("have changed"), "{message}");
    fs::write(&first, &text).unwrap();
    // Cut short: the text ends before the checkpoint.
    for file in 1..10 {
        fs::write(&archive.inputs[file], "").unwrap();
    }
    let message = error(&archive.inputs, usual());
    assert!(message.contains("have changed"), "{message}");
    archive = Archive {
        folder: archive.folder,
        inputs: Vec::new(),
    };
    let again = Archive::new(10);
    for file in 0..10 {
        let text = fs::read_to_string(&again.inputs[file]).unwrap();
        archive.write(file, &text);
    }
    let checkpoint = out.join("_inprogress/checkpoint");
    let bytes_of = fs::read(&checkpoint).unwrap();
    let mut damaged = bytes_of.clone();
    damaged[100] ^= 4;
    fs::write(&checkpoint, damaged).unwrap();
    let message = error(&archive.inputs, usual());
    assert!(message.contains("checkpoint is damaged"), "{message}");
    fs::write(&checkpoint, bytes_of).unwrap();
    // After all this the audit can still be resumed.
    resume(&archive.inputs, &out, usual(), &NoObserver).unwrap();
    assert_same(&out, &bytes(&whole), "after all");
}
