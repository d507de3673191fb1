//! Columns are declared in one place: no list of them stands twice.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use audit960_types::tables::SCHEMAS;

/// Source files of the crates, without tests and samples, each with its text before its own tests.
fn sources() -> BTreeMap<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    let (mut left, mut found) = (vec![root.clone()], BTreeMap::new());
    while let Some(path) = left.pop() {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        if ["tests", "samples", "sample", "examples"].contains(&&*name) {
            continue;
        }
        if path.is_dir() {
            left.extend(path.read_dir().unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            let text = text.split("#[cfg(test)]").next().unwrap_or_default();
            let short: PathBuf = path.strip_prefix(&root).unwrap().to_owned();
            found.insert(
                short.display().to_string().replace('\\', "/"),
                text.to_owned(),
            );
        }
    }
    assert!(found.len() > 200, "{}", found.len());
    found
}

/// Lists of column names as strings, `"a", "b", …`.
fn lists(text: &str) -> Vec<Vec<&str>> {
    let is_column = |name: &str| SCHEMAS.iter().any(|table| table.column(name).is_some());
    let (mut lists, mut list) = (Vec::new(), Vec::new());
    // Strings are at the odd places between quotes; what separates two strings of a list is a comma.
    let pieces: Vec<&str> = text.split('"').collect();
    for pair in pieces.chunks(2) {
        if pair[0].trim() != "," {
            lists.push(std::mem::take(&mut list));
        }
        match pair.get(1) {
            Some(name) if is_column(name) => list.push(*name),
            _ => lists.push(std::mem::take(&mut list)),
        }
    }
    lists.push(list);
    lists.retain(|list| !list.is_empty());
    lists
}

/// Two lists with this many common columns are the same list written twice; fewer are what two questions have in
/// common.
const SAME: usize = 10;

#[test]
fn no_list_of_columns_stands_twice() {
    let mut known: Vec<(String, BTreeSet<String>)> = Vec::new();
    for (path, text) in sources() {
        for list in lists(&text) {
            let list: BTreeSet<String> = list.into_iter().map(str::to_owned).collect();
            for (other, columns) in &known {
                let common: Vec<_> = list.intersection(columns).collect();
                assert!(common.len() < SAME, "{path} and {other} list {common:?}");
            }
            for table in SCHEMAS.iter().filter(|table| table.columns.len() >= SAME) {
                let listed = table.names().filter(|name| list.contains(*name)).count();
                assert!(
                    2 * listed <= table.columns.len() + SAME,
                    "{path} lists {listed} columns of table {}",
                    table.name
                );
            }
            known.push((path.clone(), list));
        }
    }
}
