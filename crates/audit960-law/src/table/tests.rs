//! Expectations are derived from the history of the rule (Haworth 2000 and 2003) and from the header
//! comment of the table, never from the table's own output.

use audit960_types::{Bitboard, BySide, Choice as _, Pieces};

use super::*;
use crate::SideCondition;
use crate::material::by_hand::pieces_on;

const HEADER_AND_FIFTY: &str = "id,from,to,rule,condition,limit_moves,presumed,goes_by,uncertain,source,certainty\n\
                                fifty,,,claim,always,50,yes,game,,,\n";

/// A game with that Date tag.
fn date(text: &str) -> GameDates {
    let dates = GameDates::of_tags(Some(text.as_bytes()), None, None);
    assert!(dates.game.is_some(), "{text}");
    dates
}

/// The claim under a table in a position.
fn claim<'a>(table: &'a LawTable, dates: &GameDates, position: &Pieces) -> AppliedRow<'a> {
    table.claim(dates, &Material::of(position), SideConditions::of(position))
}

fn krb_kr() -> Pieces {
    pieces_on("Kd5 Rb7 Be5", "Kd8 Rc1")
}

/// The six endings of 1988, each with the id of its row.
fn six_endings() -> [(&'static str, Pieces); 6] {
    [
        ("75-KBBvKN", pieces_on("Kd5 Be5 Be4", "Kd8 Nb7")),
        ("75-KQvKBB", pieces_on("Kd5 Qe5", "Kd8 Bb7 Bg7")),
        ("75-KNNvKP", pieces_on("Kd5 Ne5 Ne4", "Kd8 Ph4")),
        ("75-KQvKNN", pieces_on("Kd5 Qe5", "Kd8 Nb7 Ng7")),
        ("75-KQPvKQ", pieces_on("Kd5 Qe5 Pg7", "Kd1 Qb7")),
        ("75-KRBvKR", krb_kr()),
    ]
}

fn mirrored(position: &Pieces) -> Pieces {
    BySide {
        white: position.black.map(Bitboard::flipped),
        black: position.white.map(Bitboard::flipped),
    }
}

/// Law and limit under a table.
fn law<'a>(table: &'a LawTable, text: &str, position: &Pieces) -> (&'a str, u32) {
    let applied = claim(table, &date(text), position);
    (applied.law, applied.limit_moves)
}

/// Asserts law and limit of the built-in table for both colours.
fn assert_law(text: &str, position: &Pieces, law: &str, limit_moves: u32) {
    for position in [*position, mirrored(position)] {
        assert_eq!(
            self::law(LawTable::builtin(), text, &position),
            (law, limit_moves),
            "{text} {position:?}"
        );
    }
}

#[test]
fn every_row_of_the_built_in_table_has_source_and_certainty() {
    let rows = LawTable::builtin().rows();
    assert!(
        rows.iter()
            .all(|row| !row.source.is_empty() && !row.certainty.is_empty())
    );
    let conditions: Vec<_> = rows
        .iter()
        .filter_map(|row| row.condition.side_condition())
        .collect();
    assert!(
        SideCondition::ALL
            .iter()
            .all(|known| conditions.contains(known))
    );
}

#[test]
fn the_hundred_move_limits_came_into_force_one_ending_at_a_time() {
    let knights = pieces_on("Kd5 Ne5 Ne4", "Kd8 Ph4");
    assert_law("1977.12.31", &knights, "fifty", 50);
    assert_law("1978.01.01", &knights, "100-KNNvKP", 100);
    assert_law("1983.12.31", &knights, "100-KNNvKP", 100);
    // The Laws of 1984 asked for a blocked pawn.
    assert_law("1984.01.01", &knights, "fifty", 50);
    let behind = pieces_on("Kd5 Ne5 Nd3", "Kd8 Pd4");
    assert_law("1984.01.01", &behind, "100-KNNvKP-1984", 100);
    assert_law("1988.12.31", &behind, "100-KNNvKP-1984", 100);
    assert_law("1989.01.01", &behind, "75-KNNvKP", 75);

    let blocked = pieces_on("Ke5 Rd5 Pa2", "Kg4 Bc3 Pa3");
    assert_law("1981.12.31", &blocked, "fifty", 50);
    assert_law("1982.01.01", &blocked, "100-KRPvKBP", 100);
    assert_law("1988.12.31", &blocked, "100-KRPvKBP", 100);
    // The list of 1988 dropped this ending.
    assert_law("1989.01.01", &blocked, "fifty", 50);

    assert_law("1983.12.31", &krb_kr(), "fifty", 50);
    assert_law("1984.01.01", &krb_kr(), "100-KRBvKR", 100);
    assert_law("1988.12.31", &krb_kr(), "100-KRBvKR", 100);
}

