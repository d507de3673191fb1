//! Audits that ask endgame tables: values in the dataset, and what they cost and change.

use std::path::Path;
use std::sync::Arc;

use audit960_audit::{NoObserver, Options, TableValues, audit};
use audit960_board::Position;
use audit960_tablebase::{Dtz, Probed, Prober, Wdl, file_checksum};
use serde_json::Value;

use crate::support::{audited, corpus, data, printed, refused, run};
use crate::tablebase_draws::late_game;

/// Rows of a table of a dataset.
fn rows(dataset: &str, sql: &str) -> Vec<Value> {
    serde_json::from_str(&printed(&["query", dataset, sql, "--format", "json"])).unwrap()
}

/// The bytes of all files of a folder but the report, by their names.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut left = vec![folder.to_owned()];
    let mut found = Vec::new();
    while let Some(path) = left.pop() {
        if path.is_dir() {
            left.extend(path.read_dir().unwrap().map(|entry| entry.unwrap().path()));
        } else {
            let name = path.strip_prefix(folder).unwrap().display().to_string();
            found.push((name, std::fs::read(&path).unwrap()));
        }
    }
    found.sort();
    found
}

#[test]
fn values_are_null_without_tables() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("late.pgn");
    std::fs::write(&game, late_game()).unwrap();
    let dataset = audited(folder.path(), "audit", &[game.to_str().unwrap()], &[]);
    for table in ["incidents", "repetitions"] {
        let found = rows(&dataset, &format!("SELECT * FROM {table}"));
        assert!(!found.is_empty(), "{table}");
        for row in found {
            let values = row.as_object().unwrap().iter();
            let mut asked = values.filter(|(name, _)| {
                ["value_", "values_", "wdl_", "dtz_", "tablebase_"]
                    .iter()
                    .any(|begin| name.starts_with(begin))
            });
            assert!(asked.all(|(_, value)| value.is_null()), "{row}");
        }
    }
    let manifest = std::fs::read_to_string(Path::new(&dataset).join("manifest.json")).unwrap();
    assert!(!manifest.contains("tablebase"), "{manifest}");
}

/// By python-chess 1.11.2 the distances are 50 at the start and 51 at the first claim: with a clock of 60 the win came
/// too late from the beginning.
#[test]
fn a_win_that_comes_too_late_is_cursed_at_the_claim() {
    let Some(tables) = corpus("syzygy") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("late.pgn");
    std::fs::write(&game, late_game()).unwrap();
    let game = game.to_str().unwrap();
    let tables = tables.to_str().unwrap();
    let dataset = audited(folder.path(), "audit", &[game], &["--tablebase", tables]);
    let found = rows(&dataset, "SELECT * FROM incidents");
    let row = &found[0];
    // Before half-move 40 Black is to move, and loses by the table alone.
    assert_eq!(row["first_claim_ply"], 40);
    assert_eq!(row["first_claim_side"], "black");
    assert_eq!(row["value_start"], "cursed-win");
    assert_eq!(row["value_first_claim"], "blessed-loss");
    assert_eq!(
        (&row["wdl_start"], &row["wdl_first_claim"]),
        (&2.into(), &(-2).into())
    );
    assert_eq!(
        (&row["dtz_start"], &row["dtz_first_claim"]),
        (&50.into(), &(-51).into())
    );
    // After 60 half-moves White is to move again.
    assert_eq!(row["value_end"], "cursed-win");
    assert_eq!(
        (&row["tablebase_reason"], &row["values_certain"]),
        (&Value::Null, &true.into())
    );
    let repeated = rows(&dataset, "SELECT * FROM repetitions");
    assert!(
        repeated
            .iter()
            .all(|row| row["value_first_claim"].is_string()),
        "{repeated:?}"
    );

    // Archives and datasets give the same ledger, values included.
    let draws = |input: &str, options: &[&str]| {
        printed(&[&["draws", input, "--format", "json"][..], options].concat())
    };
    assert!(draws(&dataset, &[]).contains("\"value_first_claim\":\"blessed-loss\""));
}

