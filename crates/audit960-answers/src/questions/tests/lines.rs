//! EPD and FEN lines: how often start positions and pairs of them occur.

use std::path::Path;

use audit960_board::start::Start;
use audit960_dataset::tables::ChunkTables;
use audit960_types::{
    CastlingStyle, Cell, FactSink, GameResult, Identity, PositionFacts, PositionTally, Side,
    StartKind, Tally, Verdict,
};

use super::TableScan;
use super::{Dataset, OPTIONS, dataset, game, open, write_fed};
use audit960_dataset::LinePair;

/// A line with a start position, or with another position if there is no number.
fn line(numbers: Option<(u16, u16)>) -> PositionFacts<'static> {
    let start = match numbers {
        None => StartKind::Other,
        Some((white, black)) if white != black => StartKind::DoubleChess960,
        Some((518, _)) => StartKind::Standard,
        Some(_) => StartKind::Chess960,
    };
    PositionFacts {
        identity: Identity::default(),
        byte_length: 1,
        line: 0,
        fen: Some("4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        start,
        white_start: numbers.map(|(white, _)| white),
        black_start: numbers.map(|(_, black)| black),
        side: Some(Side::White),
        castling: Some("-"),
        castling_style: CastlingStyle::None,
        clock: None,
        move_number: None,
        operations: None,
        verdict: Verdict::Ok,
        findings: 0,
        codes: &[],
    }
}

fn of(dir: &Path, lines: &[PositionFacts<'_>]) -> (Dataset, Tally) {
    let feed = |tables: &mut ChunkTables| {
        lines.iter().for_each(|line| tables.position(line));
    };
    let tally = write_fed(dir, OPTIONS, &[("a.epd", &feed)]);
    (open(dir), tally)
}

#[test]
fn counts_are_those_of_the_pass() {
    let rejected = PositionFacts {
        fen: None,
        start: StartKind::Unknown,
        verdict: Verdict::Rejected,
        ..line(None)
    };
    let lines = [
        line(Some((518, 518))),
        line(Some((0, 0))),
        line(Some((0, 0))),
        // A pair is not one of the 960, even if one of its numbers is 0.
        line(Some((0, 959))),
        line(Some((959, 0))),
        line(Some((0, 959))),
        PositionFacts {
            verdict: Verdict::Damaged,
            ..line(Some((7, 7)))
        },
        line(None),
        rejected,
    ];
    let dir = tempfile::tempdir().unwrap();
    let (dataset, of_the_pass) = of(dir.path(), &lines);
    let tally = dataset.tally().unwrap().value;
    assert_eq!(tally.lines, of_the_pass.lines);
    assert_eq!(tally.lines.numbers, [(0, 2), (7, 1), (518, 1)].into());
    assert_eq!(
        tally.lines.starts,
        [
            (StartKind::Standard, 1),
            (StartKind::Chess960, 3),
            (StartKind::DoubleChess960, 3),
            (StartKind::Other, 1),
            (StartKind::Unknown, 1),
        ]
        .into()
    );
    let verdicts = tally.lines.verdicts;
    assert_eq!(
        (verdicts.ok, verdicts.damaged, verdicts.rejected),
        (7, 1, 1)
    );
    assert!(tally.positions.is_empty(), "lines are not games");
    let pair = |white, black, lines| LinePair {
        white: Start::new(white).unwrap(),
        black: Start::new(black).unwrap(),
        lines,
    };
    assert_eq!(
        dataset.line_pairs().unwrap(),
        [pair(0, 959, 2), pair(959, 0, 1)]
    );
    let numbers = dataset
        .read(&TableScan::of("positions", &["white_start"]))
        .unwrap();
    let numbers = (0..numbers.rows()).map(|row| numbers.columns()[0].cell(row));
    let sum = numbers.map(|cell| match cell {
        Cell::Int(number) => number,
        _ => 0,
    });
    // 518 + 0 + 0 + 0 + 959 + 0 + 7.
    assert_eq!(sum.sum::<i64>(), 1484);
}

#[test]
fn a_dataset_of_games_has_none() {
    let (_dir, dataset, _) = dataset(&[("a.pgn", &[game(7, GameResult::Draw)])]);
    assert!(!dataset.has_positions());
    assert_eq!(dataset.line_pairs().unwrap(), []);
    assert_eq!(
        dataset.tally().unwrap().value.lines,
        PositionTally::default()
    );
}
