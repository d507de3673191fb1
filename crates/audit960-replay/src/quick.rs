//! A quick look at the positions of a span, to leave out those that hold nothing that is looked for.
//!
//! It plays what is plain: strict SAN from a known start, with the move numbers that follow. A span with anything else
//! is for the auditor, and so is one in which a position is wanted: this module decides nothing but that neither is so.

use audit960_board::Position;
use audit960_pgn::{
    End, GameVisitor, Irregular, Meaning, MoveNumber, MovetextVisitor, SymbolOutcome, Tag, TagPair,
    read_span,
};
use audit960_types::SanWord;

use crate::start_cache::StartCache;

/// Looks at the positions of games.
pub trait PositionWatch {
    /// A game begins.
    fn begin(&mut self);

    /// Whether a position of the game, after so many half-moves, may be one that is looked for. They come in order,
    /// from the first on.
    fn may_be_wanted(&mut self, ply: u32, position: &Position) -> bool;

    /// Whether no later position of the game is looked for.
    fn is_over(&self) -> bool;
}

/// Looks at spans. Each worker has its own.
#[derive(Debug)]
pub struct QuickLook {
    starts: StartCache,
    orthodox: Position,
}

impl Default for QuickLook {
    fn default() -> Self {
        Self {
            starts: StartCache::new(),
            orthodox: Position::standard(),
        }
    }
}

impl QuickLook {
    /// The number of games of a span if all of them are plain and none has a position that may be wanted; `None` if
    /// the span is for the auditor.
    pub fn games_without(&mut self, span: &[u8], watch: &mut dyn PositionWatch) -> Option<u64> {
        let mut look = Look {
            starts: &mut self.starts,
            orthodox: &self.orthodox,
            position: self.orthodox.clone(),
            watch,
            fen: None,
            variant: false,
            plies: 0,
            games: 0,
            over: false,
        };
        read_span(span, &mut look);
        (!look.over).then_some(look.games)
    }
}

struct Look<'a, 'l> {
    starts: &'l mut StartCache,
    orthodox: &'l Position,
    position: Position,
    watch: &'l mut dyn PositionWatch,
    fen: Option<&'a [u8]>,
    /// Whether a tag names a variant.
    variant: bool,
    plies: u32,
    games: u64,
    /// Whether the span is for the auditor: the rest of it is not played.
    over: bool,
}

impl Look<'_, '_> {
    #[inline(always)]
    fn show(&mut self) {
        self.over |= self.watch.may_be_wanted(self.plies, &self.position);
    }
}

impl<'a> MovetextVisitor<'a> for Look<'a, '_> {
    #[inline(always)]
    fn word(&mut self, word: SanWord, _: usize) -> bool {
        if self.over {
            return true;
        }
        if self.position.play_plain(word).is_none() && self.position.play_strict(word).is_none() {
            return false;
        }
        self.plies += 1;
        self.show();
        true
    }

    #[inline(always)]
    fn number(&mut self, number: MoveNumber, _: usize) -> bool {
        // With other numbers another game may begin.
        self.over |= number.value != self.position.move_number();
        true
    }

    #[cold]
    fn goes_on(&mut self, _: &[&'a [u8]], _: usize) -> bool {
        self.over = true;
        true
    }

    fn symbol(&mut self, symbol: &'a [u8], at: usize) -> SymbolOutcome {
        let read = SanWord::new(symbol).is_some_and(|word| self.word(word, at));
        self.over |= !read;
        SymbolOutcome::Read
    }

    fn irregular(&mut self, _: Irregular, _: usize, _: usize) {
        self.over = true;
    }
}

impl<'a> GameVisitor<'a> for Look<'a, '_> {
    fn begin(&mut self, _: usize) {
        self.games += 1;
        self.fen = None;
        self.variant = false;
    }

    fn tag(&mut self, pair: TagPair<'a>, _: usize) {
        match pair.meaning {
            Meaning::Read(Tag::Fen) => {
                // Of two FENs the auditor says which counts.
                self.over |= self.fen.is_some();
                self.fen = Some(pair.raw);
            }
            Meaning::Read(Tag::Variant) => self.variant = true,
            _ => {}
        }
    }

    fn movetext(&mut self, _: usize) {
        match self.fen {
            None if self.variant => return self.over = true,
            None => self.position.clone_from(self.orthodox),
            Some(fen) => {
                let start = self.starts.start(fen, self.variant);
                match start.position.filter(|_| start.notes.is_empty()) {
                    Some(position) => self.position = position,
                    None => return self.over = true,
                }
            }
        }
        self.plies = 0;
        self.watch.begin();
        self.show();
    }

    fn end(&mut self, _: usize, _: End) {}

    fn close(&mut self, _: usize) {
        // The auditor says what a game without moves is.
        self.over |= self.plies == 0;
    }

    fn stray_text(&mut self, _: usize, _: usize) {
        self.over = true;
    }

    fn blank(&mut self, _: usize, _: usize) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Wants positions after so many half-moves; counts those that it sees.
    struct After(u32, u32);

    impl PositionWatch for After {
        fn begin(&mut self) {}

        fn may_be_wanted(&mut self, ply: u32, _: &Position) -> bool {
            self.1 += 1;
            ply == self.0
        }

        fn is_over(&self) -> bool {
            false
        }
    }

    fn games(text: &str, ply: u32) -> (Option<u64>, u32) {
        let mut after = After(ply, 0);
        let games = QuickLook::default().games_without(text.as_bytes(), &mut after);
        (games, after.1)
    }

    #[test]
    fn plain_games_without_wanted_positions_are_left_out() {
        let plain = "[Event \"a\"]\n\n1. e4 {good} e5 2. Nf3 (2. f4 exf4) Nc6 1-0\n";
        assert_eq!(games(plain, 9), (Some(1), 5));
        // The fourth half-move is wanted: nothing after it is looked at.
        assert_eq!(games(plain, 3).0, None);
        let chess960 = "[FEN \"bqnbrnkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRNKR w HEhe - 0 1\"]\n[Variant \"Chess960\"]\n\n1. Nd3 *\n";
        assert_eq!(games(chess960, 9), (Some(1), 2));
    }

    #[test]
    fn everything_else_is_for_the_auditor() {
        for text in [
            "[Event \"illegal\"]\n\n1. e4 e5 2. Ke3 *\n",
            "[Event \"long\"]\n\n1. e2-e4 *\n",
            "[Event \"German\"]\n\n1. Sf3 *\n",
            "[Event \"number\"]\n\n1. e4 e5 1. d4 *\n",
            "[Event \"marker\"]\n\n1. e4 1-0 e5 1-0\n",
            "[Event \"open\"]\n\n1. e4 {e5\n",
            "[Event \"no moves\"]\n\n1-0\n",
            "[Event \"no start\"]\n[Variant \"Chess960\"]\n\n1. e4 *\n",
            "[Event \"FEN\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n",
            "[Event \"null\"]\n\n1. e4 -- 2. d4 *\n",
        ] {
            assert_eq!(games(text, 99).0, None, "{text}");
        }
    }
}
