//! Games that do not count: copies, and games without moves. Every answer leaves out the same ones and says how many.

use std::path::Path;

use crate::cli::{Folder, stderr, stdout};
use crate::support::{audited, run};

/// A start position and the tags that name it.
struct Start {
    event: &'static str,
    tags: &'static str,
}

const CHESS960: Start = Start {
    event: "Chess960",
    tags: "[SetUp \"1\"]\n[FEN \"rbbkrnqn/pppppppp/8/8/8/8/PPPPPPPP/RBBKRNQN w KQkq - 0 1\"]\n[Variant \"Chess960\"]\n",
};
const DOUBLE: Start = Start {
    event: "Double",
    tags: "[SetUp \"1\"]\n[FEN \"qnnrkbbr/pppppppp/8/8/8/8/PPPPPPPP/QNBNRKRB w KQkq - 0 1\"]\n[Variant \"Chess960\"]\n",
};
const STANDARD: Start = Start {
    event: "Standard",
    tags: "",
};

/// Twelve half-moves that are legal from each of these positions.
const MOVES: &str = "1. a4 a5 2. b4 b5 3. c4 c5 4. d4 d5 5. e4 e5 6. f4 f5 ";

fn game(start: &Start, white: &str, moves: &str) -> String {
    format!(
        "[Event \"{}\"]\n[Site \"Paris\"]\n[Date \"2020.01.01\"]\n[Round \"1\"]\n[White \"{white}\"]\n[Black \"B\"]\n\
         [Result \"1-0\"]\n[WhiteElo \"2500\"]\n[BlackElo \"2400\"]\n{}\n{moves}1-0\n\n",
        start.event, start.tags
    )
}

/// Of each start: a number of games, and of copies of the first of them, and of games without moves.
const COUNTS: [(Start, [usize; 3]); 3] = [
    (CHESS960, [2, 3, 1]),
    (DOUBLE, [1, 1, 2]),
    (STANDARD, [3, 2, 4]),
];

/// The games, with or without the copies, which come last.
fn archive(with_copies: bool) -> String {
    let (mut text, mut copied) = (String::new(), String::new());
    for (start, [games, copies, moveless]) in &COUNTS {
        // Games of other players are no copies.
        for white in 0..*games {
            text += &game(start, &format!("A{white}"), MOVES);
        }
        text += &game(start, "A0", "").repeat(*moveless);
        copied += &game(start, "A0", MOVES).repeat(*copies);
    }
    if with_copies {
        text += &copied;
    }
    text
}

/// Questions about positions, and how many copies and games without moves each leaves out.
const QUESTIONS: &[(&[&str], u64, u64)] = &[
    (&["positions"], 3, 1),
    (&["positions", "--count-moveless"], 3, 0),
    (&["positions", "--model"], 3, 1),
    (&["positions", "--draw-rates"], 3, 1),
    (&["positions", "--by", "year"], 3, 1),
    (&["positions", "--by", "event"], 3, 1),
    (&["positions", "--by", "venue"], 3, 1),
    (&["positions", "--by", "rating"], 3, 1),
    (&["positions", "--by", "time-control"], 3, 1),
    (&["positions", "--by", "king-file"], 3, 1),
    (&["positions", "--by", "mirror-pair"], 3, 1),
    (&["positions", "--by", "start-kind"], 6, 7),
    (
        &["positions", "--by", "start-kind", "--count-moveless"],
        6,
        0,
    ),
    (
        &[
            "positions",
            "--by",
            "start-kind",
            "--where",
            "start_kind = 'standard'",
        ],
        2,
        4,
    ),
    (&["positions", "--by", "year", "--start", "932"], 3, 1),
    (&["positions", "--by", "year", "--start", "518"], 0, 0),
    (&["positions", "--start", "932", "--moves", "4"], 3, 1),
    (&["positions", "--pairs"], 1, 2),
    (&["positions", "--pairs", "--count-moveless"], 1, 0),
    (&["positions", "--popularity"], 3, 0),
    (&["positions", "--popularity", "--by", "event"], 3, 0),
    (&["positions", "--pentanomial"], 4, 3),
    (&["positions", "--pentanomial", "start"], 4, 3),
    (&["popular", "--plies", "3"], 6, 0),
    (
        &["popular", "--plies", "3", "--start-kind", "chess960,double"],
        4,
        0,
    ),
    (&["popular", "--plies", "2", "--by", "event"], 6, 0),
    (&["popular", "--known"], 6, 0),
    (&["endings", "--pieces", "32"], 6, 0),
    (
        &["endings", "--pieces", "32", "--where", "event = 'Double'"],
        1,
        0,
    ),
];

