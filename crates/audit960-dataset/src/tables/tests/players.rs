//! Table `players` and the columns of `games` about players.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use audit960_types::tables::{ColumnGroup, DIAGNOSTICS, GAMES};
use audit960_types::{Code, Finding, Identity, PlayerRow, game_id};

use super::samples::{bare_game, feed_games, full_game, only, write};
use super::values::rows;
use crate::tables::{
    DatasetWriter, LateFinding, LateFindings, PlayerFile, TableOptions, row_groups,
};
use crate::{NewFiles, Storage};

/// A player of whom everything is known.
pub(crate) fn full_player() -> PlayerRow<'static> {
    PlayerRow {
        key: "fide:4650891",
        fide_id: Some(4_650_891),
        name: "Fischer, R.",
        names: r#"{"Fischer, R.":2,"Fischer":1}"#,
        names_count: 2,
        games: [1, 2],
        wins: 1,
        draws: 1,
        losses: 0,
        unfinished: 1,
        lowest: Some((2_000, None)),
        highest: Some((2_785, Some(-5))),
        events: r#"{"Reykjavik":3}"#,
        events_count: 1,
        days: [Some(-9), Some(3)],
        first_game_id: -77,
    }
}

/// Writes a file of these rows into the folder of a dataset.
pub(crate) fn write_players(dir: &Path, rows: &[PlayerRow<'_>]) -> PathBuf {
    let mut file = PlayerFile::part(&NewFiles::within(dir, Storage::new()), 0).unwrap();
    rows.iter().for_each(|row| file.push(row).unwrap());
    file.finish().unwrap();
    dir.join("players/part-00000.parquet")
}

#[test]
fn a_player_has_what_was_counted() {
    let dir = tempfile::tempdir().unwrap();
    let bare = PlayerRow {
        fide_id: None,
        wins: 0,
        draws: 0,
        unfinished: 3,
        lowest: None,
        highest: None,
        days: [None; 2],
        ..full_player()
    };
    let found = rows(&write_players(dir.path(), &[full_player(), bare]));
    // A point and a half of two games with a result.
    let full = "player_key=fide:4650891|fide_id=4650891|name=Fischer, R.|\
                names={\"Fischer, R.\":2,\"Fischer\":1}|names_count=2|games=3|white_games=1|black_games=2|\
                wins=1|draws=1|losses=0|unfinished=1|score=0.75|lowest_elo=2000|lowest_elo_date=~|\
                highest_elo=2785|highest_elo_date=-5|events={\"Reykjavik\":3}|events_count=1|first_date=-9|\
                last_date=3|first_game_id=-77";
    assert_eq!(found[0].join("|"), full);
    for absent in [
        "fide_id=~",
        "score=~",
        "lowest_elo=~",
        "highest_elo=~",
        "first_date=~",
        "last_date=~",
    ] {
        assert!(found[1].iter().any(|cell| cell == absent), "{absent}");
    }
}

const ABOUT_PLAYERS: [&str; 6] = [
    "white_fide_id",
    "black_fide_id",
    "white_team",
    "black_team",
    "white_player_key",
    "black_player_key",
];

#[test]
fn games_have_columns_about_players_where_they_are_asked_for() {
    let feed =
        |tables: &mut crate::tables::ChunkTables| feed_games(tables, &[full_game(), bare_game()]);
    let dir = tempfile::tempdir().unwrap();
    let options = TableOptions {
        columns: ColumnGroup::Players,
        ..TableOptions::default()
    };
    write(dir.path(), options, &[only("a.pgn", &feed)]);
    let path = dir.path().join("games/part-00000.parquet");
    let found = rows(&path);
    let last: Vec<&str> = found[0][found[0].len() - 6..]
        .iter()
        .map(String::as_str)
        .collect();
    let expected = [
        "white_fide_id=4650891",
        "black_fide_id=~",
        "white_team=Köln",
        "black_team=~",
        "white_player_key=fide:4650891",
        "black_player_key=каспаров 👑",
    ];
    assert_eq!(last, expected);
    assert!(
        found[1][found[1].len() - 6..]
            .iter()
            .all(|cell| cell.ends_with("=~"))
    );
    // Without the option they are in no file, and read as null.
    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), TableOptions::default(), &[only("a.pgn", &feed)]);
    let path = dir.path().join("games/part-00000.parquet");
    assert!(
        rows(&path)[0]
            .iter()
            .all(|cell| !cell.contains("player_key"))
    );
    let [row_group] = &row_groups(&GAMES, &[path]).unwrap()[..] else {
        panic!("one row group")
    };
    let read = row_group
        .read(&["plies", "white_team", "white_fide_id"])
        .unwrap();
    assert_eq!(read.ints("plies").unwrap().get(0), Some(83));
    assert_eq!(read.texts("white_team").unwrap().get(0), None);
    assert_eq!(read.ints("white_fide_id").unwrap().get(0), None);
}

