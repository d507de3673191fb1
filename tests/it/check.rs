//! The command check: the findings of an audit, and nothing else.

use serde_json::Value;

use crate::folder::{BROKEN, CLEAN, Folder, Has as _, Ran as _, audited, rows, run};
use crate::zips::zip;

/// Findings as text, as JSON and as SARIF, about files with every kind of finding; those of the dataset of an audit.
#[test]
fn findings_are_those_of_an_audit() {
    let folder = Folder::new();
    let dataset = audited(&folder, "out", "data/traps", "");
    let sql =
        "SELECT source, line, code, message FROM diagnostics ORDER BY source, line, code, message";
    let key = |row: &Value| {
        let text = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
        (
            text("source"),
            row["line"].as_u64(),
            text("code"),
            text("message"),
        )
    };
    let expected: Vec<_> = rows(&dataset, sql).iter().map(key).collect();
    assert!(expected.len() > 300, "{}", expected.len());

    let output = run("check data/traps --json --quiet");
    let lines = output.out();
    let json = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    let mut found: Vec<_> = json.map(|row: Value| key(&row)).collect();
    found.sort();
    assert_eq!(found, expected);
    output.ends(1);

    let output = run("check data/traps --format sarif --quiet --exit-zero");
    output.ends(0);
    let sarif: Value = serde_json::from_str(&output.out()).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let mut found: Vec<_> = results
        .iter()
        .map(|result| {
            let place = &result["locations"][0]["physicalLocation"];
            let uri = place["artifactLocation"]["uri"].as_str().unwrap();
            let line = place["region"]["startLine"].as_u64();
            let text = |value: &Value| value.as_str().unwrap().to_owned();
            (
                uri.to_owned(),
                line,
                text(&result["ruleId"]),
                text(&result["message"]["text"]),
            )
        })
        .collect();
    found.sort();
    assert_eq!(found, expected);

    let text = run("check data/traps --quiet").out();
    let heads = text.lines().filter(|line| line.starts_with("data/traps/"));
    assert_eq!(heads.count(), expected.len());
}

/// All are counted, and those that are severe enough are printed, in each format.
#[test]
fn findings_are_printed_by_severity() {
    let printed = |options: &str| run!("check data/traps --quiet --exit-zero {options}").out();
    let count = |options: &str| {
        let lines = printed(&format!("--json {options}"));
        lines
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect::<Vec<Value>>()
    };
    let all = count("");
    for (least, severities) in [
        ("info", &["info", "warning", "error"][..]),
        ("warning", &["warning", "error"]),
        ("error", &["error"]),
    ] {
        let is_wanted = |row: &&Value| severities.contains(&row["severity"].as_str().unwrap());
        let wanted: Vec<Value> = all.iter().filter(is_wanted).cloned().collect();
        assert!(!wanted.is_empty() && (least == "info") == (wanted.len() == all.len()));
        assert_eq!(count(&format!("--severity {least}")), wanted);
        let sarif: Value =
            serde_json::from_str(&printed(&format!("--format sarif --severity {least}"))).unwrap();
        assert_eq!(
            sarif["runs"][0]["results"].as_array().unwrap().len(),
            wanted.len()
        );
    }
    let (all, errors) = (printed(""), printed("--severity error"));
    assert_eq!(all.lines().last(), errors.lines().last());
    assert!(errors.len() < all.len() / 2);
}

#[test]
fn nothing_is_written_and_the_code_says_what_was_found() {
    let folder = Folder::new();
    let clean = folder.write("clean.pgn", CLEAN);
    let output = run!("check {clean}");
    output.ends(0);
    assert_eq!(
        output.out(),
        "1 game: 0 errors, 0 warnings, 0 for information\n"
    );
    let wrong = folder.write("wrong.pgn", BROKEN);
    run!("check {wrong}").ends(1);
    run!("check {wrong} {}", folder.path("missing.pgn")).ends(2);
    let names = std::fs::read_dir(folder.root()).unwrap().count();
    assert_eq!(names, 2);
}

#[test]
fn members_of_archives_are_named() {
    let folder = Folder::new();
    let path = folder.write("a.zip", zip(&[("m.pgn".to_owned(), BROKEN.into())]));
    run!("check {path}")
        .out()
        .begins(&format!("{path}!/m.pgn:"));
}
