//! The command draws with repetitions, the ruling on a claim, and the watch of a live file, as users
//! run them.

use std::fs;

use serde_json::Value;

use crate::folder::{Folder, Has, Ran, audited, csv, printed, refused};
use crate::support::{corpus, data};

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
    let folder = Folder::new();
    let inputs = inputs();
    let archives: Vec<&str> = inputs.iter().map(String::as_str).collect();
    let dataset = audited(&folder, "dataset", &archives, "");
    // Each two of the three kinds of options stand together once.
    for (first, rule) in ["fifty", "repetition", "all"].into_iter().enumerate() {
        for (second, format) in ["table", "csv", "json", "pgn"].into_iter().enumerate() {
            for (third, more) in ["", "--missed", "--law fide"].into_iter().enumerate() {
                if (first + second + third) % 3 != 0 {
                    continue;
                }
                let options = format!("draws --rule {rule} --format {format} {more}");
                let from_files = printed((&options, &archives));
                let from_dataset = printed((&options, &dataset));
                assert!(from_files == from_dataset, "{options:?}");
                // Nobody lost half a point by a repetition in the project's own archives.
                let none_missed = rule == "repetition" && more == "--missed";
                assert!(none_missed || !from_files.is_empty(), "{options:?}");
            }
        }
    }
}

#[test]
fn both_rules_are_the_default_and_fifty_is_its_first_part() {
    let archive = data("archive/fifty-move-classics.pgn");
    let archive = archive.to_str().unwrap();
    let draws = |more: &str| printed((format!("draws {archive} --format csv"), more));
    assert_eq!(draws(""), draws("--rule all"));
    let fifty = printed!("draws --rule fifty {archive} --format csv");
    assert_eq!(draws("--rule fifty"), fifty);
    let header = |text: &str| text.lines().next().unwrap().to_owned();
    assert!(!header(&fifty).contains("rule"), "as it always was");
    for column in ["rule", "plies", "occurrences", "fivefold_ply", "peak_clock"] {
        let holds = header(&draws("")).split(',').any(|name| name == column);
        assert!(holds, "{column}");
    }
}

/// Games of `beyond-fivefold.pgn`: 0 of 2019 with five occurrences of the start after 16 half-moves.
#[test]
fn the_fifth_time_ends_games_as_the_law_of_the_day_says() {
    let trap = data("traps/beyond-fivefold.pgn");
    let rows = printed!("draws {} --rule repetition --format json", trap.display());
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
    let folder = Folder::new();
    let sheet = folder.path("sheet.html");
    let trap = data("traps/beyond-fivefold.pgn");
    let trap = trap.to_str().unwrap();
    printed!("draws sheet {trap} 1 --out {sheet}");
    let text = fs::read_to_string(sheet).unwrap();
    for part in [
        "4... Black may claim (9.2.1)",
        "The position at the start of the record",
        "start, 2... Ng8, 4... Ng8, 6... Ng8, 8... Ng8",
        "drawn after 8... (fifth occurrence, 9.6.1)",
    ] {
        text.has(part);
    }
    let games = printed!("draws {trap} --rule repetition --format pgn");
    let flat = games.replace('\n', " ");
    flat.has(
        "4. Ng1 {Black may claim a draw (9.2.1, with Ng8 the position is the same as after \
             start, 2... Ng8)} 4... Ng8",
    );
    assert!(flat.contains("{drawn after 8... (fifth occurrence, 9.6.1)"));
}

#[test]
fn an_arbiter_rules_on_a_claim() {
    let folder = Folder::new();
    let trap = data("traps/beyond-fivefold.pgn");
    let trap = trap.to_str().unwrap();
    let dataset = audited(&folder, "dataset", trap, "");
    let claim = ["1", "--ply", "8", "--move", "Ng8"];
    let text = printed((format!("draws claim {trap}"), &claim));
    text.has("Correct: the game is drawn (9.5.2)");
    assert!(text.contains("9.2.1 yes: after 4... Ng8 the position occurs for the third time"));
    assert!(text.contains("at the start of the record") && text.contains("after 2... Ng8"));
    assert_eq!(text, printed((format!("draws claim {dataset}"), &claim)));
    let json = printed((format!("draws claim --format json {trap}"), &claim[..3]));
    let ruling: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(ruling["correct"], false);
    assert_eq!(ruling["side"], "black");
    let found = &ruling["findings"][0]["reason"];
    assert_eq!(found, "the position occurs for the second time");
    refused!("draws claim {trap} 1 --ply 99").has("no turn before half-move 99");
    refused!("draws claim {trap} 7 --ply 1").has("has no game 7: it has 6");
}

