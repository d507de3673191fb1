//! A query as JSON: an object for each clause, whose members are the conditions.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use super::clause::{Clause, ClauseBuilder, FindQuery};
use super::parse::FindError;

impl FindQuery {
    /// Parses a query in JSON: an object, or an array of objects that hold one after the other.
    ///
    /// # Errors
    /// [`FindError`], for JSON that cannot be read at its offset; for a value, at its offset in the text of the value,
    /// with the name of the condition.
    pub fn parse_json(text: &str) -> Result<Self, FindError> {
        let query: Query = serde_json::from_str(text).map_err(|error| {
            let before = text
                .split_inclusive('\n')
                .take(error.line().saturating_sub(1));
            let at = before.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
            FindError::new(at, format!("this is not JSON: {error}"))
        })?;
        let clauses = match query {
            Query::Clause(conditions) => vec![clause(&conditions)?],
            Query::List(clauses) => clauses
                .iter()
                .map(|conditions| match conditions {
                    Query::Clause(conditions) => clause(conditions),
                    _ => Err(FindError::new(0, "each clause is an object of conditions")),
                })
                .collect::<Result<_, _>>()?,
            Query::Other => {
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

/// A query as it is written: a map of its own would keep the last of two conditions of one name only.
enum Query {
    Clause(Vec<(String, Value)>),
    List(Vec<Self>),
    Other,
}

impl<'de> Deserialize<'de> for Query {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(QueryVisitor)
    }
}

struct QueryVisitor;

impl<'de> Visitor<'de> for QueryVisitor {
    type Value = Query;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a query")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Query, A::Error> {
        let mut conditions = Vec::new();
        while let Some(condition) = members.next_entry()? {
            conditions.push(condition);
        }
        Ok(Query::Clause(conditions))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Query, A::Error> {
        let mut clauses = Vec::new();
        while let Some(clause) = elements.next_element()? {
            clauses.push(clause);
        }
        Ok(Query::List(clauses))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Query, E> {
        Ok(Query::Other)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Query, E> {
        Ok(Query::Other)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Query, E> {
        Ok(Query::Other)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Query, E> {
        Ok(Query::Other)
    }

    fn visit_str<E>(self, _: &str) -> Result<Query, E> {
        Ok(Query::Other)
    }

    fn visit_unit<E>(self) -> Result<Query, E> {
        Ok(Query::Other)
    }
}

fn clause(conditions: &[(String, Value)]) -> Result<Clause, FindError> {
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
