//! Damaged datasets, and the messages about them.

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use crate::folder::{CheckOptions, CheckedDataset, Storage};

use super::{count, open, options, write};

/// Damages a dataset.
type Spoil<'s> = &'s dyn Fn(&Path);

/// The message about a damaged dataset.
fn refusal(spoil: impl Fn(&Path)) -> String {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("out");
    write(&out, &Storage::new()).unwrap();
    spoil(&out);
    let error = open(&out).unwrap_err().to_string();
    assert!(error.contains(&out.display().to_string()), "{error}");
    error
}

#[test]
fn what_is_not_a_dataset_is_explained() {
    let dir = tempfile::tempdir().unwrap();
    let message = |path: &Path| open(path).unwrap_err().to_string();
    assert!(message(dir.path()).ends_with("is not a dataset: the folder is empty"));
    assert!(message(&dir.path().join("nowhere")).contains("No such file"));
    fs::create_dir(dir.path().join("_inprogress")).unwrap();
    assert!(message(dir.path()).contains("audit that is not finished"));
    let file = dir.path().join("file");
    fs::write(&file, "").unwrap();
    assert!(message(&file).contains("is not a dataset: it is a file"));
}

#[test]
fn differences_are_named() {
    let game = |out: &Path| out.join("games/part-00000.parquet");
    let cases: [(&str, Spoil<'_>); 8] = [
        ("is missing", &|out| fs::remove_file(game(out)).unwrap()),
        ("bytes, and the manifest says 14", &|out| {
            fs::write(game(out), "one\n").unwrap();
        }),
        ("rows, and the manifest says 3", &|out| {
            fs::write(game(out), "oneX two\nthree").unwrap();
        }),
        ("its checksum is not the one", &|out| {
            fs::write(game(out), "one\ntwo\nThree\n").unwrap();
        }),
        ("is not listed", &|out| {
            fs::copy(game(out), out.join("games/part-00002.parquet")).unwrap();
        }),
        ("is not listed", &|out| {
            fs::copy(game(out), out.join("duplicates.parquet")).unwrap();
        }),
        ("its checksum", &|out| {
            let path = out.join("manifest.json");
            let text = fs::read_to_string(&path).unwrap();
            fs::write(&path, text.replace("\"games\": 4", "\"games\": 5")).unwrap();
        }),
        ("format version 999", &|out| {
            fs::write(out.join("manifest.json"), "{\"format_version\": 999}").unwrap();
        }),
    ];
    for (words, spoil) in cases {
        let error = refusal(spoil);
        assert!(error.contains(words), "{words}: {error}");
    }
}

#[cfg(unix)]
#[test]
fn what_is_not_a_regular_file_is_named() {
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    let swap = |out: &Path, path: &str| {
        let kept = out.join("kept");
        fs::rename(out.join(path), &kept).unwrap();
        symlink(&kept, out.join(path)).unwrap();
    };
    for path in ["games", "games/part-00000.parquet", "manifest.json"] {
        let error = refusal(|out| swap(out, path));
        assert!(error.contains("is a link"), "{error}");
    }
    let error = refusal(|out| {
        let path = out.join("castling.parquet");
        fs::remove_file(&path).unwrap();
        drop(UnixListener::bind(&path).unwrap());
    });
    assert!(error.contains("is a socket"), "{error}");
}

#[test]
fn a_verified_file_is_cached_until_it_changes() {
    let dir = tempfile::tempdir().unwrap();
    let (out, memory) = (dir.path().join("out"), dir.path().join("memory"));
    write(&out, &Storage::new()).unwrap();
    let path = out.join("games/part-00000.parquet");
    // Files changed within the last seconds are not cached: another change could have the same time.
    sleep(Duration::from_secs(4));
    // The number of operations shows whether the files were read: three more reads a file.
    let opened = || {
        let storage = Storage::failing(crate::folder::Fault::Once(u64::MAX));
        let options = CheckOptions {
            memory: Some(memory.clone()),
            storage: storage.clone(),
            ..CheckOptions::new(&count)
        };
        CheckedDataset::open(&out, &options).map(|_| storage.operations())
    };
    let first = opened().unwrap();
    let second = opened().unwrap();
    assert!(second < first, "{second} operations, {first} before");
    fs::write(&path, "one\ntwo\nThree\n").unwrap();
    assert!(opened().is_err());
    fs::write(&path, "one\ntwo\nthree\n").unwrap();
    assert!(opened().unwrap() > second);
    let unchecked = CheckOptions {
        checksums: false,
        ..options()
    };
    fs::write(&path, "one\ntwo\nThree\n").unwrap();
    assert!(CheckedDataset::open(&out, &unchecked).is_ok());
}
