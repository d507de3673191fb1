//! Licences, sources and versions of all that is linked, by the lists of `deny.toml`; and where `unsafe`
//! is.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

fn root(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The quoted texts of a list in `deny.toml`.
fn list(section: &str, name: &str) -> BTreeSet<String> {
    let text = std::fs::read_to_string(root("deny.toml")).unwrap();
    let (_, section) = text.split_once(&format!("[{section}]\n")).unwrap();
    let (_, list) = section.split_once(&format!("\n{name} = [")).unwrap();
    let (list, _) = list.split_once("\n]").unwrap();
    list.lines()
        .filter_map(|line| line.split('"').nth(1))
        .map(str::to_owned)
        .collect()
}

/// The packages that are linked on this machine.
fn packages() -> Vec<Value> {
    let version = Command::new("rustc").arg("-vV").output().unwrap();
    let version = String::from_utf8(version.stdout).unwrap();
    let host = version
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .unwrap();
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--offline", "--locked"])
        .args(["--filter-platform", host])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let mut metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    match metadata["packages"].take() {
        Value::Array(packages) => packages,
        other => panic!("{other}"),
    }
}

/// Whether these licences satisfy a licence expression (SPDX).
fn is_allowed(expression: &str, allowed: &BTreeSet<String>) -> bool {
    // Cargo's older way to write OR.
    let expression = expression.replace(" / ", "/").replace('/', " OR ");
    any(&expression, allowed)
}

/// The parts of an expression that are separated by `word` outside all parentheses.
fn parts<'e>(expression: &'e str, word: &str) -> Vec<&'e str> {
    let (mut parts, mut depth, mut from) = (Vec::new(), 0, 0);
    for (at, c) in expression.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ if depth == 0 && at >= from && expression[at..].starts_with(word) => {
                parts.push(&expression[from..at]);
                from = at + word.len();
            }
            _ => {}
        }
    }
    parts.push(&expression[from..]);
    parts
}

fn any(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let mut choices = parts(expression, " OR ").into_iter();
    choices.any(|choice| {
        parts(choice, " AND ").into_iter().all(|part| {
            let inside = part
                .strip_prefix('(')
                .and_then(|part| part.strip_suffix(')'));
            match inside {
                Some(inside) => any(inside, allowed),
                None => allowed.contains(part),
            }
        })
    })
}

#[test]
fn licences_are_those_that_are_allowed() {
    let allowed = list("licenses", "allow");
    assert!(is_allowed("(MIT OR Nobody) AND Zlib", &allowed));
    assert!(is_allowed("Nobody/MIT", &allowed));
    assert!(!is_allowed(
        "MIT AND (Nobody OR Zlib AND Nothing)",
        &allowed
    ));
    let packages = packages();
    assert!(packages.len() > 100);
    for package in packages {
        let licence = package["license"].as_str().unwrap_or_default();
        assert!(
            is_allowed(licence, &allowed),
            "{}: {licence:?}",
            package["name"]
        );
    }
}

#[test]
fn everything_comes_from_here_or_from_the_registry() {
    const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";
    for package in packages() {
        let manifest = Path::new(package["manifest_path"].as_str().unwrap());
        let ours = manifest.starts_with(root(""));
        assert_eq!(
            package["source"].as_str(),
            (!ours).then_some(REGISTRY),
            "{}",
            package["name"]
        );
    }
    // And each has its checksum.
    let lock = std::fs::read_to_string(root("Cargo.lock")).unwrap();
    let sources = lock.matches("\nsource = ").count();
    assert_eq!(lock.matches("\nchecksum = ").count(), sources);
}

#[test]
fn versions_are_linked_twice_only_where_that_is_known() {
    let skipped = list("bans", "skip");
    let mut versions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in packages() {
        let text = |name: &str| package[name].as_str().unwrap().to_owned();
        versions
            .entry(text("name"))
            .or_default()
            .insert(text("version"));
    }
    let twice: Vec<_> = versions
        .iter()
        .filter(|(name, versions)| versions.len() > 1 && !skipped.contains(*name))
        .collect();
    assert!(twice.is_empty(), "{twice:?}");
}

/// Runs `cargo package` offline and without building; returns its standard output.
fn package(arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO"))
        .args(["package", "--offline", "--allow-dirty", "--no-verify"])
        .args(arguments)
        .arg("--target-dir")
        .arg(folder.path())
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    String::from_utf8(output.stdout).unwrap()
}

/// The libraries that other programs start from. Nobody depends on the other crates.
const LIBRARIES: [&str; 5] = ["types", "pgn", "board", "law", "replay"];

#[test]
fn the_libraries_can_be_packaged_and_nothing_else_is_published() {
    let names = LIBRARIES.map(|library| format!("audit960-{library}"));
    let selected: Vec<&str> = names.iter().flat_map(|name| ["-p", name]).collect();
    package(&selected);
    for package in packages() {
        let name = package["name"].as_str().unwrap();
        if name.starts_with("audit960") {
            let published = package["publish"].is_null();
            assert_eq!(
                published,
                names.iter().any(|library| library == name),
                "{name}"
            );
        }
    }
}

/// Libraries bring what they embed, a README, which their doctests include, and the licence.
#[test]
fn packages_of_libraries_are_whole() {
    for (library, embedded) in [
        ("types", &[][..]),
        ("pgn", &[]),
        ("board", &[]),
        ("law", &["data/fifty_move_law.csv", "data/venue_rules.csv"]),
        ("replay", &["examples/claims.rs"]),
    ] {
        let list = package(&["--list", "-p", &format!("audit960-{library}")]);
        let files: BTreeSet<String> = list.lines().map(|line| line.replace('\\', "/")).collect();
        for file in ["README.md", "LICENSE", "src/lib.rs"]
            .iter()
            .chain(embedded)
        {
            assert!(files.contains(*file), "{library}: {file} of {files:?}");
        }
    }
}

/// Libraries whose interface is for others have no type of an engine in it: its version is their own
/// affair. A public item that names one has its path in the text.
#[test]
fn engines_stay_within_libraries() {
    for (library, engines) in [
        ("pgn/src", &["nom::"][..]),
        ("source/src/system", &["rayon::"]),
    ] {
        let mut folders = vec![root(&format!("crates/audit960-{library}"))];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let text = std::fs::read_to_string(&path).unwrap();
                let public = text.lines().filter(|line| {
                    let line = line.trim_start();
                    line.starts_with("pub ") && !line.starts_with("pub use crate")
                });
                for line in public {
                    let names = engines.iter().any(|engine| line.contains(engine));
                    assert!(
                        !names && !line.contains("Parsed<"),
                        "{}: {line}",
                        path.display()
                    );
                }
            }
        }
    }
}

/// No file but those that ARCHITECTURE.md names may lift the lint.
#[test]
fn unsafe_code_is_where_the_map_says() {
    let map = std::fs::read_to_string(root("ARCHITECTURE.md")).unwrap();
    let mut folders = vec![root("crates")];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                if text.contains("unsafe {") {
                    found.push(path);
                }
            }
        }
    }
    assert!(!found.is_empty());
    for path in found {
        let name = path.strip_prefix(root("crates")).unwrap();
        let name = name
            .to_str()
            .unwrap()
            .replace("audit960-", "")
            .replace("/src/", "/");
        assert!(map.contains(&format!("`{name}`")), "{name}");
    }
}
