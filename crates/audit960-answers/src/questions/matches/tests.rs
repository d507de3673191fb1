//! Handmade matches; pairs are counted by hand beside them.

use audit960_types::{Cell, GameFacts, GameResult, Moveless, StartKind};

use super::Pairs;
use crate::questions::tests::{dataset, game};
use audit960_dataset::Grouping;

const WHITE: GameResult = GameResult::White;
const BLACK: GameResult = GameResult::Black;
const DRAW: GameResult = GameResult::Draw;

fn played(
    start: u16,
    white: &'static str,
    black: &'static str,
    result: GameResult,
) -> GameFacts<'static> {
    GameFacts {
        event: Some("Match"),
        white: Some(white),
        black: Some(black),
        ..game(start, result)
    }
}

/// The pairs of these games, which are the same in parts of any size.
fn found(games: &[GameFacts<'static>]) -> Pairs {
    let (_dir, dataset, _) = dataset(&[("a.pgn", games)]);
    // These games have no moves.
    assert!(
        crate::reversed_pairs(&dataset)
            .unwrap()
            .value
            .matches
            .is_empty()
    );
    let dataset = dataset.counting(Moveless::Counted);
    let all = crate::reversed_pairs(&dataset).unwrap().value;
    for part in [1, 3] {
        assert_eq!(super::reversed_pairs_by(&dataset, part).unwrap().value, all);
    }
    all
}

#[test]
fn pairs_are_found_in_any_order_of_their_games() {
    let pairs = found(&[
        // Alpha wins both: 2 points.
        played(7, "Alpha", "Beta", WHITE),
        played(7, "Beta", "Alpha", BLACK),
        // White wins both: 1 point each.
        played(8, "Beta", "Alpha", WHITE),
        played(8, "Alpha", "Beta", WHITE),
        // The same start twice: first with first, second with second. 1/2 point, then 3/2.
        played(9, "Alpha", "Beta", DRAW),
        played(9, "Alpha", "Beta", WHITE),
        played(9, "Beta", "Alpha", WHITE),
        played(9, "Beta", "Alpha", DRAW),
        // Without a partner: colours not reversed, another event, another player, no result.
        played(10, "Alpha", "Beta", WHITE),
        played(10, "Alpha", "Beta", WHITE),
        GameFacts {
            event: Some("Other"),
            ..played(10, "Beta", "Alpha", WHITE)
        },
        played(11, "Alpha", "Gamma", DRAW),
        played(10, "Beta", "Alpha", GameResult::Unfinished),
    ]);
    assert_eq!(pairs.single, 4);
    let [match_] = pairs.matches.as_slice() else {
        panic!("{pairs:?}")
    };
    assert_eq!(match_.players, Some(["Alpha", "Beta"].map(str::to_owned)));
    assert_eq!(match_.pairs.counts, [0, 1, 1, 1, 1]);
    // Alpha: 2 wins; a win and a loss; a draw and a loss; a win and a draw.
    let games = match_.games;
    assert_eq!((games.white_wins, games.draws, games.black_wins), (4, 2, 2));
    let starts: Vec<_> = pairs
        .starts
        .iter()
        .map(|compared| {
            (
                compared.start.unwrap()[0].number(),
                compared.white.counts,
                compared.better.counts,
            )
        })
        .collect();
    assert_eq!(
        starts,
        [
            // White 1 and 0: one point in both games.
            (7, [0, 0, 1, 0, 0], [0, 0, 0, 0, 1]),
            (8, [0, 0, 0, 0, 1], [0, 0, 1, 0, 0]),
            // White 1/2 and 1, then 1 and 1/2.
            (9, [0, 0, 0, 2, 0], [0, 0, 0, 2, 0]),
        ]
    );
    let table = pairs.match_table(1);
    let cell = |name: &str| table.column(name).unwrap().cell(0);
    // 5 of 8 points: -400*math.log10(8/5 - 1) in Python.
    assert_eq!(
        (cell("pairs"), cell("score")),
        (Cell::Int(4), Cell::Float(0.625))
    );
    let Cell::Float(elo) = cell("elo") else {
        panic!("{:?}", cell("elo"))
    };
    assert!((elo - 88.739_499_846_542_51).abs() < 1e-9, "{elo}");
    let table = pairs.start_table(2);
    assert_eq!(table.rows(), 1);
    assert_eq!(
        table.column("won_pairs_share").unwrap().cell(0),
        Cell::Float(1.0)
    );
    assert_eq!(pairs.match_table(5).rows(), 0);
}

#[test]
fn double_chess960_has_pairs_too_and_copies_count_once() {
    let double = |white, black| GameFacts {
        start: StartKind::DoubleChess960,
        black_start: Some(2),
        ..played(1, white, black, DRAW)
    };
    // With another arrangement of Black it is another start.
    let other = GameFacts {
        black_start: Some(3),
        ..double("Beta", "Alpha")
    };
    let pairs = found(&[double("Alpha", "Beta"), other, double("Beta", "Alpha")]);
    assert_eq!((pairs.starts.len(), pairs.single), (1, 1));
    assert_eq!(
        pairs.starts[0]
            .start
            .unwrap()
            .map(audit960_board::start::Start::number),
        [1, 2]
    );
    // Any other FEN is a start, too; the orthodox position without one may stand for a book, and is not asked.
    let exit = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    let other = |fen, white, black, result| GameFacts {
        start: if fen == Some(exit) {
            StartKind::Other
        } else {
            StartKind::Standard
        },
        white_start: None,
        black_start: None,
        fen,
        ..played(1, white, black, result)
    };
    let pairs = found(&[
        other(Some(exit), "Alpha", "Beta", WHITE),
        other(Some(exit), "Beta", "Alpha", DRAW),
        other(None, "Alpha", "Beta", WHITE),
        other(None, "Beta", "Alpha", WHITE),
        played(518, "Alpha", "Alpha", WHITE),
    ]);
    let [start] = pairs.starts.as_slice() else {
        panic!("{pairs:?}")
    };
    assert_eq!((start.fen.as_deref(), start.start), (Some(exit), None));
    assert_eq!(start.white.counts, [0, 0, 0, 1, 0]);
    assert_eq!((pairs.single, pairs.unpaired), (0, 1));
    let table = pairs.start_table(1);
    assert_eq!(table.column("white_start").unwrap().cell(0), Cell::Null);
    assert_eq!(table.column("fen").unwrap().cell(0), Cell::Text(exit));
    assert_eq!(table.column("draws").unwrap().cell(0), Cell::Int(1));
    let (_dir, empty, _) = dataset(&[]);
    assert_eq!(
        crate::reversed_pairs(&empty).unwrap().value,
        Pairs::default()
    );
    assert!(
        crate::groups(&empty, Grouping::YEAR, None)
            .unwrap()
            .value
            .groups
            .is_empty()
    );
}

#[test]
fn a_start_without_its_castling_rights_is_no_start_position() {
    let without = |white, black| GameFacts {
        start: StartKind::Other,
        fen: Some("nnrbkrbq/pppppppp/8/8/8/8/PPPPPPPP/NNRBKRBQ w - - 0 1"),
        ..played(93, white, black, WHITE)
    };
    let pairs = found(&[
        without("Alpha", "Beta"),
        without("Beta", "Alpha"),
        // With their rights the pieces are another start.
        played(93, "Beta", "Alpha", WHITE),
    ]);
    let starts = pairs.starts.iter().map(|pairs| pairs.start);
    assert_eq!(starts.collect::<Vec<_>>(), [None]);
    assert_eq!(pairs.single, 1);
}
