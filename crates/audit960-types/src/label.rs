//! Enumerations that are written as fixed strings.

/// Declares an enumeration whose variants are written as fixed lower-case strings.
macro_rules! labels {
    ($(#[$outer:meta])* $name:ident { $($(#[$inner:meta])* $variant:ident = $text:literal),+ $(,)? }) => {
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

/// A text that is none of the strings of an enumeration; displayed, it lists those.
#[derive(Clone, Copy, Debug)]
pub struct UnknownLabel(fn() -> Vec<&'static str>);

impl std::fmt::Display for UnknownLabel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "expected one of {}", (self.0)().join(", "))
    }
}

impl std::error::Error for UnknownLabel {}

impl UnknownLabel {
    /// The error for an enumeration that has these strings.
    pub(crate) const fn of(known: fn() -> Vec<&'static str>) -> Self {
        Self(known)
    }
}
