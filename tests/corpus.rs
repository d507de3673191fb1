//! Where the tests of all packages find archives: the project's own, and the shared ones.

use std::path::{Path, PathBuf};

/// The folder of the workspace.
fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = package.ancestors();
    folders
        .find(|folder| folder.join("Cargo.lock").exists())
        .unwrap()
}

/// A file or folder of the project's own archives.
pub(crate) fn data(name: &str) -> PathBuf {
    root().join("data").join(name)
}

/// The shared archives, if available: in `AUDIT960_CORPUS`, else in `../shared/data` beside the workspace.
/// A test without them prints that it skips them; with `AUDIT960_REQUIRE_CORPUS` set it fails.
pub(crate) fn corpus(name: &str) -> Option<PathBuf> {
    let beside = || root().join("../shared/data");
    let folder = std::env::var_os("AUDIT960_CORPUS").map_or_else(beside, PathBuf::from);
    let path = folder.join(name);
    if path.exists() {
        return Some(path);
    }
    assert!(
        std::env::var_os("AUDIT960_REQUIRE_CORPUS").is_none(),
        "{} is missing",
        path.display()
    );
    // Written directly, since the harness hides what passing tests print.
    let _ = std::io::Write::write_fmt(
        &mut std::io::stderr(),
        format_args!("skipped: {} is not there\n", path.display()),
    );
    None
}

/// The PGN files below a folder, sorted.
pub(crate) fn pgn_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(pgn_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "pgn") {
            files.push(path);
        }
    }
    files.sort();
    files
}
