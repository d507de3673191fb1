//! Datasets that lack unreadable inputs: completed in place.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use audit960_audit::{NoObserver, Observer, audit, resume};
use audit960_dataset::{Fault, Storage};
use audit960_types::Finding;

use crate::archive::{Archive, assert_same, bytes, options, restore};
use crate::soak;
use crate::{MANY, open};

#[test]
fn an_incomplete_dataset_is_completed() {
    let mut archive = Archive::new(8);
    let whole = archive.path("whole");
    audit(
        &archive.inputs,
        &whole,
        options(Storage::new(), 2, false),
        &NoObserver,
    )
    .unwrap();
    let expected = bytes(&whole);
    let lost = archive.inputs[3].clone();
    let text = fs::read_to_string(&lost).unwrap();
    fs::remove_file(&lost).unwrap();
    std::os::unix::fs::symlink("nowhere", &lost).unwrap();
    let out = archive.path("out");
    let outcome = audit(
        &archive.inputs,
        &out,
        options(Storage::new(), 2, false),
        &NoObserver,
    );
    assert_eq!(outcome.unwrap().unreadable.len(), 1);
    assert_eq!(open(&out).unwrap().manifest()["incomplete"], true);
    // It is still unreadable: the dataset stays what it is.
    let before = bytes(&out);
    let again = resume(
        &archive.inputs,
        &out,
        options(Storage::new(), 2, false),
        &NoObserver,
    );
    assert_eq!(again.unwrap().unwrap().unreadable.len(), 1);
    assert_same(&out, &before, "still unreadable");
    fs::remove_file(&lost).unwrap();
    archive.write(3, &text);
    for n in soak::each(1..MANY) {
        let storage = Storage::failing(Fault::From(n));
        let failed = resume(
            &archive.inputs,
            &out,
            options(storage.clone(), 2, false),
            &NoObserver,
        );
        if storage.operations() < n {
            assert!(failed.unwrap().is_some());
            assert_same(&out, &expected, "whole");
            return;
        }
        // The old dataset, the new one, or a commit that both name as unfinished.
        if let Err(error) = open(&out) {
            let error = error.to_string();
            assert!(error.contains("--resume completes"), "{n}: {error}");
            let finished = resume(
                &archive.inputs,
                &out,
                options(Storage::new(), 2, false),
                &NoObserver,
            );
            finished.unwrap();
            assert_same(&out, &expected, "finished");
            restore(&out, &before);
        } else if bytes(&out).contains_key(Path::new("manifest.json")) {
            let manifest = fs::read(out.join("manifest.json")).unwrap();
            let old = manifest == before[Path::new("manifest.json")];
            assert!(
                old || manifest == expected[Path::new("manifest.json")],
                "{n}"
            );
            restore(&out, &before);
        }
    }
    panic!("never finished");
}

/// Remembers which sources had findings.
#[derive(Default)]
struct Told(Mutex<BTreeSet<String>>);

impl Observer for Told {
    fn findings(&self, source: &str, _: &[Finding]) -> io::Result<()> {
        let name = Path::new(source).file_stem().unwrap().to_string_lossy();
        self.0.lock().unwrap().insert(name.into_owned());
        Ok(())
    }
}

/// Audits an archive of which some files cannot be opened.
fn without(archive: &Archive, lost: &[usize], threads: usize) {
    let texts: Vec<String> = lost.iter().map(|file| take_away(archive, *file)).collect();
    let out = archive.path("out");
    let _ = fs::remove_dir_all(&out);
    let outcome = audit(
        &archive.inputs,
        &out,
        options(Storage::new(), threads, false),
        &NoObserver,
    );
    assert_eq!(outcome.unwrap().unreadable.len(), lost.len());
    for (file, text) in lost.iter().zip(texts) {
        let path = &archive.inputs[*file];
        fs::remove_file(path).unwrap();
        fs::write(path, text).unwrap();
    }
}

/// Replaces a file with a dangling link; returns its text.
fn take_away(archive: &Archive, file: usize) -> String {
    let path = &archive.inputs[file];
    let text = fs::read_to_string(path).unwrap();
    fs::remove_file(path).unwrap();
    std::os::unix::fs::symlink("nowhere", path).unwrap();
    text
}

