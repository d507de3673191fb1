//! Conditions on games: the same games in every command.

use crate::folder::{Folder, Has, Ran, audited, cases, csv, exported, game, printed, refused, run};
use crate::support::{data, many};

/// Conditions as options, and the same in SQL.
const CONDITIONS: &str = "\
    --since 1980 | date_from >= DATE '1980-01-01'
    --until 1979-06 | date_to <= DATE '1979-06-30'
    --min-elo 2500 --max-elo 2700 | white_elo BETWEEN 2500 AND 2700 AND black_elo BETWEEN 2500 AND 2700
    --time-control rapid,blitz | time_class = 'rapid' OR time_class = 'blitz'
    --event OPEN --event mainz | event ILIKE '%open%' OR event ILIKE '%mainz%'
    --venue over_the_board,mainz,tcec | venue IN ('over_the_board', 'mainz', 'tcec')
    --source 2009 | source LIKE '%2009%'
    --min-plies 60 --no-engines | plies >= 60 AND population NOT IN ('engine', 'mixed')
    --verdict damaged,repaired | verdict IN ('damaged', 'repaired')
    --code M023 --verdict ok | codes LIKE '%M023%' AND verdict = 'ok'
    --player KASPAROV --min-clock 20 | (white ILIKE '%kasparov%' OR black ILIKE '%kasparov%') AND max_clock >= 20
    --where `date_from < '1990-01-01'` | date_from < DATE '1990-01-01'
    --where `evals IS NULL AND clocks IS NULL AND plies > 10` | plies > 10 AND evals IS NULL AND clocks IS NULL
    --where `length(event) > 10 OR year IS NULL` | year IS NULL OR length(event) > 10";

#[test]
fn usual_conditions_are_those_in_sql() {
    let folder = Folder::new();
    let mut archives = vec![data("archive"), many()];
    archives.dedup();
    let archives: Vec<String> = archives
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    let inputs: Vec<&str> = archives.iter().map(String::as_str).collect();
    let dataset = audited(&folder, "dataset", &inputs, "--with-moves");
    for [options, sql] in cases::<2>(CONDITIONS) {
        let usual = exported(&folder, "a.pgn", ([&dataset], options));
        let found = exported(&folder, "b.pgn", format!("{dataset} --where `{sql}`"));
        assert_eq!(found, usual, "{sql}");
        let games = printed([
            "query",
            &dataset,
            &format!("SELECT COUNT(*) FROM games WHERE {sql}"),
            "--format",
            "csv",
        ]);
        let games: usize = games.lines().nth(1).unwrap().parse().unwrap();
        let raw = exported(&folder, "c.pgn", (format!("{dataset} --raw"), options));
        assert_eq!(raw.matches("[Event ").count(), games, "{sql}");
        let from_archives = exported(&folder, "d.pgn", (&inputs, options));
        assert!(from_archives == usual, "{sql}");
    }
    for bad in [
        ["--since", "soon"],
        ["--venue", "moon"],
        ["--where", "plies"],
    ] {
        run(["export", &dataset, "--out", "-", bad[0], bad[1]]).ends(2);
    }
}

#[test]
fn conditions_apply_to_every_dataset_of_an_export() {
    let folder = Folder::new();
    let datasets = ["fics-style", "cutechess-style"].map(|name| {
        let archive = data("archive").join(format!("{name}.pgn"));
        audited(&folder, name, [&archive.display().to_string()], "")
    });
    let [one, other] = datasets.each_ref().map(String::as_str);
    let condition = ["--where", "plies > 60"];
    let wanted = |names: &str| exported(&folder, "some.pgn", (names, &condition));
    let alone = [wanted(one), wanted(other)];
    for (dataset, some) in [one, other].into_iter().zip(&alone) {
        assert!(!some.is_empty() && *some != exported(&folder, "all.pgn", dataset));
    }
    assert_eq!(wanted(&format!("{one} {other}")), alone.concat());
}

/// A part of a dataset is what a dataset of these games would be.
#[test]
fn positions_draws_and_reports_count_the_selected_games() {
    let folder = Folder::new();
    let archive = data("archive").display().to_string();
    let dataset = audited(&folder, "whole", &archive, "--with-moves");
    for (number, options) in [
        "--min-plies 80",
        "--where `result <> '1/2-1/2'`",
        "--venue mainz",
    ]
    .into_iter()
    .enumerate()
    {
        let part = folder.path(&format!("{number}.pgn"));
        printed((
            format!("export {dataset} --raw -q --exit-zero --out {part}"),
            options,
        ));
        let alone = audited(&folder, &format!("part{number}"), &part, "--with-moves");
        let of = |command: &str, input: &str, options: &str| {
            let output = run((command, input, options));
            let holds = output.status.success() || output.status.code() == Some(1);
            assert!(holds, "{output:?}");
            output.out()
        };
        for command in [
            "starts --format csv --exit-zero",
            "starts --format csv --model",
            "starts --format csv --popularity --by year",
            "starts --format csv --pairs",
            "starts --format csv --start 518 --moves 2",
        ] {
            let expected = of(command, &alone, "");
            let found = of(command, &dataset, options);
            assert_eq!(found, expected, "{command:?} {options:?}");
            if command.split(' ').count() == 4 {
                let found = of(command, &archive, options);
                assert_eq!(found, expected, "{command:?} {options:?}");
            }
        }
        // Places differ: the rest of the ledger does not.
        let ledger = |input: &str, options: &str| {
            let text = of("draws --format json", input, options);
            let rows: Vec<serde_json::Map<String, serde_json::Value>> =
                serde_json::from_str(&text).unwrap();
            rows.into_iter()
                .map(|mut row| {
                    for place in "source game frame_offset byte_offset game_id name".split(' ') {
                        row.remove(place);
                    }
                    serde_json::to_string(&row).unwrap()
                })
                .collect::<std::collections::BTreeSet<_>>()
        };
        let expected = ledger(&alone, "");
        assert_eq!(ledger(&dataset, options), expected, "{options:?}");
        assert_eq!(ledger(&archive, options), expected, "{options:?}");
        let out = folder.path("report.html");
        printed((format!("report {dataset} -q --out {out}"), options));
        let report = folder.read("report.html");
        let games = csv(&alone, "SELECT COUNT(*) FROM games");
        // The page says what it is about.
        assert!(report.contains(options.split(' ').next().unwrap()));
        report.has(&format!("{} games from ", games.lines().nth(1).unwrap()));
    }
}

