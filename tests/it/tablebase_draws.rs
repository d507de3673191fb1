//! What endgame tables say of the people in the ledger: `draws --tablebase` and `--truth`.

use std::path::Path;

use serde_json::Value;

use crate::folder::{Folder, Has, audited, json, printed, refused};
use crate::support::{corpus, data};

/// White has bishop and knight against a king. The clock is 60 at the start, and knight and bishop walk to and fro
/// while the king does, so that claims begin before half-move 40 (60 + 39 = 99, White's turn, half-move 40 is Black's).
pub(crate) fn late_game() -> String {
    let cycle = ["Bd7 Kg3", "Be6 Kf2", "Bf5 Kg3", "Be6 Kf2"];
    let mut moves = String::new();
    for turn in 0..30 {
        let pair = cycle[turn % cycle.len()];
        moves.push_str(&format!("{}. {pair} ", turn + 50));
    }
    format!(
        "[Event \"Late\"]\n[Site \"?\"]\n[Date \"2019.05.01\"]\n[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n\
         [Result \"1/2-1/2\"]\n[SetUp \"1\"]\n[FEN \"8/2K5/4B3/3N4/8/8/5k2/8 w - - 60 50\"]\n\n{moves}1/2-1/2\n"
    )
}

/// The game is drawn with a claim open, and White's win came too late from the beginning: by python-chess 1.11.2 the
/// distance at the first claim is 51, the clock 99, so that the win is 50 half-moves late.
#[test]
fn a_win_that_the_fifty_moves_took_away_is_told_by_archives_and_by_datasets() {
    let Some(tables) = corpus("syzygy") else {
        return;
    };
    let folder = Folder::new();
    // Before July 2014 a fifth occurrence ended no game.
    let text = late_game().replace("2019.05.01", "2013.05.01");
    let game = folder.write("late.pgn", text);
    let (game, tables) = (&game, tables.to_str().unwrap());
    let dataset = audited(&folder, "audit", game, format!("--tablebase {tables}"));
    let of_archive = format!("draws {game} --tablebase {tables} --rule fifty");
    let of_dataset = format!("draws {dataset} --rule fifty");
    for asked in [&of_archive, &of_dataset] {
        let rows: Value = json((asked, "--truth taken-away"));
        let row = &rows[0];
        let found = (&row["truth"], &row["truth_side"], &row["moves_late"]);
        assert_eq!(found, (&"taken-away".into(), &"white".into(), &25.into()));
        let other: Vec<Value> = json((asked, "--truth thrown-away"));
        assert!(other.is_empty(), "{other:?}");
        printed(asked)
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .has("the fifty moves took a win from White, late by 25 moves at least");
    }
    let sheet = &folder.path("sheet.html");
    printed!("draws sheet {dataset} late.pgn#1 --out {sheet}");
    // White, to move at the start of the count, wins too late; Black has the first claim.
    let sheet = std::fs::read_to_string(sheet).unwrap();
    sheet.has("the count begins: won for White, but not within the fifty moves");
    sheet.has("first claim: lost for Black, but for the fifty moves");
}

/// Without tables nothing is said, and the columns are null.
#[test]
fn without_tables_nothing_is_said() {
    let folder = Folder::new();
    let game = folder.write("late.pgn", late_game());
    let rows: Value = json(format!("draws {game}"));
    for row in rows.as_array().unwrap() {
        let said = ["truth", "truth_side", "moves_late"].map(|name| row[name].clone());
        assert_eq!(said, [Value::Null, Value::Null, Value::Null]);
    }
    assert!(!printed!("draws {game}").contains("endgame tables"));
    // A question about tables that were not asked has no answer, and above all not the answer "none".
    let dataset = audited(&folder, "audit", &game, "");
    for asked in [
        format!("draws {game} --truth thrown-away"),
        format!("draws {dataset} --truth drawn-anyway"),
    ] {
        refused(asked).has("no endgame tables were asked");
    }
    printed!("report {dataset} --quiet");
    assert_eq!(truth_section(&dataset), "");
    // Where there is no claim, there is nothing to ask about.
    let quiet = data("traps/ambiguous.pgn");
    printed(["draws", quiet.to_str().unwrap(), "--truth", "thrown-away"]);
    refused!("draws {game} --tablebase no/such/folder").has("no/such/folder");
}

