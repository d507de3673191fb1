//! Sentences about the end of a game: who won, and how, in the words of servers and match programs.
//!
//! A sentence is read only as a whole, so that an annotator's words about a game are not taken for its end: `White mates`,
//! `amber won by resignation`, `Draw by 3-fold repetition`. Match programs write it as the last part of the last
//! comment, after the engine's data: `{0.00/10 0.10s, Draw by fifty moves rule}`.

use std::borrow::Cow;

use audit960_pgn::Tag;
use audit960_types::{GameResult, Side, Termination};

use crate::tag_roster::TagRoster;
use crate::termination::read;

/// Who won, as a sentence says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// This side.
    Won(Side),
    /// Nobody.
    Drawn,
}

impl Told {
    /// Whether the result is another one.
    pub(crate) fn contradicts(self, result: GameResult) -> bool {
        match self {
            Self::Won(side) => result.winner() != Some(side),
            Self::Drawn => result != GameResult::Draw,
        }
    }
}

/// What the side before it did, and whether it won. A whole sentence ends with one of these, or goes on with `by`, `on`,
/// `:` or `and`.
const VERBS: [(&str, bool); 27] = [
    ("mates", true),
    ("checkmates", true),
    ("wins", true),
    ("won", true),
    ("has won", true),
    ("is mated", false),
    ("was mated", false),
    ("checkmated", false),
    ("is checkmated", false),
    ("was checkmated", false),
    ("got checkmated", false),
    ("resigns", false),
    ("resigned", false),
    ("has resigned", false),
    ("loses", false),
    ("lost", false),
    ("forfeits", false),
    ("forfeited", false),
    ("timed out", false),
    ("times out", false),
    ("ran out of time", false),
    ("disconnects", false),
    ("disconnected", false),
    ("'s connection stalls", false),
    ("abandons", false),
    ("makes an illegal move", false),
    ("made an illegal move", false),
];

/// Beginnings of sentences about a draw.
const DRAWS: [&str; 6] = [
    "game drawn",
    "game is drawn",
    "drawn",
    "draw",
    "remis",
    "1/2-1/2",
];

/// Whole sentences that name an ending without a side.
const BARE: [&str; 20] = [
    "3-fold repetition",
    "threefold repetition",
    "5-fold repetition",
    "fivefold repetition",
    "repetition",
    "stalemate",
    "insufficient material",
    "insufficient mating material",
    "neither player has mating material",
    "fifty moves rule",
    "fifty move rule",
    "50 moves rule",
    "50 move rule",
    "50-move rule",
    "75 moves rule",
    "75-move rule",
    "mutual agreement",
    "draw agreed",
    "agreed draw",
    "agreement",
];

/// Adjudications by a program that is named before the word.
const ADJUDICATORS: [&str; 7] = ["arena", "user", "gui", "xboard", "winboard", "tb", "tcec"];

/// What a sentence says of the winner; `None` if it is not one of the forms above.
pub(crate) fn told(text: &str, roster: &TagRoster<'_>) -> Option<Told> {
    sentence(text, roster)?.1
}

/// The sentence at the end of a comment by which a match program says how the game ended: what it says, and where it
/// begins.
pub(crate) fn program_phrase(
    comment: &str,
    roster: &TagRoster<'_>,
) -> Option<(Termination, usize)> {
    let at = |from: usize| Some((sentence(&comment[from..], roster)?.0?, from));
    // `+0.31/23 5 Xboard adjudication: Checkmate`, `[%eval 2,12] [%emt 0:00:09] Stalemate`.
    let data = data_len(comment);
    // Nothing but data, as nearly all comments of programs have.
    if data == comment.len() {
        return None;
    }
    let after_comma = || {
        // A name or a sentence may hold a comma itself; fields of data hold an equals sign.
        let from = comment.find(' ').filter(|_| data > 0)?;
        memchr::memchr_iter(b',', comment.as_bytes()).find_map(|comma| {
            let rest = comment[comma + 1..].trim_start();
            let is_data = comma + 1 < from || rest.contains('=');
            (!is_data).then(|| at(comment.len() - rest.len())).flatten()
        })
    };
    let whole = || (data > 0).then(|| at(0)).flatten();
    at(data).or_else(after_comma).or_else(whole)
}

/// Length of the data and the commands that a comment begins with, and the space after them.
fn data_len(comment: &str) -> usize {
    let mut rest = comment;
    loop {
        let len = match rest.strip_prefix("[%") {
            Some(_) => rest.find(']').map_or(0, |end| end + 1),
            None => {
                let len = rest.find(' ').unwrap_or(rest.len());
                if is_data(&rest[..len]) { len } else { 0 }
            }
        };
        if len == 0 {
            return comment.len() - rest.len();
        }
        rest = rest[len..].trim_start();
    }
}

