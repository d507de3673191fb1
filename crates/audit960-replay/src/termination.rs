//! How a game ended according to its record: by tags, and by the comment that servers and match programs write before
//! the result.

use std::borrow::Cow;

use audit960_pgn::Tag;
use audit960_types::{Termination, Venue};

use crate::closing_comment::{closing_comment, ending_of_server, program_phrase};
use crate::tag_roster::TagRoster;
use crate::told_end::{Told, told};

/// The most half-moves of a record of a game that was not played: programs write one or two in order to have any.
const MAX_PLACEHOLDERS: u32 = 2;

/// The termination that a record states.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stated<'a> {
    /// How the game ended, if the text is understood.
    pub(crate) termination: Option<Termination>,
    /// The text; of several, the first of the most specific ones.
    pub(crate) raw: Option<Cow<'a, str>>,
    /// Who won, and the text that says so: of several, the first.
    pub(crate) told: Option<(Told, Cow<'a, str>)>,
}

/// Reads tags `Termination`, `TerminationDetails` and `ICCResult`, and the comment before the result. `before` is the
/// text of the game before its termination marker, if it has one; `plies` is its number of half-moves.
///
/// `normal` and `adjudication` leave open how the game ended, so a more specific text has priority.
pub(crate) fn stated<'a>(
    roster: &TagRoster<'a>,
    venue: Venue,
    before: Option<&'a [u8]>,
    plies: u32,
) -> Stated<'a> {
    let tags = [Tag::TerminationDetails, Tag::Termination, Tag::IccResult];
    let mut best = Stated::default();
    for raw in tags.into_iter().filter_map(|tag| roster.text(tag)) {
        let termination = match &*raw {
            // Lichess and most others write these.
            "Normal" => Some(Termination::Normal),
            "Time forfeit" => Some(Termination::TimeForfeit),
            words if is_unplayed(words) => unplayed(words, plies),
            words => {
                keep_told(&mut best, told(words, roster), || raw.clone());
                read(ending_phrase(words))
            }
        };
        keep_better(&mut best, termination, raw);
    }
    let Some(comment) = before.and_then(closing_comment) else {
        return best;
    };
    // ICC and FICS name players who need not be those of the tags.
    let server = matches!(venue, Venue::Icc | Venue::Fics | Venue::Unknown);
    let by_server = || server.then(|| ending_of_server(&comment)).flatten();
    let phrase = match program_phrase(&comment, roster) {
        Some(phrase) => Some(phrase),
        None => by_server().map(|termination| (termination, 0)),
    };
    if let Some((termination, from)) = phrase {
        let raw: Cow<'a, str> = match comment {
            Cow::Borrowed(comment) => Cow::Borrowed(&comment[from..]),
            Cow::Owned(comment) => Cow::Owned(comment[from..].to_owned()),
        };
        keep_told(&mut best, told(&raw, roster), || raw.clone());
        keep_better(&mut best, Some(termination), raw);
    }
    best
}

/// Whether the record says that an illegal move ended the game.
pub(crate) fn declares_illegal_move<'a>(roster: &TagRoster<'a>, before: &'a [u8]) -> bool {
    let says_so = |text: &str| read(text) == Some(Termination::RulesInfraction);
    let tags = [Tag::TerminationDetails, Tag::Termination, Tag::IccResult];
    let mut values = tags.into_iter().filter_map(|tag| roster.text(tag));
    values.any(|text| says_so(&text))
        || closing_comment(before).is_some_and(|comment| {
            program_phrase(&comment, roster)
                .is_some_and(|(termination, _)| termination == Termination::RulesInfraction)
        })
}

/// Words for a game that was not played, or was lost by somebody who did not come; a whole value, in small letters.
const UNPLAYED: [&str; 22] = [
    "unplayed",
    "not played",
    "uncontested",
    "bye",
    "half-point bye",
    "full-point bye",
    "walkover",
    "walk-over",
    "walk over",
    "wo",
    "w.o.",
    "no show",
    "no-show",
    "did not show up",
    "kampflos",
    "forfait",
    "default",
    "by default",
    "won by default",
    "forfeit",
    "by forfeit",
    "won by forfeit",
];

