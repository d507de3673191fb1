//! Audits that ask endgame tables: values in the dataset, and what they cost and change.

use std::path::Path;
use std::sync::Arc;

use audit960_audit::{NoObserver, Options, TableValues, audit};
use audit960_board::Position;
use audit960_epd::tablebase::{Dtz, Probed, Prober, Wdl, file_checksum};
use serde_json::Value;

use crate::folder::{Folder, Has, Ran, audited, contents, manifest, printed, rows, run};
use crate::support::{corpus, data};
use crate::tablebase_draws::late_game;

#[test]
fn values_are_null_without_tables() {
    let folder = Folder::new();
    let game = folder.write("late.pgn", late_game());
    let dataset = audited(&folder, "audit", &game, "");
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
    let folder = Folder::new();
    let game = folder.write("late.pgn", late_game());
    let tables = tables.to_str().unwrap();
    let dataset = audited(&folder, "audit", &game, format!("--tablebase {tables}"));
    let found = rows(&dataset, "SELECT * FROM incidents");
    let row = &found[0];
    // Before half-move 40 Black is to move, and loses by the table alone.
    assert_eq!(row["first_claim_ply"], 40);
    assert_eq!(row["first_claim_side"], "black");
    assert_eq!(row["value_start"], "cursed-win");
    assert_eq!(row["value_first_claim"], "blessed-loss");
    let found = (&row["wdl_start"], &row["wdl_first_claim"]);
    assert_eq!(found, (&2.into(), &(-2).into()));
    let found = (&row["dtz_start"], &row["dtz_first_claim"]);
    assert_eq!(found, (&50.into(), &(-51).into()));
    // After 60 half-moves White is to move again.
    assert_eq!(row["value_end"], "cursed-win");
    let found = (&row["tablebase_reason"], &row["values_certain"]);
    assert_eq!(found, (&Value::Null, &true.into()));
    let repeated = rows(&dataset, "SELECT * FROM repetitions");
    let holds = repeated
        .iter()
        .all(|row| row["value_first_claim"].is_string());
    assert!(holds, "{repeated:?}");

    // Archives and datasets give the same ledger, values included.
    let draws =
        |input: &str, options: &str| printed((format!("draws {input} --format json"), options));
    assert!(draws(&dataset, "").contains("\"value_first_claim\":\"blessed-loss\""));
}

