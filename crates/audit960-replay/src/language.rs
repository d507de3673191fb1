//! Tries other languages: a game that fails in English is read as a whole in each of them if one of its
//! words begins with a letter that stands for neither a piece nor a file in English.

use audit960_board::{Move, Position};
use audit960_pgn::{
    Irregular, LANGUAGES, Language, MovetextVisitor, SymbolOutcome, walk_main_line,
};
use audit960_types::SanWord;

use crate::lenient::{self, LenientOutcome};

/// The moves of a game in another language.
#[derive(Debug)]
pub(crate) struct Translation {
    /// Index in [`LANGUAGES`].
    pub(crate) language: usize,
    /// The moves in that language.
    pub(crate) moves: Vec<Move>,
    /// Names of languages that give the same moves.
    pub(crate) same: Vec<&'static str>,
    /// Names of languages that give other moves.
    pub(crate) others: Vec<&'static str>,
}

/// The language in which the movetext at offset `movetext` of `text` can be replayed to its end.
pub(crate) fn translate(text: &[u8], movetext: usize, start: &Position) -> Option<Translation> {
    let words = Words::of(text, movetext)?;
    let mut readings: Vec<(usize, Vec<Move>)> = Vec::new();
    for (index, language) in LANGUAGES.iter().enumerate() {
        // The same letters give the same moves.
        let like = readings
            .iter()
            .position(|(known, _)| LANGUAGES[*known].same_letters(language));
        let moves = match like {
            Some(known) => Some(readings[known].1.clone()),
            None => words.read(start, language),
        };
        readings.extend(moves.map(|moves| (index, moves)));
    }
    let (language, moves) = readings.first()?;
    let names = |same: bool| {
        let others = readings
            .iter()
            .skip(1)
            .filter(|(_, other)| (other == moves) == same);
        others.map(|(index, _)| LANGUAGES[*index].name).collect()
    };
    Some(Translation {
        language: *language,
        moves: moves.clone(),
        same: names(true),
        others: names(false),
    })
}

/// Whether a word begins with a letter that stands for neither a piece nor a file in English: a capital
/// letter of another language, or a figurine.
pub(crate) fn has_foreign_letter(word: &[u8]) -> bool {
    match word.first() {
        Some(b'K' | b'Q' | b'R' | b'B' | b'N' | b'P' | b'O') | None => false,
        Some(first) => first.is_ascii_uppercase() || *first >= 0x80,
    }
}

/// The words of a movetext.
struct Words<'a> {
    text: &'a [u8],
    words: Vec<&'a [u8]>,
    /// Whether a comment or a variation is not closed, so that words may be missing.
    unclosed: bool,
}

impl<'a> Words<'a> {
    /// The words of the movetext at an offset; `None` if some may be missing.
    fn of(text: &'a [u8], movetext: usize) -> Option<Self> {
        let mut words = Self {
            text,
            words: Vec::new(),
            unclosed: false,
        };
        walk_main_line(text, movetext, &mut words);
        (!words.unclosed).then_some(words)
    }

    /// The moves in a language, if all are legal and one begins with a letter that SAN does not use in English.
    fn read(&self, start: &Position, language: &Language) -> Option<Vec<Move>> {
        let mut position = start.clone();
        let mut moves = Vec::with_capacity(self.words.len());
        let mut foreign_letter = false;
        for word in &self.words {
            let plain = SanWord::new(word)
                .and_then(|word| language.to_english(word))
                .and_then(|word| position.play_plain(word));
            let played = match plain {
                Some(plain) => plain.played,
                None => match lenient::read(&position, word, language) {
                    LenientOutcome::Move(read) => {
                        position.play(read.played);
                        read.played
                    }
                    LenientOutcome::Passed(_) => continue,
                    LenientOutcome::CastlingWithoutRight { .. } | LenientOutcome::Failed(..) => {
                        return None;
                    }
                },
            };
            foreign_letter |= has_foreign_letter(word);
            moves.push(played);
        }
        foreign_letter.then_some(moves)
    }
}

impl<'a> MovetextVisitor<'a> for Words<'a> {
    fn word(&mut self, word: SanWord, at: usize) -> bool {
        let plain = word.has_plain_form();
        if plain {
            self.words.push(&self.text[at..at + word.len as usize]);
        }
        plain
    }

    fn symbol(&mut self, symbol: &'a [u8], _: usize) -> SymbolOutcome {
        self.words.push(symbol);
        SymbolOutcome::Read
    }

    fn irregular(&mut self, kind: Irregular, _: usize, _: usize) {
        self.unclosed |= matches!(
            kind,
            Irregular::UnclosedComment | Irregular::UnclosedVariation
        );
    }
}
