//! Games in forms other than PGN: every record has a row, and the same games give the same rows.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::folder::{Folder, Has, Ran, fed, manifest, rows};
use crate::support::{corpus, data, table};

/// Audits an input; returns the dataset.
pub(crate) fn audited(folder: &Folder, input: &str, name: &str) -> String {
    let out = folder.path(name);
    let output = run!("audit {input} --out {out} --with-moves -q --exit-zero");
    assert!(output.status.success(), "{}", output.err());
    out
}

/// All rows of an audit but where they stand in their source.
pub(crate) fn rows_without_place(dataset: &str) -> Vec<Vec<Value>> {
    [
        "SELECT * EXCLUDE (source, frame_offset, byte_offset, byte_length, line, game_id) FROM games",
        "SELECT * EXCLUDE (source, frame_offset, byte_offset, game_id) FROM incidents",
        "SELECT game, code, ply FROM diagnostics WHERE code NOT IN ('T001', 'T002', 'P014')",
    ]
    .map(|sql| rows(dataset, sql))
    .into()
}

#[test]
fn each_record_has_the_row_that_a_careful_reader_expects() {
    let folder = Folder::new();
    let mut expected = BTreeMap::<String, Vec<BTreeMap<String, String>>>::new();
    for row in table("records/EXPECTED.tsv") {
        expected.entry(row["file"].clone()).or_default().push(row);
    }
    for (file, records) in expected {
        let input = data("records").join(&file).to_str().unwrap().to_owned();
        let dataset = audited(&folder, &input, &file);
        let mut games = rows(&dataset, "SELECT * FROM games");
        // The second game of a record.
        games.retain(|game| game["byte_offset"] == 0);
        assert_eq!(games.len(), records.len(), "{file}");
        for (game, record) in games.iter().zip(&records) {
            let found = format!("{} {} {}", game["line"], game["verdict"], game["plies"]);
            let wanted = format!(
                "{} \"{}\" {}",
                record["record"], record["verdict"], record["plies"]
            );
            assert_eq!(found, wanted, "{file}: {}", record["reason"]);
            let codes = game["codes"].as_str().unwrap_or_default();
            assert_eq!(codes, record["codes"], "{file}: {}", record["reason"]);
        }
        let manifest = manifest(&dataset);
        assert_eq!(manifest["inputs"][0]["records"], records.len(), "{file}");
        let verified = run!("verify --inputs {dataset}");
        assert!(verified.status.success(), "{}", verified.err());
    }
    let lichess = folder.path("lichess.ndjson");
    let sql = "SELECT line, code FROM diagnostics WHERE game IS NULL";
    let outside = rows(&lichess, sql);
    assert_eq!(json!(outside), json!([{"line": 11, "code": "S016"}]));
}

#[test]
fn a_record_is_shown_exported_and_found_like_a_game() {
    let input = data("records/lichess.ndjson").to_str().unwrap().to_owned();
    let shown = run!("show {input} 2");
    let text = shown.out();
    text.has("(line 2, ");
    text.has("[%eval #3]");
    let folder = Folder::new();
    let out = folder.path("out.pgn");
    let exported = run!("export {input} --where `verdict = 'ok'` --out {out}");
    assert!(exported.status.code() != Some(2), "{}", exported.err());
    std::fs::read_to_string(out)
        .unwrap()
        .has("\n1. f3 { [%clk 0:03:00.03] }");
    run!("explore {input} --start 518 --format csv")
        .out()
        .has("Nf3,g1f3,1,");
}

/// The games of an archive whose games begin with an Event tag after an empty line.
pub(crate) fn games_of(text: &str) -> Vec<String> {
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    let mut games: Vec<String> = Vec::new();
    for part in text.split("\n\n[Event ") {
        match games.len() {
            0 => games.push(format!("{part}\n\n")),
            _ => games.push(format!("[Event {part}\n\n")),
        }
    }
    games
}

