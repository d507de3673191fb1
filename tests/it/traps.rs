//! Every trap in `data/traps` against a table argued by hand from its text.

use std::collections::BTreeMap;

use crate::support::{Audit, audit_file, data, table, text_of};

fn audits() -> BTreeMap<String, Audit> {
    crate::support::pgn_files(&data("traps"))
        .into_iter()
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, audit_file(&path, 1 << 20))
        })
        .collect()
}

/// Codes that must be found, and those that may be (in parentheses).
fn codes(cell: &str) -> (Vec<&str>, Vec<&str>) {
    let words = cell.split([' ', ',']).filter(|word| !word.is_empty());
    let (may, must): (Vec<_>, Vec<_>) = words.partition(|word| word.starts_with('('));
    (
        must,
        may.into_iter()
            .map(|word| word.trim_matches(['(', ')']))
            .collect(),
    )
}

#[test]
fn verdict_plies_and_codes_are_what_a_careful_reader_expects() {
    let audits = audits();
    let mut wrong = Vec::new();
    let mut games = BTreeMap::<String, usize>::new();
    let mut outside = BTreeMap::<String, Vec<String>>::new();
    for row in table("traps/EXPECTED.tsv") {
        let file = &row["file"];
        let audit = audits.get(file).unwrap_or_else(|| panic!("no file {file}"));
        let (must, may) = codes(&row["codes"]);
        let Ok(index) = row["game"].parse::<usize>() else {
            // Findings outside any game.
            outside
                .entry(file.clone())
                .or_default()
                .extend(must.into_iter().map(str::to_owned));
            continue;
        };
        *games.entry(file.clone()).or_default() += 1;
        let Some(game) = audit.games.get(index) else {
            wrong.push(format!("{file} has no game {index}"));
            continue;
        };
        let found: Vec<_> = audit
            .codes(index as u64)
            .into_iter()
            .map(audit960_types::Code::as_str)
            .collect();
        let same = game.verdict.as_str() == row["verdict"]
            && game.plies.to_string() == row["plies"]
            && must.iter().all(|code| found.contains(code))
            && found
                .iter()
                .all(|code| must.contains(code) || may.contains(code));
        if !same {
            wrong.push(format!(
                "{file} game {index}: {} {} {found:?}; expected {} {} {} ({})",
                game.verdict, game.plies, row["verdict"], row["plies"], row["codes"], row["reason"]
            ));
        }
    }
    for (file, audit) in &audits {
        let stray = audit.findings.iter().filter(|f| f.game.is_none());
        let found: Vec<_> = stray.map(|f| f.code.as_str().to_owned()).collect();
        let expected = outside.remove(file).unwrap_or_default();
        if found != expected {
            wrong.push(format!(
                "{file} outside games: found {found:?}; expected {expected:?}"
            ));
        }
    }
    for (file, audit) in &audits {
        let expected = games.get(file).copied().unwrap_or(0);
        if audit.games.len() != expected {
            wrong.push(format!(
                "{file}: {} games, expected {expected}",
                audit.games.len()
            ));
        }
        let size = text_of(&std::fs::read(data("traps").join(file)).unwrap()).len() as u64;
        if audit.bytes() != size {
            wrong.push(format!(
                "{file}: {} of {size} bytes in games and gaps",
                audit.bytes()
            ));
        }
    }
    let holds = wrong.is_empty();
    assert!(holds, "{} differences:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn claims_are_what_the_definitions_give() {
    let audits = audits();
    let mut expected = BTreeMap::<(String, u64), Vec<BTreeMap<String, String>>>::new();
    for row in table("traps/CLAIMS.tsv") {
        let key = (row["file"].clone(), row["game"].parse().unwrap());
        // A row without a claim ply says that there is no incident.
        let rows = expected.entry(key).or_default();
        if !row["first_claim_ply"].is_empty() {
            rows.push(row);
        }
    }
    let mut wrong = Vec::new();
    for ((file, game), rows) in &expected {
        let audit = audits.get(file).unwrap_or_else(|| panic!("no file {file}"));
        let found: Vec<_> = audit.incidents.iter().filter(|i| i.game == *game).collect();
        if found.len() != rows.len() {
            wrong.push(format!(
                "{file} game {game}: {} incidents, expected {}",
                found.len(),
                rows.len()
            ));
            continue;
        }
        for (incident, row) in found.iter().zip(rows) {
            for (name, value) in row {
                if ["file", "game", "reason"].contains(&name.as_str()) {
                    continue;
                }
                if incident.field(name) != value {
                    wrong.push(format!(
                        "{file} game {game}: {name} is {:?}, expected {value:?} ({})",
                        incident.field(name),
                        row["reason"]
                    ));
                }
            }
        }
    }
    let holds = wrong.is_empty();
    assert!(holds, "{} differences:\n{}", wrong.len(), wrong.join("\n"));
}
