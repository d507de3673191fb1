//! Every value of handmade rows is read as it was written.

mod schema;

use serde_json::Map;
use std::fs::File;
use std::path::Path;

use arrow_array::cast::AsArray;
use arrow_array::types::{Date32Type, Float64Type, Int32Type, Int64Type};
use arrow_array::{Array, RecordBatch};
use arrow_schema::DataType;
use audit960_types::{
    CastlingRow, Code, FactSink, Gap, GapKind, Identity, ScoreTally, StartPositionRow, Wing,
};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use super::samples::{
    bare_game, bare_incident, bare_repetition, finding, full_game, full_incident, full_position,
    full_repetition, incident_at, jobs, only, repetition_facts, write,
};
use crate::tables::schema::arrow_schema;
use crate::tables::{ChunkTables, DatasetWriter, TableOptions};
use audit960_types::tables::SCHEMAS;

/// The rows of a file, each as `name=value` in the order of the columns; nulls as `~`.
pub(super) fn rows(path: &Path) -> Vec<Vec<String>> {
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(path).unwrap()).unwrap();
    let batches: Vec<RecordBatch> = reader.build().unwrap().map(Result::unwrap).collect();
    let row = |batch: &RecordBatch, row: usize| {
        let schema = batch.schema();
        let cells = schema.fields().iter().zip(batch.columns());
        cells
            .map(|(field, array)| format!("{}={}", field.name(), cell(array, row)))
            .collect()
    };
    batches
        .iter()
        .flat_map(|batch| (0..batch.num_rows()).map(|r| row(batch, r)))
        .collect()
}

fn cell(array: &dyn Array, row: usize) -> String {
    if array.is_null(row) {
        return "~".to_owned();
    }
    match array.data_type() {
        DataType::Int32 => array.as_primitive::<Int32Type>().value(row).to_string(),
        DataType::Date32 => array.as_primitive::<Date32Type>().value(row).to_string(),
        DataType::Int64 => array.as_primitive::<Int64Type>().value(row).to_string(),
        DataType::Float64 => array.as_primitive::<Float64Type>().value(row).to_string(),
        DataType::Boolean => array.as_boolean().value(row).to_string(),
        DataType::Utf8 => array.as_string::<i32>().value(row).to_owned(),
        DataType::List(item) if *item.data_type() == DataType::Float64 => {
            let list = array.as_list::<i32>().value(row);
            let numbers = list.as_primitive::<Float64Type>().iter();
            let text =
                |number: Option<f64>| number.map_or("null".to_owned(), |number| number.to_string());
            format!("[{}]", numbers.map(text).collect::<Vec<_>>().join(","))
        }
        DataType::List(_) => {
            let list = array.as_list::<i32>().value(row);
            format!("{:?}", &list.as_primitive::<Int32Type>().values()[..])
        }
        other => panic!("unexpected type {other}"),
    }
}

