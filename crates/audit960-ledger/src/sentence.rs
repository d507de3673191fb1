//! Sentences as a form and values, so that a page can say them in its language.

use std::borrow::Cow;
use std::fmt;

use audit960_types::{Side, Wording, filled};

/// A sentence: its English form, which is its key in every other language, and the values of its places `{0}`, `{1}` …
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    form: Cow<'static, str>,
    values: Vec<SentenceValue>,
}

/// The value of a place in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SentenceValue {
    /// The same in every language: a move, an article, a number.
    Text(String),
    /// Words, which have a form of their own.
    Said(Sentence),
}

/// A sentence of a form and values of its places.
macro_rules! sentence {
    ($form:expr $(, $value:expr)*) => {
        $crate::sentence::Sentence::new($form.into(), vec![$($crate::sentence::SentenceValue::from($value)),*])
    };
}
pub(crate) use sentence;

impl Sentence {
    pub(crate) const fn new(form: Cow<'static, str>, values: Vec<SentenceValue>) -> Self {
        Self { form, values }
    }

    /// The sentence as a language says its forms.
    #[must_use]
    pub fn say(&self, wording: Wording<'_>) -> String {
        let values = self.values.iter().map(|value| match value {
            SentenceValue::Text(text) => text.clone(),
            SentenceValue::Said(sentence) => sentence.say(wording),
        });
        let values: Vec<String> = values.collect();
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        wording(&self.form, &values)
    }
}

/// In English.
impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(&filled))
    }
}

impl From<&str> for SentenceValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for SentenceValue {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<u32> for SentenceValue {
    fn from(number: u32) -> Self {
        Self::Text(number.to_string())
    }
}

impl From<Side> for SentenceValue {
    fn from(side: Side) -> Self {
        Self::Said(sentence!(side.name()))
    }
}

impl From<Sentence> for SentenceValue {
    fn from(sentence: Sentence) -> Self {
        Self::Said(sentence)
    }
}
