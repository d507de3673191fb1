//! The main line as it is played: position, moves and what is followed along them.

use audit960_board::{Move, Position, Resolved};
use audit960_types::{Castled, Side, Wing};

use crate::repetition::Repetition;
use crate::run::{RunLaw, Runs};

/// State of one replay.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) start: Position,
    pub(crate) position: Position,
    pub(crate) moves: Vec<Move>,
    pub(crate) castled: [Option<Castled>; 2],
    pub(crate) runs: Runs,
    pub(crate) repetition: Repetition,
}

impl Line {
    pub(crate) fn new() -> Self {
        Self {
            start: Position::standard(),
            position: Position::standard(),
            moves: Vec::with_capacity(512),
            castled: [None; 2],
            runs: Runs::new(),
            repetition: Repetition::new(),
        }
    }

    /// Sets the men up.
    pub(crate) fn begin(&mut self, start: Position, law: RunLaw<'_>) {
        self.start = start;
        self.rewind(law);
    }

    /// A game without a position to start from: no moves.
    pub(crate) fn clear(&mut self) {
        self.moves.clear();
        self.castled = [None; 2];
        self.runs.found.clear();
    }

    /// Goes back to the start.
    pub(crate) fn rewind(&mut self, law: RunLaw<'_>) {
        self.position = self.start.clone();
        self.moves.clear();
        self.castled = [None; 2];
        self.runs.begin(&self.position, law);
        self.repetition.begin(self.position.key());
    }

    /// Half-moves played.
    #[inline(always)]
    pub(crate) fn plies(&self) -> u32 {
        self.moves.len() as u32
    }

    /// Follows a move that has just been played on the position.
    #[inline(always)]
    pub(crate) fn follow(&mut self, resolved: Resolved, law: RunLaw<'_>) {
        self.moves.push(resolved.played);
        let ply = self.moves.len() as u32;
        if resolved.castling {
            self.note_castling(resolved.played, ply);
        }
        if self.position.clock() == 0 {
            self.repetition.reset(self.position.key());
        } else {
            self.repetition.add(self.position.key());
        }
        self.runs.after(&self.position, ply, resolved.capture, law);
    }

    #[cold]
    fn note_castling(&mut self, played: Move, ply: u32) {
        let wing = if played.to() > played.from() {
            Wing::HSide
        } else {
            Wing::ASide
        };
        let side: Side = self.position.turn().other();
        self.castled[side as usize] = Some(Castled { wing, ply });
    }
}
