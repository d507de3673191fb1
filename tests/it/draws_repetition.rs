//! The command draws with repetitions, the ruling on a claim, and the watch of a live file, as users
//! run them.

use std::fs;

use serde_json::Value;

use crate::cli::stderr;
use crate::support::{audited, corpus, data, printed, refused, run};

/// The project's archives, and the shared ones with the most claims.
fn inputs() -> Vec<String> {
    let shared = ["fifty", "chess960", "standard/twic1599-sample.pgn"];
    let mut inputs: Vec<_> = shared.iter().filter_map(|name| corpus(name)).collect();
    inputs.push(data("archive"));
    inputs.push(data("traps/beyond-fivefold.pgn"));
    let text = |path: std::path::PathBuf| path.to_str().unwrap().to_owned();
    inputs.into_iter().map(text).collect()
}

#[test]
fn files_and_datasets_give_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let inputs = inputs();
    let archives: Vec<&str> = inputs.iter().map(String::as_str).collect();
    let dataset = audited(folder.path(), "dataset", &archives, &[]);
    // Each two of the three kinds of options stand together once.
    for (first, rule) in ["fifty", "repetition", "all"].into_iter().enumerate() {
        for (second, format) in ["table", "csv", "json", "pgn"].into_iter().enumerate() {
            for (third, more) in [&[][..], &["--missed"], &["--law", "fide"]]
                .into_iter()
                .enumerate()
            {
                if (first + second + third) % 3 != 0 {
                    continue;
                }
                let options = [&["draws", "--rule", rule, "--format", format], more].concat();
                let from_files = printed(&[&options[..], &archives].concat());
                let from_dataset = printed(&[&options[..], &[&dataset]].concat());
                assert!(from_files == from_dataset, "{options:?}");
                // Nobody lost half a point by a repetition in the project's own archives.
                let none_missed = rule == "repetition" && more == ["--missed"];
                assert!(none_missed || !from_files.is_empty(), "{options:?}");
            }
        }
    }
}

#[test]
fn both_rules_are_the_default_and_fifty_is_its_first_part() {
    let archive = data("archive/fifty-move-classics.pgn");
    let archive = archive.to_str().unwrap();
    let draws = |more: &[&str]| printed(&[&["draws", archive, "--format", "csv"], more].concat());
    assert_eq!(draws(&[]), draws(&["--rule", "all"]));
    let fifty = printed(&["fifty", archive, "--format", "csv"]);
    assert_eq!(draws(&["--rule", "fifty"]), fifty);
    let header = |text: &str| text.lines().next().unwrap().to_owned();
    assert!(!header(&fifty).contains("rule"), "as it always was");
    for column in ["rule", "plies", "occurrences", "fivefold_ply", "peak_clock"] {
        assert!(
            header(&draws(&[])).split(',').any(|name| name == column),
            "{column}"
        );
    }
}

/// Games of `beyond-fivefold.pgn`: 0 of 2019 with five occurrences of the start after 16 half-moves.
#[test]
fn the_fifth_time_ends_games_as_the_law_of_the_day_says() {
    let trap = data("traps/beyond-fivefold.pgn");
    let rows = printed(&[
        "draws",
        trap.to_str().unwrap(),
        "--rule",
        "repetition",
        "--format",
        "json",
    ]);
    let rows: Vec<Value> = serde_json::from_str(&rows).unwrap();
    let ended = |game: u64| -> Vec<(u64, u64)> {
        let of_game = rows.iter().filter(|row| row["game"] == game);
        of_game
            .filter_map(|row| {
                let automatic = row["automatic_draw_ply"].as_u64()?;
                Some((row["occurrences"].as_u64()?, automatic))
            })
            .collect()
    };
    assert_eq!(ended(0), [(5, 16)]);
    assert_eq!(ended(1), [(5, 16)], "in sequence, in 2015");
    assert_eq!(ended(2), [], "out of sequence, in 2015");
    assert_eq!(ended(3), [(5, 20)], "out of sequence, in 2019");
    assert_eq!(ended(4), [], "in 2010");
    let start = rows.iter().find(|row| row["game"] == 4).unwrap();
    assert_eq!(start["fivefold_ply"], 16, "whatever the date");
    assert_eq!(start["plies"], serde_json::json!([0, 4, 8, 12, 16]));
    assert_eq!(start["rule"], "repetition");
}

#[test]
fn sheets_and_games_tell_of_repetitions() {
    let folder = tempfile::tempdir().unwrap();
    let sheet = folder.path().join("sheet.html");
    let trap = data("traps/beyond-fivefold.pgn");
    let trap = trap.to_str().unwrap();
    printed(&[
        "draws",
        trap,
        "--sheet",
        "0",
        "--out",
        sheet.to_str().unwrap(),
    ]);
    let text = fs::read_to_string(sheet).unwrap();
    for part in [
        "4... Black may claim (9.2.1)",
        "The position at the start of the record",
        "start, 2... Ng8, 4... Ng8, 6... Ng8, 8... Ng8",
        "drawn after 8... (fifth occurrence, 9.6.1)",
    ] {
        assert!(text.contains(part), "{part}");
    }
    let games = printed(&["draws", trap, "--rule", "repetition", "--format", "pgn"]);
    let flat = games.replace('\n', " ");
    assert!(
        flat.contains(
            "4. Ng1 {Black may claim a draw (9.2.1, with Ng8 the position is the same as after \
             start, 2... Ng8)} 4... Ng8"
        ),
        "{flat}"
    );
    assert!(flat.contains("{drawn after 8... (fifth occurrence, 9.6.1)"));
}

