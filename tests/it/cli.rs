//! `audit960 audit` as users run it: exit codes, inputs, what is left behind.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::folder::{BROKEN, CLEAN, Folder, Has, Ran, fed, manifest, run};
use crate::support::{data, text_of};

#[test]
fn clean_data_are_exit_code_0() {
    let folder = Folder::new();
    let output = folder.audit([&folder.write("a.pgn", CLEAN)]);
    output.ends(0);
    output.out().begins("Games  1 from 1 source");
    assert!(folder.is_dataset("out"));
    let totals = &manifest(folder.path("out"))["totals"];
    assert_eq!(totals["bytes"], CLEAN.len() as u64);
    let found = (&totals["ok"], &totals["games"]);
    assert_eq!(found, (&Value::from(1), &Value::from(1)));
}

#[test]
fn errors_in_the_data_are_exit_code_1_unless_told_otherwise() {
    let input = [CLEAN, BROKEN].concat();
    for (options, code) in [("", 1), ("--exit-zero", 0), ("--quiet", 1)] {
        let folder = Folder::new();
        let path = folder.write("a.pgn", &input);
        let output = folder.audit((&path, options));
        output.ends(code);
        // The data are bad, the audit is not.
        assert!(folder.is_dataset("out"));
    }
}

#[test]
fn standard_input_is_read_like_a_file() {
    let folder = Folder::new();
    fed(
        ["audit", "-", "--out", &folder.path("out")],
        [CLEAN, BROKEN].concat().as_bytes(),
    )
    .ends(1)
    .err()
    .begins("-:19:13: error[M001]");
    assert_eq!(manifest(folder.path("out"))["inputs"][0]["name"], "-");
    assert_eq!(manifest(folder.path("out"))["totals"]["games"], 2);
}

#[test]
fn bad_arguments_are_exit_code_2() {
    for arguments in [
        "audit",
        "audit a.pgn",
        "audit a.pgn --out",
        "audit a.pgn --out b --no-such-option",
        "no-such-command",
    ] {
        let output = run(arguments);
        output.ends(2);
        assert!(output.stdout.is_empty() && !output.stderr.is_empty());
    }
}

#[test]
fn a_missing_input_is_named_and_leaves_nothing() {
    let folder = Folder::new();
    let missing = folder.path("missing.pgn");
    let link = folder.path("gone.pgn");
    for inputs in [&[missing.as_str()][..], &[&link, &missing]] {
        let output = folder.audit(inputs);
        output.ends(2);
        output.err().has(inputs[0]);
        assert!(output.stdout.is_empty());
        // A failed run leaves nothing.
        assert!(!Path::new(&folder.path("out")).exists());
    }
}

#[test]
fn a_folder_that_is_not_empty_is_not_written_to() {
    let folder = Folder::new();
    let path = folder.write("a.pgn", CLEAN);
    fs::create_dir(folder.path("out")).unwrap();
    folder.write("out/notes.txt", "mine");
    let output = folder.audit(&path);
    output.ends(2);
    output.err().has("not empty");
    assert_eq!(fs::read_dir(folder.path("out")).unwrap().count(), 1);

    // A dataset is not written over, either.
    fs::remove_file(folder.path("out/notes.txt")).unwrap();
    folder.audit(&path).ends(0);
    let before = fs::read(folder.path("out/manifest.json")).unwrap();
    folder.audit(&path).ends(2);
    assert_eq!(fs::read(folder.path("out/manifest.json")).unwrap(), before);
}

/// A zstd frame (RFC 8878) of two raw blocks, the second of them given with its header.
fn frame(first: &[u8], second: &[u8]) -> Vec<u8> {
    // Magic; single segment with a content size of four bytes; the size, which nobody can check
    // before the end.
    let mut bytes = vec![0x28, 0xb5, 0x2f, 0xfd, 0b1010_0000];
    bytes.extend((2 * first.len() as u32).to_le_bytes());
    bytes.extend(&((first.len() as u32) << 3).to_le_bytes()[..3]);
    bytes.extend(first);
    bytes.extend(second);
    bytes
}

