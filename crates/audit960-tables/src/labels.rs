//! The enumerations of the dataset as columns: a one-byte key in memory, the string in the files.

use audit960_types::{
    CastlingSource, CastlingStyle, ClaimArticle, Code, DateSource, DisagreementKind, DuplicateKind,
    Ending, GameResult, GapKind, Outcome, Population, RepetitionArticle, ResetBy, RunEnd, Severity,
    Side, StartKind, Termination, TimeClass, Venue, Verdict, Wing, Writer,
};

/// An enumeration of fewer than 256 values, each with its string.
pub(crate) trait Label: Copy + 'static {
    /// Every value; the index is the key.
    const ALL: &'static [Self];

    /// Index in [`Self::ALL`].
    fn key(self) -> u8;

    /// The string in the dataset.
    fn text(self) -> &'static str;
}

/// The strings of an enumeration, in the order of their keys.
pub(crate) fn texts<L: Label>() -> Vec<&'static str> {
    L::ALL.iter().map(|label| label.text()).collect()
}

macro_rules! label {
    ($($name:ident = $all:expr),+ $(,)?) => {
        $(impl Label for $name {
            const ALL: &'static [Self] = $all;

            fn key(self) -> u8 {
                self as u8
            }

            fn text(self) -> &'static str {
                self.as_str()
            }
        })+
    };
}

label! {
    CastlingSource = Self::ALL,
    CastlingStyle = Self::ALL,
    ClaimArticle = Self::ALL,
    Code = Self::ALL,
    DateSource = Self::ALL,
    DisagreementKind = Self::ALL,
    DuplicateKind = Self::ALL,
    Ending = Self::ALL,
    GameResult = Self::ALL,
    GapKind = Self::ALL,
    Outcome = Self::ALL,
    Population = Self::ALL,
    RepetitionArticle = Self::ALL,
    ResetBy = Self::ALL,
    RunEnd = Self::ALL,
    Severity = &[Self::Info, Self::Warning, Self::Error],
    Side = Self::ALL,
    StartKind = Self::ALL,
    Termination = Self::ALL,
    TimeClass = Self::ALL,
    Venue = Self::ALL,
    Verdict = Self::ALL,
    Wing = Self::ALL,
    Writer = Self::ALL,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<L: Label>() {
        assert!(L::ALL.len() < 256);
        for (position, label) in L::ALL.iter().enumerate() {
            assert_eq!(usize::from(label.key()), position, "{}", label.text());
        }
    }

    #[test]
    fn keys_are_positions_in_the_list() {
        check::<CastlingSource>();
        check::<CastlingStyle>();
        check::<ClaimArticle>();
        check::<Code>();
        check::<DateSource>();
        check::<DisagreementKind>();
        check::<DuplicateKind>();
        check::<Ending>();
        check::<GameResult>();
        check::<Outcome>();
        check::<RepetitionArticle>();
        check::<ResetBy>();
        check::<RunEnd>();
        check::<Severity>();
        check::<Side>();
        check::<StartKind>();
        check::<Termination>();
        check::<Venue>();
        check::<Verdict>();
        check::<Wing>();
        check::<Writer>();
    }
}
