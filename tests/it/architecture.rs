//! The edges between crates, and the users of each engine: these and no others. ARCHITECTURE.md leaves the lists to this file.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Normal dependencies within the workspace, by crate: these and no others.
const EDGES: &[(&str, &[&str])] = &[
    ("types", &[]),
    ("platform", &[]),
    ("dataset", &["platform"]),
    ("records", &["types", "board"]),
    ("source", &["types", "platform", "records"]),
    ("cloud", &["source"]),
    ("pgn", &["types"]),
    ("board", &["types", "pgn"]),
    ("law", &["types", "board"]),
    ("replay", &["types", "pgn", "board", "law"]),
    ("tables", &["types", "dataset"]),
    ("tablebase", &["types", "board"]),
    ("statistics", &["types", "board"]),
    (
        "analytics",
        &[
            "types",
            "platform",
            "board",
            "statistics",
            "dataset",
            "duplicates",
            "tables",
        ],
    ),
    (
        "query",
        &[
            "types",
            "platform",
            "dataset",
            "analytics",
            "tables",
            "report",
        ],
    ),
    ("report", &["types"]),
    ("crosscheck", &["types"]),
    ("duplicates", &["types"]),
    ("epd", &["types", "pgn", "board", "tablebase"]),
    ("tree", &["types", "pgn", "board", "platform"]),
    ("export", &["types", "pgn", "board", "replay"]),
    ("filter", &["types", "law", "tables", "analytics"]),
    ("forensics", &["types", "pgn", "board", "replay"]),
    (
        "pipeline",
        &[
            "types",
            "platform",
            "board",
            "law",
            "source",
            "replay",
            "dataset",
            "tables",
            "tablebase",
            "statistics",
            "analytics",
            "crosscheck",
            "duplicates",
            "epd",
            "forensics",
            "tree",
        ],
    ),
    (
        "inputs",
        &[
            "types",
            "platform",
            "pgn",
            "board",
            "law",
            "source",
            "replay",
            "dataset",
            "tables",
            "statistics",
            "analytics",
            "epd",
            "filter",
            "forensics",
            "report",
            "ledger",
            "tree",
            "tablebase",
            "pipeline",
        ],
    ),
    (
        "rewrite",
        &[
            "types",
            "pgn",
            "board",
            "platform",
            "source",
            "replay",
            "tables",
            "dataset",
            "analytics",
            "duplicates",
            "export",
            "filter",
            "forensics",
            "report",
            "pipeline",
            "inputs",
        ],
    ),
    (
        "page",
        &[
            "types",
            "platform",
            "board",
            "tables",
            "statistics",
            "analytics",
            "report",
            "law",
            "ledger",
        ],
    ),
    (
        "ledger",
        &[
            "types",
            "pgn",
            "board",
            "law",
            "replay",
            "source",
            "analytics",
            "report",
            "export",
            "tables",
        ],
    ),
];

/// Engines and the crates that use them in normal dependencies: these and no others.
const SOLE_USERS: &[(&str, &[&str])] = &[
    ("zstd", &["audit960-source"]),
    ("flate2", &["audit960-source"]),
    ("bzip2", &["audit960-source"]),
    ("zip", &["audit960-source"]),
    ("nom", &["audit960-pgn"]),
    (
        "arrow-array",
        &["audit960-records", "audit960-report", "audit960-tables"],
    ),
    ("parquet", &["audit960-records", "audit960-tables"]),
    ("rayon", &["audit960-platform"]),
    ("plotters", &["audit960-page"]),
    ("statrs", &["audit960-statistics"]),
    ("snap", &["audit960-tables"]),
    ("bytes", &["audit960-tables"]),
    (
        "arrow-ipc",
        &["audit960-records", "audit960-report", "audit960-tables"],
    ),
    ("polars", &["audit960-query"]),
    ("object_store", &["audit960-cloud"]),
    ("tokio", &["audit960-cloud"]),
    ("sqlparser", &["audit960-filter", "audit960-query"]),
    ("pgn-reader", &["audit960-crosscheck"]),
    ("shakmaty", &["audit960-crosscheck", "audit960-tablebase"]),
    ("shakmaty-syzygy", &["audit960-tablebase"]),
    ("libc", &["audit960-platform"]),
    ("clap", &["audit960"]),
    ("indicatif", &["audit960"]),
];

