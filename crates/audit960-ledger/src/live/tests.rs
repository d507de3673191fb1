//! Versions of a file that grows, is rewritten, shrinks and disappears.

use audit960_report::Language;
use audit960_types::{Choice as _, EndReason};

use super::*;

/// A live board after some moves; `end` follows the last one, usually `*`, as broadcasts write it.
fn board(white: &str, moves: &str, end: &str) -> String {
    format!(
        "[Event \"Open\"]\n[Round \"1\"]\n[White \"{white}\"]\n[Black \"Beta\"]\n\
         [Result \"*\"]\n\n{moves} {end}\n\n"
    )
}

/// Two cycles without the last half-move: 4... Ng8 is the third occurrence of the start position.
const TWO_ROUNDS: &str = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1";

fn articles(change: &BoardChange) -> Vec<(&str, Vec<String>)> {
    match &change.state {
        State::Claim(possible) => possible
            .iter()
            .map(|chance| (chance.article.name(), chance.moves.clone()))
            .collect(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_board_is_reported_only_when_its_state_changes() {
    let mut boards = Boards::default();
    let before = board("Alpha", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6", "*");
    assert_eq!(boards.read(before.as_bytes()), []);
    let text = board("Alpha", TWO_ROUNDS, "*");
    let changes = boards.read(text.as_bytes());
    assert_eq!(changes.len(), 1);
    assert_eq!((changes[0].plies, changes[0].side), (7, Side::Black));
    assert_eq!(changes[0].last_move, "4. Ng1");
    assert_eq!(articles(&changes[0]), [("9.2.1", vec!["Ng8".to_owned()])]);
    assert_eq!(boards.read(text.as_bytes()), [], "nothing has changed");
    // Black plays it: White may claim the position on the board, or intend 5. Nf3.
    let played = board("Alpha", &format!("{TWO_ROUNDS} Ng8"), "*");
    let changes = boards.read(played.as_bytes());
    assert_eq!(
        articles(&changes[0]),
        [("9.2.2", vec![]), ("9.2.1", vec!["Nf3".to_owned()])]
    );
    // White plays on: the claim is gone, which is reported once.
    let gone = board("Alpha", &format!("{TWO_ROUNDS} Ng8 5. e4"), "*");
    let states: Vec<State> = boards
        .read(gone.as_bytes())
        .into_iter()
        .map(|update| update.state)
        .collect();
    assert_eq!(states, [State::Quiet]);
    assert_eq!(boards.read(gone.as_bytes()), []);
}

#[test]
fn a_last_word_is_not_parsed_before_the_white_space_after_it() {
    let mut boards = Boards::default();
    let text = board("Alpha", TWO_ROUNDS, "");
    let text = text.trim_end();
    // "Ng1" may become "Ng1f3" in another notation, "N" may become any knight move.
    for len in text.len() - 3..=text.len() {
        assert_eq!(boards.read(&text.as_bytes()[..len]), [], "{len} bytes");
    }
    assert_eq!(boards.read(format!("{text} ").as_bytes()).len(), 1);
}

#[test]
fn rewritten_shrinking_and_empty_files_are_handled() {
    let mut boards = Boards::default();
    let (alpha, gamma) = (
        board("Alpha", TWO_ROUNDS, "*"),
        board("Gamma", "1. e4", "*"),
    );
    assert_eq!(boards.read((alpha.clone() + &gamma).as_bytes()).len(), 1);
    // In another order, truncated, empty, and as before: nothing has changed.
    assert_eq!(boards.read((gamma.clone() + &alpha).as_bytes()), []);
    assert_eq!(boards.read(gamma.as_bytes()), []);
    assert_eq!(boards.read(b""), []);
    assert_eq!(boards.read(alpha.as_bytes()), []);
    // A move is taken back and played again: the claim goes and comes back.
    let back = board("Alpha", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6", "*");
    assert_eq!(boards.read(back.as_bytes())[0].state, State::Quiet);
    assert_eq!(boards.read(alpha.as_bytes()).len(), 1);
}

#[test]
fn games_with_a_result_are_not_reported() {
    let mut boards = Boards::default();
    let over = board("Alpha", TWO_ROUNDS, "*").replace("\"*\"", "\"1/2-1/2\"");
    assert_eq!(boards.read(over.as_bytes()), []);
    // A board with a possible claim gets its result: reported once.
    let mut boards = Boards::default();
    assert_eq!(
        boards
            .read(board("Alpha", TWO_ROUNDS, "*").as_bytes())
            .len(),
        1
    );
    let states: Vec<State> = boards
        .read(over.as_bytes())
        .into_iter()
        .map(|update| update.state)
        .collect();
    assert_eq!(states, [State::Ended(GameResult::Draw)]);
    assert_eq!(boards.read(over.as_bytes()), []);
}

/// The marker says that the game is over before the tag does.
#[test]
fn a_marker_ends_a_game_whose_tag_does_not() {
    let mut boards = Boards::default();
    let going_on = board("Alpha", TWO_ROUNDS, "*");
    assert_eq!(boards.read(going_on.as_bytes()).len(), 1);
    let marked = board("Alpha", TWO_ROUNDS, "1/2-1/2");
    assert!(marked.contains("[Result \"*\"]"), "{marked}");
    let states: Vec<State> = boards
        .read(marked.as_bytes())
        .into_iter()
        .map(|update| update.state)
        .collect();
    assert_eq!(states, [State::Ended(GameResult::Draw)]);
}

#[test]
fn a_game_is_over_at_the_fifth_occurrence_and_after_seventy_five_moves() {
    let mut boards = Boards::default();
    let rounds = "Nf3 Nf6 Ng1 Ng8 ".repeat(4);
    let changes = boards.read(board("Alpha", rounds.trim(), "*").as_bytes());
    let over = |reason, ply| State::Over(GameEnd { ply, reason });
    assert_eq!(changes[0].state, over(EndReason::FivefoldRepetition, 16));
    // Moves after that do not change it.
    let more = board("Alpha", &format!("{rounds}e4"), "*");
    assert_eq!(boards.read(more.as_bytes()), []);
    let clock = board("Gamma", "90. Ra3 Rh6 91. Ra4", "*").replace(
        "[Result",
        "[SetUp \"1\"]\n[FEN \"4k3/7r/8/8/8/8/R7/4K3 w - - 147 90\"]\n[Result",
    );
    assert_eq!(
        boards.read(clock.as_bytes())[0].state,
        over(EndReason::SeventyFiveMoves, 3)
    );
}

#[test]
fn the_moves_that_complete_the_fifty_are_named() {
    let mut boards = Boards::default();
    let fen = "[SetUp \"1\"]\n[FEN \"6k1/8/8/8/8/8/P6n/6KR w K - 98 60\"]\n[Result";
    let text = board("Alpha", "60. Kg2", "*").replace("[Result", fen);
    let changes = boards.read(text.as_bytes());
    let [(article, moves)] = &articles(&changes[0])[..] else {
        panic!("{changes:?}");
    };
    // Clock 99, Black to move: all moves of the king and the knight are quiet.
    assert_eq!(*article, "9.3.1");
    assert!(moves.contains(&"Kf7".to_owned()) && moves.contains(&"Nf3".to_owned()));
    let claims = board("Alpha", "60. Kg2 Kf7", "*").replace("[Result", fen);
    assert_eq!(
        articles(&boards.read(claims.as_bytes())[0]),
        [("9.3.2", vec![])]
    );
}

#[test]
fn boards_with_the_same_names_are_distinguished() {
    let mut boards = Boards::default();
    let twice = board("Alpha", TWO_ROUNDS, "*").repeat(2);
    let changes = boards.read(twice.as_bytes());
    assert_eq!(changes.len(), 2);
    assert_ne!(changes[0].board, changes[1].board);
    assert_eq!(boards.read(twice.as_bytes()), []);
}

fn lines(changes: &[BoardChange]) -> Vec<String> {
    let line = |change: &BoardChange| Language::English.say(&change.line()) + "\n";
    changes.iter().map(line).collect()
}

/// The king cannot go to e3 from e1: said at once, and once; the corrected record is read on.
#[test]
fn an_illegal_move_is_reported_and_the_board_goes_on() {
    let mut boards = Boards::default();
    let wrong = board("Alpha", "1. e4 e5 2. Ke3", "*");
    let said = lines(&boards.read(wrong.as_bytes()));
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(
        said[0].contains("after 1... e5 the record cannot be read on: "),
        "{said:?}"
    );
    assert_eq!(boards.read(wrong.as_bytes()), []);
    let right = board("Alpha", "1. e4 e5 2. Ke2", "*");
    let said = lines(&boards.read(right.as_bytes()));
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(
        said[0].contains("after 2. Ke2 the record can be read again"),
        "{said:?}"
    );
}

#[test]
fn an_impossible_position_and_a_dead_one_are_reported() {
    let from = |fen: &str, moves: &str| {
        format!(
            "[Event \"Open\"]\n[White \"Alpha\"]\n[Black \"Beta\"]\n[Result \"*\"]\n[SetUp \"1\"]\n\
             [FEN \"{fen}\"]\n\n{moves} *\n\n"
        )
    };
    // Neither side has a king.
    let none = from("8/8/8/8/8/8/8/8 w - - 0 1", "");
    let said = lines(&Boards::default().read(none.as_bytes()));
    assert!(
        said.len() == 1 && said[0].contains("at the start the record cannot be read on: "),
        "{said:?}"
    );
    let dead = from("4k3/8/8/8/8/8/4p3/4K3 w - - 0 60", "60. Kxe2");
    let said = lines(&Boards::default().read(dead.as_bytes()));
    assert!(
        said.len() == 1
            && said[0]
                .contains("the game is over (5.2.2: no series of legal moves mates either king)"),
        "{said:?}"
    );
}

/// A board of this venue and date with White to move, from a position of rooks and kings with this clock.
fn rooks(tags: &str, clock: u32, moves: &str) -> String {
    format!(
        "[Event \"Open\"]\n[White \"Alpha\"]\n[Black \"Beta\"]\n[Result \"*\"]\n{tags}[SetUp \"1\"]\n\
         [FEN \"4k3/7r/8/8/8/8/R7/4K3 w - - {clock} 90\"]\n\n{moves} *\n\n"
    )
}

/// Where draws are automatic, or the rule is not applied, nobody may claim; where the rule is not known, the line says so.
#[test]
fn claims_are_told_where_players_can_claim() {
    let said = |tags: &str| lines(&Boards::default().read(rooks(tags, 99, "").as_bytes()));
    assert!(said("")[0].contains("White may claim 9.3.1 with "));
    for site in ["https://lichess.org/AbCd1234", "FICGS"] {
        let tags = format!("[Site \"{site}\"]\n[Date \"2023.05.05\"]\n");
        assert_eq!(said(&tags), Vec::<String>::new(), "{site}");
    }
    let unknown = said("[Site \"Chess24\"]\n[Date \"2019.05.05\"]\n");
    assert!(
        unknown[0].contains("White could claim by the Laws 9.3.1 with ")
            && unknown[0].contains(
                "whether players could claim at this venue (chess24) on that date is not known"
            ),
        "{unknown:?}"
    );
}

/// The articles have the numbers of the day of the game.
#[test]
fn claims_have_the_articles_of_their_day() {
    let said = |date: &str| {
        let tags = format!("[Site \"Biel SUI\"]\n[Date \"{date}\"]\n");
        lines(&Boards::default().read(rooks(&tags, 99, "").as_bytes()))
    };
    assert!(said("2015.05.05")[0].contains("White may claim 9.3 a with "));
    assert!(
        said("1995.05.05")[0]
            .contains("White may claim the limit of moves with the intended move with ")
    );
}

/// 1. Kxe2 takes the last pawn: the game is over then, whatever is played after it, and whatever its result.
#[test]
fn a_game_that_was_over_before_says_since_when() {
    let dead = |moves: &str, result: &str| {
        format!(
            "[Event \"Open\"]\n[White \"Alpha\"]\n[Black \"Beta\"]\n[Result \"{result}\"]\n[SetUp \"1\"]\n\
             [FEN \"4k3/8/8/8/8/8/4p3/4K3 w - - 0 60\"]\n\n{moves} {result}\n\n"
        )
    };
    let mut boards = Boards::default();
    let said = lines(&boards.read(dead("60. Kxe2 Kd7", "*").as_bytes()));
    assert!(
        said[0].contains("after 60... Kd7 the game has been over since 60. Kxe2 (5.2.2"),
        "{said:?}"
    );
    // The move is taken back: there was no claim that could be gone.
    let said = lines(&boards.read(dead("60. Kd2", "*").as_bytes()));
    assert!(
        said[0].contains("after 60. Kd2 the game goes on"),
        "{said:?}"
    );
    // A draw agrees with a dead position. A win contradicts it, and so do moves after it.
    let first = |text: String| lines(&Boards::default().read(text.as_bytes()));
    assert_eq!(first(dead("60. Kxe2", "1/2-1/2")), Vec::<String>::new());
    assert!(first(dead("60. Kxe2", "1-0"))[0].contains("the game is over (5.2.2"));
    assert!(first(dead("60. Kxe2 Kd7", "1/2-1/2"))[0].contains("over since 60. Kxe2"));
    // Black mates.
    let mate = |result| {
        board("Alpha", "1. f3 e5 2. g4 Qh4#", result).replace("\"*\"", &format!("\"{result}\""))
    };
    assert_eq!(first(mate("0-1")), Vec::<String>::new());
    assert!(first(mate("1-0"))[0].contains("the game is over (5.1.1: checkmate)"));
}

#[test]
fn a_board_of_another_variant_is_told() {
    let text = board("Alpha", "1. e4", "*").replace("[Result", "[Variant \"Crazyhouse\"]\n[Result");
    let said = lines(&Boards::default().read(text.as_bytes()));
    assert!(
        said[0].contains("the record cannot be read on: "),
        "{said:?}"
    );
}

/// In 2010 a fifth occurrence ended no game. 1. Nf3 led three times to one position, 1. Nc3 twice to another.
#[test]
fn of_several_moves_the_most_occurrences_count() {
    let knights = "Nf3 Nf6 Ng1 Ng8 ".repeat(3) + &"Nc3 Nf6 Nb1 Ng8 ".repeat(2);
    let text = board("Alpha", &knights, "*").replace("[Round", "[Date \"2010.05.05\"]\n[Round");
    let changes = Boards::default().read(text.as_bytes());
    let State::Claim(possible) = &changes[0].state else {
        panic!("{changes:?}");
    };
    let counts: Vec<_> = possible.iter().map(|claim| claim.count).collect();
    assert_eq!(counts, [6, 4], "on the board, and with 1. Nf3");
}

/// From 1929 to 1952 the sources leave open the rule on repetition, not the fifty moves.
#[test]
fn one_uncertain_rule_makes_a_claim_uncertain() {
    let start =
        "[Date \"1935.05.05\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/r7/4K2R w - - 92 60\"]\n[Round";
    let kings = "60. Kf1 Kf8 61. Ke1 Ke8 62. Kf1 Kf8 63. Ke1";
    let text = board("Alpha", kings, "*").replace("[Round", start);
    let changes = Boards::default().read(text.as_bytes());
    let State::Claim(possible) = &changes[0].state else {
        panic!("{changes:?}");
    };
    let found = possible
        .iter()
        .map(|claim| (claim.article.name(), claim.is_uncertain));
    assert_eq!(
        found.collect::<Vec<_>>(),
        [("9.2.1", true), ("9.3.1", false)]
    );
    assert_eq!(changes[0].json("x")["law_uncertain"], true);
}
