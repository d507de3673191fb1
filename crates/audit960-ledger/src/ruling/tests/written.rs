//! Moves as they are written on scoresheets.

use super::*;

/// A number without a side is White's; a move that only Black can play there is Black's, and no penalty rests on it.
#[test]
fn a_move_of_the_other_side_is_asked_about() {
    let refused = rule(GameDates::NONE, ORTHODOX, ROUND, 1, Some("Nf6"));
    let refused = refused.unwrap_err().to_string();
    assert!(refused.contains("--move \"1b Nf6\""), "{refused}");
    // Nobody plays it, or White says so.
    assert!(rule(GameDates::NONE, ORTHODOX, ROUND, 1, Some("Ne5")).is_ok());
    let tables = LawTables::default();
    let rules = GameRules::new(GameDates::NONE, Venue::OverTheBoard, &tables);
    let line = MoveLine::replay(ORTHODOX, ROUND).unwrap();
    let of_white = PlayersClaim {
        by: Some(Side::White),
        ..claim(1, Some("Nf6"))
    };
    let ruling = rule_on(&line, &of_white, &rules).unwrap();
    assert_eq!(ruling.is_correct(), Some(false));
}

/// A claim that rests on a move that cannot be made fails (9.2.1, 9.3.1); one that needs no move is not touched by it.
#[test]
fn a_claim_with_a_move_that_is_none_fails() {
    let of = |fen: &str, moves: &str, ply, text: &str| {
        let ruling = ruling(fen, moves, ply, Some(text));
        let reason = Language::English.say(&ruling.findings[0].reason);
        (
            ruling.is_correct(),
            ruling.findings[0].article.name(),
            reason,
        )
    };
    let failed = |reason: &str| (Some(false), "9.2.1", reason.to_owned());
    assert_eq!(
        of(ORTHODOX, ROUND, 1, "Ne5"),
        failed("Ne5 is not a legal move of White")
    );
    let knights = "g1f3 g8f6 d2d4 d7d5";
    assert_eq!(
        of(ORTHODOX, knights, 5, "Nd2"),
        failed("Nd2 is ambiguous: Nbd2, Nfd2 are legal")
    );
    assert_eq!(
        of(ORTHODOX, knights, 5, "Nd5"),
        failed("Nd5 is not a legal move of White")
    );
    let rooks = "3k4/8/8/8/8/4K3/8/R2r3R w - - 0 1";
    assert_eq!(
        of(rooks, "", 1, "Rxd1+"),
        failed("Rxd1+ is ambiguous: Raxd1+, Rhxd1+ are legal")
    );
    for text in ["", "Kg1 Kg2", "hello"] {
        assert_eq!(of(rooks, "", 1, text).0, Some(false), "{text}");
    }
    // Fifty moves are completed, whatever was written.
    let completed = ruling(&clock(100), "", 1, Some("Kd5"));
    assert_eq!(completed.is_correct(), Some(true));
    assert_eq!(completed.findings[0].article.name(), "9.3.2");
}

/// Piece letters of the scoresheet's language, and those of English.
#[test]
fn a_move_is_read_in_the_letters_of_the_scoresheet() {
    let meant = |name: &str, text: &str| {
        let letters = audit960_pgn::LANGUAGES
            .iter()
            .find(|known| known.name == name);
        let claim = PlayersClaim {
            letters: letters.unwrap(),
            ..claim(5, Some(text))
        };
        let tables = LawTables::default();
        let rules = GameRules::new(GameDates::NONE, Venue::OverTheBoard, &tables);
        let line = MoveLine::replay(ORTHODOX, "g1f3 g8f6 d2d4 d7d5").unwrap();
        let ruling = rule_on(&line, &claim, &rules).unwrap();
        (
            ruling.intended,
            ruling.unclear.map(|unclear| unclear.candidates),
        )
    };
    let move_of = |san: &str| (Some(san.to_owned()), None);
    assert_eq!(meant("German", "Dd3"), move_of("Qd3"));
    assert_eq!(meant("German", "Lf4"), move_of("Bf4"));
    assert_eq!(meant("French", "Cc3"), move_of("Nc3"));
    assert_eq!(meant("French", "Nc3"), move_of("Nc3"));
    let knights = Some(vec!["Nbd2".to_owned(), "Nfd2".to_owned()]);
    assert_eq!(meant("German", "Sd2"), (None, knights));
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
