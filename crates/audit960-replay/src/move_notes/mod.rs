//! The time left, time spent and evaluation that comments state for the half-moves before them.

mod dialects;

use audit960_types::Side;

use self::dialects::Note;

pub(crate) use self::dialects::first_clocks;

/// The notes of one game, one list for each kind. A list ends with the last half-move that has such a note,
/// until [`MoveNotes::end`] makes it as long as the game; it is empty if no half-move has one.
#[derive(Debug, Default)]
pub(crate) struct MoveNotes {
    clocks: Vec<Option<f64>>,
    move_times: Vec<Option<f64>>,
    evals: Vec<Option<f64>>,
    /// Whether an evaluation is that of the player who moved.
    by_players: bool,
}

impl MoveNotes {
    /// Removes the notes of the previous game.
    pub(crate) fn clear(&mut self) {
        for list in self.lists() {
            list.clear();
        }
        self.by_players = false;
    }

    /// Adds the notes of a comment after half-move `ply`, counted from 1, of `side`. Of several comments on a
    /// half-move, the first with a kind of note counts.
    pub(crate) fn take(&mut self, comment: &[u8], ply: u32, side: Side) {
        let Note {
            clock,
            move_time,
            eval,
            by_player,
        } = dialects::read(comment, side);
        self.by_players |= by_player;
        let values = [clock, move_time, eval];
        for (list, value) in self.lists().into_iter().zip(values) {
            // Replay stops at 20,000 half-moves, so the lists stay small.
            let length = ply as usize;
            if value.is_some() && length > 0 {
                if list.len() < length {
                    list.resize(length, None);
                }
                let slot = &mut list[length - 1];
                *slot = slot.or(value);
            }
        }
    }

    /// Ends the game: extends the lists that have notes to `plies` half-moves.
    pub(crate) fn end(&mut self, plies: u32) {
        for list in self.lists() {
            if !list.is_empty() {
                list.resize(plies as usize, None);
            }
        }
    }

    /// Seconds left on the clock of the side that moved, by half-move; `None` without any.
    pub(crate) fn clocks(&self) -> Option<&[Option<f64>]> {
        any(&self.clocks)
    }

    /// Seconds spent, by half-move; `None` without any.
    pub(crate) fn move_times(&self) -> Option<&[Option<f64>]> {
        any(&self.move_times)
    }

    /// Evaluations in pawns from White's point of view, by half-move; `None` without any.
    pub(crate) fn evals(&self) -> Option<&[Option<f64>]> {
        any(&self.evals)
    }

    /// The evaluations, unless they are those of the players.
    pub(crate) fn analysis(&self) -> Option<&[Option<f64>]> {
        self.evals().filter(|_| !self.by_players)
    }

    fn lists(&mut self) -> [&mut Vec<Option<f64>>; 3] {
        [&mut self.clocks, &mut self.move_times, &mut self.evals]
    }
}

fn any(list: &[Option<f64>]) -> Option<&[Option<f64>]> {
    (!list.is_empty()).then_some(list)
}

#[cfg(test)]
mod tests;
