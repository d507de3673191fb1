//! Which statements are answered.

use std::ops::ControlFlow;

use sqlparser::ast::{Expr, Query, SetExpr, Statement, Visit as _, Visitor, visit_expressions};
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

/// Refuses statements that are not queries, and queries that the engine would answer wrongly or crash on.
pub(crate) fn check(sql: &str) -> Result<Statement, QueryError> {
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
    let [statement] = <[Statement; 1]>::try_from(statements).map_err(|statements| {
        QueryError::InvalidQuery(format!(
            "one query is answered at a time, not {}",
            statements.len()
        ))
    })?;
    match statement {
        Statement::Query(_) | Statement::ShowTables { .. } => {}
        _ => {
            return refuse(
                "only queries are answered, SELECT ...: a dataset is never changed".to_owned(),
            );
        }
    }
    match statement.visit(&mut Conditions) {
        ControlFlow::Continue(()) => Ok(statement),
        ControlFlow::Break(function) => refuse(format!(
            "{function} aggregates a group of rows and is not allowed in WHERE; use HAVING"
        )),
    }
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

/// Looks for aggregate functions in WHERE.
struct Conditions;

impl Visitor for Conditions {
    type Break = String;

    fn pre_visit_query(&mut self, query: &Query) -> ControlFlow<String> {
        let SetExpr::Select(select) = query.body.as_ref() else {
            return ControlFlow::Continue(());
        };
        let Some(condition) = &select.selection else {
            return ControlFlow::Continue(());
        };
        visit_expressions(condition, |expression| match expression {
            // Aggregates within a subquery belong to the subquery.
            Expr::Subquery(_) | Expr::InSubquery { .. } | Expr::Exists { .. } => {
                ControlFlow::Break(None)
            }
            Expr::Function(function) if function.over.is_none() => {
                let name = function.name.to_string().to_uppercase();
                match AGGREGATES.contains(&name.as_str()) {
                    true => ControlFlow::Break(Some(name)),
                    false => ControlFlow::Continue(()),
                }
            }
            _ => ControlFlow::Continue(()),
        })
        .map_break(|found: Option<String>| found)
        .break_value()
        .flatten()
        .map_or(ControlFlow::Continue(()), ControlFlow::Break)
    }
}
