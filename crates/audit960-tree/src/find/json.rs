//! A query as JSON: an object for each clause, whose members are the conditions.

use serde_json::{Map, Value};

use super::clause::{Clause, ClauseBuilder, FindQuery};
use super::parse::FindError;

impl FindQuery {
    /// Parses a query in JSON: an object, or an array of objects that hold one after the other.
    ///
    /// # Errors
    /// [`FindError`], for JSON that cannot be read at its offset; for a value, at its offset in the text of the value,
    /// with the name of the condition.
    pub fn parse_json(text: &str) -> Result<Self, FindError> {
        let value: Value = serde_json::from_str(text).map_err(|error| {
            let before = text
                .split_inclusive('\n')
                .take(error.line().saturating_sub(1));
            let at = before.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
            FindError::new(at, format!("this is not JSON: {error}"))
        })?;
        let clauses = match value {
            Value::Object(conditions) => vec![clause(&conditions)?],
            Value::Array(clauses) => clauses
                .iter()
                .map(|conditions| match conditions {
                    Value::Object(conditions) => clause(conditions),
                    _ => Err(FindError::new(0, "each clause is an object of conditions")),
                })
                .collect::<Result<_, _>>()?,
            _ => {
                return Err(FindError::new(
                    0,
                    "a query is an object of conditions, or an array of such objects",
                ));
            }
        };
        match clauses.is_empty() {
            true => Err(FindError::new(0, "the query has no clause")),
            false => Ok(Self::of(clauses)),
        }
    }
}

fn clause(conditions: &Map<String, Value>) -> Result<Clause, FindError> {
    let mut clause = ClauseBuilder::default();
    for (name, value) in conditions {
        let named = |error: FindError| FindError {
            message: format!("{name}: {}", error.message),
            ..error
        };
        match (clause.takes_value(name)?, value) {
            (false, Value::Bool(true)) => clause.set_flag(name),
            (false, Value::Bool(false)) => {}
            (false, _) => return Err(FindError::new(0, format!("{name} is true or false"))),
            (true, Value::String(text)) => clause.set(name, text).map_err(named)?,
            (true, Value::Number(number)) => {
                clause.set(name, &number.to_string()).map_err(named)?;
            }
            (true, _) => return Err(FindError::new(0, format!("{name} is a text or a number"))),
        }
    }
    clause.build(0)
}
