//! Moves of a game as they are met.

use audit960_board::{Move, Resolved};
use audit960_pgn::work::looked_at;
use audit960_pgn::{End, Irregular, LANGUAGES, Language, MovetextVisitor, walk_movetext};
use audit960_types::{Code, FactSink, Role, SanWord, Wing};

use super::{GameReplay, Marks, Reading};
use crate::language::{Translation, translate};
use crate::lenient::{self, Lenient};
use crate::place::quoted;

impl<'a, S: FactSink> MovetextVisitor<'a> for GameReplay<'a, '_, S> {
    #[inline(always)]
    fn word(&mut self, word: SanWord, at: usize) -> bool {
        if self.reading != Reading::English {
            return false;
        }
        let line = &mut self.scratch.line;
        let Some(plain) = line.position.play_plain(word) else {
            return self.word_with_care(word, at);
        };
        line.follow(plain.played, plain.capture, &self.law);
        self.last_at = at;
        // Nearly all marks are right, and `#` stands behind one move of a game at most.
        if (plain.marked_check != line.position.in_check()) | plain.marked_mate {
            self.look_at_mark(plain.marked_check, plain.marked_mate, at);
        }
        true
    }

    #[cold]
    fn symbol(&mut self, symbol: &'a [u8], at: usize) {
        if self.reading == Reading::Nothing {
            self.skipped = true;
            return;
        }
        // The hot path refuses a word with something glued to it.
        if let Some(word) = SanWord::new(symbol)
            && self.reading == Reading::English
            && self.word_with_care(word, at)
        {
            return;
        }
        self.read_leniently(symbol, self.span + at);
    }

    #[inline(always)]
    fn comment(&mut self, comment: &'a [u8], at: usize) {
        // Only before the first move does a number tell where the game starts.
        if !self.stated && !self.skipped && self.scratch.line.plies() == 0 {
            self.hear_stated_number(comment, self.span + at);
        }
    }

    #[cold]
    fn irregular(&mut self, kind: Irregular, at: usize, len: usize) {
        let at = self.span + at;
        let (code, message) = match kind {
            Irregular::UnclosedComment => (
                Code::UnclosedComment,
                "the comment is not closed; it takes the rest of the game".to_owned(),
            ),
            Irregular::UnclosedVariation => (
                Code::UnclosedVariation,
                "the variation is not closed; it takes the rest of the game".to_owned(),
            ),
            Irregular::StrayClosing => {
                let shown = char::from(self.text[at]);
                (
                    Code::StrayClosing,
                    format!("{shown} closes nothing; passed over"),
                )
            }
            Irregular::ControlByte => {
                if std::mem::replace(&mut self.said.control_bytes, true) {
                    return;
                }
                (
                    Code::ControlBytes,
                    "control characters; read as blanks".to_owned(),
                )
            }
            Irregular::UnknownToken => {
                let shown = quoted(&self.text[at..at + len.min(20)]);
                let message = format!("{} is no part of a game; passed over", shown.trim_end());
                (Code::UnknownToken, message)
            }
        };
        let len = if kind == Irregular::UnknownToken {
            len
        } else {
            1
        };
        self.note_move(code, at, len, message);
    }
}

