//! Texts that were once misread, each with the correct reading.

use audit960_types::{Code, Severity, Verdict};

use crate::support::{Audit, audit_text};

fn audit(fen: &str, movetext: &str) -> Audit {
    audit_text(
        format!("[Event \"?\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{movetext} *\n").as_bytes(),
    )
}

/// A no-break space, an evaluation sign, a comment or a suffix ends a move, even without a blank before
/// it.
#[test]
fn characters_glued_to_a_move() {
    for first in [
        "e4\u{a0}",
        "e4\u{b1} ",
        "e4\u{2a72} ",
        "e4{fine}",
        "e4!? ",
        "e4\u{feff} ",
    ] {
        let text = format!("[Event \"?\"]\n\n1. {first}e5 2. Nf3 *\n");
        let audit = audit_text(text.as_bytes());
        assert_eq!(audit.games[0].plies, 3, "{first:?}");
        assert_ne!(audit.games[0].verdict, Verdict::Damaged, "{first:?}");
    }
}

/// A forgotten right that is inferred from castling counts from the start: positions differ as long as it
/// lasts (Laws 9.2.3), and FENs show it.
#[test]
fn a_right_granted_late_counts_from_the_start() {
    let moves = "1. Rh2 Kd8 2. Rh1 Ke8 3. O-O Kd8 4. Rf3 Ke8 5. Rh3 Kd8 6. Rh1 Ke8 7. Kf1 Kd8";
    let with = |castling: &str, moves: &str| {
        audit(&format!("4k3/8/8/8/8/8/8/4K2R w {castling} - 97 60"), moves)
    };
    // The rook has moved: no right to castle is left whatever the FEN says.
    assert!(with("-", moves).codes(0).contains(&Code::IllegalMove));
    let moves = "1. O-O Kd8 2. Rf3 Ke8 3. Rh3 Kd8 4. Rh1 Ke8 5. Kf1 Kd8 6. Ke1 Ke8";
    let (said, inferred) = (with("K", moves), with("-", moves));
    assert!(inferred.codes(0).contains(&Code::RightInferred));
    assert_eq!(said.games[0].max_repetition, Some(1));
    assert_eq!(inferred.games[0].max_repetition, Some(1));
    assert_eq!(said.games[0].hash, inferred.games[0].hash);
    assert!(!said.incidents.is_empty());
    assert_eq!(said.incidents, inferred.incidents);
}

/// No game comes near a clock or a move number of a million: greater values are repaired.
#[test]
fn implausible_clocks_and_move_numbers() {
    let fen = |clock: &str| format!("4k3/8/8/8/8/8/8/4K2R w - - {clock}");
    for counters in ["4294967295 1", "0 4294967295", "1000001 1"] {
        let audit = audit(&fen(counters), "1. Ke2 Kd7 2. Ke1 Ke8");
        assert_eq!(
            audit.codes(0),
            [Code::MissingRoster, Code::FenCounter],
            "{counters}"
        );
        assert_eq!(audit.games[0].final_clock, Some(4), "{counters}");
    }
    let audit = audit(&fen("1000000 1"), "1. Ke2 Kd7 2. Ke1 Ke8");
    assert_eq!(audit.games[0].final_clock, Some(1_000_004));
}

/// The value of a tag does not reach beyond its span, however its quotes are damaged.
#[test]
fn a_torn_tag_ends_with_its_span() {
    let torn = b"[Event \"a\"]\n[White \"H\xfc\n[Event \"b\"]\n\n1. e4 *\n";
    let alone = audit_text(&torn[..torn.len() - b"[Event \"b\"]\n\n1. e4 *\n".len()]);
    let both = audit_text(torn);
    let said = |audit: &Audit| {
        let found = audit.findings.iter().find(|f| f.code == Code::NotUtf8);
        found.map(|finding| finding.message.clone())
    };
    assert!(said(&both).is_some());
    assert_eq!(said(&both), said(&alone));
}

