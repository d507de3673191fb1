//! Which program or server wrote a record, by signs that only this writer leaves: labels first, then the
//! order of tags, then the dialect of the first comment.
//!
//! | sign | writer |
//! |---|---|
//! | tags of its own (`ICCResult`, `FICSGamesDBGameNo`, broadcast tags), a Site or Link with a game's address | server |
//! | Event `ICS ...`, Event `Computer Chess Game` | WinBoard |
//! | `GameStartTime` and similar tags: `GameEndTime` before `GameStartTime`, where there are both; else tags after the roster sorted by name, variant `fischerandom`, or neither variant `Chess960` nor termination `normal` | cutechess, else fastchess |
//! | `PlyCount`, then `EventDate`, then `EventType` or `Source` | ChessBase |
//! | FIDE ids, then `EventDate`, no `PlyCount` | The Week in Chess |
//! | ratings, then `EventDate`, no `PlyCount` | Scid |
//! | first comment `+0.31/10 0.14s`; `+0.31/10 14` | cutechess; WinBoard |
//! | all tags after the roster sorted by name | python-chess |
//!
//! The venue is where a game was played, the writer is the program that wrote the record: a game of a
//! server that went through a database program has the server as venue and the program as writer.
//! `docs/disagreements.md` lists the known errors of each writer.

use audit960_pgn::Tag;
use audit960_types::{TextSink, Venue, Writer};

use crate::game::GameReplay;
use crate::tag_roster::TagRoster;

/// Number of bytes of movetext in which the first comment is searched for.
const MAX_LOOK: usize = 160;

/// Tags that may follow the roster, sorted by name.
const SORTED: [(Tag, &str); 9] = [
    (Tag::Annotator, "Annotator"),
    (Tag::BlackElo, "BlackElo"),
    (Tag::EventDate, "EventDate"),
    (Tag::Fen, "FEN"),
    (Tag::PlyCount, "PlyCount"),
    (Tag::SetUp, "SetUp"),
    (Tag::TimeControl, "TimeControl"),
    (Tag::Variant, "Variant"),
    (Tag::WhiteElo, "WhiteElo"),
];

impl<S: TextSink> GameReplay<'_, '_, S> {
    /// The program or server that wrote the record.
    pub(crate) fn writer(&self) -> Writer {
        let roster = self.roster();
        let labelled = by_labels(roster, self.venue());
        if labelled != Writer::Unknown {
            return labelled;
        }
        let ordered = by_order(roster);
        if ordered != Writer::Unknown {
            return ordered;
        }
        let movetext = self.movetext_text();
        let commented = by_comment(movetext.get(..MAX_LOOK).unwrap_or(movetext));
        if commented == Writer::Unknown && is_sorted(roster) {
            return Writer::PythonChess;
        }
        commented
    }
}

/// The writer by tags that only one writer has, and by their values.
fn by_labels(roster: &TagRoster<'_>, venue: Venue) -> Writer {
    let raw = |tag| roster.raw(tag).unwrap_or_default();
    if roster.has(Tag::Broadcast) {
        return Writer::LichessBroadcast;
    }
    if roster.has(Tag::FicsGameNumber) {
        return Writer::FicsGames;
    }
    if roster.has(Tag::IccResult) {
        return Writer::Icc;
    }
    match venue {
        // Exports of the server have its UTC date; database programs drop it.
        Venue::Lichess if roster.has(Tag::UtcDate) => return Writer::Lichess,
        Venue::ChessCom if roster.has(Tag::Link) || raw(Tag::Site) == b"Chess.com" => {
            return Writer::ChessCom;
        }
        _ => {}
    }
    if raw(Tag::Annotator).starts_with(b"https://lichess.org/@/") {
        return Writer::LichessStudy;
    }
    let event = raw(Tag::Event);
    if event.starts_with(b"ICS ") || event == b"Computer Chess Game" {
        return Writer::WinBoard;
    }
    if event.starts_with(b"FICS ") && raw(Tag::Site) == b"FICS" {
        return Writer::FicsGames;
    }
    if roster.has_match_program() {
        let is_cutechess = roster.end_before_start().unwrap_or_else(|| {
            // Who exports a game may move its tags, but not give the variant this name.
            let variant = raw(Tag::Variant);
            is_sorted(roster) || variant == b"fischerandom" || venue == Venue::Cutechess
        });
        return if is_cutechess {
            Writer::Cutechess
        } else {
            Writer::Fastchess
        };
    }
    Writer::Unknown
}

