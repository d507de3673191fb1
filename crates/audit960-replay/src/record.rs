//! The main line of a game as a list of words, so that it can be played again from any position and
//! from any word on without parsing the text again.
//!
//! An audit reads and plays in one walk; a [`Record`] is made only of games that need more: to check
//! whether they replay with other castling rights, from another start, or with a small change.

use audit960_board::{Move, Position};
use audit960_pgn::{
    Candidate, Irregular, Language, MoveReading, MovetextVisitor, SymbolOutcome, read_move,
    walk_main_line,
};
use audit960_types::{Pattern, SanWord, Wing};

use crate::lenient::{self, LenientOutcome};

/// One word of a main line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// Offset in the text, in bytes.
    pub at: usize,
    /// Length in bytes, 1 or more.
    pub len: usize,
    /// The word itself, if it is short enough for strict SAN.
    strict: Option<SanWord>,
}

/// Maximum number of words of a record: more than any game has, and little memory.
const MAX_WORDS: usize = 100_000;

/// Maximum length in bytes of a word that can be read in several ways: no notation has longer moves.
const MAX_WORD: usize = 255;

/// Why a word cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is castling, and illegal or without the right.
    Castling(Wing),
    /// It is illegal, ambiguous, or not a readable move.
    Other,
}

/// How far a record replays from a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trial {
    /// Number of words that replay, counted from the start of the record.
    pub words: usize,
    /// Why the next word cannot be played; `None` if there is none.
    pub refusal: Option<Refusal>,
}

/// The moves of a main line as words, without comments, variations, move numbers and text that is not part
/// of it.
///
/// # Examples
/// ```
/// use audit960_board::Position;
/// use audit960_pgn::Language;
/// use audit960_replay::Record;
///
/// let text = b"1. e2-e4 {slow} e5 2. Nf3 (2. f4) Nc6 *";
/// let record = Record::read(text, 0, None, &Language::ENGLISH);
/// let mut position = Position::standard();
/// let trial = record.play_from(0, &mut position);
/// assert_eq!((trial.words, trial.refusal), (4, None));
/// assert_eq!(
///     position.xfen(),
///     "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
/// );
/// ```
#[derive(Clone, Debug)]
pub struct Record<'a> {
    text: &'a [u8],
    words: Vec<Word>,
    /// By word: its only candidate, if there is only one way to read it.
    read: Vec<Option<Candidate>>,
    language: &'static Language,
    /// Whether the piece letters are English, those of the standard.
    english: bool,
    /// Whether words may be missing at the end.
    broken_off: bool,
}

impl<'a> Record<'a> {
    /// Parses the movetext that begins at offset `movetext` of the text. The word at offset `known`, if
    /// any, is kept whatever its form, because a move must be there.
    #[must_use]
    pub fn read(
        text: &'a [u8],
        movetext: usize,
        known: Option<usize>,
        language: &'static Language,
    ) -> Self {
        let record = Self {
            text,
            words: Vec::with_capacity(128),
            read: Vec::with_capacity(128),
            language,
            english: language.same_letters(&Language::ENGLISH),
            broken_off: false,
        };
        let mut collector = WordCollector { record, known };
        walk_main_line(text, movetext, &mut collector);
        collector.record
    }

    /// The words, in order.
    #[must_use]
    pub fn words(&self) -> &[Word] {
        &self.words
    }

