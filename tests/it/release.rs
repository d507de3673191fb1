//! The checklist of a release is true, and the recipes for package managers are those of the manifest.

use std::path::Path;
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Runs a script of the release; `None` without python3.
fn python(arguments: &[&str]) -> Option<(bool, String)> {
    let Ok(output) = Command::new("python3")
        .args(arguments)
        .current_dir(root())
        .output()
    else {
        crate::support::skipped("python3 is not there");
        return None;
    };
    let said = [output.stdout, output.stderr].concat();
    Some((
        output.status.success(),
        String::from_utf8_lossy(&said).into_owned(),
    ))
}

#[test]
fn the_checklist_names_what_is_there() {
    let page = read("docs/release.md");
    let makefile = read("Makefile");
    let (mut targets, mut files) = (0, 0);
    for quoted in page.split('`').skip(1).step_by(2) {
        let mut words = quoted.split_whitespace();
        match words.next() {
            Some("make") => {
                let target = words.next().unwrap();
                assert!(makefile.contains(&format!("\n{target}:")), "make {target}");
                targets += 1;
            }
            Some(name)
                if name.contains('/') || name.ends_with(".toml") || name.ends_with(".cff") =>
            {
                // Folders within an archive of a release, and what a maintainer downloads, are not of the tree.
                let of_archive = name.ends_with('/');
                let is_there = root().join(name).exists()
                    || root().join(".github/workflows").join(name).exists();
                assert!(of_archive || is_there, "{name} is not there");
                files += 1;
            }
            _ => {}
        }
    }
    assert!(targets >= 5 && files >= 8, "{targets} {files}");
}

/// The crates that are published, in an order in which each finds what it needs.
#[test]
fn crates_are_published_in_the_order_of_the_checklist() {
    let page = read("docs/release.md");
    let (_, list) = page.split_once("in this order:").unwrap();
    let list = list.split(". ").next().unwrap();
    let names: Vec<&str> = list.split('`').skip(1).step_by(2).collect();
    if let Some((done, order)) = python(&["scripts/release/check.py", "--order"]) {
        assert!(done, "{order}");
        assert_eq!(order.lines().collect::<Vec<_>>(), names);
    }
    for (ordinal, name) in names.iter().enumerate() {
        let manifest = read(&format!("crates/{name}/Cargo.toml"));
        let (_, needed) = manifest
            .split_once("\n[dependencies]\n")
            .unwrap_or_default();
        let needed = needed.split("\n[").next().unwrap_or_default();
        for line in needed.lines().filter(|line| line.starts_with("audit960-")) {
            let needed = line.split(['.', ' ']).next().unwrap();
            assert!(names[..ordinal].contains(&needed), "{name} needs {needed}");
        }
    }
}

#[test]
fn the_minimal_rust_version_is_the_one_that_tests_run_with() {
    let toolchain = read("rust-toolchain.toml");
    let version = format!("channel = \"{}", env!("CARGO_PKG_RUST_VERSION"));
    assert!(toolchain.contains(&version), "{toolchain}");
}

/// Headings of versions have a date, and the newest comes first.
#[test]
fn the_changelog_has_dates() {
    let changelog = read("CHANGELOG.md");
    let headings: Vec<&str> = changelog
        .lines()
        .filter_map(|line| line.strip_prefix("## "))
        .collect();
    assert!(!headings.is_empty());
    let mut dates = Vec::new();
    for heading in headings.iter().filter(|heading| **heading != "Unreleased") {
        let (version, date) = heading.split_once(" - ").unwrap();
        assert_eq!(version.split('.').count(), 3, "{heading}");
        assert!(
            date.len() == 10 && date.split('-').count() == 3,
            "{heading}"
        );
        dates.push(date);
    }
    assert!(dates.windows(2).all(|pair| pair[0] >= pair[1]), "{dates:?}");
}

