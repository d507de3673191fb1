use audit960_board::{Move, Position};
use audit960_types::{GameResult, Identity};

use super::openings::SortedGames;
use super::*;
use crate::game::{PlayedGame, PlayedGameSink as _};
use std::io;
use std::sync::Arc;

/// Rows of a group, about.
const GROUP_ROWS: usize = 3;

/// Groups end with the position that fills them, and only the last one may have fewer rows.
fn assert_groups(groups: &[Vec<String>]) {
    let placement = |row: &String| row.split(' ').next().map(str::to_owned);
    for (index, group) in groups.iter().enumerate() {
        let last = placement(group.last().unwrap());
        let before = group.iter().take_while(|row| placement(row) != last);
        assert!(before.count() < GROUP_ROWS, "{group:?}");
        if let Some(next) = groups.get(index + 1) {
            assert!(group.len() >= GROUP_ROWS, "{group:?}");
            assert_ne!(placement(&next[0]), last);
        }
    }
}

/// A game from the orthodox start: its moves, whether it goes on after them, result, ratings.
type Game<'g> = (&'g str, bool, GameResult, [Option<i32>; 2]);

/// The rows of some games within so many half-moves, as text, made by so many threads: the same whether each game is
/// followed for itself or all of them in order.
fn rows(games: &[Game<'_>], last_ply: u32, threads: usize) -> Vec<String> {
    let found = rows_within(games, last_ply, threads, 1 << 20);
    assert!(found == rows_within(games, last_ply, threads, 0));
    assert!(found == rows_within(games, last_ply, threads, 1 << 12));
    found
}

/// The same, with so many bytes for games.
fn rows_within(games: &[Game<'_>], last_ply: u32, threads: usize, memory: usize) -> Vec<String> {
    let start = Position::standard();
    let lists: Vec<Vec<Move>> = games
        .iter()
        .map(|(text, ..)| {
            text.split_whitespace()
                .map(|word| word.parse().unwrap())
                .collect()
        })
        .collect();
    let played = |index: usize| {
        let (_, cut, result, elos) = games[index];
        PlayedGame {
            identity: Identity {
                frame_offset: 0,
                byte_offset: index as u64,
            },
            elos,
            result,
            day: Some(index as i32),
            starts: Some([518; 2]),
            cut,
            stored: true,
            ..PlayedGame::of_moves(&start, &lists[index])
        }
    };
    let seen = Arc::new(SeenPositions::for_games(games.len() as u64, last_ply));
    let mut sinks: Vec<_> = (0..threads)
        .map(|_| SeePositions::new(Arc::clone(&seen), memory))
        .collect();
    for index in 0..games.len() {
        sinks[index % threads].game(&played(index)).unwrap();
    }
    let seen_games: Vec<SeenGames> = sinks
        .into_iter()
        .flat_map(|sink| sink.divide(threads))
        .map(|sink| sink.finish().unwrap())
        .collect();
    let parts = Arc::new(TreeParts::new(games.len() as u64, seen, |_| {
        tempfile::tempfile()
    }));
    let mut collectors: Vec<_>;
    if seen_games.iter().all(SeenGames::are_all) {
        let of_seen = |games| TreeCollector::of(Arc::clone(&parts), games);
        collectors = seen_games.into_iter().map(of_seen).collect();
    } else {
        let new = |_| TreeCollector::new(Arc::clone(&parts), memory);
        collectors = (0..threads).map(new).collect();
        for index in 0..games.len() {
            collectors[index % threads].game(&played(index)).unwrap();
        }
    }
    for collector in collectors {
        collector.finish().unwrap();
    }
    let mut found = Vec::new();
    for part in 0..parts.len() {
        let text = |rows: &SortedRows<'_>| {
            let mut texts = Vec::new();
            rows.each(|row| {
                texts.push(format!(
                    "{} {} {} {} {} {}",
                    row.fen.split(' ').next().unwrap(),
                    row.ply,
                    row.visit.as_str(),
                    row.uci.unwrap_or("-"),
                    row.score.games(),
                    row.moveless,
                ));
            })?;
            Ok(texts)
        };
        let mut groups = Vec::new();
        let take = |group| {
            groups.push(group);
            Ok(())
        };
        let made: Result<(), io::Error> = parts.rows(part, threads, GROUP_ROWS, text, take);
        made.unwrap();
        assert_groups(&groups);
        found.extend(groups.concat());
    }
    found
}

/// A line takes 24 bytes, what it is sorted by 16, its number 4, and each half-move 2.
#[test]
fn games_take_as_much_memory_as_they_may() {
    let position = Position::standard();
    let moves: Vec<Move> = ["e2e4", "e7e5"].map(|text| text.parse().unwrap()).to_vec();
    for (games, is_full) in [(9, false), (10, true)] {
        // Ten games of two half-moves and an end.
        let mut sorted = SortedGames::<u8>::new(24, 10 * (24 + 16 + 4 + 3 * 2));
        for _ in 0..games {
            assert!(!sorted.is_full());
            let positions = sorted.add(&PlayedGame::of_moves(&position, &moves), 0);
            assert_eq!(positions, 3);
        }
        assert_eq!(sorted.is_full(), is_full);
        let counted: Vec<_> = sorted.counted().map(|(_, _, length)| length).collect();
        assert_eq!(counted, vec![3; games]);
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

/// Two games that transpose meet in a position; what one game alone reached has no row.
#[test]
fn positions_that_two_games_reached_have_rows() {
    let games: [Game<'_>; 3] = [
        ("d2d4 g8f6 c2c4 e7e6", false, GameResult::White, [None; 2]),
        ("c2c4 g8f6 d2d4 g7g6", false, GameResult::Draw, [None; 2]),
        ("", false, GameResult::Black, [None; 2]),
    ];
    let met = "rnbqkb1r/pppppppp/5n2/8/2PP4/8/PP2PPPP/RNBQKBNR";
    let expected = [
        format!("{met} 3 first e7e6 1 0"),
        format!("{met} 3 first g7g6 1 0"),
        format!("{START} 0 first - 0 1"),
        format!("{START} 0 first c2c4 1 0"),
        format!("{START} 0 first d2d4 1 0"),
    ];
    for threads in [1, 2] {
        let mut found = rows(&games, 24, threads);
        found.sort_unstable();
        assert_eq!(found, expected);
    }
    assert_eq!(rows(&games[..1], 24, 1), Vec::<String>::new());
    // Nothing beyond the half-moves that are asked about.
    assert_eq!(rows(&games, 2, 1).len(), 3);
}

/// 1. Nf3 Nf6 2. Ng1 Ng8 is the start again: 3. e4 is another move, 3. Nf3 the same.
#[test]
fn a_game_that_comes_back_is_counted_apart() {
    let games: [Game<'_>; 2] = [
        (
            "g1f3 g8f6 f3g1 f6g8 e2e4",
            true,
            GameResult::White,
            [None; 2],
        ),
        (
            "g1f3 g8f6 f3g1 f6g8 g1f3",
            true,
            GameResult::Draw,
            [None; 2],
        ),
    ];
    let found = rows(&games, 4, 1);
    let at_start: Vec<&str> = found
        .iter()
        .filter_map(|row| row.strip_prefix(START))
        .collect();
    assert_eq!(
        at_start,
        [
            " 0 first g1f3 2 0",
            " 4 other_move e2e4 1 0",
            " 4 same_move g1f3 1 0"
        ]
    );
    // What was played from the position after the moves is not known, where the game went on.
    assert_eq!(rows(&games, 5, 1).len(), found.len());
    let ended = games.map(|(moves, _, result, elos)| (moves, false, result, elos));
    assert!(rows(&ended, 5, 1).len() > found.len());
}

/// More than fits into the table of early positions and the buffers: nothing is lost, whatever the threads.
#[test]
fn many_games_are_counted_in_parts() {
    let mut random = audit960_board::start::SplitMix64::new(960);
    let mut texts = Vec::new();
    for _ in 0..3000 {
        let mut position = Position::standard();
        let mut text = String::new();
        for _ in 0..9 {
            let legal = position.legal_moves();
            let played = legal[random.below(legal.len().min(3) as u32) as usize];
            text.push_str(&format!("{played} "));
            position.play(played);
        }
        texts.push(text);
    }
    let games: Vec<Game<'_>> = texts
        .iter()
        .map(|text| (text.as_str(), true, GameResult::Draw, [Some(2000), None]))
        .collect();
    let found = rows(&games, 8, 1);
    assert!(found == rows(&games, 8, 3));
    let at = |ply: &str| {
        let of_ply = found
            .iter()
            .filter(|row| row.split(' ').nth(1) == Some(ply));
        of_ply
            .map(|row| row.split(' ').nth(4).unwrap().parse::<u64>().unwrap())
            .sum::<u64>()
    };
    // Sorted, and each row once, though they were counted in several files.
    let placements = found.iter().map(|row| row.split(' ').next());
    assert!(placements.is_sorted());
    let named = |row: &String| row.rsplitn(3, ' ').last().map(str::to_owned);
    let different: std::collections::BTreeSet<_> = found.iter().map(named).collect();
    assert_eq!(different.len(), found.len());
    // Each of the 3 x 3 positions after two half-moves has hundreds of games.
    assert_eq!((at("0"), at("1"), at("2")), (3000, 3000, 3000));
    assert!(at("8") > 100, "{}", at("8"));
}

/// What another program stored may be no move: the fourth half-move is one of White's rook, which Black cannot play.
#[test]
fn a_half_move_that_is_none_is_told() {
    let start = Position::standard();
    let moves = ["e2e4", "e7e5", "g1e2", "a1a2"].map(|word| word.parse::<Move>().unwrap());
    let game = PlayedGame {
        stored: true,
        ..PlayedGame::of_moves(&start, &moves)
    };
    for last_ply in [3, 4] {
        let seen = Arc::new(SeenPositions::for_games(1, last_ply));
        let mut sink = SeePositions::new(seen, 1 << 20);
        sink.game(&game).unwrap();
        // The fourth half-move leads to the position after four.
        assert_eq!(sink.finish().is_err(), last_ply == 4);
    }
}
