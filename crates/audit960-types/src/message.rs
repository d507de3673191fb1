//! What is said, whatever the language: `audit960-report` has the sentences.

use crate::Side;

/// A sentence, or a part of one: its key in the files of every language, and the values of its places by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The key, such as `claim-lost`.
    pub key: &'static str,
    /// Names of places, each with its value.
    pub values: Vec<(&'static str, MessageValue)>,
}

/// The value of a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MessageValue {
    /// The same in every language: a move, an article, a label that a sentence chooses by.
    Text(String),
    /// A count, by which a sentence may choose between singular and plural; each language sets the thousands apart in its way.
    Count(u64),
    /// A number as English writes it, `+8.7`; each language writes its own signs.
    Number(String),
    /// A part of the sentence that is said in its language.
    Message(Message),
    /// English of a table, which a language may have in its own words.
    Label(String),
}

/// A [`Message`] of a key and named values.
///
/// # Examples
/// ```
/// use audit960_types::{MessageValue, message};
///
/// let said = message!("claim-last", side = "white", moves = 2_u32);
/// assert_eq!(said.values[1], ("moves", MessageValue::Count(2)));
/// ```
#[macro_export]
macro_rules! message {
    ($key:expr $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::Message {
            key: $key,
            values: vec![$((stringify!($name), $crate::MessageValue::from($value))),*],
        }
    };
}

impl Message {
    /// Clauses in one sentence, with a semicolon between them; `None` if there are none.
    pub fn clauses(clauses: impl IntoIterator<Item = Self>) -> Option<Self> {
        let clauses = clauses.into_iter();
        clauses.reduce(|first, second| message!("clauses", first = first, second = second))
    }

    /// Parts with a comma between them; `None` if there are none.
    pub fn list(parts: impl IntoIterator<Item = Self>) -> Option<Self> {
        let parts = parts.into_iter();
        parts.reduce(|first, second| message!("list", first = first, second = second))
    }
}

impl From<&str> for MessageValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for MessageValue {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<u32> for MessageValue {
    fn from(count: u32) -> Self {
        Self::Count(count.into())
    }
}

impl From<u64> for MessageValue {
    fn from(count: u64) -> Self {
        Self::Count(count)
    }
}

impl From<usize> for MessageValue {
    fn from(count: usize) -> Self {
        Self::Count(count as u64)
    }
}

impl From<Side> for MessageValue {
    fn from(side: Side) -> Self {
        Self::Text(side.as_str().to_owned())
    }
}

impl From<Message> for MessageValue {
    fn from(message: Message) -> Self {
        Self::Message(message)
    }
}
