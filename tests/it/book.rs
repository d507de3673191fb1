//! The book: every page is in its summary, and every link of every page leads somewhere.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The Markdown files below a folder.
fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            pages(&path, found);
        } else if path.extension().is_some_and(|end| end == "md") {
            found.push(path);
        }
    }
}

/// The text without blocks of code and quoted code, in which no link is one.
fn prose(text: &str) -> String {
    let mut kept = String::new();
    let mut fenced = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced && !line.starts_with("    ") {
            kept.extend(line.split('`').step_by(2));
        }
        kept.push('\n');
    }
    kept
}

/// The targets of links `[…](target)`.
fn links(text: &str) -> Vec<String> {
    let prose = prose(text);
    let targets = prose.split("](").skip(1);
    targets
        .filter_map(|rest| rest.split(')').next())
        .map(str::to_owned)
        .collect()
}

/// The names by which headings are linked, as the book and the usual services make them.
fn headings(text: &str) -> BTreeSet<String> {
    let mut fenced = false;
    let mut found = BTreeMap::<String, usize>::new();
    for line in text.lines() {
        fenced ^= line.starts_with("```");
        let Some(heading) = line.strip_prefix('#').filter(|_| !fenced) else {
            continue;
        };
        let name: String = heading
            .trim_start_matches('#')
            .trim()
            .chars()
            .filter(|c| c.is_alphanumeric() || " -_".contains(*c))
            .flat_map(char::to_lowercase)
            .map(|c| if c == ' ' { '-' } else { c })
            .collect();
        *found.entry(name).or_default() += 1;
    }
    found.into_keys().collect()
}

#[test]
fn every_page_is_in_the_summary() {
    let docs = root().join("docs");
    let summary = std::fs::read_to_string(docs.join("SUMMARY.md")).unwrap();
    let named: BTreeSet<PathBuf> = links(&summary).iter().map(|link| docs.join(link)).collect();
    let mut found = Vec::new();
    pages(&docs, &mut found);
    for page in &found {
        let is_named = named.contains(page) || page.ends_with("SUMMARY.md");
        assert!(is_named, "{} is not in SUMMARY.md", page.display());
    }
    for page in named {
        assert!(page.is_file(), "{} is not there", page.display());
    }
}

#[test]
fn every_link_leads_somewhere() {
    let mut found = Vec::new();
    pages(&root().join("docs"), &mut found);
    for name in [
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
        "CODE_OF_CONDUCT.md",
        "data/README.md",
        "python/README.md",
    ] {
        found.push(root().join(name));
    }
    let mut checked = 0;
    for page in found {
        let text = std::fs::read_to_string(&page).unwrap();
        for link in links(&text) {
            if link.contains("://") || link.starts_with("mailto:") {
                continue;
            }
            let (file, heading) = link.split_once('#').unwrap_or((&link, ""));
            let target = if file.is_empty() {
                page.clone()
            } else {
                page.parent().unwrap().join(file)
            };
            assert!(target.exists(), "{}: {link} is not there", page.display());
            if !heading.is_empty() && target.extension().is_some_and(|end| end == "md") {
                let names = headings(&std::fs::read_to_string(&target).unwrap());
                assert!(
                    names.contains(heading),
                    "{}: {link}: no such heading",
                    page.display()
                );
            }
            checked += 1;
        }
    }
    assert!(checked > 100, "{checked}");
}

/// Each command of the program is in the reference, and the reference names no other.
#[test]
fn the_reference_has_every_command() {
    let help = crate::support::printed(&["--help"]);
    let (_, list) = help.split_once("\nCommands:\n").unwrap();
    let list = list.split("\n\n").next().unwrap();
    let commands: BTreeSet<&str> = list
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|command| *command != "help")
        .collect();
    let reference = std::fs::read_to_string(root().join("docs/commands.md")).unwrap();
    let mut named = BTreeSet::new();
    for row in reference.lines().filter(|line| line.starts_with("| `")) {
        let cell = row.split(" | ").next().unwrap();
        for quoted in cell.split('`').skip(1).step_by(2) {
            named.extend(quoted.split_whitespace().next());
        }
    }
    assert!(commands.len() > 20, "{commands:?}");
    let missing: Vec<_> = commands.difference(&named).collect();
    assert!(
        missing.is_empty(),
        "docs/commands.md does not name {missing:?}"
    );
    let unknown: Vec<_> = named
        .difference(&commands)
        .filter(|name| **name != "fifty")
        .collect();
    assert!(unknown.is_empty(), "docs/commands.md names {unknown:?}");
}

/// The glossary has the words of the code: where an entry names an item of the code, it is there.
#[test]
fn words_of_the_glossary_are_those_of_the_code() {
    let mut sources = String::new();
    let mut folders = vec![root().join("crates")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                sources.push_str(&std::fs::read_to_string(path).unwrap());
            }
        }
    }
    let glossary = std::fs::read_to_string(root().join("docs/glossary.md")).unwrap();
    let rows: Vec<&str> = glossary
        .lines()
        .filter(|line| line.starts_with("| **"))
        .collect();
    let words: Vec<String> = rows
        .iter()
        .map(|row| row.split("**").nth(1).unwrap().to_lowercase())
        .collect();
    assert!(
        words.len() > 40 && words.is_sorted(),
        "{} words, in order: {words:?}",
        words.len()
    );
    let mut named = 0;
    for row in rows {
        let cell = row.trim_end_matches('|').rsplit(" | ").next().unwrap();
        for name in cell.split('`').skip(1).step_by(2) {
            let is_word = |at: usize| {
                let after = sources[at + name.len()..].chars().next();
                !after.is_some_and(|c| c.is_alphanumeric() || c == '_')
            };
            assert!(
                sources.match_indices(name).any(|(at, _)| is_word(at)),
                "{name} is not in the code"
            );
            named += 1;
        }
    }
    assert!(named > 25, "{named}");
}
