//! Finds, judges and reports the repetitions of a game.

use audit960_law::{GameEnds, RepetitionLaw, Standard, judge_repetition};
use audit960_types::{
    Code, Fact, GameResult, Identity, JudgedRepetition, RepetitionFacts, TextSink,
};

use super::GameReplay;
use crate::consistency::{About, Note};
use crate::repetition::{Found, MAX_REPETITIONS};

impl<S: TextSink> GameReplay<'_, '_, S> {
    /// The repetitions of a game in which the most frequent position occurred `max_repetition` times.
    pub(super) fn find_repetitions(&mut self, max_repetition: u32) -> Found {
        if max_repetition < 2 {
            return Found::default();
        }
        let line = &self.scratch.line;
        let finder = &mut self.scratch.repetitions;
        finder.find(&line.start, &line.position, &line.trail)
    }

    /// Judges the repetitions of a game, and adds a note if it has too many.
    #[cold]
    pub(super) fn judge_repetitions(
        &mut self,
        found: Found,
        result: GameResult,
        ends: &GameEnds,
        notes: &mut Vec<Note>,
    ) -> Vec<JudgedRepetition> {
        let plies = self.scratch.line.plies();
        let law = match found
            .repetitions
            .iter()
            .any(|repetition| repetition.plies.len() > 4)
        {
            true => RepetitionLaw::of(&self.jurisdiction()),
            false => self.repetition_law(),
        };
        let kept = found.repetitions.len();
        let judge =
            |repetition| judge_repetition(repetition, plies, (result, ends), law, Standard::Venue);
        if found.left_out > 0 {
            let message = format!(
                "{} positions could be claimed as repeated; the first {MAX_REPETITIONS} are kept",
                kept + found.left_out as usize
            );
            notes.push((Code::ManyRepetitions, About::Game, message));
        }
        found.repetitions.into_iter().map(judge).collect()
    }

    /// Reports the rows of table `repetitions`.
    pub(super) fn report_repetitions(&mut self, identity: Identity, judged: &[JudgedRepetition]) {
        for judged in judged {
            self.sink
                .fact(Fact::Repetition(&RepetitionFacts { identity, judged }));
        }
    }
}
