//! Answers that a reader understands at first sight: games without moves are apart, figures are honest, and a
//! question that cannot have an answer is refused.

use std::path::Path;

use serde_json::Value;

use crate::folder::{
    Folder, Has, Ran, audited, each_refused, json, manifest, printed, program, refused, rows, run,
};

/// Scharnagl 0 and 959; 518 is the orthodox array.
const STARTS: [(&str, &str); 2] = [("bbqnnrkr", "BBQNNRKR"), ("rkrnnqbb", "RKRNNQBB")];

/// A Chess960 game from one of [`STARTS`], with or without moves.
fn game(start: usize, result: &str, movetext: &str) -> String {
    let (black, white) = STARTS[start];
    format!(
        "[Event \"Club\"]\n[Site \"?\"]\n[Date \"2020.05.01\"]\n[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n\
         [Result \"{result}\"]\n[Variant \"Chess960\"]\n[SetUp \"1\"]\n\
         [FEN \"{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1\"]\n\n{movetext} {result}\n\n"
    )
}

/// From 0: two games that were played, which White won, and three without moves, which Black won; from 959 one
/// without moves. One game more has an illegal first move: it had moves, and is not among those without.
pub(crate) fn archive(folder: &Folder) -> String {
    let mut text = String::new();
    text += &game(0, "1-0", "1. e4 e5 2. f4");
    text += &game(0, "1-0", "1. d4 d5");
    for _ in 0..3 {
        text += &game(0, "0-1", "");
    }
    text += &game(1, "1/2-1/2", "");
    text += &game(1, "1-0", "1. Ke5 e5");
    let path = folder.path("club.pgn");
    std::fs::write(&path, text).unwrap();
    path.clone()
}

/// The dataset of `data/archive`, made once.
pub(crate) fn dataset_of_archive() -> String {
    static MADE: std::sync::OnceLock<(Folder, String)> = std::sync::OnceLock::new();
    let made = MADE.get_or_init(|| {
        let folder = Folder::new();
        let dataset = audited(&folder, "dataset", "data/archive", "");
        (folder, dataset)
    });
    made.1.clone()
}

/// Games, White's wins, Black's wins and those without moves of the first position of an answer.
fn first(arguments: &[&str]) -> [u64; 4] {
    let rows: Vec<Value> = json((arguments, "--sort start"));
    let row = rows.first().unwrap();
    ["games", "white_wins", "black_wins", "moveless"].map(|name| row[name].as_u64().unwrap())
}

#[test]
fn games_without_moves_are_apart() {
    let folder = Folder::new();
    let archive = archive(&folder);
    let dataset = audited(&folder, "dataset", &archive, "");
    let manifest = manifest(&dataset);
    assert_eq!(manifest["totals"]["moveless"], 4);
    assert_eq!(manifest["totals"]["games"], 7);
    // The columns of the contract count all games; the new ones say which were played.
    let table = rows(
        &dataset,
        "SELECT games, black_wins, played FROM start_positions WHERE start IN (0, 959) ORDER BY start",
    );
    assert_eq!(
        table[0],
        serde_json::json!({"games": 5, "black_wins": 3, "played": 2})
    );
    assert_eq!(
        table[1],
        serde_json::json!({"games": 2, "black_wins": 0, "played": 1})
    );
    let sql = "SELECT SUM(games_with_right) AS held, SUM(rights_played) AS played FROM castling";
    let rights = rows(&dataset, sql);
    // Four rights a game.
    assert_eq!(rights[0], serde_json::json!({"held": 28, "played": 12}));
    for asked in [&archive, &dataset] {
        let apart = ["starts", asked, "--exit-zero"];
        assert_eq!(first(&apart), [2, 2, 0, 3], "{asked}");
        let counted = [&apart[..], &["--count-moveless"]].concat();
        assert_eq!(first(&counted), [5, 2, 3, 0], "{asked}");
        run(apart).err().has("4 games without moves are left out");
    }
    let by = |options: &str| {
        let rows: Value = json(("starts --by year", &dataset, options));
        rows[0]["games"].as_u64().unwrap()
    };
    assert_eq!((by(""), by("--count-moveless")), (3, 7));
}

