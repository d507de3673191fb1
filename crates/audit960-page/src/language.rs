//! The languages of the page: labels from one table, numbers as each language writes them.
//!
//! A label is named by its English text; `{0}`, `{1}` … are places for values. Codes of findings, columns, commands, moves
//! and everything that stands in an archive are the same in all languages. Messages of findings, and
//! what the catalogue says that audit960 does about them, are English; the page marks them as such.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use audit960_ledger::{ClaimTruth, Sentence};
use audit960_report::{grouped, megabytes, percent};
use audit960_types::filled;
use audit960_types::{Choice as _, Venue, choices};

/// English, French and German, separated by tabs; the first line names them.
const TABLE: &str = include_str!("labels.tsv");

/// The same for what each finding of the catalogue means.
const FINDINGS: &str = include_str!("findings.tsv");

choices! {
    /// The language of a page.
    pub enum Language {
        /// English
        English = "en",
        /// French
        French = "fr",
        /// German
        German = "de",
    }
}

/// French and German by English text.
static LABELS: LazyLock<HashMap<&'static str, [&'static str; 2]>> =
    LazyLock::new(|| rows().collect());

/// The rows of the tables.
fn rows() -> impl Iterator<Item = (&'static str, [&'static str; 2])> {
    let lines = |table: &'static str| table.lines().skip(1);
    lines(TABLE).chain(lines(FINDINGS)).filter_map(|line| {
        let mut cells = line.split('\t');
        Some((cells.next()?, [cells.next()?, cells.next()?]))
    })
}

impl Language {
    /// A label. A text that is not in the table stays as it is; a test sees that all are.
    pub(crate) fn text(self, english: &str) -> &str {
        let column = match self {
            Self::English => return english,
            Self::French => 0,
            Self::German => 1,
        };
        LABELS.get(english).map_or(english, |labels| labels[column])
    }

    /// A label with values in its places.
    pub(crate) fn fill(self, english: &str, values: &[&str]) -> String {
        filled(self.text(english), values)
    }

    /// A label with values in its places, of which numbers are written as the language writes them.
    pub(crate) fn say(self, english: &str, values: &[&str]) -> String {
        let values: Vec<_> = values
            .iter()
            .map(|value| match is_number(value) {
                true => self.number(value),
                false => Cow::Borrowed(*value),
            })
            .collect();
        let values: Vec<&str> = values.iter().map(AsRef::as_ref).collect();
        self.fill(english, &values)
    }

    /// A sentence of the ledger: its form is a label.
    pub(crate) fn sentence(self, sentence: &Sentence) -> String {
        sentence.say(&|form, values| self.say(form, values))
    }

    /// A count with its noun: `1 game`, `2 games`; `one` and `many` have a place for the count, and more for `values`.
    pub(crate) fn count(self, count: u64, one: &str, many: &str) -> String {
        let form = if self.is_one(count) { one } else { many };
        self.fill(form, &[&self.grouped(count)])
    }

    /// In French none is singular.
    fn is_one(self, count: u64) -> bool {
        count == 1 || (count == 0 && self == Self::French)
    }

    /// A number with its thousands set apart.
    pub(crate) fn grouped(self, number: u64) -> String {
        self.number(&grouped(number)).into_owned()
    }

    /// A share with one decimal.
    pub(crate) fn percent(self, part: u64, whole: u64) -> String {
        self.number(&percent(part, whole)).into_owned()
    }

    /// A size in bytes.
    pub(crate) fn size(self, bytes: u64) -> String {
        let size = megabytes(bytes);
        let (number, unit) = size.split_once(' ').unwrap_or((&size, ""));
        format!("{}\u{20}{}", self.number(number), self.text(unit))
    }

    /// A number of English text as this language writes it: decimal comma, and thousands set apart by a narrow blank
    /// (French) or a point (German).
    pub(crate) fn number(self, english: &str) -> Cow<'_, str> {
        let thousands = match self {
            Self::English => return Cow::Borrowed(english),
            Self::French => '\u{202f}',
            Self::German => '.',
        };
        let swapped = english.chars().map(|sign| match sign {
            ',' => thousands,
            '.' => ',',
            other => other,
        });
        Cow::Owned(swapped.collect())
    }

    /// The tag of the language and of its way to write numbers (BCP 47).
    pub(crate) const fn tags(self) -> [&'static str; 2] {
        match self {
            Self::English => ["en", "en-US"],
            Self::French => ["fr", "fr-FR"],
            Self::German => ["de", "de-DE"],
        }
    }

    /// What the script of the page needs: the way to write numbers, and the labels that it or its data name.
    pub(crate) fn for_script(self, script: &str) -> serde_json::Value {
        let venues = Venue::ALL
            .iter()
            .map(|venue| venue.as_str().replace('_', " "));
        let cases = ClaimTruth::ALL
            .iter()
            .map(|case| case.name().replace('-', " "));
        let of_data: Vec<String> = venues.chain(cases).collect();
        let is_named =
            |english: &str| script.contains(english) || of_data.iter().any(|text| text == english);
        let named = rows().filter(|(english, _)| self != Self::English && is_named(english));
        let texts: serde_json::Map<String, serde_json::Value> = named
            .map(|(english, _)| (english.to_owned(), self.text(english).into()))
            .collect();
        serde_json::json!({"labels": texts, "locale": self.tags()[1]})
    }
}

/// Whether a value is a number as English writes it, and not a place in a game (`31...`) or an article (`9.2.2`).
fn is_number(value: &str) -> bool {
    let signs = |byte: u8| byte.is_ascii_digit() || b",.+-% ".contains(&byte);
    let is_ended = value.ends_with(|last: char| last.is_ascii_digit() || last == '%');
    is_ended && value.bytes().all(signs) && value.matches('.').count() < 2
}

#[cfg(test)]
mod tests;
