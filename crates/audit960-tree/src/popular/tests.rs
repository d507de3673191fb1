use audit960_board::{Move, Position};

use super::*;

fn moves(text: &str) -> Vec<Move> {
    text.split_ascii_whitespace()
        .map(|word| word.parse().unwrap())
        .collect()
}

const OPTIONS: PopularOptions = PopularOptions {
    plies: (0, 4),
    any_ply: false,
    mirror: false,
    by_start: false,
    max_positions: 1 << 20,
};

/// Games by group, players and moves.
const GAMES: [(&str, [&str; 2], &str); 5] = [
    ("2020", ["A", "B"], "g1f3 g8f6 f3g1 f6g8 e2e4"),
    ("2020", ["B", "A"], "e2e4 c7c5 g1f3 d7d6"),
    ("999", ["A", "C"], "g1f3 c7c5 e2e4 d7d6"),
    ("2020", ["?", "A"], "d2d4"),
    ("2020", ["A", "B"], ""),
];

/// Rows as `group ply games players`, for the games in two collectors.
fn rows(options: PopularOptions) -> Vec<String> {
    let start = Position::standard();
    let mut collectors = [
        PositionPopularity::new(options, 2),
        PositionPopularity::new(options, 2),
    ];
    for (index, (group, [white, black], text)) in GAMES.into_iter().enumerate() {
        let moves = moves(text);
        let game = PlayedGame {
            group: (!options.by_start).then_some(group),
            white: Some(white),
            black: Some(black),
            day: Some(index as i32),
            starts: Some([518; 2]),
            ..PlayedGame::of_moves(&start, &moves)
        };
        collectors[index % 2].game(&game).unwrap();
    }
    let [mut one, other] = collectors;
    one.merge(other);
    assert_eq!((one.all().score.games(), one.all().moveless), (4, 1));
    let rows = one.into_rows().unwrap().map(Result::unwrap);
    rows.map(|row| {
        let group = row.group.unwrap_or_default();
        format!(
            "{group} {} {} {}",
            row.ply,
            row.tally.score.games(),
            row.players
        )
    })
    .collect()
}

#[test]
fn positions_are_counted_by_group_and_half_moves() {
    let expected = [
        "999 0 1 2",
        "999 1 1 2",
        "999 2 1 2",
        "999 3 1 2",
        "999 4 1 2",
        "2020 0 3 2",
        "2020 1 1 2",
        "2020 1 1 2",
        "2020 1 1 1",
        "2020 2 1 2",
        "2020 2 1 2",
        "2020 3 1 2",
        "2020 3 1 2",
        "2020 4 1 2",
        "2020 4 1 2",
    ];
    let mut found = rows(OPTIONS);
    // Equally frequent positions come in the order of their packed form.
    found.sort_by_key(|row| !row.starts_with("999"));
    let count = |rows: &[&str], row: &str| rows.iter().filter(|other| **other == row).count();
    let found: Vec<&str> = found.iter().map(String::as_str).collect();
    assert_eq!(found.len(), expected.len());
    for row in expected {
        assert_eq!(count(&found, row), count(&expected, row), "{row}");
    }
    assert_eq!(found[5], expected[5]);
}

/// Transpositions are one position, and files give what memory gives.
#[test]
fn rows_do_not_depend_on_the_positions_in_memory() {
    let by_start = PopularOptions {
        by_start: true,
        ..OPTIONS
    };
    let expected = rows(by_start);
    // All four with moves begin alike, both lines with c5 are the same after 3 and 4 half-moves.
    assert_eq!(expected[0], "518 0 4 3");
    assert!(
        expected.contains(&"518 3 2 3".to_owned()) && expected.contains(&"518 4 2 3".to_owned())
    );
    for max_positions in [1, 3, 6] {
        assert_eq!(
            rows(PopularOptions {
                max_positions,
                ..by_start
            }),
            expected
        );
    }
}

/// The first game comes back to the start and counts once; the position after 1. e4 is that of ply 5, too.
#[test]
fn a_position_counts_once_a_game_at_any_ply() {
    let options = PopularOptions {
        plies: (0, u32::MAX),
        any_ply: true,
        by_start: true,
        ..OPTIONS
    };
    let rows = rows(options);
    assert_eq!(rows[0], "518 0 4 3");
    // 1. e4 in two games, at ply 1 and ply 5; 1. Nf3 in two.
    assert_eq!(
        rows.iter().filter(|row| *row == "518 1 2 2").count(),
        1,
        "{rows:?}"
    );
    assert_eq!(
        rows.iter().filter(|row| *row == "518 1 2 3").count(),
        1,
        "{rows:?}"
    );
}
