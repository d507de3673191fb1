//! Which statements are answered.

use std::borrow::Cow;
use std::ops::ControlFlow;

use sqlparser::ast::{
    Expr, Query, SetExpr, Statement, Value, Visit as _, Visitor, visit_expressions_mut,
};
use sqlparser::dialect::GenericDialect;
use sqlparser::parser::Parser;
use sqlparser::tokenizer::{Token, Tokenizer};

use crate::QueryError;

/// Most operators in a query: each may be a level of recursion in a parser or in the engine.
const OPERATORS: usize = 1_000;

/// Aggregate functions.
const AGGREGATES: [&str; 11] = [
    "ARRAY_AGG",
    "AVG",
    "COUNT",
    "FIRST",
    "LAST",
    "MAX",
    "MEDIAN",
    "MIN",
    "STDDEV",
    "SUM",
    "VARIANCE",
];

/// A query that can be answered.
#[derive(Debug)]
pub(crate) struct Checked<'q> {
    pub(crate) statement: Statement,
    /// What the engine is asked.
    pub(crate) sql: Cow<'q, str>,
}

/// Refuses statements that are not queries, and queries that the engine would answer wrongly or crash on.
pub(crate) fn check(sql: &str) -> Result<Checked<'_>, QueryError> {
    let refuse = |why: String| Err(QueryError::InvalidQuery(why));
    let tokens = Tokenizer::new(&GenericDialect, sql).tokenize();
    let tokens = tokens.map_err(|error| QueryError::InvalidQuery(error.to_string()))?;
    let operators = tokens.iter().filter(|token| is_operator(token)).count();
    if operators > OPERATORS {
        return refuse(format!(
            "the query has {operators} operators and brackets, more than {OPERATORS}; IN (...) \
             needs fewer"
        ));
    }
    let statements = Parser::new(&GenericDialect)
        .with_tokens(tokens)
        .parse_statements();
    let statements = statements.map_err(|error| {
        let text = error.to_string();
        QueryError::InvalidQuery(text.replacen("sql parser error: ", "", 1))
    })?;
    let [mut statement] = <[Statement; 1]>::try_from(statements).map_err(|statements| {
        QueryError::InvalidQuery(format!(
            "one query is answered at a time, not {}",
            statements.len()
        ))
    })?;
    match statement {
        Statement::Query(_) | Statement::ShowTables { .. } | Statement::ExplainTable { .. } => {}
        _ => {
            return refuse(
                "only queries are answered, SELECT ...: a dataset is never changed".to_owned(),
            );
        }
    }
    let sql = match compare_null_with_truth(&mut statement) {
        true => Cow::Owned(statement.to_string()),
        false => Cow::Borrowed(sql),
    };
    match statement.visit(&mut Conditions) {
        ControlFlow::Continue(()) => Ok(Checked { statement, sql }),
        ControlFlow::Break(function) => refuse(format!(
            "{function} aggregates a group of rows and is not allowed in WHERE; use HAVING"
        )),
    }
}

/// Asks whether a value *is not distinct from* true or false where a query asks whether it *is*: both are the same, of null,
/// too, but the engine answers null to the second question. Returns whether a query does.
fn compare_null_with_truth(statement: &mut Statement) -> bool {
    let mut asks = false;
    let _: ControlFlow<()> = visit_expressions_mut(statement, |expression| {
        let (value, truth, is) = match expression {
            Expr::IsTrue(value) => (value, true, true),
            Expr::IsNotTrue(value) => (value, true, false),
            Expr::IsFalse(value) => (value, false, true),
            Expr::IsNotFalse(value) => (value, false, false),
            _ => return ControlFlow::Continue(()),
        };
        let nothing = Box::new(Expr::value(Value::Null));
        let value = Box::new(Expr::Nested(std::mem::replace(value, nothing)));
        let truth = Box::new(Expr::value(Value::Boolean(truth)));
        let compared = match is {
            true => Expr::IsNotDistinctFrom(value, truth),
            false => Expr::IsDistinctFrom(value, truth),
        };
        *expression = Expr::Nested(Box::new(compared));
        asks = true;
        ControlFlow::Continue(())
    });
    asks
}

