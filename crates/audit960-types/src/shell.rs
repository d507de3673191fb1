//! Words of commands as people type them.

/// A word as it is typed in a POSIX shell, quoted where needed: in double quotes, unless it has what these leave to
/// the shell.
///
/// ```
/// use audit960_types::shell_word;
///
/// assert_eq!(shell_word("../audits/2025"), "../audits/2025");
/// assert_eq!(shell_word("venue = 'icc'"), "\"venue = 'icc'\"");
/// ```
#[must_use]
pub fn shell_word(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "/._-+,:=@".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else if word.contains(['"', '$', '`', '\\', '!']) || word.is_empty() {
        format!("'{}'", word.replace('\'', "'\\''"))
    } else {
        format!("\"{word}\"")
    }
}

#[cfg(test)]
mod tests {
    use super::shell_word;

    #[test]
    fn what_a_shell_would_read_is_quoted() {
        for (word, typed) in [
            ("audit-2025", "audit-2025"),
            ("Zürich", "Zürich"),
            ("year > 2000", "\"year > 2000\""),
            ("Tal's games", "\"Tal's games\""),
            ("*", "\"*\""),
            ("", "''"),
            ("a \"b\"", "'a \"b\"'"),
            ("it's $5!", "'it'\\''s $5!'"),
            ("`x` \\", "'`x` \\'"),
        ] {
            assert_eq!(shell_word(word), typed);
        }
    }
}
