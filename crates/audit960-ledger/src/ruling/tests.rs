//! Rulings on claims that were checked by hand.

use audit960_law::GameDates;
use audit960_report::Language;
use audit960_types::Venue;

use super::*;
use crate::judge::LawTables;
use audit960_types::EndReason;

const ORTHODOX: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const ROUND: &str = "g1f3 g8f6 f3g1 f6g8 ";

/// A ruling on a game over the board without a date.
fn ruling(fen: &str, moves: &str, ply: u32, intended: Option<&str>) -> Ruling {
    rule(GameDates::NONE, fen, moves, ply, intended).unwrap()
}

fn rule(
    dates: GameDates,
    fen: &str,
    moves: &str,
    ply: u32,
    intended: Option<&str>,
) -> Result<Ruling> {
    let tables = LawTables::default();
    let rules = GameRules::new(dates, Venue::OverTheBoard, &tables);
    let line = MoveLine::replay(fen, moves).unwrap();
    let intended = intended.map(str::to_owned);
    rule_on(&line, &PlayersClaim { ply, intended }, &rules)
}

/// Each finding's article, whether the claim is correct, and the reason.
fn findings(ruling: &Ruling) -> Vec<(&str, bool, &str)> {
    let found = ruling.findings.iter();
    found
        .map(|finding| {
            let reason = Language::English.say(&finding.reason);
            (finding.article, finding.correct, &*reason.leak())
        })
        .collect()
}

#[test]
fn an_intended_move_that_repeats_a_position_for_the_third_time() {
    let moves = ROUND.repeat(2);
    let claim = ruling(ORTHODOX, &moves, 8, Some("Ng8"));
    assert_eq!(claim.is_correct(), Some(true));
    assert_eq!(claim.side, Side::Black);
    assert_eq!(claim.findings[0].occurrences, [0, 4, 8]);
    assert_eq!(
        findings(&claim),
        [
            (
                "9.2.1",
                true,
                "after 4... Ng8 the position occurs for the third time"
            ),
            (
                "9.3.1",
                false,
                "with Ng8 the half-move clock is 8: 46 moves by each side short"
            ),
        ]
    );
    // Another move, and the right move at its second occurrence.
    assert_eq!(
        ruling(ORTHODOX, &moves, 8, Some("e5")).is_correct(),
        Some(false)
    );
    let early = ruling(ORTHODOX, &moves, 4, Some("Ng8"));
    assert_eq!(
        findings(&early)[0],
        (
            "9.2.1",
            false,
            "after 2... Ng8 the position occurs for the second time"
        )
    );
}

#[test]
fn a_position_on_the_board_for_the_third_time() {
    let claim = ruling(ORTHODOX, &ROUND.repeat(2), 9, None);
    assert_eq!(
        findings(&claim)[0],
        ("9.2.2", true, "the position occurs for the third time")
    );
    assert_eq!(claim.findings[0].occurrences, [0, 4, 8]);
    // With a move that repeats nothing, the position on the board can still be claimed.
    let with_move = ruling(ORTHODOX, &ROUND.repeat(2), 9, Some("e4"));
    assert_eq!(with_move.is_correct(), Some(true));
    assert_eq!(findings(&with_move)[0].0, "9.2.2");
    assert_eq!(
        ruling(ORTHODOX, &ROUND.repeat(2), 8, None).is_correct(),
        Some(false)
    );
}

/// White: Kg1, Rh1, pawn a2; Black: Kg8 and a knight on h2.
fn clock(clock: u32) -> String {
    format!("6k1/8/8/8/8/8/P6n/6KR w - - {clock} 60")
}

#[test]
fn fifty_moves_are_counted() {
    let short = ruling(&clock(96), "", 1, None);
    assert_eq!(
        findings(&short)[0],
        ("9.2.2", false, "the position occurs for the first time")
    );
    assert_eq!(
        findings(&short)[1],
        (
            "9.3.2",
            false,
            "the half-move clock is 96: 2 moves by each side short"
        )
    );
    let with = |start, san| ruling(&clock(start), "", 1, Some(san));
    assert_eq!(with(99, "Kg2").is_correct(), Some(true));
    assert_eq!(
        findings(&with(98, "Kg2"))[1].2,
        "with Kg2 the half-move clock is 99: 1 half-move short"
    );
    assert_eq!(
        findings(&with(99, "a3"))[1],
        ("9.3.1", false, "a3 is a pawn move")
    );
    assert_eq!(
        findings(&with(99, "Rxh2"))[1],
        ("9.3.1", false, "Rxh2 is a capture")
    );
    // At 100 the moves are complete, whatever is intended.
    assert_eq!(findings(&with(100, "Rxh2"))[0].0, "9.3.2");
}

