//! Fits the expected score by rating difference: White's advantage and the slope.
//!
//! White's expected score is `1/(1+10^(-(slope d + advantage)/400))` for a rating difference `d`.
//! Exact ratings have slope 1; a smaller slope means that differences predict less (ratings of another time
//! control, or from few games). Both numbers maximise the quasi-likelihood, which makes the sum of the
//! residuals and their sum weighted with `d` zero: `sum n (y - E) = 0` and `sum n d (y - E) = 0`.
//!
//! Sources: A. E. Elo, *The Rating of Chessplayers, Past and Present*, 1978, in its logistic form;
//! R. W. M. Wedderburn, *Quasi-likelihood functions*, Biometrika 61 (1974).

/// Rating points after which the odds are ten times as high.
const SCALE: f64 = 400.0;

/// Slopes are searched from 0 to this.
const MAX_SLOPE: f64 = 4.0;

/// White's expected score by rating difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Logistic {
    /// What the first move is worth to White, in rating points. Infinite if White won every game (or lost
    /// every one, then negative).
    pub advantage: f64,
    /// Points of playing strength per rating point.
    pub slope: f64,
}

/// Games of one rating difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatedResults {
    /// White's rating minus Black's.
    pub difference: f64,
    /// Games with a result.
    pub games: f64,
    /// White's score, in points.
    pub points: f64,
}

impl Logistic {
    /// White's expected score, 0 to 1.
    #[must_use]
    pub fn expected(&self, difference: f64) -> f64 {
        1.0 / (1.0 + 10_f64.powf(-(self.slope * difference + self.advantage) / SCALE))
    }

    /// The increase of the expected score per rating point.
    pub(crate) fn gradient(&self, difference: f64) -> f64 {
        let expected = self.expected(difference);
        self.slope * std::f64::consts::LN_10 / SCALE * expected * (1.0 - expected)
    }
}

/// Fits advantage and slope; `None` without games. If all differences are the same, or all games ended
/// alike, the slope cannot be estimated and is 1.
#[must_use]
pub fn fit_logistic(results: &[RatedResults]) -> Option<Logistic> {
    let flat = Logistic {
        advantage: fit_advantage(results, 1.0)?,
        slope: 1.0,
    };
    let mut played = results.iter().filter(|cell| cell.games > 0.0);
    let first = played.next()?.difference;
    if flat.advantage.is_infinite() || played.all(|cell| cell.difference == first) {
        return Some(flat);
    }
    let with = |slope: f64| Logistic {
        advantage: fit_advantage(results, slope).unwrap_or(flat.advantage),
        slope,
    };
    // Grows with the slope: with the advantage fitted, the likelihood is concave in the slope.
    let excess = |slope: f64| {
        let law = with(slope);
        results
            .iter()
            .map(|cell| {
                let expected = cell.games * law.expected(cell.difference);
                cell.difference * (expected - cell.points)
            })
            .sum()
    };
    Some(with(root_of_increasing(0.0, MAX_SLOPE, excess)))
}

/// White's advantage, in rating points, with which the residuals add up to 0 for a given slope. `None`
/// without games; infinite if White won every game (or lost every one, then negative): no finite
/// advantage explains that.
#[must_use]
pub fn fit_advantage(results: &[RatedResults], slope: f64) -> Option<f64> {
    let games: f64 = results.iter().map(|cell| cell.games).sum();
    let points: f64 = results.iter().map(|cell| cell.points).sum();
    if games <= 0.0 {
        return None;
    }
    if points <= 0.0 {
        return Some(f64::NEG_INFINITY);
    }
    if points >= games {
        return Some(f64::INFINITY);
    }
    let reach = results.iter().map(|cell| (slope * cell.difference).abs());
    // At least half a point is missing from either end, so the mean expected score lies between
    // 1/2n and 1 - 1/2n, and this margin reaches as far.
    let reach = reach.fold(0.0, f64::max) + SCALE * (2.0 * games).log10() + 1.0;
    let excess = |advantage: f64| {
        let law = Logistic { advantage, slope };
        let expected = results
            .iter()
            .map(|cell| cell.games * law.expected(cell.difference));
        expected.sum::<f64>() - points
    };
    Some(root_of_increasing(-reach, reach, excess))
}

