//! Every row has a witness for which the second reading departs from the catalogue, and every other code
//! that affects a replay has one for which it does not.

use audit960_types::Effect;

use super::*;
use crate::second_reading::reading::{ArchiveReading, read};

fn archive(fen: &str, moves: &str) -> String {
    format!("[Event \"x\"]\n[FEN \"{fen}\"]\n\n{moves}\n")
}

/// Code, text, and how the catalogue reads it: one game of this many half-moves (`None`: rejected), stopped
/// or not.
type Witness = (Code, String, Option<u32>, bool);

fn plain(code: Code, moves: &str, plies: u32) -> Witness {
    (code, moves.to_owned(), Some(plies), false)
}

fn fen(code: Code, fen: &str, moves: &str, plies: u32) -> Witness {
    (code, archive(fen, moves), Some(plies), false)
}

fn agrees((_, _, plies, stopped): &Witness, reading: &ArchiveReading) -> bool {
    let [game] = &reading.games[..] else {
        return false;
    };
    match plies {
        None => game.reached.is_none(),
        Some(plies) => {
            game.reached.is_some() && game.plies == *plies && game.stopped.is_some() == *stopped
        }
    }
}

fn departures() -> Vec<Witness> {
    let castle = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    let promote = "8/P6k/8/8/8/8/8/4K3 w - - 0 1";
    let array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w";
    vec![
        plain(
            Code::StrayText,
            "-- games of the second day --\n\n[Event \"a\"]\n\n1. e4 *\n",
            1,
        ),
        (Code::OversizeGame, "1. e4 *".to_owned(), None, false),
        (
            Code::PositionsInput,
            "no game at all".to_owned(),
            None,
            false,
        ),
        (Code::UnreadableRecord, String::new(), None, false),
        (
            Code::UnclosedComment,
            "[Event \"a\"]\n\n1. e4 {oops\n\n[Event \"b\"]\n\n1. c4 } c5 *\n".to_owned(),
            Some(1),
            true,
        ),
        (
            Code::StrayMoves,
            "no game; 3. Nf3 Nc6 nowhere".to_owned(),
            None,
            false,
        ),
        plain(Code::WordBoundary, "1. e4 e5 2. Nf3Nc6 *", 4),
        plain(Code::EarlyTermination, "1. e4 e5 1-0 2. Nf3 Nc6 1-0", 4),
        plain(
            Code::SurplusTermination,
            "[Event \"x\"]\n1-0\n[Round \"1\"]\n\n1. e4 *\n",
            1,
        ),
        plain(
            Code::StrayBrace,
            "1. e4 e5\n{[Event \"x\"]\n[White \"y\"]\n\n1. d4 {A move} d5 *\n",
            2,
        ),
        plain(
            Code::TagInMovetext,
            "1. e4 e5\n\n[Round \"1\"]\n\n2. Nf3 *\n",
            3,
        ),
        plain(Code::UpperCaseSquares, "1. E4 *", 1),
        plain(Code::NumericNotation, "1. 5254 *", 1),
        plain(Code::IllegalMoveKept, "1. e4 e5 2. Qd5 d6 *", 4),
        (
            Code::DeclaredIllegalMove,
            "[Termination \"illegal move\"]\n\n1. e4 e5 2. Ke3 0-1\n".to_owned(),
            Some(2),
            false,
        ),
        (
            Code::UnplayedMoves,
            "[Termination \"unplayed\"]\n\n1. e4 1-0\n".to_owned(),
            Some(0),
            false,
        ),
        plain(Code::StrayClosing, "1. e4 }e5 *", 2),
        plain(Code::UnknownToken, "1. e4+/- e5 *", 2),
        plain(Code::ControlBytes, "1. e4\0 e5 *", 2),
        (
            Code::MalformedTag,
            format!("[Event \"x\"]\n[FEN {castle}]\n\n1. O-O *\n"),
            Some(1),
            false,
        ),
        plain(
            Code::UnescapedQuote,
            "[Event \"The \"Open\" 2004\"]\n[Round \"1\"]\n\n1. e4 *\n",
            1,
        ),
        (
            Code::TagCase,
            archive(castle, "1. O-O *").replace("FEN", "Fen"),
            Some(1),
            false,
        ),
        (
            Code::MissingStart,
            "[Event \"x\"]\n[Variant \"Chess960\"]\n\n1. e4 *\n".to_owned(),
            None,
            false,
        ),
        fen(
            Code::RightWithoutRook,
            "rkrnnbbq/pppppppp/8/8/8/8/PPPPPPPP/RKRNNBBQ w HEhe - 0 1",
            "1. e4 e5 *",
            2,
        ),
        fen(
            Code::RightInferred,
            "4k3/8/8/8/8/8/8/R3K2R w - - 0 1",
            "1. O-O *",
            1,
        ),
        fen(
            Code::SevenFieldFen,
            "rkrbbnqn/pppppppp/8/8/8/8/PPPPPPPP/RKRBBNQN w CAca - 161+0 0 1",
            "1. Nhg3 *",
            1,
        ),
        fen(Code::FenTail, &format!("{array} KQkq - 0 1;"), "1. e4 *", 1),
        fen(
            Code::FenCounter,
            &format!("{array} KQkq - x 1"),
            "1. e4 *",
            1,
        ),
        fen(
            Code::FenFieldsMissing,
            "rnbqnkrb/pppppppp/8/8/8/8/PPPPPPPP/RNBQNKRB",
            "1. O-O *",
            1,
        ),
        fen(
            Code::ImpossibleEnPassant,
            &format!("{array} KQkq e6 0 1"),
            "1. e4 *",
            1,
        ),
        // Scharnagl 353 is BNRBKRQN.
        plain(
            Code::StartInferred,
            "[Event \"x\"]\n[Variant \"Chess960\"]\n\n1. Nhg3 *\n",
            1,
        ),
        fen(
            Code::RightsAssumed,
            &format!("{array} ? - 0 1"),
            "1. e4 *",
            1,
        ),
        fen(
            Code::CastlingRookInferred,
            "4k3/8/8/8/8/8/8/4K1RR w K - 0 1",
            "1. O-O *",
            1,
        ),
        plain(Code::BoardTail, "1. e4 e5 2. Ke2 Ke7 3. Ke4 Kd5 *", 4),
        (
            Code::TooManyMoves,
            ["Nf3 Nf6 Ng1 Ng8 ".repeat(5001), "*".to_owned()].concat(),
            Some(20_000),
            true,
        ),
        plain(
            Code::StatedNumber,
            "[Event \"x\"]\n\n{SP 353} 1. Nhg3 *\n",
            1,
        ),
        fen(
            Code::TooManyPieces,
            "4k3/8/8/8/8/8/PPPPPPPP/Q2QK3 w - - 0 1",
            "1. e4 *",
            1,
        ),
        (
            Code::UnreadableMove,
            "1. e4 e5 2. Ng?3 *".to_owned(),
            Some(2),
            true,
        ),
        (Code::NullMove, "1. e4 @@@@ *".to_owned(), Some(1), true),
        fen(Code::CastlingZeros, castle, "1. 00 *", 1),
        plain(
            Code::UnusualLayout,
            "[Event \"x\"]\n{a comment}\n[Round \"1\"]\n\n1. e4 *\n",
            1,
        ),
        fen(Code::CastlingSpelling, castle, "1. o-o *", 1),
        fen(Code::CastlingSpelling, castle, "1. OO *", 1),
        fen(Code::CastlingSpelling, castle, "1. O\u{2013}O *", 1),
        fen(Code::CastlingKingTakesRook, castle, "1. Kxh1 *", 1),
        fen(Code::CastlingKingTakesRook, castle, "1. e1h1 *", 1),
        fen(Code::CastlingKingMove, castle, "1. Kg1 *", 1),
        fen(Code::CastlingKingMove, castle, "1. e1g1 *", 1),
        plain(Code::LongAlgebraic, "1. e2-e4 *", 1),
        plain(Code::LongAlgebraic, "1. Ng1-f3 *", 1),
        plain(Code::CoordinateMove, "1. g1f3 *", 1),
        fen(Code::CoordinateMove, promote, "1. a7a8q *", 1),
        plain(Code::LowerCasePiece, "1. nf3 *", 1),
        plain(Code::LowerCasePiece, "1. e4 e5 2. bc4 *", 3),
        fen(Code::PromotionSpelling, promote, "1. a8Q *", 1),
        fen(Code::PromotionSpelling, promote, "1. a8/Q *", 1),
        fen(Code::PromotionSpelling, promote, "1. a8(Q) *", 1),
        fen(Code::PromotionMissing, promote, "1. a8 *", 1),
        plain(Code::EnPassantGlued, "1. e4 a6 2. e5 d5 3. exd6ep *", 5),
        plain(Code::CaptureMark, "1. e4 d5 2. ed5 *", 3),
        plain(Code::CaptureMark, "1. e4 d5 2. exd5 Qd5 *", 4),
        plain(Code::ResultSpelling, "1. e4 e51-0", 2),
        plain(Code::OtherLanguage, "1. e4 e5 2. Sf3 Sc6 *", 4),
        plain(Code::SeveralLanguages, "1. e4 e5 2. De2 *", 3),
    ]
}