/// Whether a value of Termination is one of these.
fn is_unplayed(text: &str) -> bool {
    // Nearly all values begin otherwise or are longer.
    text.len() <= 15 && UNPLAYED.contains(&text.trim().to_ascii_lowercase().as_str())
}

/// What such a value says of a game with this many half-moves: one that was played can be lost by forfeit.
fn unplayed(text: &str, plies: u32) -> Option<Termination> {
    let forfeited = ["forfeit", "forfait", "default"];
    let text = text.to_ascii_lowercase();
    if plies <= MAX_PLACEHOLDERS {
        Some(Termination::Unplayed)
    } else {
        let is_loss = forfeited.iter().any(|word| text.contains(word));
        is_loss.then_some(Termination::RulesInfraction)
    }
}

fn keep_told<'a>(best: &mut Stated<'a>, told: Option<Told>, raw: impl FnOnce() -> Cow<'a, str>) {
    if let Some(told) = told
        && best.told.is_none()
    {
        best.told = Some((told, raw()));
    }
}

fn keep_better<'a>(best: &mut Stated<'a>, termination: Option<Termination>, raw: Cow<'a, str>) {
    /// How specific a termination is.
    fn weight(termination: Option<Termination>) -> u32 {
        match termination {
            None => 0,
            Some(Termination::Normal | Termination::Unterminated) => 1,
            Some(Termination::Adjudication) => 2,
            Some(_) => 3,
        }
    }
    if best.raw.is_none() || weight(termination) > weight(best.termination) {
        best.termination = termination;
        best.raw = Some(raw);
    }
}

/// The part of a sentence that says how a game ended: `NAME won by checkmate`, `Game drawn by
/// repetition`. A name may contain any word.
fn ending_phrase(text: &str) -> &str {
    let behind = |verb: &str| {
        let mut places = text.as_bytes().windows(verb.len());
        let at = places.rposition(|place| place == verb.as_bytes())?;
        text.get(at + verb.len()..)
    };
    behind(" won ")
        .or_else(|| behind(" drawn "))
        .unwrap_or(text)
}

/// Phrases that name a termination, in order of priority: more specific ones before less specific ones.
const WORDS: [(&str, Termination); 61] = [
    ("time and", Termination::TimeInsufficientMaterial),
    (
        "timeout vs insufficient",
        Termination::TimeInsufficientMaterial,
    ),
    ("timevsinsufficient", Termination::TimeInsufficientMaterial),
    ("insufficient", Termination::InsufficientMaterial),
    ("mating material", Termination::InsufficientMaterial),
    ("material to mate", Termination::InsufficientMaterial),
    ("50 move", Termination::FiftyMoves),
    ("50move", Termination::FiftyMoves),
    ("fifty move", Termination::FiftyMoves),
    ("fiftymove", Termination::FiftyMoves),
    ("75 move", Termination::SeventyFiveMoves),
    ("75move", Termination::SeventyFiveMoves),
    ("seventy-five", Termination::SeventyFiveMoves),
    ("fivefold", Termination::FivefoldRepetition),
    ("5-fold", Termination::FivefoldRepetition),
    ("repetition", Termination::ThreefoldRepetition),
    ("threefold", Termination::ThreefoldRepetition),
    ("3-fold", Termination::ThreefoldRepetition),
    ("stalemate", Termination::Stalemate),
    ("checkmate", Termination::Checkmate),
    ("white mates", Termination::Checkmate),
    ("black mates", Termination::Checkmate),
    ("is mated", Termination::Checkmate),
    ("resign", Termination::Resignation),
    // Also by agreement.
    ("adjourned", Termination::Unterminated),
    ("aborted", Termination::Abandoned),
    ("agreement", Termination::Agreement),
    ("agreed", Termination::Agreement),
    ("rules infraction", Termination::RulesInfraction),
    ("illegal move", Termination::RulesInfraction),
    ("time forfeit", Termination::TimeForfeit),
    ("on time", Termination::TimeForfeit),
    ("loses on time", Termination::TimeForfeit),
    ("timeout", Termination::TimeForfeit),
    ("timed out", Termination::TimeForfeit),
    ("out of time", Termination::TimeForfeit),
    ("outoftime", Termination::TimeForfeit),
    ("unterminated", Termination::Unterminated),
    ("unfinished", Termination::Unterminated),
    ("in progress", Termination::Unterminated),
    ("abandon", Termination::Abandoned),
    ("disconnect", Termination::Abandoned),
    ("connection stalls", Termination::Abandoned),
    ("stalled connection", Termination::Abandoned),
    ("interrupted", Termination::Abandoned),
    ("stalls", Termination::Abandoned),
    ("forfeit", Termination::RulesInfraction),
    ("cheat", Termination::RulesInfraction),
    ("adjudicat", Termination::Adjudication),
    ("draw rule", Termination::Adjudication),
    ("win rule", Termination::Adjudication),
    ("syzygy", Termination::Adjudication),
    ("tb position", Termination::Adjudication),
    ("tbwin", Termination::Adjudication),
    ("tbloss", Termination::Adjudication),
    ("tbdraw", Termination::Adjudication),
    ("tablebase", Termination::Adjudication),
    ("emergency", Termination::Emergency),
    ("death", Termination::Death),
    ("mate", Termination::Checkmate),
    ("normal", Termination::Normal),
];

