//! An edit: what it replaces, how it is applied, and how it is shown.

use std::fmt::Write as _;
use std::ops::Range;

use audit960_board::start::SplitMix64;

/// Bytes removed at an offset, and bytes inserted there.
#[derive(Clone, Debug)]
pub(super) struct Splice {
    pub(super) at: usize,
    pub(super) remove: usize,
    pub(super) insert: Vec<u8>,
}

/// How an edit changes the text of a game.
#[derive(Clone, Debug)]
pub(super) enum Change {
    /// In order of offsets, without overlap.
    Splices(Vec<Splice>),
    /// The whole text at once.
    Whole(fn(&Sample) -> Vec<u8>),
}

/// An edit of one kind at one place.
#[derive(Clone, Debug)]
pub(super) struct Edit {
    pub(super) kind: &'static str,
    pub(super) change: Change,
}

/// A game to be edited, or one that stands beside it.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    /// From the first tag to the empty line after the termination.
    pub(super) text: Vec<u8>,
    /// Where the movetext begins.
    pub(super) movetext: usize,
    /// Where only white space is left.
    pub(super) tail: usize,
}

/// The lines of a text with their ends, LF, CR LF or CR; without the text after the last line end.
pub(super) fn lines(text: &[u8]) -> Vec<Range<usize>> {
    let (mut lines, mut start) = (Vec::new(), 0);
    for at in 0..text.len() {
        let ends = text[at] == b'\n' || (text[at] == b'\r' && text.get(at + 1) != Some(&b'\n'));
        if ends {
            lines.push(start..at + 1);
            start = at + 1;
        }
    }
    lines
}

impl Sample {
    /// The lines with their ends.
    pub(super) fn lines(&self) -> Vec<Range<usize>> {
        lines(&self.text)
    }

    /// The lines of the tag section.
    pub(super) fn tag_lines(&self) -> Vec<Range<usize>> {
        let mut lines = self.lines();
        lines.retain(|line| line.start < self.movetext && self.text[line.start] == b'[');
        lines
    }

    /// The line end this game uses.
    pub(super) fn line_end(&self) -> &'static [u8] {
        match self.text.iter().position(|b| matches!(b, b'\n' | b'\r')) {
            Some(at) if self.text[at..].starts_with(b"\r\n") => b"\r\n",
            Some(at) if self.text[at] == b'\r' => b"\r",
            _ => b"\n",
        }
    }

    /// The words of the movetext: the text between blanks.
    pub(super) fn words(&self) -> Vec<Range<usize>> {
        let (mut words, mut start) = (Vec::new(), None);
        for at in self.movetext..=self.tail {
            let blank = at == self.tail || self.text[at].is_ascii_whitespace();
            match (blank, start) {
                (false, None) => start = Some(at),
                (true, Some(from)) => {
                    words.push(from..at);
                    start = None;
                }
                _ => {}
            }
        }
        words
    }
}

impl Change {
    /// One splice.
    pub(super) fn at(at: usize, remove: usize, insert: impl Into<Vec<u8>>) -> Self {
        let insert = insert.into();
        Self::Splices(vec![Splice { at, remove, insert }])
    }

    /// The edited text.
    pub(super) fn apply(&self, sample: &Sample) -> Vec<u8> {
        let splices = match self {
            Self::Whole(change) => return change(sample),
            Self::Splices(splices) => splices,
        };
        let (mut text, mut at) = (Vec::with_capacity(sample.text.len() + 64), 0);
        for splice in splices {
            text.extend_from_slice(&sample.text[at..splice.at]);
            text.extend_from_slice(&splice.insert);
            at = splice.at + splice.remove;
        }
        text.extend_from_slice(&sample.text[at..]);
        text
    }
}

impl Edit {
    /// The edited text for people: `«inserted»`, `‹-removed-›`, unprintable bytes escaped.
    pub(super) fn show(&self, sample: &Sample) -> String {
        let mut shown = String::new();
        match &self.change {
            Change::Whole(change) => show_bytes(&change(sample), &mut shown),
            Change::Splices(splices) => {
                let mut at = 0;
                for splice in splices {
                    show_bytes(&sample.text[at..splice.at], &mut shown);
                    let end = splice.at + splice.remove;
                    if splice.remove > 0 {
                        shown.push_str("‹-");
                        show_bytes(&sample.text[splice.at..end], &mut shown);
                        shown.push_str("-›");
                    }
                    if !splice.insert.is_empty() {
                        shown.push('«');
                        show_bytes(&splice.insert, &mut shown);
                        shown.push('»');
                    }
                    at = end;
                }
                show_bytes(&sample.text[at..], &mut shown);
            }
        }
        shown
    }
}

fn show_bytes(bytes: &[u8], shown: &mut String) {
    for chunk in bytes.utf8_chunks() {
        for char in chunk.valid().chars() {
            match char {
                '\n' => shown.push('\n'),
                '\r' => shown.push('␍'),
                '\t' => shown.push('␉'),
                char if char.is_control() || (char.is_whitespace() && char != ' ') => {
                    _ = write!(shown, "{}", char.escape_unicode());
                }
                '\u{FEFF}' => shown.push_str("\\u{feff}"),
                char => shown.push(char),
            }
        }
        for byte in chunk.invalid() {
            _ = write!(shown, "\\x{byte:02x}");
        }
    }
}

/// Random choices, the same for the same seed.
#[derive(Clone, Debug)]
pub(super) struct Dice(SplitMix64);

impl Dice {
    /// The random numbers of one edit under a seed.
    pub(super) fn new(seed: u64, edit: u64) -> Self {
        let first = SplitMix64::new(seed).next_u64();
        let second = SplitMix64::new(first ^ edit).next_u64();
        Self(SplitMix64::new(second))
    }

    /// A number below `bound`, which is not 0.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0.below(u32::try_from(bound).unwrap()) as usize
    }

    /// One of the texts of a list, between which stands `|`.
    pub(super) fn pick_of(&mut self, list: &'static str) -> &'static str {
        let texts: Vec<&str> = list.split('|').collect();
        texts[self.below(texts.len())]
    }

    /// One of several; `None` if there is none.
    pub(super) fn pick<'i, T>(&mut self, items: &'i [T]) -> Option<&'i T> {
        (!items.is_empty()).then(|| &items[self.below(items.len())])
    }
}
