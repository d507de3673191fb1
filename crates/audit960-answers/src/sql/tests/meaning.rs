//! Queries mean what they mean in SQL, or are refused.

use audit960_types::Cell;
use audit960_types::tables::{ColumnGroup, SCHEMAS};

use super::{answer, rows};

/// SQL: `IS [NOT] TRUE` and `IS [NOT] FALSE` are never null. Of the four games Aronian was White in two, and in one nobody
/// is known.
#[test]
fn truth_is_asked_of_null_too() {
    for (condition, games) in [
        ("(white = 'Aronian') IS TRUE", 2),
        ("(white = 'Aronian') IS NOT TRUE", 2),
        ("(white = 'Aronian') IS FALSE", 1),
        ("(white = 'Aronian') IS NOT FALSE", 3),
        ("NOT ((white = 'Aronian') IS TRUE)", 2),
        ("NOT ((white = 'Aronian') IS FALSE)", 3),
    ] {
        let counted = answer(&format!(
            "SELECT COUNT(*) AS n FROM games WHERE {condition}"
        ));
        assert_eq!(rows(&counted.unwrap()), [[Cell::Int(games)]], "{condition}");
        let listed = answer(&format!("SELECT plies FROM games WHERE {condition}"));
        assert_eq!(listed.unwrap().rows() as i64, games, "{condition}");
        let each = format!("SELECT {condition} AS c FROM games");
        let each = answer(&each).unwrap();
        let met = rows(&each)
            .iter()
            .filter(|row| row[0] == Cell::Bool(true))
            .count();
        assert_eq!(met as i64, games, "{condition}");
    }
}

/// PostgreSQL: the difference of two dates is a number of days, in conditions, too; a remainder has the sign of what is
/// divided.
#[test]
fn days_and_remainders_are_those_of_sql() {
    for (expression, expected) in [
        ("DATE '2020-03-01' - DATE '2020-02-01'", Cell::Int(29)),
        ("(DATE '2020-03-01' - DATE '2020-02-01') + 1", Cell::Int(30)),
        (
            "CASE WHEN DATE '2020-03-01' - DATE '2020-02-01' > 28 THEN 1 ELSE 0 END",
            Cell::Int(1),
        ),
        ("-7 % 3", Cell::Int(-1)),
        ("7 % -3", Cell::Int(1)),
        ("-7 % -3", Cell::Int(-1)),
        ("(plies - 10) % 4", Cell::Int(-3)),
        ("plies % 2", Cell::Int(1)),
    ] {
        let found = answer(&format!(
            "SELECT {expression} AS x FROM games WHERE plies = 3"
        ));
        assert_eq!(rows(&found.unwrap()), [[expected]], "{expression}");
    }
    for (condition, games) in [
        ("DATE '2020-03-01' - DATE '2020-02-01' = 29", 4),
        ("DATE '2020-03-01' - DATE '2020-02-01' >= 30", 0),
        ("DATE '2020-03-01' - DATE '2020-02-01' BETWEEN 20 AND 30", 4),
        ("date_to - date_from >= 0", 0),
        // Three half-moves, none, and twice two milliards of them, which are two more than a multiple of three.
        ("(plies - 4) % 3 = -1", 2),
        ("(plies - 4) % 3 = 1", 2),
    ] {
        let found = answer(&format!(
            "SELECT COUNT(*) AS n FROM games WHERE {condition}"
        ));
        assert_eq!(rows(&found.unwrap()), [[Cell::Int(games)]], "{condition}");
    }
}

#[test]
fn groups_are_ordered_by_what_has_a_name() {
    let found = answer(
        "SELECT result, COUNT(*) AS n FROM games GROUP BY result ORDER BY COUNT(*) DESC, result",
    );
    let found = found.unwrap();
    let results: Vec<_> = rows(&found).iter().map(|row| row[0]).collect();
    assert_eq!(results, ["1-0", "0-1", "1/2-1/2"].map(Cell::Text));
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

/// 2024 was a leap year.
#[test]
fn days_between_dates_are_numbers() {
    let found = answer("SELECT DATE '2024-03-01' - DATE '2024-02-01' AS days FROM games LIMIT 1");
    assert_eq!(rows(&found.unwrap()), [[Cell::Int(29)]]);
}
