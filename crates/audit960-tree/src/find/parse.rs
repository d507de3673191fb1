//! The text of a query.

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
