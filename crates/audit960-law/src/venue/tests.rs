//! Expectations are derived from the evidence that the table names, never from its own output.

use super::*;
use crate::days::GameDates;
use crate::table::Fivefold;

fn kind(venue: Venue, rule: DrawRule, date: &str) -> Option<VenueKind> {
    let dates = GameDates::of_tags(Some(date.as_bytes()), None, None);
    VenueTable::builtin().kind(venue, rule, dates.game)
}

#[test]
fn engines_and_lichess_draw_automatically_after_fifty_moves() {
    for venue in [
        Venue::Lichess,
        Venue::Tcec,
        Venue::Ccrl,
        Venue::Cutechess,
        Venue::Fastchess,
    ] {
        for date in ["2012.05.05", "2024.05.05", "????.??.??"] {
            let found = kind(venue, DrawRule::Fifty, date);
            assert_eq!(found, Some(VenueKind::Automatic), "{venue} {date}");
        }
    }
}

/// Of 15 games from 2016 to 2019 that reached a clock of 100, 12 went on and three ended at 150; the
/// first automatic draw at 100 that was found is from January 2021.
#[test]
fn chess_com_had_claims_until_2019_and_draws_automatically_from_2021() {
    let fifty = |date| kind(Venue::ChessCom, DrawRule::Fifty, date);
    assert_eq!(fifty("2018.05.05"), Some(VenueKind::Claim));
    assert_eq!(fifty("2019.12.31"), Some(VenueKind::Claim));
    assert_eq!(fifty("2021.01.01"), Some(VenueKind::Automatic));
    assert_eq!(fifty("2024.??.??"), Some(VenueKind::Automatic));
    // No row covers 2020, and a date before or after it decides nothing.
    for date in ["2020.01.01", "2020.12.31", "2020.??.??", "????.??.??"] {
        assert_eq!(fifty(date), None, "{date}");
    }
    let seventy_five = |date| kind(Venue::ChessCom, DrawRule::SeventyFive, date);
    assert_eq!(seventy_five("2018.05.05"), Some(VenueKind::Automatic));
    assert_eq!(seventy_five("2020.05.05"), None);
}

#[test]
fn at_other_venues_players_claim() {
    for venue in [
        Venue::Fics,
        Venue::Iccf,
        Venue::OverTheBoard,
        Venue::Mainz,
        Venue::Twic,
        Venue::Unknown,
    ] {
        for rule in [DrawRule::Fifty, DrawRule::Threefold] {
            assert_eq!(
                kind(venue, rule, "2005.05.05"),
                Some(VenueKind::Claim),
                "{venue}"
            );
        }
    }
    // An announced move counts for a repetition alone.
    let icc =
        [DrawRule::Fifty, DrawRule::Threefold].map(|rule| kind(Venue::Icc, rule, "2005.05.05"));
    assert_eq!(
        icc,
        [Some(VenueKind::ClaimCompleted), Some(VenueKind::Claim)]
    );
}

#[test]
fn the_automatic_draws_of_the_laws_are_applied_over_the_board() {
    for venue in [
        Venue::OverTheBoard,
        Venue::Mainz,
        Venue::Twic,
        Venue::Unknown,
    ] {
        for rule in [DrawRule::SeventyFive, DrawRule::Fivefold] {
            let found = kind(venue, rule, "2016.05.05");
            assert_eq!(found, Some(VenueKind::Automatic), "{venue}");
        }
    }
    for venue in [Venue::Icc, Venue::Fics, Venue::Iccf] {
        let found = kind(venue, DrawRule::SeventyFive, "2016.05.05");
        assert_eq!(found, Some(VenueKind::None), "{venue}");
    }
}

/// A server does not follow the Laws' wording: the program of Lichess has drawn at the fifth occurrence since
/// 2020, in sequence or not, and not at all before.
#[test]
fn lichess_draws_at_the_fifth_occurrence_since_2020() {
    let of = |day: &str| {
        let dates = GameDates::parse(day).unwrap();
        let rules = crate::Jurisdiction::builtin(dates, Venue::Lichess);
        (rules.kind(DrawRule::Fivefold), rules.fivefold())
    };
    for day in ["2013-05-01", "2016-03-01", "2018-05-01", "2020-01-13"] {
        assert_eq!(of(day), (Some(VenueKind::None), Fivefold::No), "{day}");
    }
    for day in ["2020-01-14", "2020-02-10", "2020", "????.??.??"] {
        assert_eq!(of(day), (None, Fivefold::No), "{day}");
    }
    for day in ["2020-02-11", "2026"] {
        let automatic = (Some(VenueKind::Automatic), Fivefold::AnyTime);
        assert_eq!(of(day), automatic, "{day}");
    }
}