// A set of phrases is a mask of 64 bits.
const _: () = assert!(WORDS.len() < 64);

/// Reads the words of programs and servers: the termination of the first phrase of [`WORDS`] in the text. Blanks, hyphens
/// and underscores are the same.
pub(crate) fn read(text: &str) -> Option<Termination> {
    let text = text.as_bytes();
    let mut first = WORDS.len();
    for (at, byte) in text.iter().enumerate() {
        // Only phrases earlier in the list than the one found so far.
        let mut words = BEGIN_WITH[usize::from(*byte)] & ((1 << first) - 1);
        while words != 0 {
            let index = words.trailing_zeros() as usize;
            let word = WORDS[index].0.as_bytes();
            let there = text.get(at..at + word.len());
            let is_same = |(there, byte): (&u8, &u8)| {
                let separates = |byte| matches!(byte, b' ' | b'-' | b'_');
                there.eq_ignore_ascii_case(byte) || separates(*there) && separates(*byte)
            };
            if there.is_some_and(|there| there.iter().zip(word).all(is_same)) {
                first = index;
                break;
            }
            words &= words - 1;
        }
    }
    WORDS.get(first).map(|(_, termination)| *termination)
}

/// For each byte, in either letter case: one bit for each phrase of [`WORDS`] that begins with it.
static BEGIN_WITH: [u64; 256] = {
    let mut table = [0; 256];
    let mut i = 0;
    while i < WORDS.len() {
        let first = WORDS[i].0.as_bytes()[0];
        table[first.to_ascii_uppercase() as usize] |= 1 << i;
        table[first.to_ascii_lowercase() as usize] |= 1 << i;
        i += 1;
    }
    table
};

/// What the record says of endgame tables as what ended the game: a tag, or the comment before the result in which
/// programs that run matches say how they adjudicated. `before` is the text before the termination marker.
pub(crate) fn by_tables<'a>(
    roster: &TagRoster<'a>,
    before: Option<&'a [u8]>,
) -> Option<Cow<'a, str>> {
    let tags = [Tag::TerminationDetails, Tag::Termination];
    let mut values = tags.into_iter().filter_map(|tag| roster.text(tag));
    let tag = values.find(|text| names_tables(text));
    // An annotator may say of a game what tables say of it; a program says little else.
    let by_program = |text: &str| {
        let words = text.split_ascii_whitespace().count();
        names_tables(text) && (words <= 2 || text.contains("adjudicat"))
    };
    tag.or_else(|| {
        let comment = before.and_then(closing_comment)?;
        by_program(&comment).then_some(comment)
    })
}

