//! What positions of a game are worth, asked at the places that matter to a claim.

use std::collections::BTreeMap;

use audit960_board::{Move, Position};
use audit960_types::{PositionValue, Repetition, RunValues, ValueChange};

use crate::judge::PLAIN_LIMIT;
use crate::run::ClaimRun;

/// Something that knows what positions are worth, such as endgame tables. The answers must depend only on the
/// position and the clock, so that rows are the same for any number of threads.
pub trait PositionValues: std::fmt::Debug + Send + Sync {
    /// What a position is worth to the side to move after `clock` half-moves without capture or pawn move.
    fn value(&self, position: &Position, clock: u32) -> PositionValue;
}

/// A game whose positions are valued. A position is asked for once, however many claims share it.
#[derive(Debug)]
pub struct ValuedGame<'g> {
    start: &'g Position,
    moves: &'g [Move],
    values: &'g dyn PositionValues,
    /// The position that was asked for last, and the half-move before which it is: the next one is usually near.
    at: (u32, Position),
    /// By the half-moves before which positions were valued: the clocks and the values.
    known: BTreeMap<u32, (u32, PositionValue)>,
}

impl<'g> ValuedGame<'g> {
    /// A game of these moves. Its positions are named by the half-move before which they are, from 1; the last one by
    /// the half-move after the last.
    #[must_use]
    pub fn new(start: &'g Position, moves: &'g [Move], values: &'g dyn PositionValues) -> Self {
        Self {
            start,
            moves,
            values,
            at: (1, start.clone()),
            known: BTreeMap::new(),
        }
    }

    /// The values at the places of a run: after the half-move that reset the clock, at the first and the last turn
    /// with a claim under the plain limit of fifty moves, and after the last half-move of the record; and the first
    /// half-move of the run that changed the value.
    pub fn of_run(&mut self, run: &ClaimRun) -> RunValues {
        let claims = run
            .turns()
            .filter(|(_, _, clock, turn)| turn.claim(*clock, PLAIN_LIMIT).is_some());
        let last = claims.map(|(ply, ..)| ply).last();
        let start = run.reset_ply + 1;
        let after_the_run = run.first_claim_ply + (run.turns.len() as u32).saturating_sub(1);
        RunValues {
            change: self.change(start, after_the_run),
            ..self.at(
                start,
                run.first_claim_ply,
                last.unwrap_or(run.first_claim_ply),
            )
        }
    }

    /// The values at the places of a repetition: after the last capture or pawn move before the first claim, at the
    /// first and the last claim of either side, and after the last half-move of the record.
    pub fn of_repetition(&mut self, repetition: &Repetition) -> RunValues {
        let first = repetition.first_claim_ply;
        let (clock, _) = self.valued(first);
        // A clock that began before the record leads to the start of the record.
        let start = first.saturating_sub(clock).max(1);
        self.at(start, first, repetition.last_claim_ply())
    }

    /// The first half-move from `start` on, and before `last`, that made the position worth less to who made it; `None`
    /// where a value before it is in doubt, which leaves open whether it was the first. (A move cannot make a position
    /// worth more, but for a mate at a clock of 100 and more, where every win was cursed.) No piece leaves the board on the way, so that where the
    /// first position is unknown none of the others is asked for.
    fn change(&mut self, start: u32, last: u32) -> Option<ValueChange> {
        let certain = |found: PositionValue| found.certain.then_some(found.value);
        let mut before = certain(self.valued(start).1)?;
        for ply in start..last {
            let left = certain(self.valued(ply + 1).1)?;
            // In the order of the labels, the best first.
            if left.reversed() > before {
                let played = *self.moves.get(ply as usize - 1)?;
                return Some(ValueChange {
                    ply,
                    san: self.before(ply).san(played),
                    before,
                    after: left.reversed(),
                });
            }
            before = left;
        }
        None
    }

    fn at(&mut self, start: u32, first: u32, last: u32) -> RunValues {
        let end = self.moves.len() as u32 + 1;
        let mut value = |ply| self.valued(ply).1;
        RunValues {
            start: value(start),
            first_claim: value(first),
            last_claim: value(last),
            end: value(end),
            change: None,
        }
    }

    /// Clock and value of the position before a half-move.
    fn valued(&mut self, ply: u32) -> (u32, PositionValue) {
        if let Some(known) = self.known.get(&ply) {
            return *known;
        }
        let values = self.values;
        let position = self.before(ply);
        let clock = position.clock();
        let value = values.value(position, clock);
        self.known.insert(ply, (clock, value));
        (clock, value)
    }

    /// The position before a half-move.
    fn before(&mut self, ply: u32) -> &Position {
        if self.at.0 > ply {
            self.at = (1, self.start.clone());
        }
        let (from, to) = (self.at.0 as usize - 1, ply as usize - 1);
        let on_the_way = self.moves.get(from..to).unwrap_or_default();
        self.at.1.play_all(on_the_way.iter().copied());
        self.at.0 = ply;
        &self.at.1
    }
}

#[cfg(test)]
mod tests;
