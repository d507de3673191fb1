//! The main line during replay: position, moves, castling and runs.

use audit960_board::{Move, Position};
use audit960_types::{Castled, Side, Wing};

use crate::trail::Trail;
use audit960_law::ClaimRuns;

/// The state of one replay.
#[derive(Debug)]
pub(crate) struct ReplayedLine {
    pub(crate) start: Position,
    pub(crate) position: Position,
    pub(crate) castled: [Option<Castled>; 2],
    /// Whether the half-move clock of the start position cannot be right.
    pub(crate) clock_in_doubt: bool,
    pub(crate) runs: ClaimRuns,
    pub(crate) trail: Trail,
}

impl ReplayedLine {
    pub(crate) fn new() -> Self {
        Self {
            start: Position::standard(),
            position: Position::standard(),
            castled: [None; 2],
            clock_in_doubt: false,
            runs: ClaimRuns::default(),
            trail: Trail::new(),
        }
    }

    /// Sets up the start position; `fen` is its X-FEN.
    pub(crate) fn begin(&mut self, start: Position, fen: &str) {
        self.start = start;
        self.trail.begin(&self.start, fen);
        self.reset_position();
    }

    /// Removes all moves: for a game without a start position.
    pub(crate) fn clear(&mut self) {
        self.trail.clear();
        self.castled = [None; 2];
        self.runs.clear();
    }

    /// Goes back to the start position.
    pub(crate) fn rewind(&mut self) {
        self.trail.rewind(&self.start);
        self.reset_position();
    }

    fn reset_position(&mut self) {
        self.position.clone_from(&self.start);
        self.castled = [None; 2];
        self.runs.begin(&self.position, self.clock_in_doubt);
    }

    /// The position before a half-move of the game, counted from 1.
    pub(crate) fn position_before(&self, ply: u32) -> Position {
        let mut position = self.start.clone();
        position.play_all(self.trail.moves_between(0, ply.saturating_sub(1)));
        position
    }

    /// Number of half-moves played.
    #[inline(always)]
    pub(crate) fn plies(&self) -> u32 {
        self.trail.plies()
    }

    /// Records a move that has just been played on the position.
    #[inline(always)]
    pub(crate) fn follow(&mut self, played: Move, capture: bool) {
        self.trail.add(&self.position, played, capture);
        if self.runs.wants(self.position.clock()) {
            let ply = self.plies();
            self.runs
                .after(&self.position, ply, &|ply| self.trail.captured(ply));
        }
    }

    /// Plays and records a legal move.
    pub(crate) fn play(&mut self, played: Move) {
        self.play_with(played, Position::play);
    }

    /// Plays and records a move that is illegal or comes after an illegal one.
    pub(crate) fn play_after_illegal(&mut self, played: Move) {
        self.play_with(played, Position::play_after_illegal);
    }

    fn play_with(&mut self, played: Move, play: fn(&mut Position, Move)) {
        let castling = self.position.is_castling(played);
        let capture = self.position.captures(played);
        play(&mut self.position, played);
        self.follow(played, capture);
        if castling {
            self.note_castling(played);
        }
    }

    /// Records that the move just played was castling.
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
