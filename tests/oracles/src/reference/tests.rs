//! Games whose ledgers are argued by hand: the comments can be checked without an engine.

use super::*;

fn of(fen: &str, moves: &str) -> ReferenceLedger {
    ledger(fen, moves).unwrap()
}

fn only(fen: &str, moves: &str) -> ReferenceIncident {
    let mut incidents = of(fen, moves).incidents;
    assert_eq!(incidents.len(), 1, "{incidents:?}");
    incidents.remove(0)
}

/// `moves`, over and over, `plies` half-moves in all.
fn cycle(moves: &[&str], plies: usize) -> String {
    let moves: Vec<&str> = moves.iter().copied().cycle().take(plies).collect();
    moves.join(" ")
}

/// Both kings step up and back.
const STEPS: [&str; 4] = ["e1e2", "e8e7", "e2e1", "e7e8"];

// King h8 against Kg6 and a rook on the b-file: Rb8 mates (the king covers g7 and h7); after Rb7 Black has
// Kg8.
const ROOK: &str = "7k/8/6K1/8/8/8/8/1R6 w - -";

#[test]
fn at_99_the_side_to_move_may_claim_with_a_quiet_move() {
    // 98, Rb7: 99, and it is Black's turn after the last half-move recorded.
    let incident = only(&format!("{ROOK} 98 80"), "b1b7");
    assert_eq!(
        incident,
        ReferenceIncident {
            reset_ply: 0,
            reset_by: ResetBy::Start,
            first_claim_ply: 2,
            first_claim_side: Side::Black,
            first_claim_article: ClaimArticle::Intended,
            first_932_ply: None,
            claims: [0, 1],
            peak_clock: 99,
            seventy_five_ply: None,
            ended_by: RunEnd::EndOfGame,
        }
    );
}

#[test]
fn at_98_nobody_may_claim() {
    let ledger = of(&format!("{ROOK} 97 80"), "b1b7");
    assert_eq!((ledger.final_clock, ledger.incidents), (98, vec![]));
}

#[test]
fn the_other_parity_gives_the_claim_to_white() {
    // Black begins at 98 with Kg8; White at 99, Black at 100, White at 101.
    let fen = "7k/8/6K1/8/8/8/8/1R6 b - - 98 80";
    let incident = only(fen, "h8g8 b1b2 g8h8");
    assert_eq!(
        (incident.first_claim_ply, incident.first_claim_side),
        (2, Side::White)
    );
    assert_eq!(incident.first_claim_article, ClaimArticle::Intended);
    assert_eq!(incident.first_932_ply, Some(3));
    assert_eq!((incident.claims, incident.peak_clock), ([2, 1], 101));
}

#[test]
fn parity_from_clock_zero_is_that_of_the_fen() {
    let white = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
    // 99 half-moves: the hundredth is Black's.
    let incident = only(white, &cycle(&STEPS, 99));
    assert_eq!(
        (incident.first_claim_ply, incident.first_claim_side),
        (100, Side::Black)
    );
    // The same with Black to begin.
    let black = "4k3/8/8/8/8/8/8/R3K3 b - - 0 1";
    let incident = only(black, &cycle(&["e8e7", "e1e2", "e7e8", "e2e1"], 99));
    assert_eq!(
        (incident.first_claim_ply, incident.first_claim_side),
        (100, Side::White)
    );
    assert_eq!(of(white, &cycle(&STEPS, 98)).incidents, []);
}

#[test]
fn mate_with_the_hundredth_ply_leaves_only_the_claim_before_it() {
    let ledger = of(&format!("{ROOK} 99 80"), "b1b8");
    assert_eq!(ledger.ending, Ending::Checkmate);
    let [incident] = &ledger.incidents[..] else {
        panic!("{:?}", ledger.incidents)
    };
    assert_eq!(
        (incident.first_claim_ply, incident.first_claim_side),
        (1, Side::White)
    );
    assert_eq!(incident.first_claim_article, ClaimArticle::Intended);
    assert_eq!((incident.claims, incident.first_932_ply), ([1, 0], None));
    assert_eq!(
        (incident.peak_clock, incident.ended_by),
        (100, RunEnd::Checkmate)
    );
}

#[test]
fn mate_with_the_150th_ply_stands() {
    let incident = only(&format!("{ROOK} 149 120"), "b1b8");
    assert_eq!(
        (incident.seventy_five_ply, incident.peak_clock),
        (None, 150)
    );
    assert_eq!(
        (incident.first_932_ply, incident.ended_by),
        (Some(1), RunEnd::Checkmate)
    );
    let incident = only(&format!("{ROOK} 149 120"), "b1b7 h8g8");
    assert_eq!(
        (incident.seventy_five_ply, incident.peak_clock),
        (Some(1), 151)
    );
    assert_eq!(
        (incident.claims, incident.ended_by),
        ([2, 1], RunEnd::EndOfGame)
    );
}