#[test]
fn other_endings_always_had_fifty_moves() {
    let free_pawns = pieces_on("Ke5 Rd5 Pa2", "Kg4 Bc3 Ph3");
    for text in [
        "1929.01.01",
        "1979.01.01",
        "1985.05.05",
        "1991.05.05",
        "2024.05.05",
    ] {
        assert_law(text, &pieces_on("Kd5 Rb7", "Kd8 Rc1"), "fifty", 50);
        assert_law(text, &free_pawns, "fifty", 50);
    }
}

/// Before FIDE's first Laws the rule differed from event to event.
#[test]
fn what_was_claimable_before_1929_is_not_known() {
    let rooks = pieces_on("Kd5 Rb7", "Kd8 Rc1");
    let uncertain = |text| claim(LawTable::builtin(), &date(text), &rooks).uncertain;
    for text in ["1851.06.21", "1883.05.01", "1928.12.31"] {
        assert_law(text, &rooks, "before-1929", 50);
        assert!(uncertain(text), "{text}");
        assert_eq!(LawTable::builtin().threefold(&date(text)).claimable, None);
    }
    assert!(!uncertain("1929.01.01"));
    let of = |text| LawTable::builtin().threefold(&date(text));
    assert_eq!(
        (of("1960.05.05").claimable, of("1960.05.05").uncertain),
        (Some(true), false)
    );
}

/// From the Laws of 1988, in force from 1 January 1989, to the end of 1991.
#[test]
fn six_endings_had_seventy_five_moves_for_three_years() {
    for (law, position) in six_endings() {
        assert_law("1989.01.01", &position, law, 75);
        assert_law("1991.12.31", &position, law, 75);
        assert_law("1992.01.01", &position, "fifty", 50);
        assert_law("2020.01.01", &position, "fifty", 50);
    }
    for (law, position) in six_endings() {
        if !["75-KNNvKP", "75-KRBvKR"].contains(&law) {
            assert_law("1988.12.31", &position, "fifty", 50);
        }
    }
    assert_law(
        "1990.06.01",
        &pieces_on("Kd5 Qe5 Pg6", "Kd1 Qb7"),
        "fifty",
        50,
    );
}

#[test]
fn nikolic_and_arsovic_played_when_the_limit_was_new() {
    // Belgrade 1989: first with a pawn on Black's side, later without; played under a hundred moves, so the year is uncertain.
    let with_pawn = pieces_on("Kf5 Rg7 Be5", "Kd8 Rc1 Pb5");
    assert_law("1989.02.17", &with_pawn, "fifty", 50);
    assert_law("1989.02.17", &krb_kr(), "75-KRBvKR", 75);
}

#[test]
fn rules_that_needed_an_agreement_are_not_presumed() {
    let knights = pieces_on("Kd5 Ne5 Nd3", "Kd8 Pd4");
    for text in ["1930.01.01", "1951.12.31", "1952.01.01", "1974.01.01"] {
        assert_law(text, &krb_kr(), "fifty", 50);
        assert_law(text, &knights, "fifty", 50);
    }
    let agreed = BUILTIN
        .replace(",132,no,", ",132,yes,")
        .replace(",100,no,", ",100,yes,");
    let table = LawTable::parse(&agreed).unwrap();
    assert_eq!(law(&table, "1927.12.31", &krb_kr()), ("before-1929", 50));
    assert_eq!(law(&table, "1928.12.31", &krb_kr()), ("before-1929", 50));
    assert_eq!(law(&table, "1929.01.01", &krb_kr()), ("1928-KRBvKR", 132));
    assert_eq!(law(&table, "1951.12.31", &krb_kr()), ("1928-KRBvKR", 132));
    assert_eq!(law(&table, "1952.01.01", &krb_kr()), ("1952-KRBvKR", 100));
    assert_eq!(law(&table, "1977.12.31", &knights), ("1952-KNNvKP", 100));
    assert_eq!(
        law(
            &table,
            "1981.12.31",
            &pieces_on("Ke5 Rd5 Ph2", "Kg4 Bc6 Ph3")
        ),
        ("1952-KRPvKBP", 100)
    );
    assert_eq!(law(&table, "1984.01.01", &krb_kr()), ("100-KRBvKR", 100));
}