/// A condition may begin with a minus sign; a bound below zero is refused for what it is, and not taken for an option.
#[test]
fn conditions_and_bounds_may_begin_with_a_minus_sign() {
    let archive = data("archive").display().to_string();
    let of = |condition: &str| {
        let arguments = ["starts", &archive, "--format", "csv", "--where", condition];
        printed(arguments)
    };
    assert_eq!(of("-white_elo < -2500"), of("white_elo > 2500"));
    refused!("starts {archive} --min-elo -5").has("-5 is not in 0..=");
    refused!("starts {archive} --where --min-elo 5");
}

/// Columns on request are made for a condition on archives; of a dataset that was made without them the condition is refused.
#[test]
fn columns_on_request_are_known_or_refused() {
    let folder = Folder::new();
    let archive = data("archive/fifty-move-classics.pgn");
    let archive = archive.display().to_string();
    let plain = audited(&folder, "plain", &archive, "");
    let all = ["--with-moves", "--positions", "--quality"];
    let full = audited(&folder, "full", &archive, all);
    for (condition, option, games) in [
        // KRvKRB (either colour) came up in five games of the archive, as docs/find.md shows for endings.
        (
            "endings LIKE '%KRvKRB:%' OR endings LIKE '%KRBvKR:%'",
            "--positions",
            None,
        ),
        ("opening_moves LIKE 'd2d4%'", "--positions", None),
        ("moves LIKE '%e1h1%'", "--with-moves", None),
        ("clocks IS NULL", "--with-moves", Some(20)),
        ("white_player_key IS NOT NULL", "--players", Some(20)),
        ("white_accuracy IS NULL", "--quality", Some(20)),
    ] {
        let asked = |input: &str| {
            let found = printed!("export {input} --where `{condition}` --out - --quiet");
            found.matches("[Event ").count()
        };
        let found = asked(&archive);
        assert_eq!(found, asked(&full), "{condition}");
        assert!(found > 0, "{condition}");
        assert!(games.is_none_or(|games| games == found), "{condition}");
        for command in ["export --out -", "draws", "find --material KvK", "starts"] {
            refused!("{command} {plain} --where `{condition}`").has(option);
        }
    }
}

/// What people write otherwise is the same: letter case, dashes, blanks and underscores.
#[test]
fn names_are_taken_however_they_are_spelled() {
    for [spelled, name] in cases(
        "draws data/archive --venue Over-The-Board | draws data/archive --venue over_the_board
        draws data/archive --venue `over the board` --rule FIFTY | draws data/archive --venue over_the_board --rule fifty
        starts data/archive --time-control Rapid | starts data/archive --time-control rapid
        starts data/archive --format CSV | starts data/archive --csv
        starts data/archive --popularity --lots Event_Date | starts data/archive --popularity --lots event-date
        endings data/archive --material krb-kr | endings data/archive --material KRBvKR
        find data/archive --material `KRB vs KR` --csv | find data/archive --material KRBvKR --csv",
    ) {
        assert_eq!(printed(spelled), printed(name), "{spelled}");
    }
    refused("draws data/archive --rule fity").has("[possible values: ");
}

/// Games that say in their event that they were rated; not unrated ones, and not those that say nothing.
#[test]
fn rated_games_say_so() {
    let folder = Folder::new();
    let events = [
        "FICS rated wild/fr game",
        "Rated Blitz game",
        "FICS unrated game",
        "Casual game",
        "Mainz",
        "Underrated Open",
    ];
    let games: String = events
        .iter()
        .map(|event| game(&[("Event", event)], "1. e4 *"))
        .collect();
    let path = folder.write("games.pgn", games);
    let exported = exported(&folder, "rated.pgn", format!("{path} --rated"));
    let found: Vec<&str> = exported
        .lines()
        .filter(|line| line.starts_with("[Event "))
        .collect();
    assert_eq!(
        found,
        [
            "[Event \"FICS rated wild/fr game\"]",
            "[Event \"Rated Blitz game\"]"
        ]
    );
}