/// Servers and correspondence of which no rule is known: there nobody is said to have missed a claim.
const NOT_KNOWN: [Venue; 8] = [
    Venue::Playchess,
    Venue::Chess24,
    Venue::Tornelo,
    Venue::GameKnot,
    Venue::Yahoo,
    Venue::Lss,
    Venue::Correspondence,
    Venue::Online,
];

#[test]
fn every_venue_has_a_fifty_move_rule_with_source_and_certainty_or_none_is_known() {
    let table = VenueTable::builtin();
    for &venue in Venue::ALL {
        let row = table.row(venue, DrawRule::Fifty, Day::new(2024, 5, 5).map(Days::from));
        if NOT_KNOWN.contains(&venue) {
            assert_eq!(row, None, "{venue}");
            continue;
        }
        let row = row.unwrap_or_else(|| panic!("{venue}"));
        assert!(
            !row.source.is_empty() && !row.certainty.is_empty(),
            "{venue}"
        );
    }
}

#[test]
fn a_venue_with_rows_of_its_own_uses_no_others() {
    let text = format!(
        "{}\nover_the_board,fifty,claim,,,,\nunknown,fifty,automatic,2000-01-01,,,\n",
        HEADER.join(",")
    );
    let table = VenueTable::parse(&text).unwrap();
    let day = |year| Day::new(year, 1, 1).map(Days::from);
    let fifty = |venue, year| table.kind(venue, DrawRule::Fifty, day(year));
    assert_eq!(fifty(Venue::Twic, 2010), Some(VenueKind::Claim));
    assert_eq!(fifty(Venue::Unknown, 2010), Some(VenueKind::Automatic));
    assert_eq!(fifty(Venue::Unknown, 1999), None);
    assert_eq!(fifty(Venue::Icc, 2010), None);
}

#[test]
fn every_error_names_its_line() {
    let not_a_kind = |kind: &str| format!("`{kind}` is not a kind that this rule can have: ");
    for (row, expected) in [
        ("chessnet,fifty,claim,,,,", "unknown venue `chessnet`; "),
        ("icc,fifty,always,,,,", &not_a_kind("always")),
        ("icc,seventy_five,claim,,,,", &not_a_kind("claim")),
        ("icc,fifty,tablebases-6,,,,", &not_a_kind("tablebases-6")),
        ("icc,fifty,claim,2020,,,", "`2020` is not a day"),
        ("icc,fifty,claim,2020-01-02,2020-01-01,,", "`to` is before"),
        (
            "icc,50,claim,,,,",
            "unknown rule `50`: must be one of fifty, ",
        ),
    ] {
        let text = format!("# ours\n{}\n{row}\n", HEADER.join(","));
        let error = VenueTable::parse(&text).unwrap_err();
        assert_eq!(error.line, 3, "{row}");
        assert!(error.message.starts_with(expected), "{row}: {error}");
    }
}

/// With at most six pieces for events that started from 2014 on, with at most seven from 2020 on, claims at ICCF rest
/// on tablebases: king and rook against king, 2015, is not judged by the fifty-move rule; eight pieces are.
#[test]
fn iccf_leaves_few_men_to_tablebases() {
    use crate::jurisdiction::Jurisdiction;
    let fifty = |date: &str, event: Option<&str>, pieces| {
        let event = event.map(str::as_bytes);
        let dates = GameDates::of_tags(Some(date.as_bytes()), None, event);
        Jurisdiction::builtin(dates, Venue::Iccf).fifty(pieces)
    };
    let claim = Some(VenueKind::Claim);
    assert_eq!(fifty("2015.05.05", None, 3), None);
    assert_eq!(fifty("2015.05.05", None, 7), claim);
    assert_eq!(fifty("2022.05.05", None, 7), None);
    assert_eq!(fifty("2022.05.05", None, 8), claim);
    assert_eq!(fifty("2010.05.05", None, 3), claim);
    // The event started before.
    assert_eq!(fifty("2015.05.05", Some("2013.09.01"), 3), claim);
    // The date spans the change, or is not known.
    assert_eq!(fifty("????.??.??", None, 3), None);
}
