//! Which of several copies counts.

use audit960_types::{DuplicateKind, GameFacts, GameResult, Identity, game_id};

use super::{dataset_with_copies, game};

use DuplicateKind::{Prefix, SameMoves};
use GameResult::{Unfinished, White};

/// A game as the search finds it: kind (of the first game none), White, day, result, half-moves.
type Found<'g> = (Option<DuplicateKind>, &'g str, Option<i32>, GameResult, u32);

/// The numbers of the games that are copies.
fn copies(games: &[Found<'_>]) -> Vec<usize> {
    let place = |number: usize| Identity {
        frame_offset: 0,
        byte_offset: 100 * number as u64,
    };
    let facts = games.iter().enumerate();
    let facts: Vec<GameFacts<'_>> = facts
        .map(|(number, (_, white, day, result, plies))| GameFacts {
            identity: place(number),
            white: Some(white),
            black: Some("Caruana, Fabiano"),
            days: day.map(|day| (day, day)),
            plies: *plies,
            ..game(518, *result)
        })
        .collect();
    let kinds = games.iter().enumerate().filter_map(|(number, (kind, ..))| {
        let kind = (*kind)?;
        Some((place(number).byte_offset, kind))
    });
    let (_dir, dataset) = dataset_with_copies("a.pgn", &facts, &kinds.collect::<Vec<_>>());
    let found = dataset.copies().unwrap();
    (0..games.len())
        .filter(|number| found.contains(&game_id("a.pgn", place(*number))))
        .collect()
}

const NAME: &str = "Carlsen, Magnus";

#[test]
fn players_are_the_same_however_they_are_written() {
    let of = |white| (Some(SameMoves), white, Some(1), White, 40);
    for white in [
        "Carlsen,Magnus",
        "CARLSEN, MAGNUS",
        "Carlsen,M",
        "Carlsen, M.",
    ] {
        assert_eq!(copies(&[(None, NAME, Some(1), White, 40), of(white)]), [1]);
    }
    assert_eq!(
        copies(&[(None, NAME, Some(1), White, 40), of("Carlsen, Henrik")]),
        [1; 0]
    );
    // Nobody is the same as nobody only as written.
    let nobody = |white| (None, white, Some(1), White, 40);
    assert_eq!(copies(&[nobody("?"), of("?")]), [1]);
    assert_eq!(copies(&[nobody("?"), of("NN")]), [1; 0]);
}

#[test]
fn a_beginning_is_the_copy_whichever_comes_first() {
    let whole = |kind| (kind, NAME, Some(1), White, 40);
    let begun = |kind| (kind, NAME, Some(1), Unfinished, 10);
    assert_eq!(copies(&[begun(None), whole(Some(Prefix))]), [0]);
    assert_eq!(copies(&[whole(None), begun(Some(Prefix))]), [1]);
    // Two games that go on from one beginning are two games.
    let games = [begun(None), whole(Some(Prefix)), whole(Some(Prefix))];
    assert_eq!(copies(&games), [0]);
}

#[test]
fn of_the_same_moves_the_one_with_a_result_counts() {
    let of = |kind, result| (kind, NAME, Some(1), result, 40);
    let games = [
        of(None, Unfinished),
        of(Some(SameMoves), White),
        of(Some(SameMoves), White),
    ];
    assert_eq!(copies(&games), [0, 2]);
    let games = [of(None, White), of(Some(SameMoves), Unfinished)];
    assert_eq!(copies(&games), [1]);
}

/// A game without a date may be that of either day, but not of both.
#[test]
fn a_game_without_a_date_takes_that_of_its_copy() {
    let of = |kind, day| (kind, NAME, day, White, 40);
    let games = [
        of(None, None),
        of(Some(SameMoves), Some(7)),
        of(Some(SameMoves), Some(400)),
        of(Some(SameMoves), Some(400)),
        of(Some(SameMoves), Some(7)),
    ];
    assert_eq!(copies(&games), [1, 3, 4]);
}
