//! Finds positions that occurred, or that a move could have repeated, for the third time (Laws 9.2).
//!
//! They are found when the game is over. In most games no repetition could be claimed, and the position
//! keys alone show it: a claim needs a position that has occurred twice and occurs again (9.2.2) or is
//! one move away (9.2.1), at least three half-moves after its last occurrence. Only a game in which the
//! keys do not rule this out is replayed, and only its turns in question are examined on the board.

mod examine;

#[cfg(test)]
mod tests;

use audit960_board::{PieceMoves, Position};
use audit960_pgn::scanned::count_scanned;
use audit960_types::{Repetition, Side};

use self::examine::RepetitionExaminer;

use crate::trail::{Recurrence, Step, Trail};

/// Maximum number of repetitions of one game that are kept. Under 9.6.1 and 9.6.2 no game comes near it.
pub(crate) const MAX_REPETITIONS: usize = 1000;

/// Minimum number of half-moves between a position and the turn at which a move can repeat it.
const MIN_PLIES_TO_TURN: u32 = 3;

/// Maximum number of positions of a run that are compared one by one with a turn; with more, all legal moves
/// are looked up, so that the work per turn stays bounded.
const MAX_COMPARED: usize = 64;

/// The repetitions of a game.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// The repetitions, by first claim and then by first occurrence: the first
    /// [`MAX_REPETITIONS`].
    pub(crate) repetitions: Vec<Repetition>,
    /// Number of further repetitions that are not kept.
    pub(crate) left_out: u32,
}

/// Finds repetitions; keeps its scratch space from game to game.
#[derive(Debug, Default)]
pub(crate) struct Finder {
    /// Half-moves after which the turn is examined.
    turns: Vec<u32>,
    examiner: RepetitionExaminer,
}

impl Finder {
    /// Finds the repetitions of a game from its first position to its last. Requires a call of
    /// [`Trail::extremes`] before.
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

    /// Collects the turns of a run at which the keys do not rule out a claim. `first` is the side that
    /// played the first half-move.
    fn choose_turns(&mut self, steps: &[Step], run: &[Recurrence], first: Side) {
        let third = run.iter().filter(|back| back.times > 2);
        self.turns.extend(third.map(|back| back.ply));
        let moves = PieceMoves::table();
        let twice = run.iter().filter(|back| back.times == 2);
        for (compared, back) in twice.enumerate() {
            let coming = back.ply + MIN_PLIES_TO_TURN;
            let rest = &steps[steps.len().min(coming as usize)..];
            let len = rest.iter().take_while(|step| step.clock > 0).count();
            if compared == MAX_COMPARED {
                self.turns.extend(coming..coming + len as u32);
                return;
            }
            count_scanned(len);
            // Only the side that is not to move in the position can repeat it: every other turn.
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

/// The half-move after which the run of a position begins; also 0 where the FEN states a clock above zero.
fn run_start(steps: &[Step], ply: u32) -> u32 {
    steps
        .get(ply as usize)
        .map_or(ply, |step| ply.saturating_sub(step.clock))
}
