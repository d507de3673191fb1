//! A small part of what `make simulate` runs.

use crate::drawing::{FALSE_WAYS, TRUE_WAYS};
use crate::experiment::{Count, DRAW_EXPERIMENTS, EXPERIMENTS, Question, run};
use crate::process::World;

const FIRST_SEED: u64 = 1;

/// No more than 5 % of the archives in which nothing differs may give a finding. Of 20, more than 4
/// do so once in 390 times if it is 5 %: scipy.stats.binom.sf(4, 20, 0.05).
#[test]
fn where_nothing_differs_little_is_found() {
    for (name, world, question) in EXPERIMENTS {
        if question == Question::AnyFinding && world != World::Copies {
            let found = run(world, question, 20, FIRST_SEED).unwrap();
            assert!(found.hits <= 4, "{name}: {} of 20", found.hits);
        }
    }
}

/// The same for draw rates; where half of the positions are drawn often and half rarely it is found.
#[test]
fn draw_rates_are_called_different_where_they_are() {
    for (name, world) in DRAW_EXPERIMENTS {
        let found = run(world, Question::AnyDrawRate, 20, FIRST_SEED).unwrap();
        assert!(found.hits <= 4, "{name}: {} of 20", found.hits);
    }
    let found = run(World::DrawRates, Question::AnyDrawRate, 5, FIRST_SEED).unwrap();
    assert_eq!(found.hits, 5);
}

/// With a power of 62 %, fewer than 2 findings in 8 come up once in 160 times:
/// scipy.stats.binom.cdf(1, 8, 0.62).
#[test]
fn a_position_that_differs_is_found() {
    let (_, world, question) = EXPERIMENTS[EXPERIMENTS.len() - 1];
    assert_eq!(question, Question::TheOddOne);
    let found = run(world, question, 8, FIRST_SEED).unwrap();
    assert!(found.hits >= 2, "{} of 8", found.hits);
}

/// Of 20, more than 4 are rejected once in 390 times if it is 5 %: scipy.stats.binom.sf(4, 20, 0.05).
#[test]
fn true_ways_of_drawing_fit() {
    for experiment in TRUE_WAYS {
        let found = experiment.rejections(20, FIRST_SEED);
        assert!(found.hits <= 4, "{}: {} of 20", experiment.name, found.hits);
    }
}

/// Of 20, fewer than 16 are recognised once in 390 times if the rate is 95 %: scipy.stats.binom.cdf(15, 20, 0.95).
#[test]
fn false_ways_of_drawing_are_told() {
    for experiment in FALSE_WAYS {
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
