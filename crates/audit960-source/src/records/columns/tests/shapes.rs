//! What cells say in other types and other words, and rows that are records.

use arrow_array::builder::{ListBuilder, StringBuilder};
use arrow_array::types::Float16Type;
use arrow_array::{
    Array as _, BinaryArray, BooleanArray, Decimal128Array, FixedSizeListArray, Float64Array,
    Int64Array, PrimitiveArray, StructArray,
};
use arrow_schema::{DataType, Field};

use super::*;

fn texts(values: &[Option<&str>]) -> ArrayRef {
    Arc::new(StringArray::from(values.to_vec()))
}

/// The lines of rows, the same in every form.
fn all_lines(table: &RecordBatch) -> Vec<String> {
    let found = lines(ColumnForm::Parquet, &parquet(table, 100)).unwrap();
    for (form, bytes) in arrow(table) {
        assert_eq!(lines(form, &bytes).unwrap(), found);
    }
    found.into_iter().map(|(_, line)| line).collect()
}

/// The value of a tag, and what follows the tags.
fn tag_and_moves(line: &str, tag: &str) -> (Option<String>, String) {
    let begins = format!("[{tag} \"");
    let value = line.split_once(&begins).map(|(_, rest)| {
        let end = rest.find("\"]").unwrap();
        rest[..end].to_owned()
    });
    let moves = line.rsplit_once("] ").unwrap().1;
    (value, moves.trim_end().to_owned())
}

#[test]
fn a_result_that_no_column_has_is_that_of_the_movetext() {
    let moves = texts(&[
        Some("e4 e5 1-0"),
        Some("e4 1/2-1/2"),
        Some("e4 e5"),
        Some("e4 *"),
    ]);
    for results in [None, Some(texts(&[None, Some(""), None, None]))] {
        let mut columns = vec![("moves", Arc::clone(&moves))];
        columns.extend(results.map(|results| ("Result", results)));
        let found: Vec<_> = all_lines(&batch(columns))
            .iter()
            .map(|line| tag_and_moves(line, "Result"))
            .collect();
        let expected = [
            ("1-0", "e4 e5 1-0"),
            ("1/2-1/2", "e4 1/2-1/2"),
            ("*", "e4 e5 *"),
            ("*", "e4 *"),
        ];
        let expected = expected.map(|(tag, moves)| (Some(tag.to_owned()), moves.to_owned()));
        assert_eq!(found, expected);
    }
}

/// What is no result stays in its tag, becomes a finding there (T008), and is not played.
#[test]
fn a_result_that_is_none_is_no_move() {
    let moves = texts(&[Some("e4 e5"), Some("e4 e5 0-1")]);
    let results = texts(&[Some("Black"), Some("1.0")]);
    let found = all_lines(&batch(vec![("moves", moves), ("Result", results)]));
    assert_eq!(
        tag_and_moves(&found[0], "Result"),
        (Some("Black".to_owned()), "e4 e5 *".to_owned())
    );
    assert_eq!(
        tag_and_moves(&found[1], "Result"),
        (Some("1.0".to_owned()), "e4 e5 0-1".to_owned())
    );
}

#[test]
fn a_winner_is_a_side_a_result_or_a_player() {
    let said = [
        (Some("white"), "1-0"),
        (Some("B"), "0-1"),
        (Some("d"), "1/2-1/2"),
        (Some("1-0"), "1-0"),
        (Some("Ann"), "1-0"),
        (Some("Ben"), "0-1"),
        (Some("Cid"), "Cid"),
        (None, "*"),
        (Some(""), "*"),
    ];
    let winners: Vec<_> = said.iter().map(|(winner, _)| *winner).collect();
    let all = |text| texts(&vec![Some(text); said.len()]);
    let table = batch(vec![
        ("winner", texts(&winners)),
        ("White", all("Ann")),
        ("Black", all("Ben")),
        ("moves", all("e4 e5")),
    ]);
    for (line, (_, expected)) in all_lines(&table).iter().zip(said) {
        assert_eq!(tag_and_moves(line, "Result").0.as_deref(), Some(expected));
    }
    // Nobody won: a draw where the status of Lichess says how it ended.
    let table = batch(vec![
        ("winner", texts(&[None, None, Some("white")])),
        (
            "status",
            texts(&[Some("stalemate"), Some("aborted"), Some("draw")]),
        ),
        ("moves", texts(&[Some("e4"); 3])),
    ]);
    let results: Vec<_> = all_lines(&table)
        .iter()
        .map(|line| tag_and_moves(line, "Result").0.unwrap())
        .collect();
    assert_eq!(results, ["1/2-1/2", "*", "1-0"]);
}