#[test]
fn a_year_alone_is_enough_where_the_law_did_not_change_in_it() {
    assert_law("1988.??.??", &krb_kr(), "100-KRBvKR", 100);
    assert_law("1989.??.??", &krb_kr(), "75-KRBvKR", 75);
    assert_law("1990.??.??", &krb_kr(), "75-KRBvKR", 75);
    assert_law("1991.12.??", &krb_kr(), "75-KRBvKR", 75);
    assert_law("1992.??.??", &krb_kr(), "fifty", 50);
}

#[test]
fn a_date_that_spans_a_change_is_ambiguous_and_has_the_earlier_limit() {
    let table = LawTable::parse(&format!(
        "{HEADER_AND_FIFTY}hundred,1984-01-01,1989-06-30,claim,KRBvKR,100,yes,game,,,\n\
         seventy-five,1989-07-01,1991-12-20,claim,KRBvKR,75,yes,game,,,\n"
    ))
    .unwrap();
    assert_eq!(law(&table, "1989.??.??", &krb_kr()), (AMBIGUOUS_DATE, 100));
    assert_eq!(law(&table, "1989.??.17", &krb_kr()), (AMBIGUOUS_DATE, 100));
    assert_eq!(law(&table, "1989.06.??", &krb_kr()), ("hundred", 100));
    assert_eq!(law(&table, "1989.07.??", &krb_kr()), ("seventy-five", 75));
    assert_eq!(law(&table, "1990.??.??", &krb_kr()), ("seventy-five", 75));
    // The end of a row is a change too: on the day after its last.
    assert_eq!(law(&table, "1991.12.??", &krb_kr()), (AMBIGUOUS_DATE, 75));
    assert_eq!(law(&table, "1991.12.20", &krb_kr()), ("seventy-five", 75));
    assert_eq!(law(&table, "1991.12.21", &krb_kr()), ("fifty", 50));
    // No change for other material.
    assert_eq!(
        law(&table, "1989.??.??", &pieces_on("Kd5 Rb7", "Kd8 Rc1")),
        ("fifty", 50)
    );
}

#[test]
fn a_change_of_row_without_a_change_of_limit_is_not_ambiguous() {
    let table = LawTable::parse(&format!(
        "{HEADER_AND_FIFTY}old,,1989-06-30,claim,KRBvKR,100,yes,game,,,\n\
         new,1989-07-01,,claim,KRBvKR,100,yes,game,,,\n"
    ))
    .unwrap();
    assert_eq!(law(&table, "1989.??.??", &krb_kr()), ("old", 100));
}

#[test]
fn a_row_that_begins_and_ends_within_the_span_is_found() {
    let table = LawTable::parse(&format!(
        "{HEADER_AND_FIFTY}spring,1989-03-01,1989-05-31,claim,KRBvKR,100,yes,game,,,\n"
    ))
    .unwrap();
    assert_eq!(law(&table, "1989.??.??", &krb_kr()), (AMBIGUOUS_DATE, 50));
}

#[test]
fn without_a_date_only_the_general_limit_applies() {
    let applied = claim(LawTable::builtin(), &GameDates::NONE, &krb_kr());
    assert_eq!((applied.law, applied.limit_moves), (UNDATED, 50));
    // It may be of the years in which this ending had a limit of its own; others never had one.
    assert!(applied.uncertain);
    let rooks = pieces_on("Kd5 Rb7", "Kd8 Rc1");
    assert!(!claim(LawTable::builtin(), &GameDates::NONE, &rooks).uncertain);
    let sixty = LawTable::parse(&HEADER_AND_FIFTY.replace("50", "60")).unwrap();
    assert_eq!(claim(&sixty, &GameDates::NONE, &krb_kr()).limit_moves, 60);
}

