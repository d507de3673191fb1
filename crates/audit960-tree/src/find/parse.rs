//! A query as text, and as JSON: an object for each clause, whose members are the conditions.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::Value;

use super::clause::{Clause, ClauseBuilder, FindQuery};

/// What is wrong with a query, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("at character {}: {message}", .at + 1)]
pub struct FindError {
    /// Offset in bytes of the text, from 0.
    pub at: usize,
    /// What is wrong there.
    pub message: String,
}

impl FindError {
    pub(super) fn new(at: usize, message: impl Into<String>) -> Self {
        Self {
            at,
            message: message.into(),
        }
    }

    /// The same, in a text in which the value begins at an offset.
    pub(super) fn within(self, at: usize) -> Self {
        Self {
            at: self.at + at,
            ..self
        }
    }
}

/// A word of the text, or what stands between quotes.
struct Word<'q> {
    at: usize,
    text: &'q str,
}

/// The words of a text.
fn words(text: &str) -> Result<Vec<Word<'_>>, FindError> {
    let (mut words, mut at) = (Vec::new(), 0);
    while let Some(begin) = text[at..].find(|letter: char| !letter.is_whitespace()) {
        let begin = at + begin;
        let rest = &text[begin..];
        let (from, len, end) = if let Some(quoted) = rest.strip_prefix('"') {
            let Some(len) = quoted.find('"') else {
                return Err(FindError::new(begin, "the quote is not closed"));
            };
            (begin + 1, len, begin + len + 2)
        } else {
            let len = rest.find(char::is_whitespace).unwrap_or(rest.len());
            (begin, len, begin + len)
        };
        words.push(Word {
            at: from,
            text: &text[from..from + len],
        });
        at = end;
    }
    Ok(words)
}

impl FindQuery {
    /// Parses a query: clauses with `then` between them, each a list of conditions.
    ///
    /// # Errors
    /// [`FindError`]: an unknown condition, a value that is missing or cannot be read, or a condition that no
    /// position fulfils.
    pub fn parse(text: &str) -> Result<Self, FindError> {
        let mut clauses = Vec::new();
        let mut clause = ClauseBuilder::default();
        let mut begin = 0;
        let mut left = words(text)?.into_iter();
        while let Some(word) = left.next() {
            if word.text == "then" {
                clauses.push(std::mem::take(&mut clause).build(begin)?);
                begin = word.at + word.text.len();
                continue;
            }
            if !clause
                .takes_value(word.text)
                .map_err(|error| error.within(word.at))?
            {
                clause.set_flag(word.text);
                continue;
            }
            let Some(value) = left.next() else {
                let message = format!("{} needs a value", word.text);
                return Err(FindError::new(word.at, message));
            };
            clause
                .set(word.text, value.text)
                .map_err(|error| error.within(value.at))?;
        }
        clauses.push(clause.build(begin)?);
        Ok(Self::of(clauses))
    }

    /// Clauses in order.
    #[must_use]
    pub const fn of(clauses: Vec<Clause>) -> Self {
        Self { clauses }
    }
}

impl FindQuery {
    /// Parses a query in JSON: an object, or an array of objects that hold one after the other.
    ///
    /// # Errors
    /// [`FindError`], for JSON that cannot be read at its offset; for a value, at its offset in the text of the value,
    /// with the name of the condition.
    pub fn parse_json(text: &str) -> Result<Self, FindError> {
        let query: Query = serde_json::from_str(text).map_err(|error| {
            if error.is_data() {
                let message = "a query is an object of conditions, or an array of such objects";
                return FindError::new(0, message);
            }
            let before = text
                .split_inclusive('\n')
                .take(error.line().saturating_sub(1));
            let at = before.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
            FindError::new(at, format!("this is not JSON: {error}"))
        })?;
        let clauses = match query {
            Query::Clause(conditions) => vec![conditions],
            Query::List(clauses) => clauses,
        };
        let clauses: Vec<Clause> = clauses.iter().map(clause).collect::<Result<_, _>>()?;
        match clauses.is_empty() {
            true => Err(FindError::new(0, "the query has no clause")),
            false => Ok(Self::of(clauses)),
        }
    }
}

/// A query as it is written.
#[derive(Deserialize)]
#[serde(untagged)]
enum Query {
    Clause(Conditions),
    List(Vec<Conditions>),
}

/// Conditions in their order: a map would keep the last of two of one name only.
struct Conditions(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Conditions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ConditionsVisitor)
    }
}

struct ConditionsVisitor;

impl<'de> Visitor<'de> for ConditionsVisitor {
    type Value = Conditions;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of conditions")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Conditions, A::Error> {
        let mut conditions = Vec::new();
        while let Some(condition) = members.next_entry()? {
            conditions.push(condition);
        }
        Ok(Conditions(conditions))
    }
}

fn clause(Conditions(conditions): &Conditions) -> Result<Clause, FindError> {
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
