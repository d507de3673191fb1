//! Which statements are answered.

use sqlparser::ast::Statement;
use sqlparser::dialect::GenericDialect;
use sqlparser::parser::Parser;
use sqlparser::tokenizer::{Token, Tokenizer};

use crate::sql::QueryError;
use crate::sql::refusals::refusal;
use crate::sql::scan::Names;

/// Most operators in a query: each may be a level of recursion in a parser or in the engine.
const OPERATORS: usize = 1_000;

/// A query that can be answered.
#[derive(Debug)]
pub(crate) struct Checked {
    pub(crate) statement: Statement,
    /// The names in it.
    pub(crate) names: Names,
}

/// Refuses statements that are not queries, and queries that the engine would answer wrongly or crash on.
pub(crate) fn check(sql: &str) -> Result<Checked, QueryError> {
    let refuse = |why: String| Err(QueryError::InvalidQuery(why));
    let tokens = Tokenizer::new(&GenericDialect, sql).tokenize();
    let tokens = tokens.map_err(|error| QueryError::InvalidQuery(error.to_string()))?;
    let names = Names::of(&tokens);
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
        Statement::Query(_) | Statement::ShowTables { .. } | Statement::ExplainTable { .. } => {}
        _ => {
            return refuse(
                "only queries are answered, SELECT ...: a dataset is never changed".to_owned(),
            );
        }
    }
    if let Some(why) = refusal(&statement) {
        return refuse(why);
    }
    Ok(Checked { statement, names })
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

    #[test]
    fn a_column_beside_an_aggregate_is_refused() {
        for sql in [
            "SELECT white, COUNT(*) FROM games LIMIT 3",
            "SELECT *, MAX(plies) FROM games",
            "SELECT games.*, MAX(plies) FROM games",
            "SELECT white_elo - black_elo, CORR(white_elo, black_elo) FROM games",
            "SELECT MAX(plies) + plies FROM games",
            "SELECT SUM(plies) OVER (PARTITION BY white), AVG(plies) FROM games",
            "SELECT * FROM (SELECT white, MIN(plies) FROM games) AS t",
        ] {
            let error = check(sql).unwrap_err().to_string();
            assert!(error.contains("GROUP BY it"), "{sql}: {error}");
        }
        for sql in [
            "SELECT MAX(plies) - MIN(plies), COUNT(*) + 1, 'all' FROM games",
            "SELECT MAX(plies + clocks), (SELECT MIN(white) FROM games) FROM games",
            "SELECT white, plies, SUM(plies) OVER () FROM games",
            "SELECT white, COUNT(*) FROM games GROUP BY white",
            "SELECT white, plies - (SELECT AVG(plies) FROM games) AS more FROM games",
        ] {
            assert!(check(sql).is_ok(), "{sql}");
        }
    }
}
