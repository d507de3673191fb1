//! Win, draw and loss of one game, given its expected score.
//!
//! Davidson's model: in every game `win x loss / draw^2` is the same number, kappa. Davidson wrote
//! the model in playing strengths; here the expected score `E = win + draw/2` is kept at what the
//! ratings say, which leaves `draw = 4e/(1 + sqrt((2E-1)^2 + 16 kappa e))` with `e = E(1-E)`.
//! kappa = 1/4 makes a game the sum of two independent half games, kappa = 0 gives the most draws
//! that E allows, an infinite kappa none.
//!
//! Source: R. R. Davidson, *On extending the Bradley-Terry model to accommodate ties in paired
//! comparison experiments*, JASA 65 (1970).

use crate::fit::root_of_increasing;

/// Probabilities of White's results in one game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ResultProbabilities {
    /// White loses.
    pub(crate) loss: f64,
    /// The game is drawn.
    pub(crate) draw: f64,
    /// White wins.
    pub(crate) win: f64,
}

impl ResultProbabilities {
    /// Davidson's model with a given expected score.
    pub(crate) fn davidson(expected: f64, kappa: f64) -> Self {
        let draw = draw_probability(expected, kappa);
        // Rounding must not make a probability negative.
        let win = (expected - draw / 2.0).max(0.0);
        let loss = (1.0 - expected - draw / 2.0).max(0.0);
        Self { loss, draw, win }
    }

    /// White's expected score in half points, 0 to 2.
    pub(crate) fn half_points(&self) -> f64 {
        self.draw + 2.0 * self.win
    }

    /// Variance of White's score in half points.
    pub(crate) fn variance(&self) -> f64 {
        self.draw * (1.0 - self.draw) + 4.0 * self.win * self.loss
    }
}

/// The kappa with which the expected number of draws over all games is the number observed.
///
/// `games` holds, for each group of equal games, their number and their expected score. More draws than
/// the expected scores allow give 0, no draws give infinity.
pub(crate) fn fit_kappa(games: &[(f64, f64)], draws: u64) -> f64 {
    let missing = |ln_kappa: f64| {
        let expected: f64 = games
            .iter()
            .map(|&(count, expected)| count * draw_probability(expected, ln_kappa.exp()))
            .sum();
        draws as f64 - expected
    };
    // e^90 and e^-90 are as good as the infinities: draws differ by less than one in 10^18 games.
    const WIDEST: f64 = 90.0;
    if draws == 0 {
        f64::INFINITY
    } else if missing(-WIDEST) >= 0.0 {
        0.0
    } else {
        root_of_increasing(-WIDEST, WIDEST, missing).exp()
    }
}

/// The probability of a draw in Davidson's model with a given expected score.
pub(crate) fn draw_probability(expected: f64, kappa: f64) -> f64 {
    let product = expected * (1.0 - expected);
    if product <= 0.0 {
        return 0.0;
    }
    let tilt = 2.0 * expected - 1.0;
    4.0 * product / (1.0 + (tilt * tilt + 16.0 * kappa * product).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fit::Logistic;

    fn close(found: f64, expected: f64) {
        assert!(
            (found - expected).abs() < 1e-12,
            "{found} instead of {expected}"
        );
    }

    /// Davidson's own form, win : draw : loss = exp(t) : nu : exp(-t), with t found by
    /// scipy.optimize.brentq so that the expected score is as given; kappa = 1/nu^2.
    #[test]
    fn probabilities_are_davidsons() {
        let even = ResultProbabilities::davidson(0.7, 1.0 / 1.5_f64.powi(2));
        close(even.loss, 0.116_258_506_200_603_84);
        close(even.draw, 0.367_482_987_598_792_2);
        close(even.win, 0.516_258_506_200_603_9);
        let uneven = ResultProbabilities::davidson(0.05, 1.0 / 16.0);
        close(uneven.loss, 0.900_675_305_915_071_1);
        close(uneven.draw, 0.098_649_388_169_857_74);
        close(uneven.win, 0.000_675_305_915_071_138_1);
    }

    #[test]
    fn every_expected_score_is_kept() {
        for kappa in [0.0, 1e-9, 0.25, 3.0, 1e12, f64::INFINITY] {
            for step in 0..=100 {
                let expected = f64::from(step) / 100.0;
                let outcome = ResultProbabilities::davidson(expected, kappa);
                close(outcome.half_points(), 2.0 * expected);
                close(outcome.loss + outcome.draw + outcome.win, 1.0);
                assert!(outcome.loss >= 0.0 && outcome.draw >= 0.0 && outcome.win >= 0.0);
                // E (x - mu)^2, term by term.
                let mean = outcome.half_points();
                let variance = outcome.loss * mean.powi(2)
                    + outcome.draw * (1.0 - mean).powi(2)
                    + outcome.win * (2.0 - mean).powi(2);
                close(outcome.variance(), variance);
            }
        }
    }

    #[test]
    fn kappa_has_its_landmarks() {
        // Two independent half games: draws are 2 E (1-E).
        close(ResultProbabilities::davidson(0.3, 0.25).draw, 0.42);
        // As many draws as E allows, and none.
        close(ResultProbabilities::davidson(0.3, 0.0).draw, 0.6);
        close(ResultProbabilities::davidson(0.3, f64::INFINITY).draw, 0.0);
    }

    #[test]
    fn kappa_is_fitted_to_the_draws() {
        // scipy.optimize.brentq for nu: 0.46098204175358415 = 1/nu^2, with 35 draws at these
        // expected scores (White's advantage 20).
        let law = Logistic {
            advantage: 20.0,
            slope: 1.0,
        };
        let games: Vec<(f64, f64)> = [
            (-300.0, 9.0),
            (-100.0, 12.0),
            (0.0, 36.0),
            (50.0, 22.0),
            (200.0, 12.0),
        ]
        .map(|(difference, count)| (count, law.expected(difference)))
        .to_vec();
        let kappa = fit_kappa(&games, 35);
        assert!((kappa - 0.460_982_041_753_584_15).abs() < 1e-9, "{kappa}");
        assert_eq!(fit_kappa(&games, 0), f64::INFINITY);
        assert_eq!(fit_kappa(&games, 91), 0.0);
    }
}
