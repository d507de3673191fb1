//! Questions about a part of an archive: by rating, by kind of start, about one start position, by finding; why an
//! answer is empty; one copy of each game of a dataset.

use serde_json::{Value, json};

use crate::folder::{Folder, Has, Ran, Words, audited, json, printed, run};

/// A game; `tags` are its further tags, `start` White's first rank in lower case.
fn game(start: &str, date: &str, white: &str, elos: [u16; 2], result: &str, tags: &str) -> String {
    let first = start.to_uppercase();
    format!(
        "[Event \"Club\"]\n[Site \"?\"]\n[Date \"{date}\"]\n[Round \"1\"]\n[White \"{white}\"]\n\
         [Black \"Cora\"]\n[Result \"{result}\"]\n[WhiteElo \"{}\"]\n[BlackElo \"{}\"]\n{tags}\
         [Variant \"Chess960\"]\n[SetUp \"1\"]\n\
         [FEN \"{start}/pppppppp/8/8/8/8/PPPPPPPP/{first} w KQkq - 0 1\"]\n\n1. e4 e5 2. d3 d6 3. a3 a6 4. b3 b6 5. f3 f6 {result}\n\n",
        elos[0], elos[1]
    )
}

/// Scharnagl 959 three times and 0 once, and a game of standard chess.
fn archive(folder: &Folder) -> String {
    let mut text = game("rkrnnqbb", "2019.03.01", "Anna", [2410, 2590], "1-0", "");
    text += &game("rkrnnqbb", "2020.03.01", "Anna", [2350, 2449], "0-1", "");
    text += &game(
        "rkrnnqbb",
        "2021.13.01",
        "Berta",
        [900, 1000],
        "1/2-1/2",
        "",
    );
    text += &game("bbqnnrkr", "2021.03.01", "Berta", [2400, 2400], "1-0", "");
    text += "[Event \"Club\"]\n[Site \"?\"]\n[Date \"2021.04.01\"]\n[Round \"1\"]\n[White \"Anna\"]\n\
             [Black \"Cora\"]\n[Result \"0-1\"]\n\n1. e4 e5 2. d3 d6 3. a3 a6 4. b3 b6 5. f3 f6 0-1\n\n";
    folder.write("club.pgn", text)
}

fn rows(arguments: impl Words) -> Vec<Value> {
    json(arguments)
}

/// These columns of the rows.
fn values(rows: &[Value], names: &[&str]) -> Value {
    let row = |row: &Value| names.iter().map(|name| row[*name].clone()).collect();
    rows.iter().map(row).collect::<Vec<Value>>().into()
}

#[test]
fn an_empty_answer_says_which_condition_is_met_by_no_game() {
    let folder = Folder::new();
    let archive = archive(&folder);
    let dataset = audited(&folder, "dataset", &archive, "--with-moves");
    for input in [&archive, &dataset] {
        for (command, option) in [
            ("starts", ""),
            ("draws", ""),
            ("explore", "--start 959"),
            ("explore", "--plies 1-6 --start 959"),
        ] {
            let said = |conditions: &str| {
                let output = run((format!("{command} {input}"), option, conditions));
                assert!(output.status.success(), "{command} {conditions:?}");
                output.err()
            };
            for (conditions, why) in [
                (
                    "--since 2019 --time-control blitz",
                    "no game meets the conditions: of none is known what --time-control blitz asks\n",
                ),
                (
                    "--venue lichess --min-elo 2500",
                    "none meets --min-elo 2500, none meets --venue lichess\n",
                ),
                (
                    "--until 2020 --player Berta",
                    "each is met by some games, but not all together\n",
                ),
            ] {
                let text = said(conditions);
                assert!(text.contains(why), "{command} {input}: {text}");
            }
            let text = said("--until 2020 --player Anna");
            assert!(!text.contains("no game meets"), "{command}: {text}");
        }
    }
}