#[test]
fn the_summary_and_the_page_say_how_many_have_no_moves() {
    let folder = Folder::new();
    let archive = archive(&folder);
    let dataset = &folder.path("out");
    let summary = printed!("audit {archive} --out {dataset} --exit-zero");
    summary.has("  4 of them (57.1 %) have no moves");
    // The position that was only in a tag is among those that came up.
    summary.has("Chess960 7 (2 of 960 positions)");
    printed!("report {dataset} --quiet");
    let page = std::fs::read_to_string(Path::new(dataset).join("report.html")).unwrap();
    assert!(page.contains("4 games have no moves"));
    assert!(page.contains("4 games without moves left out"));
    assert!(!page.contains("replayed as written"));
    printed!("verify {dataset}");
}

/// Rows that are added, or made by tasks, count games without moves as one audit does.
#[test]
fn games_without_moves_are_counted_whichever_way_a_dataset_is_made() {
    let folder = Folder::new();
    let first = archive(&folder);
    let second = folder.write("second.pgn", game(0, "1-0", "") + &game(1, "0-1", "1. a4"));
    let whole = audited(&folder, "whole", format!("{first} {second}"), "");
    let added = audited(&folder, "added", &first, "");
    printed!("audit {second} --out {added} --append --exit-zero --quiet");
    let totals = |dataset: &str| manifest(dataset)["totals"].clone();
    assert_eq!(totals(&whole), totals(&added));
    assert_eq!(totals(&whole)["moveless"], 5);
    let played = |dataset: &str| {
        let sql = "SELECT start, played FROM start_positions WHERE games > 0 ORDER BY start";
        rows(dataset, sql)
    };
    assert_eq!(played(&whole), played(&added));
    printed!("verify {added}");
}

/// What no game can meet is refused, with what may have been meant.
#[test]
fn conditions_that_nothing_can_meet_are_refused() {
    each_refused(
        "starts data/archive",
        "\
         --time-control fast | speeds are bullet, blitz, rapid
         --time-control bliz | did you mean blitz?
         --since 2022 --until 2020 | no game can meet both
         --min-elo 2000 --max-elo 1000 | no game can meet both
         --where `start_kind = 'Chess960'` | did you mean chess960?
         --where `verdict IN ('ok', 'broken')` | verdict is never 'broken'
         --where `start_knd = 'x'` | did you mean start_kind?
         --min-games x | a whole number is needed
         --by year --sort score | cannot be used with
         --pentanomial --sort score | cannot be used with",
    );
    refused("explore data/archive --start 518 --depth 3")
        .has("--depth is the length of the tree of --format pgn");
    // A tag as it stands, and a period of one day, are conditions.
    for options in [
        "--time-control 300+3",
        "--since 2020-05-01 --until 2020-05-01",
    ] {
        printed(("starts data/archive", options));
    }
}

#[test]
fn failures_say_what_to_do() {
    let folder = Folder::new();
    let file = folder.write("a.pgn", game(0, "1-0", "1. e4"));
    let inside = Path::new(&file).join("b").to_str().unwrap().to_owned();
    let out = &folder.path("out");
    let text = refused!("audit {inside} --out {out}");
    text.has("a part of this path is a file, not a folder");
    let picture = folder.path("x.png");
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    bytes.extend((0..=255).cycle().take(9_000));
    std::fs::write(&picture, bytes).unwrap();
    run!("audit {picture} --out {out}")
        .err()
        .has("bytes that are not text belong to no game: a PNG picture");
}

/// The Ctrl-Z with which DOS ended texts is no damage.
#[test]
fn a_stray_character_is_no_file_of_another_format() {
    let folder = Folder::new();
    let file = folder.write("dos.pgn", game(0, "1-0", "1. e4") + "\x1a");
    let out = &folder.path("out");
    let said = run!("audit {file} --out {out}");
    said.ends(0).err().has("warning[S001]: 1 bytes of text");
}

/// Errors are printed first, then warnings, and how many findings there are besides.
#[test]
fn errors_come_before_warnings() {
    let folder = Folder::new();
    let path = folder.path("a.pgn");
    // 25 games without a termination and without a tag of the roster, then one with an illegal move.
    let mut text =
        "[Event \"x\"]\n[Site \"?\"]\n[Date \"2020.01.01\"]\n[White \"A\"]\n[Black \"B\"]\n\
                    [Result \"*\"]\n\n1. e4\n\n"
            .repeat(25);
    text += "[Event \"x\"]\n[Site \"?\"]\n[Date \"2020.01.01\"]\n[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n\
             [Result \"*\"]\n\n1. e5 *\n";
    std::fs::write(&path, text).unwrap();
    let out = &folder.path("out");
    let said = run!("audit {path} --out {out}");
    let said = said.err();
    let (error, warning) = (
        said.find("error[M001]").unwrap(),
        said.find("warning[P006]").unwrap(),
    );
    assert!(error < warning, "{said}");
    assert_eq!(said.matches("warning[P006]").count(), 5);
    said.lacks("info[T006]")
        .has("Not printed: findings for information, and beyond the first five of each code");
}

