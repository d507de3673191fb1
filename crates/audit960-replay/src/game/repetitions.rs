//! Finds, judges and reports the repetitions of a game.

use audit960_law::{RepetitionLaw, Standard, VenueKind, judge_repetition};
use audit960_types::{
    Code, Fact, GameResult, Identity, JudgedRepetition, RepetitionFacts, Side, TextSink,
};

use super::GameReplay;
use crate::consistency::Note;
use crate::repetition::{Found, MAX_REPETITIONS};

impl<S: TextSink> GameReplay<'_, '_, S> {
    /// The judged repetitions of a game in which the most frequent position occurred `max_repetition` times.
    /// Adds a note if the record goes on although a repetition had ended the game.
    pub(super) fn judge_repetitions(
        &mut self,
        max_repetition: u32,
        result: GameResult,
        notes: &mut Vec<Note>,
    ) -> Vec<JudgedRepetition> {
        if max_repetition < 2 {
            return Vec::new();
        }
        let line = &self.scratch.line;
        let found = self
            .scratch
            .repetitions
            .find(&line.start, &line.position, &line.trail);
        if found.repetitions.is_empty() {
            return Vec::new();
        }
        self.judge_found(found, result, notes)
    }

    #[cold]
    fn judge_found(
        &mut self,
        found: Found,
        result: GameResult,
        notes: &mut Vec<Note>,
    ) -> Vec<JudgedRepetition> {
        let (options, plies) = (self.options, self.scratch.line.plies());
        let key = (self.dates, self.venue);
        let law = match self.scratch.repetition_law {
            Some((known, law)) if known == key => law,
            _ => RepetitionLaw::of(&self.dates, self.venue, &options.law, &options.venues),
        };
        self.scratch.repetition_law = Some((key, law));
        let kept = found.repetitions.len();
        let judge = |it| judge_repetition(it, plies, result, law, Standard::Venue);
        let judged: Vec<JudgedRepetition> = found.repetitions.into_iter().map(judge).collect();
        let beyond = judged
            .iter()
            .filter(|it| it.automatic_draw_ply.is_some_and(|ply| ply < plies))
            .min_by_key(|it| it.automatic_draw_ply);
        if let Some(ended) = beyond {
            let message = if law.threefold == Some(VenueKind::Automatic) {
                format!("{} draws at the third occurrence", self.venue)
            } else {
                "the fifth occurrence ends a game (9.6.1)".to_owned()
            };
            notes.push(beyond_draw(ended, &message));
        }
        if found.left_out > 0 {
            let message = format!(
                "{} positions could be claimed as repeated; the first {MAX_REPETITIONS} are kept",
                kept + found.left_out as usize
            );
            notes.push((Code::ManyRepetitions, None, message));
        }
        judged
    }

    /// Reports the rows of table `repetitions`.
    pub(super) fn report_repetitions(&mut self, identity: Identity, judged: &[JudgedRepetition]) {
        for judged in judged {
            self.sink
                .fact(Fact::Repetition(&RepetitionFacts { identity, judged }));
        }
    }
}

/// The side that lost the game after it could have claimed a repetition.
pub(super) fn half_point_lost_by(judged: &[JudgedRepetition]) -> Option<Side> {
    judged.iter().find_map(|it| it.half_point_lost_by)
}

/// The note that the record goes on after a repetition had ended the game.
fn beyond_draw(ended: &JudgedRepetition, rule: &str) -> Note {
    let last = ended.automatic_draw_ply.unwrap_or_default();
    let plies = ended.repetition.plies.iter();
    let stood: Vec<String> = plies
        .take_while(|ply| **ply <= last)
        .map(u32::to_string)
        .collect();
    let message = format!(
        "{rule}: a position occurred after half-moves {}; the record goes on",
        stood.join(", ")
    );
    (Code::BeyondRepetition, None, message)
}
