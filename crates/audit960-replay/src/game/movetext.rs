//! Handles the tokens of a game's movetext as the parser meets them.

use audit960_board::Resolved;
use audit960_pgn::{Aside, End, Irregular, LANGUAGES, MoveNumber, MovetextVisitor, SymbolOutcome};
use audit960_types::{Code, GameToken, SanWord, Side, TextSink};

use super::offers::{MAX_OFFER, OFFER_SIGN};
use super::span_at::SpanAt;
use super::tags::irregular_comment;
use super::{GameReplay, ReadMode};
use crate::language::has_foreign_letter;
use crate::lenient::are_playable;
use audit960_pgn::quoted;

/// Maximum number of half-moves of a record that are replayed. Under the Laws since July 2014 a game has at
/// most 17,697: 75 moves for each capture and pawn move but the last, and those between them.
const MAX_PLIES: u32 = 20_000;

impl<'a, S: TextSink> MovetextVisitor<'a> for GameReplay<'a, '_, S> {
    #[inline(always)]
    fn word(&mut self, word: SanWord, at: usize) -> bool {
        let at = SpanAt(at);
        if self.walk.reading != ReadMode::English || self.scratch.line.plies() >= MAX_PLIES {
            return self.word_in_other_mode(word, at);
        }
        let line = &mut self.scratch.line;
        let Some(plain) = line.position.play_plain(word) else {
            return self.word_slow_path(word, at);
        };
        line.follow(plain.played, plain.capture);
        self.walk.last_at = at;
        // Nearly all marks are right, and a game has at most one `#`.
        let doubtful = (plain.marked_check != line.position.in_check()) | plain.marked_mate;
        let exact =
            !doubtful || self.check_doubtful_mark(plain.marked_check, plain.marked_mate, at);
        let token = GameToken::Move { exact };
        let at = self.in_text(at);
        self.sink.token(token, at, word.len as usize);
        true
    }

    #[inline(always)]
    fn number(&mut self, number: MoveNumber, at: usize) -> bool {
        let position = &self.scratch.line.position;
        self.walk.reading == ReadMode::Nothing
            || self.walk.numbering.agrees(number, position)
            || self.number_disagrees(number, SpanAt(at))
    }