#[test]
fn tables_describe_themselves() {
    let rows = rows(&dataset_of_archive(), "DESCRIBE incidents");
    let clock = rows
        .iter()
        .find(|row| row["column"] == "peak_clock")
        .unwrap();
    let found = (&clock["type"], &clock["unit"]);
    assert_eq!(found, (&"int32".into(), &"half-moves".into()));
    let text = refused(["query", &dataset_of_archive(), "DESCRIBE game"]);
    text.has("the tables are");
    text.has("games");
}

/// What an incomplete dataset cannot answer for is said with each answer.
#[test]
fn answers_of_an_incomplete_dataset_say_so() {
    let folder = Folder::new();
    let out = &folder.path("audit");
    let none = &folder.path("none.pgn");
    run!("audit data/archive/mainz-2009.pgn {none} --out {out} --quiet").ends(2);
    let report = folder.path("report.html");
    for arguments in [
        &["draws", out][..],
        &["starts", out],
        &["report", out, "--out", &report],
        &["diff", out, "data/archive/mainz-2009.pgn"],
    ] {
        let output = run(arguments);
        let text = output.err();
        let found = text.matches("the dataset is incomplete").count();
        assert_eq!(found, 1, "{arguments:?}: {text}");
    }
    let complete = &folder.path("complete");
    run!("audit data/archive/mainz-2009.pgn --out {complete} --quiet");
    run!("draws {complete}").err().lacks("incomplete");
}

/// A file whose name contradicts what it would hold is not written.
#[test]
fn names_of_files_do_not_mislead() {
    let folder = Folder::new();
    let games = "data/archive/fics-style.pgn";
    let dataset = audited(&folder, "out", games, "");
    for (words, said) in [
        (
            format!("report {dataset} --out {}", folder.path("a.pdf")),
            "web page",
        ),
        (
            format!("draws sheet {games} 3 --out {}", folder.path("a.pdf")),
            "web page",
        ),
        (
            format!("audit {games} --out {}", folder.path("a.html")),
            "writes a folder",
        ),
        (
            format!("audit {games} --report a.html --out {}", folder.path("b")),
            "a.html: an audit reads archives",
        ),
        (
            format!("export {games} --out {}", folder.path("a.zip")),
            "games as PGN",
        ),
        (
            format!("starts {games} --json --out {}", folder.path("a.csv")),
            "says csv, not json",
        ),
        (
            format!("starts list --format epd --out {}", folder.path("a.json")),
            "says json, not epd",
        ),
    ] {
        refused(words.as_str()).has(said);
    }
    let left: Vec<_> = std::fs::read_dir(folder.root()).unwrap().collect();
    assert_eq!(left.len(), 1, "the dataset alone");
    printed!("starts {games} --csv --out {}", folder.path("a.txt"));
    printed!(
        "starts {games} --format jsonl --out {}",
        folder.path("a.json")
    );
}

/// An audit that finds nothing leaves no folder that nobody named, and one that somebody named.
#[test]
fn an_empty_audit_leaves_no_folder_of_its_own() {
    let folder = Folder::new();
    folder.write("empty.pgn", "no games here\n");
    let audit = |arguments: &str| {
        let mut program = program(arguments);
        program.current_dir(folder.root()).output().unwrap()
    };
    let output = audit("audit empty.pgn");
    output.ends(1);
    output.err().has("empty-audit was removed");
    assert!(!folder.root().join("empty-audit").exists());
    audit("audit empty.pgn --out named").ends(1);
    assert!(folder.is_dataset("named"));
}