#[test]
fn numbers_and_bytes_are_text() {
    let decimal = |values: &[i128]| {
        let array = Decimal128Array::from(values.to_vec());
        Arc::new(array.with_precision_and_scale(9, 1).unwrap()) as ArrayRef
    };
    let halves: PrimitiveArray<Float16Type> = [2500.0_f32, 1.5]
        .map(|rating| Some(half(rating)))
        .into_iter()
        .collect();
    let words = FixedSizeListArray::try_new(
        Arc::new(Field::new("item", DataType::Utf8, true)),
        2,
        Arc::new(StringArray::from(vec!["e4", "e5", "d4", "d5"])),
        None,
    );
    let table = batch(vec![
        ("moves", Arc::new(words.unwrap()) as ArrayRef),
        ("WhiteElo", decimal(&[25_000, 24_995])),
        ("BlackElo", Arc::new(halves)),
        ("Round", Arc::new(Float64Array::from(vec![1.0, 2.5]))),
        (
            "Event",
            Arc::new(BinaryArray::from(vec![&b"Z\xC3\xBCrich"[..], b"x\xFF"])),
        ),
    ]);
    let found = all_lines(&table);
    for (tag, value) in [
        ("WhiteElo", "2500"),
        ("BlackElo", "2500"),
        ("Round", "1"),
        ("Event", "Zürich"),
    ] {
        assert_eq!(tag_and_moves(&found[0], tag).0.as_deref(), Some(value));
    }
    assert_eq!(tag_and_moves(&found[0], "White").1, "e4 e5 *");
    assert_eq!(found[1], "% a cell is not UTF-8\n");
}

fn half(number: f32) -> <Float16Type as arrow_array::ArrowPrimitiveType>::Native {
    // 2500 and 1.5 in sixteen bits: sign, five bits of exponent, ten of fraction.
    let bits = if number > 2.0 { 0x68E2 } else { 0x3E00 };
    <Float16Type as arrow_array::ArrowPrimitiveType>::Native::from_bits(bits)
}

/// Chess.com's `fen` is the position at the end.
#[test]
fn a_whole_pgn_begins_where_it_says() {
    let pgn = "[White \"a\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0";
    let end = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2";
    for (name, is_read) in [("fen", false), ("initial_setup", true)] {
        let table = batch(vec![
            ("pgn", texts(&[Some(pgn)])),
            (name, texts(&[Some(end)])),
        ]);
        let found = all_lines(&table);
        assert_eq!(
            tag_and_moves(&found[0], "FEN").0.is_some(),
            is_read,
            "{found:?}"
        );
    }
}

#[test]
fn rows_that_are_records_become_what_the_records_become() {
    let player = |name: &str, rating: i64| {
        let user = StructArray::from(vec![(
            Arc::new(Field::new("name", DataType::Utf8, true)),
            texts(&[Some(name)]),
        )]);
        let rating = Arc::new(Int64Array::from(vec![rating])) as ArrayRef;
        StructArray::from(vec![
            (
                Arc::new(Field::new("user", user.data_type().clone(), true)),
                Arc::new(user) as ArrayRef,
            ),
            (
                Arc::new(Field::new("rating", DataType::Int64, true)),
                rating,
            ),
        ])
    };
    let (white, black) = (player("Ann \"A\"", 1500), player("Ben", 1600));
    let players = StructArray::from(vec![
        (
            Arc::new(Field::new("white", white.data_type().clone(), true)),
            Arc::new(white) as ArrayRef,
        ),
        (
            Arc::new(Field::new("black", black.data_type().clone(), true)),
            Arc::new(black) as ArrayRef,
        ),
    ]);
    let mut moves = ListBuilder::new(StringBuilder::new());
    moves.values().append_value("e4");
    moves.values().append_value("e5");
    moves.append(true);
    let clocks = ListArray::from_iter_primitive::<arrow_array::types::Int64Type, _, _>([Some([
        Some(18_003),
        None,
    ])]);
    let table = batch(vec![
        ("id", texts(&[Some("abcdefgh")])),
        ("rated", Arc::new(BooleanArray::from(vec![true]))),
        ("speed", texts(&[Some("blitz")])),
        ("winner", texts(&[Some("black")])),
        ("status", texts(&[None])),
        (
            "createdAt",
            Arc::new(Int64Array::from(vec![1_746_057_606_000])),
        ),
        ("players", Arc::new(players)),
        ("moves", Arc::new(moves.finish())),
        ("clocks", Arc::new(clocks)),
        ("fen", texts(&[Some("of another time")])),
    ]);
    assert_eq!(
        all_lines(&table),
        [
            "[Event \"Rated Blitz game\"] [Site \"https://lichess.org/abcdefgh\"] [Date \"2025.05.01\"] [Round \"-\"] \
             [White \"Ann \\\"A\\\"\"] [Black \"Ben\"] [Result \"0-1\"] [UTCDate \"2025.05.01\"] [UTCTime \"00:00:06\"] \
             [WhiteElo \"1500\"] [BlackElo \"1600\"] e4 { [%clk 0:03:00.03] } e5 0-1\n"
        ]
    );
}

