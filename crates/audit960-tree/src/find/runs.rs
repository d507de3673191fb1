//! How long the material of a game stayed the same.

use std::ops::ControlFlow;

use audit960_types::Material;

use crate::game::{NotAMove, PlayedGame};

/// Half-moves after which the material was the same: the first and the last of each run.
#[derive(Debug, Default)]
pub(super) struct MaterialRuns {
    runs: Vec<(u32, u32)>,
    known: bool,
}

impl MaterialRuns {
    /// Forgets the game.
    pub(super) fn clear(&mut self) {
        self.runs.clear();
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
            self.read(game)?;
        }
        let after = self.runs.partition_point(|(first, _)| *first <= ply);
        let run = after.checked_sub(1).and_then(|index| self.runs.get(index));
        let run = run.filter(|_| !game.cut || after < self.runs.len());
        Ok(run.map(|(first, last)| last - first + 1))
    }

    fn read(&mut self, game: &PlayedGame<'_>) -> Result<(), NotAMove> {
        let Self { runs, known } = self;
        let mut current: Option<Material> = None;
        game.walk(|ply, position, _| {
            // Only a capture or a promotion, a pawn move, changes the material.
            if current.is_none() || position.clock() == 0 {
                let material = position.material();
                if current != Some(material) {
                    current = Some(material);
                    runs.push((ply, ply));
                }
            }
            if let Some((_, last)) = runs.last_mut() {
                *last = ply;
            }
            ControlFlow::Continue(())
        })?;
        *known = true;
        Ok(())
    }
}
