//! Where tests find archives.

use std::path::{Path, PathBuf};

/// The project's own archives.
pub(crate) fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(name)
}

/// The shared archives, where they are at hand: `AUDIT960_CORPUS`, else `../shared/data`. A test
/// that goes without them says so; with `AUDIT960_REQUIRE_CORPUS` set it fails instead.
pub(crate) fn corpus(name: &str) -> Option<PathBuf> {
    let root = std::env::var_os("AUDIT960_CORPUS")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data"), PathBuf::from);
    let path = root.join(name);
    if path.exists() {
        return Some(path);
    }
    assert!(
        std::env::var_os("AUDIT960_REQUIRE_CORPUS").is_none(),
        "{} is missing",
        path.display()
    );
    println!("skipped: {} is not there", path.display());
    None
}