#[test]
fn a_live_file_is_watched() {
    let folder = Folder::new();
    let path = folder.path("live.pgn");
    let file = &path;
    let tags =
        "[Event \"Open\"]\n[Round \"3\"]\n[White \"Alpha\"]\n[Black \"Beta\"]\n[Result \"*\"]\n";
    fs::write(
        &path,
        format!("{tags}\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 *\n"),
    )
    .unwrap();
    assert_eq!(
        printed!("draws watch --once {file}"),
        "Open, round 3, Alpha – Beta: after 4. Ng1 Black may claim 9.2.1 with Ng8\n"
    );
    let line = printed!("draws watch --once --format json {file}");
    assert_eq!(line.lines().count(), 1);
    let change: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(change["state"], "claim");
    assert_eq!(change["claims"][0]["moves"][0], "Ng8");
    refused("draws watch --once no-such-file.pgn");
    let begun = folder.path("begun.pgn");
    for (text, said) in [("", "no game is in it yet\n"), (tags, "")] {
        fs::write(&begun, text).unwrap();
        let output = run!("draws watch --once {begun}");
        output.ends(0);
        assert!(output.stdout.is_empty());
        let told = output.err();
        let holds = told.ends_with(said) && told.is_empty() == said.is_empty();
        assert!(holds, "{told}");
    }
}

/// White, who lost, could claim before 5. e4: the start position stands for the third time. Of 1935 the sources
/// leave open whether positions counted or series of moves; of 2010 they do not.
#[test]
fn a_rule_that_sources_leave_open_is_marked_everywhere() {
    let folder = Folder::new();
    let game = |year: u32| {
        format!(
            "[Event \"Club\"]\n[Site \"Biel SUI\"]\n[Date \"{year}.05.05\"]\n[White \"Smith, A\"]\n\
             [Black \"Jones, B\"]\n[Result \"0-1\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 e5 \
             6. Ke2 Ke7 0-1\n\n"
        )
    };
    let text = |name: &str| folder.path(name);
    let archive = text("club.pgn");
    fs::write(&archive, game(1935) + &game(2010)).unwrap();
    let dataset = audited(&folder, "dataset", &archive, "");
    for input in [&archive, &dataset] {
        for rule in ["repetition", "all"] {
            let draws =
                |more: &str| printed((format!("draws {input} --missed --rule {rule}"), more));
            let rows: Value = serde_json::from_str(&draws("--format json")).unwrap();
            let rows = rows.as_array().unwrap();
            let marked = |row: &&Value| row["law_uncertain"] == (row["date"] == "1935.05.05");
            assert_eq!(rows.iter().filter(marked).count(), rows.len());
            assert!(rows.iter().any(|row| row["law_uncertain"] == true));
            let shown = draws("");
            shown.has("White (law uncertain)");
            let totals = "half a point was lost by White in 2, by Black in 0, 1 of them under a law that sources \
                          leave open";
            shown.has(totals);
            let pgn = draws("--format pgn").replace('\n', " ");
            let open = "sources leave open which rule was in force on that date";
            assert_eq!(pgn.matches(open).count(), 1, "{pgn}");
        }
    }
    let query = "SELECT half_point_uncertain FROM games ORDER BY date";
    let answer = csv(&dataset, query);
    assert_eq!(answer, "half_point_uncertain\r\ntrue\r\nfalse\r\n");
    printed!("report {dataset} --quiet");
    fs::read_to_string(format!("{dataset}/report.html"))
        .unwrap()
        .has("half a point lost in 2 games, 1 of them under a law that sources leave open");
}