    /// The text of a word.
    #[must_use]
    pub fn text(&self, word: &Word) -> &'a [u8] {
        self.text
            .get(word.at..word.at + word.len)
            .unwrap_or_default()
    }

    /// The text that the words were read from: offsets count from its start.
    #[must_use]
    pub fn whole_text(&self) -> &'a [u8] {
        self.text
    }

    /// The pattern of the move that a word names, if there is only one way to read it.
    #[must_use]
    pub fn pattern(&self, index: usize) -> Option<Pattern> {
        let candidate = self.read.get(index)?.as_ref()?;
        Some(candidate.pattern)
    }

    /// Whether words may be missing: the text ends in an unclosed comment or variation, or there are more
    /// than 100,000 words.
    #[must_use]
    pub fn breaks_off(&self) -> bool {
        self.broken_off
    }

    /// The letters of the pieces.
    #[must_use]
    pub fn language(&self) -> &'static Language {
        self.language
    }

    /// Plays a word as an audit does: strict SAN first, then every leniency. A refused word leaves the
    /// position unchanged. Allocates nothing for strict SAN, nor for an illegal word with only one way to
    /// read it.
    ///
    /// # Errors
    /// [`Refusal`] if the word is not a legal move, or there is no such word.
    #[inline]
    pub fn play(&self, index: usize, position: &mut Position) -> Result<Move, Refusal> {
        let Some(word) = self.words.get(index) else {
            return Err(Refusal::Other);
        };
        if let Some(strict) = word.strict
            && self.english
        {
            if let Some(plain) = position.play_plain(strict) {
                return Ok(plain.played);
            }
            if let Some(resolved) = position.play_strict(strict) {
                return Ok(resolved.played);
            }
        }
        self.play_leniently(index, word, position)
    }

    #[inline(never)]
    fn play_leniently(
        &self,
        index: usize,
        word: &Word,
        position: &mut Position,
    ) -> Result<Move, Refusal> {
        let played = match self.read.get(index) {
            Some(Some(candidate)) => match candidate.pattern {
                Pattern::Castling(wing) => position
                    .resolve(candidate.pattern)
                    .map_err(|_| Refusal::Castling(wing)),
                Pattern::Piece { .. } => {
                    lenient::resolve(position, candidate).ok_or(Refusal::Other)
                }
            },
            // A long word would be parsed again for every position that is tried.
            _ if word.len > MAX_WORD => Err(Refusal::Other),
            _ => match lenient::read(position, self.text(word), self.language) {
                LenientOutcome::Move(read) => Ok(read.played),
                LenientOutcome::CastlingWithoutRight { wing } => Err(Refusal::Castling(wing)),
                LenientOutcome::Passed(_) | LenientOutcome::Failed(..) => Err(Refusal::Other),
            },
        }?;
        position.play(played);
        Ok(played)
    }

    /// Plays all words from index `first` on, up to the first that is refused.
    pub fn play_from(&self, first: usize, position: &mut Position) -> Trial {
        for index in first..self.words.len() {
            if let Err(refusal) = self.play(index, position) {
                return Trial {
                    words: index,
                    refusal: Some(refusal),
                };
            }
        }
        Trial {
            words: self.words.len(),
            refusal: None,
        }
    }

    /// How far the record replays from a position.
    #[must_use]
    pub fn trial(&self, start: &Position) -> Trial {
        self.play_from(0, &mut start.clone())
    }
}

struct WordCollector<'a> {
    record: Record<'a>,
    known: Option<usize>,
}

impl<'a> MovetextVisitor<'a> for WordCollector<'a> {
    fn word(&mut self, _: SanWord, _: usize) -> bool {
        false
    }

    fn symbol(&mut self, symbol: &'a [u8], at: usize) -> SymbolOutcome {
        let read = match read_move(symbol, self.record.language) {
            MoveReading::Move { mut candidates, .. } if candidates.len() == 1 => {
                Some(candidates.pop())
            }
            MoveReading::Move { .. } | MoveReading::Null | MoveReading::Unreadable => Some(None),
            MoveReading::EnPassantSuffix | MoveReading::Junk => {
                (self.known == Some(at)).then_some(None)
            }
        };
        if self.record.words.len() == MAX_WORDS {
            self.record.broken_off = true;
        } else if let Some(candidate) = read {
            self.record.words.push(Word {
                at,
                len: symbol.len(),
                strict: SanWord::new(symbol),
            });
            let alone =
                |candidate: &Candidate| candidate.leniencies.iter().any(|l| l.must_be_alone());
            self.record
                .read
                .push(candidate.filter(|candidate| !alone(candidate)));
        }
        SymbolOutcome::Read
    }

    fn irregular(&mut self, kind: Irregular, _: usize, _: usize) {
        self.record.broken_off |= matches!(
            kind,
            Irregular::UnclosedComment | Irregular::UnclosedVariation
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_its_main_line() {
        let text = b"1. e4 {a comment} e5! 2. Nf3 (2. f4 exf4) $1 Nc6 3. O-O *";
        let record = Record::read(text, 0, None, &Language::ENGLISH);
        let words: Vec<_> = record
            .words()
            .iter()
            .map(|word| record.text(word))
            .collect();
        assert_eq!(words, [&b"e4"[..], b"e5", b"Nf3", b"Nc6", b"O-O"]);
        let trial = record.trial(&Position::standard());
        assert_eq!(trial.words, 4);
        assert_eq!(trial.refusal, Some(Refusal::Castling(Wing::HSide)));
        assert!(!record.breaks_off());
        assert!(Record::read(b"1. e4 {open", 0, None, &Language::ENGLISH).breaks_off());
    }

    /// A marker in the middle of the movetext does not end the record if the move numbers go on after it.
    #[test]
    fn a_record_goes_on_after_a_stray_marker() {
        let text = b"1. e4 e5 1-0 2. Nf3 Nc6 1-0";
        let record = Record::read(text, 0, None, &Language::ENGLISH);
        assert_eq!(record.words().len(), 4);
    }

    #[test]
    fn words_are_played_as_an_audit_reads_them() {
        let text = b"1. e2-e4 e7e5 2. Ngf3 +/- Nb8c6 *";
        let record = Record::read(text, 0, None, &Language::ENGLISH);
        let trial = record.trial(&Position::standard());
        assert_eq!((trial.words, trial.refusal), (4, None));
    }
}
