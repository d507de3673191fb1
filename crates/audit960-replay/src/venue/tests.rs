//! The tags follow what is known of each writer; none are taken from the output of this program.

use super::*;
use crate::tag_roster::tests::roster;

/// The venue by tags `Name "value"`.
fn venue(tags: &[&str]) -> Venue {
    let lines: Vec<_> = tags.iter().map(|tag| format!("[{tag}]")).collect();
    roster(&lines.join("\n")).venue()
}

#[test]
fn games_of_lichess() {
    let site = r#"Site "https://lichess.org/AbCd1234""#;
    assert_eq!(
        venue(&[r#"Event "Rated Chess960 game""#, site]),
        Venue::Lichess
    );
    assert_eq!(
        venue(&[r#"Event "rated blitz game""#, site]),
        Venue::Lichess
    );
    // Lichess writes the FIDE ids of players who made them public.
    let titled = [
        r#"Event "Casual Chess960 game""#,
        site,
        r#"WhiteFideId "1503014""#,
    ];
    assert_eq!(venue(&titled), Venue::Lichess);
    for address in [
        "https://lichess.org/AbCd1234/black",
        "https://lichess.org/AbCd1234#24",
        "https://lichess.org/AbCd1234efGH",
        "http://lichess.org/AbCd1234",
        "lichess.org/AbCd1234",
        "lichess.org",
        "lichess.org INT",
    ] {
        assert_eq!(
            venue(&[&format!("Site \"{address}\"")]),
            Venue::Lichess,
            "{address}"
        );
    }
}

#[test]
fn broadcasts_studies_and_imports_were_not_played_on_lichess() {
    let relay = r#"Site "https://lichess.org/broadcast/a-tournament/round-6/AbCd1234/EfGh5678""#;
    assert_eq!(
        venue(&[r#"Event "Bundesliga""#, relay]),
        Venue::OverTheBoard
    );
    let url = r#"BroadcastURL "https://lichess.org/broadcast/a-tournament/round-6/AbCd1234""#;
    assert_eq!(venue(&[r#"Site "?""#, url]), Venue::OverTheBoard);
    assert_eq!(
        venue(&[r#"Site "https://lichess.org/AbCd1234""#, url]),
        Venue::OverTheBoard
    );
    // A broadcast event on another server, or of engines, was played there.
    assert_eq!(venue(&[r#"Site "chess.com""#, url]), Venue::ChessCom);
    assert_eq!(
        venue(&[r#"Event "TCEC Season 27 - FRC 7""#, relay]),
        Venue::Tcec
    );

    let study = r#"Site "https://lichess.org/study/AbCd1234/EfGh5678""#;
    assert_eq!(
        venue(&[r#"Event "My study: Chapter 1""#, study]),
        Venue::Online
    );
    let import = [
        r#"Event "Import""#,
        r#"Site "https://lichess.org/AbCd1234""#,
    ];
    assert_eq!(venue(&import), Venue::Online);
    assert_eq!(
        venue(&[r#"Site "https://lichess.org/training/1234""#]),
        Venue::Online
    );
    assert_eq!(
        venue(&[r#"Site "https://lichess.org/@/somebody""#]),
        Venue::Online
    );
    assert_eq!(
        venue(&[r#"Site "https://lichess.organisation.example/AbCd1234""#]),
        Venue::Online
    );
}

#[test]
fn games_of_chess_com() {
    let event = r#"Event "Live Chess - Chess960""#;
    assert_eq!(venue(&[event, r#"Site "Chess.com""#]), Venue::ChessCom);
    assert_eq!(
        venue(&[r#"Event "Paris Play-In KO""#, r#"Site "chess.com INT""#]),
        Venue::ChessCom
    );
    let link = r#"Link "https://www.chess.com/game/live/12345678901""#;
    assert_eq!(venue(&[event, link]), Venue::ChessCom);
    assert_eq!(
        venue(&[r#"Event "Chess.com 960 friendly""#]),
        Venue::ChessCom
    );
    // The server as a sponsor of an event over the board.
    let isle_of_man = [
        r#"Event "chess.com IoM Masters""#,
        r#"Site "Douglas ENG""#,
        r#"White "Naiditsch,A""#,
        r#"EventDate "2017.09.23""#,
        r#"WhiteFideId "4650891""#,
    ];
    assert_eq!(venue(&isle_of_man), Venue::Twic);
    assert_eq!(
        venue(&[r#"Link "https://www.chess.com/events/2024-x/1/a-b""#]),
        Venue::Unknown
    );
}

#[test]
fn games_of_fics() {
    for site in [
        "FICS",
        "FICS freechess.org",
        "freechess.org",
        "FICS, San Jose, California USA",
    ] {
        let site = format!("Site \"{site}\"");
        assert_eq!(
            venue(&[r#"Event "FICS rated wild/fr game""#, &site]),
            Venue::Fics,
            "{site}"
        );
    }
    assert_eq!(venue(&[r#"FICSGamesDBGameNo "231685429""#]), Venue::Fics);
    assert_eq!(
        venue(&[r#"Event "ICS Rated wild/fr match""#, r#"Site "?""#]),
        Venue::Fics
    );
    assert_eq!(venue(&[r#"Event "FICS rated wild/fr game""#]), Venue::Fics);
    assert_eq!(
        venue(&[r#"Event "ICS rated blitz match""#, r#"Site "?""#]),
        Venue::Unknown
    );
}

#[test]
fn games_of_the_internet_chess_club() {
    let wild = r#"Event "ICC w22 5 0""#;
    assert_eq!(venue(&[wild, r#"Site "Internet Chess Club""#]), Venue::Icc);
    assert_eq!(
        venue(&[r#"ICCResult "Game drawn by the 50 move rule""#]),
        Venue::Icc
    );
    assert_eq!(venue(&[wild]), Venue::Icc);
    assert_eq!(venue(&[wild, r#"Site "?""#]), Venue::Icc);
    assert_eq!(
        venue(&[r#"Event "Dos Hermanas final""#, r#"Site "ICC INT""#]),
        Venue::Icc
    );
    let winboard = [
        r#"Event "ICS rated blitz match""#,
        r#"Site "chessclub.com""#,
    ];
    assert_eq!(venue(&winboard), Venue::Icc);
    // The correspondence chess federation is another organisation with other rules.
    let by_mail = [
        r#"Event "ICCF World Cup XI""#,
        r#"Site "ICCF""#,
        r#"White "Fiala, Pavel""#,
    ];
    assert_eq!(venue(&by_mail), Venue::Iccf);
    let engines = [r#"Event "CCRL 40/15""#, r#"Site "CCRL""#];
    assert_eq!(venue(&engines), Venue::Ccrl);
    assert_eq!(venue(&[r#"Event "CCRL Blitz""#]), Venue::Ccrl);
    assert_eq!(
        venue(&[r#"Event "ICCF World Ch 24""#, r#"Site "?""#]),
        Venue::Iccf
    );
}

#[test]
fn the_engine_championship() {
    let event = r#"Event "TCEC Season 16 - FRC CPU League 1""#;
    let details = r#"TerminationDetails "Fifty moves rule""#;
    assert_eq!(
        venue(&[event, r#"Site "https://tcec-chess.com""#, details]),
        Venue::Tcec
    );
    assert_eq!(
        venue(&[r#"Event "?""#, r#"Site "http://tcec.chessdom.com""#]),
        Venue::Tcec
    );
    assert_eq!(venue(&[event]), Venue::Tcec);
    assert_eq!(venue(&[r#"Site "Tcecville FRA""#]), Venue::OverTheBoard);
}

#[test]
fn matches_of_programs() {
    let started = r#"GameStartTime "2024-06-30T21:20:40.603 CEST""#;
    let cute = r#"Variant "fischerandom""#;
    let test_site = r#"Site "https://tests.example.org/tests/view/6681afc7""#;
    assert_eq!(venue(&[test_site, started, cute]), Venue::Cutechess);
    assert_eq!(
        venue(&[started, r#"Termination "adjudication""#]),
        Venue::Cutechess
    );
    assert_eq!(venue(&[started, r#"Variant "Chess960""#]), Venue::Fastchess);
    assert_eq!(
        venue(&[started, r#"Termination "normal""#]),
        Venue::Fastchess
    );
    assert_eq!(
        venue(&[r#"Event "Fastchess Tournament""#, r#"Site "?""#]),
        Venue::Fastchess
    );
    assert_eq!(
        venue(&[r#"Event "Fast-Chess Tournament""#]),
        Venue::Fastchess
    );
}

#[test]
fn cutechess_without_its_tags_needs_three_signs() {
    let (site, variant, control) = (
        r#"Site "?""#,
        r#"Variant "fischerandom""#,
        r#"TimeControl "10+0.05""#,
    );
    assert_eq!(venue(&[site, variant, control]), Venue::Cutechess);
    assert_eq!(
        venue(&[site, variant, r#"TimeControl "300+2""#]),
        Venue::Unknown
    );
    assert_eq!(
        venue(&[site, r#"Variant "Chess960""#, control]),
        Venue::Unknown
    );
    // With the name of a computer, it was a match of programs, but not known of which.
    assert_eq!(
        venue(&[r#"Site "DESKTOP-1""#, variant, control]),
        Venue::EngineMatch
    );
}

#[test]
fn the_chess_tigers_in_mainz() {
    let variant = r#"Variant "chess 960""#;
    assert_eq!(
        venue(&[r#"Annotator "Chess Tigers""#, variant]),
        Venue::Mainz
    );
    let wch = [
        r#"Event "CCM9 - Chess960 Rapid WCh""#,
        r#"Site "Mainz""#,
        r#"Source "Chess Tigers""#,
        r#"EventCountry "GER""#,
    ];
    assert_eq!(venue(&wch), Venue::Mainz);
    assert_eq!(
        venue(&[r#"Event "CCM6 Rapid Match""#, r#"Site "Mainz GER""#]),
        Venue::Mainz
    );
    assert_eq!(
        venue(&[r#"Event "Chess960 WCh""#, r#"Site "Mainz""#, variant]),
        Venue::Mainz
    );
    // A league match in the same town is not one of their events.
    assert_eq!(
        venue(&[r#"Event "Oberliga""#, r#"Site "Mainz GER""#]),
        Venue::OverTheBoard
    );
    assert_eq!(
        venue(&[r#"Event "CCM9""#, r#"Site "Mainzer GER""#]),
        Venue::OverTheBoard
    );
}

#[test]
fn the_week_in_chess() {
    let weissenhaus = [
        r#"Event "Freestyle Weissenhaus KO""#,
        r#"Site "Wangels GER""#,
        r#"White "Caruana,F""#,
        r#"Variant "Chess960""#,
        r#"EventDate "2025.02.07""#,
        r#"WhiteFideId "2020009""#,
    ];
    assert_eq!(venue(&weissenhaus), Venue::Twic);
    let database = [&weissenhaus[..], &[r#"EventType "k.o.""#]].concat();
    assert_eq!(venue(&database), Venue::OverTheBoard);
    assert_eq!(venue(&weissenhaus[..5]), Venue::OverTheBoard);
}

#[test]
fn over_the_board_needs_a_place_and_a_sign() {
    for sign in [
        r#"White "Hübner, Robert""#,
        r#"Black "Hübner, Robert""#,
        r#"EventDate "1989.??.??""#,
        r#"EventType "tourn""#,
        r#"WhiteFideId "1503014""#,
    ] {
        for place in [
            "Budapest",
            "St. Louis, MO",
            "St.Petersburg",
            "Zürich",
            "\u{00d6}rebro",
        ] {
            let site = format!("Site \"{place}\"");
            assert_eq!(venue(&[&site, sign]), Venue::OverTheBoard, "{site} {sign}");
        }
        for elsewhere in ["?", "", "192.168.0.1"] {
            let site = format!("Site \"{elsewhere}\"");
            assert_eq!(venue(&[&site, sign]), Venue::Unknown, "{site} {sign}");
        }
        for online in [
            "Kasparovchess.com INT",
            "Endgame.AI INT",
            "https://www.example.org/board",
            "Internet INT",
            "Internet",
        ] {
            let site = format!("Site \"{online}\"");
            assert_eq!(venue(&[&site, sign]), Venue::Online, "{site} {sign}");
        }
    }
    assert_eq!(venue(&[r#"Site "Belgrade YUG""#]), Venue::OverTheBoard);
    assert_eq!(
        venue(&[r#"Site "Budapest""#, r#"White "Stockfish 16""#]),
        Venue::Unknown
    );
    assert_eq!(venue(&[]), Venue::Unknown);
}

/// Values with the venue that each names and its source: archives and public files, whose sources are more than 300,
/// and a group whose values are constructed.
/// `over_the_board` stands for all venues that share its rules.
#[test]
fn venues_are_those_that_tags_of_archives_name() {
    let table = include_str!("../../../../data/venues/EXPECTED.tsv");
    let mut wrong = Vec::new();
    let mut real = 0;
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [tags, expected, source] = cells[..] else {
            panic!("{line}");
        };
        assert!(!source.is_empty(), "{line}");
        let lines: Vec<String> = tags
            .split(';')
            .map(|tag| {
                let (name, value) = tag.split_once('=').unwrap_or((tag, ""));
                format!("{name} \"{value}\"")
            })
            .collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let found = match venue(&lines) {
            Venue::Mainz if expected == "mainz" => Venue::Mainz,
            Venue::Twic | Venue::Mainz | Venue::Unknown => Venue::OverTheBoard,
            other => other,
        };
        real += u32::from(!source.starts_with("constructed: "));
        if found.as_str() != expected {
            wrong.push(format!("{tags}: {found}, expected {expected}"));
        }
    }
    assert!(real >= 300, "only {real} rows with a source");
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
