//! What `audit960 audit` prints, where, and for whom.

use std::process::{Command, Output};

use serde_json::Value;

use crate::folder::{BROKEN, CLEAN, Folder, Has, Ran, run};

#[test]
fn findings_are_printed_with_place_excerpt_and_caret() {
    let folder = Folder::new();
    let path = folder.write("a.pgn", [CLEAN, BROKEN].concat());
    let output = folder.audit(&path);
    let expected = format!(
        "{path}:19:13: error[M001]: Nf6 is not legal here\n    1. e4 e5 2. Nf6 Nc6 1-0\n    {}^^^\n",
        " ".repeat(12)
    );
    output.err().begins(&expected);
    // Findings are no result.
    assert!(!output.out().contains("not legal here"));
    let quiet = run(["audit", "-q", "--out", &folder.path("quiet"), &path]);
    assert_eq!(quiet.err(), "");
    assert_eq!(quiet.out(), output.out());
}

#[test]
fn the_first_five_of_each_code_are_printed_or_all_findings() {
    let folder = Folder::new();
    let text = [BROKEN.repeat(25), "[Event \"y\"]\n\n1. e4 *\n".to_owned()].concat();
    let path = folder.write("a.pgn", text);
    let count = |output: &Output, code: &str| output.err().matches(&format!("[{code}]: ")).count();
    let output = folder.audit(&path);
    assert_eq!((count(&output, "M001"), count(&output, "T006")), (5, 0));
    let output = run!("audit --all-findings --out {} {path}", folder.path("all"));
    assert_eq!((count(&output, "M001"), count(&output, "T006")), (25, 1));
}

#[test]
fn findings_as_json_are_lines_that_parse() {
    let folder = Folder::new();
    let path = folder.write("a.pgn", [CLEAN, BROKEN].concat());
    let output = folder.audit((&path, "--format json"));
    let text = output.err();
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 1);
    let expected = [
        ("source", Value::from(path)),
        ("game", 1.into()),
        ("line", 19.into()),
        ("column", 13.into()),
        ("code", "M001".into()),
        ("severity", "error".into()),
        ("ply", 3.into()),
        ("byte_offset", CLEAN.len().into()),
        ("frame_offset", 0.into()),
        ("excerpt", "1. e4 e5 2. Nf6 Nc6 1-0".into()),
    ];
    for (name, value) in expected {
        assert_eq!(lines[0][name], value, "{name}");
    }
}

#[test]
fn nothing_but_text_where_there_is_no_terminal() {
    let folder = Folder::new();
    let hostile = BROKEN
        .replace("\"A\"", "\"\x1b[31mA\"")
        .replace("Nf6", "N\x1b[2Jf6");
    let flawed = format!("[White \"\x1b]0;title\x07]\n{hostile}");
    let path = folder.write("a.pgn", [hostile, flawed].concat());
    for (name, variables) in [
        ("out", &[][..]),
        ("forced", &[("CLICOLOR_FORCE", "1")]),
        ("plain", &[("NO_COLOR", "1")]),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_audit960"))
            .args(["audit", &path, "--out", &folder.path(name)])
            .envs(variables.iter().copied())
            .output()
            .unwrap();
        for stream in [&output.stdout, &output.stderr] {
            let holds = !stream.contains(&0x1b);
            assert!(holds, "{}", String::from_utf8_lossy(stream));
            assert!(!stream.contains(&b'\r'), "no progress bar");
        }
        assert!(!output.stderr.is_empty());
    }
}
