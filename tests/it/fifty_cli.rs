//! `audit960 draws --rule fifty`, run as users run it.

use audit960_types::Verdict;
use serde_json::Value;

use crate::folder::{Folder, Has, Ran, Words, audited, csv, json, run};
use crate::support::{audit_file, corpus, data};

/// The rows of the ledger.
pub(crate) fn rows(arguments: impl Words) -> Vec<Value> {
    json(("draws --rule fifty", arguments))
}

pub(crate) const CLASSICS: &str = "data/archive/fifty-move-classics.pgn";

/// White's names in lines of the ledger, as far as the comma.
fn white(rows: &[Value]) -> Vec<&str> {
    let names = rows.iter().map(|row| row["white"].as_str().unwrap());
    names.map(|name| name.split(',').next().unwrap()).collect()
}

#[test]
fn the_table_says_who_may_claim_when() {
    let table = printed!("draws --rule fifty {CLASSICS}");
    let line = |name: &str| {
        table
            .lines()
            .find(|line| line.contains(name))
            .unwrap()
            .to_owned()
    };
    let karpov = line("Karpov");
    let parts = [
        "#8 ",
        "1991.10.25",
        "Karpov, Anatoly – Kasparov, Garry",
        "113. White may claim (9.3.1)",
        "clock 103, then end",
        "1/2-1/2",
        "fifty (50 moves)",
        "over the board",
    ];
    for part in parts {
        assert!(karpov.contains(part), "{part}: {karpov}");
    }
    assert!(line("Filipowicz").contains("70... Black may claim (9.3.1)"));
    line("Lputian").has("136... Black, who lost, could claim (9.3.2), last at 142...");
    let each = printed!("draws --rule fifty {CLASSICS} --each");
    let nikolic: Vec<&str> = each
        .lines()
        .filter(|line| line.contains("Nikolic"))
        .collect();
    assert!(nikolic[1].contains("242. White may claim (9.3.1)"));
    assert!(nikolic[1].contains("75-KRBvKR (75 moves, uncertain): from 242., not from 217."));
    table.ends_in("\n\n19 runs of fifty moves (3 without a known claim) in 18 games; half a point was lost by White in 0, by Black in 1\n\
         Articles of the Laws of 2023: 9.3.1: the limit of moves with the intended move; 9.3.2: the limit of moves \
         completed\n");
}

