//! What `audit --players` says of the people who played.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::folder::{Folder, Has, Ran, audited, csv, rows, run};
use crate::support::{corpus, skipped};
use crate::tasks_cli::finish;

/// A game as PGN: event, date, result, and of each side name, FIDE id and rating, empty where there is none.
fn game(event: &str, date: &str, result: &str, sides: [[&str; 3]; 2]) -> String {
    let mut text = format!(
        "[Event \"{event}\"]\n[Site \"Mainz\"]\n[Date \"{date}\"]\n[Round \"1\"]\n[White \"{}\"]\n\
         [Black \"{}\"]\n[Result \"{result}\"]\n",
        sides[0][0], sides[1][0]
    );
    for (side, [_, id, elo]) in ["White", "Black"].into_iter().zip(sides) {
        for (tag, value) in [("FideId", id), ("Elo", elo)] {
            if !value.is_empty() {
                text += &format!("[{side}{tag} \"{value}\"]\n");
            }
        }
    }
    // Other moves in each game of a file, so that none is a copy.
    let last = match result {
        "1-0" => "Re1",
        "0-1" => "d3",
        "1/2-1/2" => "c3",
        _ => "Nc3",
    };
    text + &format!(
        "\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. {last} b5 {result}\n\n"
    )
}

/// Two files. In the second, Wang's name comes with another id, and Ivanov's id with another name.
fn archives() -> [String; 2] {
    let ivanov = ["Ivanov, Alexander", "77", "2400"];
    let wang = ["Wang, Lei", "20", "2450"];
    let first = [
        game("Open", "2001.05.01", "1-0", [ivanov, wang]),
        game(
            "Open",
            "2001.05.02",
            "1/2-1/2",
            [["Hübner, Robert", "", ""], ["Ivanov,A", "77", "2410"]],
        ),
        game(
            "League",
            "2002.??.??",
            "0-1",
            [["Robert Hubner", "", "2600"], ["?", "", ""]],
        ),
    ];
    let second = [
        game(
            "Open",
            "2003.01.05",
            "*",
            [["Ivanov, Sergey", "77", "2390"], ["Lei Wang", "30", ""]],
        ),
        game(
            "League",
            "1999.12.31",
            "0-1",
            [wang, ["Hübner, Robert", "0", "2610"]],
        ),
    ];
    [first.concat(), second.concat()]
}

/// Who played what, added up by hand from [`archives`].
fn expected() -> Value {
    json!([
        {
            "player_key": "fide:20", "fide_id": 20, "name": "Wang, Lei", "names": "{\"Wang, Lei\":2}",
            "games": 2, "white_games": 1, "black_games": 1, "wins": 0, "draws": 0, "losses": 2, "unfinished": 0,
            "score": 0.0, "lowest_elo": 2450, "lowest_elo_date": "1999-12-31",
            "highest_elo": 2450, "highest_elo_date": "1999-12-31",
            "events": "{\"League\":1,\"Open\":1}", "first_date": "1999-12-31", "last_date": "2001-05-01"
        },
        {
            "player_key": "fide:30", "fide_id": 30, "name": "Lei Wang", "names": "{\"Lei Wang\":1}",
            "games": 1, "white_games": 0, "black_games": 1, "wins": 0, "draws": 0, "losses": 0, "unfinished": 1,
            "score": null, "lowest_elo": null, "lowest_elo_date": null,
            "highest_elo": null, "highest_elo_date": null,
            "events": "{\"Open\":1}", "first_date": "2003-01-05", "last_date": "2003-01-05"
        },
        {
            "player_key": "fide:77", "fide_id": 77, "name": "Ivanov, Alexander",
            "names": "{\"Ivanov, Alexander\":1,\"Ivanov, Sergey\":1,\"Ivanov,A\":1}",
            "games": 3, "white_games": 2, "black_games": 1, "wins": 1, "draws": 1, "losses": 0, "unfinished": 1,
            "score": 0.75, "lowest_elo": 2390, "lowest_elo_date": "2003-01-05",
            "highest_elo": 2410, "highest_elo_date": "2001-05-02",
            "events": "{\"Open\":3}", "first_date": "2001-05-01", "last_date": "2003-01-05"
        },
        {
            "player_key": "robert hubner", "fide_id": null, "name": "Hübner, Robert",
            "names": "{\"Hübner, Robert\":2,\"Robert Hubner\":1}",
            "games": 3, "white_games": 2, "black_games": 1, "wins": 1, "draws": 1, "losses": 1, "unfinished": 0,
            "score": 0.5, "lowest_elo": 2600, "lowest_elo_date": "2002-01-01",
            "highest_elo": 2610, "highest_elo_date": "1999-12-31",
            "events": "{\"League\":2,\"Open\":1}", "first_date": "1999-12-31", "last_date": "2002-12-31"
        }
    ])
}