/// The writer by the order of the tags after the roster.
fn by_order(roster: &TagRoster<'_>) -> Writer {
    let place = |tag| roster.has(tag).then(|| roster.place(tag));
    let event_date = place(Tag::EventDate);
    match (place(Tag::PlyCount), event_date) {
        (Some(plies), Some(date)) if plies < date && !is_sorted(roster) => {
            let typed = [Tag::EventType, Tag::Source].map(place);
            if typed.into_iter().flatten().any(|at| at > date) {
                return Writer::ChessBase;
            }
        }
        (None, Some(date)) => match place(Tag::BlackElo) {
            _ if [Tag::WhiteFideId, Tag::BlackFideId]
                .into_iter()
                .filter_map(place)
                .any(|id| id < date) =>
            {
                return Writer::Twic;
            }
            Some(elo) if elo < date && !is_sorted(roster) => return Writer::Scid,
            _ => {}
        },
        _ => {}
    }
    Writer::Unknown
}

/// Whether at least three tags of [`SORTED`] follow the roster, at least one before the letter S and one
/// from S on, and all of them are sorted by name.
fn is_sorted(roster: &TagRoster<'_>) -> bool {
    let result = roster.has(Tag::Result).then(|| roster.place(Tag::Result));
    let (mut last, mut count, mut span) = (result.unwrap_or(usize::MAX), 0, [false; 2]);
    for (tag, name) in SORTED {
        if roster.has(tag) {
            if roster.place(tag) < last {
                return false;
            }
            last = roster.place(tag);
            count += 1;
            span[usize::from(name >= "S")] = true;
        }
    }
    count >= 3 && span == [true, true]
}

/// Number of bytes of movetext in which the data of engines is searched for: some book moves come before.
const MAX_BOOK: usize = 1_000;

/// Whether the first comments are what engines write: the fields of TCEC, or evaluation and depth at two half-moves in
/// succession; where a person plays against a program, only every other one has them.
pub(crate) fn has_engine_data(movetext: &[u8]) -> bool {
    let text = movetext.get(..MAX_BOOK).unwrap_or(movetext);
    let mut successive = 0;
    memchr::memchr_iter(b'{', text).any(|open| {
        let comment = &text[open + 1..];
        let has_data =
            by_comment(&text[open..]) != Writer::Unknown || is_evaluation_of_fritz(comment);
        successive = if has_data { successive + 1 } else { 0 };
        successive == 2 || comment.starts_with(b"d=")
    })
}

/// Whether a comment begins as the programs of ChessBase write it, `[%eval -14,18]`: hundredths of a pawn and depth. Servers
/// write pawns.
fn is_evaluation_of_fritz(comment: &[u8]) -> bool {
    let Some(rest) = comment.strip_prefix(b"[%eval ") else {
        return false;
    };
    let value = &rest[..memchr::memchr(b']', rest).unwrap_or(0)];
    let value = value.strip_prefix(b"-").unwrap_or(value);
    let mut numbers = value.split(|byte| *byte == b',');
    let is_number = |text: Option<&[u8]>| {
        text.is_some_and(|text| !text.is_empty() && text.iter().all(u8::is_ascii_digit))
    };
    is_number(numbers.next()) && is_number(numbers.next()) && numbers.next().is_none()
}

