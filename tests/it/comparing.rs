//! What a user sees of `diff`, `query --out`, `positions --by`, `--against`, `--pentanomial`, `--join` and
//! `start draw`.

use std::fs;

use crate::folder::{Folder, Has, Ran, audited, json, printed, refused, run};

/// A game of Chess960 from RNBQKBNR; `result` stands in the tag and at the end.
fn game(white: &str, black: &str, date: &str, result: &str, moves: &str) -> String {
    format!(
        "[Event \"Cup\"]\n[Date \"{date}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\
         [Variant \"Chess960\"]\n[SetUp \"1\"]\n\
         [FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n\n{moves} {result}\n\n"
    )
}

const SHORT: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7";
const LONG: &str = "1. d4 d5 2. c4 c6 3. Nf3 Nf6 4. Nc3 e6 5. e3 Nbd7 6. Bd3 dxc4 7. Bxc4 b5 8. Bd3 a6 9. e4 c5 10. e5 cxd4";

#[test]
fn diff_tells_what_changed() {
    let folder = Folder::new();
    let path = |name: &str| folder.path(name);
    let (same, gone) = (
        game("A", "B", "2020.01.01", "1-0", SHORT),
        game("C", "D", "2020.01.02", "0-1", SHORT),
    );
    let long = |result| game("E", "F", "2020.01.03", result, LONG);
    let text = [&same, &gone, &long("1-0")].map(String::as_str).concat();
    folder.write("old.pgn", text);
    // Another order, another result, one game gone and one new.
    let new = game("G", "H", "2021.01.01", "1/2-1/2", SHORT);
    let text = [&long("1/2-1/2"), &new, &same].map(String::as_str).concat();
    folder.write("new.pgn", text);
    let (old, new) = (path("old.pgn"), path("new.pgn"));
    printed!("diff {old} {new}").begins("3 games before, 3 after; 1 is equal\n1 game was added, 1 is gone, 1 changed\n1 finding appeared (T006 \
             1), 1 disappeared (T006 1)\n");
    let csv = printed!("diff {old} {new} --format csv");
    let rows: Vec<&str> = csv.lines().collect();
    // Each of the two games lacks the same tags.
    assert_eq!(rows.len(), 6);
    rows[4].begins("finding_came,T006,,,1,G,H,Cup,2021.01.01,");
    rows[5].begins("finding_went,T006,,,1,C,D,Cup,2020.01.02,");
    rows[1].begins("changed,result,1-0,1/2-1/2,1,E,F,Cup,2020.01.03,");
    assert!(rows[2].starts_with("gone,,,,1,C,D,"), "{csv}");
    assert!(rows[3].starts_with("added,,,,1,G,H,"), "{csv}");
    // Datasets, and a part of the games.
    let datasets = [
        audited(&folder, "old", &old, ""),
        audited(&folder, "new", &new, ""),
    ];
    let found = printed(["diff", &datasets[0], &datasets[1], "--format", "csv"])
        .lines()
        .count();
    assert_eq!(found, 6);
    let part = printed(["diff", &datasets[0], &new, "--where", "white = 'A'"]);
    assert_eq!(part, "1 game before, 1 after; 1 is equal\n");
}

/// A record that breaks off at an illegal move is a new error: exit code 1, unless 0 is asked for.
#[test]
fn diff_exits_with_1_if_there_are_new_errors() {
    let folder = Folder::new();
    let path = |name: &str| folder.path(name);
    folder.write("old.pgn", game("A", "B", "2020.01.01", "1-0", SHORT));
    let text = game("A", "B", "2020.01.01", "1-0", "1. e4 e5 2. Ke3 Nc6");
    folder.write("new.pgn", text);
    let (old, new) = (path("old.pgn"), path("new.pgn"));
    run!("diff {old} {new}").ends(1);
    run!("diff {old} {new} --exit-zero").ends(0);
    run!("diff {new} {old}").ends(0);
    refused(["diff", &old, &path("nowhere.pgn")]).has("nowhere.pgn");
}

