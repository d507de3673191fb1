//! `audit960 fifty` and `audit960 law`, run as users run them.

use audit960_types::Verdict;

use crate::support::{audit_file, audited, corpus, data, printed, refused, run};

/// The rows of a ledger that is printed as JSON.
fn rows(arguments: &[&str]) -> Vec<serde_json::Map<String, serde_json::Value>> {
    let text = printed(&[&["fifty", "--format", "json"], arguments].concat());
    serde_json::from_str(&text).unwrap()
}

const CLASSICS: &str = "data/archive/fifty-move-classics.pgn";

/// White's names in lines of the ledger, as far as the comma.
fn white(rows: &[serde_json::Map<String, serde_json::Value>]) -> Vec<String> {
    let name = |row: &serde_json::Map<String, serde_json::Value>| {
        row["white"]
            .as_str()
            .unwrap()
            .split(',')
            .next()
            .unwrap()
            .to_owned()
    };
    rows.iter().map(name).collect()
}

#[test]
fn a_dataset_and_its_archives_give_the_same_ledger() {
    let folder = tempfile::tempdir().unwrap();
    let inputs = ["data/archive", "data/traps"];
    let dataset = audited(folder.path(), "audit", &inputs, &[]);
    for options in [
        &["--format", "csv"][..],
        &["--format", "json", "--missed"],
        &["--format", "json", "--law", "fide", "--sort", "clock"],
        &["--format", "pgn", "--sort", "date"],
        &["--format", "table", "--sort", "turns"],
    ] {
        let of = |inputs: &[&str]| printed(&[&["fifty"], inputs, options].concat());
        let expected = of(&[&dataset]);
        assert!(expected.lines().count() > 3, "{options:?}");
        for threads in ["1", "3"] {
            let direct = of(&[&inputs[..], &["-j", threads]].concat());
            assert_eq!(direct, expected, "{options:?}");
        }
        assert_eq!(of(&[&dataset, "-j", "1"]), expected, "{options:?}");
    }
}

#[test]
fn the_table_says_who_may_claim_when() {
    let table = printed(&["fifty", CLASSICS]);
    let line = |name: &str| {
        table
            .lines()
            .find(|line| line.contains(name))
            .unwrap()
            .to_owned()
    };
    let karpov = line("Karpov");
    let parts = [
        "#7 ",
        "1991.10.25",
        "Karpov, Anatoly – Kasparov, Garry",
        "113. White may claim (9.3.1)",
        "103",
        "1/2-1/2",
        "3+2",
        "fifty (50 moves)",
        "over the board",
    ];
    for part in parts {
        assert!(karpov.contains(part), "{part}: {karpov}");
    }
    assert!(line("Filipowicz").contains("70... Black may claim (9.3.1)"));
    assert!(line("Lputian").contains(" Black "));
    let nikolic: Vec<&str> = table
        .lines()
        .filter(|line| line.contains("Nikolic"))
        .collect();
    assert!(nikolic[1].contains("217. White may claim (9.3.1)"));
    assert!(nikolic[1].contains("100-KRBvKR (100 moves): from 267."));
    assert!(table.ends_with(
        "\n\n19 runs with a claimable draw in 18 games; half a point was lost by White in 0, by Black in 1\n"
    ));
}