/// Games whose castling rights are missing are no games from their start position.
#[test]
fn games_without_castling_rights_count_apart() {
    let folder = Folder::new();
    let game = |rights: &str| {
        let fen = format!("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w {rights} - 0 1");
        let tags = [
            ("Variant", "Chess960"),
            ("SetUp", "1"),
            ("FEN", &fen),
            ("Result", "1-0"),
        ];
        crate::folder::game(&tags, "1. a4 a5 2. b4 b5 1-0")
    };
    let text = ["KQkq", "-", "KQkq", "KQ"].map(game).concat();
    let path = folder.write("a.pgn", text);
    let output = run!("starts {path} --json");
    output.err().has("2 games without full castling rights");
    let starts: Vec<Value> = serde_json::from_str(&output.out()).unwrap();
    let games = starts.iter().map(|row| row["games"].as_u64().unwrap());
    assert_eq!(games.sum::<u64>(), 2);
    let dataset = audited(&folder, "out", &path, "");
    let kinds = rows(
        &dataset,
        "SELECT start_kind, white_start FROM games ORDER BY byte_offset",
    );
    let kinds: Vec<_> = kinds
        .iter()
        .map(|row| {
            (
                row["start_kind"].as_str().unwrap(),
                row["white_start"].as_u64(),
            )
        })
        .collect();
    let zero = Some(0);
    assert_eq!(
        kinds,
        [
            ("chess960", zero),
            ("other", zero),
            ("chess960", zero),
            ("other", zero)
        ]
    );
}

/// Names that a DOS program wrote are read as what they were, and an export says that this is a guess.
#[test]
fn names_of_dos_are_recognised() {
    let folder = Folder::new();
    let text =
        b"[Event \"?\"]\n[White \"M\x94ller\"]\n[Black \"H\xfcbner\"]\n[Result \"*\"]\n\n1. e4 *\n";
    let path = folder.write("a.pgn", text);
    let output = run!("export {path} --out -");
    output
        .out()
        .has("[White \"Möller\"]")
        .has("[Black \"Hübner\"]");
    output.err().has("warning[T017]").has("code page 850");
}

/// Without --out the audit that was stopped beside the input is resumed: the first with a checkpoint.
#[test]
fn resume_finds_the_audit_that_was_stopped() {
    let folder = Folder::new();
    folder.write("games.pgn", crate::folder::CLEAN);
    let resume = || {
        let mut program = program("audit games.pgn --resume");
        let output = program.current_dir(folder.root()).output().unwrap();
        output.ends(2);
        output.err()
    };
    resume().has("games.pgn: no audit beside it was stopped");
    for name in ["games-audit", "games-audit-2/_inprogress"] {
        std::fs::create_dir_all(folder.path(name)).unwrap();
    }
    resume().has("no audit beside it was stopped");
    folder.write("games-audit-2/_inprogress/checkpoint", "not one");
    resume().has("games-audit-2/_inprogress: holds no audit960 lock file");
    // Without --resume it is neither continued nor thrown away.
    let audit = |more: &str| {
        let mut program = program(("audit games.pgn -q", more));
        program.current_dir(folder.root()).output().unwrap()
    };
    let refused = audit("--out games-audit-2");
    refused.ends(2);
    refused
        .err()
        .has("games-audit-2 holds an audit that was not finished: --resume continues it");
    assert_eq!(
        folder.read("games-audit-2/_inprogress/checkpoint"),
        "not one"
    );
    let beside = audit("");
    beside.ends(0);
    let said = beside.err();
    said.has("goes to games-audit-3");
    said.has("games-audit-2 holds an audit that was not finished");
}

/// Who reads an answer by a program sees that it lacks an input.
#[test]
fn an_answer_without_an_input_that_was_named_ends_with_2() {
    let folder = Folder::new();
    let (file, missing) = (
        folder.write("a.pgn", crate::folder::CLEAN),
        folder.path("b.pgn"),
    );
    for question in ["draws", "starts"] {
        let output = run((question, &file, &missing));
        output.ends(2);
        assert_eq!(output.err().matches("b.pgn").count(), 1, "{}", output.err());
    }
    let alone = run(("draws", &file));
    alone.ends(0);
    // Of one game there is no copy that could have been looked for.
    alone.err().lacks("copies");
}

/// Questions that count games of archives say which of these are copies of others.
#[test]
fn questions_say_which_files_are_copies() {
    let folder = Folder::new();
    let [one, two] = ["a.pgn", "b.pgn"].map(|name| folder.write(name, crate::folder::CLEAN));
    for command in ["starts", "draws"] {
        run!("{command} {one} {two}")
            .err()
            .has(&format!("{two}: the input has the same bytes as {one}"));
    }
}
