//! Enumerations whose values users name.

/// One of a few values, each with a name and a line that says what it means.
pub trait Choice: Copy + Send + Sync + 'static {
    /// Every value, in the order in which help lists them.
    const ALL: &'static [Self];

    /// The name that a user types.
    fn name(self) -> &'static str;

    /// What it means: the first line of its documentation.
    fn meaning(self) -> &'static str;
}

/// Declares an enumeration whose values users name: its documentation is the help.
///
/// ```
/// use audit960_types::{Choice as _, choices};
///
/// choices! {
///     /// Order of games.
///     pub enum Order {
///         /// As they stand
///         Archive = "archive",
///         /// Earliest first
///         Date = "date",
///     }
/// }
/// assert_eq!(Order::ALL[1].name(), "date");
/// assert_eq!(Order::Date.meaning(), "Earliest first");
/// ```
#[macro_export]
macro_rules! choices {
    ($(#[$outer:meta])* $visibility:vis enum $name:ident {
        $($(#[doc = $meaning:literal])+ $variant:ident = $text:literal),+ $(,)?
    }) => {
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $visibility enum $name { $($(#[doc = $meaning])+ $variant),+ }

        impl $crate::Choice for $name {
            const ALL: &'static [Self] = &[$(Self::$variant),+];

            fn name(self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }

            fn meaning(self) -> &'static str {
                match self { $(Self::$variant => concat!($($meaning),+).trim_ascii()),+ }
            }
        }
    };
}