#[test]
fn query_writes_files() {
    let folder = Folder::new();
    let path = |name: &str| folder.path(name);
    folder.write("a.pgn", game("A", "B", "2020.01.01", "1-0", SHORT));
    let dataset = audited(&folder, "a", [&path("a.pgn")], "");
    let sql = "SELECT white, plies, date_from FROM games";
    for (name, text) in [
        ("out.csv", "white,plies,date_from\r\nA,10,2020-01-01\r\n"),
        (
            "out.json",
            "[\n{\"white\":\"A\",\"plies\":10,\"date_from\":\"2020-01-01\"}\n]\n",
        ),
        (
            "out.jsonl",
            "{\"white\":\"A\",\"plies\":10,\"date_from\":\"2020-01-01\"}\n",
        ),
    ] {
        let output = run(["query", &dataset, sql, "--out", &path(name)]);
        assert!(output.status.success() && output.stdout.is_empty());
        output.err().ends_in(": 1 row\n");
        assert_eq!(fs::read_to_string(path(name)).unwrap(), text);
    }
    printed(["query", &dataset, sql, "--out", &path("out.parquet")]);
    let parquet = fs::read(path("out.parquet")).unwrap();
    assert!(parquet.starts_with(b"PAR1") && parquet.ends_with(b"PAR1"));
    // A query that fails creates no file, and leaves an existing one unchanged.
    refused(["query", &dataset, sql, "--out", &path("out.xls")])
        .has("must end in .csv, .json, .jsonl, .arrow, .parquet or .txt");
    let text = refused!(
        "query {dataset} `SELECT nope FROM games` --out {}",
        path("out.csv")
    );
    assert!(text.contains("nope") && text.lines().count() == 1, "{text}");
    fs::read_to_string(path("out.csv")).unwrap().begins("white");
    let all = "SELECT COUNT(DISTINCT white) AS n FROM games";
    let text = refused!("query {dataset} `{all}` --max-memory 1");
    text.has("--max-memory");
    assert!(text.lines().count() == 1, "{text}");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 6);
}

#[test]
fn positions_are_grouped_compared_and_joined() {
    let folder = Folder::new();
    let path = |name: &str| folder.path(name);
    let games: Vec<String> = (0..24)
        .flat_map(|day| {
            // White wins the games of 2020 and draws those of 2021, but loses on every fourth day.
            let day = day + 1;
            let players = if day % 2 == 0 { ("A", "B") } else { ("B", "A") };
            [("2020", "1-0"), ("2021", "1/2-1/2")].map(|(year, result)| {
                let result = if day % 4 == 0 { "0-1" } else { result };
                let date = format!("{year}.03.{day:02}");
                game(players.0, players.1, &date, result, SHORT)
            })
        })
        .collect();
    folder.write("a.pgn", games.concat());
    let dataset = audited(&folder, "a", [&path("a.pgn")], "");
    let csv = printed!("starts {dataset} --by year --format csv");
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    let found = (rows[1][..3].join(" "), rows[2][..3].join(" "));
    assert_eq!(found, ("2020 24 0.75".into(), "2021 24 0.375".into()));
    // In JSON a year is a number; popularity has the figures of the group beside those of the position.
    let json = printed!("starts {dataset} --by year --format json");
    json.has("{\"year\":2020,\"games\":24,");
    let popularity = ["starts", &dataset, "--popularity", "--by", "year"];
    let csv = printed((&popularity, "--format csv"));
    assert_eq!(
        csv,
        "year,rank,start,arrangement,games,times_picked,of_games,of_lots,missing\r\n\
         2020,1,518,RNBQKBNR,24,24,24,24,959\r\n2021,1,518,RNBQKBNR,24,24,24,24,959\r\n"
    );
    printed(popularity).has("csv and json have one for each position");
    let json = printed!(
        "explore {} --plies 1 --by year --format json",
        path("a.pgn")
    );
    json.has("\"year\":2021}");
    let csv = printed!("starts {dataset} --by king-file --format csv");
    // 204 positions have the king on e1.
    csv.lines().nth(4).unwrap().begins("e,204,48,0.5625,");
    let csv = printed!("starts {dataset} --by mirror-pair --format csv");
    // RNBKQBNR is 534.
    csv.has("\n518,534,48,0.5625,");
    assert!(csv.lines().count() == 2, "{csv}");
    let sides = ["--where", "year = 2020", "--against-where", "year = 2021"];
    let text = printed((format!("starts {dataset}"), &sides));
    text.has("White's score: 75.0 % and 37.5 %, a difference of -37.5 percentage points");
    text.has("518  RNBQKBNR");
    // What meets both conditions, or none is asked for: the sides are not different games.
    for sides in [
        &["--where", "year = 2020", "--against-where", "year >= 2020"][..],
        &["--against", &dataset],
    ] {
        let output = run((format!("starts {dataset}"), sides));
        output.ends(2);
        output
            .err()
            .has("games with a result are on both sides of the comparison");
    }
    // Pairs that all ended alike have no interval: the days that four divides have a loss each for both.
    let alike = [
        "--pentanomial",
        "--where",
        "year = 2020",
        "--format",
        "json",
    ];
    let alike = printed((format!("starts {dataset}"), &alike, "--until 2020-03-02"));
    alike.has("\"pairs\":1,");
    alike.has("\"elo_low\":null,\"elo_high\":null");
    // A has White on even days. Of the twelve pairs of 2020 A has a win and a loss, on every fourth day two
    // losses; of those of 2021 two draws, or a loss and a draw.
    let csv = printed!("starts {dataset} --pentanomial --format csv");
    csv.lines()
        .nth(1)
        .unwrap()
        .begins("A,B,24,6,6,12,0,0,0.3125,");
    let csv = printed!("starts {dataset} --pentanomial start --format csv");
    csv.lines()
        .nth(1)
        .unwrap()
        .begins("518,518,RNBQKBNR,24,0,6,12,0,6,0.5625,");
    let csv = printed!("starts {dataset} --draw-rates --format csv");
    csv.lines()
        .nth(1)
        .unwrap()
        .begins("518,RNBQKBNR,48,18,0.375,0.375,0.375,");
    folder.write("eval.csv", "arrangement,eval\nRNBQKBNR,0.25\n");
    let join = ["--join", &path("eval.csv")];
    let csv = printed((format!("starts {dataset} --format csv"), &join));
    csv.lines().next().unwrap().ends_in(",eval");
    csv.lines().nth(1).unwrap().ends_in(",0.25");
    let page = path("r.html");
    printed((format!("report {dataset} --quiet --out {page}"), &join));
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("\"columns\":[[\"eval\",[null,") && page.contains("0.25"));
    assert!(page.contains("2020 to 2021: score 75.0 % in the first year and 37.5 % in the last"));
    folder.write("eval.csv", "arrangement,eval\nRNBQKBNR\n");
    refused((format!("starts {dataset}"), &join))
        .has("eval.csv: line 2: 1 fields where the first line has 2");
}

