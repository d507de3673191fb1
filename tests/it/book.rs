//! The book: every page is in its summary, every link leads to a file, and the reference has every command.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::folder::{files_below, printed};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files that the links `[…](target)` of a page lead to; text in blocks of code and quoted code has none.
fn links(page: &Path) -> Vec<PathBuf> {
    let text = std::fs::read_to_string(page).unwrap();
    let prose = text
        .split("```")
        .step_by(2)
        .flat_map(|part| part.split('`').step_by(2));
    let prose = prose.collect::<Vec<_>>().join(" ");
    let targets = prose
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next());
    let files = targets.filter(|link| !link.contains("://") && !link.starts_with("mailto:"));
    let files = files.map(|link| link.split('#').next().unwrap());
    let files = files.filter(|file| !file.is_empty());
    files
        .map(|file| page.parent().unwrap().join(file))
        .collect()
}

#[test]
fn every_link_leads_somewhere() {
    let docs = root().join("docs");
    let mut pages = files_below(&docs);
    pages.retain(|page| page.extension().is_some_and(|end| end == "md"));
    let summary = links(&docs.join("SUMMARY.md"));
    for page in &pages {
        let is_named = summary.contains(page) || page.ends_with("SUMMARY.md");
        assert!(is_named, "{} is not in SUMMARY.md", page.display());
    }
    let front = "README.md ARCHITECTURE.md CONTRIBUTING.md SECURITY.md CODE_OF_CONDUCT.md data/README.md python/README.md";
    pages.extend(front.split(' ').map(|name| root().join(name)));
    let mut checked = 0;
    for page in pages {
        for file in links(&page) {
            let holds = file.exists();
            assert!(holds, "{}: {} is not there", page.display(), file.display());
            checked += 1;
        }
    }
    assert!(checked > 100, "{checked}");
}

/// Each command of the program is in the reference, and the reference names no other.
#[test]
fn the_reference_has_every_command() {
    let help = printed("--help");
    let listed = [
        help.split("\nOptions:\n").next().unwrap(),
        &printed("help plumbing"),
    ]
    .join("\n");
    let commands = listed
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let commands = commands.filter_map(|line| line.split_whitespace().next());
    let commands: BTreeSet<&str> = commands.collect();
    assert!(commands.len() > 20, "{commands:?}");
    let reference = std::fs::read_to_string(root().join("docs/commands.md")).unwrap();
    let rows = reference.lines().filter(|line| line.starts_with("| `"));
    let cells = rows.map(|row| row.split(" | ").next().unwrap());
    let quoted = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2));
    let named: BTreeSet<&str> = quoted.filter_map(|text| text.split(' ').next()).collect();
    assert_eq!(named, commands);
}