#[test]
fn the_fifty_moves_are_named_where_the_record_has_them() {
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ".repeat(26);
    let claim = ruling(ORTHODOX, &shuffle, 101, None);
    let fifty = claim
        .findings
        .iter()
        .find(|finding| finding.article == "9.3.2");
    assert_eq!(fifty.and_then(|finding| finding.fifty), Some((1, 100)));
    let brought = ruling(&clock(100), "", 1, None);
    let fifty = brought
        .findings
        .iter()
        .find(|finding| finding.article == "9.3.2")
        .unwrap();
    assert_eq!((fifty.correct, fifty.fifty), (true, None));
    let reason = Language::English.say(&fifty.reason);
    assert!(reason.ends_with("of which 100 come from the FEN at the start"));
}

#[test]
fn there_must_be_a_turn_and_a_legal_move() {
    let error = |fen: &str, moves: &str, ply, intended: Option<&str>| {
        rule(GameDates::NONE, fen, moves, ply, intended)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        error(ORTHODOX, ROUND, 6, None),
        "the record has no turn before half-move 6: it has half-moves 1 to 4"
    );
    assert!(error(ORTHODOX, ROUND, 0, None).starts_with("the record has no turn"));
    assert_eq!(
        error(ORTHODOX, ROUND, 1, Some("Nf6")),
        "Nf6 is not a legal move of White before half-move 1"
    );
    let knights = "g1f3 g8f6 d2d4 d7d5";
    assert_eq!(
        error(ORTHODOX, knights, 5, Some("3. Nd2")),
        "3. Nd2 is ambiguous before half-move 5: Nbd2 and Nfd2 are legal"
    );
    let rooks = "3k4/8/8/8/8/4K3/8/R2r3R w - - 0 1";
    assert_eq!(
        error(rooks, "", 1, Some("1. Rxd1+")),
        "1. Rxd1+ is ambiguous before half-move 1: Raxd1+ and Rhxd1+ are legal"
    );
    assert_eq!(
        error(ORTHODOX, knights, 5, Some("3. Nd5")),
        "3. Nd5 is not a legal move of White before half-move 5"
    );
    let mate = "f2f3 e7e5 g2g4 d8h4";
    assert_eq!(
        error(ORTHODOX, mate, 5, None),
        "the game is over before half-move 5: White is checkmated"
    );
}

fn on(date: &str) -> GameDates {
    GameDates::of_tags(Some(date.as_bytes()), None, None)
}

/// Rook and bishop against rook: 100 moves by each player in 1987, 50 in 1995.
#[test]
fn the_limit_is_that_of_the_day() {
    let ending = |clock: u32| format!("8/8/4k3/3r4/8/2B1K3/4R3/8 w - - {clock} 190");
    let claim = |date: &str, clock| rule(on(date), &ending(clock), "", 1, None).unwrap();
    assert_eq!(claim("1995.02.17", 100).is_correct(), Some(true));
    let early = claim("1987.02.17", 100);
    assert_eq!(early.is_correct(), Some(false));
    assert_eq!(
        findings(&early)[1].2,
        "the half-move clock is 100: 50 moves by each side short of the 100 moves that the law of the \
         day requires"
    );
    assert_eq!(claim("1987.02.17", 200).is_correct(), Some(true));
    // The numbers of the articles are those of the day.
    let names = |date: &str| {
        let ruling = claim(date, 100);
        let fifty = ruling
            .findings
            .iter()
            .find(|finding| finding.article == "9.3.2");
        fifty.and_then(|finding| finding.article_of_the_day)
    };
    assert_eq!(names("2005.02.17"), Some("9.3 b"));
    assert_eq!(names("1987.02.17"), None);
}

#[test]
fn a_game_that_was_already_drawn_needs_no_claim() {
    let over = |date: &str| {
        let ruling = rule(on(date), ORTHODOX, &ROUND.repeat(5), 19, None);
        ruling.unwrap().over.map(|over| (over.ply, over.reason))
    };
    assert_eq!(over("2010.01.01"), None);
    assert_eq!(
        over("2020.01.01"),
        Some((16, EndReason::FivefoldRepetition))
    );
    // Only half-moves before the claim count.
    let before = rule(on("2020.01.01"), ORTHODOX, &ROUND.repeat(5), 16, None);
    assert_eq!(before.unwrap().over, None);
}

