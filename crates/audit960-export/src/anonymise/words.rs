//! Which bytes of a game are words that may name somebody.
//!
//! The text is scanned by lines and signs alone, not by the grammar: a damaged game has its names where no grammar
//! finds them. What is not recognised as structure is a word.

use std::ops::Range;

/// Tags whose values stay: they say when, how, from where and with what result was played. All others are replaced,
/// those too that nobody knows.
const KEPT_TAGS: &str = "date eventdate utcdate utctime time starttime endtime enddate round result whiteelo blackelo \
    whiteratingdiff blackratingdiff whitetitle blacktitle whitetype blacktype whiteiscomp \
    blackiscomp eco nic setup fen variant timecontrol plycount gameduration";

/// Commands of comments whose operands are numbers, squares and colours.
const KEPT_COMMANDS: &str = "clk emt egt mct eval csl cal depth";

/// Digits in a row that may be the number of a game or of a person.
const NUMBER: usize = 5;

/// Letters of a word of a comment; shorter ones label numbers (`d=12, mt=300`).
const LETTERS: usize = 3;

/// The words of a game, in order.
pub(super) fn words(game: &[u8]) -> Vec<Range<usize>> {
    let mut scan = Scan {
        game,
        found: Vec::new(),
    };
    let (mut at, mut in_comment) = (0, false);
    while at < game.len() {
        let end = at + audit960_types::line_length(&game[at..]);
        let blanks = game[at..end]
            .iter()
            .take_while(|byte| byte.is_ascii_whitespace())
            .count();
        let from = at + blanks;
        let is_tag = game[from..end].starts_with(b"[") && !game[from..end].starts_with(b"[%");
        if is_tag {
            scan.tags(from..end);
        } else if game[at..end].starts_with(b"%") {
            scan.text(at..end, 1);
        } else {
            in_comment = scan.movetext(at..end, in_comment);
        }
        at = end;
    }
    scan.found
}

struct Scan<'g> {
    game: &'g [u8],
    found: Vec<Range<usize>>,
}

impl Scan<'_> {
    /// A line of tag pairs.
    fn tags(&mut self, line: Range<usize>) {
        let mut at = line.start;
        while at < line.end {
            // To the next bracket that follows a closing one.
            let rest = &self.game[at..line.end];
            let next = (1..rest.len())
                .find(|&end| rest[end] == b'[' && rest[..end].trim_ascii_end().ends_with(b"]"));
            let end = next.map_or(line.end, |length| at + length);
            let signs = rest
                .iter()
                .take_while(|byte| !byte.is_ascii_alphanumeric())
                .count();
            let name: String = rest[signs..]
                .iter()
                .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_')
                .map(|byte| char::from(byte.to_ascii_lowercase()))
                .collect();
            if !KEPT_TAGS.split(' ').any(|kept| kept == name) {
                self.text((at + signs + name.len()).min(end)..end, 1);
            }
            at = end;
        }
    }

    /// A line of movetext; returns whether a comment is open at its end.
    fn movetext(&mut self, line: Range<usize>, mut in_comment: bool) -> bool {
        let mut at = line.start;
        while at < line.end {
            let rest = &self.game[at..line.end];
            if in_comment {
                let length = rest.iter().position(|byte| *byte == b'}');
                let end = length.map_or(line.end, |length| at + length);
                self.comment(at..end);
                in_comment = length.is_none();
                at = end + usize::from(!in_comment);
            } else if rest[0] == b'{' {
                in_comment = true;
                at += 1;
            } else if rest[0] == b';' {
                self.comment(at..line.end);
                return false;
            } else {
                let sign = |byte: &u8| byte.is_ascii_whitespace() || b"{};".contains(byte);
                let length = rest.iter().position(sign).unwrap_or(rest.len());
                if !is_move(&rest[..length]) {
                    self.text(at..at + length, 1);
                }
                at += length.max(1);
            }
        }
        in_comment
    }

    /// Text of a comment: its commands stay.
    fn comment(&mut self, text: Range<usize>) {
        let mut at = text.start;
        while at < text.end {
            let rest = &self.game[at..text.end];
            let command = rest.windows(2).position(|signs| signs == b"[%");
            let end = command.map_or(text.end, |length| at + length);
            self.text(at..end, LETTERS);
            if end == text.end {
                return;
            }
            let rest = &self.game[end..text.end];
            let length = rest
                .iter()
                .position(|byte| *byte == b']')
                .map_or(rest.len(), |end| end + 1);
            let name = rest[2..]
                .iter()
                .take_while(|byte| byte.is_ascii_alphabetic());
            let name: String = name.map(|byte| char::from(*byte)).collect();
            if !KEPT_COMMANDS.split(' ').any(|kept| kept == name) {
                self.text(end + 2 + name.len()..end + length, 1);
            }
            at = end + length;
        }
    }

    /// The words of a text: runs of letters and digits, with at least `letters` letters, or digits alone in a
    /// long row.
    fn text(&mut self, range: Range<usize>, letters: usize) {
        let mut from = None;
        let mut count = 0;
        let end = |found: &mut Vec<Range<usize>>,
                   from: &mut Option<usize>,
                   count: &mut usize,
                   at: usize| {
            if let Some(from) = from.take()
                && (*count >= letters || (*count == 0 && at - from >= NUMBER))
            {
                found.push(from..at);
            }
            *count = 0;
        };
        let mut at = range.start;
        for chunk in self.game[range.clone()].utf8_chunks() {
            for c in chunk.valid().chars() {
                if c.is_alphanumeric() {
                    from.get_or_insert(at);
                    count += usize::from(c.is_alphabetic());
                } else {
                    end(&mut self.found, &mut from, &mut count, at);
                }
                at += c.len_utf8();
            }
            // Bytes of another encoding are letters of it, except where they are control characters.
            for byte in chunk.invalid() {
                if *byte >= 0xC0 {
                    from.get_or_insert(at);
                    count += 1;
                } else {
                    end(&mut self.found, &mut from, &mut count, at);
                }
                at += 1;
            }
        }
        end(&mut self.found, &mut from, &mut count, range.end);
    }
}

/// Whether a word of movetext is a move, a number, a result, a glyph or a sign: it is short and has a digit, or no
/// letter but those of moves.
fn is_move(word: &[u8]) -> bool {
    let has_digit = word.iter().any(u8::is_ascii_digit);
    let longest = word
        .split(|byte| !byte.is_ascii_alphabetic() && *byte < 0x80)
        .map(<[u8]>::len)
        .max();
    let of_moves = |byte: &u8| !byte.is_ascii_alphabetic() || b"KQRBNPOabcdefghopx".contains(byte);
    (has_digit && longest.unwrap_or_default() <= 4) || word.iter().all(of_moves)
}
