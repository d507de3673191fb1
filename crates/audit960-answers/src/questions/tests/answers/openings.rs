//! Openings, pairs and results by group.

use super::*;

#[test]
fn openings_are_counted_and_written_as_san() {
    let games = [
        played(game(518, WHITE), 40, "e2e4 e7e5 g1f3 b8c6"),
        played(game(518, BLACK), 40, "e2e4 e7e5 f1c4 g8f6"),
        played(game(518, DRAW), 40, "d2d4 d7d5 c2c4 d5c4"),
        played(game(518, DRAW), 40, "e2e4 c7c5 g1f3 d7d6"),
        played(game(518, UNFINISHED), 1, "e2e4"),
        played(game(518, UNFINISHED), 0, ""),
        GameFacts {
            opening: None,
            verdict: Verdict::Rejected,
            ..game(518, WHITE)
        },
        played(game(0, WHITE), 40, "e2e4 e7e5"),
        GameFacts {
            start: StartKind::Standard,
            ..played(game(518, WHITE), 40, "e2e4 e7e5")
        },
    ];
    let (_dir, dataset, _) = dataset(&[("a.pgn", &games)]);
    let lines = |plies| -> Vec<(String, ScoreTally)> {
        let lines = crate::openings(&dataset, ORTHODOX, plies)
            .unwrap()
            .value
            .into_iter();
        lines.map(|line| (line.san, line.score_tally)).collect()
    };
    let line = |san: &str, tally| (san.to_owned(), tally);
    assert_eq!(
        lines(1),
        [
            line("1.e4", score(1, 1, 1, 1)),
            line("1.d4", score(0, 1, 0, 0)),
        ]
    );
    assert_eq!(
        lines(2),
        [
            line("1.e4 e5", score(1, 0, 1, 0)),
            line("1.d4 d5", score(0, 1, 0, 0)),
            line("1.e4", score(0, 0, 0, 1)),
            line("1.e4 c5", score(0, 1, 0, 0)),
        ]
    );
    let four = crate::openings(&dataset, ORTHODOX, 4).unwrap().value;
    assert_eq!(four.len(), 5);
    assert!(
        four.iter().any(|line| line.san == "1.d4 d5 2.c4 dxc4"
            && line.moves == ["d2d4", "d7d5", "c2c4", "d5c4"])
    );
}

#[test]
fn castling_is_the_king_taking_its_rook() {
    // King f1 and rook g1 change places with the first move. The second game has an illegal move.
    let start = Start::from_arrangement(b"RNBBNKRQ").unwrap();
    let games = [
        played(game(start.number(), DRAW), 4, "f1g1 f8g8 e2e4 e7e5"),
        played(game(start.number(), WHITE), 4, "f1g1 f8g8 e2e5 e7e6"),
    ];
    let (_dir, dataset, _) = dataset(&[("a.pgn", &games)]);
    let lines = crate::openings(&dataset, start, 4).unwrap().value;
    assert_eq!(lines[0].san, "1.O-O O-O 2.e4 e5");
    assert_eq!(lines[1].san, "1.O-O O-O 2.e2e5 e7e6");
}

#[test]
fn pairs_of_double_chess960_are_few() {
    let double = |white, black, result, plies| GameFacts {
        start: StartKind::DoubleChess960,
        black_start: Some(black),
        plies,
        ..game(white, result)
    };
    let games = [
        double(518, 0, WHITE, 10),
        double(0, 518, BLACK, 20),
        double(518, 0, UNFINISHED, 30),
        double(518, 1, DRAW, 40),
        game(518, WHITE),
    ];
    let (_dir, dataset, _) = dataset(&[("a.pgn", &games)]);
    let pairs: Vec<_> = crate::pairs(&dataset)
        .unwrap()
        .value
        .into_iter()
        .map(|pair| {
            (
                pair.white.number(),
                pair.black.number(),
                pair.score_tally,
                pair.plies,
            )
        })
        .collect();
    assert_eq!(
        pairs,
        [
            (0, 518, score(0, 0, 1, 0), 20),
            (518, 0, score(1, 0, 0, 1), 40),
            (518, 1, score(0, 1, 0, 0), 40),
        ]
    );
}

/// White has 1.5 of 2 in 2009, 0 of 1 in 2019; an unfinished game has no year. Wilson's interval of
/// 0.75 for two games is that of `wilson_interval`, which has tests of its own.
#[test]
fn results_are_counted_by_group() {
    let of = |year, start, result, elos: Option<(i32, i32)>| GameFacts {
        year,
        white_elo: elos.map(|(white, _)| white),
        black_elo: elos.map(|(_, black)| black),
        plies: 30,
        ..game(start, result)
    };
    let games = [
        of(Some(2019), 1, GameResult::Black, None),
        of(Some(2009), 518, GameResult::White, Some((2_500, 2_450))),
        of(Some(2009), 518, DRAW, Some((2_400, 2_450))),
        of(None, 959, GameResult::Unfinished, Some((2_000, 1_000))),
        GameFacts {
            start: StartKind::Standard,
            ..of(Some(2009), 518, GameResult::White, None)
        },
    ];
    let (_dir, dataset, _) = dataset(&[("a.pgn", &games)]);
    let found = crate::groups(&dataset, Grouping::YEAR, None).unwrap().value;
    let rows: Vec<_> = found
        .groups
        .iter()
        .map(|opening| {
            (
                opening.label.as_deref(),
                opening.score_tally.games(),
                opening.positions,
                opening.plies,
            )
        })
        .collect();
    assert_eq!(
        rows,
        [
            (None, 1, 1, 30),
            (Some("2009"), 2, 1, 60),
            (Some("2019"), 1, 1, 30)
        ]
    );
    assert_eq!(
        (
            found.groups[1].rated_games,
            found.groups[1].rating_difference
        ),
        (2, 0)
    );
    assert_eq!(found.groups[0].rated_games, 0, "it was not decided");
    assert_eq!(found.rest, None);
    let table = found.table(Grouping::YEAR, 1);
    let cell = |name: &str, row| table.column(name).unwrap().cell(row);
    let years = [0, 1, 2].map(|row| cell("year", row));
    assert_eq!(years, [Cell::Null, Cell::Int(2009), Cell::Int(2019)]);
    assert_eq!(cell("score", 1), Cell::Float(0.75));
    assert_eq!(cell("draw_share", 1), Cell::Float(0.5));
    assert_eq!(
        (cell("score", 0), cell("score_low", 0)),
        (Cell::Null, Cell::Null)
    );
    assert_eq!(found.table(Grouping::YEAR, 2).rows(), 1);
    // One group is kept, the others are one row.
    let bounded = crate::questions::groups::groups_up_to(&dataset, Grouping::RATING, None, 1)
        .unwrap()
        .value;
    let rest = bounded.rest.as_ref().unwrap().score_tally.games();
    assert_eq!(rest + bounded.groups[0].score_tally.games(), 4);
    let table = bounded.table(Grouping::RATING, 1);
    assert_eq!(
        table.column("rating").unwrap().cell(1),
        Cell::Text("(all others)")
    );
    let archive = crate::groups(&dataset, Grouping::ARCHIVE, None)
        .unwrap()
        .value;
    assert_eq!((archive.groups.len(), archive.groups[0].positions), (1, 3));
}
