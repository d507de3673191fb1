//! Datasets of earlier versions are read, verified and compared by this one, and what they promised holds:
//! docs/stability.md.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use audit960_types::Code;
use audit960_types::tables::SCHEMAS;

use crate::folder::{Folder, Ran, contents, run};

/// The folder of each version.
fn versions() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/datasets");
    let mut versions: Vec<_> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .collect();
    versions.sort();
    let names: Vec<_> = versions
        .iter()
        .filter_map(|path| path.file_name())
        .collect();
    assert_eq!(names, ["0.1", "1.0"]);
    versions
}

/// The datasets of each version, and the archives that they are of.
fn datasets() -> Vec<(PathBuf, &'static str)> {
    let of = |version: PathBuf| {
        [("games", "data/archive"), ("traps", "data/traps")]
            .map(|(name, inputs)| (version.join(name), inputs))
    };
    versions().into_iter().flat_map(of).collect()
}

/// A copy, so that nothing can change what is kept.
fn copied(dataset: &Path, folder: &Folder) -> String {
    let kept = folder.root().join("kept");
    for (name, bytes) in contents(dataset) {
        std::fs::create_dir_all(kept.join(&name).parent().unwrap()).unwrap();
        std::fs::write(kept.join(name), bytes).unwrap();
    }
    folder.path("kept")
}

/// A change of an answer is allowed, with an entry in the changelog; then the inputs of the dataset of the earlier
/// version give other rows, and this test says which.
#[test]
fn datasets_of_earlier_versions_are_verified() {
    for (dataset, _) in datasets() {
        let folder = Folder::new();
        let dataset = copied(&dataset, &folder);
        printed!("verify {dataset}");
    }
}

#[test]
fn datasets_of_earlier_versions_are_compared_with_todays() {
    for (dataset, inputs) in datasets() {
        let folder = Folder::new();
        let old = copied(&dataset, &folder);
        let new = folder.path("new");
        printed!("audit -q --exit-zero --out {new} {inputs}");
        let said = run!("diff {old} {new}");
        let text = said.out();
        let kept = dataset.display();
        // With 1, something is worse: a new game that is damaged.
        assert!(matches!(said.status.code(), Some(0 | 1)), "{kept}: {text}");
        let changed = run!("diff {old} {new} --format json").stdout;
        let rows: serde_json::Value = serde_json::from_slice(&changed).unwrap();
        assert!(rows.is_array(), "{kept}");
        let sources = printed!("query {old} `SELECT DISTINCT source FROM games`");
        let is_new = |row: &serde_json::Value| {
            let source = row["source_after"].as_str();
            source.is_some_and(|source| !sources.lines().any(|line| line.trim() == source))
        };
        // Whatever changes is a row that names the field; a game whose identity changed would be two rows. Inputs
        // that were not there have games that were not there.
        for row in rows.as_array().unwrap() {
            let change = row["change"].as_str().unwrap();
            let is_same = change != "added" && change != "gone";
            assert!(is_same || change == "added" && is_new(row), "{kept}: {row}");
        }
    }
}

#[test]
fn every_question_to_a_dataset_of_an_earlier_version_has_an_answer() {
    for (dataset, _) in datasets() {
        let folder = Folder::new();
        let dataset = copied(&dataset, &folder);
        let page = folder.path("page.html");
        for question in [
            &["draws", &dataset][..],
            &["draws", &dataset, "--missed", "--format", "csv"],
            &["starts", &dataset],
            &["report", &dataset, "--out", &page],
            &["export", &dataset, "--out", "-", "--where", "plies > 10"],
            &["show", &dataset, "data/archive/icc-style.pgn#1"],
        ] {
            // The traps have no such game.
            if question[0] == "show" && !dataset_has_archive(&dataset) {
                continue;
            }
            // 1: the archive has findings.
            let output = run(question);
            let holds = output.status.code().is_some_and(|code| code < 2);
            assert!(holds, "{question:?}: {output:?}");
        }
        assert!(std::fs::metadata(&page).unwrap().len() > 50_000);
    }
}

fn dataset_has_archive(dataset: &str) -> bool {
    let manifest = std::fs::read_to_string(Path::new(dataset).join("manifest.json")).unwrap();
    manifest.contains("icc-style.pgn")
}

/// The rows of a list of each version, one version after another.
fn lists(name: &str) -> Vec<Vec<Vec<String>>> {
    let read = |version: PathBuf| {
        let text = std::fs::read_to_string(version.join(name)).unwrap();
        let rows = text.lines().skip(1);
        rows.map(|line| line.split('\t').map(str::to_owned).collect())
            .collect()
    };
    versions().into_iter().map(read).collect()
}

/// A column keeps its name, its type and, within a table, its place before all later ones.
#[test]
fn columns_that_were_promised_are_there() {
    for promised in lists("columns.tsv") {
        assert!(promised.len() > 150, "{}", promised.len());
        let mut last: BTreeMap<&str, usize> = BTreeMap::new();
        for row in &promised {
            let [table, column, kind] = row.as_slice() else {
                panic!("{row:?}");
            };
            let schema = SCHEMAS.iter().find(|schema| schema.name == table);
            let schema = schema.unwrap_or_else(|| panic!("table {table} is gone"));
            let place = schema.columns.iter().position(|doc| doc.name == column);
            let place = place.unwrap_or_else(|| panic!("column {table}.{column} is gone"));
            let found = schema.columns[place].kind.to_string();
            assert_eq!(found, *kind, "{table}.{column}");
            let before = last.insert(table, place);
            let holds = before.is_none_or(|before| before < place);
            assert!(holds, "{table}.{column} was moved");
        }
    }
}

/// A code means what it meant, and is as severe.
#[test]
fn codes_that_were_promised_are_there() {
    for promised in lists("codes.tsv") {
        assert!(promised.len() > 100, "{}", promised.len());
        for row in promised {
            let code = Code::ALL.iter().find(|code| code.as_str() == row[0]);
            let code = code.unwrap_or_else(|| panic!("code {} is gone", row[0]));
            let found = [code.name(), code.severity().as_str()];
            assert_eq!(found, [&row[1], &row[2]], "{}", row[0]);
        }
    }
}
