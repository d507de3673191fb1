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
    let mut readings: Vec<(usize, Vec<Move>)> = Vec::new();
    for (index, language) in LANGUAGES.iter().enumerate() {
        // The same letters give the same moves.
        let like = readings
            .iter()
            .position(|(known, _)| LANGUAGES[*known].same_letters(language));
        let moves = match like {
            Some(known) => Some(readings[known].1.clone()),
            None => Attempt::read(text, movetext, start, language),
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

/// A replay that only checks whether all moves are legal.
struct Attempt<'l> {
    position: Position,
    moves: Vec<Move>,
    language: &'l Language,
    failed: bool,
    /// Whether a move began with a letter that SAN does not use in English.
    foreign_letter: bool,
}

/// Whether a word begins with a letter that stands for neither a piece nor a file in English: a capital
/// letter of another language, or a figurine.
pub(crate) fn has_foreign_letter(word: &[u8]) -> bool {
    match word.first() {
        Some(b'K' | b'Q' | b'R' | b'B' | b'N' | b'P' | b'O') | None => false,
        Some(first) => first.is_ascii_uppercase() || *first >= 0x80,
    }
}

impl<'l> Attempt<'l> {
    fn read(text: &[u8], at: usize, start: &Position, language: &'l Language) -> Option<Vec<Move>> {
        let mut attempt = Attempt {
            position: start.clone(),
            moves: Vec::new(),
            language,
            failed: false,
            foreign_letter: false,
        };
        walk_main_line(text, at, &mut attempt);
        (!attempt.failed && attempt.foreign_letter).then_some(attempt.moves)
    }
}

impl<'a> MovetextVisitor<'a> for Attempt<'_> {
    fn word(&mut self, _: SanWord, _: usize) -> bool {
        false
    }

    fn symbol(&mut self, symbol: &'a [u8], _: usize) -> SymbolOutcome {
        if self.failed {
            return SymbolOutcome::Read;
        }
        match lenient::read(&self.position, symbol, self.language) {
            LenientOutcome::Move { played, .. } => {
                self.foreign_letter |= has_foreign_letter(symbol);
                self.position.play(played);
                self.moves.push(played);
            }
            LenientOutcome::Passed(_) => {}
            LenientOutcome::CastlingWithoutRight { .. } | LenientOutcome::Failed(..) => {
                self.failed = true;
            }
        }
        SymbolOutcome::Read
    }

    fn irregular(&mut self, kind: Irregular, _: usize, _: usize) {
        self.failed |= matches!(
            kind,
            Irregular::UnclosedComment | Irregular::UnclosedVariation
        );
    }
}
