//! Tag pairs where no game is expected to begin: a line that slipped out of a tag section, or was inserted.

use crate::grammar::blank;
use crate::grammar::tag_pair::{Meaning, Tag, tag_pair};

/// Tag pairs that follow each other.
pub(super) struct StrayTags {
    /// Offset after them and the white space that follows.
    pub(super) behind: usize,
    /// Their number.
    pub(super) count: usize,
    /// One of them names the event.
    pub(super) name_event: bool,
    /// One of them names the event, a player or the start position.
    pub(super) name_game: bool,
}

/// The tag pairs at an offset; `None` if what stands there is not one.
pub(super) fn stray_tags(span: &[u8], from: usize) -> Option<StrayTags> {
    let mut tags = StrayTags {
        behind: from,
        count: 0,
        name_event: false,
        name_game: false,
    };
    while span.get(tags.behind) == Some(&b'[') {
        let (rest, pair) = tag_pair(&span[tags.behind..]).ok()?;
        if let Meaning::Read(tag) = pair.meaning {
            tags.name_event |= tag == Tag::Event;
            tags.name_game |= matches!(tag, Tag::Event | Tag::Fen | Tag::White | Tag::Black);
        }
        tags.count += 1;
        tags.behind = span.len() - rest.len() + blank::len(rest);
    }
    Some(tags)
}