#[test]
fn games() {
    let dir = tempfile::tempdir().unwrap();
    let options = TableOptions::default();
    let feed = only("archive.zip!/ä.pgn", &|tables| {
        tables.game(&full_game());
        tables.game(&bare_game());
    });
    write(dir.path(), options, &[feed]);
    let rows = rows(&dir.path().join("games/part-00000.parquet"));
    let full = [
        "source=archive.zip!/ä.pgn",
        "frame_offset=4096",
        "byte_offset=1234",
        "byte_length=987",
        "game=0",
        "line=42",
        "event=Mainz \"Rapid\"",
        "site=https://lichess.org/abcdefgh",
        "date=2009.08.0?",
        "round=3.1",
        "white=Hübner, Robert",
        "black=Каспаров 👑",
        "result=1/2-1/2",
        "year=2009",
        "white_elo=2601",
        "black_elo=2805",
        "variant=chess 960",
        "venue=chess.com",
        "start_kind=double_chess960",
        "white_start=959",
        "black_start=0",
        "fen=bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w HFhf - 0 1",
        "castling_style=shredder",
        "plies=83",
        "verdict=repaired",
        "ending=insufficient_material",
        "final_clock=0",
        "max_clock=151",
        "white_castled=h_side",
        "black_castled=a_side",
        "white_castled_ply=11",
        "black_castled_ply=12",
        "max_repetition=2",
        "opening=e2e4 e7e5 g1f3 b8c6",
        "moves_hash=-9223372036854775808",
        "unread_bytes=7",
        "moves=e2e4 e7e5",
        "date_from=14457",
        "date_to=14465",
        "event_date=2009.07.30",
        "date_source=date",
        "termination=time_forfeit",
        "termination_raw=Time forfeit",
        "half_point_lost_by=black",
        "game_id=-483541819330349826",
        "population=mixed",
        "time_control=300+3",
        "time_class=blitz",
        "white_title=GM",
        "black_title=BOT",
        "eco=B07",
        "time=12:34:56",
        "writer=lichess_broadcast",
        "castling_source=inferred",
        "illegal_kept=1",
        "clocks=[180,null]",
        "move_times=[null,0.29]",
        "evals=[-0.17,1000]",
        "end_ply=61",
        "end_reason=dead_position",
        "codes=T001 T003",
        "opening_moves=e2e4",
        "endings=KRBvKR:70:14:12:12",
        "half_point_uncertain=true",
        "base_seconds=5400",
        "increment_seconds=30",
        "time_periods=40/5400+30:1800+30",
        "draw_offers=[7, 12]",
    ];
    let bare = "source=archive.zip!/ä.pgn frame_offset=0 byte_offset=0 byte_length=1 game=1 line=1 \
                event=~ site=~ date=~ round=~ white=~ black=~ result=* year=~ white_elo=~ \
                black_elo=~ variant=~ venue=unknown start_kind=unknown white_start=~ black_start=~ \
                fen=~ castling_style=none plies=0 verdict=rejected ending=none final_clock=~ \
                max_clock=~ white_castled=~ black_castled=~ white_castled_ply=~ \
                black_castled_ply=~ max_repetition=~ opening=~ moves_hash=~ unread_bytes=0 moves=~ \
                date_from=~ date_to=~ event_date=~ date_source=none termination=~ \
                termination_raw=~ half_point_lost_by=~ game_id=-5061432410658296703 population=unknown \
                time_control=~ time_class=~ white_title=~ black_title=~ eco=~ time=~ \
                 writer=unknown castling_source=~ illegal_kept=0 clocks=~ move_times=~ evals=~ end_ply=~ end_reason=~ codes=~ opening_moves=~ endings=~ half_point_uncertain=~ base_seconds=~ increment_seconds=~ time_periods=~ draw_offers=~";
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[0], full);
    assert_eq!(rows[1], bare.split_whitespace().collect::<Vec<_>>());
}

#[test]
fn incidents() {
    let dir = tempfile::tempdir().unwrap();
    let feed = only("a.pgn", &|tables| {
        tables.game(&bare_game());
        let identity = full_game().identity;
        tables.incident(&incident_at(&full_incident(), identity));
        tables.incident(&incident_at(&bare_incident(), identity));
        tables.game(&full_game());
    });
    write(dir.path(), TableOptions::default(), &[feed]);
    let rows = rows(&dir.path().join("incidents/part-00000.parquet"));
    let full = [
        "source=a.pgn",
        "frame_offset=4096",
        "byte_offset=1234",
        "game=1",
        "reset_ply=60",
        "reset_by=capture",
        "first_claim_ply=160",
        "first_claim_side=black",
        "first_claim_article=9.3.1",
        "first_932_ply=161",
        "white_claims=25",
        "black_claims=26",
        "peak_clock=150",
        "seventy_five_ply=210",
        "ended_by=end_of_game",
        "outcome=drawn_with_claim_open",
        "material=KRBvKR",
        "fen=8/8/4k3/8/3RB3/2K5/8/7r b - - 99 130",
        "law=fide_2014",
        "limit_moves=50",
        "first_claim_under_law_ply=160",
        "claimable_under_law=true",
        "claimable_at_venue=true",
        "half_point_lost_by=white",
        "automatic_draw_ply=210",
        "start_fen=nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w KQkq - 0 1",
        "moves=c1c2 c8c7",
        "white_first_ply=161",
        "white_last_ply=209",
        "white_first_fen=8/8/4k3/8/3RB3/2K5/7r/8 w - - 100 131",
        "black_first_ply=160",
        "black_last_ply=210",
        "black_first_fen=8/8/4k3/8/3RB3/2K5/8/7r b - - 99 130",
        "law_uncertain=true",
        "clock_in_doubt=true",
        "game_id=-2898222113776282149",
        "value_start=win",
        "value_first_claim=blessed-loss",
        "value_last_claim=cursed-win",
        "value_end=unknown",
        "tablebase_reason=table_missing",
        "values_certain=false",
        "wdl_start=2",
        "wdl_first_claim=-2",
        "wdl_last_claim=1",
        "wdl_end=~",
        "dtz_start=64",
        "dtz_first_claim=-41",
        "dtz_last_claim=103",
        "dtz_end=~",
        "value_change_ply=131",
        "value_change_san=Kd6+",
        "value_before_change=win",
        "value_after_change=cursed-win",
        "claimant_offered_draw=true",
    ];
    assert_eq!(rows[0], full);
    let mut bare = full.map(str::to_owned);
    for (column, value) in [
        ("first_932_ply", "~"),
        ("seventy_five_ply", "~"),
        ("law", "undated"),
        ("limit_moves", "75"),
        ("first_claim_under_law_ply", "~"),
        ("claimable_under_law", "false"),
        ("claimable_at_venue", "~"),
        ("white_first_ply", "~"),
        ("white_last_ply", "~"),
        ("white_first_fen", "~"),
        ("black_first_ply", "~"),
        ("black_last_ply", "~"),
        ("black_first_fen", "~"),
        ("law_uncertain", "false"),
        ("clock_in_doubt", "false"),
        ("half_point_lost_by", "~"),
        ("automatic_draw_ply", "~"),
        ("value_start", "~"),
        ("value_first_claim", "~"),
        ("value_last_claim", "~"),
        ("value_end", "~"),
        ("tablebase_reason", "~"),
        ("values_certain", "~"),
        ("wdl_start", "~"),
        ("wdl_first_claim", "~"),
        ("wdl_last_claim", "~"),
        ("wdl_end", "~"),
        ("dtz_start", "~"),
        ("dtz_first_claim", "~"),
        ("dtz_last_claim", "~"),
        ("dtz_end", "~"),
        ("value_change_ply", "~"),
        ("value_change_san", "~"),
        ("value_before_change", "~"),
        ("value_after_change", "~"),
        ("claimant_offered_draw", "~"),
    ] {
        let cell = bare
            .iter_mut()
            .find(|cell| cell.starts_with(&format!("{column}=")))
            .unwrap();
        *cell = format!("{column}={value}");
    }
    assert_eq!(rows[1], bare);
}

