//! Answers that are put together from row groups, written to files, and refused for their memory.

use arrow_array::cast::AsArray as _;
use arrow_array::types::Int64Type;
use audit960_report::{CsvTexts, Format, TableForm};

use super::*;

/// Many row groups, so that parts of the answer are decoded out of their order.
fn many() -> (tempfile::TempDir, Dataset) {
    let games = (0..37).map(|number| GameFacts {
        plies: number,
        white: Some("=1+1"),
        ..game((number % 960) as u16, GameResult::Draw)
    });
    dataset(&games.collect::<Vec<_>>())
}

/// Every way a query may be answered: 37 games in 19 row groups, numbered in their order.
#[test]
fn rows_come_in_the_order_of_the_table() {
    let (_dir, dataset) = many();
    for threads in [1, 2, 7] {
        let dataset = dataset
            .clone()
            .with_threads(std::num::NonZeroUsize::new(threads));
        let plies = |sql: &str| -> Vec<Option<i64>> {
            let found = query(&dataset, sql).unwrap();
            found.columns()[0]
                .values
                .as_primitive::<Int64Type>()
                .iter()
                .collect()
        };
        let of = |numbers: std::ops::Range<i64>| numbers.map(Some).collect::<Vec<_>>();
        assert_eq!(plies("SELECT plies FROM games"), of(0..37));
        assert_eq!(plies("SELECT plies FROM games LIMIT 5"), of(0..5));
        assert_eq!(plies("SELECT plies FROM games LIMIT 0"), of(0..0));
        assert_eq!(
            plies("SELECT plies FROM games WHERE plies > 30 LIMIT 3"),
            of(31..34)
        );
        assert_eq!(plies("SELECT plies FROM games WHERE plies > 99"), of(0..0));
        assert_eq!(
            plies("SELECT plies + 1 AS n FROM games WHERE plies < 2"),
            of(1..3)
        );
    }
}

#[test]
fn answers_become_files() {
    let (_dir, dataset) = many();
    let written = |sql: &str, format| {
        let form = TableForm {
            texts: CsvTexts::Raw,
            ..TableForm::plain(format)
        };
        let mut out = Vec::new();
        let rows = write_answer(&dataset, sql, form, &mut out).unwrap();
        (rows, out)
    };
    let sql = "SELECT plies, white, plies > 1 AS more FROM games WHERE plies < 3";
    let texts = |format| String::from_utf8(written(sql, format).1).unwrap();
    assert_eq!(
        texts(Format::Csv),
        "plies,white,more\r\n0,=1+1,false\r\n1,=1+1,false\r\n2,=1+1,true\r\n"
    );
    let lines = "{\"plies\":0,\"white\":\"=1+1\",\"more\":false}\n\
         {\"plies\":1,\"white\":\"=1+1\",\"more\":false}\n\
         {\"plies\":2,\"white\":\"=1+1\",\"more\":true}\n";
    assert_eq!(texts(Format::JsonLines), lines);
    let array = lines.trim_end().replace('\n', ",\n");
    assert_eq!(texts(Format::Json), format!("[\n{array}\n]\n"));
    assert_eq!(texts(Format::Table).lines().count(), 4);
    // Without rows there are columns all the same.
    let none = written("SELECT code FROM diagnostics", Format::Csv);
    assert_eq!(none, (0, b"code\r\n".to_vec()));
    let (rows, parquet) = written("SELECT * FROM games", Format::Parquet);
    assert_eq!((rows, &parquet[..4]), (37, &b"PAR1"[..]));
}

#[test]
fn writing_that_fails_ends_the_query() {
    struct Full;
    impl std::io::Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("disk full"))
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let (_dir, dataset) = many();
    for format in [Format::Parquet, Format::JsonLines, Format::Table] {
        let form = TableForm::plain(format);
        let error = write_answer(&dataset, "SELECT * FROM games", form, &mut Full);
        assert!(error.unwrap_err().to_string().contains("disk full"));
    }
}

/// 37 rows of 8 bytes do not fit into 100 bytes. Where the system reports the memory of the process, that
/// counts as well.
#[test]
fn what_needs_too_much_memory_is_refused() {
    let (_dir, dataset) = many();
    let sql = "SELECT SUM(plies) AS n FROM games";
    let error = query_within(&dataset, sql, 100).unwrap_err();
    assert!(
        matches!(error, QueryError::MemoryExceeded { most: 100 }),
        "{error}"
    );
    assert!(error.to_string().contains("--max-memory"));
}