/// The same bytes for one thread and for two, over archives of which some claims are in tables.
#[test]
fn threads_change_no_byte() {
    let Some(tables) = corpus("syzygy") else {
        return;
    };
    let tables = tables.to_str().unwrap().to_owned();
    let folder = tempfile::tempdir().unwrap();
    let mut inputs = vec![data("archive").to_str().unwrap().to_owned()];
    inputs.extend(corpus("fifty").map(|path| path.to_str().unwrap().to_owned()));
    inputs.extend(corpus("chess960").map(|path| path.to_str().unwrap().to_owned()));
    let inputs: Vec<&str> = inputs.iter().map(String::as_str).collect();
    let with = |threads: &str| {
        let options = ["--tablebase", &tables, "-j", threads];
        let dataset = audited(folder.path(), &format!("j{threads}"), &inputs, &options);
        files(Path::new(&dataset))
    };
    let (one, two) = (with("1"), with("2"));
    assert_eq!(one.len(), two.len());
    for (one, two) in one.iter().zip(&two) {
        assert_eq!(one.0, two.0);
        assert!(one.1 == two.1, "{} differs", one.0);
    }
}

/// The manifest lists the tables; `verify` names what is another table now, and audits again with the same ones.
#[test]
fn the_dataset_knows_its_tables() {
    let Some(shared) = corpus("syzygy") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("late.pgn");
    std::fs::write(&game, late_game()).unwrap();
    let few = folder.path().join("tables");
    std::fs::create_dir(&few).unwrap();
    for name in [
        "KBNvK.rtbw",
        "KBNvK.rtbz",
        "KBvK.rtbw",
        "KBvK.rtbz",
        "KNvK.rtbw",
        "KNvK.rtbz",
    ] {
        std::fs::write(few.join(name), std::fs::read(shared.join(name)).unwrap()).unwrap();
    }
    let few = few.to_str().unwrap();
    let dataset = audited(
        folder.path(),
        "audit",
        &[game.to_str().unwrap()],
        &["--tablebase", few],
    );
    let manifest = std::fs::read_to_string(Path::new(&dataset).join("manifest.json")).unwrap();
    let manifest: Value = serde_json::from_str(&manifest).unwrap();
    let listed = manifest["options"]["tablebase"].as_array().unwrap();
    assert_eq!(listed.len(), 6);
    assert_eq!(
        (&listed[0]["name"], &listed[0]["size"]),
        (&"KBNvK.rtbw".into(), &7632.into())
    );
    // A file of this size is covered whole by its checksum.
    let (_, whole) = file_checksum(&shared.join("KBNvK.rtbw")).unwrap();
    assert_eq!(listed[0]["checksum"], whole);

    let text = printed(&["verify", &dataset]);
    assert!(
        text.contains("the endgame tables that were asked are not given"),
        "{text}"
    );
    let text = printed(&["verify", &dataset, "--tablebase", few, "--inputs"]);
    assert!(text.contains("are those that were asked"), "{text}");
    let (code, message) = refused(&["verify", &dataset, "--inputs"]);
    assert_eq!(code, Some(2));
    assert!(message.contains("--tablebase"), "{message}");
    // Tables that were added since then are no difference, and are not asked.
    let more = shared.to_str().unwrap();
    let text = printed(&["verify", &dataset, "--tablebase", more, "--inputs"]);
    assert!(text.contains("are those that were asked"), "{text}");
    let without = audited(folder.path(), "without", &[game.to_str().unwrap()], &[]);
    printed(&["verify", &without, "--tablebase", more, "--inputs"]);
    std::fs::write(
        Path::new(few).join("KNvK.rtbw"),
        std::fs::read(shared.join("KBvK.rtbw")).unwrap(),
    )
    .unwrap();
    let (code, message) = refused(&["verify", &dataset, "--tablebase", few]);
    assert_eq!(code, Some(1));
    assert!(
        message.contains("table KNvK.rtbw is not the one that was there"),
        "{message}"
    );
}

