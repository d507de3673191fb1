//! How long the material of a game stayed the same.

use std::ops::ControlFlow;

use audit960_board::MaterialStays;

use crate::game::{NotAMove, PlayedGame};

/// The stays of a game, collected when they are first asked for.
#[derive(Debug)]
pub(super) struct MaterialRuns {
    stays: MaterialStays,
    known: bool,
}

impl Default for MaterialRuns {
    fn default() -> Self {
        Self {
            // Of any number of pieces.
            stays: MaterialStays::new(64),
            known: false,
        }
    }
}

impl MaterialRuns {
    /// Forgets the game.
    pub(super) fn clear(&mut self) {
        self.stays.clear();
        self.known = false;
    }

    /// Half-moves after which the material was that of half-move `ply`: from the one with which it arose (or the start of
    /// the record) to the last before it changed (or the end), both included; `None` if it changed after what is known of a
    /// game that is cut.
    pub(super) fn stay(
        &mut self,
        game: &PlayedGame<'_>,
        ply: u32,
    ) -> Result<Option<u32>, NotAMove> {
        if !self.known {
            game.walk(|ply, position, _| {
                self.stays.visit(ply, position);
                ControlFlow::Continue(())
            })?;
            self.known = true;
        }
        let stays = self.stays.found();
        let after = stays.partition_point(|stay| stay.ply <= ply);
        let stay = after.checked_sub(1).and_then(|index| stays.get(index));
        let stay = stay.filter(|_| !game.cut || after < stays.len());
        Ok(stay.map(|stay| stay.plies))
    }
}
