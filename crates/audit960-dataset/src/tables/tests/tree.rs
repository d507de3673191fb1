//! Table `tree`: its rows, where a position is looked for, and what `verify` says of rows that cannot be.

use std::path::{Path, PathBuf};

use audit960_types::tables::TREE;
use audit960_types::{EndingCounts, EndingRow, KnownRow, ScoreTally, TreeRow, Visit};

use super::values::rows;
use crate::tables::{TableError, TreeFile, row_groups, write_rows};
use crate::{NewFiles, Storage};

const FEN: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

fn full_row() -> TreeRow<'static> {
    TreeRow {
        fen: FEN,
        starts: Some([518, 12]),
        ply: 1,
        visit: Visit::OtherMove,
        uci: Some("c7c5"),
        score: ScoreTally {
            white_wins: 1,
            draws: 2,
            black_wins: 3,
            unfinished: 4,
        },
        moveless: 5,
        elo_sums: [6000, 7000],
        rated: [3, 4],
        days: Some((-1, 9000)),
        example: Some((4400, -7)),
    }
}

/// Writes a file of these rows into the folder of a dataset.
pub(crate) fn write_tree(dir: &Path, rows: &[TreeRow<'_>]) -> PathBuf {
    let mut file = TreeFile::create(&NewFiles::within(dir, Storage::new()), 0).unwrap();
    let groups = file.groups();
    for rows in rows.chunks(TreeFile::GROUP_ROWS) {
        let encoded = groups.encode(|group| {
            rows.iter().for_each(|row| group.push(row));
            Ok::<(), TableError>(())
        });
        file.append(encoded.unwrap()).unwrap();
    }
    file.finish().unwrap();
    dir.join("tree/part-00000.parquet")
}

#[test]
fn a_row_has_what_was_counted() {
    let dir = tempfile::tempdir().unwrap();
    let end = TreeRow {
        starts: None,
        uci: None,
        days: None,
        example: None,
        ..full_row()
    };
    let path = write_tree(dir.path(), &[full_row(), end]);
    let full = format!(
        "fen={FEN}|white_start=518|black_start=12|ply=1|visit=other_move|uci=c7c5|games=10|white_wins=1|draws=2|\
         black_wins=3|unfinished=4|moveless=5|white_elo_sum=6000|white_rated=3|black_elo_sum=7000|black_rated=4|\
         first_date=-1|last_date=9000|example_elo=4400|example_game_id=-7"
    );
    let bare = full
        .replace(
            "white_start=518|black_start=12",
            "white_start=~|black_start=~",
        )
        .replace("uci=c7c5", "uci=~")
        .replace("first_date=-1|last_date=9000", "first_date=~|last_date=~")
        .replace(
            "example_elo=4400|example_game_id=-7",
            "example_elo=~|example_game_id=~",
        );
    let found: Vec<String> = rows(&path).iter().map(|row| row.join("|")).collect();
    assert_eq!(found, [full, bare]);
}

#[test]
fn company_and_endings_have_what_was_counted() {
    let dir = tempfile::tempdir().unwrap();
    let row = KnownRow {
        starts: Some([518, 12]),
        ply: 3,
        games: 1 << 40,
        alone: 5,
        positions: 6,
        entropy: 0.5,
    };
    let other = KnownRow {
        starts: None,
        ..row
    };
    write_rows(&NewFiles::within(dir.path(), Storage::new()), [row, other]).unwrap();
    let found: Vec<String> = rows(&dir.path().join("known.parquet"))
        .iter()
        .map(|row| row.join(" "))
        .collect();
    let rest = "ply=3 games=1099511627776 alone=5 positions=6 entropy=0.5";
    assert_eq!(
        found,
        [
            format!("white_start=518 black_start=12 {rest}"),
            format!("white_start=~ black_start=~ {rest}")
        ]
    );
    let row = EndingRow {
        material: "KRBvKR",
        counts: EndingCounts {
            score: full_row().score,
            plies: 11,
            max_clock: 12,
            at_hundred: 13,
            ended: 14,
            ended_drawn: 15,
            drawn_at_hundred: 16,
        },
        longest_stay: 17,
        longest_game_id: -18,
    };
    write_rows(&NewFiles::within(dir.path(), Storage::new()), [row]).unwrap();
    assert_eq!(
        rows(&dir.path().join("endings.parquet"))[0].join(" "),
        "material=KRBvKR games=10 white_wins=1 draws=2 black_wins=3 unfinished=4 plies=11 max_clock=12 at_100=13 \
         ended=14 ended_drawn=15 drawn_at_100=16 max_stay=17 longest_game_id=-18"
    );
}

/// Rows of some thousand positions are in several row groups, of which one can have each of them.
#[test]
fn a_position_is_looked_for_in_one_row_group() {
    let dir = tempfile::tempdir().unwrap();
    let fens: Vec<String> = (0..40_000)
        .map(|number| format!("{number:05}/8/8 w - - 0 1"))
        .collect();
    let rows: Vec<TreeRow<'_>> = fens
        .iter()
        .map(|fen| TreeRow { fen, ..full_row() })
        .collect();
    let path = write_tree(dir.path(), &rows);
    let groups = row_groups(&TREE, &[path]).unwrap();
    assert_eq!(groups.len(), 3);
    for fen in [&fens[0], &fens[16_383], &fens[16_384], &fens[39_999]] {
        let having: Vec<_> = groups
            .iter()
            .filter(|group| group.may_have_text("fen", fen))
            .collect();
        assert_eq!(having.len(), 1, "{fen}");
        let read = having[0].read(&["fen"]).unwrap();
        let texts = read.texts("fen").unwrap();
        assert!((0..read.len()).any(|row| texts.get(row) == Some(fen)));
    }
    assert!(!groups.iter().any(|group| group.may_have_text("fen", "9")));
    assert!(!groups.iter().any(|group| group.may_have_text("fen", "")));
    // Of a column without bounds nothing is excluded.
    assert!(
        groups
            .iter()
            .all(|group| group.may_have_text("no such column", "9"))
    );
}