/// The FENs of these traps begin at White's and at Black's move 100.
#[test]
fn moves_are_numbered_as_the_start_position_says() {
    let claims = |file: &str| -> Vec<String> {
        let rows = rows(&[file]);
        rows.iter()
            .map(|row| row["first_claim"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(
        claims("data/traps/claims-100.pgn"),
        [
            "100... Black may claim (9.3.1)",
            "101. White may claim (9.3.1)"
        ]
    );
    assert_eq!(claims("data/traps/claim-by-castling.pgn").len(), 1);
}

#[test]
fn missed_is_what_cost_half_a_point_where_claims_exist() {
    let missed = rows(&["data/archive", "--missed"]);
    assert!(
        missed
            .iter()
            .all(|row| !row["half_point_lost_by"].is_null())
    );
    assert!(missed.iter().all(|row| row["claimable_at_venue"] == true));
    assert_eq!(
        white(&missed)
            .iter()
            .filter(|name| *name == "Lputian")
            .count(),
        1
    );
    // As if claims existed everywhere: whoever had one and lost, here under a limit of fifty.
    let fide = rows(&["data/archive", "--missed", "--law", "fide"]);
    let all = rows(&["data/archive"]);
    let losers = all
        .iter()
        .filter(|row| row["outcome"] == "lost_after_claim");
    assert!(losers.clone().all(|row| row["limit_moves"] == 50));
    assert_eq!(fide.len(), losers.count());
    assert!(fide.len() > missed.len());
}

#[test]
fn the_engine_championship_knows_no_missed_claims() {
    let Some(path) = corpus("chess960/TCEC_Season_24_-_Dfrc_2_League_3.pgn") else {
        return;
    };
    let path = path.to_str().unwrap();
    assert!(
        rows(&[path])
            .iter()
            .any(|row| row["outcome"] == "won_after_claim")
    );
    assert_eq!(rows(&[path, "--missed"]), []);
    assert_eq!(rows(&[path, "--missed", "--law", "fide"]), []);
}

/// Rook and bishop against rook needs 60 moves from 1980 on, two bishops against knight 75.
const OWN_LAW: &str = "\
id,from,to,rule,condition,limit_moves,presumed,source,certainty
fifty,,,claim,always,50,yes,x,x
sixty,1980-01-01,,claim,KRBvKR,60,yes,x,x
automatic,1980-01-01,,automatic,always,75,yes,x,x
";

#[test]
fn a_table_of_ones_own_judges_datasets_and_archives_alike() {
    let folder = tempfile::tempdir().unwrap();
    let law = folder.path().join("law.csv");
    std::fs::write(&law, OWN_LAW).unwrap();
    let law = law.to_str().unwrap();
    let dataset = audited(folder.path(), "audit", &["data/archive", "data/traps"], &[]);
    let judged = rows(&[&dataset, "--law-table", law]);
    assert_eq!(
        judged,
        rows(&["data/archive", "data/traps", "--law-table", law])
    );
    // Timman - Lutz: clock 99 before half-move 237, but never 119 or 120.
    let timman = judged
        .iter()
        .find(|row| row["white"] == "Timman, Jan")
        .unwrap();
    assert_eq!(
        (&timman["law"], &timman["limit_moves"]),
        (&"sixty".into(), &60.into())
    );
    assert!(timman["first_claim_under_law_ply"].is_null());
    // Nikolic - Arsovic: reset by half-move 333, so clock 119 before half-move 453; 150 after 483.
    let nikolic = judged
        .iter()
        .rfind(|row| row["white"] == "Nikolic, Ivan")
        .unwrap();
    assert_eq!(nikolic["first_claim_under_law_ply"], 453);
    assert_eq!(nikolic["automatic_draw_ply"], 483);

    let shown = printed(&["law", "--law-table", law, "--format", "csv"]);
    assert_eq!(
        shown,
        "id,from,to,rule,condition,limit_moves,presumed,certainty,source\r\n\
         fifty,,,claim,always,50,true,x,x\r\n\
         sixty,1980-01-01,,claim,KRBvKR,60,true,x,x\r\n\
         automatic,1980-01-01,,automatic,always,75,true,x,x\r\n"
    );
    let (code, message) = refused(&["law", "--law-table", "data/archive/mainz-2009.pgn"]);
    assert_eq!(code, Some(2));
    assert!(
        message.contains("mainz-2009.pgn") && message.contains("line 1"),
        "{message}"
    );
}

#[test]
fn the_law_is_shown() {
    let table = printed(&["law"]);
    for id in [
        "fifty",
        "1928-KRBvKR",
        "100-KRBvKR",
        "75-KNNvKP",
        "75-automatic",
        "fivefold-2017",
    ] {
        assert_eq!(
            table
                .lines()
                .filter(|line| line.starts_with(&format!("{id} ")))
                .count(),
            1,
            "{id}"
        );
    }
    let json: Vec<serde_json::Value> =
        serde_json::from_str(&printed(&["law", "--format", "json"])).unwrap();
    assert_eq!(json.len() + 1, table.lines().count());
}

#[test]
fn records_of_a_dataset() {
    let folder = tempfile::tempdir().unwrap();
    let with_moves = audited(folder.path(), "moves", &["data/archive"], &["--with-moves"]);
    let records = |dataset: &str| -> Vec<(i64, String, String)> {
        let text = printed(&["fifty", dataset, "--records", "--format", "json"]);
        let rows: Vec<serde_json::Value> = serde_json::from_str(&text).unwrap();
        let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
        rows.iter()
            .map(|row| {
                (
                    row["value"].as_i64().unwrap_or(-1),
                    text(&row["players"]),
                    text(&row["note"]),
                )
            })
            .collect()
    };
    let nikolic = |value| {
        (
            value,
            "Nikolic, Ivan – Arsovic, Goran".to_owned(),
            String::new(),
        )
    };
    let mut expected = vec![
        nikolic(205),
        nikolic(107),
        nikolic(538),
        // 100 first after half-move 322, 150 after half-move 483.
        nikolic(538 - 322),
        nikolic(538 - 483),
    ];
    expected.push((
        140,
        "Filipowicz, Andrzej – Smederevac, Petar".to_owned(),
        "no capture in the whole game".to_owned(),
    ));
    assert_eq!(records(&with_moves), expected);
    let without = audited(folder.path(), "lean", &["data/archive"], &[]);
    let last = expected.len() - 1;
    expected[last] = (
        -1,
        String::new(),
        "not known: the dataset was written without --with-moves".to_owned(),
    );
    assert_eq!(records(&without), expected);
    // One screen of 24 lines.
    assert!(
        printed(&["fifty", &with_moves, "--records"])
            .lines()
            .count()
            < 24
    );
    let (code, message) = refused(&["fifty", CLASSICS, "--records"]);
    assert_eq!(code, Some(2));
    assert!(message.contains("is no dataset"), "{message}");
}

#[test]
fn where_no_draw_could_be_claimed_the_ledger_is_empty() {
    let file = "data/archive/mainz-2009.pgn";
    assert_eq!(
        printed(&["fifty", file]),
        "0 runs with a claimable draw in 0 games; half a point was lost by White in 0, by Black in 0\n"
    );
    assert_eq!(printed(&["fifty", file, "--format", "pgn"]), "");
    assert_eq!(rows(&[file]), []);
    assert_eq!(
        printed(&["fifty", file, "--format", "csv"]).lines().count(),
        1
    );
}

#[test]
fn what_could_not_be_read_is_told() {
    let output = run(&["fifty", "data/traps/illegal-move.pgn"]);
    assert!(output.status.success());
    let message = String::from_utf8(output.stderr).unwrap();
    let damaged = audit_file(&data("traps/illegal-move.pgn"), 1 << 20)
        .games
        .iter()
        .filter(|game| matches!(game.verdict, Verdict::Damaged | Verdict::Rejected))
        .count();
    assert!(
        damaged > 0 && message.starts_with(&format!("{damaged} game")),
        "{message}"
    );
}
