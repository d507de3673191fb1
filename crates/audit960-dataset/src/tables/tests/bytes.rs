//! The bytes of a dataset depend on the facts, not on how the archive was cut or which worker was faster.

use serde_json::Map;
use std::collections::BTreeMap;

use audit960_types::tables::ColumnGroup;
use audit960_types::{Code, FactSink, GameFacts, Identity, PositionFacts};

use super::samples::{
    Chunk, bare_game, bare_incident, bare_position, disagreement, files, finding, full_game,
    full_incident, full_position, incident_at, jobs,
};
use crate::tables::RowSet;
use crate::tables::{ChunkTables, DatasetWriter, TableLimits, TableOptions};

/// Games of the archive: enough for several batches in a row group and for several data pages.
const GAMES: u64 = 12_000;

/// Lines of a game.
const LINES: u64 = 17;

/// Games and batches do not divide evenly, and the last row group is not full.
const OPTIONS: TableOptions = TableOptions {
    rows: RowSet::All,
    columns: ColumnGroup::Always,
    crosscheck: true,
    duplicates: false,
    limits: TableLimits {
        group_rows: 9_000,
        file_groups: 1,
    },
};

/// Feeds the game with this number. Nulls are common in the first thousand and absent later, so that
/// batches with and without nulls come from chunks of either kind.
fn feed(tables: &mut ChunkTables, number: u64, in_chunk: u64, text: &str) {
    let identity = Identity {
        frame_offset: 0,
        byte_offset: number * 1000,
    };
    let line = in_chunk * LINES;
    if number % 10 == 3 {
        tables.finding(finding(Code::CheckMark, Some(in_chunk), line + 5));
    }
    if number % 400 == 7 {
        tables.incident(&incident_at(&full_incident(), identity));
        tables.incident(&incident_at(&bare_incident(), identity));
    }
    if number % 30 == 11 {
        tables.add_crosscheck(identity, true, Some(&disagreement(Some(Code::NullMove))));
    }
    if number % 5 == 4 {
        let line = in_chunk * LINES;
        let facts = if number.is_multiple_of(3) {
            bare_position()
        } else {
            full_position()
        };
        tables.position(&PositionFacts {
            identity,
            line,
            ..facts
        });
    }
    let blank = number < 1000 && number.is_multiple_of(3);
    let round = number.to_string();
    let facts = if blank { bare_game() } else { full_game() };
    tables.game(&GameFacts {
        identity,
        line,
        round: (!number.is_multiple_of(7)).then_some(&*round),
        moves_hash: (!blank).then_some((number as i64).wrapping_mul(0x1234_5678_9ABC_DEF1)),
        unread_bytes: 0,
        moves: (!blank).then(|| &text[number as usize * 500..][..100 + (number % 400) as usize]),
        ..facts
    });
}

/// Letters that do not compress, so that the moves fill several data pages.
fn noise() -> String {
    let mut state = 1_u64;
    let letter = |_| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        char::from(b'a' + ((state >> 33) % 26) as u8)
    };
    (0..GAMES * 500).map(letter).collect()
}

/// Writes the archive, which has two sources, cut into chunks before the games with these numbers, and
/// returns the files. `shuffle` reorders the row groups before they are encoded and written.
fn bytes(
    cuts: &[u64],
    shuffle: fn(&mut Vec<crate::tables::RowGroupJob>),
) -> BTreeMap<String, Vec<u8>> {
    let second_source = GAMES / 3;
    let text = noise();
    let text = &*text;
    let mut starts = vec![0, second_source];
    starts.extend(cuts);
    starts.sort_unstable();
    starts.dedup();
    let ends = starts.iter().copied().skip(1).chain([GAMES]);
    let ranges: Vec<_> = starts.iter().copied().zip(ends).collect();
    let feeds: Vec<_> = ranges
        .iter()
        .map(|&(start, end)| {
            move |tables: &mut ChunkTables| {
                (start..end).for_each(|number| feed(tables, number, number - start, text));
            }
        })
        .collect();
    let chunks: Vec<_> = feeds
        .iter()
        .zip(&ranges)
        .map(|(feed, &(start, end))| Chunk {
            source: if start < second_source {
                "a.pgn"
            } else {
                "b.pgn"
            },
            first: start == 0 || start == second_source,
            feed,
            newlines: (end - start) * LINES,
        })
        .collect();
    let dir = tempfile::tempdir().unwrap();
    let mut jobs = jobs(OPTIONS, &chunks);
    shuffle(&mut jobs);
    let mut writer = DatasetWriter::create(dir.path(), OPTIONS).unwrap();
    for job in jobs {
        writer.append(job.encode().unwrap()).unwrap();
    }
    writer.finish(&[], &[], Map::new()).unwrap();
    files(dir.path())
}

#[test]
fn the_same_for_any_cut_and_any_order() {
    let whole = bytes(&[], |_| {});
    assert!(
        whole["games/part-00000.parquet"].len() > 1 << 20,
        "several pages"
    );
    assert!(whole.contains_key("games/part-00001.parquet"));
    let every_hundred: Vec<_> = (0..GAMES).step_by(100).collect();
    // So many chunks are merged more than once.
    let every_second: Vec<_> = (0..GAMES).step_by(2).collect();
    let uneven = [
        1,
        2,
        999,
        1000,
        1003,
        8_191,
        8_192,
        8_193,
        8_999,
        9_001,
        GAMES - 1,
    ];
    let others = [
        bytes(&uneven, |_| {}),
        bytes(&every_hundred, |jobs| jobs.reverse()),
        bytes(&every_second, |_| {}),
        bytes(&[], |jobs| jobs.rotate_left(1)),
    ];
    for other in others {
        assert_eq!(
            whole.keys().collect::<Vec<_>>(),
            other.keys().collect::<Vec<_>>()
        );
        for (name, content) in &whole {
            assert!(other[name] == *content, "{name} differs");
        }
    }
}
