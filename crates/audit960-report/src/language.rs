//! English, French and German: every sentence that people read, and numbers as each language writes them.
//!
//! Sentences are messages of Fluent (projectfluent.org), in a file for each language and topic; which form a count takes is
//! CLDR's rule. Codes of findings, columns, commands, moves, letters of pieces and everything that stands in an archive are
//! the same in all languages, and so are JSON, CSV and Arrow, which programs read.

use std::borrow::Cow;
use std::sync::LazyLock;

use audit960_types::{Choice as _, Message, MessageValue, choices, message};
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};

use crate::{grouped, megabytes, percent};

choices! {
    /// A language for people.
    pub enum Language {
        /// English
        English = "en",
        /// French
        French = "fr",
        /// German
        German = "de",
    }
}

/// The files of a language.
macro_rules! texts {
    ($language:literal, $findings:expr) => {
        [
            include_str!(concat!("texts/", $language, "/claims.ftl")),
            include_str!(concat!("texts/", $language, "/draws.ftl")),
            include_str!(concat!("texts/", $language, "/sheet.ftl")),
            include_str!(concat!("texts/", $language, "/results.ftl")),
            include_str!(concat!("texts/", $language, "/counts.ftl")),
            include_str!(concat!("texts/", $language, "/page.ftl")),
            include_str!(concat!("texts/", $language, "/laws.ftl")),
            $findings,
        ]
    };
}

type Texts = FluentBundle<FluentResource>;

/// The messages of each language, read when one of them is needed.
static TEXTS: [LazyLock<Texts>; 3] = [
    LazyLock::new(|| parsed(Language::English)),
    LazyLock::new(|| parsed(Language::French)),
    LazyLock::new(|| parsed(Language::German)),
];

/// A mistake in a file is a bug, which a test finds: what can be read of the file is used.
fn parsed(language: Language) -> Texts {
    let mut texts = FluentBundle::new_concurrent(vec![language.name().parse().unwrap_or_default()]);
    texts.set_use_isolating(false);
    texts.set_formatter(Some(match language {
        Language::English => |value, _| written(Language::English, value),
        Language::French => |value, _| written(Language::French, value),
        Language::German => |value, _| written(Language::German, value),
    }));
    let added = texts.add_builtins();
    debug_assert!(added.is_ok(), "{added:?}");
    for file in language.files() {
        let file = FluentResource::try_new(file.to_owned());
        debug_assert!(file.is_ok(), "{file:?}");
        let added = texts.add_resource(file.unwrap_or_else(|(file, _)| file));
        debug_assert!(added.is_ok(), "{added:?}");
    }
    texts
}

/// A count as a language writes it; `None` for what is not a number.
fn written(language: Language, value: &FluentValue<'_>) -> Option<String> {
    let FluentValue::Number(number) = value else {
        return None;
    };
    Some(language.grouped(number.value as u64))
}

impl Language {
    /// Its messages, as files of Fluent.
    #[must_use]
    pub const fn files(self) -> [&'static str; 8] {
        match self {
            // What findings mean is in the catalogue.
            Self::English => texts!("en", ""),
            Self::French => texts!("fr", include_str!("texts/fr/findings.ftl")),
            Self::German => texts!("de", include_str!("texts/de/findings.ftl")),
        }
    }

    /// A sentence in this language.
    #[must_use]
    pub fn say(self, message: &Message) -> String {
        let mut values = FluentArgs::new();
        for (name, value) in &message.values {
            values.set(
                *name,
                match value {
                    MessageValue::Text(text) => FluentValue::from(text.as_str()),
                    MessageValue::Count(count) => FluentValue::from(*count),
                    MessageValue::Number(number) => FluentValue::from(self.number(number)),
                    MessageValue::Message(part) => FluentValue::from(self.say(part)),
                    MessageValue::Label(english) => FluentValue::from(self.text(english)),
                },
            );
        }
        self.formatted(message.key, &values).into_owned()
    }

    /// A message about a count, whose place is `$count`.
    #[must_use]
    pub fn count(self, count: u64, key: &'static str) -> String {
        self.say(&message!(key, count = count))
    }

