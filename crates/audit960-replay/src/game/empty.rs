//! Records that show no game: without moves, and without what a game that was not played out has.

use audit960_pgn::{Tag, could_be_move};
use audit960_types::TextSink;

use super::GameReplay;

impl<S: TextSink> GameReplay<'_, '_, S> {
    /// Why nothing shows that a game was played: a record without moves needs tags and a termination marker, or event and
    /// both players' names, and neither an unread word nor a comment in place of moves. Names alone are often the remains
    /// of a game whose other tags are below an empty line.
    pub(super) fn why_empty(&self) -> Option<&'static str> {
        if self.scratch.line.plies() > 0 || self.walk.failed.is_some() {
            return None;
        }
        if self.walk.unread > self.game.unread_before_movetext {
            return Some("no moves, but words that could not be read");
        }
        if begins_with_moves_in_comment(self.movetext_text()) {
            return Some("no moves: they are in a comment");
        }
        let named = |tag| {
            let name = self.tags.roster.raw(tag).unwrap_or_default().trim_ascii();
            !matches!(name, b"" | b"?" | b"-")
        };
        let ended = self.game.marker.is_some() && self.tags.roster.has_any();
        let named = || self.tags.roster.has(Tag::Event) && named(Tag::White) && named(Tag::Black);
        (!ended && !named()).then_some(
            "no moves, and neither a termination marker nor event and both players' names",
        )
    }
}

/// Whether a movetext begins with a comment that begins with a move number and a move, or with two moves: `;1. e4 e5`.
fn begins_with_moves_in_comment(movetext: &[u8]) -> bool {
    let text = movetext.trim_ascii_start();
    let Some((b'{' | b';', comment)) = text.split_first() else {
        return false;
    };
    let comment = comment.trim_ascii_start();
    let digits = comment
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let numbered = comment[digits..].strip_prefix(b".").filter(|_| digits > 0);
    let words = numbered.unwrap_or(comment).trim_ascii_start();
    let least = if numbered.is_some() { 1 } else { 2 };
    let mut words = words.split(u8::is_ascii_whitespace).take(least);
    words.by_ref().filter(|word| could_be_move(word)).count() == least
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_may_be_in_a_comment() {
        for text in [
            ";1.e4 e5 2.Nf3\n",
            "{ 1. d4 d5 } 1-0",
            "{12. Nf3 Nc6}",
            "{e4 e5 Nf3}",
        ] {
            assert!(begins_with_moves_in_comment(text.as_bytes()), "{text}");
        }
        for text in [
            "{forfeit} 1-0",
            "1. e4 {1. d4}",
            "{1.5 points}",
            "; no moves",
            "{e4 was meant}",
            "",
        ] {
            assert!(!begins_with_moves_in_comment(text.as_bytes()), "{text}");
        }
    }
}
