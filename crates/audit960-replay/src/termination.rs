//! How a game ended according to its record: by tags, and by the comments that two servers write before the
//! result.

use std::borrow::Cow;

use audit960_pgn::Tag;
use audit960_types::{Termination, Venue};

use crate::tag_roster::TagRoster;

/// The termination that a record states.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stated<'a> {
    /// How the game ended, if the text is understood.
    pub(crate) termination: Option<Termination>,
    /// The text; of several, the first of the most specific ones.
    pub(crate) raw: Option<Cow<'a, str>>,
}

/// Reads tags `Termination`, `TerminationDetails` and `ICCResult`, and in games of ICC and FICS the
/// comment before the result. `before` is the text of the game before its termination marker, if it has
/// one.
///
/// `normal` and `adjudication` leave open how the game ended, so a more specific text has priority.
pub(crate) fn stated<'a>(
    roster: &TagRoster<'a>,
    venue: Venue,
    before: Option<&'a [u8]>,
) -> Stated<'a> {
    let tags = [Tag::TerminationDetails, Tag::Termination, Tag::IccResult];
    let values = tags.into_iter().filter_map(|tag| roster.text(tag));
    let server = matches!(venue, Venue::Icc | Venue::Fics | Venue::Unknown);
    let comment = before.filter(|_| server).and_then(closing_comment);
    let mut best = Stated::default();
    for raw in values {
        let termination = match &*raw {
            // Lichess and most others write these.
            "Normal" => Some(Termination::Normal),
            "Time forfeit" => Some(Termination::TimeForfeit),
            words => read(ending_phrase(words)),
        };
        keep_better(&mut best, termination, raw);
    }
    if let Some(comment) = comment
        && let Some(termination) = read_closing(&comment)
    {
        keep_better(&mut best, Some(termination), comment);
    }
    best
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
        *best = Stated {
            termination,
            raw: Some(raw),
        };
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

/// Reads a server's closing comment: `NAME resigns`, `NAME checkmated`, `Game drawn by ...`.
fn read_closing(comment: &str) -> Option<Termination> {
    let (first, rest) = comment.split_once(' ')?;
    match first {
        "Game" => {
            let known = ["drawn ", "adjourned", "aborted", "courtesy"];
            let server = known.iter().any(|start| rest.starts_with(start));
            server.then(|| read(rest)).flatten()
        }
        "Neither" => (rest == "player has mating material")
            .then(|| read(rest))
            .flatten(),
        _ => {
            let endings = [
                "resigns",
                "checkmated",
                "forfeits on time",
                "forfeits by disconnection",
            ];
            let time =
                rest.starts_with("ran out of time and ") && rest.ends_with("material to mate");
            (time || endings.contains(&rest))
                .then(|| read(rest))
                .flatten()
        }
    }
}

/// Phrases that name a termination, in order of priority: more specific ones before less specific ones.
const WORDS: [(&str, Termination); 52] = [
    ("time and", Termination::TimeInsufficientMaterial),
    (
        "timeout vs insufficient",
        Termination::TimeInsufficientMaterial,
    ),
    ("insufficient", Termination::InsufficientMaterial),
    ("mating material", Termination::InsufficientMaterial),
    ("material to mate", Termination::InsufficientMaterial),
    ("50 move", Termination::FiftyMoves),
    ("50-move", Termination::FiftyMoves),
    ("fifty move", Termination::FiftyMoves),
    ("fifty-move", Termination::FiftyMoves),
    ("75 move", Termination::SeventyFiveMoves),
    ("75-move", Termination::SeventyFiveMoves),
    ("seventy-five", Termination::SeventyFiveMoves),
    ("seventy five", Termination::SeventyFiveMoves),
    ("fivefold", Termination::FivefoldRepetition),
    ("5-fold", Termination::FivefoldRepetition),
    ("repetition", Termination::ThreefoldRepetition),
    ("threefold", Termination::ThreefoldRepetition),
    ("3-fold", Termination::ThreefoldRepetition),
    ("stalemate", Termination::Stalemate),
    ("checkmate", Termination::Checkmate),
    ("white mates", Termination::Checkmate),
    ("black mates", Termination::Checkmate),
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
    ("unterminated", Termination::Unterminated),
    ("unfinished", Termination::Unterminated),
    ("in progress", Termination::Unterminated),
    ("abandon", Termination::Abandoned),
    ("disconnect", Termination::Abandoned),
    ("connection stalls", Termination::Abandoned),
    ("stalled connection", Termination::Abandoned),
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
    ("normal", Termination::Normal),
];

// A set of phrases is a mask of 64 bits.
const _: () = assert!(WORDS.len() < 64);

/// Reads the words of programs and servers: the termination of the first phrase of [`WORDS`] in the text.
fn read(text: &str) -> Option<Termination> {
    let text = text.as_bytes();
    let mut first = WORDS.len();
    for (at, byte) in text.iter().enumerate() {
        // Only phrases earlier in the list than the one found so far.
        let mut words = BEGIN_WITH[usize::from(*byte)] & ((1 << first) - 1);
        while words != 0 {
            let index = words.trailing_zeros() as usize;
            let word = WORDS[index].0.as_bytes();
            let there = text.get(at..at + word.len());
            if there.is_some_and(|there| there.eq_ignore_ascii_case(word)) {
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

/// The comment at the end of a text, its words with a blank between them: a line may end anywhere in it.
fn closing_comment(text: &[u8]) -> Option<Cow<'_, str>> {
    /// Maximum length in bytes; servers write no longer comments.
    const MAX_LEN: usize = 120;
    let inside = text.trim_ascii_end().strip_suffix(b"}")?;
    let from = inside.len().saturating_sub(MAX_LEN);
    let open = inside[from..].iter().rposition(|&byte| byte == b'{')?;
    let comment = std::str::from_utf8(inside[from + open + 1..].trim_ascii()).ok()?;
    let has_lines = comment.bytes().any(|byte| byte.is_ascii_control());
    Some(match has_lines {
        true => Cow::Owned(
            comment
                .split_ascii_whitespace()
                .collect::<Vec<_>>()
                .join(" "),
        ),
        false => Cow::Borrowed(comment),
    })
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
    fn only_what_servers_write_is_a_closing_comment() {
        use Termination as T;
        for (game, expected) in [
            ("1. e4 e5 {White checkmated}\n", Some(T::Checkmate)),
            ("1. e4 e5 {Checkmated resigns}", Some(T::Resignation)),
            (
                "1. e4 {Game drawn by the 50 move rule}\n",
                Some(T::FiftyMoves),
            ),
            (
                "1. e4 {a ran out of time and b has no material to mate}",
                Some(T::TimeInsufficientMaterial),
            ),
            (
                "1. e4 {Neither player has mating material}",
                Some(T::InsufficientMaterial),
            ),
            // Lines end where they are full.
            (
                "1. e4 {Neither player\nhas mating\r\n material}",
                Some(T::InsufficientMaterial),
            ),
            (
                "1. e4 {Game adjourned by mutual agreement}",
                Some(T::Unterminated),
            ),
            (
                "1. e4 {Game aborted by mutual agreement}",
                Some(T::Abandoned),
            ),
            // An annotator writes about the game, not about its end.
            ("1. e4 {White resigns too early}", None),
            ("1. e4 {Game of the day: a stalemate}", None),
            ("1. e4 {White resigns} e5", None),
            ("1. e4 e5", None),
        ] {
            let comment = closing_comment(game.as_bytes());
            let found = comment.and_then(|comment| read_closing(&comment));
            assert_eq!(found, expected, "{game}");
        }
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
