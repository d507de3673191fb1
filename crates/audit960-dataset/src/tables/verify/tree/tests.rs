use std::path::PathBuf;

use audit960_types::{EndingCounts, EndingRow, KnownRow, ScoreTally, TreeRow};

use super::*;
use crate::tables::tests::tree::write_tree;
use crate::tables::write_rows;
use crate::{NewFiles, Storage};

/// Ids of games, in their order.
const GAMES: [i64; 2] = [-7, 9];

const fn draws(draws: u64) -> ScoreTally {
    ScoreTally {
        white_wins: 0,
        draws,
        black_wins: 0,
        unfinished: 0,
    }
}

fn position(fen: &str, visit: Visit, games: u64) -> TreeRow<'_> {
    TreeRow {
        fen,
        starts: Some([518, 518]),
        ply: 1,
        visit,
        uci: Some("e7e5"),
        score: draws(games),
        moveless: 0,
        elo_sums: [0; 2],
        rated: [0; 2],
        days: None,
        example: Some((0, GAMES[0])),
    }
}

/// What is wrong with rows that are written into a file; empty if nothing is.
fn wrong<T: ?Sized>(
    rows: &T,
    write: impl Fn(&std::path::Path, &T) -> PathBuf,
    require: impl Fn(&[PathBuf]) -> Result<(), ReadError>,
) -> String {
    let dir = tempfile::tempdir().unwrap();
    let path = write(dir.path(), rows);
    match require(&[path]) {
        Ok(()) => String::new(),
        Err(found) => found.what,
    }
}

fn wrong_tree(rows: &[TreeRow<'_>]) -> String {
    let games = GameIndex::of(&GAMES);
    wrong(rows, write_tree, |files| require_tree(files, &games))
}

#[test]
fn positions_of_the_tree_are_sorted_and_reached_twice() {
    let (first, other, again) = (Visit::First, Visit::OtherMove, Visit::SameMove);
    let with = |uci, row| TreeRow {
        uci: Some(uci),
        ..row
    };
    let right = [
        position("a", first, 1),
        position("a", other, 5),
        with("d7d5", position("a", first, 1)),
        position("b", first, 2),
    ];
    assert_eq!(wrong_tree(&right), "");
    let twice = [&right[..3], &right[1..2]].concat();
    assert_eq!(wrong_tree(&twice), "row 3: the move has a row already");
    assert_eq!(wrong_tree(&[]), "");
    let one = "the position before was reached by fewer than two games";
    for visits in [[first, other], [first, again], [other, other]] {
        let rows = [
            position("a", visits[0], 1),
            with("d7d5", position("a", visits[1], 1)),
            position("b", first, 2),
        ];
        assert_eq!(wrong_tree(&rows), format!("row 2: {one}"));
        let last = "the last position was reached by fewer than two games";
        assert_eq!(wrong_tree(&rows[..2]), last);
    }
    let rows = [position("b", first, 2), position("a", first, 2)];
    assert_eq!(wrong_tree(&rows), "row 1: the positions are not sorted");
    let unknown = TreeRow {
        example: Some((0, 8)),
        ..position("a", first, 2)
    };
    let what = "row 0: example_game_id 8 is not a game of table games";
    assert_eq!(wrong_tree(&[unknown]), what);
    let without = TreeRow {
        example: None,
        ..position("a", first, 2)
    };
    assert_eq!(wrong_tree(&[without]), "");
}

const fn company(starts: Option<[u16; 2]>, ply: u32, numbers: [u64; 3]) -> KnownRow {
    let [games, alone, positions] = numbers;
    KnownRow {
        starts,
        ply,
        games,
        alone,
        positions,
        entropy: 0.0,
    }
}

fn wrong_known(rows: &[KnownRow]) -> String {
    let write = |dir: &std::path::Path, rows: &[KnownRow]| {
        write_rows(&NewFiles::within(dir, Storage::new()), rows).unwrap();
        dir.join("known.parquet")
    };
    wrong(rows, write, require_known)
}

#[test]
fn games_that_have_company_have_it_in_pairs_at_least() {
    let start = Some([518, 518]);
    let right = [
        company(None, 0, [1, 1, 1]),
        company(start, 0, [9, 0, 1]),
        company(start, 1, [9, 1, 5]),
        company(start, 2, [8, 8, 8]),
        company(Some([518, 519]), 0, [10, 8, 9]),
    ];
    assert_eq!(wrong_known(&right), "");
    for numbers in [
        [0, 0, 0],
        [3, 3, 4],
        [3, 3, 2],
        [9, 1, 6],
        [9, 1, 1],
        [3, 2, 3],
        [3, 4, 4],
    ] {
        let [games, alone, positions] = numbers;
        let what = format!(
            "row 0: {games} games, {alone} of them alone, cannot have {positions} positions"
        );
        assert_eq!(wrong_known(&[company(start, 0, numbers)]), what);
    }
    let order = "row 1: start positions and half-moves are not sorted";
    for (one, other) in [
        ((start, 0), (start, 0)),
        ((start, 1), (start, 0)),
        ((start, 0), (None, 0)),
        ((Some([519, 0]), 0), (Some([518, 1]), 1)),
        ((Some([518, 2]), 0), (Some([518, 1]), 1)),
    ] {
        let rows = [one, other].map(|(starts, ply)| company(starts, ply, [2, 0, 1]));
        assert_eq!(wrong_known(&rows), order);
    }
    let rows = [company(start, 0, [2, 0, 1]), company(start, 1, [3, 3, 3])];
    assert_eq!(
        wrong_known(&rows),
        "row 1: more games than after fewer half-moves"
    );
    let rows = [company(None, 0, [2, 0, 1]), company(start, 0, [3, 3, 3])];
    assert_eq!(wrong_known(&rows), "");
}

const fn ending(material: &str, numbers: [u64; 4], id: i64) -> EndingRow<'_> {
    let [games, ended, ended_drawn, drawn_at_hundred] = numbers;
    EndingRow {
        material,
        counts: EndingCounts {
            score: draws(games),
            plies: 40,
            max_clock: 12,
            at_hundred: 0,
            ended,
            ended_drawn,
            drawn_at_hundred,
        },
        longest_stay: 40,
        longest_game_id: id,
    }
}

fn wrong_endings(rows: &[EndingRow<'_>]) -> String {
    let games = GameIndex::of(&GAMES);
    let write = |dir: &std::path::Path, rows: &[EndingRow<'_>]| {
        write_rows(&NewFiles::within(dir, Storage::new()), rows).unwrap();
        dir.join("endings.parquet")
    };
    wrong(rows, write, |files| require_endings(files, &games))
}

#[test]
fn endings_are_named_once_and_count_parts_of_their_games() {
    let right = [
        ending("KRvK", [3, 2, 1, 0], GAMES[0]),
        ending("KvKR", [3, 3, 3, 3], GAMES[1]),
    ];
    assert_eq!(wrong_endings(&right), "");
    let twice = [right[0].clone(), right[0].clone()];
    assert_eq!(
        wrong_endings(&twice),
        "row 1: the material has a row already"
    );
    for numbers in [[3, 4, 1, 0], [3, 2, 3, 0], [3, 2, 1, 2]] {
        let what = "row 0: more games ended so than there are";
        assert_eq!(wrong_endings(&[ending("KRvK", numbers, GAMES[0])]), what);
    }
    let what = "row 0: longest_game_id 8 is not a game of table games";
    assert_eq!(wrong_endings(&[ending("KRvK", [3, 2, 1, 0], 8)]), what);
}