/// A claim takes the intended move in every form that archives have: with its number, in coordinates, castling
/// with zeros, in small letters, as a move of the king or as the king taking its rook.
#[test]
fn an_intended_move_is_read_as_moves_of_archives_are() {
    let meant = |fen: &str, text: &str| {
        let ruling = rule(on("2023.01.01"), fen, "", 1, Some(text));
        ruling.ok().and_then(|ruling| ruling.intended)
    };
    let queen = "3q2k1/8/8/8/8/8/8/R3K2R b KQ - 99 60";
    for text in ["Qe8+", "Qe8", "d8e8", "60... Qe8", "Qd8-e8"] {
        assert_eq!(meant(queen, text).as_deref(), Some("Qe8+"), "{text}");
    }
    let castles = "6k1/8/8/8/8/8/8/R3K2R w KQ - 99 60";
    for text in [
        "O-O", "0-0", "o-o", "e1g1", "Kg1", "e1h1", "Kxh1", "60. O-O",
    ] {
        assert_eq!(meant(castles, text).as_deref(), Some("O-O"), "{text}");
    }
    for text in ["", "Qe8", "Kg1 Kg2", "hello"] {
        assert_eq!(meant(castles, text), None, "{text}");
    }
}

/// No claim is correct when the game is over; on a date on which sources disagree, the ruling says so.
#[test]
fn a_ruling_after_the_end_or_under_a_doubtful_law_says_so() {
    let dead = rule(
        on("2023.01.01"),
        "4k3/8/8/8/8/8/8/4K3 w - - 120 90",
        "",
        1,
        None,
    )
    .unwrap();
    assert_eq!(dead.is_correct(), Some(false));
    assert_eq!(dead.over.map(|over| over.ply), Some(0));
    let fen = "8/8/4k3/3r4/8/2B1K3/4R3/8 b - - 210 150";
    let uncertain = |date| rule(on(date), fen, "", 1, None).unwrap().law_uncertain;
    assert!(uncertain("1989.02.17"));
    assert!(!uncertain("2010.02.17"));
    assert!(uncertain("1883.05.05"));
}

/// What a claim by fifty moves on the board is worth, by venue and date: with two rooks and kings, four pieces.
#[test]
fn a_claim_is_ruled_on_where_players_could_claim() {
    let at = |venue, date: &str, clock: u32| {
        let tables = LawTables::default();
        let rules = GameRules::new(on(date), venue, &tables);
        let fen = format!("4k3/7r/8/8/8/8/R7/4K3 w - - {clock} 190");
        let line = MoveLine::replay(&fen, "").unwrap();
        let claim = PlayersClaim {
            ply: 1,
            intended: None,
        };
        let ruling = rule_on(&line, &claim, &rules).unwrap();
        (ruling.is_correct(), ruling.right)
    };
    let board = Venue::OverTheBoard;
    assert_eq!(
        at(board, "2023.05.05", 100),
        (Some(true), ClaimRight::Claims)
    );
    assert_eq!(
        at(board, "2023.05.05", 98),
        (Some(false), ClaimRight::Claims)
    );
    let none = (Some(false), ClaimRight::NoClaims);
    assert_eq!(at(Venue::Ficgs, "2023.05.05", 100), none);
    let open = |right| (None, right);
    let unknown = open(ClaimRight::VenueNotKnown);
    assert_eq!(at(Venue::Chess24, "2019.05.05", 100), unknown);
    let tables = open(ClaimRight::LeftToTablebases);
    assert_eq!(at(Venue::Iccf, "2015.05.05", 100), tables);
    // A claim by tables needs no count.
    assert_eq!(at(Venue::Iccf, "2015.05.05", 7), tables);
    // London 1883: which rule was in force is not known.
    let law = open(ClaimRight::LawNotKnown);
    assert_eq!(at(board, "1883.05.05", 100), law);
}

/// The number of a move is that of the turn, with three full stops for Black, or one.
#[test]
fn an_intended_move_has_the_number_of_its_turn() {
    let of = |ply, text: &str| {
        let ruled = rule(on("2023.01.01"), ORTHODOX, "e2e4 e7e5", ply, Some(text));
        ruled
            .map(|ruling| ruling.intended)
            .map_err(|error| error.to_string())
    };
    for text in ["Nf3", "2. Nf3", "2.Nf3"] {
        assert_eq!(of(3, text), Ok(Some("Nf3".to_owned())), "{text}");
    }
    for text in ["1... e5", "1. e5", "1…e5"] {
        assert_eq!(of(2, text), Ok(Some("e5".to_owned())), "{text}");
    }
    let wrong = of(3, "3. Nf3").unwrap_err();
    assert_eq!(
        wrong,
        "3. Nf3 has the number of another turn: before half-move 3 it is 2."
    );
    assert!(of(3, "2... Nf3").is_err());
}
