//! What records say of themselves (units, endings, winners, results, tags), and the law at its edges. The games of `data/says`
//! and the values that they must have were written from the rules by somebody who had not seen the program; so were the files
//! of `data/foreign`, which are no archives of games.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::folder::{Folder, audited, rows};
use crate::support::table;

/// A value as the table of expectations writes it: `-` for null, lists without brackets.
fn written(value: &Value) -> String {
    match value {
        Value::Null => "-".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string().trim_matches(['[', ']']).to_owned(),
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
    let folder = Folder::new();
    let dataset = audited(&folder, "says", "data/says", "");
    let rows = |sql: &str| -> Vec<Value> { rows(&dataset, sql) };
    let key = |row: &Value| {
        let source = row["source"].as_str().unwrap();
        let file = source.rsplit('/').next().unwrap().to_owned();
        (file, row["game"].as_u64().unwrap() + 1)
    };
    let by_game = |name: &str| {
        let mut found: BTreeMap<_, Vec<Value>> = BTreeMap::new();
        for row in rows(&format!("SELECT * FROM {name}")) {
            found.entry(key(&row)).or_default().push(row);
        }
        found
    };
    let names = ["games", "incidents", "repetitions"];
    let tables = BTreeMap::from(names.map(|name| (name, by_game(name))));
    let mut wrong = Vec::new();
    let expectations = table("says/EXPECTED.tsv");
    assert!(expectations.len() > 3_900);
    for row in &expectations {
        let place = (row["file"].clone(), row["game"].parse::<u64>().unwrap());
        let (column, expected) = (&*row["column"], &*row["expected"]);
        let (name, column) = column.split_once('.').unwrap_or(("games", column));
        let of_game = tables[name].get(&place).map_or(&[][..], Vec::as_slice);
        let found = match (column, of_game) {
            (_, []) => "no row".to_owned(),
            ("finding", [game, ..]) => game["codes"].as_str().unwrap_or_default().to_owned(),
            // A fifth occurrence is that of any position.
            ("fivefold_ply", rows) => {
                let fifth = rows.iter().find(|row| !row[column].is_null());
                written(&fifth.unwrap_or(&rows[0])[column])
            }
            // The first claim of the game.
            (_, rows) => {
                let first = rows
                    .iter()
                    .min_by_key(|row| row["first_claim_ply"].as_u64());
                written(&first.unwrap()[column])
            }
        };
        let is_right = match (column, expected.strip_prefix("no ")) {
            ("finding", Some(code)) => found.split(' ').all(|one| one != code),
            ("finding", None) => found.split(' ').any(|one| fits(one, expected)),
            // No position occurred five times.
            ("fivefold_ply", _) if expected == "-" => matches!(&*found, "-" | "no row"),
            _ => fits(&found, expected),
        };
        if !is_right {
            let (file, number) = place;
            let why = &row["why"];
            wrong.push(format!(
                "{file} {number}: {name}.{column} is {found:?}, not {expected:?}: {why}"
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

/// Whether findings are those that are expected: codes, then words of which the message of one of them has one; `silent`; or `no`
/// with a code or a word.
fn tells(findings: &[(String, String)], expected: &str) -> bool {
    let has = |code: &str| findings.iter().any(|(found, _)| found == code);
    let says = |word: &str| findings.iter().any(|(_, text)| text.contains(word));
    match (expected, expected.split_once(' ')) {
        // What a table or a text is, is no doubt about it.
        ("silent", _) => findings
            .iter()
            .all(|(code, _)| !code.starts_with('S') || matches!(&**code, "S006" | "S017")),
        (_, Some(("no", what))) => !has(what) && !says(what),
        (_, Some((codes, words))) => findings.iter().any(|(code, text)| {
            codes.split('|').any(|one| one == code)
                && words.split('|').any(|word| text.contains(word))
        }),
        (codes, None) => codes.split('|').any(has),
    }
}

#[test]
fn files_of_other_kinds_are_named() {
    let mut findings: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    let mut wrong = Vec::new();
    let expectations = table("foreign/EXPECTED.tsv");
    assert!(expectations.len() > 90);
    for row in &expectations {
        let found = findings.entry(row["file"].clone()).or_insert_with(|| {
            let folder = Folder::new();
            let file = format!("data/foreign/{}", row["file"]);
            let dataset = audited(&folder, "foreign", &file, "");
            let sql = "SELECT code, message FROM diagnostics";
            let rows: Vec<Value> = rows(&dataset, sql);
            let text = |row: &Value, name: &str| row[name].as_str().unwrap().to_owned();
            rows.iter()
                .map(|row| (text(row, "code"), text(row, "message").to_lowercase()))
                .collect()
        });
        if !tells(found, &row["expected"]) {
            wrong.push(format!("{row:?}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