/// Metadata that cannot be read do not say how many rows there were: they cost one number, which no other row has.
#[test]
fn rows_after_a_message_without_metadata_have_numbers_of_their_own() {
    let column = |row: usize| {
        let moves = [
            format!("1. e4 {{game {row}}} e5"),
            format!("1. d4 {{game {row}}} d5"),
        ];
        batch(vec![(
            "movetext",
            Arc::new(StringArray::from(moves.to_vec())) as ArrayRef,
        )])
    };
    let mut file = Vec::new();
    let mut writer = FileWriter::try_new(&mut file, &column(0).schema()).unwrap();
    (0..3).for_each(|row| writer.write(&column(row)).unwrap());
    writer.finish().unwrap();
    drop(writer);
    // The metadata of the second message stand before its text, and after that of the first.
    let first = memchr::memmem::find(&file, b"game 0").unwrap();
    let second = memchr::memmem::find(&file, b"game 1").unwrap();
    let begins = first + memchr::memmem::find(&file[first..second], &[0xFF; 4]).unwrap();
    file[begins + 8..begins + 40].fill(0xFF);
    let found = lines(ColumnForm::ArrowFile, &file).unwrap();
    let numbers: Vec<u64> = found.iter().map(|(number, _)| *number).collect();
    assert_eq!(numbers, [0, 1, 2, 3, 4]);
    assert!(
        found[2]
            .1
            .starts_with("% row 3 and perhaps others are lost: message 2"),
        "{found:?}"
    );
    assert!(found[3].1.contains("{game 2}"));
}

/// Tables that an audit made of an archive are none.
#[test]
fn tables_of_games_are_known_by_their_columns_and_notes() {
    let moves = batch(vec![("moves", texts(&[Some("e4")]))]);
    let other = batch(vec![("fen", texts(&[Some("e4")]))]);
    let noted = |table: &RecordBatch| {
        let note = ("audit960.table".to_owned(), "games".to_owned());
        let schema = table.schema().as_ref().clone().with_metadata([note]);
        table.clone().with_schema(Arc::new(schema)).unwrap()
    };
    let has_moves = |form: ColumnForm, bytes: &[u8]| {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        ColumnRecords::has_moves(form, file)
    };
    for (table, expected) in [(&moves, true), (&other, false)] {
        let stored = parquet(table, 10);
        assert_eq!(has_moves(ColumnForm::Parquet, &stored), Ok(expected));
        assert!(has_moves(ColumnForm::Parquet, &stored[..40]).is_err());
    }
    for (table, expected) in [(&moves, true), (&other, false), (&noted(&moves), false)] {
        for (form, bytes) in arrow(table) {
            assert_eq!(has_moves(form, &bytes), Ok(expected));
        }
    }
    let mut bytes = Vec::new();
    let note = parquet::file::metadata::KeyValue::new("audit960.table".to_owned(), None);
    let properties = WriterProperties::builder().set_key_value_metadata(Some(vec![note]));
    let properties = Some(properties.build());
    let mut writer = ArrowWriter::try_new(&mut bytes, moves.schema(), properties).unwrap();
    writer.write(&moves).unwrap();
    writer.close().unwrap();
    assert_eq!(has_moves(ColumnForm::Parquet, &bytes), Ok(false));
}