#[test]
fn a_row_that_names_the_ending_has_priority_then_a_later_row() {
    let table = LawTable::parse(&format!(
        "{HEADER_AND_FIFTY}first,,,claim,KRBvKR,80,yes,game,,,\nsecond,1980-01-01,,claim,KRBvKR,90,yes,game,,,\n\
         seventy,1985-01-01,,claim,always,70,yes,game,,,\n"
    ))
    .unwrap();
    assert_eq!(law(&table, "1979.12.31", &krb_kr()), ("first", 80));
    assert_eq!(law(&table, "1980.01.01", &krb_kr()), ("second", 90));
    assert_eq!(law(&table, "1990.01.01", &krb_kr()), ("second", 90));
    assert_eq!(
        law(&table, "1984.12.31", &pieces_on("Kd5", "Kd8")),
        ("fifty", 50)
    );
    assert_eq!(
        law(&table, "1985.01.01", &pieces_on("Kd5", "Kd8")),
        ("seventy", 70)
    );
}

#[test]
fn automatic_draws_came_in_july_2014() {
    let table = LawTable::builtin();
    for (text, automatic) in [
        ("1990.01.01", Some(false)),
        ("2014.06.30", Some(false)),
        ("2014.07.01", Some(true)),
        ("2014.07.??", Some(true)),
        ("2014.??.??", None),
        ("2015.??.??", Some(true)),
        ("2024.05.05", Some(true)),
    ] {
        assert_eq!(
            table.automatic_seventy_five(&date(text)),
            automatic,
            "{text}"
        );
    }
    assert_eq!(table.automatic_seventy_five(&GameDates::NONE), Some(false));
    // The limit of the claim is fifty moves before and after, so it is not ambiguous.
    assert_law("2014.??.??", &krb_kr(), "fifty", 50);
}

#[test]
fn the_fifth_occurrence_had_to_be_in_sequence_for_three_years() {
    let table = LawTable::builtin();
    for (text, fivefold) in [
        ("2014.06.30", Some(Fivefold::No)),
        ("2014.07.01", Some(Fivefold::InSequence)),
        ("2017.06.30", Some(Fivefold::InSequence)),
        ("2017.07.01", Some(Fivefold::AnyTime)),
        ("2017.??.??", None),
        ("2024.??.??", Some(Fivefold::AnyTime)),
    ] {
        assert_eq!(table.fivefold(&date(text)), fivefold, "{text}");
    }
    assert_eq!(table.fivefold(&GameDates::NONE), Some(Fivefold::No));
}

/// The Laws of 2014 apply to competitions that began on 1 July 2014 or later.
#[test]
fn automatic_draws_go_by_the_first_day_of_the_competition() {
    let automatic = |date: &str, event_date: &str| {
        let dates = GameDates::of_tags(Some(date.as_bytes()), None, Some(event_date.as_bytes()));
        LawTable::builtin().automatic_seventy_five(&dates)
    };
    assert_eq!(automatic("2014.07.03", "2014.06.28"), Some(false));
    assert_eq!(automatic("2014.07.03", "2014.07.01"), Some(true));
    // A month entirely before or after the change is enough, for the game and for the competition.
    assert_eq!(automatic("2014.??.??", "2014.06.??"), Some(false));
    assert_eq!(automatic("2014.??.??", "2014.07.??"), Some(true));
    // A year that spans the change decides nothing: the day of the game counts.
    assert_eq!(automatic("2014.07.03", "2014.??.??"), Some(true));
    assert_eq!(automatic("2014.06.03", "2014.??.??"), Some(false));
    assert_eq!(automatic("2014.??.??", "2014.??.??"), None);
    assert_eq!(automatic("2014.07.03", "spring"), Some(true));
}

