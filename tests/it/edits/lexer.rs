//! A strict lexer of the PGN import format, written for this test alone.
//!
//! Source: PGN standard of 1994, sections 6 (escape lines), 7 (tokens), 8.1 (tag pairs), 8.2
//! (movetext) and 18 (grammar). What the standard does not allow comes out as [`Token::Odd`], with the
//! bytes up to the next blank or delimiter; nothing is dropped.

/// A token of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'t> {
    /// `[Name "value"]`, with `\"` and `\\` resolved.
    Tag { name: &'t [u8], value: Vec<u8> },
    /// A move number and how many periods are glued to it.
    Number { number: u32, periods: usize },
    /// More periods after a move number.
    Periods(usize),
    /// A symbol that may be a SAN move; its suffix annotation (`!`, `?!`) is cut off.
    Symbol(&'t [u8]),
    /// `$0` to `$255`.
    Nag,
    /// `(`
    Open,
    /// `)`
    Close,
    /// `{...}`, `; ...`, or an escape line; `true` if it is sure that it holds nothing else.
    Comment(bool),
    /// One of the four game terminations.
    End(&'static str),
    /// Text that the standard does not allow here.
    Odd(&'t [u8]),
}

/// Walks over a text from token to token.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'t> {
    text: &'t [u8],
    at: usize,
    /// The token before was a move number, so periods may still follow (8.2.2).
    after_number: bool,
    /// Words in comments from `;` on that could be moves.
    pub(super) commented_moves: usize,
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0B)
}

const fn is_delimiter(byte: u8) -> bool {
    is_blank(byte)
        || matches!(
            byte,
            b'{' | b'}' | b'(' | b')' | b'[' | b']' | b'<' | b'>' | b';' | b'$' | b'*' | b'"'
        )
}

/// Symbol continuation characters of PGN 7.
const fn is_symbol(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'+' | b'#' | b'=' | b':' | b'-')
}

fn is_line_start(text: &[u8], at: usize) -> bool {
    at == 0 || matches!(text[at - 1], b'\n' | b'\r')
}

/// The line from an offset on, without its end.
fn line_from(text: &[u8], at: usize) -> &[u8] {
    let rest = &text[at..];
    let end = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
    &rest[..end.unwrap_or(rest.len())]
}

/// Whether a line is a tag pair that lost its opening bracket, and so holds no move.
fn is_bare_pair(line: &[u8]) -> bool {
    let name = line.iter().take_while(|byte| byte.is_ascii_alphanumeric());
    let (name, rest) = line.split_at(name.count());
    let value = rest.trim_ascii().strip_suffix(b"\"]");
    name.first().is_some_and(u8::is_ascii_uppercase)
        && value.is_some_and(|value| value.starts_with(b"\"") && !value[1..].contains(&b'"'))
}

/// How many words of a text could be moves.
pub(super) fn moves_in(text: &[u8]) -> usize {
    let words = text.split(|byte| !byte.is_ascii_alphanumeric() && !matches!(byte, b'-' | b'='));
    words.filter(|word| super::san::could_be_move(word)).count()
}

impl<'t> Lexer<'t> {
    pub(super) const fn new(text: &'t [u8], at: usize) -> Self {
        Self {
            text,
            at,
            after_number: false,
            commented_moves: 0,
        }
    }

    /// Skips white space and gives the offset of the next token.
    pub(super) fn offset(&mut self) -> usize {
        while self.at < self.text.len() && is_blank(self.text[self.at]) {
            self.at += 1;
        }
        self.at
    }

    /// The offset after the last token.
    pub(super) const fn behind(&self) -> usize {
        self.at
    }

