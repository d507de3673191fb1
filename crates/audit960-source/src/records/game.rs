//! A game in parts, from which its line is written.

use std::borrow::Cow;

use chrono::{DateTime, Datelike as _, NaiveDate, NaiveTime};

use crate::records::flat::{flatten, is_flat};
use crate::records::moves::{MoveNotes, Start, push_moves};
use crate::records::record_line::push_tag;

/// The orthodox start position. In games of standard chess a FEN tag would not say more than none.
pub(crate) const ORTHODOX: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The Seven Tag Roster (PGN 8.1.1) with the values of unknown tags, in order.
pub(crate) const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "-"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// A game as tags and moves.
#[derive(Debug, Default)]
pub(crate) struct Game<'g> {
    /// Names and values. Names that the PGN repeats stand again.
    tags: Vec<(Cow<'g, str>, Cow<'g, str>)>,
    moves: Cow<'g, str>,
    notes: MoveNotes,
    /// Whether the movetext is that of a PGN file, which has its own termination or none.
    is_pgn: bool,
}

impl<'g> Game<'g> {
    /// A game of PGN. Fails with the reason if the text is not one game.
    pub(crate) fn from_pgn(pgn: &str) -> Result<Self, &'static str> {
        let flat = flatten(pgn)?;
        let tags = flat.tags.into_iter();
        Ok(Self {
            tags: tags
                .map(|(name, value)| (name.into(), value.into()))
                .collect(),
            moves: flat.movetext.into(),
            is_pgn: true,
            ..Self::default()
        })
    }

    /// A game of moves, to which tags and notes are added.
    pub(crate) fn from_moves(moves: &'g str) -> Result<Self, &'static str> {
        match is_flat(moves) {
            true => Ok(Self {
                moves: moves.into(),
                ..Self::default()
            }),
            false => Ok(Self {
                is_pgn: false,
                ..Self::from_pgn(moves)?
            }),
        }
    }

    /// The movetext.
    pub(crate) fn moves(&self) -> &str {
        &self.moves
    }

    /// Sets what is said about the half-moves, for movetext that says nothing but moves.
    pub(crate) fn set_notes(&mut self, notes: MoveNotes) {
        self.notes = notes;
    }

    /// The value of a tag.
    pub(crate) fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(other, _)| other == name);
        found.map(|(_, value)| &**value)
    }

    /// Sets a tag that is not yet set.
    pub(crate) fn set(
        &mut self,
        name: impl Into<Cow<'g, str>>,
        value: Option<impl Into<Cow<'g, str>>>,
    ) {
        let name = name.into();
        if let Some(value) = value
            && self.tag(&name).is_none()
        {
            self.tags.push((name, value.into()));
        }
    }

    /// Sets the start position, with the tag `SetUp` that belongs to it.
    pub(crate) fn set_start(&mut self, fen: Option<impl Into<Cow<'g, str>>>) {
        if fen.is_some() && self.tag("FEN").is_none() {
            self.set("SetUp", Some("1"));
            self.set("FEN", fen);
        }
    }

    /// Appends the line of the game. The tag `Event` comes first, because a game begins with it; moves get the
    /// whole roster.
    pub(crate) fn write(&self, out: &mut String) {
        for (name, unknown) in ROSTER {
            match self.tag(name) {
                Some(value) => push_tag(out, name, value),
                None if name == "Event" || !self.is_pgn => push_tag(out, name, unknown),
                None => {}
            }
        }
        for (at, (name, value)) in self.tags.iter().enumerate() {
            let is_roster = ROSTER.iter().any(|(roster, _)| roster == name);
            // A tag that stands twice in PGN is a finding, also here.
            let again = self.tags.iter().take(at).any(|(before, _)| before == name);
            if !is_roster || again {
                push_tag(out, name, value);
            }
        }
        if self.is_pgn {
            out.push_str(&self.moves);
        } else {
            let start = Start::of(self.tag("Variant"), self.tag("FEN"));
            push_moves(out, &self.moves, start, &self.notes);
            // What is no result is none that can be marked.
            if marker_of(&self.moves).is_none() {
                let result = self.tag("Result").unwrap_or("*");
                let marker = MARKERS.into_iter().find(|marker| *marker == result);
                out.push_str(marker.unwrap_or("*"));
            }
        }
        out.push('\n');
    }
}

/// Termination markers (PGN 8.2.6).
const MARKERS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// The termination marker at the end of a movetext.
pub(crate) fn marker_of(moves: &str) -> Option<&'static str> {
    let moves = moves.trim_ascii_end();
    MARKERS.into_iter().find(|marker| moves.ends_with(marker))
}

/// Date and time of a moment, as the tags `UTCDate` and `UTCTime` write them. `seconds` count from 1 January 1970.
pub(crate) fn utc(seconds: i64) -> Option<(String, String)> {
    let moment = DateTime::from_timestamp(seconds, 0)?.naive_utc();
    Some((tag_date(moment.date())?, tag_time(moment.time())))
}

/// A date as tags write it; `None` if the year has not four digits.
pub(crate) fn tag_date(day: NaiveDate) -> Option<String> {
    let has_four_digits = (0..10_000).contains(&day.year());
    has_four_digits.then(|| day.format("%Y.%m.%d").to_string())
}

/// The time of day as tags write it.
pub(crate) fn tag_time(time: NaiveTime) -> String {
    time.format("%H:%M:%S").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_begins_with_event_and_holds_no_other_line_end() {
        let mut game = Game::from_pgn("[White \"a\"]\n[Event \"b\"]\n\n1. e4\n*\n").unwrap();
        game.set("White", Some("c"));
        game.set_start(Some("8/8 w"));
        let mut line = String::new();
        game.write(&mut line);
        assert_eq!(
            line,
            "[Event \"b\"] [White \"a\"] [SetUp \"1\"] [FEN \"8/8 w\"] 1. e4 *\n"
        );
    }

    #[test]
    fn moves_get_roster_and_termination() {
        let mut game = Game::from_moves("e4 e5").unwrap();
        game.set("Result", Some("1/2-1/2"));
        let mut line = String::new();
        game.write(&mut line);
        assert!(line.ends_with("[Black \"?\"] [Result \"1/2-1/2\"] e4 e5 1/2-1/2\n"));
    }

    /// `date -u -d @1746057606`.
    #[test]
    fn moments_have_date_and_time() {
        let expected = ("2025.05.01".to_owned(), "00:00:06".to_owned());
        assert_eq!(utc(1_746_057_606), Some(expected));
        assert_eq!(utc(i64::MAX), None);
    }
}
