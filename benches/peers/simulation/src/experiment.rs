//! Simulated archives analysed by the statistics, many times over.

use std::io;
use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use audit960_statistics::{SIGNIFICANCE_LEVEL, StartAnalysis, analyse};

use crate::process::{ArchiveSimulator, BETTER_START, Scenario};

/// How many trials succeeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Trials that succeeded.
    pub hits: u32,
    /// All trials.
    pub trials: u32,
}

impl Count {
    /// Share of the trials that succeeded, 0 to 1.
    #[must_use]
    pub fn share(&self) -> f64 {
        f64::from(self.hits) / f64::from(self.trials)
    }

    /// The 95 % interval of the probability (Wilson, JASA 22, 1927).
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        const Z: f64 = 1.959_963_984_540_054;
        let (n, p) = (f64::from(self.trials), self.share());
        let weight = Z * Z / n;
        let centre = (p + weight / 2.0) / (1.0 + weight);
        let half = (weight * p * (1.0 - p) + weight * weight / 4.0).sqrt() / (1.0 + weight);
        ((centre - half).max(0.0), (centre + half).min(1.0))
    }
}

/// What an experiment asks about an archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Is any position called significant?
    AnyFinding,
    /// Is the one that differs called significant?
    BetterStart,
    /// Is the draw rate of any position called significant?
    AnyDrawRate,
}

impl Question {
    fn answered(self, analysis: &StartAnalysis) -> bool {
        match self {
            Self::AnyFinding => !analysis.verdict.significant.is_empty(),
            Self::AnyDrawRate => {
                let mut rates = analysis.draw_rows.iter();
                rates.any(|row| row.q_value.is_some_and(|q| q <= SIGNIFICANCE_LEVEL))
            }
            Self::BetterStart => {
                let mut found = analysis.verdict.significant.iter();
                found.any(|position| position.start.number() == BETTER_START)
            }
        }
    }
}

/// The experiments on results: name, world and question.
pub const EXPERIMENTS: [(&str, Scenario, Question); 11] = [
    (
        "calibrated ratings",
        Scenario::Calibrated,
        Question::AnyFinding,
    ),
    ("slope 0.6", Scenario::Slope(0.6), Question::AnyFinding),
    ("slope 1.5", Scenario::Slope(1.5), Question::AnyFinding),
    ("no ratings", Scenario::Unrated, Question::AnyFinding),
    (
        "humans and engines pooled",
        Scenario::HumansAndEngines,
        Question::AnyFinding,
    ),
    (
        "draw rates .75 and .04 by position",
        Scenario::DrawRates,
        Question::AnyFinding,
    ),
    (
        "3 to 15 events a position",
        Scenario::Events,
        Question::AnyFinding,
    ),
    (
        "pairs with colours reversed",
        Scenario::ReversedPairs,
        Question::AnyFinding,
    ),
    (
        "5 % of games five times, copies left out",
        Scenario::CopiesLeftOut,
        Question::AnyFinding,
    ),
    (
        "5 % of games five times, not left out",
        Scenario::Copies,
        Question::AnyFinding,
    ),
    (
        "one position +.06 at n = 1000",
        Scenario::OneBetter {
            games: 1_000,
            effect: 0.06,
        },
        Question::BetterStart,
    ),
];

/// The experiments on draw rates; in none do they depend on the position itself.
pub const DRAW_EXPERIMENTS: [(&str, Scenario); 4] = [
    ("calibrated ratings", Scenario::Calibrated),
    ("humans and engines pooled", Scenario::HumansAndEngines),
    ("3 to 15 events a position", Scenario::Events),
    ("pairs with colours reversed", Scenario::ReversedPairs),
];

/// Makes `archives` archives, with the seeds `first_seed`, `first_seed + 1`, ..., and counts how often
/// the answer to the question is yes. Uses all processors.
///
/// # Errors
/// If an archive cannot be made.
pub fn run(
    world: Scenario,
    question: Question,
    archives: u32,
    first_seed: u64,
) -> io::Result<Count> {
    let failure = Mutex::new(None);
    let count = count(archives, |archive| {
        let mut source = ArchiveSimulator::new(world, first_seed + u64::from(archive));
        match source.archive() {
            Ok(archive) => question.answered(&analyse(&archive)),
            Err(error) => {
                if let Ok(mut failure) = failure.lock() {
                    *failure = Some(error);
                }
                false
            }
        }
    });
    match failure.into_inner().ok().flatten() {
        Some(error) => Err(error),
        None => Ok(count),
    }
}

/// Counts how many trials succeed, on all processors.
pub fn count(trials: u32, trial: impl Fn(u32) -> bool + Sync) -> Count {
    let (next, hits) = (AtomicU32::new(0), AtomicU32::new(0));
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= trials {
                        break;
                    }
                    hits.fetch_add(u32::from(trial(number)), Ordering::Relaxed);
                }
            });
        }
    });
    Count {
        hits: hits.into_inner(),
        trials,
    }
}
