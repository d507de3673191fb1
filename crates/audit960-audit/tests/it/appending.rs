//! Inputs added to a dataset: the rows are those of one audit of all of them, whatever fails on the way.

use std::fs;
use std::path::Path;

use audit960_audit::{NoObserver, Options, append, audit, resume};
use audit960_dataset::tables::{first_difference, verify};
use audit960_dataset::{Fault, Storage};

use crate::archive::{Archive, assert_same, bytes, options, restore};
use crate::soak;
use crate::{MANY, open};

fn usual() -> Options {
    options(Storage::new(), 2, false)
}

/// Asserts that both datasets have the same rows and that their manifests have the same counts.
fn assert_same_rows(out: &Path, whole: &Path, context: &str) {
    let (out, whole) = (open(out).unwrap(), open(whole).unwrap());
    let verified = verify(out.dir(), &|table| out.files(table), out.manifest());
    verified.unwrap_or_else(|difference| panic!("{context}: {difference}"));
    let names = |dataset: &audit960_dataset::CheckedDataset| dataset.tables().collect::<Vec<_>>();
    assert_eq!(names(&out), names(&whole), "{context}");
    for table in whole.tables() {
        let difference = first_difference(table, out.files(table), whole.files(table)).unwrap();
        assert!(difference.is_none(), "{context}: {}", difference.unwrap());
    }
    for key in [
        "totals",
        "inputs",
        "options",
        "incomplete",
        "program_version",
    ] {
        assert_eq!(
            out.manifest()[key],
            whole.manifest()[key],
            "{context}: {key}"
        );
    }
}

#[test]
fn rows_are_those_of_one_audit() {
    let archive = Archive::new(12);
    let whole = archive.path("whole");
    audit(&archive.inputs, &whole, usual(), &NoObserver).unwrap();
    for cuts in [vec![1], vec![6], vec![11], vec![3, 4, 9], (1..12).collect()] {
        let out = archive.path("out");
        let mut from = 0;
        for (runs, to) in cuts.iter().copied().chain([12]).enumerate() {
            // The earlier inputs are given again, and are known.
            let outcome = append(&archive.inputs[..to], &out, usual(), false, &NoObserver);
            let outcome = outcome.unwrap().unwrap();
            assert_eq!(outcome.sources, to - from, "{cuts:?}");
            assert_eq!(outcome.known_inputs, from, "{cuts:?}");
            let runs = (runs > 0).then_some(runs as u64 + 1);
            assert_eq!(open(&out).unwrap().manifest()["runs"].as_u64(), runs);
            from = to;
        }
        assert_same_rows(&out, &whole, &format!("{cuts:?}"));
        let before = bytes(&out);
        let left = append(&archive.inputs, &out, usual(), false, &NoObserver).unwrap();
        assert!(left.is_none());
        assert_same(&out, &before, "nothing left");
        fs::remove_dir_all(&out).unwrap();
    }
}

/// Tables that have rows only before, or only after the cut; positions; a second reading of all games.
#[test]
fn tables_may_be_new_or_at_their_end() {
    let mut archive = Archive::new(3);
    archive.write(3, "[Event \"a\"]\n\n1. e4 *\n");
    let epd = archive.path("a.epd");
    fs::write(
        &epd,
        "bnrqkrnb/pppppppp/8/8/8/8/PPPPPPPP/BNRQKRNB w KQkq -\n4k3 w\n",
    )
    .unwrap();
    archive.inputs.push(epd.to_str().unwrap().to_owned());
    archive
        .inputs
        .push(archive.path("none.pgn").to_str().unwrap().to_owned());
    fs::write(archive.path("none.pgn"), "").unwrap();
    let more = || {
        let mut more = usual();
        more.crosscheck = true;
        more.audit.with_moves = true;
        more
    };
    let reversed: Vec<String> = archive.inputs.iter().rev().cloned().collect();
    for inputs in [&archive.inputs, &reversed] {
        for cut in 1..inputs.len() {
            let (whole, out) = (archive.path("whole"), archive.path("out"));
            audit(inputs, &whole, more(), &NoObserver).unwrap();
            audit(&inputs[..cut], &out, more(), &NoObserver).unwrap();
            append(&inputs[cut..], &out, more(), false, &NoObserver).unwrap();
            assert_same_rows(&out, &whole, &format!("{cut}"));
            fs::remove_dir_all(&out).unwrap();
            fs::remove_dir_all(&whole).unwrap();
        }
    }
}

