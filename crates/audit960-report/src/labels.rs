//! Labels of the page by their English text, what findings mean, and what is done about them.
//!
//! The code of the page names a label by its English text, in which `{0}`, `{1}` … are places for values: `$v0`, `$v1` … in the
//! files.

use std::collections::HashMap;
use std::sync::LazyLock;

use audit960_types::{Code, Message, MessageValue};

use crate::Language;

/// The labels of the page.
const PAGE: &str = include_str!("texts/en/page.ftl");

/// Places for values that a label can have.
const PLACES: [(&str, &str); 9] = [
    ("v0", "{0}"),
    ("v1", "{1}"),
    ("v2", "{2}"),
    ("v3", "{3}"),
    ("v4", "{4}"),
    ("v5", "{5}"),
    ("v6", "{6}"),
    ("v7", "{7}"),
    ("v8", "{8}"),
];

/// What the built-in tables of law and venues say of their sources.
const LAWS: &str = include_str!("texts/en/laws.ftl");

/// Labels of French and German, and notes of tables, by English text.
static LABELS: [LazyLock<HashMap<String, String>>; 2] = [
    LazyLock::new(|| Language::French.texts()),
    LazyLock::new(|| Language::German.texts()),
];

impl Language {
    /// The labels of the page, each in English and in this language.
    pub fn labels(self) -> impl Iterator<Item = (String, String)> {
        self.labels_of(PAGE)
    }

    fn texts(self) -> HashMap<String, String> {
        self.labels_of(PAGE).chain(self.labels_of(LAWS)).collect()
    }

    /// The messages of a file, each in English and in this language.
    fn labels_of(self, file: &'static str) -> impl Iterator<Item = (String, String)> {
        let lines = file
            .lines()
            .filter(|line| line.starts_with(|first: char| first.is_ascii_lowercase()));
        let keys = lines.filter_map(|line| Some(line.split_once(" = ")?.0));
        let places = PLACES.map(|(name, place)| (name, MessageValue::from(place)));
        keys.map(move |key| {
            let label = Message {
                key,
                values: places.to_vec(),
            };
            (Self::English.say(&label), self.say(&label))
        })
    }

    /// A label, or a note of a table. A text that is not in the files stays as it is; tests see that all of ours are.
    #[must_use]
    pub fn text(self, english: &str) -> &str {
        let labels = match self {
            Self::English => return english,
            Self::French => &LABELS[0],
            Self::German => &LABELS[1],
        };
        labels.get(english).map_or(english, String::as_str)
    }

    /// A label with values in its places.
    #[must_use]
    pub fn fill(self, english: &str, values: &[&str]) -> String {
        let mut parts = self.text(english).split('{');
        let mut whole = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (place, rest) = part.split_once('}').unwrap_or(("", part));
            let place: Option<usize> = place.parse().ok();
            let value = place.and_then(|place| values.get(place));
            whole.push_str(value.copied().unwrap_or_default());
            whole.push_str(rest);
        }
        whole
    }

    /// What a finding means; the catalogue has the English.
    #[must_use]
    pub fn meaning(self, code: Code) -> String {
        match self {
            Self::English => code.meaning().to_owned(),
            _ => self.word(&format!("finding-{}", code.name())).into_owned(),
        }
    }

    /// What is done about a finding; the catalogue has the English.
    #[must_use]
    pub fn action(self, code: Code) -> String {
        match self {
            Self::English => code.action().to_owned(),
            _ => self
                .word(&format!("finding-{}.action", code.name()))
                .into_owned(),
        }
    }
}