/// Texts that both read alike, though the catalogue has a code for them.
fn agreements() -> Vec<Witness> {
    let castle = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    let array = "nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w";
    let rejected = |code, start: &str| (code, archive(start, "1. e4 *"), None, true);
    let stopped = |code, moves: &str, plies: u32| (code, moves.to_owned(), Some(plies), true);
    vec![
        stopped(Code::UnclosedVariation, "1. e4 (1. d4 d5 1-0\n", 1),
        stopped(Code::UnclosedComment, "1. e4 {a novelty e5 2. Nf3 1-0", 1),
        plain(Code::ResultSpelling, "1. e4 e5 \u{bd}-\u{bd}", 2),
        plain(Code::NoTermination, "1. e4 e5", 2),
        plain(
            Code::MissingHalfMoves,
            "1. e4 e5 3. Nf3 Nc6 4. Bb5 a6 5. Ba4 *",
            7,
        ),
        plain(Code::EmptyGame, "[Event \"x\"]\n", 0),
        plain(Code::UnknownToken, "1. e4 e5 +/- 2. Nf3 *", 3),
        rejected(Code::UnreadableFen, "?"),
        rejected(Code::ImpossiblePosition, "8/8/8/8/8/8/8/K7 w - - 0 1"),
        fen(Code::FenFieldsMissing, array, "1. Nb3 *", 1),
        fen(
            Code::RepeatedRight,
            "4k3/8/8/8/8/8/8/R3K2R w KQHA - 0 1",
            "1. O-O *",
            1,
        ),
        fen(
            Code::FenDigits,
            "rnbqkbnr/pppppppp/8/44/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "1. e4 *",
            1,
        ),
        stopped(Code::IllegalMove, "1. e4 e5 2. Nf6 *", 2),
        (
            Code::AmbiguousMove,
            archive("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "1. Ne2 *"),
            Some(0),
            true,
        ),
        stopped(Code::MoveAfterEnd, "1. f3 e5 2. g4 Qh4# 3. a3 *", 4),
        stopped(Code::NullMove, "1. e4 -- 2. d4 *", 1),
        stopped(Code::NullMove, "1. e4 Z0 2. d4 *", 1),
        fen(Code::CastlingZeros, castle, "1. 0-0 *", 1),
        fen(Code::CastlingZeros, castle, "1. 0-0-0+!? Ke7 *", 2),
        plain(Code::PawnLetter, "1. Pe4 d5 2. Pexd5 *", 3),
        plain(
            Code::EnPassantSuffix,
            "1. e4 a6 2. e5 d5 3. exd6 e.p. Nc6 *",
            6,
        ),
        plain(Code::OverDisambiguation, "1. Ngf3 Ng8f6 *", 2),
        plain(Code::PawnFile, "1. ee4 *", 1),
        plain(Code::CheckMark, "1. e4+ e5# 2. Nf3++ *", 3),
    ]
}

#[test]
fn every_row_has_a_witness_that_departs() {
    let departures = departures();
    for witness in &departures {
        let reading = read(witness.1.as_bytes());
        assert!(
            !agrees(witness, &reading),
            "{witness:?} is read alike: {reading:?}"
        );
    }
    for row in EXPLANATIONS {
        assert!(
            departures.iter().any(|witness| witness.0 == row.0),
            "{:?}",
            row.0
        );
        assert!(!row.1.is_empty(), "{:?}", row.0);
    }
    for witness in &departures {
        assert!(
            EXPLANATIONS.iter().any(|row| row.0 == witness.0),
            "{:?}",
            witness.0
        );
    }
}

#[test]
fn what_both_read_alike_is_no_row() {
    for witness in agreements() {
        let reading = read(witness.1.as_bytes());
        assert!(agrees(&witness, &reading), "{witness:?}: {reading:?}");
    }
}

#[test]
fn every_code_that_affects_a_replay_has_a_witness() {
    let witnesses: Vec<Witness> = departures().into_iter().chain(agreements()).collect();
    // Games of other variants are not read a second time.
    for &code in Code::ALL
        .iter()
        .filter(|code| !matches!(code.effect(), Effect::None | Effect::Foreign))
    {
        assert!(
            witnesses.iter().any(|witness| witness.0 == code),
            "{code:?}"
        );
    }
}

#[test]
fn the_table_follows_the_catalogue_and_names_no_code_twice() {
    let codes: Vec<Code> = EXPLANATIONS.iter().map(|row| row.0).collect();
    assert!(codes.windows(2).all(|pair| pair[0] < pair[1]));
}

#[test]
fn what_this_crate_exists_to_find_is_explained_by_nothing() {
    for code in [
        Code::UnreadableFen,
        Code::ImpossiblePosition,
        Code::IllegalMove,
        Code::AmbiguousMove,
        Code::MoveAfterEnd,
        // A wrong mark may be the symptom of a bug in our own board.
        Code::CheckMark,
    ] {
        assert!(
            DisagreementKind::ALL
                .iter()
                .all(|&kind| explain(kind, &[code]).is_none())
        );
    }
}
