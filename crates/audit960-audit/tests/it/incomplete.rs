//! Datasets that lack unreadable inputs: completed in place.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use audit960_audit::{NoObserver, audit, resume};
use audit960_dataset::{Fault, Storage};

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

/// The dataset of the whole archive.
fn expected(archive: &Archive) -> BTreeMap<PathBuf, Vec<u8>> {
    let whole = archive.path("whole");
    let _ = fs::remove_dir_all(&whole);
    let options = options(Storage::new(), 1, false);
    audit(&archive.inputs, &whole, options, &NoObserver).unwrap();
    bytes(&whole)
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
    without(&archive, &[4], 2);
    // Text before the failed input.
    let text = fs::read_to_string(&archive.inputs[2]).unwrap();
    fs::write(&archive.inputs[2], text.replace("A2", "Z2")).unwrap();
    let plain = options(Storage::new(), 2, false);
    resume(&archive.inputs, &archive.path("out"), plain, &NoObserver).unwrap();
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
