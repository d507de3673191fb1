//! Both neighbours stay unchanged.

use audit960_types::Severity;

use super::view::{View, describe, is_untouched};
use super::{Class, Failure, fail};
use crate::edits::judge::Reading;

impl View<'_> {
    pub(super) fn left_neighbour(&self) -> Result<(), Failure> {
        let found = self.findings.iter().find(|(at, ..)| *at < self.start);
        if let Some((_, code, message)) = found {
            return fail(Class::Neighbour, format!("left: {code:?} {message}"));
        }
        match self.games.first() {
            Some(game) if is_untouched(game, self.case.before) => Ok(()),
            other => fail(Class::Neighbour, format!("left: {}", describe(other))),
        }
    }

    /// If the edit reaches the neighbour's first line, or leaves a tag pair above it, the neighbour's
    /// moves must still come out, or an error must say what happened to them.
    pub(super) fn right_neighbour(&self, reading: &Reading) -> Result<(), Failure> {
        let (game, after) = (self.games.last(), self.case.after);
        let found = self.findings.iter().find(|(at, ..)| *at >= self.end);
        if self.is_at_edge {
            let as_read = reading.games.last().and_then(|read| read.moves.as_ref());
            let moves = game.and_then(|game| game.moves.as_ref());
            let same = moves == Some(&after.moves) && game.is_some_and(|g| g.fen == after.fen);
            let as_written = reading.is_strict() && moves == as_read;
            if same || as_written || self.worst() == Some(Severity::Error) {
                return Ok(());
            }
            return fail(
                Class::Neighbour,
                format!("right, at the edge: {}", describe(game)),
            );
        }
        if let Some((_, code, message)) = found {
            return fail(Class::Neighbour, format!("right: {code:?} {message}"));
        }
        match game {
            Some(game) if is_untouched(game, after) => Ok(()),
            other => fail(Class::Neighbour, format!("right: {}", describe(other))),
        }
    }
}
