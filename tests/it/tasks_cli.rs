//! Archives read by tasks, end to end: `splits`, `rows --parquet`, `finish`, `verify --inputs`.

use std::fs;
use std::path::Path;

use crate::cli::{BROKEN, CLEAN, Folder, stderr};
use crate::records::{audited, rows};
use crate::records_damage::tables;
use crate::support::{printed, run};

/// Zstd frames with `length` bytes of text each, announced as pzstd does; blocks are raw.
fn frames(text: &[u8], length: usize) -> Vec<u8> {
    let mut stored = Vec::new();
    for part in text.chunks(length) {
        // Magic; single segment, content size of four bytes; one last block (RFC 8878, 3.1.1).
        let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0b1010_0000];
        frame.extend((part.len() as u32).to_le_bytes());
        frame.extend(&((part.len() as u32) << 3 | 1).to_le_bytes()[..3]);
        frame.extend(part);
        stored.extend(b"\x50\x2A\x4D\x18\x04\0\0\0");
        stored.extend((frame.len() as u32).to_le_bytes());
        stored.extend(frame);
    }
    stored
}

/// Reads inputs as tasks do, with these options, and finishes the dataset `out`; returns the number of tasks.
pub(crate) fn finish(out: &str, inputs: &str, bytes: &str, options: &[&str]) -> usize {
    fs::create_dir(out).unwrap();
    let splits = printed(&["splits", "--bytes", bytes, inputs]);
    for (number, line) in splits.lines().enumerate() {
        let task = format!("{out}/_task");
        let range: Vec<&str> = line.split('\t').collect();
        let rows = ["rows", range[0], range[1], range[2], "--parquet", &task];
        printed(&[&rows[..], options].concat());
        for file in fs::read_dir(&task).unwrap() {
            let file = file.unwrap().path();
            let table = Path::new(out).join(file.file_stem().unwrap());
            fs::create_dir_all(&table).unwrap();
            fs::rename(&file, table.join(format!("task-{number}.parquet"))).unwrap();
        }
        fs::remove_dir(&task).unwrap();
    }
    printed(&["finish", out]);
    splits.lines().count()
}

#[test]
fn what_tasks_wrote_is_compared_with_its_inputs() {
    let folder = Folder::new();
    fs::create_dir(folder.path("archive")).unwrap();
    let text = format!("stray\n\n{}", [CLEAN, BROKEN].concat().repeat(40));
    let plain = folder.write("archive/plain.pgn", &text);
    folder.write("archive/frames.pgn.zst", frames(text.as_bytes(), 900));
    folder.write("archive/empty.pgn", "");
    folder.write(
        "archive/lines.epd",
        "4k3/8/8/8/8/8/8/4K2R w K - bm O-O;\n".repeat(60),
    );
    let archive = folder.path("archive");
    let verified = |out: &str| {
        let output = run(&["verify", "--inputs", &folder.path(out)]);
        (output.status.code(), stderr(&output))
    };
    let counts: Vec<usize> = [("one", "1G"), ("some", "4K"), ("many", "700")]
        .into_iter()
        .map(|(out, bytes)| finish(&folder.path(out), &archive, bytes, &[]))
        .collect();
    assert!(
        counts[0] == 4 && counts[1] > 6 && counts[2] > 20,
        "{counts:?}"
    );
    for out in ["one", "some", "many"] {
        assert_eq!(verified(out), (Some(0), String::new()), "{out}");
    }

    // One letter of a name, in a game after the first ranges.
    let at = text.rfind("\"A\"").unwrap() + 1;
    let mut other = text.clone().into_bytes();
    other[at] = b'Z';
    fs::write(&plain, &other).unwrap();
    for out in ["one", "some", "many"] {
        let (code, text) = verified(out);
        assert!(
            code == Some(1) && text.contains("plain.pgn is not what was audited"),
            "{text}"
        );
    }
    fs::write(&plain, format!("{text}\n")).unwrap();
    let (code, text) = verified("many");
    assert!(
        code == Some(1) && text.contains("plain.pgn is not what was audited"),
        "{text}"
    );
    fs::remove_file(&plain).unwrap();
    let (code, text) = verified("many");
    assert!(code == Some(2) && text.contains("plain.pgn"), "{text}");
}

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
            let verified = run(&["verify", "--inputs", &out]);
            assert_eq!(stderr(&verified), "", "{name} by {bytes}");
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

#[test]
fn exit_codes_of_rows_as_files() {
    let folder = Folder::new();
    let input = folder.write("a.pgn", CLEAN);
    let task = folder.path("task");
    let rows = |arguments: &[&str]| {
        let output = run(&[&["rows", &input, "0"], arguments].concat());
        assert!(output.stdout.is_empty());
        (output.status.code(), stderr(&output))
    };
    for clash in [
        &["--nested"][..],
        &["--table", "gaps"],
        &["--columns", "white"],
        &["--limit", "1"],
    ] {
        let (code, text) = rows(&[&["--parquet", &task], clash].concat());
        assert!(
            code == Some(2) && text.contains("cannot be used with"),
            "{text}"
        );
        assert!(!Path::new(&task).exists());
    }
    assert_eq!(rows(&["--parquet", &task]), (Some(0), String::new()));
    let (code, text) = rows(&["--parquet", &task]);
    assert!(code == Some(1) && text.contains(&task), "{text}");
    let (code, text) = rows(&["--parquet", &format!("{task}/none/task")]);
    assert!(code == Some(1) && text.contains("none/task"), "{text}");
    let gone = run(&[
        "rows",
        &folder.path("none.pgn"),
        "--parquet",
        &folder.path("other"),
    ]);
    assert!(gone.status.code() == Some(1) && stderr(&gone).contains("none.pgn"));
}