    #[cold]
    fn goes_on(&mut self, words: &[&'a [u8]], at: usize) -> bool {
        // The first walk has already decided where the game ends.
        if words.is_empty() || self.game.walked_again {
            return true;
        }
        let line = &self.scratch.line;
        match self.walk.reading {
            ReadMode::Nothing => self.goes_on_in_other_language(words, self.in_text(SpanAt(at))),
            // Words in another language belong to another game.
            _ if !self.game.foreign_letter && line.plies() > 0 && has_foreign_letter(words[0]) => {
                false
            }
            _ => are_playable(words, line.position.clone(), self.language()),
        }
    }

    #[cold]
    fn symbol(&mut self, symbol: &'a [u8], at: usize) -> SymbolOutcome {
        let at = SpanAt(at);
        self.game.foreign_letter |= has_foreign_letter(symbol);
        if self.walk.reading == ReadMode::Nothing {
            self.skip_word(symbol.len());
            return SymbolOutcome::Read;
        }
        if self.scratch.line.plies() >= MAX_PLIES {
            let message =
                format!("the record has more than {MAX_PLIES} half-moves; replay stops here");
            self.fail(Code::TooManyMoves, message, self.in_text(at), symbol.len());
            return SymbolOutcome::Read;
        }
        if self.walk.reading == ReadMode::KingSteps && self.castle_by_step(symbol, self.in_text(at))
        {
            return SymbolOutcome::Read;
        }
        // The fast path refuses a word with something run together with it.
        if let Some(word) = SanWord::new(symbol)
            && matches!(self.walk.reading, ReadMode::English | ReadMode::KingSteps)
            && self.word_slow_path(word, at)
        {
            return SymbolOutcome::Read;
        }
        self.read_leniently(symbol, self.in_text(at))
    }

    #[inline(always)]
    fn comment(&mut self, comment: &'a [u8], at: usize) {
        let at = self.in_text(SpanAt(at));
        self.sink.token(GameToken::Comment, at, comment.len());
        // A stated number gives the start position only before the first move.
        if !self.game.stated && !self.walk.skipped && self.scratch.line.plies() == 0 {
            self.handle_stated_number(comment, at);
        }
        if self.keeps_notes {
            self.add_move_notes(comment);
        }
        if comment.len() <= MAX_OFFER {
            self.note_offer(comment);
        }
    }

    #[inline(always)]
    fn aside(&mut self, what: Aside, at: usize, len: usize) {
        let token = match what {
            Aside::Annotation => GameToken::Annotation,
            Aside::Variation => {
                if len == OFFER_SIGN.len() {
                    self.note_offer_sign(at);
                }
                GameToken::Variation
            }
        };
        self.sink.token(token, self.in_text(SpanAt(at)), len);
    }

    #[cold]
    fn irregular(&mut self, kind: Irregular, at: usize, len: usize) {
        // Other variants have other words, such as `P@e4`.
        if self.tags.start.foreign && kind == Irregular::UnknownToken {
            return;
        }
        if kind == Irregular::BlackPeriods {
            if self.walk.reading != ReadMode::Nothing {
                let position = &self.scratch.line.position;
                self.walk.numbering.continue_with_black(position);
            }
            if !self.waits_for_white() {
                return;
            }
        }
        let at = self.in_text(SpanAt(at));
        let shown = |text: &[u8]| quoted(text).trim_end().to_owned();
        let text = &self.text[at..at + len.min(40)];
        if self.hides_move(kind, at, text) {
            let message = format!("{} cannot be read as a move", shown(text));
            return self.fail(Code::UnreadableMove, message, at, len);
        }
        // What it is, how many bytes stay unread, and what is said, with the text itself in the place of `{}`.
        let (code, unread, said) = match kind {
            Irregular::UnclosedComment => {
                let said = "the comment is not closed; it extends to the end of the game";
                (Code::UnclosedComment, len, said)
            }
            Irregular::UnclosedVariation => {
                let said = "the variation is not closed; it extends to the end of the game";
                (Code::UnclosedVariation, len, said)
            }
            Irregular::StrayClosing => (Code::StrayClosing, len, "{} closes nothing; ignored"),
            Irregular::StrayBrace => (Code::StrayBrace, len, "stray brace before a game; ignored"),
            Irregular::ControlByte => (
                Code::ControlBytes,
                len,
                "control characters; read as blanks",
            ),
            Irregular::EarlyTermination => (
                Code::EarlyTermination,
                0,
                "{} is in the middle of the movetext",
            ),
            Irregular::RepeatedTermination => (
                Code::SurplusTermination,
                0,
                "{} is after the end of the game; ignored",
            ),
            Irregular::UnusualBlank => {
                let said = "white space that PGN does not define; read as a space";
                (Code::UnusualLayout, 0, said)
            }
            Irregular::TagInComment | Irregular::BraceInComment => {
                let (code, said) = irregular_comment(kind);
                (code, 0, said)
            }
            Irregular::TagInMovetext => {
                (Code::TagInMovetext, len, "{} is in the movetext; ignored")
            }
            Irregular::BlackPeriods => (
                Code::UnknownToken,
                len,
                "{} says that Black moves next, not White",
            ),
            _ => (
                Code::UnknownToken,
                len,
                "{} is not part of the game; ignored",
            ),
        };
        let message = said.replace("{}", &shown(text));
        self.walk.unread += unread as u64;
        if matches!(
            code,
            Code::EarlyTermination | Code::TagInMovetext | Code::UnknownToken
        ) {
            self.sink.token(GameToken::Unread, at, len);
        }
        let whole = matches!(
            kind,
            Irregular::UnknownToken | Irregular::RepeatedTermination
        );
        self.note_move(code, at, if whole { len } else { 1 }, message);
    }
}

impl<'a, S: TextSink> GameReplay<'a, '_, S> {
    /// Whether the record is being replayed and White is to move.
    fn waits_for_white(&self) -> bool {
        self.walk.reading != ReadMode::Nothing && self.scratch.line.position.turn() == Side::White
    }

    /// Keeps clock, time and evaluation that a comment states for the half-move before it. After a move that
    /// failed, that half-move is not known.
    #[inline(never)]
    fn add_move_notes(&mut self, comment: &[u8]) {
        if self.walk.reading != ReadMode::Nothing {
            let line = &self.scratch.line;
            let side = line.position.turn().other();
            self.scratch.notes.take(comment, line.plies(), side);
        }
    }

    /// Passes a plain move that is not read, or plays one in another language; `false` leaves it to
    /// [`MovetextVisitor::symbol`], which does the same with any word.
    #[inline(never)]
    fn word_in_other_mode(&mut self, word: SanWord, at: SpanAt) -> bool {
        match self.walk.reading {
            ReadMode::Nothing if word.has_plain_form() => self.skip_word(word.len as usize),
            ReadMode::Other(language) if self.scratch.line.plies() < MAX_PLIES => {
                let line = &mut self.scratch.line;
                let english = LANGUAGES[language].to_english(word);
                let Some(plain) = english.and_then(|word| line.position.play_plain(word)) else {
                    return false;
                };
                line.follow(plain.played, plain.capture);
                let token = GameToken::Move { exact: false };
                self.sink.token(token, self.in_text(at), 0);
                self.check_mark(plain.marked_check, plain.marked_mate, at);
            }
            _ => return false,
        }
        self.game.foreign_letter |= has_foreign_letter(&[word.byte(0)]);
        true
    }