/// Whether a text has a name of endgame tables: `SyzygyTB`, `TB position`, `TBwin`, `tablebase claim`.
fn names_tables(text: &str) -> bool {
    const NAMES: [&str; 4] = ["syzygy", "tablebase", "egtb", "gaviota"];
    let text = text.to_ascii_lowercase();
    NAMES.iter().any(|name| text.contains(name))
        || text
            .split(|letter: char| !letter.is_ascii_alphanumeric())
            .any(|word| matches!(word, "tb" | "tbs" | "tbwin" | "tbloss" | "tbdraw"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_servers_and_programs_are_understood() {
        use Termination as T;
        for (text, expected) in [
            ("Normal", Some(T::Normal)),
            ("time forfeit", Some(T::TimeForfeit)),
            ("rules infraction", Some(T::RulesInfraction)),
            ("illegal move", Some(T::RulesInfraction)),
            ("Fifty moves rule", Some(T::FiftyMoves)),
            ("3-Fold repetition", Some(T::ThreefoldRepetition)),
            ("White mates", Some(T::Checkmate)),
            ("SyzygyTB", Some(T::Adjudication)),
            ("TBwin", Some(T::Adjudication)),
            ("TCEC draw rule", Some(T::Adjudication)),
            ("White's connection stalls", Some(T::Abandoned)),
            ("InventedOtter won by checkmate", Some(T::Checkmate)),
            ("InventedOtter won on time", Some(T::TimeForfeit)),
            ("stalemate_fan won by resignation", Some(T::Resignation)),
            ("Game drawn by repetition", Some(T::ThreefoldRepetition)),
            ("Game drawn by 50-move rule", Some(T::FiftyMoves)),
            (
                "Game drawn by insufficient material",
                Some(T::InsufficientMaterial),
            ),
            (
                "Game drawn by timeout vs insufficient material",
                Some(T::TimeInsufficientMaterial),
            ),
            // Codes of chess.com and of data sets.
            ("50move", Some(T::FiftyMoves)),
            ("fiftymove", Some(T::FiftyMoves)),
            ("timevsinsufficient", Some(T::TimeInsufficientMaterial)),
            ("fivefold_repetition", Some(T::FivefoldRepetition)),
            ("time_forfeit", Some(T::TimeForfeit)),
            ("outoftime", Some(T::TimeForfeit)),
            ("mate", Some(T::Checkmate)),
            ("ultimate_fan won by resignation", Some(T::Resignation)),
            ("F8f7", None),
        ] {
            assert_eq!(read(ending_phrase(text)), expected, "{text}");
        }
    }

    /// Of several, the first of the most specific ones.
    #[test]
    fn what_is_specific_comes_first() {
        use Termination as T;
        let mut best = Stated::default();
        let mut keep = |termination, raw: &'static str| {
            keep_better(&mut best, termination, Cow::Borrowed(raw));
            (best.termination, best.raw.clone().unwrap().into_owned())
        };
        assert_eq!(keep(None, "?"), (None, "?".to_owned()));
        assert_eq!(keep(None, "??"), (None, "?".to_owned()));
        assert_eq!(
            keep(Some(T::Normal), "a"),
            (Some(T::Normal), "a".to_owned())
        );
        assert_eq!(
            keep(Some(T::Unterminated), "b"),
            (Some(T::Normal), "a".to_owned())
        );
        let adjudicated = (Some(T::Adjudication), "c".to_owned());
        assert_eq!(keep(Some(T::Adjudication), "c"), adjudicated);
        let forfeited = (Some(T::TimeForfeit), "d".to_owned());
        assert_eq!(keep(Some(T::TimeForfeit), "d"), forfeited);
        assert_eq!(keep(Some(T::FiftyMoves), "e"), forfeited);
        assert_eq!(keep(Some(T::Adjudication), "f"), forfeited);
    }

    #[test]
    fn endgame_tables_have_several_names() {
        for text in [
            "SyzygyTB",
            "TB position",
            "TBwin",
            "White wins by adjudication: SyzygyTB",
            "tablebase claim",
            "Draw (EGTB)",
        ] {
            assert!(names_tables(text), "{text}");
        }
        for text in [
            "normal",
            "adjudication",
            "Tbilisi",
            "time forfeit",
            "TCEC draw rule",
        ] {
            assert!(!names_tables(text), "{text}");
        }
    }
}
