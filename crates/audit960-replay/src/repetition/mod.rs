//! Positions that stood, or could have been made to stand, for the third time (Laws 9.2).
//!
//! Found when the game is over. Most games have no position that could be claimed, and their keys
//! alone show it: a claim asks for a position that has stood twice and stands again (9.2.2) or is
//! one move away (9.2.1), at least three half-moves after it stood last. Only a game in which the
//! keys leave this open is played over, and only its turns in question are examined on the board.

mod examine;

#[cfg(test)]
mod tests;

use audit960_board::{PieceMoves, Position};
use audit960_pgn::work::looked_at;
use audit960_types::{Repetition, Side};

use self::examine::Examiner;

use crate::trail::{Recurrence, Step, Trail};

/// Repetitions of one game that are kept. Under 9.6.1 and 9.6.2 no game comes near that many.
pub(crate) const MAX_REPETITIONS: usize = 1000;

/// Fewest half-moves between a position and the turn at which a move can bring it back.
const SOONEST_TURN: u32 = 3;

/// Positions of a run that are compared one by one with a turn; beyond, all legal moves are looked
/// up, so that the work per turn stays bounded.
const MAX_COMPARED: usize = 64;

/// What a game holds.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// The repetitions, by first claim and then by first occurrence: the first
    /// [`MAX_REPETITIONS`].
    pub(crate) repetitions: Vec<Repetition>,
    /// How many more there are.
    pub(crate) left_out: u32,
}

/// Finds repetitions; keeps its scratch space from game to game.
#[derive(Debug, Default)]
pub(crate) struct Finder {
    /// Half-moves after which the turn is examined.
    turns: Vec<u32>,
    examiner: Examiner,
}

impl Finder {
    /// The repetitions of a game from its first position to its last, after [`Trail::extremes`].
    pub(crate) fn find(&mut self, start: &Position, last: &Position, trail: &Trail) -> Found {
        self.turns.clear();
        let (steps, recurrences) = (trail.steps(), trail.recurrences());
        for run in recurrences.chunk_by(|a, b| run_start(steps, a.ply) == run_start(steps, b.ply)) {
            self.choose_turns(steps, run, start.turn());
        }
        if self.turns.is_empty() {
            return Found::default();
        }
        self.turns.sort_unstable();
        self.turns.dedup();
        self.examiner.examine([start, last], trail, &self.turns)
    }

    /// Notes the turns of a run at which keys do not rule out a claim. `first` is the side that
    /// played the first half-move.
    fn choose_turns(&mut self, steps: &[Step], run: &[Recurrence], first: Side) {
        let third = run.iter().filter(|back| back.times > 2);
        self.turns.extend(third.map(|back| back.ply));
        let moves = PieceMoves::table();
        let twice = run.iter().filter(|back| back.times == 2);
        for (compared, back) in twice.enumerate() {
            let coming = back.ply + SOONEST_TURN;
            let rest = &steps[steps.len().min(coming as usize)..];
            let len = rest.iter().take_while(|step| step.clock > 0).count();
            if compared == MAX_COMPARED {
                self.turns.extend(coming..coming + len as u32);
                return;
            }
            looked_at(len);
            // The side that does not move in the position has every other turn.
            let key = steps[back.ply as usize].key;
            let side = if coming.is_multiple_of(2) {
                first
            } else {
                first.other()
            };
            for (turn, ply) in rest[..len].chunks(2).zip((coming..).step_by(2)) {
                if moves.may_lead(turn[0].key, side, key) {
                    self.turns.push(ply);
                }
            }
        }
    }
}

/// Half-move after which the run of a position begins; 0 too where a clock was brought along.
fn run_start(steps: &[Step], ply: u32) -> u32 {
    steps
        .get(ply as usize)
        .map_or(ply, |step| ply.saturating_sub(step.clock))
}
