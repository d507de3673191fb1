//! Handles words of a game that are not strict SAN: leniencies, and words that stay unread.

use audit960_board::{Move, Position};
use audit960_pgn::scanned::count_scanned;
use audit960_pgn::{Irregular, LANGUAGES, Language, SymbolOutcome, could_be_move};
use audit960_types::{Code, GameToken, TextSink};

use super::span_at::SpanAt;
use super::{GameReplay, ReadMode};
use crate::lenient::{self, LenientMove, LenientOutcome};
use audit960_pgn::quoted;

/// Maximum number of bytes of an escape line that are searched for moves.
const MAX_LINE: usize = 80;

/// Maximum length in bytes of a word whose pieces are unread.
const MAX_PIECES: usize = 8;

impl<'a, S: TextSink> GameReplay<'a, '_, S> {
    /// The language that words are read in.
    pub(super) fn language(&self) -> &'static Language {
        match self.walk.reading {
            ReadMode::Other(index) => &LANGUAGES[index],
            _ => &Language::ENGLISH,
        }
    }

    /// Reads a symbol that is not strict SAN; `at` counts from the start of the text.
    pub(super) fn read_leniently(&mut self, symbol: &'a [u8], at: usize) -> SymbolOutcome {
        let read = lenient::read(&self.scratch.line.position, symbol, self.language());
        match read {
            LenientOutcome::Move(read) => {
                if symbol == b"0-0" && self.is_double_loss(at + symbol.len()) {
                    return SymbolOutcome::DoubleLoss;
                }
                if read.codes.contains(&Code::PromotionMissing)
                    && self.comment_at(at + symbol.len())
                {
                    let shown = quoted(symbol);
                    let message = format!("{shown} names no promotion piece before a comment");
                    self.fail(Code::UnreadableMove, message, at, symbol.len());
                    return SymbolOutcome::Read;
                }
                for &code in &read.codes {
                    if self.findings.counts(code) {
                        continue;
                    }
                    let position = &self.scratch.line.position;
                    let message = lenient::message(code, symbol, position, read.played);
                    self.note_move(code, at, symbol.len(), message);
                }
                self.walk.unread += u64::from(read.unread);
                self.play_read(&read, at);
            }
            LenientOutcome::CastlingWithoutRight { .. } => {
                if symbol == b"0-0" && self.ends_text(at + symbol.len()) {
                    return SymbolOutcome::DoubleLoss;
                }
                let message = format!("{} is not legal here", quoted(symbol));
                self.fail(Code::IllegalMove, message, at, symbol.len());
            }
            LenientOutcome::Passed(Code::EnPassantSuffix) => {
                let message = "e.p. is ignored";
                self.note(Code::EnPassantSuffix, at, symbol.len(), message);
            }
            LenientOutcome::Passed(_) => return self.read_other(symbol, at),
            LenientOutcome::Failed(code, message) => {
                if symbol == b"0-0" && self.ends_text(at + symbol.len()) {
                    return SymbolOutcome::DoubleLoss;
                }
                if code != Code::NullMove
                    && (self.read_run_together(symbol, at) || self.read_after_number(symbol, at))
                {
                    return SymbolOutcome::Read;
                }
                if code == Code::UnreadableMove
                    && let Some(end) = self.read_together(symbol, at)
                {
                    return SymbolOutcome::ReadTo(self.in_span(end).0);
                }
                self.fail(code, message, at, symbol.len());
            }
        }
        SymbolOutcome::Read
    }

    /// Whether a comment begins exactly at an offset, or after the `=` of a promotion there.
    fn comment_at(&self, at: usize) -> bool {
        let rest = &self.text[at..self.span_end()];
        matches!(rest, [b';' | b'{', ..] | [b'=', b';' | b'{', ..])
    }

    /// Handles a word that does not have the form of a move: it is a move with the next word, or an
    /// unreadable move where a move must be, or ignored as unread.
    fn read_other(&mut self, symbol: &'a [u8], at: usize) -> SymbolOutcome {
        if let Some(end) = self.read_together(symbol, at) {
            return SymbolOutcome::ReadTo(self.in_span(end).0);
        }
        let shown = quoted(symbol);
        let end = at + symbol.len();
        if self.is_in_place_of_move(symbol, at) {
            let message = format!("{shown} cannot be read as a move");
            self.fail(Code::UnreadableMove, message, at, symbol.len());
        } else {
            self.walk.unread += symbol.len() as u64;
            self.sink.token(GameToken::Unread, at, symbol.len());
            let message = format!("{shown} is not part of the game; ignored");
            self.note_move(Code::UnknownToken, at, symbol.len(), message);
        }
        self.walk.unread_to = end;
        SymbolOutcome::Read
    }

    /// Whether an unread word is where a move must be: after a move number, at the end of the record and
    /// beginning like a move, or as a piece of a word that is unread as a whole.
    fn is_in_place_of_move(&self, symbol: &[u8], at: usize) -> bool {
        let before = self.text[self.movetext_at..at].trim_ascii_end();
        let behind_number = before.ends_with(b".") || {
            let is_digit = |byte: &&u8| byte.is_ascii_digit();
            let digits = before.iter().rev().take_while(is_digit).count();
            // The digit of a square is not a move number.
            let apart = before[..before.len() - digits].last();
            let apart = apart.is_none_or(u8::is_ascii_whitespace);
            (1..=3).contains(&digits) && apart && before.len() < at - self.movetext_at
        };
        let annotation = matches!(symbol, b"N" | b"D");
        let letters = symbol.iter().all(u8::is_ascii_lowercase) && symbol.len() > 3;
        let like_move = matches!(
            symbol[0],
            b'K' | b'Q' | b'R' | b'B' | b'N' | b'O' | b'a'..=b'h'
        );
        if symbol[0].is_ascii_alphabetic() && behind_number && !letters {
            return true;
        }
        if like_move && !letters && !annotation && self.is_last(at + symbol.len()) {
            return true;
        }
        // The letter of a piece without its square: `N c6` and `B/\a6` are not pawn moves. N is also an
        // annotation, but not before what may be its square.
        let square_follows = || {
            let rest = &self.text[at + symbol.len()..self.span_end()];
            let next = rest.iter().find(|byte| byte.is_ascii_alphanumeric());
            next.is_some_and(|byte| matches!(byte, b'a'..=b'h' | b'x'))
        };
        let is_mark = |byte: &&u8| !byte.is_ascii_alphanumeric();
        let marks = symbol.iter().rev().take_while(is_mark).count();
        let letter = &symbol[..symbol.len() - marks];
        if matches!(letter, b"K" | b"Q" | b"R" | b"B") || letter == b"N" && square_follows() {
            return true;
        }
        // `Q99.b6`: a move number inside a move.
        let numbered = matches!(symbol, [b'K' | b'Q' | b'R' | b'B' | b'N', digits @ ..]
            if !digits.is_empty() && digits.iter().all(u8::is_ascii_digit));
        if numbered && self.text.get(at + symbol.len()) == Some(&b'.') {
            return true;
        }
        // `Be.p.f6`, `N[Round "1"]a5`: a mark or a tag pair inside a move, whose rest follows without a blank.
        let goes_on = self.text.get(at + symbol.len());
        let goes_on =
            goes_on.is_some_and(|byte| matches!(byte, b'a'..=b'h' | b'x' | b'1'..=b'8' | b'['));
        if matches!(symbol[0], b'K' | b'Q' | b'R' | b'B' | b'N') && goes_on {
            return true;
        }
        // After an ECO code there is no period; after a move number there is.
        if could_be_move(&symbol[..symbol.len().min(2)])
            && self.text.get(at + symbol.len()) == Some(&b'.')
        {
            return true;
        }
        // `N?3`: the pieces of the word are not separated by a blank.
        let text = &self.text[self.movetext_at..at];
        let piece = text
            .iter()
            .rev()
            .take_while(|byte| !byte.is_ascii_whitespace());
        let from = at - piece.take(MAX_PIECES).count();
        let whole = &self.text[from..at + symbol.len()];
        let word: Vec<u8> = whole
            .iter()
            .copied()
            .filter(u8::is_ascii_alphanumeric)
            .collect();
        from < self.walk.unread_to
            && self.walk.unread_to <= at
            && matches!(
                word[..],
                [
                    b'K' | b'Q' | b'R' | b'B' | b'N' | b'a'..=b'h',
                    b'1'..=b'8' | b'a'..=b'h',
                    ..,
                ]
            )
    }

    /// Whether the record ends at an offset: only white space, comments and annotations follow before a
    /// termination marker, a tag pair or the end of the span.
    fn is_last(&self, at: usize) -> bool {
        let rest = skip_comments(&self.text[at..self.span_end()]);
        matches!(rest, [] | [b'*' | b'[', ..])
            || rest.starts_with(b"1-0")
            || rest.starts_with(b"0-1")
            || rest.starts_with(b"1/2")
            || rest.starts_with("½".as_bytes())
    }

    /// Whether only white space follows an offset before a tag pair or the end of the span.
    fn ends_text(&self, at: usize) -> bool {
        let rest = self.text[at..self.span_end()].trim_ascii_start();
        matches!(rest, [] | [b'[', ..])
    }

    /// Whether `0-0` at the end of a record is the result although castling is legal there.
    fn is_double_loss(&self, end: usize) -> bool {
        let tag = self.tags.roster.raw(audit960_pgn::Tag::Result);
        tag == Some(b"0-0") && self.ends_text(end)
    }

    /// Whether text that no rule of the grammar covers could contain a move.
    pub(super) fn hides_move(&self, kind: Irregular, at: usize, text: &[u8]) -> bool {
        if kind == Irregular::UnknownToken && text.starts_with(b"%") {
            // An escape line begins in column 1 (PGN 6); this one may not have been meant as one.
            let rest = &self.text[at..self.span_end().min(at + MAX_LINE)];
            let line = rest.split(|byte| matches!(byte, b'\n' | b'\r')).next();
            return self.walk.reading != ReadMode::Nothing
                && line.is_some_and(|line| {
                    count_scanned(line.len());
                    line.split(|byte| !byte.is_ascii_alphanumeric())
                        .any(could_be_move)
                });
        }
        kind == Irregular::UnknownToken
            && self.walk.reading != ReadMode::Nothing
            && text.starts_with(b"<")
            && (text.windows(2).any(|pair| pair == b"--")
                || text
                    .split(|byte| !byte.is_ascii_alphanumeric())
                    .any(could_be_move))
    }

    /// Whether a new game begins at the number 1: the next word is illegal here and legal from the orthodox
    /// arrangement.
    pub(super) fn restarts(&self, at: SpanAt) -> bool {
        let rest = &self.text[self.in_text(at)..self.span_end()];
        let number = rest
            .iter()
            .take_while(|b| b.is_ascii_digit() || **b == b'.' || b.is_ascii_whitespace());
        let rest = &rest[number.count().min(rest.len())..];
        let word = &rest[..rest.iter().take_while(|b| b.is_ascii_graphic()).count()];
        let legal = |position: &Position| {
            matches!(
                lenient::read(position, word, self.language()),
                LenientOutcome::Move(_)
            )
        };
        !legal(&self.scratch.line.position) && legal(&Position::standard())
    }

    /// Stops the replay at a word with a finding, unless it is an illegal move that is replayed.
    pub(super) fn fail(&mut self, code: Code, message: String, at: usize, len: usize) {
        if code == Code::IllegalMove && self.keep_illegal(at, len) {
            return;
        }
        self.walk.unread += len as u64;
        self.note_move(code, at, len, message);
        self.walk.failed = Some(code);
        self.walk.failed_at = at;
        self.walk.reading = ReadMode::Nothing;
    }

    /// Plays a move of the lenient parser.
    pub(super) fn play_read(&mut self, read: &LenientMove, at: usize) {
        self.play(read.played, read.marked_check, read.marked_mate, at);
    }

    /// Plays a move that the fast path did not read.
    pub(super) fn play(&mut self, played: Move, marked_check: bool, marked_mate: bool, at: usize) {
        let castling = self.scratch.line.position.is_castling(played);
        if self.walk.reading == ReadMode::AfterIllegal {
            if self.scratch.line.position.captures_king(played) {
                let message = "a king is captured".to_owned();
                return self.fail(Code::IllegalMove, message, at, 1);
            }
            self.scratch.line.play_after_illegal(played);
        } else {
            self.scratch.line.play(played);
        }
        self.sink.token(GameToken::Move { exact: false }, at, 0);
        if castling {
            self.note_inferred_right(at, 1);
        }
        self.check_mark(marked_check, marked_mate, self.in_span(at));
    }
}

/// Maximum number of comments and annotations that are skipped.
const MAX_COMMENTS: usize = 8;

/// Skips white space, comments in braces and annotations at the beginning of a text.
fn skip_comments(text: &[u8]) -> &[u8] {
    let mut rest = text.trim_ascii_start();
    for _ in 0..MAX_COMMENTS {
        let behind = match rest {
            [b'{', ..] => memchr::memchr(b'}', rest).map(|end| &rest[end + 1..]),
            [b'$' | b'!' | b'?', after @ ..] => {
                let digits = after.iter().take_while(|byte| byte.is_ascii_digit());
                Some(&after[digits.count()..])
            }
            _ => None,
        };
        let Some(behind) = behind else {
            break;
        };
        count_scanned(rest.len() - behind.len());
        rest = behind.trim_ascii_start();
    }
    rest
}