/// The same bytes for one thread and for two, over archives of which some claims are in tables.
#[test]
fn threads_change_no_byte() {
    let Some(tables) = corpus("syzygy") else {
        return;
    };
    let tables = tables.to_str().unwrap().to_owned();
    let folder = Folder::new();
    let mut inputs = vec![data("archive").to_str().unwrap().to_owned()];
    inputs.extend(corpus("fifty").map(|path| path.to_str().unwrap().to_owned()));
    inputs.extend(corpus("chess960").map(|path| path.to_str().unwrap().to_owned()));
    let inputs: Vec<&str> = inputs.iter().map(String::as_str).collect();
    let with = |threads: &str| {
        let options = ["--tablebase", &tables, "-j", threads];
        let dataset = audited(&folder, &format!("j{threads}"), &inputs, options);
        contents(&dataset)
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
    let folder = Folder::new();
    let game = folder.write("late.pgn", late_game());
    let few = &folder.path("tables");
    std::fs::create_dir(few).unwrap();
    for name in "KBNvK.rtbw KBNvK.rtbz KBvK.rtbw KBvK.rtbz KNvK.rtbw KNvK.rtbz".split(' ') {
        std::fs::write(
            Path::new(&few).join(name),
            std::fs::read(shared.join(name)).unwrap(),
        )
        .unwrap();
    }
    let dataset = audited(&folder, "audit", &game, format!("--tablebase {few}"));
    let manifest = manifest(&dataset);
    let listed = manifest["options"]["tablebase"].as_array().unwrap();
    assert_eq!(listed.len(), 6);
    let found = (&listed[0]["name"], &listed[0]["size"]);
    assert_eq!(found, (&"KBNvK.rtbw".into(), &7632.into()));
    // A file of this size is covered whole by its checksum.
    let (_, whole) = file_checksum(&shared.join("KBNvK.rtbw")).unwrap();
    assert_eq!(listed[0]["checksum"], whole);

    printed!("verify {dataset}").has("the endgame tables that were asked are not given");
    printed!("verify {dataset} --tablebase {few} --inputs").has("are those that were asked");
    refused!("verify {dataset} --inputs").has("--tablebase");
    // Tables that were added since then are no difference, and are not asked.
    let more = shared.to_str().unwrap();
    printed!("verify {dataset} --tablebase {more} --inputs").has("are those that were asked");
    let without = audited(&folder, "without", &game, "");
    printed!("verify {without} --tablebase {more} --inputs");
    std::fs::write(
        Path::new(few).join("KNvK.rtbw"),
        std::fs::read(shared.join("KBvK.rtbw")).unwrap(),
    )
    .unwrap();
    let differs = run!("verify {dataset} --tablebase {few}");
    differs
        .ends(1)
        .err()
        .has("table KNvK.rtbw is not the one that was there");
}

/// A table that is damaged is named once, and the audit goes on.
#[test]
fn damaged_tables_end_no_audit() {
    let folder = Folder::new();
    let game = folder.write("late.pgn", late_game());
    for name in ["KBNvK.rtbw", "KBNvK.rtbz"] {
        std::fs::write(folder.path(name), [0; 80]).unwrap();
    }
    let out = folder.path("audit");
    let tables = &folder.path("");
    let arguments = ["audit", &game, "--out", &out, "-q", "--tablebase", tables];
    let output = run(arguments);
    output.ends(0);
    let message = output.err();
    assert_eq!(message.matches("KBNvK.rtbw").count(), 1, "{message}");
    let found = rows(&out, "SELECT * FROM incidents");
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
    let folder = Folder::new();
    let out = folder.path("audit");
    let options = Options {
        threads: 1,
        table_values: Some(TableValues::made_up(Arc::new(MadeUp))),
        ..Options::default()
    };
    let inputs = [data("archive").to_str().unwrap().to_owned()];
    audit(&inputs, Path::new(&out), options, &NoObserver).unwrap();
    let sql = "SELECT * FROM incidents WHERE material = 'KRBvKR' AND start_fen LIKE 'rnbqkbnr%'";
    let found = rows(&out, sql);
    assert!(!found.is_empty());
    for row in found {
        let white = row["first_claim_side"] == "white";
        let (value, wdl) = if white {
            ("cursed-win", 1)
        } else {
            ("blessed-loss", -1)
        };
        let found = (&row["value_first_claim"], &row["wdl_first_claim"]);
        assert_eq!(found, (&value.into(), &wdl.into()));
        assert_eq!(row["dtz_first_claim"].as_i64().unwrap().abs(), 130);
        assert_eq!(row["values_certain"], true);
    }
    // The archive has eight such runs: three from 1987 and 1988, when the ending had a hundred moves, two of 1989 and 1990, when it had 75
    // (only Nikolic - Arsovic completed them), and three of later years. Where 65 moves are needed, they fit into
    // the first two limits, and not into fifty. All games were drawn.
    let by_material = ["draws", &out, "--by-material", "--format", "json"];
    let groups: Vec<Value> = serde_json::from_str(&printed(by_material)).unwrap();
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
    let folder = Folder::new();
    let path = folder.path("rooks.pgn");
    let text = games.map(|(tags, played, closing, result, _)| rooks(tags, played, closing, result));
    std::fs::write(&path, text.concat()).unwrap();
    let (path, tables) = (&path, tables.to_str().unwrap());
    let found = |name: &str, options: &str| {
        let dataset = audited(&folder, name, path, options);
        let sql = "SELECT game, message FROM diagnostics WHERE code = 'C008' ORDER BY game";
        rows(&dataset, sql)
    };
    let told = found("with", &format!("--tablebase {tables}"));
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
    assert!(found("without", "").is_empty());
}
