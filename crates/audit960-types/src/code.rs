//! Finding codes: what they mean, how severe they are, and what they do to a verdict.

use crate::label::labels;
use crate::labels::Verdict;

labels! {
    /// Severity of a finding, as the dataset and the terminal show it. *Error* means that data is lost or contradictory.
    Severity {
        /// Worth knowing.
        Info = "info",
        /// A doubt or a repair.
        Warning = "warning",
        /// Data lost or contradictory.
        Error = "error",
    }
}

crate::label::label!(Code = Self::ALL);

/// The least effect of a finding on the verdict of its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    /// The verdict stays.
    None,
    /// At least *repaired*.
    Repaired,
    /// At least *damaged*.
    Damaged,
    /// *Rejected*.
    Rejected,
    /// *Foreign*, whatever else was found: the game is not replayed.
    Foreign,
}

impl Effect {
    /// The verdict of a game of whose findings this is the worst effect.
    #[must_use]
    pub const fn verdict(self) -> Verdict {
        match self {
            Self::None => Verdict::Ok,
            Self::Repaired => Verdict::Repaired,
            Self::Damaged => Verdict::Damaged,
            Self::Rejected => Verdict::Rejected,
            Self::Foreign => Verdict::Foreign,
        }
    }
}

/// One row of the catalogue: what a code means and what the program does about it.
pub(crate) struct Entry {
    pub(crate) code: &'static str,
    pub(crate) name: &'static str,
    pub(crate) severity: Severity,
    pub(crate) effect: Effect,
    pub(crate) meaning: &'static str,
    pub(crate) example: &'static str,
    pub(crate) action: &'static str,
}

/// Declares the catalogue: one variant, one stable code, one entry each.
macro_rules! catalogue {
    ($($variant:ident = $code:literal $name:literal, $severity:ident, $effect:ident,
        $meaning:literal, $example:literal, $action:literal;)+) => {
        /// A stable finding code. The catalogue of `docs/diagnostics.md` is generated from these entries.
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash,
            serde::Serialize, serde::Deserialize,
        )]
        #[repr(u8)]
        pub enum Code {
            $(#[doc = concat!("`", $code, "` ", $name, ": ", $meaning)] $variant),+
        }

        impl Code {
            /// Every code, in the order of the catalogue.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];
        }

        static ENTRIES: &[crate::code::Entry] = &[$(crate::code::Entry {
            code: $code,
            name: $name,
            severity: crate::code::Severity::$severity,
            effect: crate::code::Effect::$effect,
            meaning: $meaning,
            example: $example,
            action: $action,
        }),+];
    };
}
pub(crate) use catalogue;

pub use crate::catalogue::Code;

impl Code {
    /// Codes separated by blanks; `None` without codes.
    #[must_use]
    pub fn joined(codes: &[Self]) -> Option<String> {
        let codes: Vec<&str> = codes.iter().map(|code| code.as_str()).collect();
        (!codes.is_empty()).then(|| codes.join(" "))
    }

