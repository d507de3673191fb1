//! Enumerations that are written as fixed strings.

/// Declares an enumeration whose variants are written as fixed lower-case strings.
macro_rules! labels {
    ($(#[$outer:meta])* $name:ident { $($(#[$inner:meta])* $variant:ident = $text:literal),+ $(,)? }) => {
        $(#[$outer])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash,
            serde::Serialize, serde::Deserialize,
        )]
        pub enum $name { $($(#[$inner])* $variant),+ }

        impl $name {
            /// Every value, in order of declaration.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The string the dataset holds.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }
        }

        $crate::label::label!($name = Self::ALL);

        impl std::str::FromStr for $name {
            type Err = $crate::UnknownLabel;

            fn from_str(text: &str) -> Result<Self, $crate::UnknownLabel> {
                let mut all = Self::ALL.iter().copied();
                all.find(|value| value.as_str() == text)
                    .ok_or($crate::UnknownLabel::of(|| Self::ALL.iter().map(|value| value.as_str()).collect()))
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }
    };
}

pub(crate) use labels;

/// An enumeration of fewer than 256 values, each with its string: a column of labels has one byte a row
/// in memory and the string in the files.
pub trait Label: Copy + 'static {
    /// Every value; the index is the key.
    const ALL: &'static [Self];

    /// Index in [`Self::ALL`].
    fn key(self) -> u8;

    /// The string in the dataset.
    fn text(self) -> &'static str;

    /// The value that has a string.
    fn of_text(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|label| label.text() == text)
    }
}

/// Makes an enumeration a [`Label`] that has a list of its values and their strings.
macro_rules! label {
    ($($name:ty = $all:expr),+ $(,)?) => {
        $(impl $crate::label::Label for $name {
            const ALL: &'static [Self] = $all;

            #[inline(always)]
            fn key(self) -> u8 {
                self as u8
            }

            fn text(self) -> &'static str {
                self.as_str()
            }
        })+
    };
}

pub(crate) use label;

/// The strings of an enumeration, in the order of their keys.
#[must_use]
pub fn texts<L: Label>() -> Vec<&'static str> {
    L::ALL.iter().map(|label| label.text()).collect()
}

/// A text that is none of the strings of an enumeration; displayed, it lists those.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("expected one of {}", self.0().join(", "))]
pub struct UnknownLabel(fn() -> Vec<&'static str>);

impl UnknownLabel {
    /// The error for an enumeration that has these strings.
    pub(crate) const fn of(known: fn() -> Vec<&'static str>) -> Self {
        Self(known)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::SCHEMAS;
    use crate::{Code, GapKind, Severity, Venue};

    #[test]
    fn keys_are_positions_in_the_list() {
        fn check<L: Label>() {
            assert!(L::ALL.len() < 256);
            for (position, label) in L::ALL.iter().enumerate() {
                assert_eq!(usize::from(label.key()), position, "{}", label.text());
            }
        }
        // The others are listed where they are declared.
        check::<Code>();
        check::<GapKind>();
        check::<Severity>();
        check::<Venue>();
    }

    /// Otherwise a string would not say which value it is.
    #[test]
    fn no_two_values_have_the_same_string() {
        for column in SCHEMAS.iter().flat_map(|schema| schema.columns) {
            let labels = column.kind.labels().unwrap_or_default();
            let different: std::collections::BTreeSet<_> = labels.iter().collect();
            assert_eq!(different.len(), labels.len(), "{}", column.name);
        }
    }
}
