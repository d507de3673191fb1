//! What a stranger meets first: the files of trust, the forms, and addresses that nobody invented.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The value of a line `name = "value"` of the addresses in the manifest.
fn address(manifest: &str, name: &str) -> String {
    let (_, section) = manifest
        .split_once("[workspace.metadata.project]\n")
        .unwrap();
    let (_, value) = section.split_once(&format!("\n{name} = \"")).unwrap();
    value.split('"').next().unwrap().to_owned()
}

/// The text files of the tree: those that are tracked, or all but build output without a repository.
fn files() -> Vec<PathBuf> {
    fn below(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let built = ["target", ".git", "node_modules", "artifacts", "__pycache__"];
            if path.is_dir() && !built.contains(&name.as_str()) {
                below(&path, found);
            } else if path.is_file() {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    below(root(), &mut found);
    found
}

/// Names of hosts of repositories, packages and documents, followed by something that would be ours.
#[test]
fn nothing_pretends_an_address() {
    let filled = address(&read("Cargo.toml"), "repository");
    let hosts = [
        "github.com/",
        "gitlab.com/",
        "codeberg.org/",
        "crates.io/crates/",
        "docs.rs/",
        "pypi.org/project/",
        "github.io/",
        "readthedocs.io/",
    ];
    let mut read = 0;
    for path in files() {
        let Ok(text) = std::fs::read_to_string(&path) else {
            continue;
        };
        read += 1;
        // This file names the hosts.
        if path.ends_with("tests/it/public_files.rs") {
            continue;
        }
        for (number, line) in text.lines().enumerate() {
            let ours = |host: &&str| {
                line.match_indices(*host).any(|(at, _)| {
                    let rest = &line[at + host.len()..];
                    let path = rest.split([' ', '"', '\'', ')', '>', '`', ',']).next();
                    path.unwrap_or_default().contains("audit960")
                })
            };
            let pretends = hosts.iter().any(ours);
            let known = !filled.is_empty() && line.contains(&filled);
            assert!(!pretends || known, "{}:{}", path.display(), number + 1);
        }
    }
    assert!(read > 500, "{read} files are read");
    for name in ["Cargo.toml", "python/pyproject.toml", "CITATION.cff"] {
        let says = self::read(name).contains("repository-code:")
            || self::read(name).contains("repository.workspace");
        assert!(!says || !filled.is_empty(), "{name}");
    }
}

/// Runs the script that writes addresses; returns whether it succeeded, and what it printed.
fn links(folder: &Path, options: &[&str]) -> Option<(bool, String)> {
    let script = root().join("scripts/release/links.py");
    let mut command = Command::new("python3");
    command.arg(script).arg("--root").arg(folder).args(options);
    match command.output() {
        Ok(output) => {
            let said = [output.stdout, output.stderr].concat();
            Some((
                output.status.success(),
                String::from_utf8_lossy(&said).into_owned(),
            ))
        }
        Err(_) => {
            crate::support::skipped("python3 is not there");
            None
        }
    }
}

#[test]
fn addresses_are_those_of_the_manifest() {
    if let Some((same, said)) = links(root(), &["--check"]) {
        assert!(same, "{said}");
    }
}

/// Filled once, the addresses are everywhere; emptied again, every file is what it was.
#[test]
fn addresses_come_from_one_place() {
    const PLACES: [&str; 10] = [
        "Cargo.toml",
        "crates/audit960-types/Cargo.toml",
        "crates/audit960-pgn/Cargo.toml",
        "crates/audit960-board/Cargo.toml",
        "crates/audit960-law/Cargo.toml",
        "crates/audit960-replay/Cargo.toml",
        "CITATION.cff",
        "SECURITY.md",
        "book.toml",
        "python/pyproject.toml",
    ];
    const FORMS: &str = ".github/ISSUE_TEMPLATE/config.yml";
    let folder = tempfile::tempdir().unwrap();
    let copy = |name: &str| folder.path().join(name);
    for name in PLACES.iter().chain([&FORMS]) {
        std::fs::create_dir_all(copy(name).parent().unwrap()).unwrap();
        std::fs::copy(root().join(name), copy(name)).unwrap();
    }
    let fill = |repository: &str, security: &str| {
        let manifest = std::fs::read_to_string(copy("Cargo.toml")).unwrap();
        let before = ["repository", "security"].map(|name| address(&manifest, name));
        let (head, section) = manifest
            .split_once("[workspace.metadata.project]\n")
            .unwrap();
        let section = section
            .replacen(
                &format!("repository = \"{}\"", before[0]),
                &format!("repository = \"{repository}\""),
                1,
            )
            .replacen(
                &format!("security = \"{}\"", before[1]),
                &format!("security = \"{security}\""),
                1,
            );
        let text = format!("{head}[workspace.metadata.project]\n{section}");
        std::fs::write(copy("Cargo.toml"), text).unwrap();
    };
    fill("", "");
    if links(folder.path(), &[]).is_none() {
        return;
    }
    let texts = || PLACES.map(|name| std::fs::read_to_string(copy(name)).unwrap());
    let empty = texts();
    fill("https://example.org/chess/a960/", "security@example.org");
    assert!(links(folder.path(), &[]).unwrap().0);
    assert_eq!(
        links(folder.path(), &["--check"]).unwrap(),
        (true, String::new())
    );
    for name in PLACES.iter().chain([&FORMS]) {
        let text = std::fs::read_to_string(copy(name)).unwrap();
        let shown = match *name {
            "SECURITY.md" => "<security@example.org>",
            name if name.starts_with("crates/") => "repository.workspace = true",
            _ => "https://example.org/chess/a960",
        };
        assert!(text.contains(shown), "{name}: {text}");
    }
    fill("", "");
    assert!(links(folder.path(), &[]).unwrap().0);
    assert!(texts() == empty);
    fill("ftp://example.org", "");
    let (done, said) = links(folder.path(), &[]).unwrap();
    assert!(!done && said.contains("https://"), "{said}");
}

#[test]
fn forms_ask_for_the_version_and_the_smallest_archive() {
    for name in ["bug.yml", "wrong_answer.yml"] {
        let form = read(&format!(".github/ISSUE_TEMPLATE/{name}"));
        assert!(form.contains("audit960 --version"), "{name}");
        assert!(form.contains("smallest archive"), "{name}");
        assert!(form.contains("audit960 show --anonymise"), "{name}");
    }
    let change = read(".github/PULL_REQUEST_TEMPLATE.md");
    for part in [
        "make pull-request",
        "audit960 --version",
        "show --anonymise",
    ] {
        assert!(change.contains(part), "{part}");
    }
}

#[test]
fn citations_name_the_version() {
    let citation = read("CITATION.cff");
    let version = format!("\nversion: {}\n", env!("CARGO_PKG_VERSION"));
    assert!(citation.contains(&version));
    assert!(citation.contains("\nlicense: GPL-3.0-or-later\n"));
}
