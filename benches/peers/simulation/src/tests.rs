//! A small part of what `make simulate` runs.

use crate::drawing::{FALSE_HYPOTHESES, TRUE_HYPOTHESES};
use crate::experiment::{Count, DRAW_EXPERIMENTS, EXPERIMENTS, Question, run};
use crate::process::Scenario;

const FIRST_SEED: u64 = 1;

/// At most 5 % of the archives in which nothing differs may give a finding. At 5 %, more than 4 of 20 do
/// so once in 390 times: scipy.stats.binom.sf(4, 20, 0.05).
#[test]
fn where_nothing_differs_little_is_found() {
    for (name, world, question) in EXPERIMENTS {
        if question == Question::AnyFinding && world != Scenario::Copies {
            let found = run(world, question, 20, FIRST_SEED).unwrap();
            assert!(found.hits <= 4, "{name}: {} of 20", found.hits);
        }
    }
}

/// The same for draw rates; where half of the positions have a high one and half a low one, that is found.
#[test]
fn draw_rates_that_differ_are_found() {
    for (name, world) in DRAW_EXPERIMENTS {
        let found = run(world, Question::AnyDrawRate, 20, FIRST_SEED).unwrap();
        assert!(found.hits <= 4, "{name}: {} of 20", found.hits);
    }
    let found = run(Scenario::DrawRates, Question::AnyDrawRate, 5, FIRST_SEED).unwrap();
    assert_eq!(found.hits, 5);
}

/// With a power of 62 %, fewer than 2 of 8 archives give the finding once in 160 times:
/// scipy.stats.binom.cdf(1, 8, 0.62).
#[test]
fn a_position_that_differs_is_found() {
    let (_, world, question) = EXPERIMENTS[EXPERIMENTS.len() - 1];
    assert_eq!(question, Question::BetterStart);
    let found = run(world, question, 8, FIRST_SEED).unwrap();
    assert!(found.hits >= 2, "{} of 8", found.hits);
}

/// At 5 %, more than 4 of 20 are rejected once in 390 times: scipy.stats.binom.sf(4, 20, 0.05).
#[test]
fn true_ways_of_drawing_fit() {
    for experiment in TRUE_HYPOTHESES {
        let found = experiment.rejections(20, FIRST_SEED);
        assert!(found.hits <= 4, "{}: {} of 20", experiment.name, found.hits);
    }
}

/// At 95 %, fewer than 16 of 20 are rejected once in 390 times: scipy.stats.binom.cdf(15, 20, 0.95).
#[test]
fn false_ways_of_drawing_are_rejected() {
    for experiment in FALSE_HYPOTHESES {
        let found = experiment.rejections(20, FIRST_SEED);
        assert!(
            found.hits >= 16,
            "{}: {} of 20",
            experiment.name,
            found.hits
        );
    }
}

/// scipy.stats.binomtest(53, 1000).proportion_ci(method="wilson")
#[test]
fn intervals_are_wilsons() {
    let (low, high) = Count {
        hits: 53,
        trials: 1_000,
    }
    .interval();
    assert!(
        (low - 0.04074650524859452).abs() < 1e-12 && (high - 0.06867461683749176).abs() < 1e-12
    );
}