/// A file has the first columns of each group up to some group; anything else is damage.
#[test]
fn only_columns_at_the_end_of_a_group_can_be_missing() {
    let plain: Vec<&str> = GAMES.up_to(ColumnGroup::Always).names().collect();
    let stored = |names: &[&str]| {
        GAMES
            .stored(names.iter().copied())
            .map(|columns| columns.len())
    };
    let count = plain.len();
    assert_eq!(stored(&plain), Some(count));
    let with = |plain: &[&'static str], others: &[&'static str]| [plain, others].concat();
    assert_eq!(stored(&with(&plain, &ABOUT_PLAYERS)), Some(count + 6));
    assert_eq!(stored(&with(&plain, &ABOUT_PLAYERS[..2])), Some(count + 2));
    // Written before the last column of every dataset was added, but with columns about players.
    assert_eq!(
        stored(&with(&plain[..count - 1], &ABOUT_PLAYERS)),
        Some(count + 5)
    );
    assert_eq!(stored(&with(&plain, &ABOUT_PLAYERS[1..])), None);
    let without_one = [&plain[..count - 2], &plain[count - 1..]].concat();
    assert_eq!(stored(&without_one), None);
    assert_eq!(stored(&["source"]), None);
    assert_eq!(stored(&with(&plain, &["another"])), None);
}

#[test]
fn games_say_how_well_they_were_played_where_that_is_asked_for() {
    let feed =
        |tables: &mut crate::tables::ChunkTables| feed_games(tables, &[full_game(), bare_game()]);
    let dir = tempfile::tempdir().unwrap();
    let options = TableOptions {
        columns: ColumnGroup::Quality,
        ..TableOptions::default()
    };
    write(dir.path(), options, &[only("a.pgn", &feed)]);
    let found = rows(&dir.path().join("games/part-00000.parquet"));
    let [full, bare] = &found[..] else {
        panic!("two games")
    };
    let full = full[full.len() - 22..].join(" ");
    let expected = "white_time_left_10=170.5 white_time_left_20=120 white_time_left_30=0 white_time_left_40=~ \
                    white_time_trouble=7 white_longest_think=41.25 white_centipawn_loss=12.5 \
                    white_accuracy=97.5 white_inaccuracies=1 white_mistakes=0 white_blunders=2 \
                    black_time_left_10=~ black_time_left_20=~ black_time_left_30=~ black_time_left_40=~ \
                    black_time_trouble=3 black_longest_think=~ black_centipawn_loss=~ black_accuracy=~ \
                    black_inaccuracies=~ black_mistakes=~ black_blunders=~";
    assert_eq!(full, expected);
    assert!(
        bare[bare.len() - 28..]
            .iter()
            .all(|cell| cell.ends_with("=~"))
    );
}

#[test]
fn late_findings_are_rows_of_their_games() {
    let dir = tempfile::tempdir().unwrap();
    let finding = |game, byte_offset, line| Finding {
        game: Some(game),
        ..Finding::of_line(
            Code::IdsOfName,
            Identity {
                frame_offset: 0,
                byte_offset,
            },
            line,
            "a message".to_owned(),
        )
    };
    let late = |source: &str, finding| LateFinding {
        source: Arc::from(source),
        finding,
    };
    let findings = [
        late("a.pgn", finding(3, 70, 10)),
        late("b.pgn", finding(0, 5, 0)),
        late("b.pgn", finding(1, 90, 20)),
    ];
    let begun = |name: &str| {
        let dir = dir.path().join(name);
        (
            DatasetWriter::create(&dir, TableOptions::default()).unwrap(),
            dir,
        )
    };
    let (writer, counted) = begun("counted");
    let late = LateFindings::new(&findings, true);
    late.write(&writer.folder().files()).unwrap();
    writer.finish(&[], &[], serde_json::Map::new()).unwrap();
    let found = rows(&counted.join(LateFindings::PATH));
    let cells = |row: &[String]| {
        let wanted = ["source=", "byte_offset=", "game=", "line=", "game_id="];
        let cells = row
            .iter()
            .filter(|cell| wanted.iter().any(|prefix| cell.starts_with(prefix)));
        cells.cloned().collect::<Vec<_>>().join(" ")
    };
    let expected = [
        ("a.pgn", 70, 3, 11),
        ("b.pgn", 5, 0, 1),
        ("b.pgn", 90, 1, 21),
    ];
    for (row, (source, byte_offset, game, line)) in found.iter().zip(expected) {
        let identity = Identity {
            frame_offset: 0,
            byte_offset,
        };
        let id = game_id(source, identity);
        let expected = format!(
            "source={source} byte_offset={byte_offset} game={game} line={line} game_id={id}"
        );
        assert_eq!(cells(row), expected);
    }
    assert_eq!(found.len(), 3);
    // Where no task counts them, games and lines are null, but not the game's id.
    let (writer, uncounted) = begun("uncounted");
    let late = LateFindings::new(&findings, false);
    late.write(&writer.folder().files()).unwrap();
    writer.finish(&[], &[], serde_json::Map::new()).unwrap();
    let path = uncounted.join(LateFindings::PATH);
    assert!(cells(&rows(&path)[0]).contains("game=~ line=~ game_id="));
    assert!(!cells(&rows(&path)[0]).ends_with('~'));
    assert_eq!(row_groups(&DIAGNOSTICS, &[path]).unwrap().len(), 1);
}
