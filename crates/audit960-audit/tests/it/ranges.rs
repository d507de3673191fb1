//! Rows of ranges that tile an input are those of the whole, wherever the ranges end.

use std::collections::BTreeMap;
use std::fs;
use std::io::Cursor;
use std::path::Path;
use std::sync::Arc;

use arrow_array::cast::AsArray as _;
use arrow_array::types::Int64Type;
use arrow_array::{Array, ArrayRef, BooleanArray, RecordBatch};
use arrow_ipc::reader::StreamReader;
use arrow_select::concat::concat;
use arrow_select::filter::filter;
use audit960_audit::{KeepsGame, Options, RowRequest, write_rows};
use audit960_dataset::tables::ColumnSelection;
use audit960_source::{ByteRange, StoredPath, spans};
use audit960_types::tables::GAMES;

use crate::at_hand::{corpus, data, pgn_files};
use crate::soak;

/// What no task can know.
const UNKNOWN: [&str; 2] = ["game", "line"];

/// The columns of all tables, by table and name.
type Tables = BTreeMap<(String, String), ArrayRef>;

/// The stream of a range.
fn stream(
    path: &Path,
    range: ByteRange,
    selection: &ColumnSelection,
    limit: Option<u64>,
) -> Vec<u8> {
    let stored = Arc::new(StoredPath::open(path.to_str().unwrap()).unwrap());
    let mut bytes = Vec::new();
    let request = RowRequest {
        selection,
        limit,
        keeps: None,
    };
    write_rows(stored, range, request, &Options::default(), &mut bytes).unwrap();
    bytes
}

fn batches(bytes: Vec<u8>) -> Vec<RecordBatch> {
    let reader = StreamReader::try_new(Cursor::new(bytes), None).unwrap();
    reader.map(Result::unwrap).collect()
}

/// The tables in the nested rows of the ranges between these cuts.
fn tables(path: &Path, cuts: &[u64]) -> Tables {
    let selection = ColumnSelection::of("", true, None).unwrap();
    let mut pieces: BTreeMap<(String, String), Vec<ArrayRef>> = BTreeMap::new();
    for pair in cuts.windows(2) {
        let range = ByteRange {
            start: pair[0],
            end: pair[1],
        };
        for batch in batches(stream(path, range, &selection, None)) {
            let id = batch.column_by_name("game_id").unwrap();
            let is_game: BooleanArray = (0..id.len()).map(|row| Some(id.is_valid(row))).collect();
            for (field, column) in batch.schema().fields().iter().zip(batch.columns()) {
                if GAMES.column(field.name()).is_some() {
                    let key = ("games".to_owned(), field.name().clone());
                    pieces
                        .entry(key)
                        .or_default()
                        .push(filter(column, &is_game).unwrap());
                } else if field.name() != "splits" {
                    // The lists lie side by side and none is skipped: their values are the table.
                    let lists = column.as_list::<i32>();
                    let first = lists.value_offsets()[0] as usize;
                    let last = *lists.value_offsets().last().unwrap() as usize;
                    let rows = lists.values().slice(first, last - first);
                    let rows = rows.as_struct();
                    for (inner, values) in rows.fields().iter().zip(rows.columns()) {
                        let key = (field.name().clone(), inner.name().clone());
                        pieces.entry(key).or_default().push(Arc::clone(values));
                    }
                }
            }
        }
    }
    pieces
        .into_iter()
        .filter(|((_, name), _)| !UNKNOWN.contains(&name.as_str()))
        .map(|(key, pieces)| {
            let pieces: Vec<_> = pieces.iter().map(AsRef::as_ref).collect();
            (key, concat(&pieces).unwrap())
        })
        .collect()
}

fn require_same(path: &Path, cuts: &[u64], whole: &Tables) {
    let found = tables(path, cuts);
    let column = |tables: &Tables, table: &str, name: &str| {
        tables.get(&(table.to_owned(), name.to_owned())).cloned()
    };
    let of_positions =
        column(whole, "positions", "source").is_some_and(|sources| !sources.is_empty());
    for (key, expected) in whole {
        let rows = found.get(key).map_or(0, Array::len);
        if key.0 == "gaps" && of_positions {
            // Lines of positions are one gap a chunk: only the sum of the lengths can be compared.
            if key.1 == "byte_length" {
                let sum = |lengths: &ArrayRef| -> i64 {
                    lengths.as_primitive::<Int64Type>().values().iter().sum()
                };
                assert_eq!(sum(&found[key]), sum(expected), "{}", path.display());
            }
            continue;
        }
        assert_eq!(
            rows,
            expected.len(),
            "{}: {key:?}, cuts {cuts:?}",
            path.display()
        );
        assert!(
            rows == 0 || &found[key] == expected,
            "{}: {key:?} differs, cuts {cuts:?}",
            path.display()
        );
    }
}

