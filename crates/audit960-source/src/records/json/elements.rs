//! The elements of an array of objects, found without parsing them.

use std::ops::Range;

use super::MAX_RECORD_BYTES;

/// An element, by its place in the text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Element {
    /// An object with matching brackets.
    Whole(Range<usize>),
    /// Where something begins that is none, and why.
    Broken(usize, &'static str),
}

/// Where a scan is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// Before the array, or after it.
    #[default]
    Outside,
    /// Between elements.
    Between,
    /// In an element.
    Inside(Nesting),
    /// In the rest of something broken, up to the next element.
    Skipping(Nesting),
}

/// What brackets and quotes are open in an element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Nesting {
    depth: u32,
    in_string: bool,
    escaped: bool,
}

impl Nesting {
    /// Takes a byte; returns whether it closes the element.
    const fn take(&mut self, byte: u8) -> bool {
        if self.escaped {
            self.escaped = false;
            return false;
        }
        match (self.in_string, byte) {
            (true, b'\\') => self.escaped = true,
            // A string cannot hold a line end: its closing quote is missing.
            (true, b'"' | b'\n') => self.in_string = false,
            (false, b'"') => self.in_string = true,
            (false, b'{' | b'[') => self.depth = self.depth.saturating_add(1),
            (false, b'}' | b']') => {
                self.depth = self.depth.saturating_sub(1);
                return self.depth == 0;
            }
            _ => {}
        }
        false
    }
}

/// Finds the elements of an array: the first of a text, or those that are members `games`. Several texts may
/// follow each other.
#[derive(Debug, Default)]
pub(super) struct Elements {
    state: State,
    /// Bytes from the start of the current text that were scanned.
    scanned: usize,
}

impl Elements {
    /// Whether no array is open.
    pub(super) const fn is_complete(&self) -> bool {
        matches!(self.state, State::Outside)
    }

    /// The next element of the text, and how many bytes are done with. Without an element more text is needed; all
    /// that is done with must be left out of it.
    pub(super) fn next(&mut self, text: &[u8], ended: bool) -> (usize, Option<Element>) {
        let mut start = 0;
        let mut at = std::mem::take(&mut self.scanned);
        while let Some(&byte) = text.get(at) {
            match &mut self.state {
                State::Outside => {
                    if byte == b'[' && self.opens_array(text, at, &mut start) {
                        self.state = State::Between;
                    }
                    at += 1;
                    // The name before an array may stand at the end of the text.
                    start = start.max((at + 1).saturating_sub(LOOK_BACK));
                }
                State::Between => {
                    at += 1;
                    start = at;
                    match byte {
                        b'{' => {
                            start = at - 1;
                            self.state = State::Inside(Nesting {
                                depth: 1,
                                ..Nesting::default()
                            });
                        }
                        b']' => self.state = State::Outside,
                        b',' => {}
                        blank if blank.is_ascii_whitespace() => {}
                        _ => {
                            self.state = State::Skipping(Nesting::default());
                            return (at, Some(Element::Broken(at - 1, "not an object")));
                        }
                    }
                }
                State::Inside(nesting) => {
                    if byte == b'{' && at > start {
                        match begins_element(text, at) {
                            Some(true) => {
                                self.state = State::Between;
                                let reason = "its brackets or quotes do not match";
                                return (at, Some(Element::Broken(start, reason)));
                            }
                            None if !ended => break,
                            _ => {}
                        }
                    }
                    at += 1;
                    if nesting.take(byte) {
                        self.state = State::Between;
                        return (at, Some(Element::Whole(start..at)));
                    }
                    if at - start > MAX_RECORD_BYTES {
                        self.state = State::Skipping(*nesting);
                        return (at, Some(Element::Broken(start, "longer than 8 MiB")));
                    }
                }
                State::Skipping(nesting) => {
                    start = at;
                    if byte == b'{' {
                        match begins_element(text, at) {
                            Some(true) => {
                                self.state = State::Between;
                                continue;
                            }
                            None if !ended => break,
                            _ => {}
                        }
                    }
                    // What is no object ends where the next element may begin.
                    if nesting.depth == 0 && !nesting.in_string && matches!(byte, b',' | b']') {
                        self.state = State::Between;
                        continue;
                    }
                    at += 1;
                    start = at;
                    if nesting.take(byte) {
                        self.state = State::Between;
                    }
                }
            }
        }
        if ended {
            if let State::Inside(_) = self.state {
                // This says that the array does not end, too.
                self.state = State::Outside;
                let reason = "the file ends within this game";
                return (text.len(), Some(Element::Broken(start, reason)));
            }
            return (text.len(), None);
        }
        self.scanned = at - start;
        (start, None)
    }

