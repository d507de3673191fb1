//! What is found wrong with a dataset, and how it is named.

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use crate::{CheckOptions, CheckedDataset, Storage};

use super::{count, open, options, write};

/// What is done to a dataset.
type Spoil<'s> = &'s dyn Fn(&Path);

/// The sentence about a dataset that was spoilt.
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
fn what_is_no_dataset_is_said() {
    let dir = tempfile::tempdir().unwrap();
    let said = |path: &Path| open(path).unwrap_err().to_string();
    assert!(said(dir.path()).ends_with("is no dataset: the folder is empty"));
    assert!(said(&dir.path().join("nowhere")).contains("No such file"));
    fs::create_dir(dir.path().join("_inprogress")).unwrap();
    assert!(said(dir.path()).contains("audit that is not finished"));
    let file = dir.path().join("file");
    fs::write(&file, "").unwrap();
    assert!(said(&file).contains("is no dataset"));
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
        ("its bytes are not those", &|out| {
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
fn what_is_no_regular_file_is_named() {
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
fn what_was_found_right_is_remembered_until_it_changes() {
    let dir = tempfile::tempdir().unwrap();
    let (out, memory) = (dir.path().join("out"), dir.path().join("memory"));
    write(&out, &Storage::new()).unwrap();
    let path = out.join("games/part-00000.parquet");
    // Changes within the last seconds are not remembered: another one could have the same time.
    sleep(Duration::from_secs(4));
    // Operations tell whether the files were read: three more reads a file.
    let opened = || {
        let storage = Storage::failing(crate::Fault::Once(u64::MAX));
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
