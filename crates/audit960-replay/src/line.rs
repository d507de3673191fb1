//! The main line as it is played: position, moves and what is followed along them.

use audit960_board::{Move, Position};
use audit960_types::{Castled, Side, Wing};

use crate::run::{RunLaw, Runs};
use crate::trail::Trail;

/// State of one replay.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) start: Position,
    pub(crate) position: Position,
    pub(crate) castled: [Option<Castled>; 2],
    pub(crate) runs: Runs,
    pub(crate) trail: Trail,
}

impl Line {
    pub(crate) fn new() -> Self {
        Self {
            start: Position::standard(),
            position: Position::standard(),
            castled: [None; 2],
            runs: Runs::new(),
            trail: Trail::new(),
        }
    }

    /// Sets the men up; `fen` is the X-FEN of the position.
    pub(crate) fn begin(&mut self, start: Position, fen: &str, law: &RunLaw<'_>) {
        self.start = start;
        self.trail.begin(&self.start, fen);
        self.set_out(law);
    }

    /// A game without a position to start from: no moves.
    pub(crate) fn clear(&mut self) {
        self.trail.clear();
        self.castled = [None; 2];
        self.runs.found.clear();
    }

    /// Goes back to the start.
    pub(crate) fn rewind(&mut self, law: &RunLaw<'_>) {
        self.trail.rewind(&self.start);
        self.set_out(law);
    }

    fn set_out(&mut self, law: &RunLaw<'_>) {
        self.position.clone_from(&self.start);
        self.castled = [None; 2];
        self.runs.begin(&self.position, &self.trail, law);
    }

    /// Half-moves played.
    #[inline(always)]
    pub(crate) fn plies(&self) -> u32 {
        self.trail.plies()
    }

    /// Follows a move that has just been played on the position.
    #[inline(always)]
    pub(crate) fn follow(&mut self, played: Move, capture: bool, law: &RunLaw<'_>) {
        self.trail.add(&self.position, played, capture);
        if self.runs.looks_at(self.position.clock()) {
            let ply = self.plies();
            self.runs.after(&self.position, ply, &self.trail, law);
        }
    }

    /// Plays a legal move and follows it.
    pub(crate) fn play(&mut self, played: Move, law: &RunLaw<'_>) {
        let castling = self.position.is_castling(played);
        let capture = self.position.captures(played);
        self.position.play(played);
        self.follow(played, capture, law);
        if castling {
            self.note_castling(played);
        }
    }

    /// Castling has just been followed.
    pub(crate) fn note_castling(&mut self, played: Move) {
        let ply = self.plies();
        let wing = if played.to() > played.from() {
            Wing::HSide
        } else {
            Wing::ASide
        };
        let side: Side = self.position.turn().other();
        self.castled[side as usize] = Some(Castled { wing, ply });
    }
}