/// The root of an increasing function between two bounds, by bisection down to neighbouring
/// floating-point numbers or 2^-60 of the interval; the nearer bound itself if there is no root.
pub(crate) fn root_of_increasing(least: f64, greatest: f64, function: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (least, greatest);
    for _ in 0..60 {
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
    // A bound that was never left: half of what remains would print as a tiny number that means nothing.
    match (low <= least, high >= greatest) {
        (true, false) => least,
        (false, true) => greatest,
        _ => low + (high - low) / 2.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_root_beyond_a_bound_is_that_bound() {
        assert_eq!(root_of_increasing(0.0, 2.0, |x| x + 1.0), 0.0);
        assert_eq!(root_of_increasing(0.0, 2.0, |x| x - 3.0), 2.0);
        assert!((root_of_increasing(0.0, 2.0, |x| x - 0.3) - 0.3).abs() < 1e-15);
    }

    fn cells(cells: &[(f64, f64, f64)]) -> Vec<RatedResults> {
        let cell = |&(difference, games, points)| RatedResults {
            difference,
            games,
            points,
        };
        cells.iter().map(cell).collect()
    }

    fn results() -> Vec<RatedResults> {
        cells(&[
            (-300.0, 9.0, 1.0),
            (-100.0, 12.0, 5.0),
            (0.0, 36.0, 23.5),
            (50.0, 22.0, 11.5),
            (200.0, 12.0, 10.5),
        ])
    }

    #[test]
    fn expected_scores_are_logistic() {
        // scipy.special.expit(math.log(10)/400*(d+35)) for d in -400, 0, 400
        let law = Logistic {
            advantage: 35.0,
            slope: 1.0,
        };
        for (difference, expected) in [
            (-400.0, 0.108_989_088_954_234_55),
            (0.0, 0.550_199_353_253_537),
            (400.0, 0.924_426_041_425_925_4),
        ] {
            assert!((law.expected(difference) - expected).abs() < 1e-14);
        }
        let steps = (law.expected(101.0) - law.expected(99.0)) / 2.0;
        assert!((law.gradient(100.0) - steps).abs() < 1e-8);
    }

    #[test]
    fn the_advantage_leaves_no_residual() {
        // scipy.optimize.brentq of the summed residual
        let advantage = fit_advantage(&results(), 1.0).unwrap();
        assert!(
            (advantage - 52.411_911_941_799_42).abs() < 1e-9,
            "{advantage}"
        );
    }

    #[test]
    fn advantage_and_slope_maximise_the_likelihood() {
        // scipy.optimize.root of the two score equations, tol 1e-14
        let law = fit_logistic(&results()).unwrap();
        assert!((law.advantage - 53.22671681223441).abs() < 1e-5, "{law:?}");
        assert!((law.slope - 1.2057401703517456).abs() < 1e-7, "{law:?}");
        // Data computed from a law yield it again.
        let made = Logistic {
            advantage: 40.0,
            slope: 0.6,
        };
        let exact: Vec<RatedResults> = (-4..=4)
            .map(|step| {
                let difference = 75.0 * f64::from(step);
                RatedResults {
                    difference,
                    games: 100.0,
                    points: 100.0 * made.expected(difference),
                }
            })
            .collect();
        let found = fit_logistic(&exact).unwrap();
        assert!((found.advantage - 40.0).abs() < 1e-6 && (found.slope - 0.6).abs() < 1e-9);
    }

    #[test]
    fn the_slope_is_one_if_it_cannot_be_estimated() {
        let law = fit_logistic(&cells(&[(50.0, 10.0, 4.0), (80.0, 0.0, 0.0)])).unwrap();
        assert_eq!(law.slope, 1.0);
        assert!((law.expected(50.0) - 0.4).abs() < 1e-12);
        let won = fit_logistic(&cells(&[(100.0, 3.0, 3.0), (-50.0, 1.0, 1.0)])).unwrap();
        assert_eq!(won.advantage, f64::INFINITY);
        assert_eq!(won.expected(-50.0), 1.0);
        let lost = fit_logistic(&cells(&[(100.0, 4.0, 0.0)])).unwrap();
        assert_eq!(lost.expected(100.0), 0.0);
        assert_eq!(fit_logistic(&[]), None);
        assert_eq!(fit_logistic(&cells(&[(5.0, 0.0, 0.0)])), None);
    }

    #[test]
    fn extreme_archives_have_an_advantage() {
        // One half point short of everything, at ratings far apart: still a finite root.
        let nearly = cells(&[(-1_000.0, 1.0, 0.5), (1_000.0, 1e6, 1e6)]);
        let advantage = fit_advantage(&nearly, 1.0).unwrap();
        assert!(advantage.is_finite() && advantage > 900.0, "{advantage}");
        let drawn = cells(&[(-150.0, 5.0, 2.5), (150.0, 5.0, 2.5)]);
        let law = fit_logistic(&drawn).unwrap();
        assert!(law.advantage.abs() < 1e-9 && law.slope < 1e-9, "{law:?}");
    }
}