    /// The code as printed: a letter and three digits.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.entry().code
    }

    /// A short name in kebab case.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// Its severity.
    #[must_use]
    pub fn severity(self) -> Severity {
        self.entry().severity
    }

    /// Whether it says that some of an input, not of one game, could not be read.
    #[must_use]
    pub fn is_loss_of_input(self) -> bool {
        self.as_str().starts_with('S') && self.severity() == Severity::Error
    }

    /// Its effect on the verdict of its game.
    #[must_use]
    pub fn effect(self) -> Effect {
        self.entry().effect
    }

    /// What it means, in a sentence.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        self.entry().meaning
    }

    /// Text that shows it.
    #[must_use]
    pub fn example(self) -> &'static str {
        self.entry().example
    }

    /// What audit960 does about it.
    #[must_use]
    pub fn action(self) -> &'static str {
        self.entry().action
    }

    /// Whether it is about how single moves are written, and is reported once a game with a count.
    #[must_use]
    pub const fn once_a_game(self) -> bool {
        matches!(
            self,
            Self::ControlBytes
                | Self::UnusualLayout
                | Self::CastlingZeros
                | Self::CastlingSpelling
                | Self::CastlingKingTakesRook
                | Self::CastlingKingMove
                | Self::LongAlgebraic
                | Self::CoordinateMove
                | Self::LowerCasePiece
                | Self::PawnLetter
                | Self::PromotionSpelling
                | Self::PromotionMissing
                | Self::EnPassantGlued
                | Self::EnPassantSuffix
                | Self::OverDisambiguation
                | Self::CaptureMark
                | Self::UpperCaseSquares
                | Self::NumericNotation
        )
    }

    /// The least effect of a finding on the verdict of its line of positions: *rejected* where the line gives
    /// no position that can be played from, *damaged* where an operation is lost, *repaired* where something
    /// had to be repaired.
    #[must_use]
    pub fn line_verdict(self) -> Verdict {
        match self {
            Self::OversizeGame
            | Self::UnreadablePosition
            | Self::MissingKing
            | Self::SeveralKings
            | Self::PawnOnEndRank
            | Self::OpponentInCheck => Verdict::Rejected,
            Self::WrongOperand
            | Self::IllegalOperand
            | Self::AmbiguousOperand
            | Self::ImplausibleMate
            | Self::PerftDiffers => Verdict::Damaged,
            Self::GluedFields | Self::UnclosedString | Self::MoveNotation => Verdict::Repaired,
            _ => match self.effect() {
                // No line names a variant.
                Effect::None | Effect::Foreign => Verdict::Ok,
                Effect::Repaired | Effect::Damaged | Effect::Rejected => Verdict::Repaired,
            },
        }
    }

    /// The code whose printed form, in any letter case, or whose name is `text`.
    #[must_use]
    pub fn find(text: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|code| code.as_str().eq_ignore_ascii_case(text) || code.name() == text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What loses data is an error; what needs a repair is a warning.
    #[test]
    fn verdicts_go_with_severities() {
        let mut seen = 0;
        for &code in Code::ALL
            .iter()
            .filter(|code| code.as_str().starts_with('E'))
        {
            seen += 1;
            match code.line_verdict() {
                Verdict::Rejected | Verdict::Damaged => {
                    assert_eq!(code.severity(), Severity::Error, "{code:?}");
                }
                Verdict::Repaired => assert_eq!(code.severity(), Severity::Warning, "{code:?}"),
                Verdict::Ok | Verdict::Foreign => {}
            }
        }
        assert_eq!(seen, 28);
        assert_eq!(Code::RightWithoutRook.line_verdict(), Verdict::Repaired);
        assert_eq!(Code::TooManyPieces.line_verdict(), Verdict::Ok);
        assert_eq!(Code::ControlBytes.line_verdict(), Verdict::Ok);
    }

    #[test]
    fn codes_and_names_are_unique_and_well_formed() {
        let mut seen = std::collections::BTreeSet::new();
        for &code in Code::ALL {
            let text = code.as_str();
            assert_eq!(text.len(), 4, "{text}");
            assert!(text.as_bytes()[0].is_ascii_uppercase());
            assert!(text.bytes().skip(1).all(|b| b.is_ascii_digit()));
            assert!(seen.insert(text), "{text} twice");
            assert!(seen.insert(code.name()), "{} twice", code.name());
            assert_eq!(Code::find(text), Some(code));
            assert!(!code.meaning().is_empty() && !code.example().is_empty());
            assert!(!code.action().is_empty());
        }
    }

    #[test]
    fn an_effect_on_the_replay_is_at_least_a_warning() {
        for &code in Code::ALL {
            match code.effect() {
                Effect::None => {}
                // What is missing is known by numbers alone, which can be wrong.
                Effect::Damaged if code == Code::MissingHalfMoves => {
                    assert_eq!(code.severity(), Severity::Warning);
                }
                Effect::Damaged | Effect::Rejected => {
                    assert_eq!(code.severity(), Severity::Error, "{}", code.as_str());
                }
                // Repaired, or rightly not replayed: nothing is lost.
                Effect::Repaired | Effect::Foreign => {
                    assert_eq!(code.severity(), Severity::Warning, "{}", code.as_str());
                }
            }
        }
    }
}