#[test]
fn what_would_not_be_one_audit_is_refused() {
    let mut archive = Archive::new(6);
    let out = archive.path("out");
    audit(&archive.inputs[..4], &out, usual(), &NoObserver).unwrap();
    let before = bytes(&out);
    let refused = |inputs: &[String], options: Options, why: &str| {
        let error = append(inputs, &out, options, false, &NoObserver).unwrap_err();
        let message = format!("{error:#}");
        assert!(message.contains(why), "{message}");
        assert_same(&out, &before, why);
    };
    let mut other = usual();
    other.audit.with_moves = true;
    refused(
        &archive.inputs,
        other,
        "written without moves, but this is an audit with moves",
    );
    let mut other = usual();
    other.table_texts.law = Some("a table".to_owned());
    refused(&archive.inputs, other, "another law table");
    let copies = options(Storage::new(), 2, true);
    refused(&archive.inputs, copies, "all games of an archive");
    // Of the same length, and longer.
    let first = fs::read_to_string(&archive.inputs[0]).unwrap();
    for text in [first.replace("A0", "Z0"), first.repeat(2)] {
        archive.write(0, &text);
        refused(
            &archive.inputs,
            usual(),
            "00.pgn: the dataset holds an input of this name",
        );
    }
    archive.write(0, &first);
    // Under another name it is still known.
    let copy = archive.path("copy.pgn");
    fs::write(&copy, &first).unwrap();
    let copies = [copy.to_str().unwrap().to_owned()];
    let left = append(&copies, &out, usual(), false, &NoObserver).unwrap();
    assert!(left.is_none());
    assert_same(&out, &before, "a copy");
    // An incomplete dataset has to be completed first.
    let lost = archive.path("lost.pgn");
    std::os::unix::fs::symlink("nowhere", &lost).unwrap();
    let lost = [lost.to_str().unwrap().to_owned()];
    let outcome = append(&lost, &out, usual(), false, &NoObserver);
    assert!(outcome.is_err());
    let both = [lost[0].clone(), archive.inputs[5].clone()];
    let outcome = append(&both, &out, usual(), false, &NoObserver).unwrap();
    assert_eq!(outcome.unwrap().unreadable.len(), 1);
    let error = append(&archive.inputs, &out, usual(), false, &NoObserver).unwrap_err();
    assert!(format!("{error:#}").contains("the dataset is incomplete"));
    fs::remove_file(archive.path("lost.pgn")).unwrap();
}

/// Fails appends at each operation in turn and resumes them.
fn go_on_after_each(fault: impl Fn(u64) -> Fault) {
    let archive = Archive::new(10);
    let (old, new) = (archive.path("old"), archive.path("new"));
    let (few, all) = (&archive.inputs[..4], &archive.inputs[..]);
    audit(few, &old, options(Storage::new(), 1, false), &NoObserver).unwrap();
    let before = bytes(&old);
    restore(&new, &before);
    append(
        all,
        &new,
        options(Storage::new(), 1, false),
        false,
        &NoObserver,
    )
    .unwrap();
    let expected = bytes(&new);
    let out = archive.path("out");
    let (mut resumed, mut half_done) = (0, 0);
    for n in soak::each(1..MANY) {
        restore(&out, &before);
        let threads = 1 + n as usize % 3;
        let storage = Storage::failing(fault(n));
        let first = options(storage.clone(), threads, false);
        let result = append(all, &out, first, false, &NoObserver);
        let through = storage.operations() < n;
        if through {
            result.unwrap();
        } else {
            // The old dataset, the new one, or a commit that readers refuse by name.
            let manifest = fs::read(out.join("manifest.json")).unwrap();
            match open(&out) {
                Ok(_) => {
                    let old = manifest == before[Path::new("manifest.json")];
                    let new = manifest == expected[Path::new("manifest.json")];
                    assert!(old || new, "{n}");
                    assert!(new || result.is_err(), "{n}");
                }
                Err(error) => {
                    let error = error.to_string();
                    assert!(error.contains("--resume completes"), "{n}: {error}");
                    half_done += 1;
                }
            }
            resumed += u64::from(audit960_dataset::can_be_resumed(&out));
            if n % 3 == 0 {
                let storage = Storage::failing(Fault::From(1 + n % 71));
                let _ = append(all, &out, options(storage, 2, false), true, &NoObserver);
            }
            let again = options(Storage::new(), 4 - threads, false);
            let ended = append(all, &out, again, true, &NoObserver);
            ended.unwrap_or_else(|error| panic!("{n}: {error:#}"));
        }
        assert_same(&out, &expected, &format!("operation {n}"));
        fs::remove_dir_all(&out).unwrap();
        if through {
            println!("{n} operations; {resumed} were resumed, {half_done} had a commit to finish");
            assert!(resumed * soak::stride() > 50, "{resumed}");
            // A tenth of the operations can miss the few in which a commit is half done.
            assert!(soak::stride() > 1 || half_done > 10, "{half_done}");
            return;
        }
    }
    panic!("no append was finished after {MANY} operations");
}

#[test]
fn an_append_that_died_at_any_operation_is_resumed() {
    go_on_after_each(Fault::From);
}

#[test]
fn an_append_that_failed_at_any_operation_is_resumed() {
    go_on_after_each(Fault::Once);
}

#[test]
fn an_append_is_resumed_only_as_the_same_append() {
    let archive = Archive::new(8);
    let out = archive.path("out");
    audit(&archive.inputs[..2], &out, usual(), &NoObserver).unwrap();
    // It fails after some checkpoints.
    let storage = Storage::failing(Fault::From(60));
    let failing = options(storage, 1, false);
    append(&archive.inputs, &out, failing, false, &NoObserver).unwrap_err();
    assert!(audit960_dataset::can_be_resumed(&out));
    let error = resume(&archive.inputs[2..], &out, usual(), &NoObserver).unwrap_err();
    let message = format!("{error:#}");
    assert!(message.contains("it was begun with --append"), "{message}");
    let error = append(&archive.inputs[..5], &out, usual(), true, &NoObserver).unwrap_err();
    let message = format!("{error:#}");
    assert!(message.contains("with other inputs"), "{message}");
    append(&archive.inputs, &out, usual(), true, &NoObserver).unwrap();
    let whole = archive.path("whole");
    audit(&archive.inputs, &whole, usual(), &NoObserver).unwrap();
    assert_same_rows(&out, &whole, "resumed");
}