#[test]
fn draws_without_repeats_are_all_there_are() {
    let all = printed("starts pick --distinct -n 960 --seed 1 --format fen");
    let mut lines: Vec<&str> = all.lines().collect();
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), 960);
    printed("starts pick -n 2 --seed 3 --format csv").begins("start,arrangement,fen\r\n");
    let rows: serde_json::Value = json("starts pick --double -n 2 --seed 3");
    let number = |name: &str| rows[0][name].as_u64().unwrap();
    let found = number("double_start");
    assert_eq!(found, 960 * number("white_start") + number("black_start"));
    refused("starts pick --distinct --exclude-orthodox -n 960").has("there are 959");
}

/// A FIDE id with two names, which an audit finds where it is asked about players, and tags that only such tables have.
#[test]
fn what_only_one_audit_was_asked_for_is_no_change() {
    let folder = Folder::new();
    let game = |white: &str, id: &str, moves: &str| {
        format!(
            "[Event \"a\"]\n[Site \"?\"]\n[Date \"2020.01.01\"]\n[Round \"1\"]\n[White \"{white}\"]\n\
             [Black \"Bee, Bob\"]\n[Result \"1-0\"]\n[WhiteFideId \"{id}\"]\n\n{moves} 1-0\n\n"
        )
    };
    let first = game("Carlsen, Magnus", "77", "1. e4 e5 2. Nf3 Nc6");
    let text = first.clone() + &game("Nobody, Xaver", "77", "1. d4 d5");
    let games = folder.write("a.pgn", text);
    let other = folder.write("b.pgn", first + &game("Nobody, Xaver", "78", "1. d4 d5"));
    let (plain, asked) = (folder.path("plain"), folder.path("asked"));
    run!("audit -q {games} --out {plain}");
    run!("audit -q {games} --out {asked} --players");
    for (before, after) in [
        (&plain, &games),
        (&games, &plain),
        (&asked, &games),
        (&games, &asked),
    ] {
        let output = run!("diff {before} {after}");
        let (text, told) = (output.out(), output.err());
        text.begins("2 games before, 2 after; 2 are equal\n");
        assert_eq!(text.lines().count(), 1, "{text}");
        assert!(told.is_empty(), "{told}");
    }
    let told = run!("diff {plain} {asked}").err();
    told.has("without --players: WhiteFideId, ");
    told.has("for that reason: players\n");
    let changed = run!("diff {games} {other}").out();
    changed.has("1 is equal");
    let row = changed
        .lines()
        .find(|line| line.starts_with("changed"))
        .unwrap();
    let fields: Vec<&str> = row.split_whitespace().skip(1).take(3).collect();
    assert_eq!(fields, ["WhiteFideId", "77", "78"]);
}
