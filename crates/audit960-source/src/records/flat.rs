//! PGN within a record, brought on one line.

use memchr::memchr3;

/// A game of PGN in parts.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct FlatPgn {
    /// Names and values of its tag pairs, in order.
    pub(crate) tags: Vec<(String, String)>,
    /// Its movetext without line ends.
    pub(crate) movetext: String,
}

/// Whether a movetext is on one line already, without comments or escape lines that end with it.
pub(crate) fn is_flat(movetext: &str) -> bool {
    let bytes = movetext.as_bytes();
    !bytes.starts_with(b"%") && memchr3(b'\n', b'\r', b';', bytes).is_none()
}

/// Reads tag section and movetext. Fails with a reason if the text holds a second game.
pub(crate) fn flatten(pgn: &str) -> Result<FlatPgn, &'static str> {
    let mut flat = FlatPgn::default();
    let mut movetext = Movetext::default();
    for line in pgn.split(['\n', '\r']) {
        let text = line.trim();
        if text.starts_with('[') && movetext.is_between_tokens() {
            if movetext.text.is_empty() {
                read_tags(text, &mut flat.tags);
                continue;
            }
            if text.starts_with("[Event ") {
                return Err("its PGN holds more than one game");
            }
        }
        if !text.is_empty() {
            movetext.push_line(text);
        }
    }
    flat.movetext = movetext.finish();
    Ok(flat)
}

/// Reads the tag pairs of a line. What follows a value up to the next bracket is ignored; a pair without a
/// closing quote and bracket goes on to the end of the line.
fn read_tags(line: &str, tags: &mut Vec<(String, String)>) {
    let mut rest = line;
    while let Some(pair) = rest.strip_prefix('[') {
        let pair = pair.trim_start();
        let name_end = pair
            .find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
            .unwrap_or(pair.len());
        let (name, after) = pair.split_at(name_end);
        let (value, after) = read_value(after.trim_start());
        if !name.is_empty() {
            tags.push((name.to_owned(), value));
        }
        rest = after.trim_start();
    }
}

/// Reads the value of a tag pair and its bracket; returns the value and the text after the bracket. If quotes
/// within the value are not escaped, the last quote before a bracket closes it.
fn read_value(text: &str) -> (String, &str) {
    let Some(quoted) = text.strip_prefix('"') else {
        let end = text.find(']').unwrap_or(text.len());
        let (value, after) = text.split_at(end);
        return (value.trim().to_owned(), after.get(1..).unwrap_or_default());
    };
    let (mut value, mut escaped) = (String::new(), false);
    for (at, letter) in quoted.char_indices() {
        match letter {
            '"' if !escaped => {
                let after = quoted.get(at + 1..).unwrap_or_default().trim_start();
                if let Some(after) = after.strip_prefix(']') {
                    return (value, after);
                }
                value.push('"');
            }
            '\\' if !escaped => {
                escaped = true;
                continue;
            }
            // A backslash escapes nothing else, so it stands for itself.
            other => {
                if escaped && !matches!(other, '"' | '\\') {
                    value.push('\\');
                }
                value.push(other);
            }
        }
        escaped = false;
    }
    (value.trim_end_matches(']').trim_end().to_owned(), "")
}

/// Movetext as it is brought on one line.
#[derive(Default)]
struct Movetext {
    text: String,
    /// Whether a `{` comment is open.
    in_comment: bool,
}

impl Movetext {
    fn is_between_tokens(&self) -> bool {
        !self.in_comment
    }

    /// Appends a line. Comments and escape lines that end with it become comments in braces.
    fn push_line(&mut self, line: &str) {
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        if !self.in_comment && line.starts_with('%') {
            self.push_comment(line);
            return;
        }
        let mut rest = line;
        loop {
            let stop = match self.in_comment {
                true => rest.find('}'),
                false => rest.find(['{', ';']),
            };
            let Some(at) = stop else {
                self.text.push_str(rest);
                return;
            };
            let (before, after) = rest.split_at(at);
            self.text.push_str(before);
            let (sign, after) = after.split_at(1);
            if sign == ";" {
                self.push_comment(after);
                return;
            }
            self.text.push_str(sign);
            self.in_comment = sign == "{";
            rest = after;
        }
    }

    fn push_comment(&mut self, text: &str) {
        self.text.push('{');
        self.text.push_str(&text.replace('}', ")"));
        self.text.push('}');
    }

    /// The text. A comment that was never closed stays open: the parser reports it.
    fn finish(self) -> String {
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags(pgn: &str) -> Vec<(String, String)> {
        flatten(pgn).unwrap().tags
    }

    #[test]
    fn tags_and_moves_are_told_apart() {
        let pgn = "[Event \"Live Chess\"]\r\n[White \"a\"] [Black \"b\"]\r\n\r\n1. e4 {[%clk 0:03:00]}\r\n1... e5 1-0\r\n";
        let flat = flatten(pgn).unwrap();
        let names: Vec<&str> = flat.tags.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["Event", "White", "Black"]);
        assert_eq!(flat.movetext, "1. e4 {[%clk 0:03:00]} 1... e5 1-0");
    }

    #[test]
    fn values_are_unescaped_and_loose_quotes_kept() {
        for (line, expected) in [
            (r#"[A "x \"y\" \\ z"]"#, r#"x "y" \ z"#),
            (r#"[A "The "Open" 2004"]"#, r#"The "Open" 2004"#),
            (r#"[A "C:\games"]"#, r"C:\games"),
            (r#"[A "no end"#, "no end"),
            ("[A bare]", "bare"),
            (r#"[A ""]"#, ""),
        ] {
            assert_eq!(
                tags(line),
                [("A".to_owned(), expected.to_owned())],
                "{line}"
            );
        }
    }

    #[test]
    fn comments_to_the_end_of_a_line_get_braces() {
        let flat = flatten("1. e4 ; best by test}\n% escaped\ne5 {two\nlines; [x]} *").unwrap();
        assert_eq!(
            flat.movetext,
            "1. e4 { best by test)} {% escaped} e5 {two lines; [x]} *"
        );
    }

    #[test]
    fn one_record_is_one_game() {
        assert!(flatten("[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *").is_err());
        // Within a comment it is text.
        assert!(flatten("1. e4 {\n[Event \"b\"]\n} *").is_ok());
    }
}