#[test]
fn stalemate_with_the_150th_ply_is_no_mate() {
    // Qf7 covers g8, g7 and h7 without giving check to the king on h8.
    let ledger = of("7k/8/8/8/8/8/5Q2/K7 w - - 149 120", "f2f7");
    assert_eq!(ledger.ending, Ending::Stalemate);
    assert_eq!(ledger.incidents[0].seventy_five_ply, Some(1));
    assert_eq!(ledger.incidents[0].ended_by, RunEnd::Stalemate);
    assert_eq!(ledger.incidents[0].claims, [1, 0]);
}

#[test]
fn a_quiet_move_that_mates_is_enough_for_9_3_1() {
    // Ka1 has no move (Qc2 covers a2, b1 and b2); Nh6 takes on f5, g4, g8 or mates on f7.
    let incident = only("6rk/6pp/7N/5p2/6p1/8/2q5/K7 w - - 99 60", "");
    assert_eq!(
        (incident.first_claim_ply, incident.first_claim_side),
        (1, Side::White)
    );
    assert_eq!(incident.first_claim_article, ClaimArticle::Intended);
    assert_eq!(
        (incident.claims, incident.ended_by),
        ([1, 0], RunEnd::EndOfGame)
    );
}

#[test]
fn without_a_quiet_move_99_gives_no_claim_but_100_does() {
    // The same with a pawn on f7: every move of the knight captures.
    let board = "6rk/5ppp/7N/5p2/6p1/8/2q5/K7 w - -";
    assert_eq!(of(&format!("{board} 99 60"), "h6f7").incidents, []);
    let incident = only(&format!("{board} 100 60"), "h6f7");
    assert_eq!(incident.first_claim_article, ClaimArticle::Completed);
    assert_eq!((incident.first_932_ply, incident.claims), (Some(1), [1, 0]));
    assert_eq!(
        (incident.peak_clock, incident.ended_by),
        (100, RunEnd::Capture)
    );
}

#[test]
fn castling_is_a_quiet_move() {
    // Rf8 covers f1 and f2; the only quiet move is castling, which leaves the king on g1.
    let board = "5r1k/8/8/8/8/8/6PP/6KR w";
    let incident = only(&format!("{board} K - 99 80"), "g1h1");
    assert_eq!(incident.first_claim_article, ClaimArticle::Intended);
    assert_eq!((incident.claims, incident.peak_clock), ([1, 1], 100));
    assert_eq!(of(&format!("{board} - - 99 80"), "g2g3").incidents, []);
}

#[test]
fn no_claim_survives_mate_or_stalemate_on_the_board() {
    for fen in [
        "1R5k/8/6K1/8/8/8/8/8 b - - 120 80",
        "7k/5Q2/8/8/8/8/8/K7 b - - 120 80",
    ] {
        let ledger = of(fen, "");
        assert!(
            matches!(ledger.ending, Ending::Checkmate | Ending::Stalemate),
            "{fen}"
        );
        assert_eq!(ledger.incidents, [], "{fen}");
    }
}

#[test]
fn a_run_may_start_past_every_limit_and_hold_no_ply() {
    let incident = only("4k3/8/8/8/8/8/p7/R3K3 w - - 150 200", "a1a2");
    assert_eq!((incident.reset_ply, incident.reset_by), (0, ResetBy::Start));
    assert_eq!(
        (incident.first_claim_ply, incident.first_932_ply),
        (1, Some(1))
    );
    assert_eq!(
        (incident.peak_clock, incident.seventy_five_ply),
        (150, None)
    );
    assert_eq!(incident.ended_by, RunEnd::Capture);
    // From 120 the thirtieth half-move makes 150.
    let incident = only("4k3/8/8/8/8/8/8/R3K3 w - - 120 200", &cycle(&STEPS, 31));
    assert_eq!(
        (incident.seventy_five_ply, incident.peak_clock),
        (Some(30), 151)
    );
    assert_eq!(incident.claims, [16, 16]);
}

