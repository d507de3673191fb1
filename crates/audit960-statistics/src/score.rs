//! White's score: mean, variance and interval.

use audit960_types::ScoreTally;
use statrs::function::erf::{erfc, erfc_inv};

/// Mean and variance of White's score over the games with a result of an archive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoreMoments {
    /// Games with a result.
    pub games: u64,
    /// Mean of White's score, 0 to 1.
    pub mean: f64,
    /// Variance of White's score in one game (population variance): m(1-m) without draws, less
    /// with them, zero if all games ended alike.
    pub variance: f64,
}

impl ScoreMoments {
    /// Those of games of which none is drawn: they give the widest interval, which depends on no other games.
    pub const WITHOUT_DRAWS: Self = Self {
        games: 0,
        mean: 0.5,
        variance: 0.25,
    };

    /// The moments of these games; `None` if none is decided.
    #[must_use]
    pub fn of(tally: &ScoreTally) -> Option<Self> {
        let mean = score(tally)?;
        let games = u128::from(tally.decided());
        // In half points, with n games of sum s and square sum q: n^2 variance = n q - s^2, a whole
        // number, so that it is zero exactly when all games ended alike.
        let sum = half_points(tally);
        let squares = 4 * u128::from(tally.white_wins) + u128::from(tally.draws);
        let scaled = games * squares - u128::from(sum) * u128::from(sum);
        let variance = scaled as f64 / (4.0 * games as f64 * games as f64);
        Some(Self {
            games: tally.decided(),
            mean,
            variance,
        })
    }
}

/// White's mean score over games with a result, 0 to 1; `None` if there are none.
#[must_use]
pub fn score(tally: &ScoreTally) -> Option<f64> {
    let games = tally.decided();
    (games > 0).then(|| half_points(tally) as f64 / (2.0 * games as f64))
}

/// White's score in half points.
pub(crate) const fn half_points(tally: &ScoreTally) -> u64 {
    2 * tally.white_wins + tally.draws
}

/// The 95 % interval (low, high) of White's score in some games of an archive, by Wilson's method.
///
/// Wilson's interval is for games without draws. With draws, a game carries more information: its variance
/// `v` is less than `m(1-m)`, so `n` games count as `n m(1-m)/v`, with the mean `m` and the variance
/// `v` of the whole archive. The interval is the set of scores `x` with
/// `(p - x)^2 <= z^2 x(1-x)/N`, where `p` is the score observed, `N` that number and z = 1.96.
/// `None` if no game is decided or `v` is zero.
///
/// Source: E. B. Wilson, *Probable inference, the law of succession, and statistical inference*,
/// JASA 22 (1927).
#[must_use]
pub fn wilson_interval(tally: &ScoreTally, archive: &ScoreMoments) -> Option<(f64, f64)> {
    let observed = score(tally)?;
    if archive.variance <= 0.0 {
        return None;
    }
    let games = tally.decided() as f64 * archive.mean * (1.0 - archive.mean) / archive.variance;
    Some(wilson(observed, games))
}

/// Wilson's 95 % interval of a share that was observed in so many independent trials.
pub(crate) fn wilson(observed: f64, trials: f64) -> (f64, f64) {
    let z = normal_quantile(0.975);
    let weight = z * z / trials;
    let centre = (observed + weight / 2.0) / (1.0 + weight);
    let half_width =
        (weight * observed * (1.0 - observed) + weight * weight / 4.0).sqrt() / (1.0 + weight);
    (
        (centre - half_width).max(0.0),
        (centre + half_width).min(1.0),
    )
}

/// The value below which a standard normal variable is with this probability.
pub(crate) fn normal_quantile(probability: f64) -> f64 {
    -std::f64::consts::SQRT_2 * erfc_inv(2.0 * probability)
}

/// The probability that a standard normal variable is at least this far from 0.
pub(crate) fn two_sided_normal(value: f64) -> f64 {
    erfc(value.abs() / std::f64::consts::SQRT_2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(white_wins: u64, draws: u64, black_wins: u64) -> ScoreTally {
        ScoreTally {
            white_wins,
            draws,
            black_wins,
            unfinished: 9,
        }
    }

    fn close(found: f64, expected: f64) {
        assert!(
            (found - expected).abs() < 1e-12,
            "{found} instead of {expected}"
        );
    }

    #[test]
    fn moments_are_those_of_the_list_of_scores() {
        // s = numpy.repeat([1, .5, 0], [40, 50, 30]); s.mean(), s.var()
        let moments = ScoreMoments::of(&games(40, 50, 30)).unwrap();
        close(moments.mean, 0.541_666_666_666_666_6);
        close(moments.variance, 0.144_097_222_222_222_24);
        assert_eq!(moments.games, 120);
    }

    #[test]
    fn games_that_all_end_alike_have_no_variance() {
        for alike in [games(3, 0, 0), games(0, 7, 0), games(0, 0, 1_000_003)] {
            let moments = ScoreMoments::of(&alike).unwrap();
            assert_eq!(moments.variance, 0.0);
            assert_eq!(wilson_interval(&alike, &moments), None);
        }
        assert_eq!(ScoreMoments::of(&games(0, 0, 0)), None);
        assert_eq!(score(&games(0, 0, 0)), None);
    }

    #[test]
    fn without_draws_the_interval_is_wilsons() {
        // scipy.stats.binomtest(13, 20).proportion_ci(0.95, 'wilson')
        let archive = ScoreMoments::of(&games(60, 0, 40)).unwrap();
        let (low, high) = wilson_interval(&games(13, 0, 7), &archive).unwrap();
        close(low, 0.432_854_276_685_236_3);
        close(high, 0.818_808_175_898_917_9);
    }

    #[test]
    fn draws_narrow_the_interval() {
        // N = 20*m*(1-m)/v; p = .7; the roots of (p-x)**2 - z*z*x*(1-x)/N by scipy.optimize.brentq
        let archive = ScoreMoments::of(&games(40, 50, 30)).unwrap();
        let (low, high) = wilson_interval(&games(10, 8, 2), &archive).unwrap();
        close(low, 0.533_428_250_811_707_1);
        close(high, 0.826_451_331_227_013_2);
        // The same with three games, all won.
        let (low, high) = wilson_interval(&games(3, 0, 0), &archive).unwrap();
        close(low, 0.573_651_288_031_982_5);
        close(high, 1.0);
        assert!(high <= 1.0);
    }

    #[test]
    fn quantiles_are_the_normal_distributions() {
        // scipy.stats.norm.ppf
        close(normal_quantile(0.975), 1.959_963_984_540_054);
        close(normal_quantile(0.8), 0.841_621_233_572_914_3);
        close(
            normal_quantile(2.604_166_666_666_666_6e-05),
            -4.046_075_984_119_181,
        );
        close(normal_quantile(0.5), 0.0);
    }
}
