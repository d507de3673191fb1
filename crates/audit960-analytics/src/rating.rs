//! What the ratings lead one to expect.

use audit960_types::{RatedTally, ScoreTally};

use crate::score::half_points;

/// White's expected score against an opponent rated lower by `difference`, where White's move is
/// worth `advantage` rating points: `1/(1+10^(-(difference+advantage)/400))`.
///
/// Source: A. E. Elo, *The Rating of Chessplayers, Past and Present*, 1978, in its logistic form.
/// An infinite advantage gives 0 or 1.
#[must_use]
pub fn expected_score(difference: i32, advantage: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-(f64::from(difference) + advantage) / 400.0))
}

/// White's advantage in rating points, fitted: with it, the residuals (score less expected score)
/// of these games add up to nought.
///
/// `None` without games. Infinite where White won every game (or lost every one, then negative):
/// no finite advantage explains that, and the residuals are all nought.
#[must_use]
pub fn white_advantage(results: &RatedTally) -> Option<f64> {
    let mut total = ScoreTally::default();
    for tally in results.values() {
        total += *tally;
    }
    let games = total.decided();
    let (&least, &greatest) = (results.keys().next()?, results.keys().next_back()?);
    match half_points(&total) {
        _ if games == 0 => None,
        0 => Some(f64::NEG_INFINITY),
        points if points == 2 * games => Some(f64::INFINITY),
        points => {
            // With half a point from the whole and half a point from nought at least, the mean
            // expected score lies between 1/2n and 1 - 1/2n, and this margin reaches as far.
            let margin = 400.0 * (2.0 * games as f64).log10() + 1.0;
            let excess = |advantage: f64| {
                let expected: f64 = results
                    .iter()
                    .map(|(&difference, tally)| {
                        tally.decided() as f64 * expected_score(difference, advantage)
                    })
                    .sum();
                expected - points as f64 / 2.0
            };
            let low = -f64::from(greatest) - margin;
            let high = -f64::from(least) + margin;
            Some(root_of_increasing(low, high, excess))
        }
    }
}

/// The root of an increasing function between two bounds, by bisection down to neighbouring
/// floating-point numbers.
pub(crate) fn root_of_increasing(low: f64, high: f64, function: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (low, high);
    loop {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            return middle;
        }
        if function(middle) < 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(white_wins: u64, draws: u64, black_wins: u64) -> ScoreTally {
        ScoreTally {
            white_wins,
            draws,
            black_wins,
            unfinished: 0,
        }
    }

    fn results() -> RatedTally {
        RatedTally::from([
            (-300, games(0, 2, 7)),
            (-100, games(3, 4, 5)),
            (0, games(16, 15, 5)),
            (50, games(6, 11, 5)),
            (200, games(9, 3, 0)),
        ])
    }

    #[test]
    fn expected_scores_are_logistic() {
        // scipy.special.expit(math.log(10)/400*(d+35)) for d in -400, 0, 400
        for (difference, expected) in [
            (-400, 0.108_989_088_954_234_55),
            (0, 0.550_199_353_253_537),
            (400, 0.924_426_041_425_925_4),
        ] {
            assert!((expected_score(difference, 35.0) - expected).abs() < 1e-14);
        }
    }

    #[test]
    fn the_advantage_leaves_no_residual() {
        // scipy.optimize.brentq of the summed residual: 52.41191194179942
        let advantage = white_advantage(&results()).unwrap();
        assert!(
            (advantage - 52.411_911_941_799_42).abs() < 1e-9,
            "{advantage}"
        );
        let residual: f64 = results()
            .iter()
            .map(|(&difference, tally)| {
                half_points(tally) as f64 / 2.0
                    - tally.decided() as f64 * expected_score(difference, advantage)
            })
            .sum();
        assert!(residual.abs() < 1e-10);
    }

    #[test]
    fn extreme_archives_have_an_advantage() {
        // One half point short of everything, at ratings far apart: still a finite root.
        let nearly = RatedTally::from([(-4_998, games(0, 1, 0)), (4_998, games(1_000_000, 0, 0))]);
        let advantage = white_advantage(&nearly).unwrap();
        assert!((advantage - 4_998.0).abs() < 1e-6, "{advantage}");
        let drawn = RatedTally::from([(-150, games(0, 5, 0)), (150, games(0, 5, 0))]);
        assert!(white_advantage(&drawn).unwrap().abs() < 1e-9);
    }

    #[test]
    fn all_won_or_all_lost_is_infinite() {
        let won = RatedTally::from([(100, games(3, 0, 0)), (-50, games(1, 0, 0))]);
        let advantage = white_advantage(&won).unwrap();
        assert_eq!(advantage, f64::INFINITY);
        assert_eq!(expected_score(-50, advantage), 1.0);
        let lost = RatedTally::from([(100, games(0, 0, 4))]);
        let advantage = white_advantage(&lost).unwrap();
        assert_eq!(advantage, f64::NEG_INFINITY);
        assert_eq!(expected_score(100, advantage), 0.0);
    }

    #[test]
    fn no_games_have_none() {
        assert_eq!(white_advantage(&RatedTally::new()), None);
        assert_eq!(
            white_advantage(&RatedTally::from([(5, games(0, 0, 0))])),
            None
        );
    }
}
