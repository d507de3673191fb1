//! The house that ARCHITECTURE.md draws: each room depends on rooms below it alone, one of them knows the operating system, and
//! every file of tests is run.

use std::path::{Path, PathBuf};

use serde_json::Value;

/// The rooms from the ground up. A room depends on rooms that are named before it.
const HOUSE: [&str; 19] = [
    "types",
    "pgn",
    "board",
    "source",
    "law",
    "tablebase",
    "epd",
    "replay",
    "dataset",
    "statistics",
    "tree",
    "report",
    "export",
    "audit",
    "answers",
    "ledger",
    "inputs",
    "page",
    "rewrite",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn rooms_depend_on_rooms_below() {
    let metadata = std::process::Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version=1", "--offline"])
        .current_dir(root())
        .output()
        .unwrap();
    let metadata: Value = serde_json::from_slice(&metadata.stdout).unwrap();
    let floor = |name: &str| {
        let room = name.strip_prefix("audit960-")?;
        HOUSE.iter().position(|known| *known == room)
    };
    let mut rooms = 0;
    for package in metadata["packages"].as_array().unwrap() {
        let name = package["name"].as_str().unwrap();
        let path = Path::new(package["manifest_path"].as_str().unwrap());
        if !path.starts_with(root().join("crates")) {
            continue;
        }
        rooms += 1;
        let own = floor(name).unwrap_or_else(|| panic!("{name} is not in the house"));
        for dependency in package["dependencies"].as_array().unwrap() {
            let below = floor(dependency["name"].as_str().unwrap());
            let is_built_in = dependency["kind"].is_null();
            assert!(
                !is_built_in || below.is_none_or(|below| below < own),
                "{name}: {dependency}"
            );
        }
    }
    assert_eq!(rooms, HOUSE.len());
}

/// A file that no module names is compiled nowhere, and its tests never run.
#[test]
fn every_test_file_is_listed() {
    let folder = root().join("tests/it");
    let contents = std::fs::read_to_string(folder.join("main.rs")).unwrap();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let is_module = path.extension().is_some_and(|end| end == "rs") && name != "main";
        assert!(
            !is_module || contents.contains(&format!("mod {name};")),
            "{name}.rs is not in main.rs"
        );
    }
}

/// The files of a folder and of the folders in it, but not of tests.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let is_test = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().contains("test");
    let mut found = Vec::new();
    for path in paths.filter(|path| !is_test(path)) {
        match path.is_dir() {
            true => found.extend(files(&path)),
            false if path.extension().is_some_and(|end| end == "rs") => found.push(path),
            false => {}
        }
    }
    found
}

/// Tests may create links and the like.
#[test]
fn one_module_knows_the_operating_system() {
    let system = root().join("crates/audit960-source/src/system");
    let all = files(&root().join("crates"));
    assert!(all.len() > 500, "{}", all.len());
    for path in all.iter().filter(|path| !path.starts_with(&system)) {
        let text = std::fs::read_to_string(path).unwrap();
        let program = text.split("#[cfg(test)]").next().unwrap();
        for asked in [
            "cfg(unix)",
            "cfg!(unix)",
            "cfg(windows)",
            "std::os::",
            "libc::",
        ] {
            assert!(!program.contains(asked), "{}: {asked}", path.display());
        }
    }
}
