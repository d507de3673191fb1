//! The shared probe files against a table argued by hand from their text.

use std::collections::BTreeMap;

use crate::support::{audit_file, corpus, pgn_files, table};

#[test]
fn probes_are_read_as_a_careful_reader_expects() {
    let Some(folder) = corpus("torture") else {
        return;
    };
    let mut expected = BTreeMap::<String, BTreeMap<usize, _>>::new();
    for row in table("golden/probes.tsv") {
        let game = row["game"].parse().unwrap();
        let before = expected
            .entry(row["file"].clone())
            .or_default()
            .insert(game, row);
        assert!(before.is_none(), "two rows for a game: {before:?}");
    }
    let mut wrong = Vec::new();
    for path in pgn_files(&folder) {
        let parts = path
            .strip_prefix(&folder)
            .unwrap()
            .iter()
            .map(|part| part.to_str().unwrap());
        let file = parts.collect::<Vec<_>>().join("/");
        let Some(rows) = expected.remove(&file) else {
            wrong.push(format!("{file} is not in the table"));
            continue;
        };
        let audit = audit_file(&path, 1 << 20);
        if audit.games.len() != rows.len() {
            wrong.push(format!(
                "{file}: {} games, expected {}",
                audit.games.len(),
                rows.len()
            ));
        }
        for (index, row) in rows {
            let Some(game) = audit.games.get(index) else {
                wrong.push(format!("{file} has no game {index}"));
                continue;
            };
            let same =
                game.verdict.as_str() == row["verdict"] && game.plies.to_string() == row["plies"];
            if !same {
                wrong.push(format!(
                    "{file} game {index}: {} {} {:?}; expected {} {} ({})",
                    game.verdict,
                    game.plies,
                    audit.codes(index as u64),
                    row["verdict"],
                    row["plies"],
                    row["reason"]
                ));
            }
        }
    }
    wrong.extend(
        expected
            .keys()
            .map(|file| format!("{file} is in the table only")),
    );
    let holds = wrong.is_empty();
    assert!(holds, "{} differences:\n{}", wrong.len(), wrong.join("\n"));
}
