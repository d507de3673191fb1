//! What `audit --positions` keeps, and the answers that come from it alone.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::{audited, data, printed, refused, run};
use crate::tasks_cli::finish;

/// Questions to `explore`, each answered within so many half-moves.
const QUESTIONS: [&[&str]; 9] = [
    &[],
    &["--moves", "e4"],
    &["--moves", "d4 d5"],
    &["--moves", "d4 d5 c4 e6 Nc3"],
    &["--start", "518"],
    &["--start", "0"],
    &["--start-kind", "chess960"],
    &["--fen", "8/8/8/8/8/8/8/K1k5 w - - 0 1"],
    &["--where", "result = '1-0'"],
];

/// Questions about company and endings.
const COUNTED: [&[&str]; 10] = [
    &["popular", "--known", "--plies", "0-24"],
    &["popular", "--known", "--plies", "0-3"],
    &["popular", "--known", "--plies", "0-24", "--start", "518"],
    &[
        "popular",
        "--known",
        "--plies",
        "0-24",
        "--start-kind",
        "chess960",
    ],
    &[
        "popular",
        "--known",
        "--plies",
        "0-24",
        "--where",
        "result = '1-0'",
    ],
    &["endings"],
    &["endings", "--pieces", "5", "--min-stay", "3"],
    &["endings", "--material", "KRPvKR"],
    &["endings", "--material", "KvK", "--exact"],
    &[
        "endings",
        "--where",
        "result = '1/2-1/2'",
        "--start-kind",
        "standard",
    ],
];

/// The answers to all questions; every fourth in all formats, which hold the same figures.
fn answers(input: &str, plies: &str) -> Vec<String> {
    let mut answers = Vec::new();
    for (number, options) in QUESTIONS.iter().enumerate() {
        let formats = ["json", "table", "csv", "pgn"];
        for format in &formats[..if number % 4 == 0 { 4 } else { 1 }] {
            let form = ["--plies", plies, "--format", format];
            answers.push(printed(&[&["explore", input], *options, &form].concat()));
        }
    }
    answers
}

/// Copies archives to a folder, in two parts: the names of both folders.
fn halves(folder: &Path) -> [String; 2] {
    let names = ["first", "second"].map(|name| folder.join(name));
    for half in &names {
        fs::create_dir(half).unwrap();
    }
    let mut files: Vec<_> = fs::read_dir(data("archive"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "pgn"))
        .collect();
    files.sort();
    assert!(files.len() > 1, "{files:?}");
    for (index, file) in files.iter().enumerate() {
        let half = &names[usize::from(2 * index >= files.len())];
        fs::copy(file, half.join(file.file_name().unwrap())).unwrap();
    }
    names.map(|path| path.display().to_string())
}

/// The files of the tables about positions.
fn tables(dataset: &str) -> Vec<(String, Vec<u8>)> {
    let dataset = Path::new(dataset);
    let tree = fs::read_dir(dataset.join("tree")).unwrap();
    let mut files: Vec<_> = tree
        .map(|entry| entry.unwrap().path())
        .chain(["known.parquet", "endings.parquet"].map(|name| dataset.join(name)))
        .map(|path| {
            (
                path.file_name().unwrap().display().to_string(),
                fs::read(&path).unwrap(),
            )
        })
        .collect();
    files.sort();
    files
}

