//! Addresses that nobody invented.

use std::path::Path;
use std::process::Command;

use crate::folder::files_below;
use crate::support::skipped;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Hosts of repositories, packages and documents, followed by something that would be ours.
const HOSTS: &str = "github.com/ gitlab.com/ codeberg.org/ crates.io/crates/ docs.rs/ pypi.org/project/ github.io/ readthedocs.io/";

#[test]
fn nothing_pretends_an_address() {
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let (_, project) = manifest
        .split_once("[workspace.metadata.project]\n")
        .unwrap();
    let (_, filled) = project.split_once("\nrepository = \"").unwrap();
    let filled = filled.split('"').next().unwrap();
    let mut read = 0;
    for path in files_below(root()) {
        let Ok(text) = std::fs::read_to_string(&path) else {
            continue;
        };
        read += 1;
        for (number, line) in text.lines().enumerate() {
            let ours = |host: &str| {
                line.match_indices(host).any(|(at, _)| {
                    let rest = line[at + host.len()..].split([' ', '"', '\'', ')', '>', '`', ',']);
                    rest.into_iter()
                        .next()
                        .unwrap_or_default()
                        .contains("audit960")
                })
            };
            let known = !filled.is_empty() && line.contains(filled);
            let pretends = !known && HOSTS.split(' ').any(ours);
            assert!(!pretends, "{}:{}", path.display(), number + 1);
        }
    }
    assert!(read > 500, "{read} files are read");
}

#[test]
fn addresses_are_those_of_the_manifest() {
    let mut python = Command::new("python3");
    let check = ["scripts/release/links.py", "--check"];
    let Ok(output) = python.args(check).current_dir(root()).output() else {
        return skipped("python3 is not there");
    };
    assert!(output.status.success(), "{output:?}");
}