const fn is_operator(token: &Token) -> bool {
    !matches!(
        token,
        Token::Word(_)
            | Token::Number(..)
            | Token::SingleQuotedString(_)
            | Token::Comma
            | Token::Period
            | Token::Whitespace(_)
            | Token::EOF
    )
}

/// Looks for aggregates in WHERE, of the query and of its subqueries.
struct Conditions;

/// Looks for an aggregate in one condition. Aggregates of its subqueries belong to those.
#[derive(Default)]
struct AggregateFinder {
    subqueries: usize,
}

impl Visitor for AggregateFinder {
    type Break = String;

    fn pre_visit_query(&mut self, _: &Query) -> ControlFlow<String> {
        self.subqueries += 1;
        ControlFlow::Continue(())
    }

    fn post_visit_query(&mut self, _: &Query) -> ControlFlow<String> {
        self.subqueries -= 1;
        ControlFlow::Continue(())
    }

    fn pre_visit_expr(&mut self, expression: &Expr) -> ControlFlow<String> {
        match expression {
            Expr::Function(function) if function.over.is_none() && self.subqueries == 0 => {
                let name = function.name.to_string().to_uppercase();
                match AGGREGATES.contains(&name.as_str()) {
                    true => ControlFlow::Break(name),
                    false => ControlFlow::Continue(()),
                }
            }
            _ => ControlFlow::Continue(()),
        }
    }
}

impl Visitor for Conditions {
    type Break = String;

    fn pre_visit_query(&mut self, query: &Query) -> ControlFlow<String> {
        in_conditions(&query.body)
    }
}

/// The first aggregate in a WHERE of a query or of the parts of a set operation.
fn in_conditions(body: &SetExpr) -> ControlFlow<String> {
    match body {
        SetExpr::Select(select) => match &select.selection {
            Some(condition) => condition.visit(&mut AggregateFinder::default()),
            None => ControlFlow::Continue(()),
        },
        SetExpr::SetOperation { left, right, .. } => {
            in_conditions(left)?;
            in_conditions(right)
        }
        // A query in brackets is visited by itself.
        _ => ControlFlow::Continue(()),
    }
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn aggregates_are_refused_in_conditions_alone() {
        let words = "is not allowed in WHERE";
        for sql in [
            "SELECT * FROM games WHERE MAX(plies) > 3",
            "SELECT * FROM games WHERE plies IN (SELECT plies FROM games) AND MAX(plies) > 3",
            "SELECT * FROM games WHERE EXISTS (SELECT 1) OR plies > SUM(plies)",
            "SELECT * FROM games WHERE plies IN (SELECT plies FROM games WHERE MIN(plies) > 1)",
            "SELECT * FROM (SELECT * FROM games WHERE AVG(plies) > 1) AS t",
            "SELECT white FROM games WHERE MAX(plies) > 3 UNION ALL SELECT black FROM games",
            "SELECT 1 UNION (SELECT white FROM games WHERE MAX(plies) > 3)",
            "SELECT 1 UNION SELECT 2 UNION SELECT white FROM games WHERE MAX(plies) > 3",
        ] {
            let error = check(sql).unwrap_err().to_string();
            assert!(error.contains(words), "{sql}: {error}");
        }
        for sql in [
            "SELECT MAX(plies) FROM games WHERE plies > 3",
            "SELECT * FROM games WHERE plies = (SELECT MAX(plies) FROM games)",
            "SELECT * FROM games WHERE plies IN (SELECT MAX(plies) FROM games GROUP BY white)",
            "SELECT white FROM games GROUP BY white HAVING MAX(plies) > 3",
        ] {
            assert!(check(sql).is_ok(), "{sql}");
        }
    }
}
