//! Rulings on claims that were checked by hand.

mod written;

use audit960_law::GameDates;
use audit960_report::Language;
use audit960_types::{Choice as _, Venue};

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
    rule_on(&line, &claim(ply, intended), &rules)
}

/// A claim by the side to move, in English.
fn claim(ply: u32, intended: Option<&str>) -> PlayersClaim {
    PlayersClaim {
        ply,
        by: None,
        intended: intended.map(str::to_owned),
        letters: &audit960_pgn::Language::ENGLISH,
    }
}

/// Each finding's article, whether the claim is correct, and the reason.
fn findings(ruling: &Ruling) -> Vec<(&str, bool, &str)> {
    let found = ruling.findings.iter();
    found
        .map(|finding| {
            let reason = Language::English.say(&finding.reason);
            (
                finding.article.name(),
                finding.is_correct(),
                &*reason.leak(),
            )
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
        .find(|finding| finding.article.name() == "9.3.2");
    assert_eq!(fifty.and_then(|finding| finding.fifty), Some((1, 100)));
    let brought = ruling(&clock(100), "", 1, None);
    let fifty = brought
        .findings
        .iter()
        .find(|finding| finding.article.name() == "9.3.2")
        .unwrap();
    assert_eq!((fifty.correct, fifty.fifty), (Some(true), None));
    let reason = Language::English.say(&fifty.reason);
    assert!(reason.ends_with("of which 100 come from the FEN at the start"));
}

#[test]
fn there_must_be_a_turn() {
    let error = |ply| {
        let ruled = rule(GameDates::NONE, ORTHODOX, ROUND, ply, None);
        ruled.unwrap_err().to_string()
    };
    assert_eq!(
        error(6),
        "the record has no turn before half-move 6: it has half-moves 1 to 4"
    );
    assert!(error(0).starts_with("the record has no turn"));
}

/// Only the player having the move can claim (9.2, 9.3).
#[test]
fn a_claim_at_the_opponents_turn_fails() {
    let tables = LawTables::default();
    let rules = GameRules::new(GameDates::NONE, Venue::OverTheBoard, &tables);
    let line = MoveLine::replay(ORTHODOX, &ROUND.repeat(2)).unwrap();
    let by = |side| {
        let claim = PlayersClaim {
            by: Some(side),
            ..claim(9, None)
        };
        let ruling = rule_on(&line, &claim, &rules).unwrap();
        (ruling.is_correct(), ruling.side)
    };
    assert_eq!(by(Side::White), (Some(true), Side::White));
    assert_eq!(by(Side::Black), (Some(false), Side::Black));
}

/// Of a position alone, how often it occurred is open, and so is a clock that nobody states. A dead position (5.2.2) and
/// mate need no record. A move that brings about what never stood before makes no claim correct by itself.
#[test]
fn a_position_alone_leaves_open_what_only_moves_tell() {
    let of = |fen: &str, intended: Option<&str>| {
        let tables = LawTables::default();
        let rules = GameRules::new(GameDates::NONE, Venue::Unknown, &tables);
        let line = MoveLine::of_position(fen, None).unwrap();
        rule_on(&line, &claim(1, intended), &rules).unwrap()
    };
    let outcome = |fen: &str, intended| {
        let ruling = of(fen, intended);
        let by = |finding: &ClaimFinding| (finding.article.name(), finding.correct);
        (
            ruling.is_correct(),
            ruling.findings.iter().map(by).collect::<Vec<_>>(),
        )
    };
    assert_eq!(
        outcome(&clock(100), None),
        (Some(true), vec![("9.3.2", Some(true)), ("9.2.2", None)])
    );
    assert_eq!(
        outcome(&clock(98), None),
        (None, vec![("9.2.2", None), ("9.3.2", Some(false))])
    );
    assert_eq!(
        outcome("6k1/8/8/8/8/8/P6n/6KR w - -", None),
        (None, vec![("9.2.2", None), ("9.3.2", None)])
    );
    assert_eq!(
        outcome(&clock(99), Some("Kg2")),
        (
            Some(true),
            vec![("9.3.1", Some(true)), ("9.2.1", None), ("9.2.2", None)]
        )
    );
    // These moves make no claim correct; that the position on the board stood three times would (9.2.2).
    for text in ["a3", "Rxh2", "Kd5"] {
        let (correct, findings) = outcome(&clock(99), Some(text));
        assert_eq!(correct, None, "{text}");
        let open: Vec<&str> = findings
            .iter()
            .filter(|(_, correct)| correct.is_none())
            .map(|(article, _)| *article)
            .collect();
        assert_eq!(open, ["9.2.2"], "{text}");
    }
    assert_eq!(outcome(&clock(40), Some("Kg2")).0, None);
    let over = |fen: &str| of(fen, None).over.map(|over| over.reason);
    assert_eq!(
        over("4k3/8/8/8/8/8/8/4K3 w - - 3 90"),
        Some(EndReason::DeadPosition)
    );
    assert_eq!(
        over("R3k3/8/4K3/8/8/8/8/8 b - - 3 90"),
        Some(EndReason::Checkmate)
    );
    assert_eq!(
        over("7k/5K2/6Q1/8/8/8/8/8 b - - 3 90"),
        Some(EndReason::Stalemate)
    );
    // Ninety half-moves cannot have been made before move 20.
    let doubtful = of("4k3/7r/8/8/8/8/R7/4K3 w - - 100 20", None);
    assert_eq!(
        (doubtful.is_correct(), doubtful.right),
        (None, ClaimRight::ClockInDoubt)
    );
}

/// What a dispute is about: positions with the same pieces that are not the same (9.2.3).
#[test]
fn positions_that_only_look_the_same_are_named() {
    let alike = |moves: &str| {
        let ply = moves.split(' ').count() as u32 + 1;
        let ruling = ruling(ORTHODOX, moves, ply, None);
        let found = ruling
            .findings
            .iter()
            .find(|found| found.article.name() == "9.2.2");
        found.unwrap().alike.clone()
    };
    let like = |after, difference| LookAlike { after, difference };
    // After 2... d5 White could capture en passant; the same pieces stand there after 4... Ng8.
    let en_passant = "e2e4 a7a6 e4e5 d7d5 g1f3 g8f6 f3g1 f6g8";
    let captures = Difference::EnPassant(vec!["exd6".to_owned()]);
    assert_eq!(alike(en_passant), [like(4, captures)]);
    // White's king moved and came back with half-moves 5 and 7: the first of them took the rights.
    let castling = "e2e4 e7e5 g1f3 b8c6 e1e2 g8f6 e2e1 f6g8";
    assert_eq!(alike(castling), [like(4, Difference::Castling(5))]);
    // White's king loses a move on the way from e2 to e1: then Black has the move.
    let fen = "4k3/8/8/8/8/8/4K3/R7 w - - 0 60";
    let triangle = ruling(fen, "e2d2 e8e7 d2d1 e7e8 d1e2", 6, None);
    assert_eq!(
        triangle.findings[0].alike,
        [like(0, Difference::Turn(Side::White))]
    );
    assert_eq!(alike(ROUND.repeat(2).trim()), []);
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
            .find(|finding| finding.article.name() == "9.3.2");
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
        let ruling = rule_on(&line, &claim(1, None), &rules).unwrap();
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
