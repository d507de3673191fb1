//! A text that is no longer strict PGN loses nothing silently.

use audit960_types::{Severity, Verdict};

use super::view::View;
use super::{Class, Failure, fail};
use crate::edits::judge::Reading;

impl View<'_> {
    pub(super) fn damaged(&self, reading: &Reading) -> Result<(), Failure> {
        let why = reading.oddity.unwrap_or("");
        let detail = || format!("{why}: {}", self.list());
        let with_moves: Vec<_> = self.region().iter().filter(|game| game.plies > 0).collect();
        let base = &self.case.game;
        let same = matches!(with_moves[..], [game]
            if game.moves.as_ref() == Some(&base.moves) && game.fen == base.fen);
        if !same && !self.is_loud() {
            return fail(Class::Silent, detail());
        }
        if self.region().len() > 1 && !self.is_loud() {
            return fail(Class::Torn, detail());
        }
        let out: Vec<_> = with_moves
            .iter()
            .map(|game| game.moves.as_deref())
            .collect();
        let read = reading
            .games
            .split_last()
            .map_or(&[][..], |(_, games)| games);
        let skipped = read.iter().map(|game| game.moves.as_deref());
        let skipped: Vec<_> = skipped.filter(|moves| *moves != Some("")).collect();
        let as_skipped = out == skipped;
        let none_lost = self.lost_words(reading).is_empty();
        let all_ok = self.region().iter().all(|game| game.verdict == Verdict::Ok);
        if all_ok && !self.region().is_empty() {
            let allowed = if as_skipped { none_lost } else { same };
            if !allowed && !self.is_ruled(&with_moves, reading) {
                return fail(Class::FalseOk, detail());
            }
        }
        let plies: u32 = with_moves.iter().map(|game| game.plies).sum();
        // Text after `;` is a comment, however much it looks like moves.
        let played = plies as usize + reading.commented_moves;
        let fewer = played < base.moves.split(' ').count();
        let explained = as_skipped && none_lost;
        let foreign = self
            .region()
            .iter()
            .any(|game| game.verdict.as_str() == "foreign");
        if fewer && !explained && !foreign && self.worst() != Some(Severity::Error) {
            return fail(Class::ExitZero, detail());
        }
        Ok(())
    }
}