/// Audited at once, in two steps, or by tasks, by any number of threads: the same table, and the answers of the archives.
#[test]
fn answers_are_those_of_the_archives_however_the_dataset_was_made() {
    let folder = tempfile::tempdir().unwrap();
    let [first, second] = halves(folder.path());
    let whole = audited(
        folder.path(),
        "whole",
        &[&first, &second],
        &["--positions", "-j1"],
    );
    let threads = audited(
        folder.path(),
        "threads",
        &[&first, &second],
        &["--positions=24", "-j2"],
    );
    let added = audited(folder.path(), "added", &[&first], &["--positions"]);
    audited(
        folder.path(),
        "added",
        &[&second],
        &["--positions", "--append"],
    );
    let expected = tables(&whole);
    assert!(tables(&threads) == expected && tables(&added) == expected);
    let both = folder.path().join("both");
    fs::create_dir(&both).unwrap();
    for half in [&first, &second] {
        for entry in fs::read_dir(half).unwrap() {
            let path = entry.unwrap().path();
            fs::copy(&path, both.join(path.file_name().unwrap())).unwrap();
        }
    }
    let both = both.display().to_string();
    let tasks = folder.path().join("tasks").display().to_string();
    finish(&tasks, &both, "2K", &["--positions"]);
    let at_once = audited(folder.path(), "at-once", &[&both], &["--positions"]);
    assert!(tables(&tasks) == tables(&at_once));
    for dataset in [&whole, &added, &tasks] {
        printed(&["verify", dataset]);
    }
    let replayed = answers(&both, "24");
    assert_eq!(answers(&at_once, "24"), replayed);
    assert_eq!(answers(&tasks, "24"), replayed);
    // Fewer half-moves than those that were counted: from the moves.
    assert_eq!(answers(&at_once, "5"), answers(&both, "5"));
    for dataset in [&at_once, &tasks] {
        for (number, question) in COUNTED.iter().enumerate() {
            let formats = ["json", "table", "csv"];
            for format in &formats[..if number % 4 == 0 { 3 } else { 1 }] {
                let ask = |input: &str| {
                    let form = ["--format", format];
                    printed(&[&[question[0], input], &question[1..], &form].concat())
                };
                assert_eq!(ask(dataset), ask(&both), "{question:?} {format}");
            }
        }
    }
    let games: u64 = printed(&["explore", &at_once, "--start", "518", "--format", "json"])
        .split("\"games\": ")
        .nth(1)
        .and_then(|rest| rest.split(',').next()?.parse().ok())
        .unwrap();
    assert!(games > 1, "{games}");
}

/// Hits of a search as source, game, line, half-moves and FEN.
fn hits(input: &str, options: &[&str]) -> Vec<String> {
    let text = printed(&[&["find", input, "--format", "csv"], options].concat());
    let hits = text.lines().skip(1);
    hits.map(|line| line.split(',').take(5).collect::<Vec<_>>().join(","))
        .collect()
}

/// Where a position occurs, asked of the archives, of all moves, and of the first half-moves with what was counted of them.
#[test]
fn positions_are_found_alike_wherever_they_are_looked_for() {
    let folder = tempfile::tempdir().unwrap();
    let archive = data("archive").display().to_string();
    let kept = audited(folder.path(), "kept", &[&archive], &["--positions=12"]);
    let moves = audited(folder.path(), "moves", &[&archive], &["--with-moves"]);
    let popular = printed(&[
        "popular", &archive, "--plies", "0-12", "--format", "csv", "--top", "3",
    ]);
    let mut found = 0;
    let fens = popular
        .lines()
        .skip(1)
        .map(|line| line.split(',').nth(1).unwrap());
    for fen in fens.chain(["8/8/8/8/8/8/8/K1k5 w - - 0 1"]) {
        for more in [
            &["--ply", "-12"][..],
            &["--ply", "-12", "--all"],
            &["--ply", "3-12"],
        ] {
            let options = [&["--fen", fen][..], more].concat();
            let expected = hits(&archive, &options);
            assert_eq!(hits(&kept, &options), expected, "{options:?}");
            assert_eq!(hits(&moves, &options), expected, "{options:?}");
            found += expected.len();
        }
        let count =
            |input: &str| printed(&["find", input, "--fen", fen, "--ply", "-12", "--count"]);
        assert_eq!(count(&kept), count(&archive), "{fen}");
        assert_eq!(count(&moves), count(&archive), "{fen}");
        // What was counted before is the answer only where nothing else is asked.
        for more in [
            &["--ply", "3-12"][..],
            &["--ply", "-11"],
            &["--ply", "-12", "--side", "white"],
            &["--ply", "-12", "--moved", "P"],
            &["--ply", "-12", "--start", "518"],
            &["--ply", "-12", "--start-kind", "chess960"],
            &["--ply", "-12", "--where", "result = '1-0'"],
        ] {
            let ask =
                |input: &str| printed(&[&["find", input, "--fen", fen, "--count"], more].concat());
            assert_eq!(ask(&kept), ask(&archive), "{fen} {more:?}");
        }
        // Without bounds it is looked for as far as is known, and that is said.
        let output = run(&["find", &kept, "--fen", fen, "--count"]);
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            count(&archive),
            "{fen}"
        );
        let note = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            note.contains("only the first 12 half-moves of the games were kept"),
            "{note}"
        );
    }
    assert!(found > 100, "{found}");
}