#[test]
fn each_run_has_its_own_row() {
    // 100 quiet plies, bxa4 as the 101st, 100 quiet plies (102-201), h6 as the 202nd.
    let moves = format!(
        "{} b3a4 {} h7h6",
        cycle(&STEPS, 100),
        cycle(&["e8e7", "e1e2", "e7e8", "e2e1"], 100)
    );
    let ledger = of("4k3/7p/8/8/p7/1P6/8/4K3 w - - 0 1", &moves);
    let [first, second] = &ledger.incidents[..] else {
        panic!("{:?}", ledger.incidents)
    };
    assert_eq!((first.reset_ply, first.reset_by), (0, ResetBy::Start));
    assert_eq!(
        (first.first_claim_ply, first.first_932_ply),
        (100, Some(101))
    );
    assert_eq!((first.claims, first.ended_by), ([1, 1], RunEnd::Capture));
    // The capture was a pawn's, and counts as capture. Ply 201 is White's, 202 Black's pawn move.
    assert_eq!((second.reset_ply, second.reset_by), (101, ResetBy::Capture));
    assert_eq!(
        (second.first_claim_ply, second.first_claim_side),
        (201, Side::White)
    );
    assert_eq!((second.first_932_ply, second.claims), (Some(202), [1, 1]));
    assert_eq!((second.peak_clock, second.ended_by), (100, RunEnd::Pawn));
    assert_eq!(
        (ledger.plies, ledger.final_clock, ledger.max_clock),
        (202, 0, 100)
    );
}

#[test]
fn a_pawn_move_begins_a_run_as_pawn() {
    let moves = format!("h2h3 {}", cycle(&["e8e7", "e1e2", "e7e8", "e2e1"], 99));
    let incident = only("4k3/8/8/8/8/8/7P/4K3 w - - 30 40", &moves);
    assert_eq!((incident.reset_ply, incident.reset_by), (1, ResetBy::Pawn));
    assert_eq!(
        (incident.first_claim_ply, incident.ended_by),
        (101, RunEnd::EndOfGame)
    );
}

#[test]
fn repetition_counts_castling_rights() {
    // Laws 9.2.3.2: the king has moved; the start is not the position after four plies.
    let board = "4k3/8/8/8/8/8/8/R3K3 w";
    assert_eq!(
        of(&format!("{board} - - 0 1"), &cycle(&STEPS, 4)).max_repetition,
        2
    );
    assert_eq!(
        of(&format!("{board} Q - 0 1"), &cycle(&STEPS, 4)).max_repetition,
        1
    );
    assert_eq!(
        of(&format!("{board} Q - 0 1"), &cycle(&STEPS, 8)).max_repetition,
        2
    );
    assert_eq!(of(&format!("{board} - - 0 1"), "").max_repetition, 1);
}

#[test]
fn repetition_counts_en_passant_only_where_it_is_legal() {
    // Laws 9.2.3.1. With the rook on e1 the pawn on e4 is pinned and could not have captured.
    let pinned = "4k3/8/8/8/3Pp3/8/8/3KR3 b - d3 0 1";
    let free = "4k3/8/8/8/3Pp3/8/8/3K3R b - d3 0 1";
    let steps = cycle(&["e8d8", "d1d2", "d8e8", "d2d1"], 4);
    assert_eq!(of(pinned, &steps).max_repetition, 2);
    assert_eq!(of(free, &steps).max_repetition, 1);
}

#[test]
fn insufficient_material_is_that_of_python_chess() {
    // python-chess 1.11.2, Board.is_insufficient_material.
    for (board, expected) in [
        ("4k3/8/8/8/8/8/8/4K3", true),
        ("4k3/8/8/8/8/8/8/3NK3", true),
        ("4k3/8/8/8/8/8/8/2NNK3", false),
        ("3nk3/8/8/8/8/8/8/3NK3", false),
        ("3bk3/8/8/8/8/8/8/3NK3", false),
        ("4k3/8/8/8/8/8/8/2B1K3", true),
        // Dark squares c1 and f8; light square c8.
        ("4kb2/8/8/8/8/8/8/2B1K3", true),
        ("2b1k3/8/8/8/8/8/8/2B1K3", false),
        ("4k3/8/8/8/8/8/8/2B1KB2", false),
        ("3qk3/8/8/8/8/8/8/3NK3", false),
    ] {
        let ending = of(&format!("{board} w - - 0 1"), "").ending;
        assert_eq!(ending == Ending::InsufficientMaterial, expected, "{board}");
    }
}

#[test]
fn castling_is_the_king_taking_its_rook_and_nothing_else() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    assert_eq!(of(fen, "e1h1").plies, 1);
    assert_eq!(
        ledger(fen, "e1g1"),
        Err(ReferenceError::Move {
            ply: 1,
            text: "e1g1".to_owned()
        })
    );
    let error = ledger("?", "").unwrap_err().to_string();
    assert!(error.starts_with("start ?: "), "{error}");
}
