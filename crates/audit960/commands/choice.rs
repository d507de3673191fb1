//! Names among which a user chooses, forgiving how they are written.

use std::ffi::OsStr;

use audit960_types::Choice;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// Parses the name of one of the values of `T`; the help lists them.
pub(crate) fn choice<T: Choice>() -> ChoiceParser<T> {
    choice_among(T::ALL)
}

/// The same of some of its values.
pub(crate) fn choice_among<T: Choice>(values: &[T]) -> ChoiceParser<T> {
    ChoiceParser(values.to_vec())
}

/// Parses a name in any letter case, with dashes, underscores or blanks between its words.
#[derive(Clone, Debug)]
pub(crate) struct ChoiceParser<T>(Vec<T>);

impl<T: Choice> ChoiceParser<T> {
    fn names(&self) -> impl Iterator<Item = PossibleValue> {
        let value = |value: &T| PossibleValue::new(value.name()).help(value.meaning());
        self.0.iter().map(value)
    }
}

impl<T: Choice> TypedValueParser for ChoiceParser<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        text: &OsStr,
    ) -> Result<T, clap::Error> {
        let name = spelled(&text.to_string_lossy(), '-');
        match self
            .0
            .iter()
            .find(|value| spelled(value.name(), '-') == name)
        {
            Some(value) => Ok(*value),
            // Fails, with the names that there are.
            None => PossibleValuesParser::new(self.names())
                .try_map(|_| Err("no such value"))
                .parse_ref(command, argument, text),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.names()))
    }
}

/// A name in lower case, with one sign between its words.
pub(crate) fn spelled(name: &str, between: char) -> String {
    name.trim()
        .to_lowercase()
        .replace(['-', '_', ' '], &between.to_string())
}
