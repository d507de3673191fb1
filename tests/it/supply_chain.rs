//! What is linked comes from the registry and has a checksum, libraries can be packaged, and where `unsafe` and the types of
//! engines are. Licenses and versions are checked by `make deny`.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::folder::{Has, files_below};

fn root(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The Rust files below a folder, each with its text.
fn sources(folder: &str) -> Vec<(String, String)> {
    let files = files_below(&root(folder)).into_iter();
    let files = files.filter(|path| path.extension().is_some_and(|end| end == "rs"));
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap();
        (path.display().to_string().replace('\\', "/"), text)
    };
    files.map(read).collect()
}

#[test]
fn everything_comes_from_here_or_from_the_registry() {
    let lock = std::fs::read_to_string(root("Cargo.lock")).unwrap();
    let sources: Vec<&str> = lock
        .lines()
        .filter(|line| line.starts_with("source = "))
        .collect();
    assert!(sources.len() > 100);
    let registry = "source = \"registry+https://github.com/rust-lang/crates.io-index\"";
    let holds = sources.iter().all(|source| *source == registry);
    assert!(holds, "{sources:?}");
    assert_eq!(lock.matches("\nchecksum = ").count(), sources.len());
}

/// Libraries that other programs start from bring what they embed, a README, which their doctests include, and the license.
#[test]
fn packages_of_libraries_are_whole() {
    for line in [
        "types",
        "pgn",
        "board",
        "law data/fifty_move_law.csv data/venue_rules.csv",
        "replay examples/claims.rs",
    ] {
        let (library, embedded) = line.split_once(' ').unwrap_or((line, ""));
        let name = format!("audit960-{library}");
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args([
            "package",
            "--offline",
            "--allow-dirty",
            "--list",
            "-p",
            &name,
        ]);
        let output = cargo.current_dir(root("")).output().unwrap();
        let list = String::from_utf8(output.stdout).unwrap().replace('\\', "/");
        let always = "README.md LICENSE src/lib.rs".split(' ');
        for file in always.chain(embedded.split_whitespace()) {
            let holds = list.lines().any(|found| found == file);
            assert!(holds, "{library}: {file} of {list}");
        }
    }
}

/// Libraries whose interface is for others have no type of an engine in it: its version is their own affair. A public item
/// that names one has its path in the text.
#[test]
fn engines_stay_within_libraries() {
    for (folder, engine) in [("pgn/src", "nom::"), ("source/src/system", "rayon::")] {
        for (path, text) in sources(&format!("crates/audit960-{folder}")) {
            let public = text
                .lines()
                .map(str::trim_start)
                .filter(|line| line.starts_with("pub ") && !line.starts_with("pub use crate"));
            for line in public {
                let holds = !line.contains(engine) && !line.contains("Parsed<");
                assert!(holds, "{path}: {line}");
            }
        }
    }
}

/// No file but those that ARCHITECTURE.md names may lift the lint.
#[test]
fn unsafe_code_is_where_the_map_says() {
    let map = std::fs::read_to_string(root("ARCHITECTURE.md")).unwrap();
    let mut found = sources("crates");
    found.retain(|(_, text)| text.contains("unsafe {"));
    assert!(!found.is_empty());
    for (path, _) in found {
        let (_, name) = path.rsplit_once("/crates/audit960-").unwrap();
        map.has(&format!("`{}`", name.replace("/src/", "/")));
    }
}
