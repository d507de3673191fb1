//! What positions of a game are worth, asked at the places that matter to a claim.

use audit960_board::Position;
use audit960_types::{PositionValue, Repetition, RunValues};

use crate::incident::PLAIN_LIMIT;
use crate::run::ClaimRun;

/// Something that knows what positions are worth, such as endgame tables. The answers must depend only on the
/// position and the clock, so that rows are the same for any number of threads.
pub trait PositionValues: std::fmt::Debug + Send + Sync {
    /// What a position is worth to the side to move after `clock` half-moves without capture or pawn move.
    fn value(&self, position: &Position, clock: u32) -> PositionValue;
}

/// A game whose positions are valued. A position is asked for once, however many claims share it.
pub struct ValuedGame<'g> {
    plies: u32,
    before: &'g dyn Fn(u32) -> Position,
    values: &'g dyn PositionValues,
    /// The half-moves before which positions were valued, with their clocks.
    known: Vec<(u32, u32, PositionValue)>,
}

impl std::fmt::Debug for ValuedGame<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ValuedGame")
            .field("plies", &self.plies)
            .field("known", &self.known)
            .finish_non_exhaustive()
    }
}

impl<'g> ValuedGame<'g> {
    /// A game of `plies` half-moves. `before` gives the position before a half-move, from 1; the half-move after the
    /// last gives the last position.
    #[must_use]
    pub fn new(
        plies: u32,
        before: &'g dyn Fn(u32) -> Position,
        values: &'g dyn PositionValues,
    ) -> Self {
        Self {
            plies,
            before,
            values,
            known: Vec::new(),
        }
    }

    /// The values at the places of a run: after the half-move that reset the clock, at the first and the last turn
    /// with a claim under the plain limit of fifty moves, and after the last half-move of the record.
    pub fn of_run(&mut self, run: &ClaimRun) -> RunValues {
        let claims = run
            .turns()
            .filter(|(_, _, clock, turn)| turn.claim(*clock, PLAIN_LIMIT).is_some());
        let last = claims.map(|(ply, ..)| ply).last();
        self.at(
            run.reset_ply + 1,
            run.first_claim_ply,
            last.unwrap_or(run.first_claim_ply),
        )
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

    fn at(&mut self, start: u32, first: u32, last: u32) -> RunValues {
        let end = self.plies + 1;
        let mut value = |ply| self.valued(ply).1;
        RunValues {
            start: value(start),
            first_claim: value(first),
            last_claim: value(last),
            end: value(end),
        }
    }

    /// Clock and value of the position before a half-move.
    fn valued(&mut self, ply: u32) -> (u32, PositionValue) {
        if let Some((_, clock, value)) = self.known.iter().find(|(known, ..)| *known == ply) {
            return (*clock, *value);
        }
        let position = (self.before)(ply);
        let clock = position.clock();
        let value = self.values.value(&position, clock);
        self.known.push((ply, clock, value));
        (clock, value)
    }
}

#[cfg(test)]
mod tests;
