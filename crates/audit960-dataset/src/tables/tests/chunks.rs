//! Counts and findings of chunks, and what the assembler makes of them.

use std::sync::Arc;

use audit960_types::{
    CastlingRight, Code, FactSink, GameFacts, Gap, GapKind, Identity, Side, Square, StartKind,
    Tally, Wing,
};

use super::samples::{bare_game, finding, full_game, full_incident, incident_at};
use crate::tables::{Assembler, ChunkTables, TableOptions};

#[test]
fn findings_for_printing_are_the_first_of_each_code_and_chunk() {
    let mut tables = ChunkTables::new(TableOptions::default());
    let mut assembler = Assembler::new(TableOptions::default()).unwrap();
    let source: Arc<str> = "a.pgn".into();
    for first in [true, false] {
        for line in 0..25 {
            tables.finding(finding(Code::CheckMark, Some(0), line));
        }
        tables.finding(finding(Code::NullMove, Some(0), 3));
        let kept = assembler
            .push(tables.finish(40).unwrap(), &source, first)
            .findings;
        let codes = |code| kept.iter().filter(|finding| finding.code == code).count();
        assert_eq!((codes(Code::CheckMark), codes(Code::NullMove)), (20, 1));
    }
    assert_eq!(tables.tally().findings[&Code::CheckMark], 50);

    tables.keep_all_findings();
    for line in 0..25 {
        tables.finding(finding(Code::CheckMark, Some(0), line));
    }
    let kept = assembler
        .push(tables.finish(40).unwrap(), &source, false)
        .findings;
    assert_eq!(kept.len(), 25);
}

#[test]
fn findings_for_printing_count_from_the_start_of_their_source() {
    let mut tables = ChunkTables::new(TableOptions::default());
    let mut assembler = Assembler::new(TableOptions::default()).unwrap();
    let mut found = Vec::new();
    for (source, first) in [("a.pgn", true), ("a.pgn", false), ("b.pgn", true)] {
        tables.game(&bare_game());
        tables.finding(finding(Code::NullMove, Some(1), 30));
        tables.game(&bare_game());
        tables.finding(finding(Code::StrayText, None, 38));
        let rows = tables.finish(40).unwrap();
        assert_eq!(rows.games(), 2);
        let assembled = assembler.push(rows, &source.into(), first);
        found.extend(
            assembled
                .findings
                .iter()
                .map(|finding| (finding.game, finding.line)),
        );
    }
    let expected = [
        (Some(1), 30),
        (None, 38),
        (Some(3), 70),
        (None, 78),
        (Some(1), 30),
        (None, 38),
    ];
    assert_eq!(found, expected);
}

#[test]
fn the_tally_is_that_of_all_chunks() {
    let rights = [
        (Side::White, Wing::HSide, Square::E1, Square::H1),
        (Side::Black, Wing::ASide, Square::E8, Square::A8),
    ]
    .map(|(side, wing, king, rook)| CastlingRight {
        side,
        wing,
        king,
        rook,
    });
    let game = GameFacts {
        start: StartKind::Chess960,
        white_start: Some(518),
        rights: &rights,
        incidents: 2,
        ..full_game()
    };
    let gap = Gap {
        identity: Identity::default(),
        byte_length: 12,
        kind: GapKind::StrayText,
    };
    let incident = full_incident();
    let mut tables = ChunkTables::new(TableOptions::default());
    for _ in 0..3 {
        tables.gap(&gap);
        // A game loses half a point once, whatever its number of runs.
        tables.incident(&incident_at(&incident, game.identity));
        tables.incident(&incident_at(&incident, game.identity));
        tables.finding(finding(Code::NullMove, Some(0), 0));
        tables.game(&game);
        tables.finish(0).unwrap();
    }
    let mut expected = Tally::default();
    for _ in 0..3 {
        *expected.gap_bytes.entry(gap.kind).or_default() += gap.byte_length;
        expected.finding(Code::NullMove);
        expected.game(&game);
    }
    assert_eq!((expected.incidents, expected.half_points_lost), (6, 3));
    assert_eq!(*tables.tally(), expected);
    assert_eq!(tables.take_tally(), expected);
}
