//! The start of a game from its tags.

use audit960_board::start::Start;
use audit960_pgn::{Tag, quoted};
use audit960_types::Code;

use super::{GameStart, stated_number};
use crate::start_cache::StartCache;
use crate::tag_roster::TagRoster;
use crate::variant::{NamedRules, Rules};

impl GameStart {
    /// The start of a game, from its tags.
    pub(crate) fn from_tags(roster: &TagRoster<'_>, cache: &mut StartCache) -> Self {
        let naming = NamedRules::of(roster);
        if let (Rules::Other(variant), Some(tag)) = (naming.rules, naming.by) {
            return Self::foreign(variant, tag, roster);
        }
        let named_by = naming.by.filter(|_| naming.rules == Rules::Chess960);
        // A number alone is no FEN, but says where the game begins.
        let (fen, number) = match roster.raw(Tag::Fen) {
            Some(fen) if let Some(start) = whole_number(fen) => (None, Some((start, Tag::Fen))),
            fen => (fen, None),
        };
        if fen.is_none()
            && let Some((number, tag)) = number.or_else(|| tagged_number(roster))
        {
            return Self::from_tagged_number(number, tag, named_by);
        }
        let mut start = match fen {
            Some(fen) => cache.start(fen, named_by.is_some()),
            None if named_by.is_some() || naming.rules == Rules::ChessRearranged => Self {
                needs_stated_number: true,
                ..Self::without_position(Vec::new())
            },
            None => Self::orthodox(),
        };
        start.named_by = named_by;
        start.note_other_number(roster);
        if naming.rules == Rules::Unknown {
            start.note_unknown_variant(roster);
        }
        match (roster.raw(Tag::SetUp), fen) {
            (Some(b"1"), None) if !start.needs_stated_number => start.notes.push((
                Code::SetUpWithoutFen,
                Tag::SetUp,
                "SetUp announces a position, but there is no FEN; starts from the orthodox one"
                    .to_owned(),
            )),
            (Some(b"0"), Some(_)) => start.notes.push((
                Code::SetUpDeniesFen,
                Tag::SetUp,
                "SetUp is 0, but there is a FEN; starts from the FEN".to_owned(),
            )),
            _ => {}
        }
        start
    }

    /// The start position whose number a tag gives.
    #[cold]
    fn from_tagged_number(number: Start, tag: Tag, named_by: Option<Tag>) -> Self {
        let mut start = Self::from_number(number);
        start.named_by = named_by.or(Some(tag));
        let message = format!(
            "there is no FEN; starts from the number that {} states, {}, {number}",
            if tag == Tag::Fen {
                "the tag FEN"
            } else {
                "a tag"
            },
            number.number()
        );
        start.notes.push((Code::StatedNumber, tag, message));
        start
    }

    /// Notes that a FEN and a tag with a number are of different positions.
    fn note_other_number(&mut self, roster: &TagRoster<'_>) {
        let Some(stated) = roster.raw(Tag::StartNumber).and_then(whole_number) else {
            return;
        };
        if roster.has(Tag::Fen) && self.numbers != [Some(stated.number()); 2] {
            let message = stated_number_differs(stated, self.numbers);
            self.notes
                .push((Code::StatedNumberDiffers, Tag::StartNumber, message));
        }
    }

    #[cold]
    fn note_unknown_variant(&mut self, roster: &TagRoster<'_>) {
        let shown = quoted(roster.text(Tag::Variant).unwrap_or_default().as_bytes());
        let message = format!("Variant \"{shown}\" is not known; replayed by the rules of chess");
        self.notes
            .push((Code::UnknownVariant, Tag::Variant, message));
    }
}

/// The message about a number that contradicts a FEN.
pub(crate) fn stated_number_differs(stated: Start, numbers: [Option<u16>; 2]) -> String {
    let fen = match numbers {
        [Some(white), _] => format!("the FEN is number {white}"),
        _ => "the FEN is none of the 960".to_owned(),
    };
    format!("number {} is stated, but {fen}", stated.number())
}

/// The start position whose Scharnagl number is all of a text: `353`, `#353`.
fn whole_number(text: &[u8]) -> Option<Start> {
    let text = text.trim_ascii();
    let text = text.strip_prefix(b"#").unwrap_or(text);
    if !(1..=3).contains(&text.len()) || !text.iter().all(u8::is_ascii_digit) {
        return None;
    }
    Start::new(
        text.iter()
            .fold(0, |n, digit| n * 10 + u16::from(digit - b'0')),
    )
}

/// The number that a tag of its own gives, or Opening after the name of the variant: `Chess960 #353`.
fn tagged_number(roster: &TagRoster<'_>) -> Option<(Start, Tag)> {
    let number = |text| whole_number(text).or_else(|| stated_number(text));
    if let Some(start) = roster.raw(Tag::StartNumber).and_then(number) {
        return Some((start, Tag::StartNumber));
    }
    let opening = roster.raw(Tag::Opening)?;
    let after_name = [
        b"Chess960 ".as_slice(),
        b"Chess 960 ",
        b"FRC ",
        b"Fischer Random ",
    ]
    .iter()
    .find_map(|name| opening.strip_prefix(*name))?;
    Some((number(after_name)?, Tag::Opening))
}
