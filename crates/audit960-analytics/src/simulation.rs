//! Simulated archives with a known truth: how often something is found where there is nothing, and
//! whether it is found where there is something. The results follow another draw model than the one
//! fitted (draws fall off linearly with the favourite's expected score), as real archives do.

use std::collections::BTreeMap;

use audit960_board::start::SplitMix64;
use audit960_types::{GameResult, StartTally, Tally};

use crate::analyse;

const SEED: u64 = 960;
const ADVANTAGE: f64 = 30.0;
const DRAWS_AT_EVEN: f64 = 0.5;

struct Simulation {
    random: SplitMix64,
    rated: bool,
}

impl Simulation {
    fn new(rated: bool) -> Self {
        Self {
            random: SplitMix64::new(SEED),
            rated,
        }
    }

    /// An archive with so many games of each position.
    fn archive(&mut self, games: u32) -> Tally {
        let positions: BTreeMap<u16, StartTally> = (0..960)
            .map(|number| (number, self.position(games, 0.0)))
            .collect();
        Tally {
            positions,
            ..Tally::default()
        }
    }

    /// Games of one position in which White scores `effect` more than expected.
    fn position(&mut self, games: u32, effect: f64) -> StartTally {
        let mut position = StartTally::default();
        for _ in 0..games {
            let difference = if self.rated { self.difference() } else { 0 };
            let result = self.result(difference, effect);
            position.score.add(result);
            if self.rated {
                position.rated.entry(difference).or_default().add(result);
            }
        }
        position
    }

    /// A rating difference: triangular from -300 to 300.
    fn difference(&mut self) -> i32 {
        self.random.below(301) as i32 - self.random.below(301) as i32
    }

    fn result(&mut self, difference: i32, effect: f64) -> GameResult {
        let expected =
            (1.0 + 10_f64.powf(-(f64::from(difference) + ADVANTAGE) / 400.0)).recip() + effect;
        let draw = DRAWS_AT_EVEN * (1.0 - (2.0 * expected - 1.0).abs());
        match self.random.unit() {
            u if u < draw => GameResult::Draw,
            u if u < expected + draw / 2.0 => GameResult::White,
            _ => GameResult::Black,
        }
    }
}

/// Of so many archives in which no position differs, those in which one is called significant.
fn false_alarms(simulation: &mut Simulation, archives: u32) -> usize {
    (0..archives)
        .filter(|_| {
            !analyse(&simulation.archive(8))
                .verdict
                .significant
                .is_empty()
        })
        .count()
}

/// Up to 10 in 200 are expected (q <= 0.05); more than 18 would come up once in 170 times, by
/// scipy.stats.binom.sf(18, 200, 0.05).
#[test]
fn rated_archives_without_differences_seldom_raise_alarm() {
    let found = false_alarms(&mut Simulation::new(true), 200);
    assert!(found <= 18, "{found} of 200");
}

#[test]
fn unrated_archives_without_differences_seldom_raise_alarm() {
    let found = false_alarms(&mut Simulation::new(false), 200);
    assert!(found <= 18, "{found} of 200");
}

#[test]
fn a_tenth_of_a_point_is_found() {
    for rated in [true, false] {
        let mut simulation = Simulation::new(rated);
        let mut tally = simulation.archive(40);
        let odd = simulation.position(5_000, 0.1);
        tally.positions.insert(342, odd);
        let analysis = analyse(&tally);
        let found: Vec<u16> = analysis
            .verdict
            .significant
            .iter()
            .map(|position| position.start.number())
            .collect();
        assert_eq!(found.first(), Some(&342), "{}", analysis.verdict);
        assert!(found.len() <= 3, "{}", analysis.verdict);
        assert!(analysis.verdict.significant[0].residual > 0.05);
        if rated {
            let row = &analysis.rows[342];
            // What 5,000 games show is hardly shrunk, what 40 games show is.
            let adjusted = row.adjusted_score.unwrap();
            let mean = analysis.archive.unwrap().mean;
            assert!((adjusted - mean) > 0.05, "{adjusted} {mean}");
        }
    }
}

/// p-values under no differences are never too small: their distribution lies at or above the
/// uniform one (up to chance).
#[test]
fn p_values_are_valid() {
    let mut simulation = Simulation::new(true);
    let p_values: Vec<f64> = (0..5)
        .flat_map(|_| analyse(&simulation.archive(20)).rows)
        .filter_map(|row| row.p_value)
        .collect();
    assert_eq!(p_values.len(), 4_800);
    for level in [0.01, 0.05, 0.1, 0.5] {
        let share = p_values.iter().filter(|&&p| p <= level).count() as f64 / 4_800.0;
        // Three standard errors, and at least half of what continuous results would give.
        let error = (level * (1.0 - level) / 4_800.0).sqrt();
        assert!(share <= level + 3.0 * error, "{level}: {share}");
        assert!(share >= 0.5 * level, "{level}: {share}");
    }
}
