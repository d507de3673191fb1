//! The ledger of claims against what is known of the games: facts from the literature, and a table
//! computed with python-chess (`scripts/golden_fifty.py`).

use std::collections::BTreeMap;

use crate::folder::{Has, cases};
use crate::support::{Audit, Incident, audit_file, corpus, data, pgn_files, table, tag};

#[test]
fn the_archive_holds_the_incidents_that_python_chess_finds() {
    let golden = table("golden/fifty.tsv");
    assert!(!golden.is_empty());
    let mut found = 0;
    for path in pgn_files(&data("archive")) {
        let file = path.file_name().unwrap().to_str().unwrap();
        let audit = audit_file(&path, 1 << 20);
        let expected: Vec<_> = golden.iter().filter(|row| row["file"] == file).collect();
        let games: Vec<String> = audit
            .incidents
            .iter()
            .map(|incident| incident.game.to_string())
            .collect();
        let expected_games: Vec<&str> = expected.iter().map(|row| row["game"].as_str()).collect();
        assert_eq!(games, expected_games, "{file}");
        for (incident, row) in audit.incidents.iter().zip(expected) {
            for (name, value) in row {
                if name != "file" && name != "game" {
                    assert_eq!(
                        incident.field(name),
                        value,
                        "{file} game {}: {name}",
                        row["game"]
                    );
                }
            }
            found += 1;
        }
    }
    // Every row belongs to a file of the archive.
    assert_eq!(found, golden.len());
}

/// The incidents of the game in which this player had White.
fn incidents_of<'a>(audit: &'a Audit, white: &str) -> Vec<&'a Incident> {
    let named = |name: &Option<String>| name.as_deref().is_some_and(|name| name.starts_with(white));
    let game = audit.games.iter().position(|game| named(&game.white));
    let game = game.unwrap_or_else(|| panic!("no game of {white}")) as u64;
    audit
        .incidents
        .iter()
        .filter(|incident| incident.game == game)
        .collect()
}

fn assert_fields(incident: &Incident, expected: &[(&str, &str)]) {
    for (name, value) in expected {
        assert_eq!(incident.field(name), *value, "{name}");
    }
}

/// What is known of games from the literature: White, and the values of the columns of each run.
///
/// - Filipowicz - Smederevac 1966 was drawn by claim at move 70, no capture in the whole game, Black's last pawn move at
///   move 20: the clock is 99 before Black's 70th move and 100 after it.
/// - Karpov - Kasparov 1991: last capture 63.Kxh4; after 112...Rh8 White may write move 113 and claim; after 113.Ng5 Black
///   may claim, then each side in turn (before moves 113, 114 and 115, and before 113... and 114...); drawn after
///   114...Rf6+ with the clock at 103.
/// - Nikolic - Arsovic 1989 was played when rook and bishop against rook had 100 moves: the plain claim at move 217, the
///   one under the law of the time at move 267. 9.6.2 came 25 years later.
/// - Timman - Lutz 1995: last capture 69.Rxg3; a claim was possible on move 119; the clock was 105 at the end.
/// - Lputian - Harutjunyan 2001: Black did not use his claims, and resigned.
const LITERATURE: &str = "\
    Filipowicz | reset_ply=40 reset_by=pawn first_claim_ply=140 first_claim_side=black first_claim_article=9.3.1
    Filipowicz | first_932_ply=141 white_claims=1 black_claims=1 peak_clock=100 seventy_five_ply=
    Filipowicz | outcome=drawn_with_claim_open half_point_lost_by=
    Karpov | reset_ply=125 reset_by=capture first_claim_ply=225 first_claim_side=white first_claim_article=9.3.1
    Karpov | first_932_ply=226 white_claims=3 black_claims=2 peak_clock=103 seventy_five_ply= ended_by=end_of_game
    Karpov | half_point_lost_by=
    Nikolic 1 of 2 | material=KRBvKRP limit_moves=50 ended_by=capture outcome=drawn_later
    Nikolic 2 of 2 | material=KRBvKR reset_ply=333 reset_by=capture first_claim_ply=433 law=75-KRBvKR limit_moves=75
    Nikolic 2 of 2 | first_claim_under_law_ply=483 peak_clock=205 seventy_five_ply=483 automatic_draw_ply=
    Timman | reset_ply=137 first_claim_ply=237 peak_clock=105 law=fifty outcome=drawn_with_claim_open
    Lputian | outcome=lost_after_claim half_point_lost_by=black";

