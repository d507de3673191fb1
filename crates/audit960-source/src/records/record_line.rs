//! The line that a record becomes.

/// Longest reason that is kept, in characters. Reasons may quote the record.
const MAX_REASON: usize = 160;

/// Appends a tag pair (PGN 8.1.1) and a blank. Bytes of control, which no tag pair can hold, become blanks.
pub(crate) fn push_tag(out: &mut String, name: &str, value: &str) {
    out.reserve(name.len() + value.len() + "[ \"\"] ".len());
    out.push('[');
    out.push_str(name);
    out.push_str(" \"");
    push_value(out, value);
    out.push_str("\"] ");
}

fn push_value(out: &mut String, value: &str) {
    if is_plain(value.as_bytes()) {
        out.push_str(value);
        return;
    }
    for character in value.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            control if control.is_control() => out.push(' '),
            other => out.push(other),
        }
    }
}

/// Whether a text certainly has no quotes, backslashes and controls.
fn is_plain(text: &[u8]) -> bool {
    let (words, rest) = text.as_chunks::<8>();
    let mut last = [b' '; 8];
    for (to, from) in last.iter_mut().zip(rest) {
        *to = *from;
    }
    let marked = words.iter().chain([&last]);
    marked.fold(0, |marked, word| marked | marks(u64::from_le_bytes(*word))) == 0
}

/// Not 0 if one of eight bytes is a quote, a backslash, a control, or C2, which begins the controls beyond ASCII and
/// other letters. (Subtraction marks the lowest such byte rightly, and others perhaps not.)
const fn marks(word: u64) -> u64 {
    const ONES: u64 = u64::MAX / 255;
    const fn below(bytes: u64, limit: u64) -> u64 {
        bytes.wrapping_sub(ONES * limit) & !bytes
    }
    let mut marked = below(word, 0x20);
    marked |= below(word ^ (ONES * 0x22), 1);
    marked |= below(word ^ (ONES * 0x5C), 1);
    marked |= below(word ^ (ONES * 0x7F), 1);
    marked |= below(word ^ (ONES * 0xC2), 1);
    marked & (ONES * 0x80)
}

/// Appends the line of a record that cannot be read.
pub(crate) fn push_unreadable(out: &mut String, reason: &str) {
    out.push_str("% ");
    let characters = reason.chars().take(MAX_REASON);
    out.extend(characters.map(|character| match character.is_control() {
        true => ' ',
        false => character,
    }));
    if reason.chars().nth(MAX_REASON).is_some() {
        out.push_str("...");
    }
    out.push('\n');
}

/// Why the record that became this line cannot be read; `None` for the line of a game.
#[must_use]
pub fn unreadable_reason(line: &[u8]) -> Option<&[u8]> {
    // The end of a long line is not looked at.
    let reason = line.trim_ascii_start().strip_prefix(b"% ")?;
    Some(reason.trim_ascii_end()).filter(|reason| !reason.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_cannot_leave_their_tag_pair() {
        let mut line = String::new();
        push_tag(&mut line, "Event", "a \"b\" \\ c]\n[White \"x\"]");
        assert_eq!(line, "[Event \"a \\\"b\\\" \\\\ c] [White \\\"x\\\"]\"] ");
        line.clear();
        // U+0085 is a control, U+00A0 is none.
        push_tag(&mut line, "Event", "\u{85}\u{A0}\u{7F}é");
        assert_eq!(line, "[Event \" \u{A0} é\"] ");
    }

    /// Of each byte in each place of short and long texts.
    #[test]
    fn no_byte_that_must_be_escaped_is_plain() {
        for length in 0..20 {
            for at in 0..length {
                for byte in 0..=255 {
                    let mut text = vec![b'a'; length];
                    text[at] = byte;
                    let expected = byte >= 0x20 && !matches!(byte, b'"' | b'\\' | 0x7F | 0xC2);
                    assert_eq!(is_plain(&text), expected, "{byte} at {at} of {length}");
                }
            }
            assert!(is_plain(&vec![0xC3; length]));
        }
    }

    #[test]
    fn reasons_are_one_short_line() {
        let mut line = String::new();
        push_unreadable(&mut line, &format!("no\n{}", "x".repeat(500)));
        assert!(line.starts_with("% no x"));
        assert!(line.ends_with("x...\n"));
        assert_eq!(line.len(), 2 + MAX_REASON + 4);
        assert!(unreadable_reason(line.as_bytes()).is_some());
        assert_eq!(unreadable_reason(b"[Event \"?\"] *\n"), None);
    }
}