#[test]
fn games_before_damage_are_kept() {
    let text = CLEAN.repeat(3);
    // A block of the reserved type; a raw block of which half is there.
    let corrupt = [&[0b111, 0, 0][..], &[0; 50]].concat();
    let mut truncated = ((text.len() as u32) << 3 | 1).to_le_bytes()[..3].to_vec();
    truncated.extend(&text.as_bytes()[..20]);
    for (tail, code, said) in [
        (corrupt, "S003", "cannot be decoded"),
        (truncated, "S002", "ends before its stream does"),
    ] {
        let folder = Folder::new();
        let path = folder.write("a.pgn.zst", frame(text.as_bytes(), &tail));
        let output = folder.audit(&path);
        output.ends(1);
        output.err().has(&format!("error[{code}]"));
        output.err().has(said);
        let manifest = manifest(folder.path("out"));
        assert_eq!(manifest["totals"]["ok"], 3, "{manifest}");
        assert_eq!(manifest["totals"]["findings"][code], 1);
    }
}

/// Files may not grow beyond a few blocks: what a full disk looks like to the program.
#[cfg(unix)]
#[test]
fn a_full_disk_is_exit_code_2_and_leaves_nothing() {
    let folder = Folder::new();
    let path = folder.write("a.pgn", CLEAN.repeat(20_000));
    for options in ["", "--duplicates"] {
        let output = Command::new("sh")
            .args(["-c", "trap '' XFSZ; ulimit -f 8; exec \"$@\"", "sh"])
            .args([
                env!("CARGO_BIN_EXE_audit960"),
                "audit",
                &path,
                "--out",
                &folder.path("out"),
            ])
            .args(options.split_whitespace())
            .output()
            .unwrap();
        output.ends(2);
        output.err().has(&folder.path("out"));
        assert!(output.stdout.is_empty());
        assert!(!Path::new(&folder.path("out")).exists());
    }
}

#[test]
fn the_manifest_names_inputs_and_options_and_no_time() {
    let folder = Folder::new();
    let path = folder.write("a.pgn", CLEAN);
    let options = ["--with-moves", "--duplicates", "--crosscheck"];
    folder
        .audit([&[path.as_str()], &options[..]].concat())
        .ends(0);
    let manifest = manifest(folder.path("out"));
    for option in ["with_moves", "duplicates", "crosscheck"] {
        assert_eq!(manifest["options"][option], true, "{option}");
    }
    let input = &manifest["inputs"][0];
    let found = (&input["name"], &input["size"]);
    assert_eq!(found, (&path.into(), &CLEAN.len().into()));
    assert_eq!(input["xxh3_128"].as_str().unwrap().len(), 32);
    for table in ["crosscheck", "duplicates.parquet"] {
        assert!(Path::new(&folder.path("out")).join(table).exists());
    }
}

#[test]
fn bytes_and_games_add_up_over_all_that_we_have() {
    let folder = Folder::new();
    let (archive, traps) = (data("archive"), data("traps"));
    folder
        .audit(["-q", archive.to_str().unwrap(), traps.to_str().unwrap()])
        .ends(1);
    let manifest = manifest(folder.path("out"));
    let totals = &manifest["totals"];
    let number = |name: &str| totals[name].as_u64().unwrap();
    assert_eq!(number("bytes"), number("game_bytes") + number("gap_bytes"));
    let verdicts = ["ok", "repaired", "damaged", "rejected", "foreign"].map(number);
    assert_eq!(number("games"), verdicts.iter().sum::<u64>());
    let sizes = manifest["inputs"].as_array().unwrap().iter();
    let (mut bytes, mut games) = (0, 0);
    for input in sizes {
        let stored = fs::read(input["name"].as_str().unwrap()).unwrap();
        assert_eq!(input["size"].as_u64().unwrap(), stored.len() as u64);
        bytes += text_of(&stored).len() as u64;
        games += input["games"].as_u64().unwrap();
    }
    // None of them is compressed.
    assert_eq!((bytes, games), (number("bytes"), number("games")));
}
