//! Chooses the file of a game.

use audit960_types::{GameFacts, Verdict};

audit960_types::choices! {
    /// What chooses the file of a game.
    pub enum SplitBy {
        /// Tag Event
        Event = "event",
        /// The year it was played in
        Year = "year",
        /// The start position: sp000 to sp959, both sides' numbers where they differ; other variants apart
        Start = "start",
        /// The archive it comes from
        Source = "source",
    }
}

/// The key of a file: games with the same key go to the same file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    /// The whole key.
    id: String,
    /// Byte range of the part that the file's name shows.
    shown: (usize, usize),
}

impl Key {
    /// The part that the file's name shows.
    pub(crate) fn shown(&self) -> &str {
        &self.id[self.shown.0..self.shown.1]
    }
}

impl From<String> for Key {
    fn from(id: String) -> Self {
        let shown = (0, id.len());
        Self { id, shown }
    }
}

impl SplitBy {
    /// The key of a game.
    pub(crate) fn key(self, facts: &GameFacts<'_>, source: &str) -> Key {
        let unknown = || "unknown".to_owned();
        let text = match self {
            Self::Event => {
                // A question mark is not a name.
                let named = facts
                    .event
                    .filter(|name| name.contains(char::is_alphanumeric));
                named.map_or_else(unknown, str::to_owned)
            }
            Self::Year => facts.year.map_or_else(unknown, |year| year.to_string()),
            // The arrangement is one of the 960, but its games are not.
            Self::Start if facts.verdict == Verdict::Foreign => "other-variants".to_owned(),
            Self::Start => match (facts.white_start, facts.black_start) {
                (Some(white), Some(black)) if white == black => format!("sp{white:03}"),
                (Some(white), Some(black)) => format!("sp{white:03}-{black:03}"),
                _ => facts.start.as_str().to_owned(),
            },
            Self::Source => {
                let shown = source.rfind(['/', '\\']).map_or(0, |slash| slash + 1);
                let end = source[shown..].find('.').filter(|end| *end > 0);
                let end = end.map_or(source.len(), |end| shown + end);
                let id = source.to_owned();
                return Key {
                    id,
                    shown: (shown, end),
                };
            }
        };
        text.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_of_a_start_are_those_of_chess() {
        let key = |white, black, verdict| {
            let facts = GameFacts {
                white_start: white,
                black_start: black,
                verdict,
                ..GameFacts::default()
            };
            SplitBy::Start.key(&facts, "a.pgn").shown().to_owned()
        };
        assert_eq!(key(Some(7), Some(7), Verdict::Ok), "sp007");
        assert_eq!(key(Some(7), Some(518), Verdict::Damaged), "sp007-518");
        assert_eq!(
            key(Some(518), Some(518), Verdict::Foreign),
            "other-variants"
        );
        let kind = GameFacts::default().start.as_str();
        assert_eq!(key(None, None, Verdict::Rejected), kind);
    }
}