/// A table that is damaged is named once, and the audit goes on.
#[test]
fn damaged_tables_end_no_audit() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("late.pgn");
    std::fs::write(&game, late_game()).unwrap();
    for name in ["KBNvK.rtbw", "KBNvK.rtbz"] {
        std::fs::write(folder.path().join(name), [0; 80]).unwrap();
    }
    let out = folder.path().join("audit");
    let tables = folder.path().to_str().unwrap();
    let arguments = [
        "audit",
        game.to_str().unwrap(),
        "--out",
        out.to_str().unwrap(),
        "-q",
        "--tablebase",
        tables,
    ];
    let output = run(&arguments);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(message.matches("KBNvK.rtbw").count(), 1, "{message}");
    let found = rows(out.to_str().unwrap(), "SELECT * FROM incidents");
    assert_eq!(found[0]["value_end"], "unknown");
    assert_eq!(found[0]["tablebase_reason"], "table_damaged");
}

/// Says that the side with the bishop wins in 130 half-moves: more than fifty moves, fewer than a hundred.
#[derive(Debug)]
struct MadeUp;

impl Prober for MadeUp {
    fn probe(&self, position: &Position) -> Probed {
        let bishops = position.of_role(audit960_types::Role::Bishop).0;
        let ours = position.of_side(position.turn()).0 & bishops != 0;
        let (wdl, plies) = match (bishops.count_ones(), ours) {
            (1, true) => (Wdl::CursedWin, 130),
            (1, false) => (Wdl::BlessedLoss, -130),
            _ => (Wdl::Draw, 0),
        };
        let rounded = false;
        Probed::Known {
            wdl,
            dtz: Dtz { plies, rounded },
        }
    }
}

/// Endings of five pieces, for which no tables are shared: the same columns by a made-up prober. In Nikolic - Arsovic
/// (Belgrade 1989) White has rook and bishop against rook.
#[test]
fn five_pieces_by_a_made_up_prober() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("audit");
    let options = Options {
        threads: 1,
        table_values: Some(TableValues::made_up(Arc::new(MadeUp))),
        ..Options::default()
    };
    let inputs = [data("archive").to_str().unwrap().to_owned()];
    audit(&inputs, &out, options, &NoObserver).unwrap();
    let found = rows(
        out.to_str().unwrap(),
        "SELECT * FROM incidents WHERE material = 'KRBvKR' AND start_fen LIKE 'rnbqkbnr%'",
    );
    assert!(!found.is_empty());
    for row in found {
        let white = row["first_claim_side"] == "white";
        let (value, wdl) = if white {
            ("cursed-win", 1)
        } else {
            ("blessed-loss", -1)
        };
        assert_eq!(
            (&row["value_first_claim"], &row["wdl_first_claim"]),
            (&value.into(), &wdl.into())
        );
        assert_eq!(row["dtz_first_claim"].as_i64().unwrap().abs(), 130);
        assert_eq!(row["values_certain"], true);
    }
    // The archive has eight such runs: three from 1987 and 1988, when the ending had a hundred moves, two of 1989 and 1990, when it had 75
    // (only Nikolic - Arsovic completed them), and three of later years. Where 65 moves are needed, they fit into
    // the first two limits, and not into fifty. All games were drawn.
    let by_material = [
        "draws",
        out.to_str().unwrap(),
        "--by-material",
        "--format",
        "json",
    ];
    let groups: Vec<Value> = serde_json::from_str(&printed(&by_material)).unwrap();
    let of = |limit: u64| {
        let mut groups = groups.iter();
        groups.find(|row| row["material"] == "KRBvKR" && row["limit_moves"] == limit)
    };
    for (limit, columns) in [
        (100, [3, 0, 0, 3, 0, 3, 0, 0, 0, 65]),
        (75, [2, 1, 0, 2, 0, 2, 0, 0, 0, 65]),
        (50, [3, 3, 0, 3, 0, 0, 3, 0, 3, 65]),
    ] {
        let row = of(limit).unwrap();
        let names = [
            "runs",
            "drawn_by_rule",
            "won_by_exception",
            "valued",
            "needs_fifty",
            "needs_exception",
            "needs_more",
            "needed_and_won",
            "taken_away",
            "longest_need",
        ];
        let found = names.map(|name| row[name].as_u64().unwrap());
        assert_eq!(found, columns, "{row}");
    }
}

