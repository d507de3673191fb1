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
    // C2 begins the controls beyond ASCII, and other letters.
    let is_plain = |byte: u8| byte >= b' ' && !matches!(byte, b'"' | b'\\' | 0x7F | 0xC2);
    if value
        .bytes()
        .fold(true, |plain, byte| plain & is_plain(byte))
    {
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
    line.trim_ascii().strip_prefix(b"% ")
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
