//! The ledger as a reader understands it at first sight: one row a game, the claim that programs get, what a venue leaves out.

use serde_json::Value;

use crate::folder::{Folder, Has, Ran, json, printed, rows, run};
use crate::plain_answers::dataset_of_archive;

/// The ledger goes into the file that the user names.
#[test]
fn the_ledger_is_written_to_a_file() {
    let folder = Folder::new();
    let path = folder.path("draws.csv");
    let csv = ["draws", "data/archive", "--format", "csv"];
    assert_eq!(printed((&csv, format!("--out {path}"))), "");
    assert_eq!(folder.read("draws.csv"), printed(csv));
    refused!("draws claim data/archive 1 --ply 9 --out {path}");
}

/// Programs get the claim that people are shown, and what names the game and its players.
#[test]
fn programs_and_people_are_told_of_the_same_claim() {
    let missed: Vec<Value> = json("draws data/archive --missed");
    assert!(missed.len() > 3);
    for row in &missed {
        let loser = row["half_point_lost_by"].as_str().unwrap();
        let claim = row["first_claim"].as_str().unwrap().to_lowercase();
        claim.has(&format!("{loser} may claim"));
        let of_game = format!("FROM games WHERE game_id = {}", row["game_id"]);
        let sql = format!("SELECT white_elo, date_from {of_game}");
        let ids = rows(&dataset_of_archive(), &sql);
        assert_eq!(ids.len(), 1, "{row}");
        assert_eq!(ids[0]["white_elo"], row["white_elo"]);
        assert_eq!(ids[0]["date_from"], row["date_from"]);
    }
}

/// One row a game; each claim has its own if it is asked for.
#[test]
fn a_game_is_one_row_of_the_ledger() {
    let rows = |options: &str| {
        let text = printed(("draws data/archive", options));
        let rows = text.lines().take_while(|line| !line.is_empty());
        rows.skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    let claims: Vec<Value> = json("draws data/archive");
    let games: std::collections::BTreeSet<i64> = claims
        .iter()
        .map(|row| row["game_id"].as_i64().unwrap())
        .collect();
    assert_eq!(rows("--each").len(), claims.len());
    assert_eq!(rows("").len(), games.len());
    assert!(claims.len() > games.len());
    // A player's claims.
    let of = rows("--player nikolic");
    assert!(of.len() == 1 && of[0].contains("Nikolic"), "{of:?}");
    // The name of its game is one that finds it, though it is the only one in the list.
    let name = of[0].split(' ').next().unwrap();
    printed(("show data/archive", name)).has("Nikolic");
}

/// Where nobody claims, a missed claim is none: how many there would be is said.
#[test]
fn what_a_venue_leaves_out_is_said() {
    let engines = "draws data/archive --venue tcec --missed";
    let said = run((engines, "--format json"));
    assert_eq!(said.out().trim(), "[\n]");
    let fide: Vec<Value> = json((engines, "--law fide"));
    let games: std::collections::BTreeSet<String> =
        fide.iter().map(|row| row["game_id"].to_string()).collect();
    assert!(!games.is_empty());
    let said = said.err();
    let more = format!("elsewhere, in {} game", games.len());
    said.has(&more);
    said.has("--law fide");
    // Some venues have claims, but not all of the Laws': what --law fide adds is announced, whatever the reason.
    let games = |options: &str| {
        let rows: Vec<Value> = json(("draws data/archive --missed", options));
        let ids = rows.iter().map(|row| row["game_id"].to_string());
        ids.collect::<std::collections::BTreeSet<_>>().len()
    };
    let more = games("--law fide") - games("");
    run("draws data/archive --missed")
        .err()
        .has(&format!("elsewhere, in {more} games"));
}

/// One run of fifty moves, and one threefold repetition, at venues where players claim, where they do not, and where it is not
/// known: nobody "may claim" but at the first.
#[test]
fn nobody_may_claim_where_the_venue_has_no_claims() {
    let folder = Folder::new();
    let run = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/r7/4K2R w - - 90 60\"]\n\n\
               60. Rh4 Kd7 61. Rh6 Rc2 62. Rh4 Ra2 63. Rh5 Kc8 64. Rh6 Kd8 *\n\n";
    let repeated = "\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 *\n\n";
    for (tags, may, but) in [
        ("[Site \"Berlin\"]\n[Date \"2022.01.01\"]\n", true, ""),
        (
            "[Site \"https://lichess.org/abcdefgh\"]\n[Date \"2022.01.01\"]\n",
            false,
            "(lichess) players do not claim",
        ),
        (
            "[Site \"FICGS\"]\n[Date \"2019.01.01\"]\n",
            false,
            "(ficgs) players do not claim",
        ),
        (
            "[Site \"Chess.com\"]\n[Date \"2020.06.15\"]\n",
            false,
            "not known",
        ),
    ] {
        for (moves, rule) in [(run, "fifty"), (repeated, "repetition")] {
            let text = format!(
                "[Event \"x\"]\n{tags}[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n{moves}"
            );
            let path = &folder.write("a.pgn", text);
            let asked = ["draws", path, "--rule", rule];
            let (pgn, table) = (printed((&asked, "--format pgn")), printed(asked));
            let pgn = pgn.split_whitespace().collect::<Vec<_>>().join(" ");
            if rule == "repetition" && tags.contains("lichess") {
                // There a claim of threefold repetition is made by the player.
                continue;
            }
            assert_eq!(pgn.contains("may claim a draw ("), may, "{pgn}");
            assert_eq!(table.contains(" may claim ("), may, "{table}");
            let found = pgn.contains("could claim a draw by the Laws (");
            assert_eq!(found, !may, "{pgn}");
            let found = table.contains(" could claim by the Laws (");
            assert_eq!(found, !may, "{table}");
            // What a venue does with repetitions is another question.
            assert!(rule == "repetition" || pgn.contains(but), "{pgn}");
        }
    }
}
