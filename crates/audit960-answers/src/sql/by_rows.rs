//! Queries whose rows do not depend on each other, which are answered row group by row group.

use std::ops::ControlFlow;

use sqlparser::ast::{
    Expr, GroupByExpr, LimitClause, Query, Select, SelectItem, SetExpr, Statement, TableFactor,
    Value, visit_expressions,
};

/// Functions whose value depends on one row only.
const OF_ONE_ROW: [&str; 36] = [
    "ABS",
    "CEIL",
    "FLOOR",
    "ROUND",
    "TRUNCATE",
    "SIGN",
    "SQRT",
    "EXP",
    "LN",
    "LOG10",
    "POW",
    "MOD",
    "DIV",
    "DATE_PART",
    "STRFTIME",
    "CONCAT",
    "CONCAT_WS",
    "STARTS_WITH",
    "ENDS_WITH",
    "INITCAP",
    "LEFT",
    "RIGHT",
    "LENGTH",
    "LOWER",
    "UPPER",
    "LTRIM",
    "RTRIM",
    "REPLACE",
    "REVERSE",
    "SUBSTR",
    "COALESCE",
    "GREATEST",
    "LEAST",
    "IF",
    "IFNULL",
    "NULLIF",
];

/// A query that is answered row group by row group.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct RowwiseQuery {
    /// The table it reads.
    pub(crate) table: String,
    /// Most rows of the answer.
    pub(crate) limit: Option<usize>,
}

