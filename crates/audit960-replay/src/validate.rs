//! Validation: legality and half-move clocks only, without findings, rows and law.
//!
//! It uses the same parser, board and leniencies as an audit, and nothing that only a row needs: it shows
//! what parsing and replaying cost by themselves, and is what benches compare with other validators.

use std::ops::Range;

use audit960_board::Position;
use audit960_pgn::{
    End, GameVisitor, Irregular, Language, Meaning, MovetextVisitor, SymbolOutcome, Tag, TagPair,
    read_span,
};
use audit960_types::SanWord;

use crate::lenient::{self, LenientOutcome, are_playable};
use crate::start_cache::StartCache;

/// The counts of a validation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Validation {
    /// Number of games, including damaged ones.
    pub games: u64,
    /// Number of half-moves played, in each game up to its first error.
    pub plies: u64,
    /// Number of games with an error: a move that is illegal or cannot be read, or a FEN without a valid
    /// position.
    pub errors: u64,
    /// Highest half-move clock of all games.
    pub max_clock: u32,
}

/// Replays the games of a text, given as whole spans, and checks full legality. Moves are read in English
/// only; castling without the right is an error. A game without a FEN starts from the orthodox position,
/// whatever its tags name.
///
/// # Examples
/// ```
/// use audit960_replay::validate;
///
/// let text = b"[Event \"a\"]\n\n1. e4 e5 *\n\n[Event \"b\"]\n\n1. e4 e4 *\n";
/// let counted = validate(text, audit960_source::spans(text));
/// // Black's pawn cannot go to e4.
/// assert_eq!((counted.games, counted.plies, counted.errors), (2, 3, 1));
/// ```
#[must_use]
pub fn validate(text: &[u8], spans: impl Iterator<Item = Range<usize>>) -> Validation {
    let mut validator = Validator {
        counted: Validation::default(),
        starts: StartCache::new(),
        orthodox: Position::standard(),
        position: Position::standard(),
        fen: None,
        active: false,
    };
    for span in spans {
        read_span(&text[span], &mut validator);
    }
    validator.counted
}

struct Validator<'a> {
    counted: Validation,
    starts: StartCache,
    orthodox: Position,
    position: Position,
    fen: Option<&'a [u8]>,
    /// Whether moves are played: there is a position, and no error so far.
    active: bool,
}

impl Validator<'_> {
    #[inline(always)]
    fn played(&mut self) {
        self.counted.plies += 1;
        self.counted.max_clock = self.counted.max_clock.max(self.position.clock());
    }

    fn fail(&mut self) {
        self.counted.errors += 1;
        self.active = false;
    }
}

impl<'a> MovetextVisitor<'a> for Validator<'a> {
    #[inline(always)]
    fn word(&mut self, word: SanWord, _: usize) -> bool {
        let played = self.active
            && (self.position.play_plain(word).is_some()
                || self.position.play_strict(word).is_some());
        if played {
            self.played();
        }
        played
    }

    #[cold]
    fn goes_on(&mut self, words: &[&'a [u8]], _: usize) -> bool {
        !self.active || are_playable(words, self.position.clone(), &Language::ENGLISH)
    }

    #[cold]
    fn symbol(&mut self, symbol: &'a [u8], _: usize) -> SymbolOutcome {
        if !self.active || SanWord::new(symbol).is_some_and(|word| self.word(word, 0)) {
            return SymbolOutcome::Read;
        }
        match lenient::read(&self.position, symbol, &Language::ENGLISH) {
            LenientOutcome::Move(read) => {
                self.position.play(read.played);
                self.played();
            }
            LenientOutcome::Passed(_) => {}
            LenientOutcome::CastlingWithoutRight { .. } | LenientOutcome::Failed(..) => {
                self.fail();
            }
        }
        SymbolOutcome::Read
    }

    fn irregular(&mut self, _: Irregular, _: usize, _: usize) {}
}

impl<'a> GameVisitor<'a> for Validator<'a> {
    fn begin(&mut self, _: usize) {
        self.counted.games += 1;
        self.fen = None;
    }

    fn tag(&mut self, pair: TagPair<'a>, _: usize) {
        if pair.meaning == Meaning::Read(Tag::Fen) {
            self.fen.get_or_insert(pair.raw);
        }
    }

    fn movetext(&mut self, _: usize) {
        match self.fen {
            None => self.position.clone_from(&self.orthodox),
            Some(fen) => match self.starts.start(fen, true).position {
                Some(position) => self.position = position,
                None => return self.fail(),
            },
        }
        self.active = true;
    }

    fn end(&mut self, _: usize, _: End) {}

    fn close(&mut self, _: usize) {}

    fn stray_text(&mut self, _: usize, _: usize) {}

    fn blank(&mut self, _: usize, _: usize) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_moves_and_errors_are_counted() {
        let fen = "bqnbrnkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRNKR w HEhe - 0 1";
        let text = format!(
            "[Event \"a\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. e4 1-0\n\n\
             [Event \"b\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. Nd3 e2-e4 *\n\n\
             [Event \"c\"]\n\n1. e4 e5 2. Ke3 *\n\n\
             [Event \"d\"]\n[FEN \"?\"]\n\n1. e4 *\n\n\
             [Event \"e\"]\n\n1. e2-e4 {{long}} e5?! (1... c5) 2. 0-0 *\n"
        );
        let starts: Vec<_> = text.match_indices("[Event").map(|(at, _)| at).collect();
        let ends = starts.iter().skip(1).copied().chain([text.len()]);
        let spans = starts.iter().zip(ends).map(|(from, to)| *from..to);
        let counted = validate(text.as_bytes(), spans);
        // 5, then 1 (Black's e2-e4 is not legal), 2, none, 2.
        let expected = Validation {
            games: 5,
            plies: 10,
            errors: 4,
            max_clock: 4,
        };
        assert_eq!(counted, expected);
    }
}
