//! Lengths and ratings by kind of start.

use audit960_types::{DuplicateKind, GameFacts, GameResult, Identity, StartKind, Verdict};

use super::{dataset_with_copies, game};

/// The games that count in the results by kind of start and have moves; copies do not.
#[test]
fn lengths_and_ratings_are_those_of_the_games_that_count() {
    let at = |byte_offset, plies, elos: Option<(i32, i32)>| GameFacts {
        identity: Identity {
            frame_offset: 0,
            byte_offset,
        },
        plies,
        white: Some("a"),
        black: Some("b"),
        white_elo: elos.map(|(white, _)| white),
        black_elo: elos.map(|(_, black)| black),
        ..game(518, GameResult::White)
    };
    let games = [
        at(0, 81, Some((2401, 2500))),
        // A copy of it; a game of which one rating is known; tags alone.
        at(100, 81, Some((2401, 2500))),
        GameFacts {
            white_elo: Some(2000),
            ..at(200, 20, None)
        },
        at(300, 0, Some((2000, 2000))),
        // Other kinds of start, whatever the numbers; not known; not read; read past an illegal move.
        GameFacts {
            start: StartKind::Standard,
            ..at(400, 30, Some((1000, 1200)))
        },
        GameFacts {
            start: StartKind::Unknown,
            ..at(500, 31, None)
        },
        GameFacts {
            verdict: Verdict::Foreign,
            ..at(600, 32, None)
        },
        GameFacts {
            illegal_kept: 1,
            ..at(700, 33, None)
        },
        at(800, 81, None),
    ];
    let copies = [(100, DuplicateKind::SameMoves)];
    let (_dir, dataset) = dataset_with_copies("a.pgn", &games, &copies);
    let spreads = crate::spreads(&dataset).unwrap();
    assert_eq!(spreads.len(), 2);
    let chess960 = &spreads[&StartKind::Chess960];
    assert_eq!(chess960.lengths, [(20, 1), (81, 2)].into());
    assert_eq!(chess960.rating_sums, [(4901, 1)].into());
    let standard = &spreads[&StartKind::Standard];
    assert_eq!(standard.lengths, [(30, 1)].into());
    assert_eq!(standard.rating_sums, [(2200, 1)].into());
}
