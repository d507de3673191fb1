//! The command tablebase, as users run it.

use std::process::Command;

use serde_json::Value;

use crate::folder::{Folder, Has, Ran, each_refused, fed, printed, refused};
use crate::support::corpus;

/// Bishop and knight: python-chess's documentation gives the distance -53, which is rounded.
const KNIGHT_AND_BISHOP: &str = "8/2K5/4B3/3N4/8/8/4k3/8 b - - 47 90";

/// The shared tables as an argument.
fn tables() -> Option<String> {
    corpus("syzygy").map(|folder| folder.to_str().unwrap().to_owned())
}

/// The contract for programs: these keys, and no others where a value is known.
#[test]
fn json_is_what_was_agreed() {
    let Some(tables) = tables() else { return };
    let probe = |options: &str| -> Value {
        let arguments = [
            "tablebase",
            "probe",
            KNIGHT_AND_BISHOP,
            "--tablebase",
            &tables,
            "--format",
            "json",
        ];
        serde_json::from_str(&printed((&arguments, options))).unwrap()
    };
    let expected = |clock: u32, value: &str, certain: bool| {
        serde_json::json!({
            "fen": KNIGHT_AND_BISHOP, "clock": clock, "wdl": -2, "dtz": -53, "value": value, "certain": certain,
        })
    };
    assert_eq!(probe(""), expected(47, "blessed-loss", false));
    assert_eq!(probe("--clock 46"), expected(46, "loss", true));
    assert_eq!(probe("--clock 48"), expected(48, "blessed-loss", true));
    let moves = probe("--moves")["moves"].as_array().unwrap().len();
    assert_eq!(moves, 7);
}

#[test]
fn what_no_table_says_has_a_reason() {
    let Some(tables) = tables() else { return };
    let text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n\n\
                4k3/8/8/8/8/8/8/3NNNNK w - - 0 1\n8/8/4k3/8/8/4K3/8/8 b - - 99 1\n";
    let output = fed(
        format!("tablebase probe - --tablebase {tables} --format json"),
        text.as_bytes(),
    );
    output.ends(0);
    let lines: Vec<Value> = output
        .stdout
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).unwrap())
        .collect();
    let said: Vec<_> = lines
        .iter()
        .map(|line| (line["value"].as_str().unwrap(), line["reason"].as_str()))
        .collect();
    assert_eq!(
        said,
        [
            ("unknown", Some("castling_rights")),
            ("unknown", Some("too_many_pieces")),
            ("draw", None),
        ]
    );
    let found = (&lines[0]["wdl"], &lines[0]["dtz"]);
    assert_eq!(found, (&Value::Null, &Value::Null));
    let csv = fed(
        format!("tablebase probe - --tablebase {tables} --format csv"),
        text.as_bytes(),
    );
    let csv = csv.out();
    csv.begins("fen,clock,wdl,dtz,value,certain,reason\r\n");
    assert_eq!(csv.lines().count(), 4);
}

#[test]
fn people_see_the_board_and_all_moves() {
    let Some(tables) = tables() else { return };
    // An unquoted FEN arrives in pieces.
    let mut arguments = vec!["tablebase", "probe"];
    arguments.extend(KNIGHT_AND_BISHOP.split(' '));
    arguments.extend(["--tablebase", &tables]);
    let text = printed(&arguments);
    text.has("Black to move, clock 47: blessed-loss (or not:");
    text.has("53 half-moves or one more");
    for san in ["Kd3", "Kd1", "Kd2", "Ke1", "Kf1", "Kf2", "Kf3"] {
        text.has(&format!("\n{san} "));
    }
}

#[test]
fn folders_come_from_the_environment_too() {
    let Some(tables) = tables() else { return };
    let output = Command::new(env!("CARGO_BIN_EXE_audit960"))
        .args(["tablebase", "probe", KNIGHT_AND_BISHOP, "--format", "json"])
        .env("AUDIT960_SYZYGY", &tables)
        .output()
        .unwrap();
    output.ends(0);
}

