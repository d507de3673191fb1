//! The games of one span (a stretch of text that begins at `[Event "` or at the start of a file).
//!
//! Usually there is one. Without an `Event` tag, without any tags, or with tags after a result there
//! may be several; text that is no game becomes a gap. Games and gaps tile the span: a game reaches
//! to the next one, blank lines included.

use crate::movetext::{End, MovetextVisitor, begins_tag, result, walk_movetext};
use crate::san::looks_like_move;
use crate::scan;
use crate::tags::{TagPair, tag_pair};
use crate::work::looked_at;

/// Takes the games of a span, in order. Offsets count from the start of the span.
pub trait GameVisitor<'a>: MovetextVisitor<'a> {
    /// A game begins.
    fn begin(&mut self, at: usize);
    /// A tag pair, and where its `[` stands. `after_blank` tells of a blank line before it.
    fn tag(&mut self, pair: TagPair<'a>, at: usize);
    /// Whether this game already has a tag of that name.
    fn has_tag(&self, name: &[u8]) -> bool;
    /// The tag section is over; movetext follows.
    fn movetext(&mut self, at: usize);
    /// The movetext is over.
    fn end(&mut self, at: usize, end: End);
    /// The last game's bytes end here, blank lines and closing comments included.
    fn close(&mut self, at: usize);
    /// Text that is no game.
    fn stray(&mut self, from: usize, to: usize);
    /// Blank space, or a byte-order mark, before the first game.
    fn blank(&mut self, from: usize, to: usize);
}

/// Reads the games of a span.
pub fn read_span<'a>(span: &'a [u8], visitor: &mut impl GameVisitor<'a>) {
    let mut at = 0;
    if span.starts_with(b"\xef\xbb\xbf") {
        visitor.blank(0, 3);
        at = 3;
    }
    let mut open = false;
    let mut between = Between { closable: true };
    loop {
        let begin = between.skip(span, at, open);
        match what_follows(span, begin) {
            Follows::Nothing => {
                if open {
                    visitor.close(span.len());
                } else if at < span.len() {
                    visitor.blank(at, span.len());
                }
                return;
            }
            Follows::Game => {
                if open {
                    visitor.close(begin);
                } else if at < begin {
                    visitor.blank(at, begin);
                }
                at = read_game(span, begin, visitor);
                open = true;
            }
            Follows::Stray => {
                // Blank space before the text goes to the game before it, or with the text.
                let from = if open { begin } else { at };
                if open {
                    visitor.close(from);
                }
                at = stray_end(span, begin);
                visitor.stray(from, at);
                open = false;
            }
        }
    }
}

/// What stands where a game is over or none has begun.
enum Follows {
    Nothing,
    Game,
    Stray,
}

fn what_follows(span: &[u8], at: usize) -> Follows {
    match span.get(at) {
        None => Follows::Nothing,
        Some(b'[') if begins_tag(span, at) || tag_at_line_start(span, at) => Follows::Game,
        Some(_) if begins_movetext(&span[at..]) => Follows::Game,
        Some(_) => Follows::Stray,
    }
}

/// A tag without its opening quote counts at the start of a line, where no game is open.
fn tag_at_line_start(span: &[u8], at: usize) -> bool {
    at.checked_sub(1).is_none_or(|before| span[before] == b'\n') && tag_pair(&span[at..]).is_ok()
}

/// Whether movetext begins here: a move, perhaps after a number.
fn begins_movetext(text: &[u8]) -> bool {
    let digits = text.iter().take_while(|b| b.is_ascii_digit()).count();
    let dots = text[digits..].iter().take_while(|b| **b == b'.').count();
    let after = &text[digits + dots..];
    let blanks = after.iter().take_while(|b| b.is_ascii_whitespace()).count();
    let word = &after[if digits > 0 { blanks } else { 0 }..];
    let symbol = &word[..scan::symbol_len(word)];
    looked_at(digits + dots + blanks + symbol.len());
    result(symbol).is_none() && looks_like_move(symbol)
}

