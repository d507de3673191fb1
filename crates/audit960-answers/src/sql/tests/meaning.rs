//! Queries mean what they mean in SQL, or are refused.

use audit960_types::Cell;
use audit960_types::tables::{ColumnGroup, SCHEMAS};

use super::{answer, rows};

/// What docs/limits.md says is otherwise than in SQL: when it no longer is, the page can say less.
#[test]
fn what_differs_from_sql_is_as_documented() {
    for (expression, found) in [
        (
            "CAST(DATE '2020-03-01' AS BIGINT) - CAST(DATE '2020-02-01' AS BIGINT)",
            Cell::Int(29),
        ),
        ("-7 % 3", Cell::Int(2)),
        ("7 % -3", Cell::Int(-2)),
        ("(plies - 10) % 4", Cell::Int(1)),
    ] {
        let answered = answer(&format!(
            "SELECT {expression} AS x FROM games WHERE plies = 3"
        ));
        assert_eq!(rows(&answered.unwrap()), [[found]], "{expression}");
    }
}

/// What the engine would answer wrongly is refused, and what is near to it is not.
#[test]
fn what_would_be_answered_wrongly_is_refused() {
    for (sql, why) in [
        (
            "SELECT COUNT(*) AS n FROM games AS a LEFT JOIN incidents AS b ON a.game_id = b.game_id AND b.peak_clock > 3",
            "ON of an outer join",
        ),
        (
            "SELECT COUNT(*) AS n FROM games AS a FULL OUTER JOIN incidents AS b ON a.plies > 3",
            "ON of an outer join",
        ),
        (
            "SELECT result, SUM(COUNT(*)) OVER () AS t FROM games GROUP BY result",
            "OVER beside GROUP BY",
        ),
        (
            "SELECT white, ROW_NUMBER() OVER (ORDER BY plies NULLS LAST) AS r FROM games",
            "NULLS LAST",
        ),
        (
            "SELECT * FROM games WHERE plies > 50 XOR plies > 100",
            "XOR",
        ),
        (
            "SELECT * FROM games WHERE date_from > 2020",
            "date_from is a date",
        ),
        (
            "SELECT * FROM games AS g WHERE 2020 = (g.date_to)",
            "g.date_to) is a date",
        ),
        (
            "SELECT result, COUNT(*) FROM games GROUP BY result ORDER BY COUNT(*) DESC",
            "give it a name",
        ),
        (
            "SELECT result, COUNT(*) AS n FROM games GROUP BY result ORDER BY COUNT(*)",
            "give it a name",
        ),
        ("SELECT STRPOS(white, 'A') AS n FROM games", "count bytes"),
        (
            "SELECT POSITION('A' IN white) AS n FROM games",
            "count bytes",
        ),
        ("SELECT COUNT(*) AS n FROM games, incidents", "JOIN ... ON"),
        (
            "SELECT COUNT(*) AS n FROM games AS a CROSS JOIN games AS b",
            "JOIN ... ON",
        ),
        (
            "SELECT * FROM games WHERE date_to - (date_from) > 3",
            "CAST(a AS BIGINT)",
        ),
        (
            "SELECT * FROM games WHERE (white = 'Aronian') IS NOT TRUE",
            "COALESCE",
        ),
        ("SELECT 1 AS x WHERE 1 = 0", "without FROM there are none"),
        (
            "SELECT COUNT(*) AS n FROM games HAVING COUNT(*) > 3",
            "HAVING needs GROUP BY",
        ),
    ] {
        let error = answer(sql).unwrap_err().to_string();
        assert!(error.contains(why), "{sql}: {error}");
    }
    for sql in [
        "SELECT COUNT(*) AS n FROM games AS a LEFT JOIN incidents AS b ON a.game_id = b.game_id AND (a.source = b.source)",
        "SELECT COUNT(*) AS n FROM games AS a JOIN incidents AS b ON a.game_id = b.game_id AND b.peak_clock > 3",
        "SELECT white, ROW_NUMBER() OVER (ORDER BY plies) AS r FROM games",
        "SELECT n, SUM(n) OVER () AS t FROM (SELECT COUNT(*) AS n FROM games GROUP BY result) AS g",
        "SELECT 1 AS x",
        "SELECT COUNT(*) AS n FROM games CROSS JOIN (SELECT AVG(plies) AS m FROM games) AS t WHERE plies > m",
        "SELECT COUNT(*) AS n FROM games WHERE COALESCE(white = 'Aronian', FALSE)",
        "SELECT n FROM (SELECT COUNT(*) AS n FROM games) AS t WHERE n > 3",
        "SELECT * FROM games WHERE (plies > 50) XOR (plies > 100)",
        "SELECT * FROM games WHERE date_from > DATE '2020-01-01' AND year > 2020",
    ] {
        assert!(answer(sql).is_ok(), "{sql}: {:?}", answer(sql).err());
    }
}

#[test]
fn rows_of_several_queries_are_counted() {
    let players = "SELECT white FROM games UNION ALL SELECT black FROM games";
    let counted = answer(&format!("SELECT COUNT(*) AS n FROM ({players}) AS t"));
    assert_eq!(rows(&counted.unwrap()), [[Cell::Int(8)]]);
    let some = format!("SELECT COUNT(*) AS n FROM ({players}) AS t WHERE white = 'Aronian'");
    assert_eq!(rows(&answer(&some).unwrap()), [[Cell::Int(2)]]);
}

/// What an audit looked for and did not find is a table without rows, though it has no file.
#[test]
fn tables_without_rows_are_there() {
    for table in ["gaps", "repetitions"] {
        let found = answer(&format!("SELECT * FROM {table}")).unwrap();
        assert_eq!(found.rows(), 0, "{table}");
        let declared = SCHEMAS.iter().find(|schema| schema.name == table).unwrap();
        assert_eq!(
            found.columns().len(),
            declared.up_to(ColumnGroup::Always).columns.len()
        );
        let counted = answer(&format!("SELECT COUNT(*) AS n FROM {table}")).unwrap();
        assert_eq!(rows(&counted), [[Cell::Int(0)]]);
    }
    assert!(answer("SELECT * FROM tree").is_err());
}

/// Columns that no name stands for are read, too.
#[test]
fn all_columns_are_all_columns() {
    let every = SCHEMAS
        .iter()
        .find(|schema| schema.name == "games")
        .unwrap();
    let every = every.up_to(ColumnGroup::Always).columns.len();
    for (sql, columns) in [
        ("SELECT * FROM games", every),
        ("SELECT DISTINCT * FROM games", every),
        ("SELECT DISTINCT ON (white) * FROM games", every),
        ("SELECT g.*, plies * 2 AS n FROM games AS g", every + 1),
        ("SELECT * EXCLUDE (white) FROM games", every - 1),
        ("SELECT COLUMNS('^white_elo|^plies$') FROM games", 2),
        ("SELECT COUNT(*) * 2 AS n FROM games", 1),
        ("SELECT 2 * plies AS n FROM games", 1),
    ] {
        let found = answer(sql).unwrap();
        assert_eq!(found.columns().len(), columns, "{sql}");
    }
    let tables = answer("SHOW TABLES").unwrap();
    assert!(tables.rows() >= 7, "{tables:?}");
}