/// All of the columns of [`expected`].
const COLUMNS: &str = "player_key, fide_id, name, names, games, white_games, black_games, wins, draws, losses, \
                       unfinished, score, lowest_elo, lowest_elo_date, highest_elo, highest_elo_date, events, \
                       first_date, last_date";

fn players(dataset: &str) -> Value {
    let sql = format!("SELECT {COLUMNS} FROM players ORDER BY player_key");
    rows(dataset, &sql).into()
}

fn findings(dataset: &str) -> Vec<(String, String)> {
    let sql = "SELECT code, message FROM diagnostics WHERE code IN ('T014', 'T015') ORDER BY code";
    let text = |row: &Value, name: &str| row[name].as_str().unwrap_or_default().to_owned();
    let found = rows(dataset, sql);
    found
        .iter()
        .map(|row| (text(row, "code"), text(row, "message")))
        .collect()
}

/// The files of table `players`.
fn files(dataset: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(dataset).join("players");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

/// Audits with `--players`; the exit code is that of a clean archive.
fn audit(folder: &Folder, name: &str, inputs: &str, options: &str) -> String {
    let out = folder.path(name);
    let output = run((format!("audit --players --out {out}"), inputs, options));
    assert!(output.status.success(), "{}", output.err());
    printed!("verify {out}");
    out
}

#[test]
fn players_are_added_up_however_the_dataset_was_made() {
    let folder = Folder::new();
    let [first, second] = archives();
    let both = folder.path("both");
    fs::create_dir(&both).unwrap();
    fs::write(Path::new(&both).join("a.pgn"), first).unwrap();
    fs::write(Path::new(&both).join("b.pgn"), second).unwrap();
    let [a, b] = ["a.pgn", "b.pgn"].map(|name| format!("{both}/{name}"));
    let whole = audit(&folder, "whole", &both, "-j1");
    assert_eq!(players(&whole), expected());
    let conflicts = [
        (
            "T014".to_owned(),
            "FIDE id 77 stands with the name \"Ivanov, Sergey\" here, and with \"Ivanov, Alexander\" in 1 game"
                .to_owned(),
        ),
        (
            "T015".to_owned(),
            "the name \"Lei Wang\" stands with 2 FIDE ids: 20, 30".to_owned(),
        ),
    ];
    assert_eq!(findings(&whole), conflicts);
    let place = "SELECT source, game, line, game_id FROM diagnostics WHERE code = 'T014'";
    let found = &rows(&whole, place)[0];
    assert_eq!(found["source"], json!(b));
    assert_eq!((&found["game"], &found["line"]), (&json!(0), &json!(1)));
    let threads = audit(&folder, "threads", &both, "-j2");
    let added = audit(&folder, "added", &a, "-j1");
    // Nothing conflicts in the first file alone.
    assert_eq!(findings(&added), []);
    let added = audit(&folder, "added", &b, "--append");
    let added_again = audit(&folder, "added", &both, "--append");
    let tasks = folder.path("tasks");
    finish(&tasks, &both, "1K", &["--players"]);
    printed!("verify --inputs {tasks}");
    for dataset in [&threads, &added, &added_again, &tasks] {
        assert!(files(dataset) == files(&whole), "{dataset}");
        assert_eq!(findings(dataset), conflicts, "{dataset}");
    }
    printed!("verify --inputs {whole}");
    // A game of another variant and a copy of a game count for nobody.
    let more = format!(
        "{}{}",
        archives()[0],
        archives()[0].replacen("[Round", "[Variant \"Atomic\"]\n[Round", 1)
    );
    let more = folder.write("more.pgn", more);
    let copies = audit(&folder, "copies", &more, "--duplicates");
    let sql = "SELECT player_key, games FROM players WHERE player_key = 'fide:77'";
    assert_eq!(rows(&copies, sql)[0]["games"], json!(2));
}

#[test]
fn conditions_know_the_players_of_archives_and_datasets() {
    let folder = Folder::new();
    let archive = folder.write("a.pgn", archives().concat());
    let dataset = audit(&folder, "dataset", &archive, "--with-moves");
    for (condition, games) in [
        ("white_player_key = 'robert hubner'", 2),
        ("black_fide_id = 20", 1),
        ("white_fide_id = 77 OR black_fide_id = 77", 3),
        ("white_team IS NULL", 5),
        ("black_player_key IS NULL", 1),
    ] {
        for input in [&archive, &dataset] {
            let answer =
                printed!("explore {input} --min-games 1 --where `{condition}` --format json");
            let counted = format!("\"games\": {games},");
            assert!(answer.contains(&counted), "{condition} {input}: {answer}");
        }
    }
    // Who does not ask for them pays for no column.
    let plain = folder.path("plain");
    printed!("audit {archive} --out {plain}");
    assert!(!Path::new(&plain).join("players").exists());
    run!("audit {archive} --out {plain} --append --players")
        .err()
        .has("players");
}

/// Tag sections of real events: each name and id that the text states is found with that text alone.
#[test]
fn real_tags_are_counted_as_a_reader_of_the_text_counts_them() {
    let Some(file) = corpus("chess960/human-events-2014-2025-headers-only.pgn") else {
        return skipped("no corpus");
    };
    let text = fs::read_to_string(&file).unwrap();
    let tags = ["[WhiteFideId \"", "[BlackFideId \""];
    let mut ids = std::collections::BTreeMap::<i64, i64>::new();
    for line in text.lines() {
        let id = tags
            .iter()
            .find_map(|tag| line.strip_prefix(tag)?.strip_suffix("\"]"));
        if let Some(id) = id.and_then(|id| id.parse().ok()).filter(|id| *id > 0) {
            *ids.entry(id).or_default() += 1;
        }
    }
    assert!(ids.len() > 500, "{}", ids.len());
    let folder = Folder::new();
    let out = folder.path("out");
    run(["audit", "--players", "--out", &out, file.to_str().unwrap()]);
    let sql = "SELECT fide_id, games FROM players WHERE fide_id IS NOT NULL";
    let found = rows(&out, sql);
    let number = |row: &Value, name: &str| row[name].as_i64().unwrap();
    let found = found
        .iter()
        .map(|row| (number(row, "fide_id"), number(row, "games")));
    assert_eq!(found.collect::<std::collections::BTreeMap<_, _>>(), ids);
    printed!("verify {out}");
}

/// Columns that were asked for are there also where no game is.
#[test]
fn an_archive_without_games_has_the_columns() {
    let folder = Folder::new();
    let path = folder.write("empty.pgn", "");
    let dataset = audited(&folder, "audit", &path, "--players --quality");
    let sql = "SELECT white_fide_id, white_player_key, white_accuracy FROM games";
    let csv = csv(&dataset, sql);
    assert_eq!(csv.trim(), "white_fide_id,white_player_key,white_accuracy");
}
