//! Sentences about the end of a game: who won, and how, in the words of servers and match programs.
//!
//! A sentence is read only as a whole, so that an annotator's words about a game are not taken for its end: `White mates`,
//! `amber won by resignation`, `Draw by 3-fold repetition`. Where it stands in a comment is found
//! by `closing_comment.rs`.

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
    /// One of them, without a word which.
    Decided,
}

impl Told {
    /// Whether the result is another one.
    pub(crate) fn contradicts(self, result: GameResult) -> bool {
        match self {
            Self::Won(side) => result.winner() != Some(side),
            Self::Drawn => result != GameResult::Draw,
            Self::Decided => result == GameResult::Draw,
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

/// Whole sentences that say that one side lost.
const DECIDED: [&str; 5] = ["resignation", "resigned", "checkmate", "checkmated", "mate"];

/// Adjudications by a program that is named before the word.
const ADJUDICATORS: [&str; 7] = ["arena", "user", "gui", "xboard", "winboard", "tb", "tcec"];

/// What a sentence says of the winner; `None` if it is not one of the forms above.
pub(crate) fn told(text: &str, roster: &TagRoster<'_>) -> Option<Told> {
    sentence(text, roster)?.1
}

/// Reads a whole sentence: how the game ended, and who won.
pub(crate) fn sentence(
    text: &str,
    roster: &TagRoster<'_>,
) -> Option<(Option<Termination>, Option<Told>)> {
    let text = text.trim().trim_end_matches(['.', '!']);
    if let Some((side, rest)) = subject(text, roster) {
        return predicate(side, rest);
    }
    let lower = text.to_ascii_lowercase();
    if BARE.contains(&lower.as_str()) {
        return Some((read(&lower), Some(Told::Drawn)));
    }
    if DECIDED.contains(&lower.as_str()) {
        return Some((read(&lower), Some(Told::Decided)));
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