/// Copies count once, as where the moves are replayed.
#[test]
fn copies_are_left_out_of_the_counts() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("twice.pgn");
    fs::write(&games, TWICE.repeat(2)).unwrap();
    let games = games.display().to_string();
    let counted = audited(
        folder.path(),
        "counted",
        &[&games],
        &["--positions", "--duplicates"],
    );
    let moves = audited(
        folder.path(),
        "moves",
        &[&games],
        &["--with-moves", "--duplicates"],
    );
    for question in [&[][..], &["--moves", "e4"], &["--moves", "e4 e5 Nf3"]] {
        let ask = |dataset: &str| {
            let form = ["--plies", "24", "--format", "json"];
            run(&[&["explore", dataset], question, &form].concat())
        };
        let (one, other) = (ask(&counted), ask(&moves));
        assert_eq!(
            String::from_utf8_lossy(&one.stdout),
            String::from_utf8_lossy(&other.stdout)
        );
        let note = String::from_utf8_lossy(&one.stderr).into_owned();
        assert_eq!(note, String::from_utf8_lossy(&other.stderr));
        assert!(
            note.contains("copies of other games are left out"),
            "{note}"
        );
    }
}

/// Three games of at least ten half-moves.
const TWICE: &str = "\
[White \"A\"]\n[Black \"B\"]\n[Date \"2020.01.02\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 1-0\n\n\
[White \"A\"]\n[Black \"C\"]\n[Date \"2020.01.03\"]\n[Result \"0-1\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d3 d6 6. O-O 0-1\n\n\
[White \"C\"]\n[Black \"B\"]\n[Date \"2020.01.04\"]\n[Result \"0-1\"]\n\n1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be3 0-1\n\n";

