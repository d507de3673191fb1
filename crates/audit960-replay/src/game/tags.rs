//! Handles the tags of a game, and the start that they give.

use audit960_pgn::{
    BetweenTags, Irregular, Meaning, Tag, TagDefect, TagPair, could_be_move, parse_tag_pair,
};
use audit960_types::{Code, GameToken, StartKind, TextSink, Venue};

use super::{GameReplay, ORTHODOX, ReadMode};
use crate::players::{EngineRecord, PlayerTags, is_engine_match};
use crate::start::{GameStart, same_position, stated_number, stated_number_differs};
use crate::tag_roster::{Added, shared};
use crate::writer::has_engine_data;
use audit960_pgn::{beginning, is_code_page_850, quoted};

impl<'a, S: TextSink> GameReplay<'a, '_, S> {
    pub(super) fn handle_tag(&mut self, pair: &TagPair<'a>, at: usize) {
        if let Some(defect) = pair.defect {
            self.report_defect(defect, pair, at);
        }
        let tag = match pair.meaning {
            Meaning::Read(tag) => tag,
            Meaning::PassedOver => return,
            Meaning::Other => match self.tag_in_other_case(pair, at) {
                Some(tag) => tag,
                None => return,
            },
        };
        match self.tags.roster.add(tag, pair, at) {
            Added::New => {}
            Added::SameAgain => self.note_again(Code::DuplicateTag, pair, at, tag),
            Added::Contradicts => {
                let first = self.tags.roster.raw(tag).unwrap_or_default();
                let code = if tag == Tag::Fen && same_position(first, pair.raw) {
                    Code::DuplicateTag
                } else {
                    Code::ContradictoryTag
                };
                self.note_again(code, pair, at, tag);
            }
        }
    }

    #[cold]
    fn report_defect(&mut self, defect: TagDefect, pair: &TagPair<'a>, at: usize) {
        let name = quoted(pair.name);
        let (code, what) = match defect {
            TagDefect::UnescapedQuote => (Code::UnescapedQuote, "has quotes without a backslash"),
            TagDefect::Malformed => (Code::MalformedTag, "lacks a quote or a bracket"),
            TagDefect::SpacedName => (Code::MalformedTag, "has blanks in its name"),
            TagDefect::SeveralLines => (Code::UnusualLayout, "spans several lines"),
            TagDefect::Broken => (Code::MalformedTag, "continues on the next line"),
        };
        let message = format!("tag {name} {what}; read as \"{}\"", quoted_value(pair.raw));
        self.note(code, at, pair.name.len() + 1, message);
    }

    /// A known tag whose name is written in another letter case.
    fn tag_in_other_case(&mut self, pair: &TagPair<'a>, at: usize) -> Option<Tag> {
        let tag = Tag::from_miswritten_name(pair.name)?;
        let name = quoted(pair.name);
        let message = format!("tag {name} is written in another way; read anyway");
        let code = if tag.decides_replay() {
            Code::TagCase
        } else {
            Code::TagNameCase
        };
        self.note(code, at, pair.name.len() + 1, message);
        Some(tag)
    }

    /// Handles text between two tag pairs.
    #[cold]
    pub(super) fn handle_between_tags(&mut self, what: BetweenTags<'a>, at: usize, len: usize) {
        let shown = quoted(&self.text[at..at + len.min(40)]);
        match what {
            BetweenTags::Comment(comment) => {
                let inside = at + 1;
                self.sink.token(GameToken::Comment, inside, comment.len());
                self.game
                    .comment_between_tags
                    .get_or_insert((comment, inside));
                let message = "a comment between two tag pairs";
                self.note(Code::UnusualLayout, at, len, message);
                for (kind, offset) in audit960_pgn::lost_brace_signs(comment, self.text[at] == b'{')
                {
                    let (code, message) = irregular_comment(kind);
                    self.note(code, inside + offset, 1, message);
                }
            }
            BetweenTags::Termination => {
                let message = format!("{shown} is between two tag lines; ignored");
                self.note(Code::SurplusTermination, at, len, message);
            }
            BetweenTags::Unread(Irregular::UnusualBlank) => {
                let message = "white space that PGN does not define; read as a space";
                self.note(Code::UnusualLayout, at, len, message);
            }
            BetweenTags::Unread(kind) => {
                self.walk.unread += len as u64;
                if is_unread_move(kind, &self.text[at..at + len]) {
                    self.game.move_between_tags.get_or_insert((at, len));
                }
                let code = match kind {
                    Irregular::ControlByte => Code::ControlBytes,
                    Irregular::StrayClosing => Code::StrayClosing,
                    Irregular::StrayBrace => Code::StrayBrace,
                    _ => Code::UnknownToken,
                };
                let message = format!("{shown} is between two tag pairs; ignored");
                self.note(code, at, len, message);
            }
        }
    }

    /// Reports how the first tag that is not UTF-8 is read.
    #[cold]
    fn note_encoding(&mut self) {
        let Some(at) = self.tags.roster.first_not_utf8() else {
            return;
        };
        if let Some((pair, _)) = parse_tag_pair(&self.text[at..self.span_end()]) {
            let name = quoted(pair.name);
            let value = quoted_value(pair.raw);
            let (code, as_what) = match is_code_page_850(pair.raw) {
                true => (Code::CodePage850, "code page 850"),
                false => (Code::NotUtf8, "Windows-1252"),
            };
            let message = format!("tag {name} is not UTF-8; read as {as_what}: \"{value}\"");
            self.note(code, at, pair.name.len() + 1, message);
        }
    }

    #[cold]
    fn note_again(&mut self, code: Code, pair: &TagPair<'a>, at: usize, tag: Tag) {
        if shared(tag) {
            return;
        }
        let name = quoted(pair.name);
        let kept = quoted_value(self.tags.roster.raw(tag).unwrap_or_default());
        let message = match code {
            Code::DuplicateTag if self.tags.roster.raw(tag) != Some(pair.raw) => {
                format!("tag {name} is given again; both give the same position")
            }
            Code::DuplicateTag => format!("tag {name} is given twice"),
            _ => format!(
                "tag {name} is given again as \"{}\"; \"{kept}\" is kept",
                quoted_value(pair.raw)
            ),
        };
        self.note(code, at, pair.name.len() + 1, message);
    }

    /// Ends the tag section: determines dates, venue and start of the game.
    pub(super) fn set_up(&mut self) {
        let section = &self.text[self.begin.at()..self.movetext_at];
        if !self.tags.roster.close(section) {
            self.note_encoding();
        }
        (self.tags.dates, self.tags.written_date) = self.tags.roster.date();
        self.tags.venue = self.venue_of_tags();
        self.tags.start = GameStart::from_tags(&self.tags.roster, &mut self.scratch.starts);
        if let (Some((at, len)), false) = (self.game.move_between_tags, self.tags.start.foreign) {
            let shown = quoted(&self.text[at..at + len.min(40)]);
            let message = format!("{shown} is between two tag pairs and may be a move");
            self.note(Code::UnreadableMove, at, len, message);
        }
        let notes = &self.tags.start.notes;
        self.scratch.line.clock_in_doubt = notes
            .iter()
            .any(|(code, ..)| *code == Code::ImplausibleClock);
        if !self.tags.start.notes.is_empty() {
            for (code, tag, message) in std::mem::take(&mut self.tags.start.notes) {
                self.note(code, self.tags.roster.place(tag), 4, message);
            }
        }
        self.begin_line();
        // A Scharnagl number has no meaning in other variants.
        self.game.stated = self.tags.start.foreign;
        self.findings.begin_movetext();
        self.game.unread_before_movetext = self.walk.unread;
        if let Some((comment, at)) = self.game.comment_between_tags {
            self.handle_stated_number(comment, at);
        }
        if let Some(annotator) = self.tags.roster.raw(Tag::Annotator) {
            self.handle_stated_number(annotator, self.tags.roster.place(Tag::Annotator));
        }
    }

    /// The venue by the tags; a match of programs where they name none, or one of people, and two programs played.
    fn venue_of_tags(&self) -> Venue {
        let roster = &self.tags.roster;
        let venue = roster.venue();
        if !matches!(venue, Venue::Unknown | Venue::OverTheBoard | Venue::Online) {
            return venue;
        }
        // Ratings are read for few: no rating makes a person.
        let by_tags = roster.players([None; 2]);
        if by_tags.iter().any(PlayerTags::is_person) {
            return venue;
        }
        let players = roster.players(roster.ratings().map(Result::unwrap_or_default));
        let record = || EngineRecord {
            event: roster.names_engine_event(),
            data: has_engine_data(self.movetext_text()),
        };
        match is_engine_match(players, record) {
            true => Venue::EngineMatch,
            false => venue,
        }
    }

    pub(super) fn begin_line(&mut self) {
        match self.tags.start.position.take() {
            Some(position) => {
                let orthodox =
                    self.tags.start.kind == StartKind::Standard && !self.tags.roster.has(Tag::Fen);
                let written;
                let fen = match &self.tags.start.xfen {
                    _ if orthodox => ORTHODOX,
                    Some(known) => known,
                    None => {
                        written = position.xfen();
                        &written
                    }
                };
                self.scratch.line.begin(position, fen);
                self.walk.reading = ReadMode::English;
            }
            None => self.scratch.line.clear(),
        }
    }

    /// Handles a Scharnagl number stated outside the FEN: it gives the start if there is none, else it is
    /// compared with the FEN.
    pub(super) fn handle_stated_number(&mut self, text: &[u8], at: usize) {
        let Some(stated) = stated_number(text) else {
            return;
        };
        if self.game.stated {
            return;
        }
        self.game.stated = true;
        let number = stated.number();
        if self.tags.start.needs_stated_number {
            self.tags.start = GameStart::from_number(stated);
            self.record_stated_number(number);
            self.note(
                Code::StatedNumber,
                at,
                2,
                format!("no position is given; starts from the stated number {number}, {stated}"),
            );
            self.begin_line();
        } else if self.tags.start.numbers != [Some(number); 2] && self.tags.roster.has(Tag::Fen) {
            let message = stated_number_differs(stated, self.tags.start.numbers);
            self.note(Code::StatedNumberDiffers, at, 2, message);
        }
    }
}

/// A tag's value, quoted for a message.
fn quoted_value(raw: &[u8]) -> String {
    let pair = TagPair {
        name: b"",
        meaning: Meaning::Other,
        raw: beginning(raw),
        defect: None,
    };
    quoted(pair.value().0.as_bytes())
}

/// Code and message for a comment that may lack its closing brace.
pub(super) const fn irregular_comment(kind: Irregular) -> (Code, &'static str) {
    match kind {
        Irregular::TagInComment => (
            Code::TagInComment,
            "a comment has a line that looks like a tag pair",
        ),
        _ => (
            Code::BraceInComment,
            "a comment has an opening brace; the one that closes an earlier comment may be missing",
        ),
    }
}

/// Whether text between tag pairs is a word that could be a move; moves of a variation are not part of the
/// game.
fn is_unread_move(kind: Irregular, text: &[u8]) -> bool {
    kind == Irregular::UnknownToken && !text.starts_with(b"(") && could_be_move(text)
}
