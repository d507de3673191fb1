//! Words run together or split: a blank or a line break is missing, or there is one too many.

use audit960_pgn::scanned::count_scanned;
use audit960_pgn::{MoveNumber, MovetextVisitor, Part, split_glued, white_space};
use audit960_types::{Code, TextSink};

use super::GameReplay;
use crate::lenient::{self, LenientOutcome};
use audit960_pgn::quoted;

/// Maximum length of a word that was split, in bytes.
const MAX_TORN: usize = 8;

/// Maximum white space between the two parts of a split move, in bytes.
const MAX_BLANKS: usize = 4;

impl<'a, S: TextSink> GameReplay<'a, '_, S> {
    /// Plays a symbol that is several moves run together, if all are legal; `false` if it is not.
    pub(super) fn read_run_together(&mut self, symbol: &'a [u8], at: usize) -> bool {
        let period = self.text.get(at + symbol.len()) == Some(&b'.');
        let ways = split_glued(symbol, period);
        count_scanned(ways.len() * symbol.len());
        let language = self.language();
        let legal = |parts: &Vec<Part<'_>>| {
            let mut position = self.scratch.line.position.clone();
            parts.iter().all(|part| match part {
                Part::Word(word) => match lenient::read(&position, word, language) {
                    LenientOutcome::Move(read) if read.codes.iter().all(harmless) => {
                        position.play(read.played);
                        true
                    }
                    _ => false,
                },
                Part::Number(_) => true,
            })
        };
        let Some(parts) = ways.iter().find(|parts| legal(parts)) else {
            return false;
        };
        let shown = quoted(symbol);
        let words = parts.iter().map(|part| match part {
            Part::Word(word) => quoted(word),
            Part::Number(digits) => format!("{}.", quoted(digits)),
        });
        let words = words.collect::<Vec<_>>().join(" ");
        let message = format!("{shown} read as {words}: a blank is missing");
        self.note_move(Code::WordBoundary, at, symbol.len(), message);
        let mut from = at;
        for part in parts {
            match part {
                Part::Word(word) => {
                    let position = &self.scratch.line.position;
                    if let LenientOutcome::Move(read) = lenient::read(position, word, language) {
                        self.play_read(&read, from);
                    }
                    from += word.len();
                }
                Part::Number(digits) => {
                    let value = digits.iter().fold(0, |n, b| n * 10 + u32::from(b - b'0'));
                    let black = false;
                    self.number(MoveNumber { value, black }, self.in_span(from).0);
                }
            }
        }
        true
    }

    /// Plays a move that follows its move number without a period; `false` if it is not one.
    pub(super) fn read_after_number(&mut self, symbol: &'a [u8], at: usize) -> bool {
        let digits = symbol
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        let (number, word) = symbol.split_at(digits);
        let value = number
            .iter()
            .take(4)
            .fold(0, |n, b| n * 10 + u32::from(b - b'0'));
        let position = &self.scratch.line.position;
        if !(1..=3).contains(&digits) || value != position.move_number() {
            return false;
        }
        let LenientOutcome::Move(read) = lenient::read(position, word, self.language()) else {
            return false;
        };
        if !read.codes.iter().all(harmless) {
            return false;
        }
        let message = format!("{} read as {value}. {}", quoted(symbol), quoted(word));
        self.note_move(Code::WordBoundary, at, symbol.len(), message);
        self.number(
            MoveNumber {
                value,
                black: false,
            },
            self.in_span(at).0,
        );
        self.play_read(&read, at);
        true
    }

    /// Plays a symbol that forms a move with the next one, `N f3`; returns the offset of its end in the text.
    pub(super) fn read_together(&mut self, symbol: &'a [u8], at: usize) -> Option<usize> {
        let rest = &self.text[at + symbol.len()..self.span_end()];
        let blanks = white_space(&rest[..rest.len().min(2 * MAX_BLANKS)]);
        let next = &rest[blanks..];
        let len = next
            .iter()
            .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'=' | b'+' | b'#'))
            .count();
        count_scanned(blanks + len);
        if !(1..=MAX_BLANKS).contains(&blanks) || len == 0 || symbol.len() + len > MAX_TORN {
            return None;
        }
        let next = &next[..len];
        let joined = [symbol, next].concat();
        let position = &self.scratch.line.position;
        // The symbol is an annotation and the next one a move by itself.
        let own = matches!(symbol, b"N" | b"D")
            && matches!(
                lenient::read(position, next, self.language()),
                LenientOutcome::Move(_)
            );
        let LenientOutcome::Move(read) = lenient::read(position, &joined, self.language()) else {
            return None;
        };
        // A needless rank or file is more likely the rest of another move: `Q4 d5` was `Qh4 d5`.
        let needless = read.codes.contains(&Code::OverDisambiguation);
        if own || needless || !read.codes.iter().all(harmless) {
            return None;
        }
        let end = at + symbol.len() + blanks + len;
        let shown = quoted(&self.text[at..end]);
        let message = format!("{shown} read as {}: a blank too many", quoted(&joined));
        self.note_move(Code::WordBoundary, at, end - at, message);
        self.play_read(&read, at);
        Some(end)
    }
}

/// Whether a word with this leniency may still be split or joined.
fn harmless(code: &Code) -> bool {
    matches!(
        code,
        Code::CheckMark | Code::CaptureMark | Code::OverDisambiguation | Code::CastlingZeros
    )
}