/// Whether a word is what engines and match programs begin a comment with: an evaluation, `d=24,` or `book`.
fn is_data(word: &str) -> bool {
    let value = word.trim_end_matches(',');
    value == "book"
        || value.contains('=')
        || value
            .strip_prefix(['+', '-'])
            .unwrap_or(value)
            .strip_prefix('M')
            .unwrap_or(value)
            .trim_start_matches(['+', '-'])
            .starts_with(|letter: char| letter.is_ascii_digit())
}

/// Reads a whole sentence: how the game ended, and who won.
fn sentence(text: &str, roster: &TagRoster<'_>) -> Option<(Option<Termination>, Option<Told>)> {
    let text = text.trim().trim_end_matches(['.', '!']);
    if let Some((side, rest)) = subject(text, roster) {
        return predicate(side, rest);
    }
    let lower = text.to_ascii_lowercase();
    if BARE.contains(&lower.as_str()) {
        return Some((read(&lower), Some(Told::Drawn)));
    }
    if let Some(rest) = DRAWS.iter().find_map(|begin| lower.strip_prefix(begin)) {
        let rest = goes_on(rest).filter(|rest| !tells_more(rest))?;
        let termination = read(rest);
        return (rest.is_empty() || termination.is_some())
            .then_some((termination, Some(Told::Drawn)));
    }
    let by_named = lower.split_once(' ');
    let by_named = by_named.filter(|(first, _)| ADJUDICATORS.contains(first));
    let rest = by_named.map_or(&*lower, |(_, rest)| rest);
    let reason = rest.strip_prefix("adjudication")?;
    (reason.is_empty() || reason.starts_with(':'))
        .then(|| (read(reason).or(Some(Termination::Adjudication)), None))
}

/// The side that a sentence begins with, by colour or by name, and the text after it.
fn subject<'t>(text: &'t str, roster: &TagRoster<'_>) -> Option<(Side, &'t str)> {
    let names = [(Side::White, Tag::White), (Side::Black, Tag::Black)].map(|(side, tag)| {
        let name = roster.text(tag).unwrap_or_default();
        (side, name)
    });
    let after = |name: &str| {
        let (begin, rest) = text.split_at_checked(name.len())?;
        let ends = rest.starts_with([' ', '\'']);
        (!name.is_empty() && ends && begin.eq_ignore_ascii_case(name)).then_some(rest)
    };
    // One name may begin with the other.
    let by_name = names
        .iter()
        .filter_map(|(side, name)| Some((*side, after(name.trim())?)))
        .min_by_key(|(_, rest)| rest.len());
    let colours = [Side::White, Side::Black];
    by_name.or_else(|| {
        colours
            .iter()
            .find_map(|side| Some((*side, after(side.name())?)))
    })
}

/// Reads what a side did.
fn predicate(side: Side, text: &str) -> Option<(Option<Termination>, Option<Told>)> {
    let lower = text.trim_start().to_ascii_lowercase();
    let found = VERBS.iter().filter_map(|(verb, wins)| {
        let rest = goes_on(lower.strip_prefix(verb)?)?;
        Some((*verb, rest, *wins))
    });
    let (verb, rest, wins) = found.max_by_key(|(verb, ..)| verb.len())?;
    let termination = match (verb, rest) {
        ("mates" | "checkmates", _) => Some(Termination::Checkmate),
        ("wins" | "won" | "has won" | "loses" | "lost", _) => read(rest),
        ("ran out of time", rest) if rest.ends_with("material to mate") => {
            return Some((
                Some(Termination::TimeInsufficientMaterial),
                Some(Told::Drawn),
            ));
        }
        ("ran out of time" | "times out", _) => Some(Termination::TimeForfeit),
        _ => read(&lower),
    };
    // A reason that is not understood may be the rest of an annotator's sentence.
    if !rest.is_empty() && termination.is_none() {
        return None;
    }
    let winner = if wins { side } else { side.other() };
    Some((termination, Some(Told::Won(winner))))
}

/// The text after a verb if the sentence ends there or goes on as programs go on.
fn goes_on(rest: &str) -> Option<&str> {
    let trimmed = rest.trim();
    let after = [
        "by ",
        "on ",
        "due to ",
        "because of ",
        "(",
        ":",
        "- ",
        "and ",
        "agreed",
        "claimed",
        "claim:",
    ];
    (trimmed.is_empty() || after.iter().any(|word| trimmed.starts_with(word))).then_some(trimmed)
}

