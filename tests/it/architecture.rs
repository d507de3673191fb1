//! The house that ARCHITECTURE.md draws: each room depends on rooms below it alone, one of them knows the operating system, and
//! every file of tests is run.

use std::path::Path;

use serde_json::Value;

use crate::folder::files_below;

/// The rooms from the ground up. A room depends on rooms that are named before it.
const HOUSE: &str = "types pgn board source law epd replay dataset statistics tree report audit ledger answers page \
    export";

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
        HOUSE.split(' ').position(|known| known == room)
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
            let holds = !is_built_in || below.is_none_or(|below| below < own);
            assert!(holds, "{name}: {dependency}");
        }
    }
    assert_eq!(rooms, HOUSE.split(' ').count());
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
        let holds = !is_module || contents.contains(&format!("mod {name};"));
        assert!(holds, "{name}.rs is not in main.rs");
    }
}

/// Tests may create links and the like.
#[test]
fn one_module_knows_the_operating_system() {
    let is_test = |path: &Path| {
        path.components()
            .any(|part| part.as_os_str().to_string_lossy().contains("test"))
    };
    let crates = root().join("crates");
    let system = crates.join("audit960-source/src/system");
    let mut all = files_below(&crates);
    all.retain(|path| path.extension().is_some_and(|end| end == "rs"));
    all.retain(|path| !is_test(path.strip_prefix(&crates).unwrap()));
    assert!(all.len() > 500, "{}", all.len());
    for path in all.iter().filter(|path| !path.starts_with(&system)) {
        let text = std::fs::read_to_string(path).unwrap();
        let program = text.split("#[cfg(test)]").next().unwrap();
        for asked in "cfg(unix) cfg!(unix) cfg(windows) cfg!(windows) std::os:: libc::".split(' ') {
            assert!(!program.contains(asked), "{}: {asked}", path.display());
        }
    }
}
