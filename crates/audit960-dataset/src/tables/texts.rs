//! Cuts texts that are too long for a table, so that one absurd game cannot take the memory of all others.

use audit960_types::{Code, Finding, GameFacts};

/// Maximum bytes of a text in a table.
pub(crate) const MAX_TEXT: usize = 64 << 10;

/// The facts of a game with long texts cut, and the names of their columns; `None` if all fit.
pub(crate) fn cut<'f>(facts: &GameFacts<'f>) -> Option<(GameFacts<'f>, Vec<&'static str>)> {
    let is_long = |text: &str| text.len() > MAX_TEXT;
    if !facts.has_tag_text(is_long) {
        return None;
    }
    let (mut short, mut columns) = (facts.clone(), Vec::new());
    short.each_tag_text(|column, text| {
        if let Some(long) = text.filter(|text| is_long(text)) {
            columns.push(column);
            *text = Some(&long[..long.floor_char_boundary(MAX_TEXT)]);
        }
    });
    Some((short, columns))
}

/// The finding for a game whose texts were cut; `game` is its ordinal in the chunk, from 0.
pub(crate) fn finding(facts: &GameFacts<'_>, game: u64, columns: &[&str]) -> Finding {
    Finding {
        code: Code::LongText,
        identity: facts.identity,
        game: Some(game),
        line: facts.line,
        column: 1,
        ply: None,
        message: format!(
            "{} longer than 64 KiB, cut in the tables",
            columns.join(", ")
        ),
        excerpt: String::new(),
        caret: (0, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_between_characters() {
        let facts = GameFacts::default();
        assert!(cut(&facts).is_none());
        let long = format!("{}\u{e9}\u{e9}", "x".repeat(MAX_TEXT - 1));
        let facts = GameFacts {
            event: Some("short"),
            white: Some(&long),
            ..facts
        };
        let (short, columns) = cut(&facts).unwrap();
        assert_eq!(columns, ["white"]);
        assert_eq!(short.white.unwrap(), "x".repeat(MAX_TEXT - 1));
        assert_eq!(short.event, Some("short"));
        let fits = "x".repeat(MAX_TEXT);
        let facts = GameFacts {
            white: Some(&fits),
            ..facts
        };
        assert!(cut(&facts).is_none());
    }
}