#[test]
fn a_check_says_what_is_wrong_with_which_file() {
    let Some(tables) = tables() else { return };
    printed!("tablebase check {tables} --sample 20")
        .has("70 files, 700 positions looked up, 0 with problems");

    let folder = Folder::new();
    for name in ["KQvK.rtbw", "KQvK.rtbz", "KRvK.rtbw", "KRvK.rtbz"] {
        let bytes = std::fs::read(std::path::Path::new(&tables).join(name)).unwrap();
        // The last blocks of one of them are lost.
        let kept = if name == "KRvK.rtbz" {
            bytes.len() - 1024
        } else {
            bytes.len()
        };
        std::fs::write(folder.path(name), &bytes[..kept]).unwrap();
    }
    let damaged = &folder.path("");
    let output = run!("tablebase check {damaged} --format csv");
    output.ends(1);
    let text = output.out();
    let problems: Vec<&str> = text
        .lines()
        .skip(1)
        .filter(|line| !line.ends_with(','))
        .collect();
    assert_eq!(problems.len(), 1, "{text}");
    problems[0].has("KRvK.rtbz");
    problems[0].has("is cut off");
    run!("tablebase check {damaged} --exit-zero").ends(0);

    // A probe goes on without the table, and names it once.
    let rook = "8/8/4k3/8/8/4K3/8/4R3 w - - 9 1";
    let output = run!("tablebase probe `{rook}` --tablebase {damaged} --format json");
    output.ends(0);
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    let found = (found["value"].as_str(), found["reason"].as_str());
    assert_eq!(found, (Some("unknown"), Some("table_damaged")));
    let message = output.err();
    assert_eq!(message.matches("KRvK.rtbz").count(), 1, "{message}");
}

/// A rook against a bare king: a win, but not from a clock of 98 on (python-chess: the distance is 29 half-moves).
#[test]
fn operations_of_epd_are_the_clock() {
    let Some(tables) = tables() else { return };
    let lines = "8/8/4k3/8/8/4K3/8/4R3 w - - hmvc 98;\n# a comment\n8/8/4k3/8/8/4K3/8/4R3 w - - id \"x\"\n\
                 8/8/4k3/8/8/4K3/8/4R3 w - - 98 60\n";
    let fields = ["--tablebase", &tables, "--format", "csv"];
    let output = fed(("tablebase probe -", &fields), lines.as_bytes());
    let values = |text: &str| -> Vec<String> {
        let rows = text.lines().skip(1);
        rows.map(|row| row.split(',').nth(4).unwrap().to_owned())
            .collect()
    };
    let expected = ["cursed-win", "win", "cursed-win"];
    let found = values(std::str::from_utf8(&output.stdout).unwrap());
    assert_eq!(found, expected);
    // The same as arguments, each in quotes.
    let [late, soon] =
        ["w - - hmvc 98;", "w - - 0 1"].map(|rest| format!("8/8/4k3/8/8/4K3/8/4R3 {rest}"));
    let both = printed((format!("tablebase probe `{late}` `{soon}`"), &fields));
    assert_eq!(values(&both), ["cursed-win", "win"]);
    for more in ["8/8/8/8/8/8/8/K7 w - - 0 1", "garbage"] {
        refused((format!("tablebase probe `{soon}` `{more}`"), &fields)).has("not a position");
    }
    let two = format!("{soon} 7 8 9");
    refused((format!("tablebase probe `{two}`"), &fields)).has("quotes of its own");
}

/// Mate with the hundredth half-move comes before any claim (Laws 9.3 and 5.1.1).
#[test]
fn a_move_that_mates_settles_what_the_distance_leaves_open() {
    let Some(tables) = tables() else { return };
    let mate = "7k/5K2/6Q1/8/8/8/8/8 w - - 99 1";
    let asked = [
        "tablebase",
        "probe",
        mate,
        "--tablebase",
        &tables,
        "--format",
        "json",
    ];
    let found: Value = serde_json::from_str(&printed(asked)).unwrap();
    let found = (&found["value"], &found["certain"]);
    assert_eq!(found, (&"win".into(), &true.into()));
}

#[test]
fn what_cannot_be_answered_is_refused() {
    let empty = Folder::new();
    let empty = &empty.path("");
    each_refused(
        "tablebase probe `8/8/4k3/8/8/4K3/8/8 w - - 0 1`",
        &format!(
            "\
         --tablebase {empty} | no sound table
         --tablebase no/such/folder | no/such/folder
         --tablebase {empty} --clock many | --clock"
        ),
    );
    let Some(tables) = tables() else { return };
    refused!("tablebase probe `8/8/8/8/8/8/8/K7 w - - 0 1` --tablebase {tables}")
        .has("not a position");
}
