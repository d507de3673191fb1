//! Whether a movetext is so plain that it is one game to the end of its span, whatever its moves are.

use memchr::{memchr, memchr_iter};

/// The markers that end a game (PGN 8.2.6).
const MARKERS: [&[u8]; 4] = [b"1-0", b"0-1", b"1/2-1/2", b"*"];

/// Whether a movetext begins with a move, ends with a marker, and holds between them nothing that could end the game or begin
/// another one. Text that is not plain may be one game, too.
pub(super) fn is_plain(movetext: &[u8]) -> bool {
    let text = movetext.trim_ascii();
    let before = MARKERS.iter().find_map(|marker| text.strip_suffix(*marker));
    let ends_with_blank = |moves: &&[u8]| moves.last().is_some_and(u8::is_ascii_whitespace);
    let Some(moves) = before.filter(ends_with_blank) else {
        return false;
    };
    let Some(mut rest) = after_first_number(moves) else {
        return false;
    };
    loop {
        let brace = memchr(b'{', rest);
        if !is_plain_between_comments(&rest[..brace.unwrap_or(rest.len())]) {
            return false;
        }
        let Some(brace) = brace else {
            return true;
        };
        let comment = &rest[brace + 1..];
        let Some(end) = memchr(b'}', comment) else {
            return false;
        };
        // A second brace, or a bracket that no command follows, may be a sign that the closing one was lost.
        let inside = &comment[..end];
        let is_command = |at: usize| inside.get(at + 1) == Some(&b'%');
        if memchr(b'{', inside).is_some() || !memchr_iter(b'[', inside).all(is_command) {
            return false;
        }
        rest = &comment[end + 1..];
    }
}

/// What follows the first move number, if that is a move; where a game has no first number, its first move and what follows it.
fn after_first_number(moves: &[u8]) -> Option<&[u8]> {
    let digits = moves.iter().take_while(|byte| byte.is_ascii_digit());
    let rest = &moves[digits.count()..];
    let periods = rest.iter().take_while(|byte| **byte == b'.').count();
    let rest = rest[periods..].trim_ascii_start();
    let is_move = |byte: &u8| matches!(byte, b'a'..=b'h' | b'N' | b'B' | b'R' | b'Q' | b'K' | b'O');
    rest.first().is_some_and(is_move).then_some(rest)
}

/// Whether a text without comments holds nothing but moves, annotations, variations and numbers other than 1, with which
/// another game would begin.
fn is_plain_between_comments(text: &[u8]) -> bool {
    let at = |index: usize| text.get(index).copied().unwrap_or(b' ');
    let last = text.len().saturating_sub(1);
    let neighbours = text
        .iter()
        .zip(text.iter().skip(1))
        .zip(text.iter().skip(2));
    // Without branches, so that sixteen bytes are looked at together.
    let within = neighbours.fold(false, |found, ((before, byte), after)| {
        found | is_other(*before, *byte, *after)
    });
    !within
        && !is_other(b' ', at(0), at(1))
        && !is_other(at(last.saturating_sub(1)), at(last), b' ')
}

/// Whether a byte between two others may begin what is not plain: a marker, a tag pair, a comment, the number 1.
#[inline(always)]
const fn is_other(before: u8, byte: u8, after: u8) -> bool {
    let is_sign =
        (byte == b'*') | (byte == b'/') | (byte == b':') | (byte == b';') | (byte == b'%');
    let is_bracket = (byte == b'[') | (byte == b'}') | (byte == b'"') | (byte == b'<');
    let is_castling = (before == b'O') & (after == b'O');
    let is_dash = (byte == b'-') & !is_castling;
    let is_alone = !is_of_word(before) & (before != b'$') & !is_of_word(after);
    let is_one = (byte == b'1') & is_alone;
    is_sign | is_bracket | is_dash | is_one | (byte >= 0x80) | (byte == 0)
}

#[inline(always)]
const fn is_of_word(byte: u8) -> bool {
    let is_letter = (byte | 0x20).wrapping_sub(b'a') < 26;
    is_letter | (byte.wrapping_sub(b'0') < 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_movetext_is_one_game() {
        for text in [
            "1. e4 e5 2. O-O-O Nf6+ 1-0\n\n",
            "1.e4 {good} e5 $1 (1... c5 12. b1=Q#) 1/2-1/2",
            "12... Kb1 13. Rb8# *",
            "e4 e5\n0-1",
            "1. e4 { [%clk 0:01:00] 1-0? } e5 *",
        ] {
            // A variation begins with the number of the move before it.
            let plain = !text.contains("(1");
            assert_eq!(is_plain(text.as_bytes()), plain, "{text}");
        }
    }

    #[test]
    fn whatever_may_end_a_game_or_begin_another_is_not_plain() {
        for text in [
            "",
            "1-0",
            "1. e4 e5",
            "1. e4 e51-0",
            "1. e4 1-0 1. d4 0-1",
            "1. e4 e5 * 2. d4 *",
            "1. e4 e5 1. d4 d5 1-0",
            "1. e4 e5 1 d4 d5 1-0",
            "1. e4 e5\n\n[White \"B\"]\n\n1. d4 *",
            "1. e4 {e5 2. d4 *",
            "1. e4 {a {b} e5 *",
            "1. e4 {[White \"B\"]} e5 *",
            "1. e4 ; 1-0\n e5 *",
            "1. e4 e5 0-0 1-0",
            "1. e4 1:0 e5 *",
            "1. e4 \u{bd} e5 *",
            "{1. e4 e5} *",
            "1. -- e5 *",
            "? 1. e4 *",
        ] {
            assert!(!is_plain(text.as_bytes()), "{text}");
        }
    }
}
