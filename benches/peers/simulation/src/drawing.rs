//! Start positions drawn at random, and what the popularity tests say about them.

use audit960_board::start::{DrawMethod, SplitMix64};
use audit960_statistics::{DrawHypothesis, Popularity, popularity_of};

use crate::experiment::{Count, count};

/// How positions are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawing {
    /// By a method; the flag excludes the orthodox position.
    By(DrawMethod, bool),
    /// Dealt out in turn: the counts of any two of the 960 differ by one at most.
    Dealt,
}

impl Drawing {
    /// How often each position comes up in `draws` draws, by Scharnagl number; the same for the same seed.
    #[must_use]
    pub fn counts(self, draws: u32, seed: u64) -> [u64; 960] {
        let mut random = SplitMix64::new(seed);
        let mut counts = [0; 960];
        for number in 0..draws as usize {
            let start = match self {
                Self::By(method, without_orthodox) => {
                    usize::from(method.draw(&mut random, without_orthodox).start.number())
                }
                Self::Dealt => number % counts.len(),
            };
            counts[start] += 1;
        }
        counts
    }
}

/// An experiment: positions are drawn, and a hypothesis about the drawing is tested.
#[derive(Clone, Copy, Debug)]
pub struct DrawExperiment {
    /// Its name in the table.
    pub name: &'static str,
    /// How the positions are drawn.
    pub drawing: Drawing,
    /// How many positions are drawn.
    pub draws: u32,
    /// The hypothesis that is tested.
    pub asked: DrawHypothesis,
}

const fn experiment(
    name: &'static str,
    drawing: Drawing,
    draws: u32,
    asked: DrawHypothesis,
) -> DrawExperiment {
    DrawExperiment {
        name,
        drawing,
        draws,
        asked,
    }
}

const UNIFORM: Drawing = Drawing::By(DrawMethod::Uniform, false);
const BODLAENDER: Drawing = Drawing::By(DrawMethod::Bodlaender, false);
const ONE_DIE: Drawing = Drawing::By(DrawMethod::OneDie, false);
const WITHOUT_ORTHODOX: Drawing = Drawing::By(DrawMethod::Uniform, true);

/// Experiments whose hypothesis is true: at most 5 % may be rejected.
pub const TRUE_HYPOTHESES: [DrawExperiment; 6] = [
    experiment("uniform, 100 draws", UNIFORM, 100, DrawHypothesis::Uniform),
    experiment(
        "uniform, 1000 draws",
        UNIFORM,
        1_000,
        DrawHypothesis::Uniform,
    ),
    experiment(
        "Bodlaender's dice, 10000 draws",
        BODLAENDER,
        10_000,
        DrawHypothesis::Uniform,
    ),
    experiment("one die, 100 draws", ONE_DIE, 100, DrawHypothesis::OneDie),
    experiment(
        "one die, 10000 draws",
        ONE_DIE,
        10_000,
        DrawHypothesis::OneDie,
    ),
    experiment(
        "uniform without 518, 10000 draws",
        WITHOUT_ORTHODOX,
        10_000,
        DrawHypothesis::OrthodoxExcluded,
    ),
];

/// Experiments whose hypothesis is false: at least 95 % should be rejected.
pub const FALSE_HYPOTHESES: [DrawExperiment; 4] = [
    experiment(
        "one die taken for uniform, 100 draws",
        ONE_DIE,
        100,
        DrawHypothesis::Uniform,
    ),
    experiment(
        "uniform taken for one die, 100 draws",
        UNIFORM,
        100,
        DrawHypothesis::OneDie,
    ),
    experiment(
        "never 518 taken for uniform, 10000 draws",
        WITHOUT_ORTHODOX,
        10_000,
        DrawHypothesis::Uniform,
    ),
    experiment(
        "dealt out taken for uniform, 9600 draws",
        Drawing::Dealt,
        9_600,
        DrawHypothesis::Uniform,
    ),
];

impl DrawExperiment {
    /// How often the hypothesis is rejected, with the seeds `first_seed`, `first_seed + 1`, ...
    #[must_use]
    pub fn rejections(&self, archives: u32, first_seed: u64) -> Count {
        count(archives, |archive| {
            let counts = self
                .drawing
                .counts(self.draws, first_seed + u64::from(archive));
            self.rejects(&popularity_of(&counts))
        })
    }

    fn rejects(&self, popularity: &Popularity) -> bool {
        let mut tests = popularity.tests.iter();
        tests.any(|test| test.hypothesis == self.asked && !test.fits())
    }
}