#[test]
fn the_ledger_says_what_the_literature_says() {
    let audit = audit_file(&data("archive/fifty-move-classics.pgn"), 1 << 20);
    for [place, values] in cases::<2>(LITERATURE) {
        let (white, run) = place.split_once(' ').unwrap_or((place, "1 of 1"));
        let (run, runs) = run.split_once(" of ").unwrap();
        let found = incidents_of(&audit, white);
        assert_eq!(found.len().to_string(), runs, "{white}");
        let incident = found[run.parse::<usize>().unwrap() - 1];
        for (name, value) in values
            .split(' ')
            .map(|value| value.split_once('=').unwrap())
        {
            assert_eq!(incident.field(name), value, "{white}: {name}");
        }
    }
    assert_ne!(
        incidents_of(&audit, "Lputian")[0].field("black_claims"),
        "0"
    );
}

/// In TCEC games a clock of 100 is an automatic draw, and a tag says so.
#[test]
fn tcec_agrees_on_which_games_the_rule_ended() {
    let Some(folder) = corpus("chess960") else {
        return;
    };
    let mut by_rule = 0;
    let mut only_intended = BTreeMap::<String, usize>::new();
    let mut won = Vec::new();
    let files = pgn_files(&folder).into_iter();
    for path in files.filter(|path| path.to_string_lossy().contains("TCEC_")) {
        let text = std::fs::read(&path).unwrap();
        let audit = audit_file(&path, 1 << 20);
        for (index, game) in audit.games.iter().enumerate() {
            let from = game.identity.byte_offset as usize;
            let bytes = &text[from..from + game.byte_length as usize];
            let game_text = String::from_utf8_lossy(bytes);
            let details = tag(&game_text, "TerminationDetails").unwrap_or_default();
            let place = format!("{} round {:?}", path.display(), tag(&game_text, "Round"));
            let incidents: Vec<_> = audit
                .incidents
                .iter()
                .filter(|i| i.game == index as u64)
                .collect();
            if details.eq_ignore_ascii_case("Fifty moves rule") {
                by_rule += 1;
                let last = incidents
                    .last()
                    .unwrap_or_else(|| panic!("{place}: no incident"));
                assert_fields(
                    last,
                    &[("peak_clock", "100"), ("outcome", "drawn_with_claim_open")],
                );
            }
            for incident in incidents {
                assert_fields(
                    incident,
                    &[("claimable_at_venue", "false"), ("half_point_lost_by", "")],
                );
                if incident.field("first_932_ply").is_empty() {
                    *only_intended
                        .entry(incident.field("outcome").to_owned())
                        .or_default() += 1;
                    if incident.field("outcome") == "won_after_claim" {
                        won.push((place.clone(), incident.clone(), game.plies));
                    }
                }
            }
        }
    }
    println!("{by_rule} games ended by the rule");
    assert!(by_rule > 0);
    assert_eq!(
        only_intended.into_iter().collect::<Vec<_>>(),
        [
            ("drawn_later".to_owned(), 3),
            ("won_after_claim".to_owned(), 1)
        ]
    );
    let [(place, incident, plies)] = &won[..] else {
        panic!("one was won")
    };
    place.has("Season_24_-_Dfrc_2_League_3");
    place.ends_in("Some(\"14.2\")");
    assert_fields(
        incident,
        &[("first_claim_ply", "319"), ("first_claim_side", "white")],
    );
    assert_eq!(*plies, 422);
}
