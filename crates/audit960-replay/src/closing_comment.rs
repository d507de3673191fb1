//! The comment before the result in which servers and match programs say how a game ended.
//!
//! Match programs write a sentence as its last part, after the engine's data: `{0.00/10 0.10s, Draw by fifty moves rule}`; ICC
//! and FICS write it alone.

use std::borrow::Cow;

use audit960_types::Termination;

use crate::tag_roster::TagRoster;
use crate::termination::read;
use crate::told_end::sentence;

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
    use audit960_types::Side;

    use crate::tag_roster::tests::roster;
    use crate::told_end::{Told, told};

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
