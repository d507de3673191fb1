//! Each kind of disagreement, and agreement.

use audit960_types::{Bitboard, Side, Square};

use super::*;
use crate::second_reading::reading::read;

/// After 1. e4 e5 2. Nf3.
fn after_nf3() -> PositionKey {
    PositionKey {
        placement: "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R".to_owned(),
        side: Side::Black,
        castling_rooks: Bitboard(1 | 1 << 7 | 1 << 56 | 1 << 63),
        en_passant: None,
    }
}

fn ours(position: &PositionKey) -> OurReading<'_> {
    OurReading {
        plies: 3,
        position: Some(position),
        clock: Some(1),
        verdict: Verdict::Ok,
        codes: &[],
    }
}

const REJECTED: OurReading<'_> = OurReading {
    plies: 0,
    position: None,
    clock: None,
    verdict: Verdict::Rejected,
    codes: &[],
};

fn theirs(text: &str) -> SecondReading {
    read(text.as_bytes()).games.remove(0)
}

fn kind(ours: &OurReading<'_>, theirs: &SecondReading) -> Option<DisagreementKind> {
    compare(ours, theirs).map(|disagreement| disagreement.kind)
}

#[test]
fn equal_readings_agree() {
    let key = after_nf3();
    assert_eq!(compare(&ours(&key), &theirs("1. e4 e5 2. Nf3 *")), None);
    let stopped = OurReading {
        verdict: Verdict::Damaged,
        codes: &[Code::IllegalMove],
        ..ours(&key)
    };
    assert_eq!(compare(&stopped, &theirs("1. e4 e5 2. Nf3 Nf3 *")), None);
    assert_eq!(compare(&REJECTED, &theirs("[FEN \"?\"]\n\n1. e4 *")), None);
}

#[test]
fn another_number_of_half_moves() {
    let key = after_nf3();
    let theirs = theirs("1. e4 e5 2. Nf3 Nc6 *");
    let disagreement = compare(&ours(&key), &theirs).unwrap();
    assert_eq!(disagreement.kind, DisagreementKind::Plies);
    assert_eq!(
        (&*disagreement.ours, &*disagreement.theirs),
        ("3 plies", "4 plies")
    );
    assert_eq!(disagreement.explained_by, None);
}

#[test]
fn a_record_that_goes_on_for_one_reader_only() {
    let key = after_nf3();
    let illegal = theirs("1. e4 e5 2. Nf3 Nf3 *");
    assert_eq!(kind(&ours(&key), &illegal), Some(DisagreementKind::Plies));
    let damaged = |codes| OurReading {
        verdict: Verdict::Damaged,
        codes,
        ..ours(&key)
    };
    let whole = theirs("1. e4 e5 2. Nf3 *");
    let goes_on = damaged(&[Code::IllegalMove]);
    assert_eq!(kind(&goes_on, &whole), Some(DisagreementKind::Plies));
    // Replayed to its end, though half-moves are missing before.
    assert_eq!(kind(&damaged(&[Code::MissingHalfMoves]), &whole), None);
}

#[test]
fn another_position_after_as_many_half_moves() {
    let played = theirs("1. e4 e5 2. Nf3 *");
    let right = after_nf3();
    for wrong in [
        PositionKey {
            side: Side::White,
            ..right.clone()
        },
        PositionKey {
            castling_rooks: Square::A1.into(),
            ..right.clone()
        },
        PositionKey {
            en_passant: Some(Square::E6),
            ..right.clone()
        },
        PositionKey {
            placement: right.placement.replace('N', "B"),
            ..right.clone()
        },
    ] {
        assert_eq!(
            kind(&ours(&wrong), &played),
            Some(DisagreementKind::FinalPosition)
        );
    }
}

#[test]
fn another_clock() {
    let key = after_nf3();
    let late = OurReading {
        clock: Some(2),
        ..ours(&key)
    };
    let disagreement = compare(&late, &theirs("1. e4 e5 2. Nf3 *")).unwrap();
    assert_eq!(disagreement.kind, DisagreementKind::Clock);
    assert_eq!((&*disagreement.ours, &*disagreement.theirs), ("2", "1"));
}

#[test]
fn another_start() {
    let key = after_nf3();
    let unplayed = OurReading {
        plies: 0,
        ..ours(&key)
    };
    assert_eq!(
        kind(&REJECTED, &theirs("1. e4 *")),
        Some(DisagreementKind::Start)
    );
    assert_eq!(
        kind(&unplayed, &theirs("[FEN \"?\"]\n")),
        Some(DisagreementKind::Start)
    );
    assert_eq!(
        kind(&unplayed, &theirs("[Event \"?\"]\n")),
        Some(DisagreementKind::Start)
    );
}

#[test]
fn another_number_of_games() {
    let reading = read(b"1. e4 *\n\n1. d4 *\n");
    assert_eq!(compare_count(2, &reading, &[]), None);
    let disagreement = compare_count(1, &reading, &[Code::CheckMark, Code::StrayText]).unwrap();
    assert_eq!(disagreement.kind, DisagreementKind::Count);
    assert_eq!(disagreement.explained_by, Some(Code::StrayText));
}

#[test]
fn the_first_code_that_can_explain_the_kind_does() {
    let key = after_nf3();
    let theirs = theirs("1. e4 e5 *");
    let codes = [
        Code::CheckMark,
        Code::MissingStart,
        Code::LongAlgebraic,
        Code::OtherLanguage,
    ];
    let repaired = OurReading {
        verdict: Verdict::Repaired,
        codes: &codes,
        ..ours(&key)
    };
    let disagreement = compare(&repaired, &theirs).unwrap();
    assert_eq!(disagreement.explained_by, Some(Code::LongAlgebraic));
    let illegal = OurReading {
        codes: &[Code::IllegalMove],
        ..repaired
    };
    assert_eq!(compare(&illegal, &theirs).unwrap().explained_by, None);
}
