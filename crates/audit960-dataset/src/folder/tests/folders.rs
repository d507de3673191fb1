//! What the output folder may hold, and what is never touched.

use std::fs;

use crate::folder::{FolderError, Storage, UnfinishedDataset, is_dataset};

use super::{entries, open, write};

#[test]
fn a_finished_run_leaves_a_dataset_and_nothing_else() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("new/out");
    let work = UnfinishedDataset::begin(&out, Storage::new()).unwrap();
    assert_eq!(entries(&out), ["_inprogress"]);
    assert!(!is_dataset(&out));
    drop(work);
    assert!(!out.exists());
    write(&out, &Storage::new()).unwrap();
    assert_eq!(
        entries(&out),
        ["castling.parquet", "games", "gaps", "manifest.json"]
    );
    let dataset = open(&out).unwrap();
    assert_eq!(dataset.files("games").len(), 2);
    assert_eq!(dataset.manifest()["totals"]["games"], 4);
}

#[test]
fn a_folder_that_holds_anything_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("notes.txt"), "mine").unwrap();
    let error = write(dir.path(), &Storage::new()).unwrap_err();
    assert!(matches!(error, FolderError::NotEmpty { .. }), "{error}");
    assert_eq!(entries(dir.path()), ["notes.txt"]);
    let out = dir.path().join("out");
    write(&out, &Storage::new()).unwrap();
    let error = write(&out, &Storage::new()).unwrap_err();
    assert!(matches!(error, FolderError::NotEmpty { .. }), "{error}");
    open(&out).unwrap();
}

#[test]
fn two_runs_do_not_share_a_folder() {
    let dir = tempfile::tempdir().unwrap();
    let first = UnfinishedDataset::begin(dir.path(), Storage::new()).unwrap();
    let error = write(dir.path(), &Storage::new()).unwrap_err();
    assert!(matches!(error, FolderError::InUse { .. }), "{error}");
    drop(first);
    write(dir.path(), &Storage::new()).unwrap();
}

#[test]
fn what_a_dead_run_left_is_removed() {
    let dir = tempfile::tempdir().unwrap();
    let work = dir.path().join("_inprogress");
    fs::create_dir_all(work.join("games")).unwrap();
    fs::write(work.join("games/part-00007.parquet"), "half a file").unwrap();
    fs::write(work.join("lock"), "audit960\n").unwrap();
    write(dir.path(), &Storage::new()).unwrap();
    assert_eq!(open(dir.path()).unwrap().files("games").len(), 2);
    assert!(!work.exists());
}

#[test]
fn an_inprogress_of_others_is_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let work = dir.path().join("_inprogress");
    let refused = || {
        let error = write(dir.path(), &Storage::new()).unwrap_err();
        assert!(matches!(error, FolderError::Foreign { .. }), "{error}");
        assert!(error.to_string().contains("_inprogress"), "{error}");
    };
    fs::create_dir(&work).unwrap();
    fs::write(work.join("thesis.txt"), "ten years").unwrap();
    refused();
    fs::write(work.join("lock"), "another program's").unwrap();
    refused();
    fs::write(work.join("lock"), "audit960\n").unwrap();
    refused();
    assert_eq!(fs::read(work.join("thesis.txt")).unwrap(), b"ten years");
    fs::remove_dir_all(&work).unwrap();
    fs::write(&work, "a file").unwrap();
    refused();
    assert_eq!(fs::read(&work).unwrap(), b"a file");
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    use std::os::unix::fs::symlink;

    let dir = tempfile::tempdir().unwrap();
    let theirs = dir.path().join("theirs");
    fs::create_dir(&theirs).unwrap();
    fs::write(theirs.join("lock"), "audit960\n").unwrap();
    fs::create_dir(theirs.join("games")).unwrap();
    fs::write(theirs.join("games/a.parquet"), "theirs").unwrap();
    let out = dir.path().join("out");
    fs::create_dir(&out).unwrap();
    symlink(&theirs, out.join("_inprogress")).unwrap();
    let error = write(&out, &Storage::new()).unwrap_err();
    assert!(error.to_string().contains("is a link"), "{error}");
    assert_eq!(fs::read(theirs.join("games/a.parquet")).unwrap(), b"theirs");
    assert_eq!(entries(&out), ["_inprogress"]);
}
