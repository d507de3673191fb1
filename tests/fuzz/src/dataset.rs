//! Datasets that somebody else may have written.

use std::io::Write as _;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::sync::{Once, OnceLock};

use audit960_dataset::tables::{count_rows, first_difference};
use audit960_dataset::{CheckOptions, CheckedDataset, Storage, UnfinishedDataset};
use serde_json::Map;

/// A folder of this process, used for every input.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("audit960-fuzz-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// A dataset with one table, and its manifest.
fn whole() -> &'static (PathBuf, Vec<u8>) {
    static WHOLE: OnceLock<(PathBuf, Vec<u8>)> = OnceLock::new();
    WHOLE.get_or_init(|| {
        let dir = folder("dataset").join("whole");
        let _ = std::fs::remove_dir_all(&dir);
        let work = UnfinishedDataset::begin(&dir, Storage::new()).expect("a new folder");
        let mut file = work.files().create("castling.parquet").expect("a file");
        file.write_all(b"one row\n").expect("a row");
        file.finish(1).expect("a file");
        work.commit(Map::new()).expect("a dataset");
        let manifest = std::fs::read(dir.join("manifest.json")).expect("a manifest");
        (dir, manifest)
    })
}

/// A manifest is accepted only if it is the one that was written; any other gives an error that names the
/// folder.
pub fn manifest(text: &[u8]) {
    let (dir, right) = whole();
    std::fs::write(dir.join("manifest.json"), text).expect("a manifest");
    let count = |_: &Path| Ok(1);
    let options = CheckOptions {
        memory: None,
        ..CheckOptions::new(&count)
    };
    match CheckedDataset::open(dir, &options) {
        Ok(_) => assert_eq!(text, right, "another manifest is accepted"),
        Err(error) => {
            let name = dir.display().to_string();
            assert!(error.to_string().contains(&name), "{error}");
        }
    }
}

/// Whatever a file of a table holds, its rows are counted and compared, or an error says why not.
pub fn parquet(bytes: &[u8]) {
    let path = folder("parquet").join("part.parquet");
    std::fs::write(&path, bytes).expect("a file");
    // The library may panic; the program turns that into an error (`audit960_audit::guarded`).
    static QUIET: Once = Once::new();
    if !cfg!(test) {
        // libFuzzer's own hook ends the process before the panic can be caught.
        QUIET.call_once(|| std::panic::set_hook(Box::new(|_| {})));
    }
    let looked = catch_unwind(|| {
        let counted = count_rows(&path);
        let files = std::slice::from_ref(&path);
        (counted, first_difference("castling", files, files))
    });
    let Ok((counted, compared)) = looked else {
        return;
    };
    assert!(counted.is_ok() || counted.is_err_and(|why| !why.is_empty()));
    if let Ok(Some(difference)) = compared {
        panic!("a file differs from itself: {difference}");
    }
}