/// Whether a reason goes on as an annotator's sentence: `by agreement was refused`.
fn tells_more(reason: &str) -> bool {
    const VERBS: [&str; 8] = [
        "was", "were", "is", "would", "could", "should", "had", "but",
    ];
    let mut words = reason.split(|letter: char| !letter.is_ascii_alphanumeric());
    words.any(|word| VERBS.contains(&word))
}

/// Reads the closing comment of ICC or FICS: `NAME resigns`, `NAME checkmated`, `Game drawn by ...`. The name is that of the
/// server, which need not be that of the tag.
pub(crate) fn ending_of_server(comment: &str) -> Option<Termination> {
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

/// The comment at the end of a text, its words with a blank between them: a line may end anywhere in it.
pub(crate) fn closing_comment(text: &[u8]) -> Option<Cow<'_, str>> {
    /// Maximum length in bytes: engines write their main variation, annotators essays.
    const MAX_LEN: usize = 4_096;
    let inside = text.trim_ascii_end().strip_suffix(b"}")?.trim_ascii_end();
    // A command, `[%clk 0:01:23]`, which the last comment of most games on servers is.
    if inside.last() == Some(&b']') {
        return None;
    }
    let from = inside.len().saturating_sub(MAX_LEN);
    let open = memchr::memrchr(b'{', &inside[from..])?;
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
    use crate::tag_roster::tests::roster;

    /// What a match program's last comment says, and the winner.
    fn read_comment(comment: &str) -> Option<(Termination, Option<Told>)> {
        let roster = roster("[White \"amber\"]\n[Black \"amber light\"]");
        let (termination, from) = program_phrase(comment, &roster)?;
        Some((termination, told(&comment[from..], &roster)))
    }

    /// The sentences are those of the sources of cutechess, fastchess, WinBoard and Arena.
    #[test]
    fn programs_say_how_a_game_ended_in_the_last_part() {
        use Termination as T;
        let (white, black) = (Some(Told::Won(Side::White)), Some(Told::Won(Side::Black)));
        for (comment, termination, winner) in [
            (
                "0.00/10 0.10s, Draw by fifty moves rule",
                T::FiftyMoves,
                Some(Told::Drawn),
            ),
            ("+M1/5 0.01s, White mates", T::Checkmate, white),
            ("-M2/24 1.2s, Black mates", T::Checkmate, black),
            (
                "0.00/31 0.9s, Draw by 3-fold repetition",
                T::ThreefoldRepetition,
                Some(Told::Drawn),
            ),
            (
                "0.00 0.1s, Draw by insufficient mating material",
                T::InsufficientMaterial,
                Some(Told::Drawn),
            ),
            ("book, White wins by adjudication", T::Adjudication, white),
            (
                "d=24, sd=40, pv=Nf6 e4, Black resigns",
                T::Resignation,
                white,
            ),
            ("+0.31/10 0.14s, White loses on time", T::TimeForfeit, black),
            (
                "+0.31/10 0.14s, Black's connection stalls",
                T::Abandoned,
                white,
            ),
            ("+0.31/10 0.14s, Black disconnects", T::Abandoned, white),
            (
                "-1.0/9 2s, White makes an illegal move: f5c2",
                T::RulesInfraction,
                black,
            ),
            ("White wins by forfeit", T::RulesInfraction, white),
            ("Xboard adjudication: Checkmate", T::Checkmate, None),
            ("Arena Adjudication", T::Adjudication, None),
            (
                "d=16, mb=+0+0, Adjudication: TCEC win rule",
                T::Adjudication,
                None,
            ),
            ("+0.31/23 5 Black mates", T::Checkmate, black),
            (
                "[%eval 2,12] [%emt 0:00:09] 3-fold repetition",
                T::ThreefoldRepetition,
                Some(Told::Drawn),
            ),
            ("Draw claim: 50-move rule", T::FiftyMoves, Some(Told::Drawn)),
            ("amber light resigns", T::Resignation, white),
            ("amber resigns.", T::Resignation, black),
        ] {
            assert_eq!(
                read_comment(comment),
                Some((termination, winner)),
                "{comment}"
            );
        }
        for comment in [
            "White resigns too early",
            "with an extra pawn, Black resigns",
            "Black wins a pawn by 12...Nxe4",
            "the last trap: Draw by repetition is not enough",
            "+0.31/10 0.14s",
            "a draw by repetition was possible here",
            "Draw by repetition could be had",
            "Adjudications are rare",
            "White mates in three",
        ] {
            assert_eq!(read_comment(comment), None, "{comment}");
        }
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
            let found = comment.and_then(|comment| ending_of_server(&comment));
            assert_eq!(found, expected, "{game}");
        }
    }
}