/// In a record without moves, names alone prove nothing: they are left above where other tags slipped
/// down.
#[test]
fn names_without_event_and_termination_are_no_game() {
    let names = "[White \"A\"]\n[Black \"B\"]\n";
    for (text, verdict) in [
        (names.to_owned(), Verdict::Damaged),
        (format!("{names}\n*\n"), Verdict::Ok),
        (format!("[Event \"x\"]\n{names}"), Verdict::Ok),
    ] {
        let found = audit_text(text.as_bytes()).games[0].verdict;
        assert_eq!(found, verdict, "{text}");
    }
}

/// Words that lost a part of a move: none is taken for another move.
#[test]
fn pieces_of_moves_are_no_moves() {
    for movetext in [
        "1. e4 e5 2. :h3",
        "1. e4 e5 2. xh3",
        "1. e4 e5 2N.f3",
        "1. e4 e5 2. Be.p.a3",
        "1. e4 e5 2. N(Q)f3",
        "1. e4 e5 2. N[Round \"3\"]a3",
    ] {
        let text = format!("[Event \"?\"]\n\n{movetext} *\n");
        let audit = audit_text(text.as_bytes());
        assert_eq!(audit.games[0].verdict, Verdict::Damaged, "{movetext}");
        assert_eq!(audit.games[0].plies, 2, "{movetext}");
    }
    // Split by a non-ASCII blank, it is still one move.
    let audit = audit_text("[Event \"?\"]\n\n1. e4 e5 2. B\u{2009}c4 *\n".as_bytes());
    assert_eq!(audit.games[0].moves.as_deref(), Some("e2e4 e7e5 f1c4"));
}

/// Both kings in the centre are the sign of a sensor board; one alone is an illegal move.
#[test]
fn a_single_king_is_no_sign_of_a_sensor_board() {
    let read = |movetext: &str| {
        let audit = audit_text(format!("[Event \"?\"]\n\n1. e4 e5 {movetext} 1-0\n").as_bytes());
        (audit.games[0].verdict, audit.games[0].plies)
    };
    assert_eq!(read("2. Ke5 Ke4"), (Verdict::Repaired, 2));
    assert_eq!(read("2. Ke1e5 Ke8e4"), (Verdict::Repaired, 2));
    assert_eq!(read("2. Ke5"), (Verdict::Damaged, 2));
    // A square where the king does not stand is a word of its own, run into the one before.
    assert_eq!(read("2. Kf2e4 Ke5"), (Verdict::Damaged, 2));
    assert_eq!(read("2. Ke5 Kd7e4"), (Verdict::Damaged, 2));
}

/// After a marker the game goes on only if its next move can be played.
#[test]
fn a_line_behind_a_marker_is_of_that_game_only_if_legal() {
    let game = |line: &str| {
        let text =
            format!("[Event \"?\"]\n\n1. e4 e5 2. Nf3 1-0\n{line}\n[Event \"?\"]\n\n1. d4 *\n");
        let audit = audit_text(text.as_bytes());
        let plies: Vec<u32> = audit.games.iter().map(|game| game.plies).collect();
        (audit.games[0].verdict, plies)
    };
    assert_eq!(game("2... Nc6 3. Bb5 1-0"), (Verdict::Repaired, vec![5, 1]));
    assert_eq!(game("2... Nxd5 3. Bb5 1-0"), (Verdict::Ok, vec![3, 0, 1]));
}

