//! The tags of one game.

use std::borrow::Cow;

use audit960_pgn::{Meaning, Tag, TagPair};
use audit960_types::DateSource;

use crate::players::PlayerTags;
use audit960_law::{GameDates, PgnDate};

/// Number of tags that are read.
const COUNT: usize = Tag::Time as usize + 1;

/// The Seven Tag Roster (PGN 8.1.1).
pub(crate) const ROSTER: [Tag; 7] = [
    Tag::Event,
    Tag::Site,
    Tag::Date,
    Tag::Round,
    Tag::White,
    Tag::Black,
    Tag::Result,
];

/// The result of adding a tag to a roster: new, the same again, or with another value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Added {
    New,
    SameAgain,
    Contradicts,
}

/// The ratings of both players, White first: none without a tag or with a placeholder, an error with anything
/// that is not a rating.
pub(crate) type Ratings = [Result<Option<i32>, NotARating>; 2];

/// The error of a tag that is not a rating between 1 and 4999.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NotARating;

/// The raw values of the known tags of one game, with their offsets in the text.
#[derive(Debug)]
pub(crate) struct TagRoster<'a> {
    present: u64,
    raw: [&'a [u8]; COUNT],
    at: [usize; COUNT],
    /// The tag section as text, if it is UTF-8 without a backslash: then each value is a slice of it and
    /// need not be decoded again.
    plain: Option<&'a str>,
}

impl<'a> TagRoster<'a> {
    pub(crate) fn new() -> Self {
        Self {
            present: 0,
            raw: [b""; COUNT],
            at: [0; COUNT],
            plain: None,
        }
    }

    /// Begins a game: no tags.
    pub(crate) fn clear(&mut self) {
        self.present = 0;
        self.plain = None;
    }

    /// Ends the tag section; `section` holds all tags. Whether it is UTF-8.
    pub(crate) fn close(&mut self, section: &'a [u8]) -> bool {
        match std::str::from_utf8(section) {
            Ok(text) => {
                let escapes = memchr::memchr(b'\\', section).is_some();
                self.plain = (!escapes).then_some(text);
                true
            }
            Err(_) => false,
        }
    }

    /// The offset of the first known tag that is not UTF-8.
    pub(crate) fn first_not_utf8(&self) -> Option<usize> {
        let kept = (0..COUNT).filter(|index| self.present & (1 << index) != 0);
        kept.filter(|index| std::str::from_utf8(self.raw[*index]).is_err())
            .map(|index| self.at[index])
            .min()
    }

    /// Adds a tag; the first one of each name is kept.
    #[inline]
    pub(crate) fn add(&mut self, tag: Tag, pair: &TagPair<'a>, at: usize) -> Added {
        let index = tag as usize;
        let bit = 1 << index;
        if self.present & bit == 0 {
            self.present |= bit;
            self.raw[index] = pair.raw;
            self.at[index] = at;
            Added::New
        } else if self.raw[index] == pair.raw || shared(tag) {
            Added::SameAgain
        } else {
            Added::Contradicts
        }
    }

    /// Whether all tags of the Seven Tag Roster (PGN 8.1.1) are present.
    pub(crate) fn has_roster(&self) -> bool {
        ROSTER.iter().all(|tag| self.has(*tag))
    }

    /// Whether there is a tag that cutechess and fastchess write about the time of a game.
    pub(crate) fn has_match_program(&self) -> bool {
        [Tag::GameStartTime, Tag::GameEndTime, Tag::GameDuration]
            .into_iter()
            .any(|tag| self.has(tag))
    }

    /// Whether `GameEndTime` precedes `GameStartTime`, where there are both.
    pub(crate) fn end_before_start(&self) -> Option<bool> {
        let both = self.has(Tag::GameEndTime) && self.has(Tag::GameStartTime);
        both.then(|| self.place(Tag::GameEndTime) < self.place(Tag::GameStartTime))
    }

    /// Whether any known tag is present.
    pub(crate) fn has_any(&self) -> bool {
        self.present != 0
    }

    #[inline]
    pub(crate) fn has(&self, tag: Tag) -> bool {
        self.present & (1 << tag as usize) != 0
    }