#[test]
fn an_arbiter_rules_on_a_claim() {
    let folder = tempfile::tempdir().unwrap();
    let trap = data("traps/beyond-fivefold.pgn");
    let trap = trap.to_str().unwrap();
    let dataset = audited(folder.path(), "dataset", &[trap], &[]);
    let claim = ["--claim", "0", "--ply", "8", "--move", "Ng8"];
    let text = printed(&[&["draws", trap], &claim[..]].concat());
    assert!(
        text.contains("Correct: the game is drawn (9.5.2)"),
        "{text}"
    );
    assert!(text.contains("9.2.1 yes: after 4... Ng8 the position occurs for the third time"));
    assert!(text.contains("at the start of the record") && text.contains("after 2... Ng8"));
    assert_eq!(text, printed(&[&["draws", &dataset], &claim[..]].concat()));
    let json = printed(&[&["draws", trap, "--format", "json"], &claim[..4]].concat());
    let ruling: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(ruling["correct"], false);
    assert_eq!(ruling["side"], "black");
    assert_eq!(
        ruling["findings"][0]["reason"],
        "the position occurs for the second time"
    );
    let (code, why) = refused(&["draws", trap, "--claim", "0", "--ply", "99"]);
    assert_eq!(code, Some(2));
    assert!(why.contains("no turn before half-move 99"), "{why}");
    let (code, why) = refused(&["draws", trap, "--claim", "6", "--ply", "1"]);
    assert_eq!(code, Some(2));
    assert!(why.contains("has no game 6: its games are 0 to 5"), "{why}");
}

#[test]
fn a_live_file_is_watched() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("live.pgn");
    let file = path.to_str().unwrap();
    let tags =
        "[Event \"Open\"]\n[Round \"3\"]\n[White \"Alpha\"]\n[Black \"Beta\"]\n[Result \"*\"]\n";
    fs::write(
        &path,
        format!("{tags}\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 *\n"),
    )
    .unwrap();
    assert_eq!(
        printed(&["draws", "--watch", "--once", file]),
        "Open, round 3, Alpha – Beta: after 4. Ng1 Black may claim 9.2.1 with Ng8\n"
    );
    let line = printed(&["draws", "--watch", "--once", "--format", "json", file]);
    assert_eq!(line.lines().count(), 1);
    let change: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(change["state"], "claim");
    assert_eq!(change["claims"][0]["moves"][0], "Ng8");
    let (code, _) = refused(&["draws", "--watch", "--once", "no-such-file.pgn"]);
    assert_eq!(code, Some(2));
    let begun = folder.path().join("begun.pgn");
    for (text, said) in [("", "no game is in it yet\n"), (tags, "")] {
        fs::write(&begun, text).unwrap();
        let output = run(&["draws", "--watch", "--once", begun.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(0));
        assert!(output.stdout.is_empty());
        let told = stderr(&output);
        assert!(
            told.ends_with(said) && told.is_empty() == said.is_empty(),
            "{told}"
        );
    }
}

/// White, who lost, could claim before 5. e4: the start position stands for the third time. Of 1935 the sources
/// leave open whether positions counted or series of moves; of 2010 they do not.
#[test]
fn a_rule_that_sources_leave_open_is_marked_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    let game = |year: u32| {
        format!(
            "[Event \"Club\"]\n[Site \"Biel SUI\"]\n[Date \"{year}.05.05\"]\n[White \"Smith, A\"]\n\
             [Black \"Jones, B\"]\n[Result \"0-1\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 e5 \
             6. Ke2 Ke7 0-1\n\n"
        )
    };
    let text = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let archive = text("club.pgn");
    fs::write(&archive, game(1935) + &game(2010)).unwrap();
    let dataset = audited(folder.path(), "dataset", &[&archive], &[]);
    for input in [&archive, &dataset] {
        for rule in ["repetition", "all"] {
            let draws = |more: &[&str]| {
                printed(&[&["draws", input, "--missed", "--rule", rule], more].concat())
            };
            let rows: Value = serde_json::from_str(&draws(&["--format", "json"])).unwrap();
            let rows = rows.as_array().unwrap();
            let marked = |row: &&Value| row["law_uncertain"] == (row["date"] == "1935.05.05");
            assert_eq!(rows.iter().filter(marked).count(), rows.len());
            assert!(rows.iter().any(|row| row["law_uncertain"] == true));
            let shown = draws(&[]);
            assert!(shown.contains("White (law uncertain)"), "{shown}");
            let totals = "half a point was lost by White in 2, by Black in 0, 1 of them under a law that sources \
                          leave open";
            assert!(shown.contains(totals), "{shown}");
            let pgn = draws(&["--format", "pgn"]).replace('\n', " ");
            let open = "sources leave open which rule on repetition was in force on that date";
            assert_eq!(pgn.matches(open).count(), 1, "{pgn}");
        }
    }
    let query = "SELECT half_point_uncertain FROM games ORDER BY date";
    let answer = printed(&["query", &dataset, query, "--format", "csv"]);
    assert_eq!(answer, "half_point_uncertain\r\ntrue\r\nfalse\r\n");
    printed(&["report", &dataset, "--quiet"]);
    let page = fs::read_to_string(format!("{dataset}/report.html")).unwrap();
    assert!(
        page.contains(
            "half a point lost in 2 games, 1 of them under a law that sources leave open"
        )
    );
}