    /// The next token; `None` at the end of the text.
    pub(super) fn next_token(&mut self) -> Option<Token<'t>> {
        let start = self.offset();
        let byte = *self.text.get(start)?;
        let may_have_periods = std::mem::take(&mut self.after_number);
        Some(match byte {
            b'%' if is_line_start(self.text, start) => self.line_comment(),
            b';' => {
                let comment = self.line_comment();
                self.commented_moves += moves_in(&self.text[start..self.at]);
                comment
            }
            b'{' => self.comment(),
            b'[' => self.tag(),
            b'(' => self.single(Token::Open),
            b')' => self.single(Token::Close),
            b'*' => self.single(Token::End("*")),
            b'$' => self.nag(),
            _ if is_line_start(self.text, start) && is_bare_pair(line_from(self.text, start)) => {
                self.at += line_from(self.text, start).len();
                Token::Odd(&self.text[start..self.at])
            }
            b'}' | b']' | b'<' | b'>' | b'"' => {
                let odd = Token::Odd(&self.text[start..=start]);
                self.single(odd)
            }
            _ => self.word(may_have_periods),
        })
    }

    fn single(&mut self, token: Token<'t>) -> Token<'t> {
        self.at += 1;
        token
    }

    fn line_comment(&mut self) -> Token<'t> {
        let rest = &self.text[self.at..];
        let end = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        self.at += end.unwrap_or(rest.len());
        Token::Comment(true)
    }

    /// A comment is not sure if one of its lines looks like a tag pair or an escape line: PGN 5 and 6
    /// do not say which of the two counts.
    fn comment(&mut self) -> Token<'t> {
        let start = self.at;
        let Some(length) = self.text[start..].iter().position(|byte| *byte == b'}') else {
            self.at = self.text.len();
            return Token::Odd(&self.text[start..]);
        };
        self.at = start + length + 1;
        let sure = (start + 1..self.at).all(|at| {
            let tag = self.text[at] == b'['
                && self.text.get(at + 1).is_some_and(u8::is_ascii_alphanumeric);
            !(is_line_start(self.text, at) && (tag || self.text[at] == b'%'))
        });
        Token::Comment(sure)
    }

    fn nag(&mut self) -> Token<'t> {
        let start = self.at;
        let digits = &self.text[start + 1..];
        let count = digits.iter().take_while(|b| b.is_ascii_digit()).count();
        self.at += 1 + count;
        let number = std::str::from_utf8(&digits[..count]).map(str::parse::<u8>);
        if matches!(number, Ok(Ok(_))) {
            return Token::Nag;
        }
        Token::Odd(&self.text[start..self.at])
    }

    /// A tag pair; a line that begins like one and is not one is odd as a whole.
    fn tag(&mut self) -> Token<'t> {
        let start = self.at;
        if let Some((name, value, end)) = tag_pair(self.text, start) {
            self.at = end;
            return Token::Tag { name, value };
        }
        let named = self.text.get(start + 1);
        if is_line_start(self.text, start) && named.is_some_and(u8::is_ascii_alphanumeric) {
            self.line_comment();
            self.rest_of_tag(start);
        } else {
            self.at += 1;
        }
        Token::Odd(&self.text[start..self.at])
    }

    /// The next line belongs to a tag pair whose value is broken: it ends with the quote and the bracket.
    fn rest_of_tag(&mut self, start: usize) {
        let quotes = self.text[start..self.at]
            .iter()
            .filter(|byte| **byte == b'"');
        let rest = &self.text[self.at..];
        let is_break = |byte: &u8| matches!(byte, b'\n' | b'\r');
        let from = rest.iter().take_while(|byte| is_break(byte)).count();
        let len = rest[from..]
            .iter()
            .take_while(|byte| !is_break(byte))
            .count();
        let line = &rest[from..from + len];
        let closes = line.trim_ascii_end().ends_with(b"\"]") && !line.starts_with(b"[");
        if quotes.count() == 1 && closes {
            self.at += from + len;
        }
    }

    /// `12.`, `e4`, `e4!?`, `12.e4`, `1-0`: what stands between delimiters may be several tokens.
    fn word(&mut self, may_have_periods: bool) -> Token<'t> {
        let start = self.at;
        let rest = &self.text[start..];
        let run = rest.iter().position(|byte| is_delimiter(*byte));
        let run = &rest[..run.unwrap_or(rest.len())];
        for end in ["1/2-1/2", "1-0", "0-1"] {
            if run == end.as_bytes() {
                self.at += run.len();
                return Token::End(end);
            }
        }
        if may_have_periods && run[0] == b'.' {
            let count = run.iter().take_while(|byte| **byte == b'.').count();
            self.at += count;
            return Token::Periods(count);
        }
        if let Some((number, length)) = move_number(run) {
            self.at += length;
            self.after_number = true;
            return number;
        }
        let suffix = ["!!", "??", "!?", "?!", "!", "?"];
        let symbol = suffix
            .iter()
            .find_map(|suffix| run.strip_suffix(suffix.as_bytes()))
            .unwrap_or(run);
        self.at += run.len();
        let strict = symbol.first().is_some_and(u8::is_ascii_alphanumeric)
            && symbol.iter().all(|byte| is_symbol(*byte))
            && !symbol.iter().all(u8::is_ascii_digit);
        if strict {
            Token::Symbol(symbol)
        } else {
            Token::Odd(run)
        }
    }
}

/// A move number at the start of a run, with its periods. Numbers of more than three digits, and
/// numbers with a leading zero, are not move numbers: they may be ICCF moves or castling.
fn move_number<'t>(run: &[u8]) -> Option<(Token<'t>, usize)> {
    let digits = run.iter().take_while(|b| b.is_ascii_digit()).count();
    let periods = run[digits..].iter().take_while(|b| **b == b'.').count();
    let length = digits + periods;
    if digits == 0 || digits > 3 || (periods == 0 && length < run.len()) {
        return None;
    }
    if run[0] == b'0' && digits > 1 {
        return None;
    }
    let number = std::str::from_utf8(&run[..digits]).ok()?.parse().ok()?;
    Some((Token::Number { number, periods }, length))
}

/// A tag pair at an offset: name, value and where it ends (PGN 8.1.1).
fn tag_pair(text: &[u8], start: usize) -> Option<(&[u8], Vec<u8>, usize)> {
    let skip = |mut at: usize| {
        while text.get(at).is_some_and(|byte| is_blank(*byte)) {
            at += 1;
        }
        at
    };
    let from = skip(start + 1);
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let length = text[from..].iter().take_while(|byte| is_name(byte)).count();
    if length == 0 || !text[from].is_ascii_alphanumeric() {
        return None;
    }
    let mut at = skip(from + length);
    if text.get(at) != Some(&b'"') {
        return None;
    }
    at += 1;
    let mut value = Vec::new();
    loop {
        match *text.get(at)? {
            b'"' => break,
            b'\\' => {
                let escaped = *text.get(at + 1)?;
                if !matches!(escaped, b'"' | b'\\') {
                    return None;
                }
                value.push(escaped);
                at += 2;
            }
            0..=0x1F | 0x7F => return None,
            byte => {
                value.push(byte);
                at += 1;
            }
        }
    }
    let end = skip(at + 1);
    (text.get(end) == Some(&b']') && value.len() <= 255)
        .then(|| (&text[from..from + length], value, end + 1))
}