    /// The raw value, as written.
    #[inline]
    pub(crate) fn raw(&self, tag: Tag) -> Option<&'a [u8]> {
        self.has(tag).then(|| self.raw[tag as usize])
    }

    /// Offset of the tag's `[`.
    pub(crate) fn place(&self, tag: Tag) -> usize {
        self.at[tag as usize]
    }

    /// The decoded value.
    pub(crate) fn text(&self, tag: Tag) -> Option<Cow<'a, str>> {
        let raw = self.raw(tag)?;
        if let Some(plain) = self.plain {
            let from = (raw.as_ptr() as usize).wrapping_sub(plain.as_ptr() as usize);
            if let Some(text) = plain.get(from..from.wrapping_add(raw.len())) {
                return Some(Cow::Borrowed(text));
            }
        }
        let pair = TagPair {
            name: b"",
            meaning: Meaning::Other,
            raw,
            defect: None,
        };
        Some(pair.value().0)
    }

    /// When the game was played and when its competition began.
    pub(crate) fn dates(&self) -> GameDates {
        GameDates::of_tags(
            self.raw(Tag::Date),
            self.raw(Tag::UtcDate),
            self.raw(Tag::EventDate),
        )
    }

    /// When the game was played, and the date as written: `Date`, or `UTCDate` if `Date` is unknown. The
    /// competition is left out if `Date` is valid, because only the judge of claims needs it.
    pub(crate) fn date(&self) -> (GameDates, PgnDate) {
        let date = self.raw(Tag::Date).map_or(PgnDate::Unknown, PgnDate::parse);
        // Nearly all games have a valid Date and need no other tag.
        if let PgnDate::Valid(days) = date {
            let dates = GameDates {
                game: Some(days),
                source: DateSource::Date,
                competition: None,
            };
            return (dates, date);
        }
        let written = match (date, self.raw(Tag::UtcDate)) {
            (PgnDate::Unknown, Some(utc)) => PgnDate::parse(utc),
            _ => date,
        };
        (self.dates(), written)
    }

    /// The ratings of White and Black; an error where a tag is not one.
    pub(crate) fn ratings(&self) -> Ratings {
        [Tag::WhiteElo, Tag::BlackElo].map(|tag| self.raw(tag).map_or(Ok(None), rating))
    }

    /// The tags that describe the players, White first.
    pub(crate) fn players(&self, ratings: [Option<i32>; 2]) -> [PlayerTags<'a>; 2] {
        use Tag as T;
        let player = |[name, title, kind, engine]: [Tag; 4], elo| PlayerTags {
            name: self.raw(name),
            title: self.raw(title),
            kind: self.raw(kind),
            engine: self.raw(engine),
            elo,
        };
        let white = [T::White, T::WhiteTitle, T::WhiteType, T::WhiteEngine];
        let black = [T::Black, T::BlackTitle, T::BlackType, T::BlackEngine];
        [player(white, ratings[0]), player(black, ratings[1])]
    }
}

/// Whether a tag covers several tag names, so that a game may have more than one of them.
pub(crate) const fn shared(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::EventType
            | Tag::Broadcast
            | Tag::WhiteType
            | Tag::BlackType
            | Tag::StartNumber
            | Tag::WhiteEngine
            | Tag::BlackEngine
            | Tag::Time
    )
}

/// Parses a rating, 1 to 4999; `None` for a placeholder, `Err` for anything else.
fn rating(raw: &[u8]) -> Result<Option<i32>, NotARating> {
    if matches!(raw, b"" | b"?" | b"-" | b"0" | b"*") {
        return Ok(None);
    }
    // Nearly all have four digits and nothing else.
    if let [b'1'..=b'4', b'0'..=b'9', b'0'..=b'9', b'0'..=b'9'] = raw {
        return Ok(Some(
            raw.iter().fold(0, |n, b| n * 10 + i32::from(b - b'0')),
        ));
    }
    // Some servers mark provisional ratings with a question mark, others with a p.
    let digits = raw.iter().take_while(|b| b.is_ascii_digit()).count();
    let tail = &raw[digits..];
    let number = raw[..digits].iter().try_fold(0_i32, |n, b| {
        n.checked_mul(10)?.checked_add(i32::from(b - b'0'))
    });
    match number {
        Some(n @ 1..=4999) if matches!(tail, b"" | b"?" | b"P" | b"p" | b"E") => Ok(Some(n)),
        _ => Err(NotARating),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use audit960_pgn::parse_tag_pair;

    use super::*;

    /// The roster of a tag section.
    pub(crate) fn roster(section: &str) -> TagRoster<'_> {
        let mut roster = TagRoster::new();
        for (at, line) in section.lines().enumerate() {
            let (pair, _) = parse_tag_pair(line.as_bytes()).unwrap();
            let Meaning::Read(tag) = pair.meaning else {
                panic!("{line}")
            };
            roster.add(tag, &pair, at);
        }
        roster.close(section.as_bytes());
        roster
    }

    /// Placeholders are no ratings and no errors; servers mark provisional ones.
    #[test]
    fn ratings_are_numbers_of_at_most_four_digits() {
        for text in ["", "?", "-", "0", "*"] {
            assert_eq!(rating(text.as_bytes()).ok(), Some(None), "{text}");
        }
        for (text, number) in [
            ("2100", 2_100),
            ("1", 1),
            ("999", 999),
            ("4999", 4_999),
            ("1500?", 1_500),
            ("1500P", 1_500),
            ("987p", 987),
            ("2100E", 2_100),
            ("02100", 2_100),
        ] {
            assert_eq!(rating(text.as_bytes()).ok(), Some(Some(number)), "{text}");
        }
        for text in [
            "5000",
            "21000",
            "-1",
            "00",
            "2100x",
            "2100??",
            "x",
            "99999999999",
        ] {
            assert!(rating(text.as_bytes()).is_err(), "{text}");
        }
    }

    #[test]
    fn seven_tags_are_the_roster() {
        let seven = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];
        let lines = seven.map(|name| format!("[{name} \"?\"]"));
        assert!(roster(&lines.join("\n")).has_roster());
        for missing in 0..seven.len() {
            let mut lines = lines.to_vec();
            lines[missing] = "[Annotator \"?\"]".to_owned();
            assert!(
                !roster(&lines.join("\n")).has_roster(),
                "{}",
                seven[missing]
            );
        }
    }
}
