//! Games that do not count: copies, and games without moves. Every answer leaves out the same ones and says how many.

use crate::folder::{Folder, Has, Ran, audited, cases, refused, run};

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
const QUESTIONS: &str = "\
    starts | 3 | 1
    starts --count-moveless | 3 | 0
    starts --model | 3 | 1
    starts --draw-rates | 3 | 1
    starts --by year | 3 | 1
    starts --by event | 3 | 1
    starts --by venue | 3 | 1
    starts --by rating | 3 | 1
    starts --by time-class | 3 | 1
    starts --by king-file | 3 | 1
    starts --by mirror-pair | 3 | 1
    starts --by start-kind | 6 | 7
    starts --by start-kind --count-moveless | 6 | 0
    starts --by start-kind --where `start_kind = 'standard'` | 2 | 4
    starts --by year --start 932 | 3 | 1
    starts --by year --start 518 | 0 | 0
    starts --start 932 --moves 4 | 3 | 1
    starts --pairs | 1 | 2
    starts --pairs --count-moveless | 1 | 0
    starts --popularity | 3 | 0
    starts --popularity --by event | 3 | 0
    starts --pentanomial | 4 | 3
    starts --pentanomial start | 4 | 3
    explore --plies 3 | 6 | 0
    explore --plies 3 --start-kind chess960,double | 4 | 0
    explore --plies 2 --by event | 6 | 0
    explore --known | 6 | 0
    endings --pieces 32 | 6 | 0
    endings --pieces 32 --where `event = 'Double'` | 1 | 0";

/// Each answer about a dataset that knows copies is that about the archive without them, and says how many games it
/// leaves out of those that it is about.
#[test]
fn every_answer_leaves_out_the_same_games() {
    let folder = Folder::new();
    let whole = folder.write("whole.pgn", archive(true));
    let single = folder.write("single.pgn", archive(false));
    let dataset = |name, archive: &str, options: &str| audited(&folder, name, archive, options);
    let single = dataset("single", &single, "--with-moves");
    for (name, options) in [
        ("moves", "--duplicates --with-moves"),
        ("counted", "--duplicates --positions"),
    ] {
        let copied = dataset(name, &whole, options);
        for [question, copies, moveless] in cases::<3>(QUESTIONS) {
            let ask = |dataset: &str| {
                let (command, options) = question.split_once(' ').unwrap_or((question, ""));
                run((command, dataset, (options, "--format csv")))
            };
            if name == "counted" && question.contains("endings") {
                // It has not the positions of so many pieces.
                let answer = ask(&copied);
                answer.ends(2);
                assert!(answer.err().contains("--with-moves"), "{question}");
                continue;
            }
            let (answer, expected) = (ask(&copied), ask(&single));
            answer.ends(0);
            let expected = expected.out().replace("single.pgn", "whole.pgn");
            assert_eq!(answer.out(), expected, "{name} {question}");
            let said = |count: &str, one: &str, many: &str| match count {
                "0" => String::new(),
                "1" => format!("1 {one} is left out"),
                _ => format!("{count} {many} are left out"),
            };
            let note = answer.err();
            let copies = said(copies, "copy of another game", "copies of other games");
            assert!(note.contains(&copies), "{question} {note}");
            let found = copies.is_empty();
            assert_eq!(found, !note.contains("cop"), "{question} {note}");
            let moveless = said(moveless, "game without moves", "games without moves");
            assert!(note.contains(&moveless), "{question} {note}");
            let says_none = !note.contains("without moves");
            assert_eq!(moveless.is_empty(), says_none, "{question} {note}");
        }
    }
}

/// No table without rows stands above the number of games.
#[test]
fn groups_that_are_too_small_are_said_to_be() {
    let folder = Folder::new();
    let archive = folder.write("whole.pgn", archive(true));
    let ask = |least| run!("starts {archive} --by start-kind --min-games {least}");
    let text = ask("6").out();
    assert_eq!(text.lines().next(), Some("no group has 6 games"), "{text}");
    text.has("12 games in 3 groups");
    // Five standard games, and five of Chess960 with their copies, which an archive does not know.
    ask("5").out().begins("start_kind");
}

/// The first line of an opening is not that of games that were not played, and no option would count these.
#[test]
fn openings_have_moves() {
    let folder = Folder::new();
    let archive = folder.write("whole.pgn", archive(true));
    let answer = run!("starts {archive} --start 932 --format csv");
    let lines: Vec<String> = answer.out().lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[1].starts_with("1.a4,a2a4,1,5,5,"), "{lines:?}");
    let said = answer.err();
    said.has(NOT_LOOKED_FOR)
        .ends_in("\n1 game without moves is left out\n");
}

/// Said where nobody looked for copies.
const NOT_LOOKED_FOR: &str = "copies of games were not looked for (audit --duplicates does)\n";

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
    let dataset = audited(&folder, "out", &archive, "--duplicates");
    let note = "3 of these games are copies of others, counted too, and 1 of the half points\n";
    for options in ["", "--format csv", "--format pgn"] {
        let answer = run((format!("draws {dataset}"), options));
        assert_eq!(answer.err(), note, "{options:?}");
    }
    let missed = run!("draws {dataset} --missed");
    assert_eq!(
        missed.err(),
        "1 of these games is a copy of another, counted too, and 1 of the half points\n"
    );
    missed.out().has("lost by White in 2");
    assert_eq!(run!("draws {archive}").err(), NOT_LOOKED_FOR);
    let page = folder.path("page.html");
    assert!(run!("report {dataset} --out {page}").status.success());
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
    let one = audited(&folder, "one", &archive, "--with-moves");
    let again = audited(&folder, "again", &archive, "--with-moves");
    let another = audited(&folder, "another", &other, "--with-moves");
    let games = folder.path("games");
    let out = folder.path("out.pgn");
    let around = format!("{one}/../one");
    for command in [
        "starts",
        "starts --by year",
        "starts --popularity",
        "draws",
        "explore",
        "explore --within 9",
        "find --ply 2",
        "endings",
        &format!("export --out {out}"),
    ] {
        for (first, second, why) in [
            (&one, &one, "is named twice"),
            (&one, &around, "is named twice"),
            (&one, &again, "were made from the same input"),
            (&one, &archive, "was made from"),
            (&games, &one, "was made from"),
        ] {
            refused((command, first, second)).has(why);
        }
        for other in [&another, &other] {
            run((command, &one, other)).ends(0);
            let _ = std::fs::remove_file(&out);
        }
    }
    // Copies are left out there, whatever they come from.
    run!("export {one} {again} --out {out} --no-duplicates").ends(0);
}