impl<'a, S: FactSink> GameReplay<'a, '_, S> {
    /// A word that is no plain move.
    #[inline(never)]
    fn word_with_care(&mut self, word: SanWord, at: usize) -> bool {
        let resolved = self.scratch.line.position.play_with_care(word);
        if let Some(resolved) = resolved {
            self.took(resolved, at, word.len as usize);
        }
        resolved.is_some()
    }

    /// A move that is not plain has been played on the position.
    fn took(&mut self, resolved: Resolved, at: usize, len: usize) {
        let line = &mut self.scratch.line;
        line.follow(resolved.played, resolved.capture, &self.law);
        if resolved.castling {
            line.note_castling(resolved.played);
        }
        self.heed_mark(resolved.marked_check, resolved.marked_mate, at);
        if resolved.over_disambiguated {
            let at = self.span + at;
            let shown = quoted(&self.text[at..at + len]);
            let message = format!("{shown} names more than is needed");
            self.note_move(Code::OverDisambiguation, at, len, message);
            // The note is about the move that has just been played.
            if let Some(note) = self.findings.last_mut() {
                note.ply = note.ply.map(|ply| ply - 1);
            }
        }
    }

    /// A move has been followed: `marked` with `+` or `#`, `mate` with `#`.
    fn heed_mark(&mut self, marked: bool, mate: bool, at: usize) {
        self.last_at = at;
        if (marked != self.scratch.line.position.in_check()) | mate {
            self.look_at_mark(marked, mate, at);
        }
    }

    /// Whether a mark is right.
    #[cold]
    fn look_at_mark(&mut self, marked: bool, mate: bool, at: usize) {
        let position = &self.scratch.line.position;
        let false_mate = mate && position.in_check() && position.has_legal_move();
        let wrong = marked != position.in_check() || false_mate;
        if wrong || mate {
            self.settled = self.scratch.line.plies();
        }
        if wrong {
            self.note_mark(at);
        }
    }

    pub(super) fn note_mark(&mut self, at: usize) {
        let ply = self.scratch.line.plies();
        self.marks.count += 1;
        self.marks.first.get_or_insert((self.span + at, ply));
    }

    fn read_leniently(&mut self, symbol: &'a [u8], at: usize) {
        let language = match self.reading {
            Reading::Other(index) => &LANGUAGES[index],
            _ => &Language::ENGLISH,
        };
        let shown = || quoted(symbol);
        match lenient::read(&self.scratch.line.position, symbol, language) {
            Lenient::Move {
                played,
                codes,
                marked_check,
                marked_mate,
            } => {
                for code in codes {
                    let message =
                        lenient::message(code, symbol, &self.scratch.line.position, played);
                    self.note_move(code, at, symbol.len(), message);
                }
                self.play(played, marked_check, marked_mate, at);
            }
            Lenient::CastlingWithoutRight { wing, codes } => {
                self.castle_without_right(wing, &codes, symbol, at);
            }
            Lenient::Passed(Code::EnPassantSuffix) => {
                self.note(
                    Code::EnPassantSuffix,
                    at,
                    symbol.len(),
                    "e.p. is passed over",
                );
            }
            Lenient::Passed(code) => {
                let message = format!("{} is no part of a game; passed over", shown());
                self.note_move(code, at, symbol.len(), message);
            }
            Lenient::Failed(code, message) => self.fail(code, message, at, symbol.len()),
        }
    }

    fn fail(&mut self, code: Code, message: String, at: usize, len: usize) {
        self.note_move(code, at, len, message);
        self.failed = Some(code);
        self.reading = Reading::Nothing;
    }

    /// Plays a move that was not read by the hot path.
    fn play(&mut self, played: Move, marked_check: bool, marked_mate: bool, at: usize) {
        self.scratch.line.play(played, &self.law);
        self.heed_mark(marked_check, marked_mate, at - self.span);
    }

    /// A FEN may have forgotten a right: if castling was possible all along but for that, the
    /// right is granted from the start on.
    fn castle_without_right(&mut self, wing: Wing, codes: &[Code], symbol: &'a [u8], at: usize) {
        let side = self.scratch.line.position.turn();
        let shown = quoted(symbol);
        let mut granted = self.scratch.line.start.clone();
        // Without a FEN the rights are known, and a field that names one rook of a side denies the
        // other.
        let forgotten = self.sheet.has(audit960_pgn::Tag::Fen)
            && granted.castling_rights().all(|(holder, ..)| holder != side);
        let possible = forgotten && granted.grant_right(side, wing);
        let moves: Vec<Move> = self.scratch.line.trail.moves().collect();
        looked_at(moves.len());
        let mut replayed = granted.clone();
        for played in &moves {
            replayed.play(*played);
        }
        let rook = replayed.legal_castling(wing).filter(|_| possible);
        let Some(rook) = rook else {
            let message = format!("{shown} is not legal here");
            return self.fail(Code::IllegalMove, message, at, symbol.len());
        };
        let king = replayed.pieces()[side as usize][Role::King as usize].trailing_zeros() as usize;
        let message = format!(
            "{shown}: the FEN gives {side} no such right; granted, as nothing else forbids it"
        );
        self.note_move(Code::RightInferred, at, symbol.len(), message);
        let played = Move::new(king, rook);
        for code in codes {
            let message = lenient::message(*code, symbol, &replayed, played);
            self.note_move(*code, at, symbol.len(), message);
        }
        // All of it once more: with the right, positions are others (Laws 9.2.3) and so are FENs.
        let line = &mut self.scratch.line;
        let fen = granted.xfen();
        line.begin(granted, &fen, &self.law);
        for played in moves {
            line.play(played, &self.law);
        }
        let (check, mate) = (symbol.ends_with(b"+"), symbol.ends_with(b"#"));
        self.play(played, check, mate, at);
    }

    /// The movetext is over: try other languages if it failed, then look at how it ended.
    pub(super) fn end_movetext(&mut self, at: usize, end: End) {
        if self.start.wants_number {
            let message = "Chess960 is named, but no start position is given";
            let tag = audit960_pgn::Tag::Variant;
            let at = if self.sheet.has(tag) {
                self.sheet.place(tag)
            } else {
                self.begin.at()
            };
            self.note(Code::MissingStart, at, 1, message);
        }
        let unread = [Code::IllegalMove, Code::AmbiguousMove, Code::UnreadableMove];
        if self.failed.is_some_and(|code| unread.contains(&code)) {
            self.try_languages();
        }
        match end {
            End::Marker {
                result,
                standard,
                at,
                len,
            } => {
                self.marker = Some(result);
                if !standard {
                    let message = format!("the result is spelled otherwise than {result}");
                    self.note(Code::ResultSpelling, self.span + at, len, message);
                }
            }
            End::Tags | End::Text => {
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

    fn try_languages(&mut self) {
        let span = &self.text[self.span..];
        let movetext = self.movetext_at - self.span;
        let end = self.span_end() - self.span;
        let Some(translation) = translate(&span[..end], movetext, &self.scratch.line.start) else {
            return;
        };
        let Translation {
            language,
            same,
            others,
        } = translation;
        let movetext_at = self.movetext_at;
        self.findings.retain(|finding| finding.at < movetext_at);
        self.marks = Marks::default();
        self.failed = None;
        self.said.control_bytes = false;
        self.reading = Reading::Other(language);
        self.scratch.line.rewind(&self.law);
        walk_movetext(&span[..end], movetext, self);
        let name = LANGUAGES[language].name;
        let mut message = format!("the moves are legal in {name}, not in English");
        if !same.is_empty() {
            message = format!("{message} (the same moves in {})", same.join(", "));
        }
        let code = if others.is_empty() {
            Code::OtherLanguage
        } else {
            message = format!(
                "{message}; other moves would be legal in {}",
                others.join(", ")
            );
            Code::SeveralLanguages
        };
        self.note(code, movetext_at, 1, message);
    }

    /// End of the span that is being read.
    pub(super) fn span_end(&self) -> usize {
        self.span + self.span_len
    }
}