/// Sources disagree on when the 100-move limits ended and when the 75-move limits did.
#[test]
fn the_years_of_the_changes_are_uncertain() {
    let uncertain =
        |text: &str, position: &Pieces| claim(LawTable::builtin(), &date(text), position).uncertain;
    for (text, expected) in [
        // The first year of a hundred moves, and those in which sources disagree on seventy-five.
        ("1984.05.05", true),
        ("1987.12.31", false),
        ("1988.12.31", true),
        ("1989.02.17", true),
        ("1990.05.05", false),
        ("1992.05.05", true),
        ("1993.01.01", false),
        ("1991.??.??", false),
    ] {
        assert_eq!(uncertain(text, &krb_kr()), expected, "{text}");
    }
    // Rook against rook always had fifty moves.
    assert!(!uncertain("1989.02.17", &pieces_on("Kd5 Rb7", "Kd8 Rc1")));
}

/// FIDE's first Laws gave rook and bishop against rook as their example of twice the moves that theory needs; whether an
/// organiser followed them is not known.
#[test]
fn the_example_of_fides_first_laws_is_uncertain() {
    for (text, law, expected) in [
        ("1928.12.31", "before-1929", true),
        ("1935.05.05", "fifty", true),
        ("1951.12.31", "fifty", true),
        // Players could agree on a hundred moves.
        ("1952.01.01", "fifty", true),
        ("1983.12.31", "fifty", true),
        ("1993.01.01", "fifty", false),
    ] {
        let applied = claim(LawTable::builtin(), &date(text), &krb_kr());
        assert_eq!((applied.law, applied.uncertain), (law, expected), "{text}");
    }
    let rooks = pieces_on("Kd5 Rb7", "Kd8 Rc1");
    assert!(!claim(LawTable::builtin(), &date("1935.05.05"), &rooks).uncertain);
}

/// Whether the hundred moves of two knights against a pawn asked for a pawn blocked behind Troitsky's line is not verified
/// before 1984, when the Laws did; this pawn is not blocked.
#[test]
fn the_hundred_moves_of_two_knights_are_uncertain() {
    let knights = pieces_on("Kd5 Ne5 Ne4", "Kd8 Ph4");
    for (text, expected) in [
        ("1977.12.31", false),
        ("1978.01.01", true),
        ("1984.06.01", true),
        ("1985.06.01", false),
        ("1990.01.01", false),
    ] {
        let applied = claim(LawTable::builtin(), &date(text), &knights);
        assert_eq!(applied.uncertain, expected, "{text}");
    }
}

#[test]
fn a_side_condition_is_checked_in_the_position() {
    // The knight on d3 blocks the pawn on d4; from f3 it does not.
    let table = LawTable::parse(&format!(
        "{HEADER_AND_FIFTY}blocked,,,claim,KNNvKP blocked-behind-troitsky-line,75,yes,game,,,\n"
    ))
    .unwrap();
    let blocked = pieces_on("Kd5 Ne5 Nd3", "Kd8 Pd4");
    let free = pieces_on("Kd5 Ne5 Nf3", "Kd8 Pd4");
    assert_eq!(law(&table, "2020.01.01", &blocked), ("blocked", 75));
    assert_eq!(law(&table, "2020.01.01", &free), ("fifty", 50));
}

#[test]
fn a_table_needs_a_general_claim() {
    let header =
        "id,from,to,rule,condition,limit_moves,presumed,goes_by,uncertain,source,certainty\n";
    for row in [
        "",
        "x,,,claim,KRBvKR,50,yes,game,,,\n",
        "x,,,claim,always,50,no,game,,,\n",
        "x,1950-01-01,,claim,always,50,yes,game,,,\n",
        "x,,1950-01-01,claim,always,50,yes,game,,,\n",
        "x,,,automatic,always,75,yes,game,,,\n",
    ] {
        let error = LawTable::parse(&format!("{header}{row}")).unwrap_err();
        assert_eq!(error.message, NO_GENERAL_ROW, "{row}");
        assert_eq!(error.line, if row.is_empty() { 1 } else { 2 });
    }
    assert_eq!(LawTable::parse(HEADER_AND_FIFTY).unwrap().rows().len(), 1);
}