/// Cuts between the first and the last byte, in order.
fn tiling(mut cuts: Vec<u64>, size: u64) -> Vec<u64> {
    cuts.retain(|cut| *cut < size);
    cuts.extend([0, size]);
    cuts.sort_unstable();
    cuts.dedup();
    cuts
}

/// Raw zstd frames of `length` bytes of text each, announced as pzstd does; and the announcements' offsets.
fn frames(text: &[u8], length: usize) -> (Vec<u8>, Vec<u64>) {
    let (mut stored, mut offsets) = (Vec::new(), Vec::new());
    for part in text.chunks(length) {
        // Magic; single segment, content size of four bytes (RFC 8878, 3.1.1.1).
        let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0b1010_0000];
        frame.extend((part.len() as u32).to_le_bytes());
        let mut blocks = part.chunks(128 << 10).peekable();
        while let Some(block) = blocks.next() {
            let header = (block.len() as u32) << 3 | u32::from(blocks.peek().is_none());
            frame.extend(&header.to_le_bytes()[..3]);
            frame.extend(block);
        }
        offsets.push(stored.len() as u64);
        stored.extend(b"\x50\x2A\x4D\x18\x04\0\0\0");
        stored.extend((frame.len() as u32).to_le_bytes());
        stored.extend(frame);
    }
    (stored, offsets)
}

/// Games with a claimable draw, findings, text between them, and without tags.
const SMALL: &str = "; heading\n\n[Event \"a\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 99 80\"]\n[SetUp \"1\"]\n[Result \"1/2-1/2\"]\n\n\
    80. Ra2 Kd8 81. Ra3 Ke8 1/2-1/2\n\n[Event \"b\"]\n[Result \"1-0\"]\n\n1. e4 e5 stray 2. Nf6 1-0\n\n\
    [White \"c\"]\n[Event \"c\"]\n\n1. d4 *\n[Event \"d\"]\n*\n\n1. e4 1-0\n\n[Event \"e\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *\n";

#[test]
fn every_cut_of_a_small_file() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("lf.pgn", SMALL.to_owned()),
        ("crlf.pgn", SMALL.replace('\n', "\r\n")),
    ] {
        let path = folder.path().join(name);
        fs::write(&path, &text).unwrap();
        let size = text.len() as u64;
        let whole = tables(&path, &[0, size]);
        for table in ["games", "incidents", "repetitions", "diagnostics"] {
            let key = (table.to_owned(), "source".to_owned());
            assert!(!whole[&key].is_empty(), "{table}");
        }
        for cut in soak::each(0..size + 1) {
            require_same(&path, &[0, cut, size], &whole);
        }
        require_same(&path, &(0..=size).collect::<Vec<_>>(), &whole);
        for length in [37, 150] {
            let (stored, _) = frames(text.as_bytes(), length);
            let path = folder.path().join(format!("{name}.{length}.zst"));
            fs::write(&path, &stored).unwrap();
            let size = stored.len() as u64;
            let whole = tables(&path, &[0, size]);
            for cut in soak::each(0..size + 1) {
                require_same(&path, &[0, cut, size], &whole);
            }
        }
    }
}

/// Cuts beside the starts of games, inside their tags, and anywhere.
fn many_cuts(text: &[u8]) -> [Vec<u64>; 5] {
    let starts: Vec<u64> = spans(text).map(|span| span.start as u64).skip(1).collect();
    let step = starts.len().div_ceil(60).max(1);
    let some: Vec<u64> = starts.into_iter().step_by(step).collect();
    let beside = |by: i64| {
        some.iter()
            .map(|start| start.saturating_add_signed(by))
            .collect()
    };
    // Numbers of a linear congruential generator (D. E. Knuth's MMIX).
    let mut state = text.len() as u64;
    let mut random = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 20) % text.len().max(1) as u64
    };
    let inside = some
        .iter()
        .enumerate()
        .map(|(n, start)| start + 5 + 13 * (n as u64 % 12));
    let inside = inside.collect();
    [
        beside(-1),
        beside(0),
        beside(1),
        inside,
        (0..40).map(|_| random()).collect(),
    ]
}

