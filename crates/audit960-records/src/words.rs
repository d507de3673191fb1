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

/// Whether a game of Lichess with this status is a draw if nobody won it.
pub(crate) fn is_drawn_status(status: &str) -> bool {
    matches!(
        status,
        "draw" | "stalemate" | "outoftime" | "timeout" | "insufficientMaterialClaim" | "variantEnd"
    )
}

/// What chess.com's code for a drawn game means.
pub(crate) fn draw_words(code: &str) -> Option<&'static str> {
    match code {
        "agreed" => Some("Game drawn by agreement"),
        "repetition" => Some("Game drawn by repetition"),
        "stalemate" => Some("Game drawn by stalemate"),
        "insufficient" => Some("Game drawn by insufficient material"),
        "50move" => Some("Game drawn by 50-move rule"),
        "timevsinsufficient" => Some("Game drawn by timeout vs insufficient material"),
        _ => None,
    }
}

/// What chess.com's code for a lost game means.
pub(crate) fn loss_words(code: &str) -> Option<&'static str> {
    match code {
        "checkmated" => Some("Won by checkmate"),
        "resigned" => Some("Won by resignation"),
        "timeout" => Some("Won on time"),
        "abandoned" => Some("Won - game abandoned"),
        _ => None,
    }
}
