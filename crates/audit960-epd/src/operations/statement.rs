//! Comments that plainly state a result or a mate.

use audit960_types::Side;

/// What a comment states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Statement {
    /// A side wins.
    Wins(Side),
    /// Neither side wins.
    Draw,
    /// A side mates in this number of moves; the side to move, unless another is named.
    Mates(Option<Side>, i64),
}

/// Reads a comment that says nothing else: one of the results of PGN, `White wins`, `White to play and draw`, `mate in
/// 3`. `None` for any other text: words beside the statement may be a condition.
pub(super) fn read(text: &[u8]) -> Option<Statement> {
    let text = std::str::from_utf8(text).ok()?.to_ascii_lowercase();
    let mut words: Vec<&str> = text.split_ascii_whitespace().collect();
    if let Some(last) = words.last_mut() {
        *last = last.trim_end_matches(['.', '!']);
    }
    let side = match *words.first()? {
        "white" => Some(Side::White),
        "black" => Some(Side::Black),
        _ => None,
    };
    let rest = match side {
        Some(_) => words.get(1..)?,
        None => &words[..],
    };
    let rest = match rest {
        ["to", "play" | "move", "and", rest @ ..] if side.is_some() => rest,
        ["to", rest @ ..] if side.is_some() => rest,
        rest => rest,
    };
    match (side, rest) {
        (None, ["1-0"]) => Some(Statement::Wins(Side::White)),
        (None, ["0-1"]) => Some(Statement::Wins(Side::Black)),
        (None, ["1/2-1/2" | "draw" | "drawn"]) | (Some(_), ["draw" | "draws"]) => {
            Some(Statement::Draw)
        }
        (Some(side), ["win" | "wins"]) => Some(Statement::Wins(side)),
        (side, ["mate" | "mates", "in", moves]) => {
            let moves = moves.parse().ok().filter(|moves| *moves > 0)?;
            Some(Statement::Mates(side, moves))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_says_nothing_else_is_a_statement() {
        use Statement::{Draw, Mates, Wins};
        for (text, expected) in [
            ("1-0", Some(Wins(Side::White))),
            ("0-1", Some(Wins(Side::Black))),
            ("1/2-1/2", Some(Draw)),
            ("Draw.", Some(Draw)),
            ("White wins", Some(Wins(Side::White))),
            ("Black to play and win!", Some(Wins(Side::Black))),
            ("White to move and draw", Some(Draw)),
            ("White draws", Some(Draw)),
            ("mate in 3", Some(Mates(None, 3))),
            ("Black mates in 12.", Some(Mates(Some(Side::Black), 12))),
            (
                "White to play and mate in 2",
                Some(Mates(Some(Side::White), 2)),
            ),
            ("White wins the exchange", None),
            ("White wins?", None),
            ("White wins if Black castles", None),
            ("wins", None),
            ("to play and win", None),
            ("mate in 0", None),
            ("mate in two", None),
            ("drawn by Karpov", None),
            ("White", None),
            ("", None),
        ] {
            assert_eq!(read(text.as_bytes()), expected, "{text}");
        }
        assert_eq!(read(b"White wins\xff"), None);
    }
}