/// The writer by the first comment: match programs write evaluation, depth and time.
fn by_comment(text: &[u8]) -> Writer {
    let Some(open) = memchr::memchr(b'{', text) else {
        return Writer::Unknown;
    };
    let comment = &text[open + 1..];
    let comment = &comment[..memchr::memchr(b'}', comment).unwrap_or(0)];
    let mut words = comment.split(|byte| *byte == b' ');
    let (Some(value), Some(time)) = (words.next(), words.next()) else {
        return Writer::Unknown;
    };
    let mut halves = value.split(|byte| *byte == b'/');
    let (Some(score), Some(depth), None) = (halves.next(), halves.next(), halves.next()) else {
        return Writer::Unknown;
    };
    let digits = |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_digit);
    let decimal = |text: &[u8]| {
        !text.is_empty()
            && text
                .iter()
                .all(|byte| byte.is_ascii_digit() || *byte == b'.')
    };
    let unsigned = score
        .strip_prefix(b"+")
        .or_else(|| score.strip_prefix(b"-"))
        .unwrap_or(score);
    let mate = unsigned.strip_prefix(b"M").unwrap_or(unsigned);
    if !decimal(mate) || !digits(depth) {
        return Writer::Unknown;
    }
    match time.strip_suffix(b"s") {
        Some(seconds) if decimal(seconds.strip_suffix(b",").unwrap_or(seconds)) => {
            Writer::Cutechess
        }
        None if decimal(time) => Writer::WinBoard,
        _ => Writer::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tag_roster::tests::roster;

    #[test]
    fn labels_are_those_of_one_writer() {
        for (section, venue, expected) in [
            (
                "[ECO \"D11\"]\n[GameStartTime \"x\"]\n[PlyCount \"80\"]\n[TimeControl \"40/60\"]",
                Venue::Cutechess,
                Writer::Cutechess,
            ),
            (
                "[GameStartTime \"x\"]\n[PlyCount \"80\"]\n[Termination \"normal\"]\n[TimeControl \"60\"]",
                Venue::Fastchess,
                Writer::Fastchess,
            ),
            (
                "[Event \"FICS rated\"]\n[Site \"FICS\"]",
                Venue::Fics,
                Writer::FicsGames,
            ),
            (
                "[Event \"FICS rated\"]\n[Site \"Bonn\"]",
                Venue::Fics,
                Writer::Unknown,
            ),
            (
                "[Event \"Rated\"]\n[Site \"FICS\"]",
                Venue::Fics,
                Writer::Unknown,
            ),
            ("[Event \"ICS rated\"]", Venue::Unknown, Writer::WinBoard),
            (
                "[Event \"Computer Chess Game\"]",
                Venue::Unknown,
                Writer::WinBoard,
            ),
            ("[Site \"Chess.com\"]", Venue::ChessCom, Writer::ChessCom),
            ("[Site \"Chess.com\"]", Venue::Unknown, Writer::Unknown),
            ("[UTCDate \"2020.01.01\"]", Venue::Lichess, Writer::Lichess),
            ("[Date \"2020.01.01\"]", Venue::Lichess, Writer::Unknown),
            ("[ICCResult \"White mates\"]", Venue::Icc, Writer::Icc),
        ] {
            assert_eq!(by_labels(&roster(section), venue), expected, "{section}");
        }
    }

    #[test]
    fn database_programs_are_told_by_the_order_of_tags() {
        for (names, expected) in [
            (
                "Result WhiteElo BlackElo WhiteFideId BlackFideId EventDate",
                Writer::Twic,
            ),
            (
                "Result WhiteElo BlackElo BlackFideId EventDate",
                Writer::Twic,
            ),
            ("Result EventDate WhiteFideId BlackFideId", Writer::Unknown),
            ("Result WhiteElo BlackElo EventDate", Writer::Scid),
            ("Result EventDate WhiteElo BlackElo", Writer::Unknown),
            ("Result BlackElo EventDate WhiteElo", Writer::Unknown),
            (
                "Result WhiteElo BlackElo PlyCount EventDate EventType",
                Writer::ChessBase,
            ),
            (
                "Result WhiteElo BlackElo PlyCount EventDate Source",
                Writer::ChessBase,
            ),
            (
                "Result WhiteElo BlackElo PlyCount EventDate",
                Writer::Unknown,
            ),
            (
                "Result WhiteElo BlackElo EventDate PlyCount Source",
                Writer::Unknown,
            ),
            ("Result EventType PlyCount EventDate", Writer::Unknown),
        ] {
            let lines = names.split(' ').map(|name| format!("[{name} \"1\"]"));
            let section = lines.collect::<Vec<_>>().join("\n");
            assert_eq!(by_order(&roster(&section)), expected, "{names}");
        }
    }

    #[test]
    fn match_programs_write_their_own_comments() {
        assert_eq!(by_comment(b"1. e4 {+0.31/10 0.14s} e5"), Writer::Cutechess);
        assert_eq!(by_comment(b"1. e4 {-M7/24 3.1s} e5"), Writer::Cutechess);
        assert_eq!(by_comment(b"1. e4 {+0.31/10 14} e5"), Writer::WinBoard);
        assert_eq!(by_comment(b"1. e4 {a fine move} e5"), Writer::Unknown);
        assert_eq!(by_comment(b"1. e4 {1/2 then} e5"), Writer::Unknown);
        assert_eq!(by_comment(b"1. e4 e5 2. Nf3 {"), Writer::Unknown);
    }
}