    /// Passes a word while moves are not read.
    fn skip_word(&mut self, len: usize) {
        self.walk.skipped = true;
        // The words of other variants are not read, so they do not count as unread.
        if !self.tags.start.foreign {
            self.walk.unread += len as u64;
        }
    }

    /// Plays a word that the fast path refuses; `false` if it is not a legal move in strict SAN, or between two
    /// named squares.
    #[inline(never)]
    fn word_slow_path(&mut self, word: SanWord, at: SpanAt) -> bool {
        let resolved = self.scratch.line.position.play_strict(word);
        match resolved {
            Some(resolved) => {
                self.follow_resolved(resolved, at, word.len as usize);
                true
            }
            None => self.play_long_move(word, at),
        }
    }

    /// Follows a move that the slow path has played on the position.
    fn follow_resolved(&mut self, resolved: Resolved, at: SpanAt, len: usize) {
        let line = &mut self.scratch.line;
        line.follow(resolved.played, resolved.capture);
        if resolved.castling {
            line.note_castling(resolved.played);
            self.note_inferred_right(self.in_text(at), len);
        }
        let right = self.check_mark(resolved.marked_check, resolved.marked_mate, at);
        let exact = right && !resolved.over_disambiguated;
        let token = GameToken::Move { exact };
        let at = self.in_text(at);
        self.sink.token(token, at, len);
        if resolved.over_disambiguated {
            let shown = quoted(&self.text[at..at + len]);
            let message = format!("{shown} has more disambiguation than is needed");
            // The finding is about the move that has just been played.
            let ply = self.scratch.line.plies();
            self.note_ply(Code::OverDisambiguation, at, len, ply, message);
        }
    }

    /// Whether the mark of the move just followed is right: `marked` with `+` or `#`, `mate` with `#`. A `+`
    /// where the move mates is found only at the end of the game.
    pub(super) fn check_mark(&mut self, marked: bool, mate: bool, at: SpanAt) -> bool {
        self.walk.last_at = at;
        let doubtful = (marked != self.scratch.line.position.in_check()) | mate;
        !doubtful || self.check_doubtful_mark(marked, mate, at)
    }

    /// Whether a doubtful mark is right.
    #[cold]
    fn check_doubtful_mark(&mut self, marked: bool, mate: bool, at: SpanAt) -> bool {
        let position = &self.scratch.line.position;
        let false_mate = mate && position.in_check() && position.has_legal_move();
        let wrong = marked != position.in_check() || false_mate;
        if wrong || mate {
            self.walk.mark_checked_ply = self.scratch.line.plies();
        }
        if wrong {
            self.note_mark(at);
        }
        !wrong
    }

    pub(super) fn note_mark(&mut self, at: SpanAt) {
        let ply = self.scratch.line.plies();
        self.walk.marks.count += 1;
        let at = self.in_text(at);
        self.walk.marks.first.get_or_insert((at, ply));
    }

    /// Ends the movetext: retries the game if it failed, then handles its end.
    pub(super) fn end_movetext(&mut self, at: usize, end: End) {
        self.movetext_end = at;
        let stop = match end {
            End::Marker { at, .. } => self.in_text(SpanAt(at)),
            End::Tags | End::Text | End::Restart => at,
        };
        if !self.is_declared_illegal(stop) {
            self.retry();
        }
        self.report_numbering(stop);
        match end {
            End::Marker { marker, at, len } => {
                let result = marker.result;
                let at = self.in_text(SpanAt(at));
                self.game.marker = Some((result, at));
                self.sink.token(GameToken::Termination, at, len);
                let before = self.text[self.movetext_at..at].last();
                let glued = before.is_some_and(u8::is_ascii_alphanumeric);
                if glued && self.text[at] != b'*' {
                    let message = format!("a blank is missing before {result}");
                    self.note(Code::WordBoundary, at, len, message);
                }
                if !marker.standard {
                    let message = match &self.text[at..at + len] {
                        b"0-0" => "0-0: neither side has a point; the result is *".to_owned(),
                        _ => format!("the result is not written as {result}"),
                    };
                    self.note(Code::ResultSpelling, at, len, message);
                }
            }
            End::Tags | End::Text | End::Restart => {
                let message = "the game ends without 1-0, 0-1, 1/2-1/2 or *";
                let text = self.text[..at].trim_ascii_end();
                self.note(
                    Code::NoTermination,
                    text.len().max(self.begin.at()),
                    1,
                    message,
                );
            }
        }
    }

    /// The end of the current span, as an offset in the text.
    pub(super) fn span_end(&self) -> usize {
        self.span + self.span_len
    }
}