    /// Whether the bracket at a position opens the array of the games: nothing stands before it, or the name of the
    /// member `games`.
    fn opens_array(&self, text: &[u8], at: usize, start: &mut usize) -> bool {
        let before = text.get(..at).unwrap_or_default();
        let before = before.trim_ascii_end();
        let before = before.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(before);
        let opens = match before.strip_suffix(b":") {
            Some(name) => name.trim_ascii_end().ends_with(b"\"games\""),
            None => before.is_empty() || before.ends_with(b"]") || before.ends_with(b"}"),
        };
        *start = if opens { at + 1 } else { *start };
        opens
    }
}

/// Bytes before an array that are kept to find its name.
const LOOK_BACK: usize = 64;

/// Whether an element of chess.com's begins at a bracket; `None` if the text is too short to tell.
fn begins_element(text: &[u8], at: usize) -> Option<bool> {
    const NAME: &[u8] = b"\"url\"";
    /// Blanks that may stand between the parts.
    const ROOM: usize = 32;
    let after = text.get(at + 1..)?;
    let is_short = after.len() < NAME.len() + ROOM;
    let name = after.trim_ascii_start();
    match name.strip_prefix(NAME) {
        Some(rest) => match rest.trim_ascii_start().first() {
            Some(byte) => Some(*byte == b':'),
            None if is_short => None,
            None => Some(false),
        },
        None if is_short && NAME.starts_with(name) => None,
        None => Some(false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The elements of a text that comes in pieces of some length; broken ones by their reason.
    fn elements(text: &[u8], step: usize) -> (Vec<String>, bool) {
        let (mut elements, mut found) = (Elements::default(), Vec::new());
        let (mut from, mut to) = (0, 0);
        loop {
            let ended = to == text.len();
            let window = &text[from..to];
            let (consumed, element) = elements.next(window, ended);
            match element {
                Some(Element::Whole(range)) => {
                    found.push(String::from_utf8_lossy(&window[range]).into_owned());
                }
                Some(Element::Broken(at, reason)) => found.push(format!("{} {reason}", from + at)),
                None if ended => return (found, elements.is_complete()),
                None => to = text.len().min(to + step),
            }
            from += consumed;
        }
    }

    #[test]
    fn elements_do_not_depend_on_the_pieces() {
        let text = br#" {"games" : [{"url":"a]}","x":[1,{"y":"\"}"}]} ,
            {"pgn":"[E \"x\"]"}], "more":[{"a":1}]}"#;
        let expected = [
            r#"{"url":"a]}","x":[1,{"y":"\"}"}]}"#,
            r#"{"pgn":"[E \"x\"]"}"#,
        ];
        for step in [1, 2, 3, 7, 1000] {
            let (found, complete) = elements(text, step);
            assert_eq!(found, expected, "{step}");
            assert!(complete);
        }
        assert_eq!(elements(b"[{\"a\":1}]\n[{\"b\":2}]", 4).0.len(), 2);
    }

    #[test]
    fn damage_stays_within_its_element() {
        for step in [1, 5, 1000] {
            // A quote is missing, a bracket is missing, something else stands there, the end is missing.
            let text = br#"{"games":[{"url":"a,"x":1},{"url":"b","x":{},{"url":"c"},17,{"url":"d"},{"url":"#;
            let (found, complete) = elements(text, step);
            let reasons = "its brackets or quotes do not match";
            assert_eq!(
                found,
                [
                    format!("10 {reasons}"),
                    format!("27 {reasons}"),
                    "{\"url\":\"c\"}".to_owned(),
                    "57 not an object".to_owned(),
                    "{\"url\":\"d\"}".to_owned(),
                    "72 the file ends within this game".to_owned(),
                ],
                "{step}"
            );
            assert!(complete, "that the array does not end is said once");
        }
        assert!(!elements(b"{\"games\":[{\"url\":1},", 1).1);
    }
}
