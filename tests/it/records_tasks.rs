//! Tables of games read by tasks, in ranges of row groups and batches.

use std::fs;

use crate::folder::{Folder, Ran, rows};
use crate::records::audited;
use crate::records_damage::tables;
use crate::tasks_cli::finish;

/// What a row says wherever its range begins.
const OF_ROWS: &str = "SELECT frame_offset, white, black, result, fen, verdict, plies, clocks, moves_hash, game_id \
                       FROM games ORDER BY frame_offset";

#[test]
fn tables_are_read_in_ranges() {
    let folder = Folder::new();
    for table in tables() {
        let name = table.file_name().unwrap().to_str().unwrap();
        // How a batch is compressed does not matter here.
        if name.contains("lz4") || name.contains("zstd") {
            continue;
        }
        let input = folder.write(name, fs::read(&table).unwrap());
        let expected = rows(&audited(&folder, &input, &format!("{name}-audit")), OF_ROWS);
        assert_eq!(expected.len(), 8);
        let smallest = match name {
            "pyarrow.parquet" => "700",
            _ => "3000",
        };
        for bytes in ["1G", smallest] {
            let out = folder.path(&format!("{name}-{bytes}"));
            let tasks = finish(&out, &input, bytes, &["--with-moves"]);
            assert!(tasks > 1 || bytes == "1G", "{name} by {bytes}: {tasks}");
            assert!(rows(&out, OF_ROWS) == expected, "{name} by {bytes}");
            let verified = run!("verify --inputs {out}");
            assert_eq!(verified.err(), "", "{name} by {bytes}");
        }
    }
    // Each row group of three rows is read by the task in whose range it begins.
    let manifest = fs::read_to_string(folder.path("pyarrow.parquet-700/manifest.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    let files = manifest["files"].as_array().unwrap().iter();
    let counts = files.filter(|file| file["path"].as_str().unwrap().starts_with("games/"));
    let counts: Vec<u64> = counts
        .map(|file| file["rows"].as_u64().unwrap())
        .filter(|count| *count > 0)
        .collect();
    assert_eq!(counts, [3, 3, 2]);
}