/// What is passed over between games.
struct Between {
    /// Whether a closing brace may still come.
    closable: bool,
}

impl Between {
    /// Skips blank space and escape lines; behind a game also what comments on it.
    fn skip(&mut self, span: &[u8], mut at: usize, open: bool) -> usize {
        loop {
            let rest = &span[at..];
            let line_start = at == 0 || span[at - 1] == b'\n';
            let skipped = match rest.first() {
                Some(b' ' | b'\t'..=b'\r' | 0) => 1,
                Some(b'%') if line_start => line_len(rest),
                Some(b';') if open => line_len(rest),
                Some(b'{') if open && self.closable => match scan::comment(rest) {
                    Ok((after, _)) => rest.len() - after.len(),
                    Err(_) => {
                        looked_at(rest.len());
                        self.closable = false;
                        return at;
                    }
                },
                Some(b'$') if open => {
                    1 + rest[1..].iter().take_while(|b| b.is_ascii_digit()).count()
                }
                _ => return at,
            };
            looked_at(skipped);
            at += skipped;
        }
    }
}

fn line_len(rest: &[u8]) -> usize {
    let len = memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
    looked_at(len);
    len
}

/// Stray text ends at the next line that begins a game.
fn stray_end(span: &[u8], from: usize) -> usize {
    let mut at = from;
    loop {
        at += line_len(&span[at..]);
        if at >= span.len() || matches!(what_follows(span, at), Follows::Game) {
            return at;
        }
    }
}

/// Reads one game; returns where its movetext stops.
fn read_game<'a>(span: &'a [u8], begin: usize, visitor: &mut impl GameVisitor<'a>) -> usize {
    visitor.begin(begin);
    let at = match read_tags(span, begin, visitor) {
        TagsEnd::Movetext(at) => at,
        TagsEnd::NextGame(at) => {
            visitor.movetext(at);
            visitor.end(at, End::Tags);
            return at;
        }
    };
    visitor.movetext(at);
    let (stop, end) = walk_movetext(span, at, visitor);
    visitor.end(stop, end);
    stop
}

enum TagsEnd {
    Movetext(usize),
    NextGame(usize),
}