/// Means of the ratings: 2500, 2399.5, 950 and 2400; the standard game has none.
#[test]
fn results_by_rating() {
    let folder = Folder::new();
    let archive = archive(&folder);
    let found = rows(format!("starts {archive} --by rating"));
    assert_eq!(
        values(&found, &["rating", "games", "white_wins"]),
        json!([
            ["800 to 999", 1, 0],
            ["2200 to 2399", 1, 0],
            ["2400 to 2599", 2, 2]
        ])
    );
    let found = rows(format!(
        "explore {archive} --by rating --plies 1 --start 959"
    ));
    let found = values(&found, &["rating", "games"]);
    for band in ["800 to 999", "2200 to 2399", "2400 to 2599"] {
        let holds = found.as_array().unwrap().contains(&json!([band, 1]));
        assert!(holds, "{found}");
    }
}

#[test]
fn results_by_kind_of_start() {
    let folder = Folder::new();
    let archive = archive(&folder);
    let found = rows(format!("starts {archive} --by start-kind"));
    assert_eq!(
        values(
            &found,
            &["start_kind", "games", "score", "mean_plies", "rated_games"]
        ),
        json!([
            ["chess960", 4, 0.625, 10.0, 4],
            ["standard", 1, 0.0, 10.0, 0]
        ])
    );
}

#[test]
fn one_start_position_by_year_and_its_popularity() {
    let folder = Folder::new();
    let archive = archive(&folder);
    let by_year = ["starts", &archive, "--start", "959", "--by", "year"];
    // Month 13 is no date, but its year may be read.
    let years = values(&rows(by_year), &["games", "white_wins", "draws"]);
    assert_eq!(years.as_array().unwrap().len(), 3);
    let holds = years.as_array().unwrap().contains(&json!([1, 0, 1]));
    assert!(holds, "{years}");
    let popularity = ["starts", &archive, "--start", "959", "--popularity"];
    let columns = ["start", "games", "of_games", "share", "rank"];
    let found = values(&rows(popularity), &columns);
    assert_eq!(found, json!([[959, 3, 4, 0.75, 1]]));
    // One that was never played has its row, too.
    let never = ["starts", &archive, "--start", "518", "--popularity"];
    let found = values(&rows(never), &columns);
    assert_eq!(found, json!([[518, 0, 4, 0.0, 3]]));
    let found = values(
        &rows((popularity, "--by event")),
        &["event", "games", "of_games"],
    );
    assert_eq!(found, json!([["Club", 3, 4]]));
    refused!("starts {archive} --start 959 --by king-file").has("not with --start");
    refused!("starts {archive} --start 959 --count-moveless");
}

/// Month 13 is T005; the games of a dataset have its code beside them.
#[test]
fn games_are_selected_by_the_codes_of_their_findings() {
    let folder = Folder::new();
    let archive = archive(&folder);
    let dataset = audited(&folder, "dataset", &archive, "");
    for input in [&archive, &dataset] {
        let found = rows(format!(
            "starts {input} --where `codes LIKE '%T005%'` --by event"
        ));
        assert_eq!(values(&found, &["games", "draws"]), json!([[1, 1]]));
    }
}

/// Of a dataset as of its archives: one copy of each game, and the same table of those that were left out.
#[test]
fn the_copies_of_a_dataset_are_left_out_as_those_of_its_archives() {
    let folder = Folder::new();
    let first = archive(&folder);
    let text = std::fs::read_to_string(&first).unwrap();
    let other = text.replace("[Round \"1\"]", "[Round \"1\"]\n[Annotator \"C\"]");
    let second = folder.write("again.pgn", other);
    let dataset = audited(&folder, "dataset", format!("{first} {second}"), "");
    let export = |inputs: &str, name: &str| {
        let out = &folder.path(name);
        printed(("export", inputs, format!("--no-duplicates --out {out}")));
        let read = |path: &str| std::fs::read_to_string(path).unwrap();
        (read(out), read(&format!("{out}.dropped.csv")))
    };
    let (games, dropped) = export(&format!("{first} {second}"), "archives.pgn");
    assert_eq!(games.matches("[Result ").count(), 5);
    assert_eq!(dropped.lines().count(), 6);
    assert_eq!(export(&dataset, "dataset.pgn"), (games, dropped));
    std::fs::write(&second, text).unwrap();
    let out = folder.path("late.pgn");
    refused!("export {dataset} --no-duplicates --out {out}").has("changed since the audit");
}

#[test]
fn words_are_explained() {
    printed("explain damaged").begins("damaged is the verdict on a game: ");
}
