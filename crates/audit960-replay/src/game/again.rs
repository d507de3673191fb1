//! Retries a game that failed: other languages, other castling rights, another start position. Where one
//! of them lets the record replay, the movetext is walked again with it.

use audit960_pgn::{LANGUAGES, Language, walk_main_line};
use audit960_types::{Code, Diagnostic, TextSink};

use super::{GameReplay, ReadMode, Walk};
use crate::language::{Translation, translate};
use crate::lenient::are_playable;
use crate::record::Record;

impl<'a, S: TextSink> GameReplay<'a, '_, S> {
    /// Retries a game that has failed. What the record says is tried before what it may have meant.
    pub(super) fn retry(&mut self) {
        if self.walk.failed == Some(Code::TooManyMoves) {
            return;
        }
        if self.is_unread() {
            self.try_languages();
        }
        self.retry_with_rights();
        self.retry_with_king_steps();
        self.retry_with_start();
        if self.walk.failed.is_some() {
            self.cut_board_tail();
        }
        if self.walk.failed.is_some() {
            let diagnostics = self.repairs();
            self.replay_illegal();
            for diagnostic in diagnostics {
                self.findings.add(diagnostic);
            }
        }
    }

    /// The main line as a list of words, in the language of the game.
    pub(super) fn record(&self) -> Record<'a> {
        self.record_in(self.language())
    }

    /// The main line as a list of words, in a language.
    pub(super) fn record_in(&self, language: &'static Language) -> Record<'a> {
        let text = &self.text[..self.movetext_end];
        let failed = self.walk.failed.map(|_| self.walk.failed_at);
        Record::read(text, self.movetext_at, failed, language)
    }

    /// Walks the movetext again, from the start position. Removes its earlier findings.
    pub(super) fn walk_again(&mut self, reading: ReadMode) {
        let span = &self.text[self.span..self.movetext_end];
        let movetext = self.in_span(self.movetext_at).0;
        self.findings.forget_movetext();
        self.walk = Walk {
            reading,
            unread: self.game.unread_before_movetext,
            ..Walk::default()
        };
        self.scratch.line.rewind();
        self.scratch.notes.clear();
        self.scratch.offers.clear();
        self.sink.movetext(match self.walk.reading {
            ReadMode::Other(language) => Some(language),
            _ => None,
        });
        self.game.walked_again = true;
        walk_main_line(span, movetext, self);
    }

    /// The language in which the movetext up to offset `end` of the text can be replayed.
    fn translation(&self, end: usize) -> Option<Translation> {
        let span = &self.text[self.span..end];
        let movetext = self.in_span(self.movetext_at).0;
        translate(span, movetext, &self.scratch.line.start)
    }

    /// Whether a game that cannot be read in English goes on with these words after a termination marker.
    /// Checked only for the first marker of a game, because each check reads the game again.
    pub(super) fn goes_on_in_other_language(&mut self, words: &[&[u8]], marker: usize) -> bool {
        if !self.is_unread() || std::mem::replace(&mut self.game.language_checked, true) {
            return true;
        }
        let Some(translation) = self.translation(marker) else {
            return true;
        };
        let mut position = self.scratch.line.start.clone();
        position.play_all(translation.moves.into_iter());
        are_playable(words, position, &LANGUAGES[translation.language])
    }

    /// Whether the game failed in the way that a game in another language does.
    pub(super) fn is_unread(&self) -> bool {
        let unread = [Code::IllegalMove, Code::AmbiguousMove, Code::UnreadableMove];
        self.game.foreign_letter && self.walk.failed.is_some_and(|code| unread.contains(&code))
    }

    pub(super) fn try_languages(&mut self) {
        let Some(translation) = self.translation(self.movetext_end) else {
            return;
        };
        let Translation {
            language,
            moves: _,
            same,
            others,
        } = translation;
        self.walk_again(ReadMode::Other(language));
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
        self.note(code, self.movetext_at, 1, message);
    }

    /// The repairs that the examiner proposes, if there is one.
    #[cold]
    fn repairs(&self) -> Vec<Diagnostic> {
        match &self.options.examiner {
            Some(examiner) if !self.tags.start.foreign => {
                examiner.repairs(&self.record(), &self.scratch.line.start)
            }
            _ => Vec::new(),
        }
    }
}