/// Text glued to a move, or in place of one, is read or reported.
#[test]
fn words_at_the_edge_of_moves() {
    let read = |movetext: &str| {
        let text = format!("[Event \"?\"]\n\n1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 {movetext}\n");
        let audit = audit_text(text.as_bytes());
        let reported = audit
            .findings
            .iter()
            .any(|finding| finding.code.severity() != Severity::Info);
        (audit.games[0].verdict, audit.games[0].plies, reported)
    };
    // A line break lost after a pawn move.
    assert_eq!(read("4. d3 d65. Nc3 *"), (Verdict::Repaired, 9, true));
    // A null move glued to another.
    assert_eq!(read("@@@@O-O *"), (Verdict::Damaged, 6, true));
    // An ellipsis in place of a piece.
    assert_eq!(read("4. d3 …g6 *"), (Verdict::Ok, 8, true));
    assert_eq!(read("4. d3 4… g6 *"), (Verdict::Ok, 8, false));
    // A period there, or after a move that lost its suffix.
    assert_eq!(read("4. d3 .g6 *"), (Verdict::Ok, 8, true));
    assert_eq!(read("4. d3. g6 *"), (Verdict::Ok, 8, true));
    assert_eq!(read("4 . d3 4 . . . g6 *"), (Verdict::Ok, 8, false));
    assert_eq!(read("4. d3 d65.Nc3 *"), (Verdict::Repaired, 9, true));
    // The last word before the result, and before the comment on it.
    assert_eq!(read("4. d3 Qh 1/2-1/2"), (Verdict::Damaged, 7, true));
    let found = read("4. d3 Qh {drawn} $10 1/2-1/2");
    assert_eq!(found, (Verdict::Damaged, 7, true));
    // A piece letter separated from its square by a mark; alone, N is an annotation.
    assert_eq!(read("4. d3 B/\\a6 *"), (Verdict::Damaged, 7, true));
    assert_eq!(read("4. d3 N 4... a6 *"), (Verdict::Ok, 8, true));
    // Prose and ECO codes are no moves.
    assert_eq!(read("Black resigns 1-0"), (Verdict::Ok, 6, true));
    assert_eq!(read("C65 4. d3 *"), (Verdict::Ok, 7, true));
    // An escape line within a variation closes nothing.
    let found = read("(3... d6\n% :-) O-O\n4. d3) 4. d3 *");
    assert_eq!(found, (Verdict::Ok, 7, false));
}

/// A line that slipped above its tags does not belong to the game before, whatever their languages.
#[test]
fn a_line_in_another_language_is_another_games() {
    let plies = |first: &str, line: &str| {
        let text = format!("[Event \"?\"]\n\n{first} 1-0\n\n{line}\n[Event \"?\"]\n\n1. d4 *\n");
        let audit = audit_text(text.as_bytes());
        let worst = audit
            .findings
            .iter()
            .map(|finding| finding.code.severity())
            .max();
        (audit.games[0].verdict, audit.games[0].plies, worst)
    };
    let error = Some(Severity::Error);
    let english = "1. e4 e5 2. Nf3 Nc6";
    assert_eq!(plies(english, "3. Cf3 Cc6"), (Verdict::Ok, 4, error));
    let french = "1. e4 e5 2. Cf3 Cc6";
    assert_eq!(plies(french, "3. Cxd5 a6"), (Verdict::Repaired, 4, error));
    // Moves that can be played there belong to that game only directly above the tags.
    assert_eq!(plies(french, "3. Fb5 a6").1, 4);
    assert_eq!(plies(french, "3. Fb5 a6\n4. Fa4 Cf6").1, 8);
}

/// A comment after the result says nothing about the end of the game: it may have slipped up from the
/// next one.
#[test]
fn a_closing_comment_stands_before_the_result() {
    let codes = |text: &str| audit_text(text.as_bytes()).codes(0);
    let tags = "[Event \"?\"]\n[Result \"1-0\"]\n\n";
    let comment = "{Game drawn by mutual agreement}";
    let before = codes(&format!("{tags}1. e4 e5 {comment} 1-0\n"));
    assert!(before.contains(&Code::TerminationAgainstBoard));
    let after = codes(&format!("{tags}1. e4 e5 1-0\n\n{comment} 1/2-1/2\n"));
    assert!(!after.contains(&Code::TerminationAgainstBoard));
    assert!(after.contains(&Code::SurplusTermination));
}

/// A game that was read a second time does not affect the next one.
#[test]
fn games_are_read_alone() {
    let german = "[Event \"a\"]\n\n1. e4 e5 2. Sf3 Sc6 1-0\n\n";
    let marked = "[Event \"b\"]\n\n1. e4 e5 2. Nf3 1-0\n2... Nxd5 3. Bb5 1-0\n";
    let read = |text: String| {
        let audit = audit_text(text.as_bytes());
        let games = audit.games.into_iter();
        let games = games.map(|game| (game.moves, game.verdict, game.byte_length));
        games.collect::<Vec<_>>()
    };
    let both = read([german, marked].concat());
    assert_eq!(both[1..], read(marked.to_owned()));
    assert_eq!(both.len(), 3);
}
