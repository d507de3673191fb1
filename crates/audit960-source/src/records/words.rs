//! Words for how a game ended, as the tag `Termination` has them.

/// What the name of an end means: a status of Lichess, or a code of chess.com.
pub(crate) fn termination_words(status: &str) -> Option<&'static str> {
    match status {
        "mate" => Some("Checkmate"),
        "resign" => Some("Resignation"),
        "stalemate" => Some("Stalemate"),
        "timeout" | "outoftime" => Some("Time forfeit"),
        "insufficientMaterialClaim" => Some("Insufficient material"),
        "draw" | "variantEnd" => Some("Normal"),
        "cheat" => Some("Rules infraction"),
        "aborted" | "noStart" => Some("Abandoned"),
        "created" | "started" => Some("Unterminated"),
        code => draw_words(code).or_else(|| loss_words(code)),
    }
}

/// The result if the winner is said to be a side, nobody, or is said by a result.
pub(crate) fn winner_result(winner: &str) -> Option<&'static str> {
    Some(match winner.to_ascii_lowercase().as_str() {
        "white" | "w" | "1-0" => "1-0",
        "black" | "b" | "0-1" => "0-1",
        "draw" | "tie" | "drawn" | "d" | "1/2-1/2" => "1/2-1/2",
        "*" => "*",
        _ => return None,
    })
}

/// The result of a game whose end has this name, if it is a draw where nobody is named as the winner: any word for a draw,
/// or a status of Lichess.
pub(crate) fn drawn_result(status: &str) -> Option<&'static str> {
    let of_lichess = matches!(status, "outoftime" | "timeout" | "variantEnd");
    (of_lichess || is_draw(status)).then_some("1/2-1/2")
}

/// Whether the name of a game's end says that it was drawn.
pub(crate) fn is_draw(status: &str) -> bool {
    matches!(&*letters_of(status), "draw" | "drawn") || draw_words(status).is_some()
}

/// The letters and digits of a name, small.
fn letters_of(name: &str) -> String {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    letters.map(|letter| letter.to_ascii_lowercase()).collect()
}

/// Words for a drawn game, without blanks and marks, in small letters; the first that a name has within it counts.
const DRAWS: [(&str, &str); 14] = [
    (
        "vsinsufficient",
        "Game drawn by timeout vs insufficient material",
    ),
    ("insufficient", "Game drawn by insufficient material"),
    ("agree", "Game drawn by agreement"),
    ("fivefold", "Game drawn by fivefold repetition"),
    ("5fold", "Game drawn by fivefold repetition"),
    ("repetition", "Game drawn by repetition"),
    ("threefold", "Game drawn by repetition"),
    ("3fold", "Game drawn by repetition"),
    ("50move", "Game drawn by 50-move rule"),
    ("fiftymove", "Game drawn by 50-move rule"),
    ("75move", "Game drawn by 75-move rule"),
    ("seventyfivemove", "Game drawn by 75-move rule"),
    ("stalemate", "Game drawn by stalemate"),
    ("deadposition", "Game drawn by insufficient material"),
];

/// Maximum length of a name; a sentence may speak of a draw that was none.
const MAX_NAME: usize = 40;

/// What the name of a drawn game's end means: the codes of chess.com, and words of data sets in any spelling,
/// `draw_agreement`, `threefoldRepetition`, `50 move rule`.
pub(crate) fn draw_words(code: &str) -> Option<&'static str> {
    if code.is_empty() || code.len() > MAX_NAME {
        return None;
    }
    let key = letters_of(code);
    DRAWS
        .iter()
        .find(|(word, _)| key.contains(word))
        .map(|(_, words)| *words)
}

/// What the name of a lost game's end means: the codes of chess.com, and words of data sets in any spelling.
pub(crate) fn loss_words(code: &str) -> Option<&'static str> {
    match &*letters_of(code) {
        "checkmate" => Some("Checkmate"),
        "checkmated" => Some("Won by checkmate"),
        "resign" | "resignation" => Some("Resignation"),
        "resigned" => Some("Won by resignation"),
        "timeforfeit" => Some("Time forfeit"),
        "timeout" | "outoftime" => Some("Won on time"),
        "abandoned" => Some("Won - game abandoned"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words in use: chess.com's codes, and the columns of public data sets.
    #[test]
    fn a_draw_has_many_names() {
        for (name, words) in [
            ("agreed", "Game drawn by agreement"),
            ("draw_agreement", "Game drawn by agreement"),
            ("mutual agreement", "Game drawn by agreement"),
            ("threefoldRepetition", "Game drawn by repetition"),
            ("3-fold repetition", "Game drawn by repetition"),
            ("50move", "Game drawn by 50-move rule"),
            ("fifty_move_rule", "Game drawn by 50-move rule"),
            ("75-move rule", "Game drawn by 75-move rule"),
            ("insufficient", "Game drawn by insufficient material"),
            (
                "InsufficientMaterial",
                "Game drawn by insufficient material",
            ),
            (
                "timevsinsufficient",
                "Game drawn by timeout vs insufficient material",
            ),
            ("Stalemate", "Game drawn by stalemate"),
        ] {
            assert_eq!(draw_words(name), Some(words), "{name}");
            assert!(is_draw(name), "{name}");
        }
        assert!(is_draw("Drawn") && !is_draw("timeout"));
        assert!(drawn_result("timeout").is_some());
        for name in ["", "resigned", "checkmated", "mate", "abandoned", "win"] {
            assert_eq!(draw_words(name), None, "{name}");
            assert_eq!(drawn_result(name), None, "{name}");
        }
    }
}