    /// A message without places.
    #[must_use]
    pub fn word(self, key: &str) -> Cow<'static, str> {
        self.formatted(key, &FluentArgs::new())
    }

    /// What a message, or its attribute (`key.attribute`), says with the values of its places. A key that is in no file, which a
    /// test finds, says itself.
    fn formatted(self, key: &str, values: &FluentArgs<'_>) -> Cow<'static, str> {
        let texts: &'static Texts = &TEXTS[self as usize];
        let (name, attribute) = key.split_once('.').unzip();
        let message = texts.get_message(name.unwrap_or(key));
        let pattern = message.and_then(|message| match attribute {
            Some(attribute) => Some(message.get_attribute(attribute)?.value()),
            None => message.value(),
        });
        let Some(pattern) = pattern else {
            debug_assert!(false, "no message {key}");
            return Cow::Owned(key.to_owned());
        };
        let mut wrong = Vec::new();
        let said = texts.format_pattern(pattern, Some(values), &mut wrong);
        debug_assert!(wrong.is_empty(), "{key}: {wrong:?}");
        match said {
            Cow::Borrowed(text) => Cow::Borrowed(text),
            Cow::Owned(text) => Cow::Owned(text),
        }
    }

    /// A number with its thousands set apart.
    #[must_use]
    pub fn grouped(self, number: u64) -> String {
        self.number(&grouped(number)).into_owned()
    }

    /// A share with one decimal.
    #[must_use]
    pub fn percent(self, part: u64, whole: u64) -> String {
        self.number(&percent(part, whole)).into_owned()
    }

    /// A size in bytes.
    #[must_use]
    pub fn size(self, bytes: u64) -> String {
        let size = megabytes(bytes);
        let (number, unit) = size.split_once(' ').unwrap_or((&size, ""));
        format!("{}\u{20}{}", self.number(number), self.text(unit))
    }

    /// A number of English text as this language writes it: decimal comma, and thousands set apart by a narrow blank
    /// (French) or a point (German).
    #[must_use]
    pub fn number(self, english: &str) -> Cow<'_, str> {
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
    #[must_use]
    pub const fn tags(self) -> [&'static str; 2] {
        match self {
            Self::English => ["en", "en-US"],
            Self::French => ["fr", "fr-FR"],
            Self::German => ["de", "de-DE"],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_the_language_writes_them() {
        for (language, number, share, size) in [
            (Language::English, "1,234,567", "12.5 %", "35.7 MB"),
            (
                Language::French,
                "1\u{202f}234\u{202f}567",
                "12,5 %",
                "35,7 Mo",
            ),
            (Language::German, "1.234.567", "12,5 %", "35,7 MB"),
        ] {
            assert_eq!(language.grouped(1_234_567), number);
            assert_eq!(language.percent(1, 8), share);
            assert_eq!(language.size(35_677_631), size);
        }
    }

    /// The plural rules of CLDR: in French none is singular.
    #[test]
    fn counts_are_singular_or_plural_by_the_rule_of_the_language() {
        for (language, counted) in [
            (
                Language::English,
                ["0 half-moves", "1 half-move", "2,000 half-moves"],
            ),
            (
                Language::French,
                ["0 demi-coup", "1 demi-coup", "2\u{202f}000 demi-coups"],
            ),
            (
                Language::German,
                ["0 Halbzüge", "1 Halbzug", "2.000 Halbzüge"],
            ),
        ] {
            let said =
                [0_u32, 1, 2_000].map(|count| language.say(&message!("half-moves", count = count)));
            assert_eq!(said, counted);
        }
    }

    #[test]
    fn ordinals_of_english_have_their_endings() {
        let nth = |times: u32| {
            let said = Language::English.say(&message!("reason-occurs", times = times));
            said.split(' ').nth(5).unwrap().to_owned()
        };
        let said = [1, 3, 6, 7, 11, 21, 22, 103, 113].map(nth);
        assert_eq!(
            said,
            [
                "first", "third", "sixth", "7th", "11th", "21st", "22nd", "103rd", "113th"
            ]
        );
    }
}