/// By python-chess 1.11.2 rook against rook is drawn after Rf1 and lost for White after Rg1.
fn rooks(tags: &str, played: &str, closing: &str, result: &str) -> String {
    format!(
        "[Event \"Rooks\"]\n[Site \"?\"]\n[Date \"2020.01.01\"]\n[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n\
         [Result \"{result}\"]\n[SetUp \"1\"]\n[FEN \"8/8/8/8/4k3/8/1r6/3K3R w - - 0 1\"]\n{tags}\n1. {played} {closing}{result}\n\n"
    )
}

/// A result that the record bases on tables is held against those that are given; any other result is the players'.
#[test]
fn adjudications_by_tables_are_checked() {
    let Some(tables) = corpus("syzygy") else {
        return;
    };
    let by_tables = "[TerminationDetails \"SyzygyTB\"]\n";
    let games = [
        (by_tables, "Rf1", "", "1-0", true),
        (by_tables, "Rf1", "", "1/2-1/2", false),
        (by_tables, "Rg1", "", "1/2-1/2", true),
        (by_tables, "Rg1", "", "0-1", false),
        (by_tables, "Rg1", "", "*", false),
        (
            "[Termination \"tablebase claim\"]\n",
            "Rf1",
            "",
            "0-1",
            true,
        ),
        ("[Termination \"TB position\"]\n", "Rg1", "", "1-0", true),
        (
            "",
            "Rf1",
            "{White wins by adjudication: SyzygyTB} ",
            "1-0",
            true,
        ),
        ("", "Rf1", "{TBwin} ", "1-0", true),
        (
            "",
            "Rf1",
            "{by the tablebase this is a draw} ",
            "1-0",
            false,
        ),
        ("[Termination \"adjudication\"]\n", "Rf1", "", "1-0", false),
        ("", "Rf1", "", "1-0", false),
    ];
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rooks.pgn");
    let text = games.map(|(tags, played, closing, result, _)| rooks(tags, played, closing, result));
    std::fs::write(&path, text.concat()).unwrap();
    let (path, tables) = (path.to_str().unwrap(), tables.to_str().unwrap());
    let found = |name: &str, options: &[&str]| {
        let dataset = audited(folder.path(), name, &[path], options);
        rows(
            &dataset,
            "SELECT game, message FROM diagnostics WHERE code = 'C008' ORDER BY game",
        )
    };
    let told = found("with", &["--tablebase", tables]);
    let expected: Vec<u64> = (0..)
        .zip(games)
        .filter(|(_, game)| game.4)
        .map(|(at, _)| at)
        .collect();
    let told_of: Vec<u64> = told
        .iter()
        .map(|row| row["game"].as_u64().unwrap())
        .collect();
    assert_eq!(told_of, expected, "{told:?}");
    assert_eq!(
        told[0]["message"],
        "the record says \"SyzygyTB\" and 1-0, but by the endgame tables the position is a draw"
    );
    assert_eq!(
        told[1]["message"],
        "the record says \"SyzygyTB\" and 1/2-1/2, but by the endgame tables Black wins"
    );
    assert!(found("without", &[]).is_empty());
}