/// Each answer about a dataset that knows copies is that about the archive without them, and says how many games it
/// leaves out of those that it is about.
#[test]
fn every_answer_leaves_out_the_same_games() {
    let folder = Folder::new();
    let whole = folder.write("whole.pgn", archive(true));
    let single = folder.write("single.pgn", archive(false));
    let at = folder.path("");
    let dataset =
        |name, archive, options: &[&str]| audited(Path::new(&at), name, &[archive], options);
    let single = dataset("single", &single, &["--with-moves"]);
    for (name, options) in [
        ("moves", &["--duplicates", "--with-moves"][..]),
        ("counted", &["--duplicates", "--positions"]),
    ] {
        let copied = dataset(name, &whole, options);
        for (question, copies, moveless) in QUESTIONS {
            let ask = |dataset: &str| {
                let (command, options) = question.split_first().unwrap();
                let form = ["--format", "csv"];
                run(&[&[*command, dataset], options, &form].concat())
            };
            if name == "counted" && question.contains(&"endings") {
                // It has not the positions of so many pieces.
                let answer = ask(&copied);
                assert_eq!(answer.status.code(), Some(2), "{question:?}");
                assert!(stderr(&answer).contains("--with-moves"), "{question:?}");
                continue;
            }
            let (answer, expected) = (ask(&copied), ask(&single));
            assert_eq!(
                answer.status.code(),
                Some(0),
                "{question:?} {}",
                stderr(&answer)
            );
            let expected = stdout(&expected).replace("single.pgn", "whole.pgn");
            assert_eq!(stdout(&answer), expected, "{name} {question:?}");
            let said = |count: u64, one: &str, many: &str| match count {
                0 => String::new(),
                1 => format!("1 {one} left out"),
                _ => format!("{count} {many} left out"),
            };
            let note = stderr(&answer);
            let copies = said(
                *copies,
                "copy of another game is",
                "copies of other games are",
            );
            assert!(note.contains(&copies), "{question:?} {note}");
            assert_eq!(
                copies.is_empty(),
                !note.contains("cop"),
                "{question:?} {note}"
            );
            let moveless = said(
                *moveless,
                "game without moves is",
                "games without moves are",
            );
            assert!(note.contains(&moveless), "{question:?} {note}");
            let says_none = !note.contains("without moves");
            assert_eq!(moveless.is_empty(), says_none, "{question:?} {note}");
        }
    }
}

/// No table without rows stands above the number of games.
#[test]
fn groups_that_are_too_small_are_said_to_be() {
    let folder = Folder::new();
    let archive = folder.write("whole.pgn", archive(true));
    let ask = |least| {
        run(&[
            "positions",
            &archive,
            "--by",
            "start-kind",
            "--min-games",
            least,
        ])
    };
    let text = stdout(&ask("6"));
    assert_eq!(text.lines().next(), Some("no group has 6 games"), "{text}");
    assert!(text.contains("12 games in 3 groups"), "{text}");
    // Five standard games, and five of Chess960 with their copies, which an archive does not know.
    let text = stdout(&ask("5"));
    assert!(text.starts_with("start_kind"), "{text}");
}

/// The first line of an opening is not that of games that were not played, and no option would count these.
#[test]
fn openings_have_moves() {
    let folder = Folder::new();
    let archive = folder.write("whole.pgn", archive(true));
    let answer = run(&["positions", &archive, "--start", "932", "--format", "csv"]);
    let lines: Vec<String> = stdout(&answer).lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[1].starts_with("1.a4,a2a4,1,5,5,"), "{lines:?}");
    assert_eq!(
        stderr(&answer).trim_end(),
        "1 game without moves is left out"
    );
}