impl RowwiseQuery {
    /// The query of a statement, if every row of the answer comes from one row of one table, whatever
    /// other rows there are; `None` if that is not known.
    pub(crate) fn of(statement: &Statement) -> Option<Self> {
        let Statement::Query(query) = statement else {
            return None;
        };
        let Query {
            with: None,
            body,
            order_by: None,
            limit_clause,
            fetch: None,
            pipe_operators,
            ..
        } = query.as_ref()
        else {
            return None;
        };
        let SetExpr::Select(select) = body.as_ref() else {
            return None;
        };
        let limit = limit_clause.as_ref().map(limit);
        let (limit, known) = (limit.flatten(), limit.is_none_or(|count| count.is_some()));
        let plain = pipe_operators.is_empty() && known && is_plain(select);
        let table = table(select).filter(|_| plain)?;
        let row_by_row = visit_expressions(select.as_ref(), |expression| {
            match is_of_one_row(expression) {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        });
        row_by_row
            .is_continue()
            .then_some(Self { table, limit })
            // A query of constants only gives one row, however many the table has.
            .filter(|_| select.projection.iter().any(has_column))
    }
}

/// The number of rows of a LIMIT without OFFSET; `None` for any other clause.
fn limit(clause: &LimitClause) -> Option<usize> {
    match clause {
        LimitClause::LimitOffset {
            limit: Some(Expr::Value(limit)),
            offset: None,
            limit_by,
        } if limit_by.is_empty() => match &limit.value {
            Value::Number(number, _) => number.to_string().parse().ok(),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a query has nothing but columns, tables and a condition.
fn is_plain(select: &Select) -> bool {
    let ungrouped = matches!(
        &select.group_by,
        GroupByExpr::Expressions(by, modifiers) if by.is_empty() && modifiers.is_empty()
    );
    ungrouped
        && select.distinct.is_none()
        && select.top.is_none()
        && select.into.is_none()
        && select.having.is_none()
        && select.qualify.is_none()
        && select.prewhere.is_none()
        && select.value_table_mode.is_none()
        && select.lateral_views.is_empty()
        && select.connect_by.is_empty()
        && select.sort_by.is_empty()
        && select.cluster_by.is_empty()
        && select.distribute_by.is_empty()
        && select.named_window.is_empty()
}

/// The table, if there is exactly one.
fn table(select: &Select) -> Option<String> {
    let [from] = select.from.as_slice() else {
        return None;
    };
    match &from.relation {
        TableFactor::Table {
            name,
            args: None,
            sample: None,
            ..
        } if from.joins.is_empty() => Some(name.to_string().trim_matches('"').to_owned()),
        _ => None,
    }
}

fn is_of_one_row(expression: &Expr) -> bool {
    match expression {
        Expr::Identifier(_)
        | Expr::CompoundIdentifier(_)
        | Expr::Value(_)
        | Expr::TypedString(_)
        | Expr::Nested(_)
        | Expr::BinaryOp { .. }
        | Expr::UnaryOp { .. }
        | Expr::IsNull(_)
        | Expr::IsNotNull(_)
        | Expr::IsDistinctFrom(..)
        | Expr::IsNotDistinctFrom(..)
        | Expr::InList { .. }
        | Expr::Between { .. }
        | Expr::Like { .. }
        | Expr::ILike { .. }
        | Expr::RLike { .. }
        | Expr::Case { .. }
        | Expr::Cast { .. }
        | Expr::Extract { .. }
        | Expr::Ceil { .. }
        | Expr::Floor { .. }
        | Expr::Substring { .. }
        | Expr::Trim { .. } => true,
        Expr::Function(function) => {
            let name = function.name.to_string().to_uppercase();
            function.over.is_none()
                && function.filter.is_none()
                && OF_ONE_ROW.contains(&name.as_str())
        }
        _ => false,
    }
}

/// Whether an item of the select list uses a column.
fn has_column(item: &SelectItem) -> bool {
    match item {
        SelectItem::Wildcard(_) | SelectItem::QualifiedWildcard(..) => true,
        item => visit_expressions(item, |expression| match expression {
            Expr::Identifier(_) | Expr::CompoundIdentifier(_) => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        })
        .is_break(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sql::guard::check;

    fn of(sql: &str) -> Option<RowwiseQuery> {
        RowwiseQuery::of(&check(sql).unwrap().statement)
    }

    #[test]
    fn queries_by_rows_are_recognised() {
        for sql in [
            "SELECT * FROM games",
            "SELECT * EXCLUDE (moves_hash) FROM games AS g WHERE g.plies > 3",
            "SELECT UPPER(white) || 'x' AS w, 7 FROM games WHERE black LIKE 'A%' OR plies IN (1, 2)",
            "SELECT CASE WHEN plies > 3 THEN CAST(plies AS DOUBLE) END AS p FROM games",
        ] {
            let plan = of(sql).unwrap();
            assert_eq!((plan.table.as_str(), plan.limit), ("games", None), "{sql}");
        }
        assert_eq!(
            of("SELECT plies FROM \"games\" LIMIT 7").unwrap().limit,
            Some(7)
        );
    }

    /// Each of these would be answered wrongly if it were applied to each row group by itself.
    #[test]
    fn queries_on_all_rows_are_recognised() {
        for sql in [
            "SELECT COUNT(*) FROM games",
            "SELECT plies - (SELECT AVG(plies) FROM games) AS d FROM games",
            "SELECT DISTINCT white FROM games",
            "SELECT plies FROM games ORDER BY plies",
            "SELECT plies FROM games LIMIT 3 OFFSET 2",
            "SELECT plies FROM games LIMIT 1 + 1",
            "SELECT white FROM games GROUP BY white",
            "SELECT ROW_NUMBER() OVER (ORDER BY plies) AS n FROM games",
            "SELECT SUM(plies) OVER (PARTITION BY white) AS n FROM games",
            "SELECT LAG(plies) AS n FROM games",
            "SELECT 1 AS n FROM games",
            "SELECT a.plies FROM games AS a JOIN games AS b ON a.game = b.game",
            "SELECT games.plies FROM games, (SELECT 1 AS n) AS t",
            "SELECT plies FROM games WHERE plies = (SELECT MAX(plies) FROM games)",
            "SELECT plies FROM games WHERE plies IN (SELECT start FROM start_positions)",
            "SELECT plies FROM games UNION ALL SELECT start FROM start_positions",
            "WITH g AS (SELECT * FROM games) SELECT plies FROM g",
            "SELECT plies FROM (SELECT plies FROM games) AS g",
            "SELECT plies FROM games QUALIFY ROW_NUMBER() OVER (ORDER BY plies) = 1",
            "SHOW TABLES",
        ] {
            assert_eq!(of(sql), None, "{sql}");
        }
    }
}