#[test]
fn repetitions() {
    let dir = tempfile::tempdir().unwrap();
    let (full, bare) = (full_repetition(), bare_repetition());
    let feed = |tables: &mut ChunkTables| {
        tables.game(&bare_game());
        tables.repetition(&repetition_facts(&full));
        tables.repetition(&repetition_facts(&bare));
        tables.game(&full_game());
    };
    write(dir.path(), TableOptions::default(), &[only("a.pgn", &feed)]);
    let rows = rows(&dir.path().join("repetitions/part-00000.parquet"));
    let full = "source=a.pgn|frame_offset=4096|byte_offset=1234|game=1|first_claim_ply=60|\
                first_claim_side=black|first_claim_article=9.2.1|plies=[40, 44, 60, 64, 72]|\
                occurrences=5|white_claims=3|black_claims=4|fivefold_ply=72|automatic_draw_ply=72|\
                outcome=lost_after_claim|half_point_lost_by=white|\
                fen=8/8/4k3/8/3RB3/2K5/8/7r w - - 30 71|claimable_at_venue=true|\
                white_first_ply=61|white_last_ply=73|black_first_ply=60|black_last_ply=72|\
                game_id=-2898222113776282149|\
                value_start=win|value_first_claim=blessed-loss|value_last_claim=cursed-win|value_end=unknown|tablebase_reason=table_missing|values_certain=false|wdl_start=2|wdl_first_claim=-2|wdl_last_claim=1|wdl_end=~|law_uncertain=true|claimant_offered_draw=false";
    let bare = "source=a.pgn|frame_offset=4096|byte_offset=1234|game=1|first_claim_ply=60|\
                first_claim_side=white|first_claim_article=9.2.1|plies=[0, 44]|occurrences=2|\
                white_claims=1|black_claims=0|fivefold_ply=~|automatic_draw_ply=~|\
                outcome=lost_after_claim|half_point_lost_by=~|\
                fen=8/8/4k3/8/3RB3/2K5/8/7r w - - 30 71|claimable_at_venue=~|\
                white_first_ply=60|white_last_ply=60|black_first_ply=~|black_last_ply=~|\
                game_id=-2898222113776282149|\
                value_start=~|value_first_claim=~|value_last_claim=~|value_end=~|tablebase_reason=~|values_certain=~|wdl_start=~|wdl_first_claim=~|wdl_last_claim=~|wdl_end=~|law_uncertain=~|claimant_offered_draw=~";
    assert_eq!(rows[0].join("|"), full);
    assert_eq!(rows[1].join("|"), bare);
}

