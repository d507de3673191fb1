//! Every answer about results counts the same games, and says how many it leaves out.

use audit960_board::start::Start;
use audit960_types::{
    DuplicateKind, GameFacts, GameResult, Identity, Moveless, StartKind, Verdict,
};

use super::{dataset_with_copies, game};
use crate::LotteryRule;
use audit960_dataset::{Dataset, GamesLeftOut, Grouping};

/// Of each kind of start: games of twelve half-moves, games without moves, and copies of either. Beside them one of
/// another variant and one that was read past an illegal move, which no answer counts or leaves out, and two from an
/// arrangement of the 960 that lack castling rights.
fn mixed() -> (tempfile::TempDir, Dataset) {
    let mut games: Vec<GameFacts<'static>> = Vec::new();
    let mut copies = Vec::new();
    let mut add = |kind, starts: Option<[u16; 2]>, plies, is_copy| {
        let byte_offset = 100 * games.len() as u64;
        games.push(GameFacts {
            identity: Identity {
                frame_offset: 0,
                byte_offset,
            },
            start: kind,
            white_start: starts.map(|[white, _]| white),
            black_start: starts.map(|[_, black]| black),
            plies,
            opening: Some(if plies == 0 { "" } else { "a2a4" }),
            event: Some("Open"),
            white: Some("a"),
            black: Some("b"),
            year: Some(2020),
            ..game(518, GameResult::White)
        });
        if is_copy {
            copies.push((byte_offset, DuplicateKind::SameMoves));
        }
    };
    // The first game is no copy: the others are copies of it.
    for (kind, starts, counts) in [
        (StartKind::Chess960, Some([7, 7]), [2, 3, 4, 1]),
        (StartKind::DoubleChess960, Some([7, 8]), [1, 2, 3, 2]),
        (StartKind::Standard, Some([518, 518]), [3, 1, 2, 0]),
        (StartKind::Other, None, [1, 5, 0, 1]),
        (StartKind::Unknown, None, [1, 1, 1, 1]),
    ] {
        let forms = [(12, false), (0, false), (12, true), (0, true)];
        for ((plies, is_copy), count) in forms.into_iter().zip(counts) {
            for _ in 0..count {
                add(kind, starts, plies, is_copy);
            }
        }
    }
    let first = games[0].clone();
    for byte_offset in [80_000, 80_100] {
        games.push(GameFacts {
            identity: Identity {
                frame_offset: 0,
                byte_offset,
            },
            start: StartKind::Other,
            ..first.clone()
        });
    }
    let at = |byte_offset| Identity {
        frame_offset: 0,
        byte_offset,
    };
    games.push(GameFacts {
        identity: at(90_000),
        verdict: Verdict::Foreign,
        ..first.clone()
    });
    games.push(GameFacts {
        identity: at(90_100),
        illegal_kept: 1,
        ..first
    });
    copies.push((90_000, DuplicateKind::SameMoves));
    dataset_with_copies("a.pgn", &games, &copies)
}

const fn left_out(copies: u64, moveless: u64) -> GamesLeftOut {
    GamesLeftOut {
        copies,
        moveless,
        copies_unknown: false,
        without_rights: 0,
    }
}

/// The same with the two games that only questions about Chess960 leave out.
const fn of_chess960(copies: u64, moveless: u64) -> GamesLeftOut {
    GamesLeftOut {
        without_rights: 2,
        ..left_out(copies, moveless)
    }
}

#[test]
fn answers_about_chess960_leave_out_the_same_games() {
    let (_dir, dataset) = mixed();
    let tally = dataset.tally().unwrap();
    assert_eq!(tally.value.positions[&7].score.games(), 2);
    assert_eq!(tally.value.moveless_positions[&7].score.games(), 3);
    // Games without moves are in the tally.
    assert_eq!(tally.left_out, of_chess960(5, 0));

    let popularity = crate::popularity(&dataset, Grouping::ARCHIVE, LotteryRule::Game).unwrap();
    assert_eq!(popularity.value[0].games(), 5);
    assert_eq!(popularity.left_out, of_chess960(5, 0));

    let start = Start::new(7).unwrap();
    let openings = crate::openings(&dataset, start, 1).unwrap();
    let lines: Vec<_> = openings.value.iter().collect();
    assert_eq!((lines.len(), lines[0].san.as_str()), (1, "1.a4"));
    assert_eq!(lines[0].score_tally.games(), 2);
    assert_eq!(openings.left_out, of_chess960(5, 3));
    let elsewhere = crate::openings(&dataset, Start::new(8).unwrap(), 1).unwrap();
    assert_eq!(elsewhere.value, []);
    assert_eq!(elsewhere.left_out, GamesLeftOut::default());

    for from in [None, Some(start)] {
        let years = crate::groups(&dataset, Grouping::YEAR, from).unwrap();
        assert_eq!(years.value.groups.len(), 1);
        assert_eq!(years.value.groups[0].score_tally.games(), 2);
        assert_eq!(years.left_out, of_chess960(5, 3));
    }
    let all = dataset.clone().counting(Moveless::Counted);
    let years = crate::groups(&all, Grouping::YEAR, None).unwrap();
    assert_eq!(years.value.groups[0].score_tally.games(), 5);
    assert_eq!(years.left_out, of_chess960(5, 0));
}

#[test]
fn answers_about_other_kinds_leave_out_theirs() {
    let (_dir, dataset) = mixed();
    let pairs = crate::pairs(&dataset).unwrap();
    assert_eq!(pairs.value.len(), 1);
    assert_eq!(pairs.value[0].score_tally.games(), 1);
    assert_eq!(pairs.value[0].plies, 12);
    assert_eq!(pairs.left_out, left_out(5, 2));

    // All kinds but the orthodox position; the same player has White in all games, so none has a partner.
    let reversed = crate::reversed_pairs(&dataset).unwrap();
    assert_eq!(reversed.value.single, 6);
    assert_eq!(reversed.left_out, left_out(11, 10));

    let kinds = crate::groups(&dataset, Grouping::START_KIND, None).unwrap();
    let games = kinds.value.groups.iter();
    let games: Vec<_> = games
        .map(|group| (group.label.as_deref().unwrap(), group.score_tally.games()))
        .collect();
    let expected = [
        ("other", 3),
        ("standard", 3),
        ("chess960", 2),
        ("double_chess960", 1),
    ];
    assert_eq!(games, expected);
    assert_eq!(kinds.left_out, left_out(5 + 5 + 2 + 1, 3 + 2 + 1 + 5));
}

#[test]
fn of_a_part_only_its_own_games_are_left_out() {
    let (_dir, dataset) = mixed();
    // A game is a copy only beside the one that it is a copy of, the first.
    let unmoved = dataset.only(vec!["plies", "byte_offset"], |rows| {
        let (plies, offsets) = (rows.ints("plies")?, rows.ints("byte_offset")?);
        Ok((0..rows.len())
            .map(|row| plies.get(row) == Some(0) || offsets.get(row) == Some(0))
            .collect())
    });
    let kinds = crate::groups(&unmoved, Grouping::START_KIND, None).unwrap();
    assert_eq!(kinds.value.groups[0].score_tally.games(), 1);
    assert_eq!(kinds.left_out, left_out(1 + 2 + 1, 3 + 2 + 1 + 5));
    assert_eq!(unmoved.tally().unwrap().left_out, left_out(1, 0));
}
