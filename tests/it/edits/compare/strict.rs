//! A text that is still strict PGN is read as it is written.

use audit960_types::{Code, Severity, Verdict};

use super::view::View;
use super::{Class, Failure, fail};
use crate::edits::judge::{ReadGame, Reading};
use crate::support::Game;

impl View<'_> {
    pub(super) fn strict(&self, reading: &Reading) -> Result<(), Failure> {
        let written = written(reading);
        if self.real_games().count() > written.len() {
            return fail(Class::Torn, format!("strict PGN: {}", self.list()));
        }
        let base = &self.case.game;
        let same_start =
            |game: &Game, read: &ReadGame| read.fen != base.read.fen || game.fen == base.fen;
        let right = self.real_games().count() == written.len()
            && self.real_games().zip(written).all(|(game, read)| {
                game.moves.as_deref().unwrap_or("") == read.moves.as_deref().unwrap_or("")
                    && same_start(game, read)
                    && (game.verdict == Verdict::Ok || reading.misnumbered)
            });
        // An Event line below an empty line begins a span, and takes the tags above from the game.
        let apart = self.real_games().count() < self.region().len();
        let has_error = self.worst() == Some(Severity::Error);
        if !(right || has_error && apart) {
            let moves: Vec<_> = written.iter().map(|read| read.moves.as_deref()).collect();
            let detail = format!("strict PGN: {}; written: {moves:?}", self.list());
            return fail(Class::Strict, detail);
        }
        let worst = self.worst();
        if reading.shifted && worst != Some(Severity::Error) {
            return fail(Class::Numbers, self.list());
        }
        if reading.suggests_loss && !self.is_loud() {
            return fail(Class::Numbers, self.list());
        }
        let board = |code: &Code| {
            matches!(
                code,
                Code::ResultAgainstMate
                    | Code::ResultAgainstStalemate
                    | Code::TerminationAgainstBoard
                    | Code::ResultAgainstDeadPosition
            )
        };
        let errors = self
            .findings
            .iter()
            .filter(|(_, code, _)| code.severity() == Severity::Error);
        if !reading.misnumbered && !apart && errors.clone().any(|(_, code, _)| !board(code)) {
            return fail(Class::FalseError, self.list());
        }
        Ok(())
    }
}

/// The games read, except the right neighbour.
fn written(reading: &Reading) -> &[ReadGame] {
    reading.games.split_last().map_or(&[], |(_, games)| games)
}
