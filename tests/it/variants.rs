//! Games of other variants are named and counted, and change nothing else; FENs that state a
//! position in several ways.

use std::fs;
use std::path::Path;

use audit960_types::{CastlingStyle, Code, StartKind, Verdict};

use crate::folder::{Folder, Has, Ran, audited, manifest, rows, run};
use crate::support::{audit_file, audit_text, data};

const ROSTER: &str = "[Site \"?\"]\n[Date \"2020.01.02\"]\n[Round \"1\"]\n[White \"Alpha, A\"]\n\
                      [Black \"Beta, B\"]\n[Result \"1-0\"]\n";

fn game(event: &str, tags: &str, moves: &str) -> String {
    format!("[Event \"{event}\"]\n{ROSTER}{tags}\n{moves} 1-0\n\n")
}

/// One of the 960 (not the orthodox one), from which both sides castle with their third moves.
const START: &str = "nrbqkbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBQKBRN";
const MOVES: &str = "1. g3 g6 2. Bg2 Bg7 3. O-O O-O 4. d3 d6 5. e3 e6 6. a3 a6";

/// Knights move back and forth until fifty moves are over, and once more.
fn shuffle() -> String {
    (1..=28)
        .map(|pair| format!("{}. Nf3 Nf6 {}. Ng1 Ng8", 2 * pair - 1, 2 * pair))
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn other_variants_keep_their_start() {
    let audit = audit_file(&data("traps/variant-by-tag.pgn"), 1 << 20);
    let start = |index: usize| {
        let game = &audit.games[index];
        assert_eq!((game.verdict, game.plies), (Verdict::Foreign, 0), "{index}");
        assert_eq!((game.max_clock, game.hash), (None, None), "{index}");
        assert!(game.moves.is_none(), "{index}");
        (game.start, game.fen.as_deref(), game.white_start)
    };
    // Crazyhouse starts from the orthodox array.
    assert_eq!(start(0), (StartKind::Standard, None, Some(518)));
    let racing_kings = "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1";
    assert_eq!(start(6), (StartKind::Other, Some(racing_kings), None));
    // No king: no position of chess, but a FEN.
    let horde = "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1";
    assert_eq!(start(7), (StartKind::Other, Some(horde), None));
    // Crazyhouse from one of the 960, its pocket left out.
    let fen = format!("{START} w KQkq - 0 1");
    let (kind, shown, number) = start(10);
    assert_eq!((kind, shown), (StartKind::Chess960, Some(fen.as_str())));
    assert!(number.is_some());
    assert_eq!(audit.games[10].style, CastlingStyle::Shredder);
    // Racing kings without a FEN start from no array of chess.
    assert_eq!(start(12), (StartKind::Unknown, None, None));
    // None of the codes for starts and moves.
    for finding in &audit.findings {
        let series = finding.code.as_str().as_bytes()[0];
        assert!(!matches!(series, b'F' | b'M'), "{finding:?}");
    }
}

#[test]
fn what_a_variant_writes_behind_the_board_hides_no_position() {
    let fen = |text: &str| {
        let tags = format!("[Variant \"Crazyhouse\"]\n[FEN \"{text}\"]\n");
        let audit = audit_text(game("x", &tags, "1. e4").as_bytes());
        (audit.games[0].start, audit.games[0].fen.clone())
    };
    let board = "r3k2r/8/8/8/8/8/8/R3K2R";
    let read = (StartKind::Other, Some(format!("{board} w KQkq - 0 1")));
    for text in [
        format!("{board} w KQkq - 0 1"),
        format!("{board}[] w KQkq - 0 1"),
        format!("{board}[QRbbn] w KQkq - 0 1"),
        format!("{board}/QRbbn w KQkq - 0 1"),
        format!("{board}/ w KQkq - 0 1"),
        format!("{board} w KQkq - 3+3 0 1"),
        format!("{board} w KQkq - 0 1 +0+0"),
    ] {
        assert_eq!(fen(&text), read, "{text}");
    }
    assert_eq!(fen("?"), (StartKind::Unknown, None));
}

/// The finding that Chess960 is named points at the tag that names it, and so does the one about
/// another variant.
#[test]
fn findings_point_at_the_tag_that_names_the_variant() {
    let line = |event: &str, variant: &str, code: Code| {
        let tags = if variant.is_empty() {
            String::new()
        } else {
            format!("[Variant \"{variant}\"]\n")
        };
        let audit = audit_text(game(event, &tags, "1. e4 e5").as_bytes());
        let finding = audit.findings.iter().find(|finding| finding.code == code);
        finding.map(|finding| finding.line)
    };
    assert_eq!(line("Chess960 open", "", Code::MissingStart), Some(1));
    let found = line("Chess960 open", "Chess960", Code::MissingStart);
    assert_eq!(found, Some(8));
    assert_eq!(line("Chess960 open", "?", Code::MissingStart), Some(1));
    assert_eq!(line("Chess960 open", "Standard", Code::MissingStart), None);
    assert_eq!(line("WT/M/960", "", Code::MissingStart), None);
    assert_eq!(line("ICC w16 1 0", "", Code::OtherVariant), Some(1));
    assert_eq!(line("ICC w16 1 0", "Atomic", Code::OtherVariant), Some(8));
    assert_eq!(line("x", "Fischer clock", Code::UnknownVariant), Some(8));
}

/// Words of Event make the orthodox array one of the 960, as a Variant tag does.
#[test]
fn the_orthodox_array_is_chess960_where_that_is_named() {
    let kind = |event: &str, tags: &str| {
        let fen = "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n";
        let audit = audit_text(game(event, &format!("{tags}{fen}"), "1. e4").as_bytes());
        audit.games[0].start
    };
    assert_eq!(kind("Chess960 open", ""), StartKind::Chess960);
    let found = kind("x", "[Variant \"fischerandom\"]\n");
    assert_eq!(found, StartKind::Chess960);
    let found = kind("Chess960 open", "[Variant \"Standard\"]\n");
    assert_eq!(found, StartKind::Standard);
    assert_eq!(kind("Game 960", ""), StartKind::Standard);
    let found = kind("x", "[Variant \"Fischer clock\"]\n");
    assert_eq!(found, StartKind::Standard);
}

/// A FEN of the board alone is read as the whole one.
#[test]
fn a_completed_fen_gives_the_game_of_the_whole_one() {
    let audit = |fen: &str| {
        let tags = format!("[Variant \"Chess960\"]\n[FEN \"{fen}\"]\n");
        audit_text(game("x", &tags, MOVES).as_bytes())
            .games
            .remove(0)
    };
    let whole = audit(&format!("{START} w KQkq - 0 1"));
    assert_eq!((whole.verdict, whole.plies), (Verdict::Ok, 12));
    for fen in [START.to_owned(), format!("{START} w")] {
        let game = audit(&fen);
        assert_eq!(game.verdict, Verdict::Repaired, "{fen}");
        assert_eq!((&game.fen, game.hash), (&whole.fen, whole.hash), "{fen}");
        let found = (game.start, game.white_start);
        assert_eq!(found, (whole.start, whole.white_start));
    }
}

/// An archive with games of other variants among its games says of chess what it says without them.
#[test]
fn other_variants_count_as_games_and_in_no_statistics() {
    let folder = Folder::new();
    let fen = format!("[SetUp \"1\"]\n[FEN \"{START} w KQkq - 0 1\"]\n");
    let chess = [
        game("a", &format!("[Variant \"Chess960\"]\n{fen}"), MOVES),
        game("b", "", &shuffle()),
    ];
    let foreign = [
        game("a", &format!("[Variant \"Crazyhouse960\"]\n{fen}"), MOVES),
        game("b", "[Variant \"King of the Hill\"]\n", &shuffle()),
        game("ICC w16 1 0", "", &shuffle()),
        game("c", "[Variant \"Atomic\"]\n", "1. e4 e5 2. Nf6 P@e4"),
    ];
    let mixed = [&foreign[..2], &chess[..1], &foreign[2..], &chess[1..]].concat();
    let write = |name: &str, text: String| {
        let path = folder.write(name, text);
        path.clone()
    };
    let options = ["--crosscheck", "--duplicates"];
    let alone = write("alone.pgn", chess.concat());
    let mixed = write("mixed.pgn", mixed.concat());
    let with = audited(&folder, "with", &mixed, options);
    let without = audited(&folder, "without", &alone, options);

    let manifest = manifest(&with);
    let total = |name: &str| manifest["totals"][name].as_u64().unwrap();
    assert_eq!((total("games"), total("ok"), total("foreign")), (6, 2, 4));
    let verdicts = ["ok", "repaired", "damaged", "rejected", "foreign"].map(total);
    assert_eq!(total("games"), verdicts.iter().sum::<u64>());
    assert_eq!(total("bytes"), total("game_bytes") + total("gap_bytes"));

    let sql = "SELECT verdict, plies, start_kind FROM games ORDER BY line";
    let games = rows(&with, sql);
    let shown: Vec<_> = games
        .iter()
        .map(|row| {
            (
                row["verdict"].as_str().unwrap(),
                row["start_kind"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            ("foreign", "chess960"),
            ("foreign", "standard"),
            ("ok", "chess960"),
            ("foreign", "standard"),
            ("foreign", "standard"),
            ("ok", "standard"),
        ]
    );
    for table in ["start_positions", "castling"] {
        let sql = format!("SELECT * FROM {table}");
        assert_eq!(rows(&with, &sql), rows(&without, &sql), "{table}");
    }
    let incidents = "SELECT outcome, first_claim_ply, moves FROM incidents";
    assert_eq!(rows(&with, incidents), rows(&without, incidents));
    assert_eq!(rows(&without, incidents).len(), 1);
    // The games of chess share their players and day, the others would be the same moves.
    let copies = "SELECT kind FROM duplicates";
    assert_eq!(rows(&with, copies), rows(&without, copies));
    for (in_with, in_without) in [(&with, &without), (&mixed, &alone)] {
        for command in [
            &["positions"][..],
            &["positions", "--popularity"],
            &["positions", "--popularity", "--by", "year"],
            &["positions", "--pairs"],
            &["positions", "--start", START.split('/').next().unwrap()],
            &["fifty", "--missed"],
        ] {
            let ask = |input: &str| {
                let format = ["--format", "csv"];
                let output = run((format!("{} {input}", command[0]), &command[1..], &format));
                output.out()
            };
            let (with, without) = (ask(in_with), ask(in_without));
            let found = without_places(&with);
            assert_eq!(found, without_places(&without), "{command:?}");
        }
    }

    let again = folder.path("again");
    let summary = run!("audit {mixed} --out {again} --crosscheck");
    assert_eq!(summary.status.code(), Some(0), "nothing is lost");
    let summary = summary.out();
    summary.begins("Games  6 from 1 source");
    let foreign = summary.lines().find(|line| line.starts_with("  foreign"));
    assert!(foreign.unwrap().contains(" 4 "), "{summary}");
    let starts = "Starts  standard 1, Chess960 1 (1 of 960 positions)";
    summary.has(starts);
    let second = "Crosscheck  2 games read a second time; 0 disagreements";
    summary.has(second);

    printed!("report --quiet {with}");
    let page = fs::read_to_string(Path::new(&with).join("report.html")).unwrap();
    page.has("2 ok (33.3").has("4 foreign (66.7");
}

/// CSV without the columns that say where a game is.
fn without_places(csv: &str) -> Vec<Vec<String>> {
    let mut lines = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let Some(head) = lines.next() else {
        return Vec::new();
    };
    let place = |name: &str| ["source", "game", "label", "byte_offset", "line"].contains(&name);
    let kept = |row: &[&str]| {
        let cells = head.iter().zip(row).filter(|(name, _)| !place(name));
        cells.map(|(_, cell)| (*cell).to_owned()).collect()
    };
    lines.map(|line| kept(&line)).collect()
}
