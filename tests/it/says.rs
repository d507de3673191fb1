//! What records say of themselves: units, endings, winners, results, tags. The games of `data/says` and the values that they
//! must have were written from the rules by somebody who had not seen the program.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::support::{audited, printed, table};

/// A value as the table of expectations writes it: `-` for null, lists without brackets.
fn written(value: &Value) -> String {
    match value {
        Value::Null => "-".to_owned(),
        // A list is text, as a table for people has it.
        Value::String(text) => text.trim_matches(['[', ']']).to_owned(),
        other => other.to_string(),
    }
}

/// Whether a value is one of those that are expected: `A|B`, `not A`.
fn fits(found: &str, expected: &str) -> bool {
    match expected.strip_prefix("not ") {
        Some(other) => found != other,
        None => expected.split('|').any(|one| one == found),
    }
}

#[test]
fn records_say_what_the_rules_make_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let dataset = audited(folder.path(), "says", &["data/says"], &[]);
    let rows = |sql: &str| -> Vec<Value> {
        serde_json::from_str(&printed(&["query", &dataset, sql, "--format", "json"])).unwrap()
    };
    let key = |row: &Value| {
        let source = row["source"].as_str().unwrap();
        let file = source.rsplit('/').next().unwrap().to_owned();
        (file, row["game"].as_u64().unwrap() + 1)
    };
    let games: BTreeMap<_, Value> = rows("SELECT * FROM games")
        .into_iter()
        .map(|row| (key(&row), row))
        .collect();
    let mut wrong = Vec::new();
    let expectations = table("says/EXPECTED.tsv");
    assert!(expectations.len() > 1_000);
    for row in &expectations {
        let place = (row["file"].clone(), row["game"].parse::<u64>().unwrap());
        let (column, expected) = (&*row["column"], &*row["expected"]);
        let game = &games[&place];
        let codes = game["codes"].as_str().unwrap_or_default();
        let is_right = if column == "finding" {
            let has = |code: &str| codes.split(' ').any(|one| one == code);
            match expected.strip_prefix("no ") {
                Some(code) => !has(code),
                None => expected.split('|').any(has),
            }
        } else {
            fits(&written(&game[column]), expected)
        };
        if !is_right {
            let found = match column {
                "finding" => codes.to_owned(),
                _ => written(&game[column]),
            };
            let (file, number) = place;
            let why = &row["why"];
            wrong.push(format!(
                "{file} {number}: {column} is {found:?}, not {expected:?}: {why}"
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        expectations.len(),
        wrong.join("\n")
    );
}
