//! The start of a game from its tags.

use audit960_pgn::{Tag, quoted};
use audit960_types::Code;

use super::GameStart;
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
        let fen = roster.raw(Tag::Fen);
        let mut start = match fen {
            Some(fen) => cache.start(fen, named_by.is_some()),
            None if named_by.is_some() => Self {
                needs_stated_number: true,
                ..Self::without_position(Vec::new())
            },
            None => Self::orthodox(),
        };
        start.named_by = named_by;
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

    #[cold]
    fn note_unknown_variant(&mut self, roster: &TagRoster<'_>) {
        let shown = quoted(roster.text(Tag::Variant).unwrap_or_default().as_bytes());
        let message = format!("Variant \"{shown}\" is not known; replayed by the rules of chess");
        self.notes
            .push((Code::UnknownVariant, Tag::Variant, message));
    }
}