#[test]
fn cuts_of_archives() {
    let folder = tempfile::tempdir().unwrap();
    let mut files: Vec<_> = soak::sample(pgn_files(&data("archive")), 4).collect();
    files.extend(soak::sample(pgn_files(&data("traps")), 4));
    let shared = ["chess960", "fifty", "torture"]
        .into_iter()
        .filter_map(corpus);
    let shared: Vec<_> = shared.flat_map(|folder| pgn_files(&folder)).collect();
    files.extend(soak::each(0..shared.len() as u64).map(|index| shared[index as usize].clone()));
    for file in files {
        let text = fs::read(&file).unwrap();
        if text.is_empty() || text.len() > 256 << 10 {
            continue;
        }
        let name = file.file_name().unwrap().to_str().unwrap();
        let crlf: Vec<u8> = text
            .iter()
            .flat_map(|byte| {
                if *byte == b'\n' {
                    &b"\r\n"[..]
                } else {
                    std::slice::from_ref(byte)
                }
            })
            .copied()
            .collect();
        for (form, text) in [("lf", text), ("crlf", crlf)] {
            let path = folder.path().join(format!("{form}-{name}"));
            fs::write(&path, &text).unwrap();
            let size = text.len() as u64;
            let whole = tables(&path, &[0, size]);
            for cuts in many_cuts(&text) {
                require_same(&path, &tiling(cuts, size), &whole);
            }
            let (stored, offsets) = frames(&text, 50_000);
            let path = folder.path().join(format!("{form}-{name}.zst"));
            fs::write(&path, &stored).unwrap();
            let size = stored.len() as u64;
            let whole = tables(&path, &[0, size]);
            for by in [-1, 0, 1, 12, 13] {
                let cuts = offsets.iter().map(|at| at.saturating_add_signed(by));
                require_same(&path, &tiling(cuts.collect(), size), &whole);
            }
            let [.., random] = many_cuts(&stored);
            require_same(&path, &tiling(random, size), &whole);
        }
    }
}

/// Game e, the fifth, has repetitions, because the moves after the marker of d are its own; b has findings, and the heading before game a is a finding about no game. What is kept has the place of
/// its game in the whole file.
#[test]
fn rows_of_some_games_are_those_that_are_about_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pgn");
    fs::write(&path, SMALL).unwrap();
    let whole = ByteRange {
        start: 0,
        end: u64::MAX,
    };
    for (table, wanted) in [
        ("games", vec![1, 2, 4]),
        ("incidents", vec![0]),
        ("repetitions", vec![4]),
        ("diagnostics", vec![0, 1]),
    ] {
        let selection = ColumnSelection::of(table, false, None).unwrap();
        let games = |keeps: Option<&KeepsGame<'_>>| -> Vec<Option<i64>> {
            let stored = Arc::new(StoredPath::open(path.to_str().unwrap()).unwrap());
            let mut bytes = Vec::new();
            let request = RowRequest {
                selection: &selection,
                limit: None,
                keeps,
            };
            write_rows(stored, whole, request, &Options::default(), &mut bytes).unwrap();
            let batches = batches(bytes).into_iter();
            let games = batches.flat_map(|batch| {
                let games = batch.column_by_name("game").unwrap();
                games.as_primitive::<Int64Type>().iter().collect::<Vec<_>>()
            });
            games.collect()
        };
        let all = games(None);
        assert_eq!(
            games(Some(&|_, _| true)).len(),
            all.iter().flatten().count()
        );
        assert!(games(Some(&|_, _| false)).is_empty());
        let ordinals = std::cell::Cell::new(0);
        let found = games(Some(&|source, _| {
            assert!(source.ends_with("a.pgn"));
            wanted.contains(&ordinals.replace(ordinals.get() + 1))
        }));
        let expected = all
            .iter()
            .filter(|game| game.is_some_and(|game| wanted.contains(&game)));
        let expected: Vec<Option<i64>> = expected.copied().collect();
        assert!(!expected.is_empty(), "{table}");
        assert_eq!(found, expected, "{table}");
        assert_eq!(table == "diagnostics", all.contains(&None), "{table}");
    }
}

#[test]
fn columns_limits_and_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pgn");
    fs::write(&path, SMALL).unwrap();
    let all = ByteRange {
        start: 0,
        end: u64::MAX,
    };
    let columns = ["white".to_owned(), "source".to_owned(), "line".to_owned()];
    let selection = ColumnSelection::of("games", false, Some(&columns)).unwrap();
    let bytes = stream(&path, all, &selection, Some(2));
    assert_eq!(
        bytes,
        stream(&path, all, &selection, Some(2)),
        "the same bytes"
    );
    let rows = batches(bytes);
    assert_eq!((rows.len(), rows[0].num_rows()), (1, 2));
    let names: Vec<&str> = GAMES
        .columns
        .iter()
        .map(|column| column.name)
        .filter(|name| columns.iter().any(|column| column == name))
        .collect();
    let schema = rows[0].schema();
    assert_eq!(
        schema
            .fields()
            .iter()
            .map(|field| field.name())
            .collect::<Vec<_>>(),
        names
    );
    // The whole file is known to count lines; a part of it is not.
    assert_eq!(rows[0].column_by_name("line").unwrap().null_count(), 0);
    let part = ByteRange { start: 1, end: 400 };
    let rows = batches(stream(&path, part, &selection, None));
    assert_eq!(
        rows[0].column_by_name("line").unwrap().null_count(),
        rows[0].num_rows()
    );
    let nothing = ByteRange { start: 5, end: 5 };
    assert!(batches(stream(&path, nothing, &selection, None)).is_empty());
    assert!(
        ColumnSelection::of("mice", false, None)
            .unwrap_err()
            .to_string()
            .contains("incidents")
    );
    let error = ColumnSelection::of("", true, Some(&["mice".to_owned()]))
        .unwrap_err()
        .to_string();
    assert!(error.contains("no column mice"), "{error}");
}