/// Archives in UTF-8 whose games are separated by empty lines.
fn plain_archives() -> Vec<(String, Vec<String>)> {
    let mut names: Vec<_> = [
        "lichess-style",
        "chesscom-style",
        "mainz-2009",
        "tcec-style",
        "cutechess-style",
    ]
    .map(|name| data("archive").join(format!("{name}.pgn")))
    .into();
    for name in [
        "standard/lichess-2025-05-sample.pgn",
        "standard/twic1599-sample.pgn",
    ] {
        match corpus("standard") {
            Some(folder) => names.push(folder.join(name.trim_start_matches("standard/"))),
            None => println!("skipped: {name} is not there"),
        }
    }
    let archive = |path: std::path::PathBuf| {
        let text = String::from_utf8(std::fs::read(&path).unwrap()).unwrap();
        (path.to_str().unwrap().to_owned(), games_of(&text))
    };
    names.into_iter().map(archive).collect()
}

#[test]
fn pgn_within_json_gives_the_rows_of_the_pgn() {
    for (path, games) in plain_archives() {
        let folder = Folder::new();
        let expected = rows_without_place(&audited(&folder, &path, "pgn"));
        assert_eq!(expected[0].len(), games.len(), "{path}");
        let lines: String = games
            .iter()
            .map(|game| format!("{}\n", json!({"id": "x", "pgn": game})))
            .collect();
        let month: Vec<Value> = games
            .iter()
            .map(|game| json!({"url": "https://www.chess.com/game/live/1", "pgn": game, "rules": "chess"}))
            .collect();
        let month = json!({"games": month}).to_string();
        for (name, text) in [("games.ndjson", lines), ("month.json", month)] {
            let input = folder.write(name, text);
            let found = rows_without_place(&audited(&folder, &input, &format!("{name}-audit")));
            assert!(found == expected, "{path} as {name}");
        }
    }
}

/// A game of Lichess as its API gives it, from its PGN.
fn lichess_record(game: &str) -> Value {
    let tag = |name: &str| {
        let at = game.find(&format!("[{name} \""))? + name.len() + 3;
        let value = &game[at..];
        Some(value[..value.find("\"]")?].to_owned())
    };
    let player = |side: &str| {
        let mut player = json!({"user": {"name": tag(side)}});
        if let Some(title) = tag(&format!("{side}Title")) {
            player["user"]["title"] = json!(title);
        }
        for (name, of_tag) in [("rating", "Elo"), ("ratingDiff", "RatingDiff")] {
            if let Some(number) = tag(&format!("{side}{of_tag}")) {
                player[name] = number
                    .trim_start_matches('+')
                    .parse::<i64>()
                    .map_or(json!(number), Value::from);
            }
        }
        player
    };
    let (_, movetext) = game.split_once("\n\n").unwrap();
    let (mut moves, mut clocks, mut evals) = (Vec::new(), Vec::new(), Vec::new());
    let mut words = movetext.split_ascii_whitespace();
    while let Some(word) = words.next() {
        match word {
            "[%clk" => {
                let clock = words.next().unwrap().trim_end_matches(']');
                let parts: Vec<i64> = clock.split(':').map(|part| part.parse().unwrap()).collect();
                clocks.push(json!((parts[0] * 3600 + parts[1] * 60 + parts[2]) * 100));
            }
            "[%eval" => {
                let eval = words.next().unwrap().trim_end_matches(']');
                evals.push(match eval.strip_prefix('#') {
                    Some(mate) => json!({"mate": mate.parse::<i64>().unwrap()}),
                    None => json!({"eval": (eval.parse::<f64>().unwrap() * 100.0).round()}),
                });
            }
            "{" | "}" | "1-0" | "0-1" | "1/2-1/2" | "*" => {}
            number if number.ends_with('.') => {}
            word => moves.push(word.trim_end_matches(['?', '!'])),
        }
    }
    let day = |date: String| -> i64 {
        let day = audit960_law::Day::parse(&date.replace('.', "-")).unwrap();
        i64::from(day.days_since_1970())
    };
    let time: i64 = tag("UTCTime")
        .unwrap()
        .split(':')
        .fold(0, |sum, part| sum * 60 + part.parse::<i64>().unwrap());
    let (initial, increment) = tag("TimeControl")
        .and_then(|control| {
            control
                .split_once('+')
                .map(|(a, b)| (a.to_owned(), b.to_owned()))
        })
        .unzip();
    let site = tag("Site").unwrap();
    let mut record = json!({
        "id": &site[site.len() - 8..],
        "event": tag("Event"),
        "variant": if tag("Variant").is_some() { "chess960" } else { "standard" },
        "createdAt": (day(tag("UTCDate").unwrap()) * 86_400 + time) * 1000 + 123,
        // What PGN calls normal, JSON tells apart, and so do our columns; of these two they cannot.
        "status": match tag("Termination").unwrap().as_str() {
            "Normal" => "variantEnd",
            "Time forfeit" => "outoftime",
            "Rules infraction" => "cheat",
            "Abandoned" => "noStart",
            "Unterminated" => "started",
            other => panic!("{other}"),
        },
        "players": {"white": player("White"), "black": player("Black")},
        "opening": {"eco": tag("ECO"), "name": tag("Opening")},
        "moves": moves.join(" "),
        "clocks": clocks,
        "analysis": evals,
    });
    if let Some(fen) = tag("FEN") {
        record["initialFen"] = json!(fen);
    }
    if let Some(initial) = initial {
        record["clock"] = json!({"initial": initial, "increment": increment});
    }
    match tag("Result").unwrap().as_str() {
        "1-0" => record["winner"] = json!("white"),
        "0-1" => record["winner"] = json!("black"),
        _ => {}
    }
    record
}