/// Normal dependencies of the program and of each crate; not of benches and extensions, on which nothing depends.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--no-deps",
            "--format-version",
            "1",
            "--offline",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let is_drawn = |package: &&serde_json::Value| {
        let manifest = Path::new(package["manifest_path"].as_str().unwrap());
        let within = manifest.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap();
        within.starts_with("crates") || within == Path::new("Cargo.toml")
    };
    packages
        .iter()
        .filter(is_drawn)
        .map(|package| {
            let names = package["dependencies"]
                .as_array()
                .unwrap()
                .iter()
                .filter(|dependency| dependency["kind"].is_null())
                .map(|dependency| dependency["name"].as_str().unwrap().to_owned());
            (
                package["name"].as_str().unwrap().to_owned(),
                names.collect(),
            )
        })
        .collect()
}

#[test]
fn crates_depend_only_as_drawn() {
    let all = dependencies();
    for (package, names) in &all {
        let Some(short) = package.strip_prefix("audit960-") else {
            continue;
        };
        let allowed = EDGES.iter().find(|(name, _)| *name == short);
        let (_, allowed) = allowed.unwrap_or_else(|| panic!("{package} is not in the picture"));
        let drawn: BTreeSet<&str> = allowed.iter().copied().collect();
        let own = names
            .iter()
            .filter_map(|name| name.strip_prefix("audit960-"));
        assert_eq!(own.collect::<BTreeSet<_>>(), drawn, "{package}");
    }
    for (short, _) in EDGES {
        assert!(
            all.contains_key(&format!("audit960-{short}")),
            "audit960-{short} is gone"
        );
    }
}

#[test]
fn engines_have_the_users_that_are_drawn() {
    let all = dependencies();
    for (engine, users) in SOLE_USERS {
        let found = all.iter().filter(|(_, names)| names.contains(*engine));
        let found: BTreeSet<&str> = found.map(|(package, _)| package.as_str()).collect();
        assert_eq!(found, users.iter().copied().collect(), "{engine}");
    }
}

#[test]
fn every_test_file_is_listed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it");
    let contents = std::fs::read_to_string(folder.join("main.rs")).unwrap();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        if path.extension().is_some_and(|extension| extension == "rs") && name != "main" {
            assert!(
                contents.contains(&format!("mod {name};")),
                "{name}.rs is not in main.rs"
            );
        }
    }
}

/// The code of the crates without their tests, by path.
fn sources() -> Vec<(PathBuf, String)> {
    let mut left = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("crates")];
    let mut found = Vec::new();
    while let Some(path) = left.pop() {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            if !["tests", "fuzz"].contains(&&*name) {
                left.extend(path.read_dir().unwrap().map(|entry| entry.unwrap().path()));
            }
            continue;
        }
        if path.extension().is_none_or(|end| end != "rs") || name.contains("test") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let program = text.split("#[cfg(test)]").next().unwrap_or_default();
        found.push((path, program.to_owned()));
    }
    assert!(found.len() > 200, "{}", found.len());
    found
}

/// A reader who meets a type in one crate must not take it for that of another.
#[test]
fn no_two_crates_have_a_public_type_of_one_name() {
    let mut names: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (path, program) in sources() {
        let within = path
            .components()
            .map(|part| part.as_os_str().to_string_lossy());
        let crate_name = within.skip_while(|part| part != "crates").nth(1).unwrap();
        for line in program.lines() {
            let mut words = line.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
            let is_type = words.next() == Some("pub")
                && words
                    .next()
                    .is_some_and(|word| ["struct", "enum", "trait", "type"].contains(&word));
            if let Some(name) = words.next().filter(|_| is_type) {
                let crates = names.entry(name.to_owned()).or_default();
                crates.insert(crate_name.clone().into_owned());
            }
        }
    }
    assert!(names.len() > 400, "{}", names.len());
    names.retain(|_, crates| crates.len() > 1);
    assert!(names.is_empty(), "{names:?}");
}

/// Code that differs between operating systems is in one crate; tests may create links and the like.
#[test]
fn only_one_crate_knows_the_operating_system() {
    let mut found = Vec::new();
    for (path, program) in sources() {
        let is_its_own = path
            .components()
            .any(|part| part.as_os_str() == "audit960-platform");
        let asks = [
            "cfg(unix)",
            "cfg!(unix)",
            "cfg(windows)",
            "std::os::",
            "libc::",
        ];
        if !is_its_own && asks.iter().any(|asked| program.contains(asked)) {
            found.push(path);
        }
    }
    assert!(found.is_empty(), "{found:?}");
}
