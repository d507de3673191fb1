//! Tallies, popularity, openings and pairs.

mod openings;

use audit960_board::start::{ORTHODOX, Start};
use audit960_types::{
    Cell, GameFacts, GameResult, Identity, ScoreTally, StartKind, Venue, Verdict,
};

use super::TableScan;
use super::{dataset, game};
use audit960_statistics::start_position_rows;

use crate::{LotteryRule, PositionCount};
use audit960_dataset::Grouping;

const WHITE: GameResult = GameResult::White;
const BLACK: GameResult = GameResult::Black;
const DRAW: GameResult = GameResult::Draw;
const UNFINISHED: GameResult = GameResult::Unfinished;

fn rated(mut game: GameFacts<'static>, white: i32, black: i32) -> GameFacts<'static> {
    (game.white_elo, game.black_elo) = (Some(white), Some(black));
    game
}

fn played(mut game: GameFacts<'static>, plies: u32, opening: &'static str) -> GameFacts<'static> {
    (game.plies, game.opening) = (plies, Some(opening));
    game
}

fn at(mut game: GameFacts<'static>, event: &'static str, date: &'static str) -> GameFacts<'static> {
    (game.event, game.date) = (Some(event), Some(date));
    game.year = date[..4].parse().ok();
    game
}

/// A game with incidents, for which it needs an offset of its own and a clock of 99.
fn quiet(mut game: GameFacts<'static>, byte_offset: u64, incidents: u32) -> GameFacts<'static> {
    game.identity = Identity {
        frame_offset: 0,
        byte_offset,
    };
    (game.max_clock, game.incidents) = (Some(99), incidents);
    game
}

fn score(white_wins: u64, draws: u64, black_wins: u64, unfinished: u64) -> ScoreTally {
    ScoreTally {
        white_wins,
        draws,
        black_wins,
        unfinished,
    }
}

fn start(number: u16) -> Start {
    Start::new(number).unwrap()
}

#[test]
fn tallies_are_those_of_the_pass() {
    let first = [
        rated(played(game(518, WHITE), 80, ""), 2600, 2500),
        rated(played(game(518, DRAW), 30, ""), 2500, 2400),
        rated(played(game(518, BLACK), 60, ""), 2400, 2500),
        // Without a result, or with one rating, a game is not rated.
        rated(played(game(518, UNFINISHED), 7, ""), 2600, 2500),
        GameFacts {
            white_elo: Some(2000),
            ..game(518, WHITE)
        },
        quiet(game(518, DRAW), 500, 2),
        rated(game(0, WHITE), 2400, 2400),
        quiet(game(959, BLACK), 700, 1),
        // Not Chess960, whatever the numbers: incidents there count for no position.
        GameFacts {
            start: StartKind::Standard,
            ..quiet(game(518, WHITE), 800, 3)
        },
        GameFacts {
            start: StartKind::DoubleChess960,
            black_start: Some(0),
            ..game(518, WHITE)
        },
        GameFacts {
            start: StartKind::Unknown,
            white_start: None,
            black_start: None,
            opening: None,
            max_clock: None,
            verdict: Verdict::Rejected,
            ..game(518, WHITE)
        },
    ];
    // The same offsets in another source are other games.
    let second = [quiet(game(0, DRAW), 500, 1), quiet(game(0, DRAW), 900, 0)];
    let (_dir, dataset, of_the_pass) = dataset(&[("a.pgn", &first), ("b.pgn", &second)]);
    // Most of these games have no moves, and only the counts matter here.
    let found = dataset.tally().unwrap().value;
    let tally = found.with_moveless();

    let numbers: Vec<u16> = tally.positions.keys().copied().collect();
    assert_eq!(numbers, [0, 518, 959]);
    let of = |number: u16| {
        let position = &tally.positions[&number];
        (
            position.score,
            position.plies,
            position.incidents,
            position.rated_games(),
        )
    };
    assert_eq!(of(518), (score(2, 2, 1, 1), 80 + 30 + 60 + 7, 2, 3));
    assert_eq!(of(0), (score(1, 2, 0, 0), 0, 1, 1));
    let rated = tally.positions[&518]
        .strata
        .iter()
        .find(|(stratum, _)| stratum.rated);
    let differences: Vec<(i32, u64)> = rated
        .map(|(_, tally)| {
            tally
                .bins
                .iter()
                .map(|(bin, results)| (bin.centre(), results.games()))
        })
        .unwrap()
        .collect();
    assert_eq!(differences, [(-100, 1), (100, 2)]);
    assert_eq!(tally.positions[&959].incidents, 1);
    assert_eq!(found.positions, of_the_pass.positions);
    assert_eq!(found.moveless_positions, of_the_pass.moveless_positions);
    // So table start_positions comes out the same to the last bit.
    let table = dataset
        .read(&TableScan::of(
            "start_positions",
            &["games", "score_low", "q_value"],
        ))
        .unwrap();
    let float = |value: Option<f64>| value.map_or(Cell::Null, Cell::Float);
    for (index, row) in start_position_rows(&found).iter().enumerate() {
        let games = Cell::Int(row.score_tally.games().cast_signed());
        let expected = [games, float(row.score_low), float(row.q_value)];
        assert!(table.columns().iter().map(|c| c.cell(index)).eq(expected));
    }
}

#[test]
fn rating_differences_keep_their_sign_at_any_size() {
    let games = [
        rated(game(0, WHITE), 1, 3_000),
        rated(game(0, WHITE), 9_999, 1),
        rated(game(959, DRAW), -1, 0),
        rated(game(959, DRAW), 0, i32::MAX),
        rated(game(959, DRAW), i32::MAX, 0),
    ];
    let (_dir, dataset, of_the_pass) = dataset(&[("a.pgn", &games)]);
    let positions = dataset.tally().unwrap().value.with_moveless().positions;
    let strata = positions
        .values()
        .flat_map(|position| position.strata.values());
    let differences: Vec<i32> = strata
        .flat_map(|tally| tally.bins.keys().map(|bin| bin.centre()))
        .collect();
    // Beyond 1,000 points a difference counts as 1,000.
    assert_eq!(differences, [-1_000, 1_000, -1_000, 0, 1_000]);
    assert_eq!(positions, of_the_pass.with_moveless().positions);
}

#[test]
fn a_draw_is_counted_once_for_an_event_and_a_date() {
    let first = [
        // Three boards of a round, then the same position on another day, and elsewhere.
        at(game(518, WHITE), "Mainz", "2009.07.30"),
        at(game(518, DRAW), "Mainz", "2009.07.30"),
        at(game(518, DRAW), "Mainz", "2009.07.30"),
        at(game(518, DRAW), "Mainz", "2009.07.31"),
        at(game(518, DRAW), "St Louis", "2019.07.30"),
        at(game(7, DRAW), "Mainz", "2009.07.30"),
        at(game(7, DRAW), "Mainz", "2009.07.30"),
    ];
    let second = [
        // Nothing known: two games of one draw.
        game(9, DRAW),
        game(9, DRAW),
        GameFacts {
            venue: Venue::Lichess,
            ..at(game(7, DRAW), "Mainz", "2009.07.30")
        },
    ];
    let (_dir, dataset, _) = dataset(&[("a.pgn", &first), ("b.pgn", &second)]);
    let count = |start_number, games, draws, rank| PositionCount {
        start: start(start_number),
        games,
        draws,
        rank,
    };

    let archive = crate::popularity(&dataset, Grouping::ARCHIVE, LotteryRule::EventDate)
        .unwrap()
        .value;
    assert_eq!(archive.len(), 1);
    assert_eq!(archive[0].label, None);
    assert_eq!(
        archive[0].positions,
        [count(518, 5, 3, 1), count(7, 3, 1, 2), count(9, 2, 1, 3)]
    );
    assert_eq!((archive[0].games(), archive[0].draws()), (10, 5));
    assert_eq!(archive[0].missing().len(), 957);
    assert_eq!(
        archive[0].missing()[..9],
        [0, 1, 2, 3, 4, 5, 6, 8, 10].map(start)
    );
    assert_eq!(archive[0].test().draws, 5);
    let each = crate::popularity(&dataset, Grouping::ARCHIVE, LotteryRule::Game)
        .unwrap()
        .value;
    assert_eq!((each[0].draws(), each[0].test().draws), (10, 10));

    let labels = |grouping| -> Vec<(Option<String>, u64, u64)> {
        let groups = crate::popularity(&dataset, grouping, LotteryRule::EventDate)
            .unwrap()
            .value
            .into_iter();
        groups
            .map(|group| (group.label.clone(), group.games(), group.draws()))
            .collect()
    };
    let label = |label: &str| Some(label.to_owned());
    assert_eq!(
        labels(Grouping::SOURCE),
        [(label("a.pgn"), 7, 4), (label("b.pgn"), 3, 2)]
    );
    assert_eq!(
        labels(Grouping::EVENT),
        [
            (label("Mainz"), 7, 3),
            (None, 2, 1),
            (label("St Louis"), 1, 1)
        ]
    );
    assert_eq!(
        labels(Grouping::YEAR),
        [(label("2009"), 7, 3), (None, 2, 1), (label("2019"), 1, 1)]
    );
    assert_eq!(
        labels(Grouping::VENUE),
        [(label("unknown"), 9, 5), (label("lichess"), 1, 1)]
    );
}

#[test]
fn positions_played_equally_often_share_a_rank() {
    let games = [5, 3, 3, 9, 5, 4].map(|number| game(number, DRAW));
    let (_dir, dataset, _) = dataset(&[("a.pgn", &games)]);
    let archive = crate::popularity(&dataset, Grouping::ARCHIVE, LotteryRule::EventDate)
        .unwrap()
        .value;
    let ranks: Vec<(u16, u32)> = archive[0]
        .positions
        .iter()
        .map(|p| (p.start.number(), p.rank))
        .collect();
    assert_eq!(ranks, [(3, 1), (5, 1), (4, 3), (9, 3)]);
}

#[test]
fn all_boards_of_a_round_are_one_draw() {
    // 960 rounds, each position once, on 1 to 20 boards: drawn alike, played unlike.
    let games: Vec<GameFacts<'_>> = (0..960)
        .flat_map(|number| {
            let boards = 1 + 19 * usize::from(number % 2 == 0);
            std::iter::repeat_n(at(game(number, DRAW), "Club", "2020.01.01"), boards)
        })
        .collect();
    let (_dir, dataset, _) = dataset(&[("a.pgn", &games)]);
    let archive = crate::popularity(&dataset, Grouping::ARCHIVE, LotteryRule::EventDate)
        .unwrap()
        .value;
    let draws = archive[0].test();
    assert_eq!(draws.draws, 960);
    // No archive of 960 is nearer to one draw each: the statistic is 0, and too small for chance.
    assert!(draws.tests[0].goodness.statistic.abs() < 1e-9);
    assert!(draws.tests[0].goodness.too_even && !draws.tests[0].fits());
    // sum (20 - 10.5)^2/10.5 and (1 - 10.5)^2/10.5: 960 * 90.25/10.5.
    let games = crate::popularity(&dataset, Grouping::ARCHIVE, LotteryRule::Game)
        .unwrap()
        .value;
    let played = games[0].test();
    assert!((played.tests[0].goodness.statistic - 960.0 * 90.25 / 10.5).abs() < 1e-6);
    assert!(!played.tests[0].goodness.too_even && !played.tests[0].fits());
}
