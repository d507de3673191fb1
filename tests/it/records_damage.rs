//! Damaged tables of games: what is lost is named, the rest is audited, and memory is bounded.
//!
//! `AUDIT960_MUTANTS=2000` damages more files than the tests do otherwise.

use std::fs;
use std::path::PathBuf;

use serde_json::json;

use crate::folder::{Folder, Has, Ran, manifest, rows};
use crate::hostile_sizes::bounded;
use crate::records::{audited, rows_without_place};
use crate::support::data;

/// Address space of a run in MiB: many times what these files need, and less than they can announce.
const MEBIBYTES: u64 = 1536;

/// Parquet, and Arrow files and streams with each compression, as pyarrow and polars write them.
pub(crate) fn tables() -> Vec<PathBuf> {
    let entries = fs::read_dir(data("records/tables")).unwrap();
    let mut tables: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    tables.retain(|path| path.extension().is_some_and(|name| name != "pgn"));
    tables.sort();
    assert_eq!(tables.len(), 14);
    tables
}

#[test]
fn tables_of_two_writers_give_the_rows_of_the_pgn() {
    let folder = Folder::new();
    let pgn = data("records/tables/games.pgn");
    let expected = rows_without_place(&audited(&folder, pgn.to_str().unwrap(), "pgn"));
    assert_eq!(expected[0].len(), 8);
    for table in tables() {
        let name = table.file_name().unwrap().to_str().unwrap();
        let mut found = rows_without_place(&audited(&folder, table.to_str().unwrap(), name));
        // Which columns were read is a finding of its own.
        found[2].retain(|finding| finding["code"] != "S017");
        assert!(found == expected, "{name}");
        let [one, three] = ["1", "3"].map(|threads| {
            let out = folder.path(&format!("{name}-{threads}"));
            let input = table.to_str().unwrap();
            printed!("audit {input} --out {out} -q --exit-zero -j {threads}");
            let manifest = manifest(&out);
            manifest["files"].clone()
        });
        assert_eq!(one, three, "{name}: files by one thread and by three");
    }
}

/// Numbers that are the same each time (Marsaglia's xorshift64).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }
}

/// Damages a file in some places: bits are flipped, numbers made as large as they can be, bytes cut off, moved or
/// filled. What the first bytes say the file is stays.
fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    for _ in 0..[1, 1, 2, 5][random.below(4)] {
        let at = 8 + random.below(bytes.len() - 16);
        let aligned = at & !7;
        match random.below(8) {
            0 | 1 => bytes[at] ^= 1 << random.below(8),
            2 => bytes[at..at + 4].copy_from_slice(&i32::MAX.to_le_bytes()),
            3 => bytes[aligned..aligned + 8].copy_from_slice(&i64::MAX.to_le_bytes()),
            4 => bytes[aligned..aligned + 8].copy_from_slice(&(1_i64 << 40).to_le_bytes()),
            5 => bytes[aligned..aligned + 8].copy_from_slice(&(-2_i64).to_le_bytes()),
            6 => bytes[aligned..aligned + 4].copy_from_slice(&(1_i32 << 30).to_le_bytes()),
            _ => {
                let word = bytes[at..at + 8].to_vec();
                bytes.splice(aligned..aligned, word);
            }
        }
    }
}

#[test]
fn damaged_tables_cost_themselves() {
    let wanted = std::env::var("AUDIT960_MUTANTS").map_or(240, |count| count.parse().unwrap());
    let (folder, tables) = (Folder::new(), tables());
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let (mut made, mut unharmed) = (0, 0);
    while made < wanted {
        // Several at once, because each run of the program takes a while.
        let batch: Vec<String> = (0..20)
            .map(|number| {
                let mut bytes = fs::read(&tables[made % tables.len()]).unwrap();
                damage(&mut bytes, &mut random);
                made += 1;
                folder.write(&format!("{number}.table"), bytes)
            })
            .collect();
        let inputs: Vec<&str> = batch.iter().map(String::as_str).collect();
        let good = data("records/tables/games.pgn");
        let out = folder.path(&format!("out-{made}"));
        let arguments = [
            &["audit", "-q", "--out", &out],
            &inputs[..],
            &[good.to_str().unwrap()],
        ];
        let output = bounded(MEBIBYTES, arguments.concat());
        let said = output.err();
        let code = output.status.code();
        if !matches!(code, Some(0 | 1)) || said.contains("a bug in audit960") {
            // Which of them?
            for input in &batch {
                let output = bounded(MEBIBYTES, format!("starts {input}"));
                let (code, said) = (output.status.code(), output.err());
                if !matches!(code, Some(0 | 1)) || said.contains("a bug in audit960") {
                    let kept = std::env::temp_dir().join("audit960-damaged-table");
                    fs::copy(input, &kept).unwrap();
                    panic!("{}: {code:?} {said}", kept.display());
                }
            }
            panic!("none of {batch:?} alone: {code:?} {said}");
        }
        let sql = "SELECT source, COUNT(*) AS n FROM games WHERE verdict = 'ok' GROUP BY source";
        let counted = rows(&out, sql);
        let of = |name: &str| {
            counted
                .iter()
                .find(|row| row["source"].as_str().unwrap().ends_with(name))
        };
        assert_eq!(of("games.pgn").unwrap()["n"], 8, "the other input is read");
        unharmed += counted.iter().filter(|row| row["n"] == 8).count() - 1;
    }
    // Most bytes of these files are padding, which may change, and a few are games.
    assert!(unharmed < made, "nothing was damaged");
    println!("{unharmed} of {made} damaged files still have their 8 games");
}

#[test]
fn a_damaged_batch_costs_its_rows() {
    let folder = Folder::new();
    for name in "pyarrow-none.arrow polars-none.arrow pyarrow-none.arrows".split(' ') {
        let mut bytes = fs::read(data("records/tables").join(name)).unwrap();
        // In the second batch of three: an address that is no UTF-8.
        let games = fs::read_to_string(data("records/tables/games.pgn")).unwrap();
        let sites = games
            .lines()
            .filter_map(|line| line.strip_prefix("[Site \""));
        let site = sites
            .map(|site| site.trim_end_matches("\"]"))
            .nth(3)
            .unwrap();
        let mut windows = bytes.windows(site.len());
        // Padding of the first batch may have it, too.
        let found = windows.rposition(|text| text == site.as_bytes()).unwrap();
        bytes[found] = 0xFF;
        let input = folder.write(name, bytes);
        let dataset = audited(&folder, &input, &format!("{name}-audit"));
        let games = rows(&dataset, "SELECT line, white, verdict FROM games");
        let lines: Vec<_> = games
            .iter()
            .map(|game| (&game["line"], &game["verdict"]))
            .collect();
        let expected = [1, 2, 3, 4, 7, 8]
            .map(|row| (json!(row), json!(if row == 4 { "rejected" } else { "ok" })));
        let expected: Vec<_> = expected
            .iter()
            .map(|(line, verdict)| (line, verdict))
            .collect();
        assert_eq!(lines, expected, "{name}");
        let sql = "SELECT message FROM diagnostics WHERE code = 'S015'";
        let said = rows(&dataset, sql);
        said[0]["message"]
            .as_str()
            .unwrap()
            .has("rows 4 to 6 are lost: message ");
    }
}
