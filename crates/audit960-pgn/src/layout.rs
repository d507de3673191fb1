//! Writes PGN: words of movetext in lines (PGN 4.3, 8.2), tag pairs (PGN 7, 8.1).

/// Longest line of movetext, in characters (PGN 4.3: less than 80).
pub const WIDTH: usize = 79;

/// Appends words, with a blank or a line break between them.
///
/// Words that would mean something else at the start of a line (`[`, `%`, `;`) never begin one: the line
/// is broken before the word in front of them.
#[derive(Debug)]
pub struct Layout<'o> {
    out: &'o mut Vec<u8>,
    /// Longest line, in characters.
    width: usize,
    /// Characters on the line so far.
    column: usize,
    /// Offset and column of the last blank at which the line may be broken.
    breakable: Option<(usize, usize)>,
    /// Opening parentheses that stand directly before the next word.
    open: usize,
}

/// Whether a word may begin a line.
fn may_begin_line(word: &[u8]) -> bool {
    !matches!(word.first(), Some(b'[' | b'%' | b';'))
}

/// Number of characters of UTF-8.
fn characters(text: &[u8]) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    text.iter().filter(|byte| **byte & 0xc0 != 0x80).count()
}

impl<'o> Layout<'o> {
    /// Begins a line at the end of `out`; with a `width` of `None` lines are never broken.
    #[must_use]
    pub fn new(out: &'o mut Vec<u8>, width: Option<usize>) -> Self {
        Self {
            out,
            width: width.unwrap_or(usize::MAX),
            column: 0,
            breakable: None,
            open: 0,
        }
    }

    /// Adds a word.
    #[inline]
    pub fn word(&mut self, word: &[u8]) {
        self.place(b"", word, characters(word));
    }

    /// Adds ASCII text and, directly after it, a word.
    pub fn word_after(&mut self, before: &[u8], word: &[u8]) {
        self.place(before, word, before.len() + characters(word));
    }

    /// Adds a word of ASCII.
    #[inline]
    pub fn ascii(&mut self, word: &[u8]) {
        self.place(b"", word, word.len());
    }

    /// Adds a number and, directly after it, ASCII text.
    #[inline]
    pub fn number(&mut self, number: u32, behind: &[u8]) {
        let mut text = [0; 16];
        let mut from = text.len() - behind.len();
        text[from..].copy_from_slice(behind);
        let mut left = number;
        loop {
            from -= 1;
            text[from] = b'0' + (left % 10) as u8;
            left /= 10;
            if left == 0 {
                break;
            }
        }
        self.ascii(&text[from..]);
    }

    #[inline]
    fn place(&mut self, before: &[u8], word: &[u8], len: usize) {
        let len = len + self.open;
        let begins = if before.is_empty() { word } else { before };
        let may_begin = self.open > 0 || may_begin_line(begins);
        if self.column > 0 {
            if self.column + 1 + len <= self.width {
                if may_begin {
                    self.breakable = Some((self.out.len(), self.column));
                }
                self.out.push(b' ');
                self.column += 1;
            } else if may_begin {
                self.end_line();
            } else {
                self.break_before_last();
                self.out.push(b' ');
                self.column += 1;
            }
        }
        if self.open > 0 {
            self.out.resize(self.out.len() + self.open, b'(');
            self.open = 0;
        }
        self.out.extend_from_slice(before);
        self.out.extend_from_slice(word);
        self.column += len;
    }

    /// Puts an opening parenthesis directly before the next word.
    pub fn open(&mut self) {
        self.open += 1;
    }

    /// Adds a closing parenthesis directly after the last word.
    pub fn close(&mut self) {
        if self.open > 0 {
            // Nothing stands between the parentheses.
            self.open -= 1;
            self.ascii(b"()");
            return;
        }
        self.glue(b")");
    }

    /// Adds ASCII text directly after the last word.
    pub fn glue(&mut self, text: &[u8]) {
        if self.column + text.len() > self.width {
            self.break_before_last();
        }
        self.out.extend_from_slice(text);
        self.column += text.len();
    }