#[test]
fn without_repetitions_there_is_no_table() {
    let dir = tempfile::tempdir().unwrap();
    let feed = only("a.pgn", &|tables| tables.game(&full_game()));
    write(dir.path(), TableOptions::default(), &[feed]);
    assert!(!dir.path().join("repetitions").exists());
}

#[test]
fn diagnostics() {
    let dir = tempfile::tempdir().unwrap();
    let feed = only("a.pgn", &|tables| {
        tables.finding(finding(Code::IllegalMove, Some(0), 9));
        tables.finding(finding(Code::StrayText, None, 0));
    });
    write(dir.path(), TableOptions::default(), &[feed]);
    let rows = rows(&dir.path().join("diagnostics/part-00000.parquet"));
    let illegal = [
        "source=a.pgn",
        "frame_offset=7",
        "byte_offset=70",
        "game=0",
        "line=10",
        "column=5",
        "code=M001",
        "severity=error",
        "message=Nf6 is not a move of “White”.",
        "ply=12",
        "excerpt=1. e4 e5 2. Nf6 …",
        "game_id=-980200497295643741",
    ];
    let stray = [
        "source=a.pgn",
        "frame_offset=7",
        "byte_offset=70",
        "game=~",
        "line=1",
        "column=5",
        "code=S001",
        "severity=warning",
        "message=Nf6 is not a move of “White”.",
        "ply=~",
        "excerpt=1. e4 e5 2. Nf6 …",
        "game_id=~",
    ];
    assert_eq!(rows, [illegal, stray]);
}

fn start_position(known: bool) -> StartPositionRow {
    let value = |value: f64| known.then_some(value);
    StartPositionRow {
        start: 518,
        arrangement: "RNBQKBNR".to_owned(),
        mirror: 534,
        king_file: 'e',
        score_tally: ScoreTally {
            white_wins: 5,
            draws: 3,
            black_wins: 2,
            unfinished: 1,
        },
        moveless: 2,
        score: value(0.65),
        score_low: value(0.25),
        score_high: value(0.875),
        rated_games: 4,
        expected_score: value(0.5),
        adjusted_score: value(0.53),
        adjusted_low: value(0.49),
        adjusted_high: value(0.57),
        p_value: value(1e-300),
        q_value: value(0.1),
        mean_plies: value(78.5),
        incidents: 6,
    }
}

fn castling(mean_ply: Option<f64>) -> CastlingRow {
    CastlingRow {
        king_file: 'b',
        rook_file: 'a',
        side: Wing::ASide,
        games_with_right: 100,
        moveless: 9,
        castled: 40,
        mean_ply,
        wins: 20,
        draws: 10,
        losses: 9,
        unfinished: 1,
    }
}

#[test]
fn aggregates() {
    let dir = tempfile::tempdir().unwrap();
    let writer = DatasetWriter::create(dir.path(), TableOptions::default()).unwrap();
    let starts = [start_position(true), start_position(false)];
    writer
        .finish(
            &starts,
            &[castling(Some(15.25)), castling(None)],
            Map::new(),
        )
        .unwrap();
    let starts = rows(&dir.path().join("start_positions.parquet"));
    let known = "start=518 arrangement=RNBQKBNR mirror=534 king_file=e games=11 white_wins=5 \
                 draws=3 black_wins=2 unfinished=1 score=0.65 score_low=0.25 score_high=0.875 \
                 rated_games=4 expected_score=0.5 adjusted_score=0.53";
    let known: Vec<_> = known.split_whitespace().collect();
    assert_eq!(starts[0][..15], known);
    let p_value: f64 = starts[0][15]
        .strip_prefix("p_value=")
        .unwrap()
        .parse()
        .unwrap();
    assert_eq!(p_value.to_bits(), 1e-300_f64.to_bits());
    assert_eq!(
        starts[0][16..],
        [
            "q_value=0.1",
            "mean_plies=78.5",
            "incidents=6",
            "adjusted_low=0.49",
            "adjusted_high=0.57",
            "played=9",
        ]
    );
    let unknown: Vec<_> = starts[1]
        .iter()
        .filter(|cell| cell.ends_with("=~"))
        .collect();
    assert_eq!(unknown.len(), 10, "{unknown:?}");
    let castling = rows(&dir.path().join("castling.parquet"));
    let row = "king_file=b rook_file=a side=a_side games_with_right=100 castled=40 mean_ply=15.25 \
               wins=20 draws=10 losses=9 unfinished=1 rights_played=91";
    assert_eq!(castling[0], row.split_whitespace().collect::<Vec<_>>());
    assert_eq!(castling[1][5], "mean_ply=~");
}