/// Three times the same position: a claim that White, who lost, did not make.
const REPEATED: &str =
    "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. e4 e5 ";

/// The ledger lists every game that an archive holds, and says which are copies.
#[test]
fn the_ledger_says_how_many_games_are_copies() {
    let folder = Folder::new();
    let lost = game(&STANDARD, "A", REPEATED).replace("1-0", "0-1");
    let drawn = game(&STANDARD, "C", REPEATED).replace("1-0", "1/2-1/2");
    let archive = folder.write("a.pgn", [&*lost, &lost, &drawn, &drawn, &drawn].concat());
    let at = folder.path("");
    let dataset = audited(Path::new(&at), "out", &[&archive], &["--duplicates"]);
    let note = "3 of these games are copies of others, counted too, and 1 of the half points\n";
    for options in [&[][..], &["--format", "csv"], &["--format", "pgn"]] {
        let answer = run(&[&["draws", &dataset], options].concat());
        assert_eq!(stderr(&answer), note, "{options:?}");
    }
    let missed = run(&["draws", &dataset, "--missed"]);
    assert_eq!(
        stderr(&missed),
        "1 of these games is a copy of another, counted too, and 1 of the half points\n"
    );
    assert!(
        stdout(&missed).contains("lost by White in 2"),
        "{}",
        stdout(&missed)
    );
    assert_eq!(stderr(&run(&["draws", &archive])), "");
    let page = folder.path("page.html");
    assert!(run(&["report", &dataset, "--out", &page]).status.success());
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("half a point lost in 2 games, 1 of them in copies of other games"));
}

/// The same games named twice would count twice.
#[test]
fn inputs_with_the_same_games_are_refused() {
    let folder = Folder::new();
    let archive = {
        std::fs::create_dir(folder.path("games")).unwrap();
        folder.write("games/a.pgn", archive(false))
    };
    let other = folder.write("other.pgn", game(&CHESS960, "Z", MOVES));
    let at = folder.path("");
    let one = audited(Path::new(&at), "one", &[&archive], &["--with-moves"]);
    let again = audited(Path::new(&at), "again", &[&archive], &["--with-moves"]);
    let another = audited(Path::new(&at), "another", &[&other], &["--with-moves"]);
    let games = folder.path("games");
    let refused = |command: &[&str], inputs: [&str; 2], why: &str| {
        let (name, options) = command.split_first().unwrap();
        let answer = run(&[&[*name], &inputs[..], options].concat());
        let text = stderr(&answer);
        assert_eq!(
            answer.status.code(),
            Some(2),
            "{command:?} {inputs:?} {text}"
        );
        assert!(text.contains(why), "{command:?} {inputs:?} {text}");
        assert_eq!(stdout(&answer), "", "{command:?} {inputs:?}");
    };
    let out = folder.path("out.pgn");
    for command in [
        &["positions"][..],
        &["draws"],
        &["popular"],
        &["explore"],
        &["find", "--ply", "2"],
        &["endings"],
        &["export", "--out", &out],
    ] {
        refused(command, [&one, &one], "is named twice");
        refused(command, [&one, &format!("{one}/../one")], "is named twice");
        refused(command, [&one, &again], "were made from the same input");
        refused(command, [&one, &archive], "was made from");
        refused(command, [&games, &one], "was made from");
        let (name, options) = command.split_first().unwrap();
        for others in [[&one, &another], [&one, &other]] {
            let answer = run(&[&[*name, others[0], others[1]], options].concat());
            assert_eq!(
                answer.status.code(),
                Some(0),
                "{command:?} {}",
                stderr(&answer)
            );
            let _ = std::fs::remove_file(&out);
        }
    }
    // Copies are left out there, whatever they come from.
    let merged = run(&["export", &one, &again, "--out", &out, "--no-duplicates"]);
    assert_eq!(merged.status.code(), Some(0), "{}", stderr(&merged));
}