/// Reads tag pairs and what stands between them. Behind a blank line, a name that has been there
/// before begins another game: two tag sections without moves.
fn read_tags<'a>(span: &'a [u8], begin: usize, visitor: &mut impl GameVisitor<'a>) -> TagsEnd {
    let mut at = begin;
    let mut line_feeds = 0;
    loop {
        match span.get(at) {
            Some(b'\n') => {
                line_feeds += 1;
                at += 1;
            }
            Some(b' ' | b'\t' | b'\r') => at += 1,
            Some(b'%') if at > 0 && span[at - 1] == b'\n' => {
                // The line feed stays, to be counted.
                at = memchr::memchr(b'\n', &span[at..]).map_or(span.len(), |end| at + end);
            }
            Some(b'[') => match tag_pair(&span[at..]) {
                Ok((rest, pair)) => {
                    if line_feeds > 1 && visitor.has_tag(pair.name) {
                        return TagsEnd::NextGame(at);
                    }
                    visitor.tag(pair, at);
                    at = span.len() - rest.len();
                    line_feeds = 0;
                }
                Err(_) => return TagsEnd::Movetext(at),
            },
            _ => return TagsEnd::Movetext(at),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movetext::Irregular;
    use audit960_types::SanWord;

    #[derive(Default)]
    struct Log {
        events: Vec<String>,
        names: Vec<Vec<u8>>,
        covered: usize,
    }

    impl<'a> MovetextVisitor<'a> for Log {
        fn word(&mut self, word: SanWord, _: usize) -> bool {
            let bytes = word.bytes.to_le_bytes();
            self.events
                .push(String::from_utf8_lossy(&bytes[..word.len as usize]).into_owned());
            true
        }
        fn symbol(&mut self, _: &'a [u8], _: usize) {}
        fn comment(&mut self, _: &'a [u8], _: usize) {}
        fn irregular(&mut self, kind: Irregular, _: usize, _: usize) {
            self.events.push(format!("{kind:?}"));
        }
    }

    impl<'a> GameVisitor<'a> for Log {
        fn begin(&mut self, at: usize) {
            assert_eq!(at, self.covered, "games and gaps tile the span");
            self.names.clear();
            self.events.push("(".into());
        }
        fn tag(&mut self, pair: TagPair<'a>, _: usize) {
            self.names.push(pair.name.to_vec());
            self.events
                .push(format!("[{}]", String::from_utf8_lossy(pair.name)));
        }
        fn has_tag(&self, name: &[u8]) -> bool {
            self.names.iter().any(|known| known == name)
        }
        fn movetext(&mut self, _: usize) {}
        fn end(&mut self, _: usize, end: End) {
            if let End::Marker { result, .. } = end {
                self.events.push(result.as_str().into());
            }
        }
        fn close(&mut self, at: usize) {
            self.covered = at;
            self.events.push(")".into());
        }
        fn stray(&mut self, from: usize, to: usize) {
            assert_eq!(from, self.covered);
            self.covered = to;
            self.events.push("stray".into());
        }
        fn blank(&mut self, from: usize, to: usize) {
            assert_eq!(from, self.covered);
            self.covered = to;
            self.events.push("blank".into());
        }
    }

    fn log(text: &str) -> String {
        let mut log = Log::default();
        read_span(text.as_bytes(), &mut log);
        assert_eq!(log.covered, text.len(), "games and gaps cover the span");
        log.events.join(" ")
    }

    #[test]
    fn one_game() {
        assert_eq!(log("[Event \"a\"]\n\n1. e4 *\n\n"), "( [Event] e4 * )");
        assert_eq!(log("1. e4 e5 1-0\n"), "( e4 e5 1-0 )");
        assert_eq!(log("[Event \"a\"]\n"), "( [Event] )");
        assert_eq!(log("[Event \"a\"]\n%"), "( [Event] )");
        assert_eq!(log("[Event \"a\"]\n%[A \"b\"]\n%e4"), "( [Event] )");
        assert_eq!(log("\u{feff}[Event \"a\"] *"), "blank ( [Event] * )");
        assert_eq!(log("\n\n[Event \"a\"] *"), "blank ( [Event] * )");
        assert_eq!(
            log("[Event \"a\"] * \u{b}\u{c}\n"),
            "( [Event] * )",
            "as in movetext"
        );
        assert_eq!(log(" \n"), "blank");
        assert_eq!(log(""), "");
    }

    #[test]
    fn several_games() {
        assert_eq!(
            log("[FEN \"x\"]\n\n*\n\n[FEN \"y\"]\n\n*"),
            "( [FEN] * ) ( [FEN] * )"
        );
        assert_eq!(
            log("[White \"x\"]\n\n[White \"y\"]\n"),
            "( [White] ) ( [White] )"
        );
        assert_eq!(
            log("[White \"x\"]\n\n[Black \"y\"]\n"),
            "( [White] [Black] )"
        );
        assert_eq!(log("[White \"x\"]\n[White \"y\"]\n"), "( [White] [White] )");
        assert_eq!(log("1. e4 *\n1. d4 *"), "( e4 * ) ( d4 * )");
        assert_eq!(
            log("[A \"x\"]\n1. e4\n[A \"y\"]\n1. d4 *"),
            "( [A] e4 ) ( [A] d4 * )"
        );
    }

    #[test]
    fn stray_text() {
        assert_eq!(log("Round two\n[A \"x\"] *"), "stray ( [A] * )");
        assert_eq!(
            log("[A \"x\"] 1. e4 * and so on\n\n1. d4 *"),
            "( [A] e4 * ) stray ( d4 * )"
        );
        assert_eq!(
            log("[A \"x\"] 1. e4 * {end} ; of it\n1-0"),
            "( [A] e4 * ) stray"
        );
    }
}