#[test]
fn members_of_lichess_say_what_its_pgn_says() {
    let archives = plain_archives().into_iter();
    for (path, games) in archives.filter(|(path, _)| path.contains("lichess-")) {
        let folder = Folder::new();
        let text: String = games
            .iter()
            .map(|game| format!("{}\n", lichess_record(game)))
            .collect();
        let input = folder.write("games.ndjson", text);
        let found = rows_without_place(&audited(&folder, &input, "json"));
        // A mark such as ?! is not part of the record.
        let bare: String = games
            .iter()
            .map(|game| {
                let (tags, movetext) = game.split_once("\n\n").unwrap();
                format!("{tags}\n\n{}", movetext.replace(['?', '!'], ""))
            })
            .collect();
        let pgn = folder.write("games.pgn", bare);
        let expected = rows_without_place(&audited(&folder, &pgn, "pgn"));
        for (game, (found, expected)) in found[0].iter().zip(&expected[0]).enumerate() {
            for (column, value) in expected.as_object().unwrap() {
                assert_eq!(&found[column], value, "{path}: {column} of game {game}");
            }
        }
        assert!(found == expected, "{path}");
    }
}

#[test]
fn records_are_recognised_in_any_wrapping() {
    let folder = Folder::new();
    let text = std::fs::read_to_string(data("records/lichess.ndjson")).unwrap();
    let units: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let plain = folder.write("a.ndjson", &text);
    let expected = rows_without_place(&audited(&folder, &plain, "plain"));
    let utf16 = folder.write("b.jsonl", [&[0xFF, 0xFE][..], &units].concat());
    let mut found = rows_without_place(&audited(&folder, &utf16, "utf16"));
    // That the text is UTF-16 is a finding of its own.
    found[2].retain(|finding| finding["code"] != "S006");
    assert!(found == expected);
    let fed = fed(
        format!(
            "audit - --out {} --with-moves -q --exit-zero",
            folder.path("fed")
        ),
        format!("\u{feff}{text}").as_bytes(),
    );
    assert!(fed.status.success(), "{}", fed.err());
    assert!(rows_without_place(&folder.path("fed")) == expected);
}
