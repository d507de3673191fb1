//! Tags of a game, and the start they give.

use audit960_pgn::{Meaning, Tag, TagFlaw, TagPair, tag_pair};
use audit960_types::{Code, FactSink, StartKind};

use super::{GameReplay, ORTHODOX, Reading};
use crate::place::{beginning, quoted};
use crate::run::RunLaw;
use crate::sheet::{Added, shared};
use crate::start::{GameStart, stated_number};
use crate::venue::VenueRule;

impl<'a, S: FactSink> GameReplay<'a, '_, S> {
    pub(super) fn take_tag(&mut self, pair: &TagPair<'a>, at: usize) {
        if let Some(flaw) = pair.flaw {
            self.note_flaw(flaw, pair, at);
        }
        let tag = match pair.meaning {
            Meaning::Read(tag) => tag,
            Meaning::PassedOver => return,
            Meaning::Other => match self.miswritten(pair, at) {
                Some(tag) => tag,
                None => return,
            },
        };
        match self.sheet.add(tag, pair, at) {
            Added::New => {}
            Added::SameAgain => self.note_again(Code::DuplicateTag, pair, at, tag),
            Added::Contradicts => self.note_again(Code::ContradictoryTag, pair, at, tag),
        }
    }

    #[cold]
    fn note_flaw(&mut self, flaw: TagFlaw, pair: &TagPair<'a>, at: usize) {
        let name = quoted(pair.name);
        let (code, what) = match flaw {
            TagFlaw::UnescapedQuote => (Code::UnescapedQuote, "holds quotes without a backslash"),
            TagFlaw::Malformed => (Code::MalformedTag, "lacks a quote or its closing bracket"),
        };
        let message = format!("tag {name} {what}; read as \"{}\"", quoted_value(pair.raw));
        self.note(code, at, pair.name.len() + 1, message);
    }

    /// A tag the replay needs, in another letter case.
    fn miswritten(&mut self, pair: &TagPair<'a>, at: usize) -> Option<Tag> {
        let tag = Tag::from_miswritten_name(pair.name)?;
        let name = quoted(pair.name);
        let message = format!("tag {name} is written in another letter case; read all the same");
        self.note(Code::TagCase, at, pair.name.len() + 1, message);
        Some(tag)
    }

    /// Says of the first tag that is not UTF-8 how it is read.
    #[cold]
    fn note_encoding(&mut self) {
        let Some(at) = self.sheet.first_not_utf8() else {
            return;
        };
        if let Ok((_, pair)) = tag_pair(&self.text[at..self.span_end()]) {
            let name = quoted(pair.name);
            let value = quoted_value(pair.raw);
            let message = format!("tag {name} is not UTF-8; read as \"{value}\"");
            self.note(Code::NotUtf8, at, pair.name.len() + 1, message);
        }
    }

    #[cold]
    fn note_again(&mut self, code: Code, pair: &TagPair<'a>, at: usize, tag: Tag) {
        if shared(tag) {
            return;
        }
        let name = quoted(pair.name);
        let kept = quoted_value(self.sheet.raw(tag).unwrap_or_default());
        let message = match code {
            Code::DuplicateTag => format!("tag {name} is given twice"),
            _ => format!(
                "tag {name} is given again as \"{}\"; \"{kept}\" is kept",
                quoted_value(pair.raw)
            ),
        };
        self.note(code, at, pair.name.len() + 1, message);
    }

    /// The tags are over: where does the game start, and by which law is it judged?
    pub(super) fn set_up(&mut self) {
        let section = &self.text[self.begin.at()..self.movetext_at];
        if !self.sheet.close(section) {
            self.note_encoding();
        }
        self.date = self.sheet.date();
        self.venue = self.sheet.venue_tags().venue();
        let rule = VenueRule::of(self.venue);
        self.law = RunLaw {
            table: &self.options.law,
            date: self.date.date(),
            venue_clock: rule.automatic_at_clock,
        };
        self.start = GameStart::from_tags(&self.sheet, &mut self.scratch.starts);
        if !self.start.notes.is_empty() {
            let tag = if self.sheet.has(Tag::Fen) {
                Tag::Fen
            } else {
                Tag::SetUp
            };
            let at = self.sheet.place(tag);
            for (code, message) in std::mem::take(&mut self.start.notes) {
                self.note(code, at, 4, message);
            }
        }
        self.begin_line();
        if let Some(annotator) = self.sheet.raw(Tag::Annotator) {
            self.hear_stated_number(annotator, self.sheet.place(Tag::Annotator));
        }
    }

    fn begin_line(&mut self) {
        match self.start.position.take() {
            Some(position) => {
                let orthodox = self.start.kind == StartKind::Standard && !self.sheet.has(Tag::Fen);
                let fen = match &self.start.xfen {
                    _ if orthodox => ORTHODOX,
                    Some(known) => known,
                    None => {
                        self.scratch.fen.clear();
                        position.write_xfen(&mut self.scratch.fen);
                        &self.scratch.fen
                    }
                };
                self.scratch.line.begin(position, fen, &self.law);
                self.reading = Reading::English;
            }
            None => self.scratch.line.clear(),
        }
    }

    /// A Scharnagl number stated outside the FEN: a start where there is none, else a witness.
    pub(super) fn hear_stated_number(&mut self, text: &[u8], at: usize) {
        let Some(stated) = stated_number(text) else {
            return;
        };
        if self.stated {
            return;
        }
        self.stated = true;
        let number = stated.number();
        if self.start.wants_number {
            self.start = GameStart::from_number(stated);
            self.note(
                Code::StatedNumber,
                at,
                2,
                format!("no position is given; starts from the stated number {number}, {stated}"),
            );
            self.begin_line();
        } else if self.start.numbers != [Some(number); 2] && self.sheet.has(Tag::Fen) {
            let fen = match self.start.numbers {
                [Some(white), _] => format!("the FEN is number {white}"),
                _ => "the FEN is none of the 960".to_owned(),
            };
            self.note(
                Code::StatedNumberDiffers,
                at,
                2,
                format!("number {number} is stated, and {fen}"),
            );
        }
    }
}

/// A tag's value as a message quotes it.
fn quoted_value(raw: &[u8]) -> String {
    let pair = TagPair {
        name: b"",
        meaning: Meaning::Other,
        raw: beginning(raw),
        flaw: None,
    };
    quoted(pair.value().0.as_bytes())
}