/// A dataset that was audited without tables says the same with tables as one that was audited with them: its claims
/// have their moves. One that was audited with tables keeps what they said, unless tables are named.
#[test]
fn datasets_are_valued_later() {
    let Some(tables) = corpus("syzygy") else {
        return;
    };
    let folder = Folder::new();
    let late = folder.write("late.pgn", late_game());
    let mut inputs = vec![late.clone()];
    inputs.push(data("archive").to_str().unwrap().to_owned());
    inputs.extend(corpus("fifty").map(|path| path.to_str().unwrap().to_owned()));
    let inputs: Vec<&str> = inputs.iter().map(String::as_str).collect();
    let tables = tables.to_str().unwrap();
    let plain = audited(&folder, "plain", &inputs, "");
    let valued = audited(&folder, "valued", &inputs, format!("--tablebase {tables}"));
    let ledger = |dataset: &str, options: &str| -> Vec<Value> { json(("draws", dataset, options)) };
    let expected = ledger(&valued, "");
    assert!(
        expected
            .iter()
            .any(|row| row["value_change_ply"].is_u64() || row["truth"].is_string())
    );
    assert_eq!(ledger(&plain, &format!("--tablebase {tables}")), expected);
    // Judged by another standard, the values stay what they are.
    let found = ledger(&plain, &format!("--tablebase {tables} --law fide"));
    assert_eq!(found, ledger(&valued, "--law fide"));
    // Fewer tables know less: where they are named, they are asked.
    let few = &folder.path("few");
    std::fs::create_dir(few).unwrap();
    for name in ["KBvK.rtbw", "KBvK.rtbz"] {
        std::fs::copy(
            std::path::Path::new(tables).join(name),
            Path::new(&few).join(name),
        )
        .unwrap();
    }
    let of_late = |rows: Vec<Value>| {
        let mut rows = rows.into_iter();
        let row = rows.find(|row| row["source"].as_str().unwrap().ends_with("late.pgn"));
        row.unwrap()["value_first_claim"].clone()
    };
    let found = of_late(ledger(&valued, &format!("--tablebase {few}")));
    assert_eq!(found, "unknown");
    assert_eq!(of_late(ledger(&valued, "")), "blessed-loss");
    // The page asks in the same way.
    let section = |dataset: &str, options: &str| {
        printed((format!("report {dataset} --quiet"), options));
        truth_section(dataset)
    };
    let of_audit = section(&valued, "");
    assert!(of_audit.contains("data-truth"));
    let asked = section(&plain, &format!("--tablebase {tables}"));
    let now = "<p class=\"faint\">The tables were asked for this page, not by the audit.</p>\n";
    assert!(asked.contains(now) && !of_audit.contains(now));
    let asked = asked.replace(now, "");
    assert_eq!(asked.replace("draws plain", "draws valued"), of_audit);
    assert_ne!(section(&valued, &format!("--tablebase {few}")), of_audit);
    assert_eq!(section(&plain, ""), "");
}

/// The section on endgame tables of the page of a dataset; empty if it has none.
fn truth_section(dataset: &str) -> String {
    let page = std::fs::read_to_string(format!("{dataset}/report.html")).unwrap();
    let Some((_, section)) = page.split_once("<section id=\"truth\"") else {
        return String::new();
    };
    section.split_once("</section>").unwrap().0.to_owned()
}

/// On the sheet of a repetition, from an archive and from a dataset that was audited without tables.
#[test]
fn the_sheet_of_a_repetition_has_values() {
    let Some(tables) = corpus("syzygy") else {
        return;
    };
    let folder = Folder::new();
    let game = folder.path("late.pgn");
    // Too short for the fifty moves: the clock begins at zero.
    std::fs::write(&game, late_game().replace(" 60 50\"]", " 0 50\"]")).unwrap();
    let (game, tables) = (&game, tables.to_str().unwrap());
    let dataset = audited(&folder, "plain", game, "");
    for (input, name) in [(game, "archive.html"), (&dataset, "dataset.html")] {
        let sheet = &folder.path(name);
        let command = ["draws", "sheet", input, "late.pgn#1", "--out", sheet];
        printed((&command, format!("--tablebase {tables}")));
        let sheet = std::fs::read_to_string(sheet).unwrap();
        // Fifty half-moves to mate, and a clock of at most 60: White, to move at the start, wins in time.
        sheet.has("Value by tables");
        sheet.has("the count begins: won for White, in time; first claim: ");
    }
}

/// The worth of the position stands beside the ruling and beside what is live, and changes neither.
#[test]
fn an_arbiter_is_told_what_the_position_is_worth() {
    let Some(tables) = corpus("syzygy") else {
        return;
    };
    let folder = Folder::new();
    let game = folder.path("late.pgn");
    // The record ends with a claim open: before half-move 41, at a clock of 100, by python-chess 1.11.2 a cursed win.
    let text = late_game().replace("2019.05.01", "2013.05.01");
    let (text, _) = text.split_once("70. ").unwrap();
    std::fs::write(&game, text.replace("1/2-1/2", "*") + "*\n").unwrap();
    let (game, tables) = (&game, tables.to_str().unwrap());
    let claim = ["draws", "claim", game, "1", "--ply", "41"];
    let ruled = printed(claim);
    let told = printed((&claim, format!("--tablebase {tables}")));
    let worth =
        "Apart from the law, by endgame tables: won for White, but not within the fifty moves\n";
    assert_eq!(told, ruled + worth);
    let json = printed((&claim, format!("--tablebase {tables} --format json")));
    let json: Value = serde_json::from_str(&json).unwrap();
    let found = (&json["value"], &json["wdl"]);
    assert_eq!(found, (&"cursed-win".into(), &2.into()));
    assert_eq!(json["correct"], true);
    let watch = ["draws", "watch", game, "--once"];
    let live = printed((&watch, format!("--tablebase {tables}")));
    let worth = "; by endgame tables: won for White, but not within the fifty moves\n";
    assert_eq!(live, printed(watch).trim_end().to_owned() + worth);
}