/// Resumes the audit of an archive into `out`; returns the files that had findings reported.
fn resume_reported(archive: &Archive, threads: usize) -> BTreeSet<String> {
    let (out, seen) = (archive.path("out"), Told::default());
    let options = options(Storage::new(), threads, false);
    resume(&archive.inputs, &out, options, &seen).unwrap();
    seen.0.into_inner().unwrap()
}

/// The dataset of the whole archive.
fn expected(archive: &Archive) -> BTreeMap<PathBuf, Vec<u8>> {
    let whole = archive.path("whole");
    let _ = fs::remove_dir_all(&whole);
    let options = options(Storage::new(), 1, false);
    audit(&archive.inputs, &whole, options, &NoObserver).unwrap();
    bytes(&whole)
}

#[test]
fn what_comes_before_the_first_failed_input_is_not_replayed_again() {
    let archive = Archive::new(12);
    let whole = expected(&archive);
    for threads in 1..=3 {
        without(&archive, &[5, 8], threads);
        let incomplete = bytes(&archive.path("out"));
        without(&archive, &[5, 8], 4 - threads);
        assert_same(&archive.path("out"), &incomplete, "any number of threads");
        let seen = resume_reported(&archive, threads);
        assert!(seen.iter().all(|name| name.as_str() >= "05"), "{seen:?}");
        assert!(seen.contains("05") && seen.contains("10"), "{seen:?}");
        assert_same(&archive.path("out"), &whole, "resumed");
    }
    // One of them is still missing: the next run begins there.
    without(&archive, &[5, 8], 2);
    let text = take_away(&archive, 8);
    resume_reported(&archive, 2);
    assert_eq!(
        open(&archive.path("out")).unwrap().manifest()["incomplete"],
        true
    );
    fs::remove_file(&archive.inputs[8]).unwrap();
    fs::write(&archive.inputs[8], text).unwrap();
    let seen = resume_reported(&archive, 2);
    assert!(seen.iter().all(|name| name.as_str() >= "08"), "{seen:?}");
    assert_same(&archive.path("out"), &whole, "at the second time");
}

#[test]
fn an_incomplete_dataset_of_other_text_or_options_is_made_anew() {
    let archive = Archive::new(8);
    without(&archive, &[4], 2);
    let mut fewer = archive.inputs.clone();
    fewer.remove(1);
    let failed = resume(
        &fewer,
        &archive.path("out"),
        options(Storage::new(), 2, false),
        &NoObserver,
    );
    let message = format!("{:#}", failed.unwrap_err());
    assert!(message.contains("01.pgn, which is not among"), "{message}");
    // What it kept is gone, or is something else.
    let kept = archive.path("out").join("_checkpoint");
    for damage in [
        |path: &Path| fs::remove_file(path),
        |path: &Path| fs::write(path, "x"),
    ] {
        without(&archive, &[4], 2);
        damage(&kept).unwrap();
        assert!(resume_reported(&archive, 2).contains("01"));
        assert_same(&archive.path("out"), &expected(&archive), "nothing kept");
    }
    without(&archive, &[4], 2);
    // Text before the failed input.
    let text = fs::read_to_string(&archive.inputs[2]).unwrap();
    fs::write(&archive.inputs[2], text.replace("A2", "Z2")).unwrap();
    let seen = resume_reported(&archive, 2);
    assert!(seen.contains("01"), "{seen:?}");
    assert_same(&archive.path("out"), &expected(&archive), "other text");
    without(&archive, &[4], 2);
    let moves = || {
        let mut options = options(Storage::new(), 2, false);
        options.audit.with_moves = true;
        options
    };
    resume(&archive.inputs, &archive.path("out"), moves(), &NoObserver).unwrap();
    let whole = archive.path("moves");
    audit(&archive.inputs, &whole, moves(), &NoObserver).unwrap();
    assert_same(&archive.path("out"), &bytes(&whole), "other options");
}
