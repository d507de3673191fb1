//! Something to be said of a line, before it is a finding.

use audit960_types::{Code, Effect, Finding, Identity, Verdict};

use crate::place::excerpt;
use crate::text::{Line, Text};

/// Something to be said of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Remark {
    pub(crate) code: Code,
    /// Column, from 1, in bytes.
    pub(crate) column: u32,
    /// How many bytes it is about.
    pub(crate) len: u32,
    pub(crate) message: String,
}

impl Remark {
    pub(crate) fn new(code: Code, column: u32, len: usize, message: impl Into<String>) -> Self {
        Self {
            code,
            column,
            len: len as u32,
            message: message.into(),
        }
    }

    /// The finding about a line of a text.
    pub(crate) fn into_finding(self, text: &Text<'_>, line: &Line<'_>) -> Finding {
        self.finding_at((text.identity)(line.at), line)
    }

    /// The finding about a line that lies there in its archive.
    pub(crate) fn finding_at(self, identity: Identity, line: &Line<'_>) -> Finding {
        let (excerpt, caret) = excerpt(line.content, self.column, self.len);
        Finding {
            code: self.code,
            identity,
            game: None,
            line: line.number,
            column: self.column,
            ply: None,
            message: self.message,
            excerpt,
            caret,
        }
    }
}

/// The least a finding does to the verdict of its line: *rejected* where the line gives no position
/// that can be played from, *damaged* where an operation is lost, *repaired* where something had to
/// be read otherwise than written.
#[must_use]
pub fn line_verdict(code: Code) -> Verdict {
    match code {
        Code::OversizeGame
        | Code::UnreadablePosition
        | Code::MissingKing
        | Code::SeveralKings
        | Code::PawnOnEndRank
        | Code::OpponentInCheck => Verdict::Rejected,
        Code::WrongOperand
        | Code::IllegalOperand
        | Code::AmbiguousOperand
        | Code::ImplausibleMate
        | Code::PerftDiffers => Verdict::Damaged,
        Code::GluedFields | Code::UnclosedString | Code::MoveNotation => Verdict::Repaired,
        _ => match code.effect() {
            // No line names a variant.
            Effect::None | Effect::Foreign => Verdict::Ok,
            Effect::Repaired | Effect::Damaged | Effect::Rejected => Verdict::Repaired,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What loses data is an error; what is read otherwise, a warning.
    #[test]
    fn verdicts_go_with_severities() {
        use audit960_types::Severity;
        let mut seen = 0;
        for &code in Code::ALL
            .iter()
            .filter(|code| code.as_str().starts_with('E'))
        {
            seen += 1;
            match line_verdict(code) {
                Verdict::Rejected | Verdict::Damaged => {
                    assert_eq!(code.severity(), Severity::Error, "{code:?}");
                }
                Verdict::Repaired => assert_eq!(code.severity(), Severity::Warning, "{code:?}"),
                Verdict::Ok | Verdict::Foreign => {}
            }
        }
        assert_eq!(seen, 26);
        assert_eq!(line_verdict(Code::RightWithoutRook), Verdict::Repaired);
        assert_eq!(line_verdict(Code::TooManyMen), Verdict::Ok);
        assert_eq!(line_verdict(Code::ControlBytes), Verdict::Ok);
    }
}
