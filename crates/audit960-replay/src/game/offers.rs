//! Offers of a draw that a record states (Laws 9.1.2): a comment of a server, `White offers draw`, or the sign `(=)` that
//! players write on the scoresheet (Laws 8.1.2, Appendix C.13).

use audit960_types::{Side, TextSink};

use super::GameReplay;

/// Maximum length of a comment that is an offer, with a clock beside it.
pub(super) const MAX_OFFER: usize = 60;

/// The sign on a scoresheet.
pub(super) const OFFER_SIGN: &[u8] = b"(=)";

/// What stands after the colour of the player who offers.
const OFFERS: [&[u8]; 6] = [
    b"offers draw",
    b"offers a draw",
    b"offered draw",
    b"offered a draw",
    b"has offered a draw",
    b"draw offer",
];

impl<S: TextSink> GameReplay<'_, '_, S> {
    /// Keeps the half-move with which a player offered a draw, if a comment says so.
    #[inline]
    pub(super) fn note_offer(&mut self, comment: &[u8]) {
        let text = comment.trim_ascii();
        // Most comments of servers are a clock in brackets.
        let may_begin = matches!(text.first(), Some(b'W' | b'w' | b'B' | b'b' | b'('));
        if may_begin || matches!(text.last(), Some(b'w' | b'r' | b'.' | b')')) {
            self.note_offer_in(text);
        }
    }

    #[cold]
    fn note_offer_in(&mut self, text: &[u8]) {
        let text = without_commands(text);
        if text == OFFER_SIGN {
            self.keep_offer(self.scratch.line.position.turn().other());
        } else if let Some(side) = offered_by(text) {
            self.keep_offer(side);
        }
    }

    /// Keeps the last half-move as one with which a draw was offered, if the text at an offset of the span is the sign.
    #[cold]
    pub(super) fn note_offer_sign(&mut self, at: usize) {
        if self.text[self.span + at..].starts_with(OFFER_SIGN) {
            self.keep_offer(self.scratch.line.position.turn().other());
        }
    }

    #[cold]
    fn keep_offer(&mut self, side: Side) {
        let line = &self.scratch.line;
        // A player may offer while the opponent thinks, or after the opponent has moved.
        let by_opponent = u32::from(line.position.turn() == side);
        let ply = line.plies().saturating_sub(by_opponent);
        if ply > 0 && self.scratch.offers.last() != Some(&ply) {
            self.scratch.offers.push(ply);
        }
    }
}

/// A comment without the command at its beginning or end, `[%clk 0:01:23]`.
fn without_commands(text: &[u8]) -> &[u8] {
    let text = match (text.starts_with(b"[%"), memchr::memchr(b']', text)) {
        (true, Some(end)) => &text[end + 1..],
        _ => text,
    };
    let text = match (text.ends_with(b"]"), memchr::memmem::rfind(text, b"[%")) {
        (true, Some(begin)) => &text[..begin],
        _ => text,
    };
    text.trim_ascii()
}

/// The player who offers a draw, if a comment says so and nothing else.
fn offered_by(comment: &[u8]) -> Option<Side> {
    let text = comment.trim_ascii();
    let text = text.strip_suffix(b".").unwrap_or(text);
    let (colour, rest) = text.split_at_checked(5)?;
    let side = [Side::White, Side::Black]
        .into_iter()
        .find(|side| colour.eq_ignore_ascii_case(side.name().as_bytes()))?;
    let rest = rest.trim_ascii_start();
    OFFERS
        .iter()
        .any(|offer| rest.eq_ignore_ascii_case(offer))
        .then_some(side)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offer_is_a_whole_comment() {
        for (comment, side) in [
            (" White offers draw ", Some(Side::White)),
            ("Black offers a draw.", Some(Side::Black)),
            ("black offered a draw", Some(Side::Black)),
            ("White draw offer", Some(Side::White)),
            ("White offers a pawn", None),
            ("if White offers draw", None),
            ("offers draw", None),
            ("draw", None),
        ] {
            assert_eq!(offered_by(comment.as_bytes()), side, "{comment}");
        }
    }
}
