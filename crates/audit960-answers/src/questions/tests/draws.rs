//! Which games share one draw, and which games are copies.

use audit960_types::{DuplicateKind, GameFacts, GameResult, Identity, Population, Venue};

use super::{dataset, dataset_with_copies, game};
use crate::LotteryRule;
use audit960_dataset::Grouping;

fn played(
    start: u16,
    event: &'static str,
    [white, black]: [&'static str; 2],
    date: &'static str,
) -> GameFacts<'static> {
    GameFacts {
        event: Some(event),
        white: Some(white),
        black: Some(black),
        date: Some(date),
        ..game(start, GameResult::Draw)
    }
}

fn draws(games: &[GameFacts<'static>], rule: LotteryRule) -> u64 {
    let (_dir, dataset, _) = dataset(&[("a.pgn", games)]);
    crate::popularity(&dataset, Grouping::ARCHIVE, rule)
        .unwrap()
        .value[0]
        .draws()
}

#[test]
fn by_default_the_venue_decides() {
    let day = "2020.01.01";
    // Two sections of one round, and the next day.
    let people = [
        played(5, "Open A", ["a", "b"], day),
        played(5, "Open B", ["c", "d"], day),
        played(5, "Open A", ["a", "b"], "2020.01.02"),
    ];
    assert_eq!(draws(&people, LotteryRule::Usual), 2);
    assert_eq!(draws(&people, LotteryRule::EventDate), 3);
    assert_eq!(draws(&people, LotteryRule::Game), 3);
    let server = people.clone().map(|game| GameFacts {
        venue: Venue::Lichess,
        ..game
    });
    assert_eq!(draws(&server, LotteryRule::Usual), 3);
    // Without a date, an event.
    let undated = [
        played(5, "Open A", ["a", "b"], "????.??.??"),
        played(5, "Open A", ["c", "d"], "????.??.??"),
        played(5, "Open B", ["c", "d"], "????.??.??"),
    ];
    assert_eq!(draws(&undated, LotteryRule::Usual), 2);
}

#[test]
fn engines_play_a_draw_twice() {
    let match_game = |start, white, black| GameFacts {
        population: Population::Engine,
        ..played(start, "Match", [white, black], "2020.01.01")
    };
    let games = [
        match_game(5, "x", "y"),
        match_game(5, "y", "x"),
        match_game(5, "x", "y"),
        match_game(5, "x", "z"),
        match_game(6, "z", "x"),
    ];
    // Position 5: a pair and a half of x and y, one game of x and z; position 6: one game.
    assert_eq!(draws(&games, LotteryRule::Usual), 4);
}

#[test]
fn rounds_are_those_before_the_point() {
    let round = |round| GameFacts {
        round: Some(round),
        ..played(5, "Open", ["a", "b"], "2020.01.01")
    };
    let games = [round("3.1"), round("3.2"), round("4"), round("4.7")];
    assert_eq!(draws(&games, LotteryRule::Round), 2);
}

#[test]
fn copies_are_left_out_of_all_that_is_counted() {
    let at = |byte_offset, game: GameFacts<'static>| GameFacts {
        identity: Identity {
            frame_offset: 0,
            byte_offset,
        },
        ..game
    };
    let on = |days, game: GameFacts<'static>| GameFacts {
        days: Some(days),
        ..game
    };
    let players = ["a", "b"];
    let games = [
        at(0, on((10, 10), played(5, "Open", players, "1"))),
        // The same moves and players, on a day that may be the same; a prefix of the moves; other players;
        // another day; the same players and day with other moves.
        at(100, on((5, 12), played(5, "Open", players, "1"))),
        at(200, played(5, "Open", players, "1")),
        at(300, on((10, 10), played(5, "Open", ["a", "c"], "1"))),
        at(400, on((11, 11), played(5, "Open", players, "1"))),
        at(500, on((10, 10), played(5, "Open", players, "1"))),
    ];
    let kinds = [
        (100, DuplicateKind::SameMoves),
        (200, DuplicateKind::Prefix),
        (300, DuplicateKind::SameMoves),
        (400, DuplicateKind::SameMoves),
        (500, DuplicateKind::SamePlayersAndDate),
    ];
    let (_dir, dataset) = dataset_with_copies("a.pgn", &games, &kinds);
    assert_eq!(dataset.copies().unwrap().len(), 2);
    assert_eq!(
        dataset.tally().unwrap().value.moveless_positions[&5]
            .score
            .games(),
        4
    );
    let popularity = crate::popularity(&dataset, Grouping::ARCHIVE, LotteryRule::Game)
        .unwrap()
        .value;
    assert_eq!(popularity[0].games(), 4);
}

/// Other players had played the moves first; their game is the one that table `duplicates` names.
#[test]
fn copies_of_a_game_whose_moves_are_older_are_copies() {
    let at = |byte_offset, players, days: Option<(i32, i32)>| GameFacts {
        identity: Identity {
            frame_offset: 0,
            byte_offset,
        },
        days,
        ..played(5, "Open", players, "1")
    };
    let games = [
        at(0, ["a", "b"], Some((10, 10))),
        // The first of its players, and a copy of it; a later game, its copy, and one on a day that may be either.
        at(100, ["c", "d"], Some((20, 20))),
        at(200, ["c", "d"], Some((20, 20))),
        at(300, ["c", "d"], Some((30, 30))),
        at(400, ["c", "d"], Some((30, 30))),
        at(500, ["c", "d"], Some((20, 30))),
        // A beginning of the moves of others, twice: which moves they share, nobody has compared.
        at(600, ["e", "f"], None),
        at(700, ["e", "f"], None),
        // A beginning of those of its own players.
        at(800, ["d", "c"], None),
        at(900, ["c", "d"], None),
    ];
    let kind = |at| match at {
        600..=900 => DuplicateKind::Prefix,
        _ => DuplicateKind::SameMoves,
    };
    let kinds: Vec<(u64, DuplicateKind)> =
        (1..10).map(|game| (100 * game, kind(100 * game))).collect();
    let (_dir, dataset) = dataset_with_copies("a.pgn", &games, &kinds);
    let copies = dataset.copies().unwrap();
    let is_copy = |offset: u64| {
        let identity = Identity {
            frame_offset: 0,
            byte_offset: offset,
        };
        copies.contains(&audit960_types::game_id("a.pgn", identity))
    };
    let found: Vec<u64> = (0..10)
        .map(|game| 100 * game)
        .filter(|at| is_copy(*at))
        .collect();
    assert_eq!(found, [200, 400, 500, 900]);
    // Without the first game the same ones are copies.
    let rest = dataset.only(vec!["byte_offset"], |rows| {
        let offsets = rows.ints("byte_offset")?;
        Ok((0..rows.len())
            .map(|row| offsets.get(row) != Some(0))
            .collect())
    });
    assert_eq!(rest.copies().unwrap(), copies);
}
