//! Findings about a source as a whole.

use crate::records::NOT_READ;
use audit960_types::{Code, Finding};

use crate::chunk::{Chunk, DamageKind, InputProblem};
use crate::encoding::Encoding;

/// Columns that are not read and named all the same.
const MAX_UNREAD: usize = 40;

impl Chunk {
    /// The finding before the first game: the source is not UTF-8, or a table. Only the first chunk has it.
    #[must_use]
    pub fn opening_finding(&self) -> Option<Finding> {
        if !self.columns.is_empty() {
            let (unread, read): (Vec<_>, Vec<_>) = self
                .columns
                .iter()
                .partition(|(_, meaning)| meaning == NOT_READ);
            let read = read
                .into_iter()
                .map(|(name, meaning)| match name == meaning {
                    true => name.clone(),
                    false => format!("{name} as {meaning}"),
                });
            let read: Vec<String> = read.collect();
            let mut message = format!("columns of the table that are read: {}", read.join(", "));
            if !unread.is_empty() {
                let names = unread
                    .iter()
                    .take(MAX_UNREAD)
                    .map(|(name, _)| name.as_str());
                message.push_str("; not read: ");
                message.push_str(&names.collect::<Vec<_>>().join(", "));
                if let Some(others) = unread.len().checked_sub(MAX_UNREAD).filter(|n| *n > 0) {
                    message.push_str(&format!(", and {others} others"));
                }
            }
            return Some(self.finding(Code::TableColumns, 0, 0, message));
        }
        let applies = self.first_of_source && self.encoding != Encoding::Utf8;
        applies.then(|| {
            let message = format!(
                "the text is {}; offsets and columns count bytes after conversion to UTF-8",
                self.encoding.as_str()
            );
            self.finding(Code::Utf16, 0, 0, message)
        })
    }

    /// The findings after the text: what is wrong with the input, and what could not be decoded. `lines` is
    /// the number of line ends in the chunk and in the bytes dropped after it.
    #[must_use]
    pub fn closing_findings(&self, lines: u64) -> Vec<Finding> {
        let mut findings = Vec::new();
        let end = self.bytes.len();
        if let Some(trouble) = &self.trouble {
            let (code, message) = match trouble {
                InputProblem::Unreadable(reason) => (
                    Code::UnreadableInput,
                    format!("the input cannot be opened or read to its end: {reason}"),
                ),
                InputProblem::Changed(how) => (
                    Code::ChangedInput,
                    format!("the input was changed while it was read: {how}"),
                ),
                InputProblem::Repeated(first) => (
                    Code::RepeatedInput,
                    format!("the input is the same file as {first}, and is read only once"),
                ),
                InputProblem::Identical(first) => (
                    Code::IdenticalInput,
                    format!("the input has the same bytes as {first}: its games count twice"),
                ),
            };
            findings.push(self.finding(code, end, lines, message));
        }
        if self.replaced > 0 {
            let (is, each) = match self.replaced {
                1 => ("code unit of the UTF-16 text is not a character", ""),
                _ => ("code units of the UTF-16 text are not characters", " each"),
            };
            let message = format!("{} {is};{each} replaced by U+FFFD", self.replaced);
            findings.push(self.finding(Code::BrokenUtf16, end, lines, message));
        }
        if let Some(damage) = &self.damage {
            let (code, what, are) = match damage.kind {
                DamageKind::Truncated => {
                    (Code::TruncatedStream, "ends before its stream does", "lost")
                }
                DamageKind::Corrupt => (Code::CorruptStream, "cannot be decoded", "lost"),
                DamageKind::Refused => (Code::InputLimit, "exceeds a limit", "not read"),
                DamageKind::NoGames => (Code::NoGames, "holds no games", "not read"),
            };
            let (from, to) = (damage.stored_from, damage.stored_to);
            // Of a file that was cut off, all that is there may have been read.
            let rest = match from < to {
                true => format!("stored bytes {from} to {to} are {are}"),
                false => format!("what should follow its {to} stored bytes is missing"),
            };
            let message = format!("the input {what}: {rest} ({})", damage.message);
            findings.push(self.finding(code, end, lines, message));
        }
        findings
    }

    /// A finding that belongs to no game.
    fn finding(&self, code: Code, position: usize, line: u64, message: String) -> Finding {
        Finding::of_line(code, self.identity(position), line, message)
    }
}