/// What was not kept is not answered, and the sentence says what to do; an answer says how far it goes.
#[test]
fn what_was_not_kept_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("three.pgn");
    fs::write(&path, TWICE).unwrap();
    let dataset = audited(
        folder.path(),
        "kept",
        &[path.to_str().unwrap()],
        &["--positions=3"],
    );
    let answer = printed(&["explore", &dataset, "--moves", "e4 e5 Nf3"]);
    assert!(
        answer.contains("2 games reached this position within 3 half-moves"),
        "{answer}"
    );
    assert!(
        answer.lines().any(|line| line.starts_with("Nc6")),
        "{answer}"
    );
    let answer = printed(&["explore", &dataset, "--moves", "e4 e5 Nf3 Nc6"]);
    assert!(
        answer.contains("no game reached this position within 3 half-moves"),
        "{answer}"
    );
    // Where the answer has no place for it, it is said beside it.
    for (more, said) in [
        (&["--format", "csv"][..], true),
        (&["--format", "pgn"], true),
        (&["--format", "csv", "--plies", "3"], false),
        (&["--format", "json"], false),
    ] {
        let output = run(&[&["explore", &dataset], more].concat());
        let note = String::from_utf8_lossy(&output.stderr).into_owned();
        let sentence = "only the first 3 half-moves of the games were kept";
        assert_eq!(note.contains(sentence), said, "{more:?}: {note}");
    }
    let json = printed(&["explore", &dataset, "--format", "json"]);
    assert!(json.contains("\"plies\": 3,"), "{json}");
    assert_eq!(
        printed(&["popular", &dataset, "--ply", "3", "--format", "csv"]),
        printed(&[
            "popular",
            path.to_str().unwrap(),
            "--ply",
            "3",
            "--format",
            "csv"
        ])
    );
    let found = printed(&[
        "find", &dataset, "--line", "e4 e5", "--ply", "-3", "--format", "csv",
    ]);
    assert_eq!(found.lines().count(), 3, "{found}");
    for command in [
        &["explore", &dataset, "--plies", "4"][..],
        &["popular", &dataset, "--ply", "4"],
        &["popular", &dataset, "--ply", "any"],
        &["find", &dataset, "--material", "KQvK"],
        &["find", &dataset, "--line", "e4 e5"],
        &[
            "find",
            &dataset,
            "--material",
            "KQRBNvKQRBN",
            "--stay",
            "2",
            "--ply",
            "-2",
        ],
        &["endings", &dataset, "--pieces", "8"],
        &["popular", &dataset, "--known", "--plies", "0-4"],
    ] {
        let (code, text) = refused(command);
        assert_eq!(code, Some(2), "{command:?}");
        assert!(
            text.contains("only the first 3 half-moves were kept") && text.contains("--with-moves"),
            "{command:?}: {text}"
        );
    }
    // Where nobody names a number, it is that of the dataset.
    let output = run(&["popular", &dataset, "--known", "--format", "csv"]);
    let within = ["--plies", "0-3", "--format", "csv"];
    let expected = [&["popular", path.to_str().unwrap(), "--known"], &within[..]].concat();
    assert_eq!(String::from_utf8_lossy(&output.stdout), printed(&expected));
    let note = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        note.contains("only the first 3 half-moves of the games were kept"),
        "{note}"
    );
    let (code, text) = refused(&["audit", path.to_str().unwrap(), "--positions=0"]);
    assert_eq!(code, Some(2));
    assert!(text.contains("--positions"), "{text}");
    // A dataset that was made with other options is not added to.
    let more = folder.path().join("more.pgn");
    fs::write(&more, TWICE.replace("2020", "2021")).unwrap();
    let (code, text) = refused(&[
        "audit",
        more.to_str().unwrap(),
        "--append",
        "--out",
        &dataset,
    ]);
    assert_eq!(code, Some(2));
    assert!(text.contains("positions"), "{text}");
}

/// The page has the half-move after which half of the games are alone as a column, and a chart of all half-moves.
#[test]
fn the_page_says_how_long_games_have_company() {
    let folder = tempfile::tempdir().unwrap();
    let archive = data("archive").display().to_string();
    let dataset = audited(folder.path(), "kept", &[&archive], &["--positions=12"]);
    printed(&["report", &dataset, "--quiet"]);
    let page = fs::read_to_string(Path::new(&dataset).join("report.html")).unwrap();
    let (_, rest) = page.split_once("id=\"data-positions\">").unwrap();
    let (json, _) = rest.split_once("</script>").unwrap();
    let positions: Value = serde_json::from_str(json).unwrap();
    let columns = positions["columns"].as_array().unwrap();
    assert_eq!(
        (columns.len(), &columns[0][0]),
        (1, &Value::from("Alone after"))
    );
    // From the archive, not from what the dataset has counted.
    let known = printed(&[
        "popular", &archive, "--known", "--plies", "0-12", "--format", "json",
    ]);
    let known: Vec<Value> = serde_json::from_str(&known).unwrap();
    let (mut told, values) = (0, columns[0][1].as_array().unwrap());
    assert_eq!(values.len(), 960);
    for (number, shown) in values.iter().enumerate() {
        let name = number.to_string();
        let row = known.iter().find(|row| row["start"] == name.as_str());
        let expected = row.map_or(Value::Null, |row| row["alone_ply"].clone());
        assert_eq!(shown.as_f64(), expected.as_f64(), "{number}");
        told += usize::from(!shown.is_null());
    }
    assert!(told > 10, "{told}");
    let (_, figure) = page
        .split_once("<figure class=\"card\" id=\"company\">")
        .unwrap();
    let (figure, _) = figure.split_once("</figure>").unwrap();
    assert!(figure.contains("Share of games that are alone, by half-moves; the orthodox start: "));
    assert!(
        figure.contains("dashed: the orthodox start; blue: the other 959; orange: other starts")
    );
}
