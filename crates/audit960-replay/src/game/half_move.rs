//! Where a half-move of a game stands in its text.

use audit960_board::{Move, Position};
use audit960_pgn::{MoveNumber, MovetextVisitor, SymbolOutcome, walk_movetext};
use audit960_types::SanWord;

use super::GameReplay;

/// Plays a movetext in strict SAN up to a half-move.
struct Seek<'m, M> {
    position: Position,
    /// The moves that were replayed.
    moves: &'m mut M,
    /// How many half-moves come before the one that is sought.
    before: u32,
    /// Offset and length of its word.
    found: Option<(usize, usize)>,
    /// Whether the text has something else than these moves: then nobody knows which word is which half-move.
    lost: bool,
}

impl<M> Seek<'_, M> {
    const fn is_over(&self) -> bool {
        self.lost || self.found.is_some()
    }
}

impl<'a, M: Iterator<Item = Move>> MovetextVisitor<'a> for Seek<'_, M> {
    fn word(&mut self, word: SanWord, at: usize) -> bool {
        if self.is_over() {
            return true;
        }
        let Some(resolved) = self.position.play_san(word) else {
            return false;
        };
        if self.moves.next() != Some(resolved.played) {
            self.lost = true;
        } else if self.before == 0 {
            self.found = Some((at, word.len as usize));
        } else {
            self.before -= 1;
        }
        true
    }

    fn number(&mut self, _number: MoveNumber, _at: usize) -> bool {
        !self.is_over()
    }

    fn symbol(&mut self, _symbol: &'a [u8], _at: usize) -> SymbolOutcome {
        self.lost |= self.found.is_none();
        SymbolOutcome::Read
    }
}

impl<S> GameReplay<'_, '_, S> {
    /// Offset and length of a half-move, counted from 1, if all words up to it are strict SAN. The text is read once
    /// more, for few games: the hot path does not note where its words stand.
    #[cold]
    pub(super) fn place_of(&self, ply: u32) -> Option<(usize, usize)> {
        let line = &self.scratch.line;
        let mut seek = Seek {
            position: line.start.clone(),
            moves: &mut line.trail.moves(),
            before: ply.checked_sub(1)?,
            found: None,
            lost: false,
        };
        walk_movetext(self.text, self.movetext_at, &mut seek);
        seek.found
    }
}