/// An archive of the layout of `scripts/package.sh`, with its checksum by another program.
fn archive(folder: &Path, triple: &str) -> String {
    let name = format!("audit960-{}-{triple}", env!("CARGO_PKG_VERSION"));
    let tree = folder.join(&name);
    std::fs::create_dir_all(tree.join("completions")).unwrap();
    std::fs::create_dir_all(tree.join("man")).unwrap();
    for file in [
        "audit960",
        "LICENSE",
        "CHANGELOG.md",
        "README.md",
        "man/audit960.1",
    ] {
        std::fs::write(tree.join(file), file).unwrap();
    }
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        std::fs::write(tree.join(format!("completions/audit960.{shell}")), shell).unwrap();
    }
    let archive = format!("{name}.tar.gz");
    let run = |program: &str, arguments: &[&str]| {
        let output = Command::new(program)
            .args(arguments)
            .current_dir(folder)
            .output()
            .unwrap();
        assert!(output.status.success(), "{program}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    run("tar", &["-czf", &archive, &name]);
    let checksum = run("sha256sum", &[&archive]);
    std::fs::write(folder.join(format!("{archive}.sha256")), &checksum).unwrap();
    checksum.split_whitespace().next().unwrap().to_owned()
}

#[test]
#[cfg(target_os = "linux")]
fn recipes_are_those_of_the_manifest() {
    let folder = tempfile::tempdir().unwrap();
    let intel = archive(folder.path(), "x86_64-unknown-linux-gnu");
    let apple = archive(folder.path(), "aarch64-apple-darwin");
    let out = folder.path().join("recipes");
    let (archives, recipes) = (folder.path().to_str().unwrap(), out.to_str().unwrap());
    let arguments = [
        "scripts/release/recipes.py",
        "--archives",
        archives,
        "--out",
        recipes,
    ];
    let Some((done, said)) = python(&arguments) else {
        return;
    };
    assert!(done, "{said}");
    let made = |name: &str| std::fs::read_to_string(out.join(name)).unwrap();
    let version = env!("CARGO_PKG_VERSION");
    let formula = made("audit960.rb");
    assert!(
        formula.contains(&format!("version \"{version}\""))
            && formula.contains("license \"GPL-3.0-or-later\"")
    );
    let recipe = made("meta.yaml");
    assert!(recipe.contains(&format!("version: \"{version}\"")));
    for text in [&formula, &recipe] {
        for checksum in [&intel, &apple] {
            assert_eq!(text.matches(checksum.as_str()).count(), 1, "{text}");
        }
        assert!(
            !text.contains("windows"),
            "only systems that have an archive"
        );
    }
    // A block of Ruby for each `do`, and one for class and each def.
    let words = |word: &str| {
        formula
            .split_whitespace()
            .filter(|found| *found == word)
            .count()
    };
    assert_eq!(
        words("end"),
        words("do") + words("class") + words("def"),
        "{formula}"
    );
    let control = made("control-amd64");
    for line in [
        "Package: audit960",
        "Architecture: amd64",
        "Description: Audits chess archives",
    ] {
        assert!(
            control.lines().any(|found| found == line),
            "{line}: {control}"
        );
    }
    let package = out.join(format!("audit960_{version}_amd64.deb"));
    if package.exists() {
        let contents = Command::new("dpkg-deb")
            .arg("--contents")
            .arg(&package)
            .output()
            .unwrap();
        let contents = String::from_utf8(contents.stdout).unwrap();
        for file in [
            "./usr/bin/audit960",
            "./usr/share/man/man1/audit960.1",
            "_audit960",
        ] {
            assert!(contents.contains(file), "{file}: {contents}");
        }
    } else {
        crate::support::skipped("dpkg-deb is not there");
    }
    // A checksum that is not that of its archive is refused.
    let stated = folder.path().join(format!(
        "audit960-{version}-aarch64-apple-darwin.tar.gz.sha256"
    ));
    std::fs::write(stated, "0000  a").unwrap();
    let (done, said) = python(&arguments).unwrap();
    assert!(!done && said.contains("checksum"), "{said}");
}