/// The FENs of these traps begin at White's and at Black's move 100.
#[test]
fn moves_are_numbered_as_the_start_position_says() {
    let claims = |file: &str| -> Vec<String> {
        let rows = rows([&file]);
        rows.iter()
            .map(|row| row["first_claim"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(
        claims("data/traps/claims-100.pgn"),
        [
            "100... Black may claim (9.3.1)",
            "101... Black may claim (9.3.2)"
        ]
    );
    assert_eq!(claims("data/traps/claim-by-castling.pgn").len(), 1);
}

#[test]
fn missed_is_what_cost_half_a_point_where_claims_exist() {
    let missed = rows("data/archive --missed");
    assert!(
        missed
            .iter()
            .all(|row| !row["half_point_lost_by"].is_null())
    );
    assert!(missed.iter().all(|row| row["claimable_at_venue"] == true));
    let found = white(&missed)
        .iter()
        .filter(|name| **name == "Lputian")
        .count();
    assert_eq!(found, 1);
    // As if claims existed everywhere: whoever had one and lost, here under a limit of fifty.
    let fide = rows("data/archive --missed --law fide");
    let all = rows("data/archive");
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
        rows([&path])
            .iter()
            .any(|row| row["outcome"] == "won_after_claim")
    );
    assert!(rows(format!("{path} --missed")).is_empty());
    assert!(rows(format!("{path} --missed --law fide")).is_empty());
}

/// Two games of 2018 at chess.com, where players still had to claim: both losers had chances. The table
/// in force (`data/venue_rules.csv`) decides whether a claim was missed.
#[test]
fn chess_com_knew_missed_claims_in_2018() {
    let Some(folder) = corpus("fifty") else {
        return;
    };
    let missed = |file: &str| {
        let path = folder.join(file);
        rows([path.to_str().unwrap(), "--missed"])
    };
    for (file, first, last) in [
        // Clock 99 before half-move 225, which is White's, so Black can first claim before 226.
        ("fifty_general_ju_sebenik_2018.pgn", 226, 256),
        ("fifty_general_meier_dominguez_2018.pgn", 192, 212),
    ] {
        let [row] = &missed(file)[..] else {
            panic!("{file}")
        };
        assert_eq!(row["venue"], "chess.com", "{file}");
        assert_eq!(row["half_point_lost_by"], "black", "{file}");
        assert_eq!(row["black_first_ply"], first, "{file}");
        assert_eq!(row["black_last_ply"], last, "{file}");
    }
}

/// Two runs of one game cost its loser half a point once.
#[test]
fn half_points_are_counted_a_game() {
    // Both rooks move back and forth for 51 moves, a pawn moves, and they go on for 52 more.
    let turn = |number: u32| match (number, number % 2) {
        (52, _) => "52. g3 Rh8".to_owned(),
        (..52, 1) => format!("{number}. Ra2 Rh7"),
        (..52, _) => format!("{number}. Ra1 Rh8"),
        (_, 1) => format!("{number}. Ra1 Rh7"),
        _ => format!("{number}. Ra2 Rh8"),
    };
    let moves: Vec<String> = (1..=104).map(turn).collect();
    let game = format!(
        "[Event \"Two runs\"]\n[Site \"Nowhere NOR\"]\n[Date \"2005.05.05\"]\n[Round \"1\"]\n\
         [White \"Alpha\"]\n[Black \"Beta\"]\n[Result \"0-1\"]\n[SetUp \"1\"]\n\
         [FEN \"4k2r/8/8/8/8/8/6P1/R3K3 w - - 0 1\"]\n\n{} 0-1\n",
        moves.join("\n")
    );
    let folder = Folder::new();
    let input = folder.write("two.pgn", game);
    let missed = rows(format!("{input} --missed"));
    assert_eq!(missed.len(), 2, "{missed:?}");
    printed!("draws --rule fifty {input}").has(
        "\n\n2 runs of fifty moves in 1 game; half a point was lost by White in 1, by Black in 0\n",
    );
    let dataset = folder.path("audit");
    let summary = printed!("audit {input} --out {dataset} -q");
    assert!(
        // The rooks that shuffle repeat positions, too; the half point is one all the same.
        summary.contains("; 2 runs of fifty moves and ")
            && summary.contains(" repetitions; half a point lost in 1 game\n"),
        "{summary}"
    );
    let query = "SELECT half_point_lost_by, termination, date_source FROM games";
    let answer = csv(&dataset, query);
    assert_eq!(
        answer,
        "half_point_lost_by,termination,date_source\r\nwhite,,date\r\n"
    );
}

/// Only UTCDate knows the day; Date cannot be read, or is written with a leading blank.
#[test]
fn any_date_that_can_be_read_counts() {
    let trap = std::fs::read_to_string(data("traps/beyond-seventy-five.pgn")).unwrap();
    let (_, date) = trap.split_once("[Date \"").unwrap();
    let date = date.split('"').next().unwrap();
    let tag = format!("[Date \"{date}\"]");
    let folder = Folder::new();
    for (index, tags) in [
        tag.clone(),
        format!("[Date \" {date}\"]"),
        format!("[Date \"????.??.??\"]\n[UTCDate \"{date}\"]"),
        format!("[Date \"spring\"]\n[UTCDate \"{date}\"]"),
        format!("[Date \"spring\"]\n[EventDate \"{date}\"]"),
    ]
    .into_iter()
    .enumerate()
    {
        let input = folder.write(&format!("{index}.pgn"), trap.replacen(&tag, &tags, 1));
        assert_eq!(rows([&input])[0]["automatic_draw_ply"], 3, "{tags}");
        let dataset = audited(&folder, &format!("audit{index}"), &input, "");
        assert_eq!(rows([&dataset])[0]["automatic_draw_ply"], 3, "{tags}");
    }
}

#[test]
fn draws_by_the_fifty_move_rule_are_what_fifty_prints() {
    for format in ["table", "csv", "json", "pgn"] {
        let of = |command: &str| printed!("{command} {CLASSICS} --format {format}");
        let found = of("draws --rule fifty");
        assert_eq!(found, of("draws --rule fifty"), "{format}");
    }
}

#[test]
fn where_no_draw_could_be_claimed_the_ledger_is_empty() {
    let file = "data/archive/mainz-2009.pgn";
    assert_eq!(
        printed!("draws --rule fifty {file}"),
        "Nothing to list: 0 runs of fifty moves\n"
    );
    assert_eq!(printed!("draws --rule fifty {file} --format pgn"), "");
    assert!(rows([&file]).is_empty());
    assert_eq!(
        printed!("draws --rule fifty {file} --format csv")
            .lines()
            .count(),
        1
    );
}

#[test]
fn unreadable_games_are_reported() {
    let output = run("draws --rule fifty data/traps/illegal-move.pgn");
    assert!(output.status.success());
    let message = output.err();
    let damaged = audit_file(&data("traps/illegal-move.pgn"), 1 << 20)
        .games
        .iter()
        .filter(|game| matches!(game.verdict, Verdict::Damaged | Verdict::Rejected))
        .count();
    message.begins(&format!(
        "could be read only in part or not at all: {damaged} game"
    ));
    assert!(damaged > 0, "{message}");
}
