//! Games in JSON: where records begin and end, and what each becomes.
//!
//! Lines of NDJSON are records, whatever they hold, so damage stays within its line. Elements of an array are
//! found by brackets and quotes; if these do not match in one element, the next that begins as those of
//! chess.com do (`{"url":`, which no string of JSON can hold) is found all the same.

mod elements;
mod game;
mod record;

use memchr::{memchr, memmem};

use self::elements::{Element, Elements};
pub(crate) use self::game::push_game;
pub(crate) use self::record::RECORD_MEMBERS;
use crate::records::TranslatedText;
use crate::records::record_line::push_unreadable;

/// Length in bytes of the longest record that is read. A game of a thousand moves with clocks and evaluations has
/// some hundred kilobytes.
pub(crate) const MAX_RECORD_BYTES: usize = 8 << 20;

/// The first lines that are examined for records.
const MAX_LINES: usize = 16;

/// How records follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JsonForm {
    /// One record a line.
    Lines,
    /// Elements of an array: of the whole text, or member `games` of an object.
    Array,
}

impl JsonForm {
    /// Recognises games in JSON by the beginning of a text: the first of 16 lines that is an object with a member
    /// `moves` or `pgn`, an object with a member `games`, or an array of objects. `None` where a line before it
    /// begins like a tag pair, or no line does.
    pub(crate) fn detect(head: &[u8]) -> Option<Self> {
        let text = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head);
        let mut rest = text.trim_ascii_start();
        for _ in 0..MAX_LINES {
            let line = rest;
            let array = line.strip_prefix(b"[").map(<[u8]>::trim_ascii_start);
            match array {
                Some([b'{', object @ ..]) if is_member(object) => {
                    return holds(line, &["moves", "pgn"]).then_some(Self::Array);
                }
                // A tag pair.
                Some([letter, ..]) if letter.is_ascii_alphabetic() => return None,
                _ => {}
            }
            if let Some(object) = line.strip_prefix(b"{")
                && is_member(object)
            {
                // Within the first record: later ones may hold what it does not.
                let games = memmem::find(line, b"\"games\"");
                let first = memmem::find(line, b"\"pgn\"").or(memmem::find(line, b"\"moves\""));
                return match (games, first) {
                    (Some(games), Some(first)) if games > first => Some(Self::Lines),
                    (Some(_), _) => Some(Self::Array),
                    (None, Some(_)) => Some(Self::Lines),
                    (None, None) => None,
                };
            }
            rest = rest.get(memchr(b'\n', rest)?..)?.trim_ascii_start();
        }
        None
    }
}

/// Whether a text begins with the name of a member and a colon.
fn is_member(text: &[u8]) -> bool {
    let Some(name) = text.trim_ascii_start().strip_prefix(b"\"") else {
        return false;
    };
    memchr(b'"', name)
        .and_then(|end| name.get(end + 1..))
        .is_some_and(|after| after.trim_ascii_start().starts_with(b":"))
}

/// Whether a text holds one of these names in quotes.
fn holds(text: &[u8], names: &[&str]) -> bool {
    names
        .iter()
        .any(|name| memmem::find(text, format!("\"{name}\"").as_bytes()).is_some())
}

/// Translates a text of JSON, which it gets in pieces.
#[derive(Debug)]
pub(crate) struct JsonRecords {
    framing: Framing,
    /// Offset in the text of the first byte that was not consumed.
    offset: u64,
}

#[derive(Debug)]
enum Framing {
    Lines {
        /// Bytes of the current line that hold no line end.
        searched: usize,
        /// Whether the rest of a line that is too long is being skipped.
        skipping: bool,
    },
    Elements(Elements),
}

impl JsonRecords {
    /// A translator of a text from its beginning.
    pub(crate) fn new(form: JsonForm) -> Self {
        Self {
            framing: match form {
                JsonForm::Lines => Framing::Lines {
                    searched: 0,
                    skipping: false,
                },
                JsonForm::Array => Framing::Elements(Elements::default()),
            },
            offset: 0,
        }
    }

    /// Translates the records that `text` completes, the text from the first byte that was not consumed on, and
    /// returns how many bytes they take. `ended` says that nothing follows; then everything is consumed. It holds
    /// at most [`MAX_RECORD_BYTES`] and what is read at a time.
    pub(crate) fn translate(
        &mut self,
        text: &[u8],
        ended: bool,
        out: &mut TranslatedText,
    ) -> usize {
        let consumed = match &self.framing {
            Framing::Lines { .. } => self.lines(text, ended, out),
            Framing::Elements(_) => self.elements(text, ended, out),
        };
        self.offset += consumed as u64;
        consumed
    }

    /// Whether the text may end here; otherwise records after its last one are missing.
    pub(crate) const fn is_complete(&self) -> bool {
        match &self.framing {
            Framing::Lines { .. } => true,
            Framing::Elements(elements) => elements.is_complete(),
        }
    }

    fn lines(&mut self, text: &[u8], ended: bool, out: &mut TranslatedText) -> usize {
        let Framing::Lines { searched, skipping } = &mut self.framing else {
            return 0;
        };
        let mut at = 0;
        loop {
            let rest = text.get(at..).unwrap_or_default();
            let unread = rest.get(*searched..).unwrap_or_default();
            let end = memchr(b'\n', unread).map(|end| *searched + end + 1);
            let is_long = end.unwrap_or(rest.len()) > MAX_RECORD_BYTES;
            let length = match end {
                Some(end) => end,
                None if is_long || (ended && !rest.is_empty()) => rest.len(),
                None => {
                    *searched = rest.len();
                    return at;
                }
            };
            *searched = 0;
            let skipped = std::mem::replace(skipping, end.is_none() && (is_long || *skipping));
            let record = rest.get(..length).unwrap_or_default();
            if !skipped {
                push_line(out.line(self.offset + at as u64), record, is_long);
            }
            at += length;
        }
    }

    fn elements(&mut self, text: &[u8], ended: bool, out: &mut TranslatedText) -> usize {
        let Framing::Elements(elements) = &mut self.framing else {
            return 0;
        };
        let mut at = 0;
        loop {
            let rest = text.get(at..).unwrap_or_default();
            let (consumed, element) = elements.next(rest, ended);
            let Some(element) = element else {
                return at + consumed;
            };
            let offset = |start: usize| self.offset + (at + start) as u64;
            match element {
                Element::Whole(range) => {
                    let line = out.line(offset(range.start));
                    game::push_game(line, rest.get(range).unwrap_or_default());
                }
                Element::Broken(start, reason) => push_unreadable(out.line(offset(start)), reason),
            }
            at += consumed;
        }
    }
}

/// Appends what a line of NDJSON becomes; an empty one stays empty.
fn push_line(out: &mut String, record: &[u8], is_long: bool) {
    let text = record.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(record);
    if is_long {
        let reason = format!("longer than {} MiB", MAX_RECORD_BYTES >> 20);
        push_unreadable(out, &reason);
    } else if text.trim_ascii().is_empty() {
        out.push('\n');
    } else {
        game::push_game(out, text);
    }
}

#[cfg(test)]
mod tests;
