//! A line as an excerpt, shortened around the place of a finding.

use audit960_pgn::shown;

/// Characters of a line that an excerpt shows at most.
const WIDTH: usize = 76;

/// The line around `len` bytes from `column` (from 1) on, and in characters where they begin in the
/// excerpt and how many they are.
pub(crate) fn excerpt(line: &[u8], column: u32, len: u32) -> (String, (u32, u32)) {
    let at = (column as usize - 1).min(line.len());
    let marked_end = (at + len as usize).min(line.len());
    let (from, to) = if line.len() <= WIDTH {
        (0, line.len())
    } else {
        // A third of the window before the place, the rest behind.
        let from = at.saturating_sub(WIDTH / 3).min(line.len() - WIDTH);
        (from, from + WIDTH)
    };
    let marked_end = marked_end.min(to);
    let [before, marked, after] = [
        &line[from..at],
        &line[at..marked_end],
        &line[marked_end..to],
    ]
    .map(shown);
    let caret = (
        before.chars().count() as u32,
        marked.chars().count().max(1) as u32,
    );
    (before + &marked + &after, caret)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_lines_are_shown_whole() {
        assert_eq!(
            excerpt(b"8/8 w - -", 5, 1),
            ("8/8 w - -".to_owned(), (4, 1))
        );
        assert_eq!(excerpt(b"8/8", 4, 0), ("8/8".to_owned(), (3, 1)));
        assert_eq!(excerpt(b"a\0b\tc", 3, 1), ("a b c".to_owned(), (2, 1)));
        // 0xFC is Latin-1 for one letter.
        assert_eq!(
            excerpt(b"id \"H\xfcbner\"", 4, 8),
            ("id \"H\u{fc}bner\"".to_owned(), (3, 8))
        );
    }

    #[test]
    fn long_lines_are_shown_around_the_place() {
        let line: Vec<u8> = (0..400).map(|i| b'a' + (i % 26) as u8).collect();
        for column in [1, 20, 60, 200, 360, 400, 401] {
            let (text, (before, width)) = excerpt(&line, column, 3);
            assert_eq!(text.len(), WIDTH);
            let marked = &text[before as usize..];
            let expected = &line[column as usize - 1..];
            let shared = marked.len().min(expected.len()).min(width as usize);
            assert_eq!(
                &marked.as_bytes()[..shared],
                &expected[..shared],
                "column {column}"
            );
        }
    }
}