    /// Adds a semicolon comment of any length and ends the line.
    pub fn line_comment(&mut self, comment: &[u8]) {
        if self.open > 0 {
            self.ascii(b"");
        }
        if self.column > 0 {
            self.out.push(b' ');
        }
        self.out.extend_from_slice(comment);
        self.end_line();
    }

    /// Ends the line and adds an empty line.
    pub fn end(mut self) {
        self.end_line();
        self.out.push(b'\n');
    }

    fn end_line(&mut self) {
        self.out.push(b'\n');
        self.column = 0;
        self.breakable = None;
    }

    /// Breaks the line at its last blank that allows it.
    fn break_before_last(&mut self) {
        if let Some((at, column)) = self.breakable.take()
            && let Some(blank) = self.out.get_mut(at)
        {
            *blank = b'\n';
            self.column -= column + 1;
        }
    }
}

/// Writes `[Name "value"]` and a line feed: a backslash before quotes and backslashes (PGN 7), a blank
/// for control characters, some of which would end the line.
pub fn write_tag(name: &[u8], value: &str, out: &mut Vec<u8>) {
    out.push(b'[');
    out.extend_from_slice(name);
    out.extend_from_slice(b" \"");
    for letter in value.chars() {
        match letter {
            '"' | '\\' => out.extend_from_slice(&[b'\\', letter as u8]),
            _ if letter.is_control() => out.push(b' '),
            _ => out.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    out.extend_from_slice(b"\"]\n");
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn laid_out(words: &[&str], width: usize) -> String {
        let mut out = Vec::new();
        let mut layout = Layout::new(&mut out, Some(width));
        for word in words {
            match *word {
                "(" => layout.open(),
                ")" => layout.close(),
                _ => layout.word(word.as_bytes()),
            }
        }
        layout.end();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn lines_are_broken_at_blanks() {
        assert_eq!(laid_out(&["1.", "e4", "e5"], 5), "1. e4\ne5\n\n");
        assert_eq!(laid_out(&["1.", "e4", "e5"], 4), "1.\ne4\ne5\n\n");
        assert_eq!(
            laid_out(&["äöü", "äöü"], 7),
            "äöü äöü\n\n",
            "characters, not bytes"
        );
    }

    #[test]
    fn words_that_must_not_begin_a_line_stay_with_the_one_before() {
        assert_eq!(
            laid_out(&["e4", "{", "[%clk", "1]}"], 9),
            "e4\n{ [%clk\n1]}\n\n"
        );
        assert_eq!(
            laid_out(&["aa", "%b", ";c"], 4),
            "aa %b ;c\n\n",
            "no other place"
        );
    }

    #[test]
    fn parentheses_stand_at_their_words() {
        let words = ["e4", "(", "d4", "(", "c4", ")", ")", "e5"];
        assert_eq!(laid_out(&words, 79), "e4 (d4 (c4)) e5\n\n");
        assert_eq!(laid_out(&words, 8), "e4 (d4\n(c4)) e5\n\n");
        // The second closing parenthesis does not fit: the word goes to the next line with both.
        assert_eq!(laid_out(&words, 11), "e4 (d4\n(c4)) e5\n\n");
        assert_eq!(laid_out(&["(", ")"], 79), "()\n\n");
    }

    proptest! {
        #[test]
        fn words_come_back_and_lines_are_short(
            words in prop::collection::vec("[a-z;%\\[é]{1,9}", 1..60),
            width in 20_usize..90,
        ) {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let text = laid_out(&words, width);
            prop_assert_eq!(text.split_whitespace().collect::<Vec<_>>(), words.clone());
            for (index, line) in text.lines().enumerate() {
                prop_assert!(index == 0 || !line.starts_with(['[', '%', ';']));
                // Only lines that must not be broken are longer.
                let breaks = line.split(' ').skip(1).any(|word| !word.starts_with(['[', '%', ';']));
                prop_assert!(line.chars().count() <= width || !breaks, "{}", line);
            }
        }
    }
}
