//! The characteristic function of a centred result, and where that of a sum of results is negligible.

use crate::evidence::Class;
use crate::outcome::ResultProbabilities;

/// Frequencies with ln |phi| below this are left out.
const MIN_LOG_MODULUS: f64 = -46.0;

/// Logarithm of a centred characteristic function: of its modulus, and its argument.
#[derive(Clone, Copy)]
pub(super) struct LogPhi {
    pub(super) modulus: f64,
    pub(super) argument: f64,
}

/// What all classes of games share at a frequency.
pub(super) struct Waves {
    frequency: f64,
    /// Sine and cosine of the frequency.
    sine: f64,
    cosine: f64,
    /// `1 - cos t` and `1 - cos 2t`.
    once: f64,
    twice: f64,
}

impl Waves {
    pub(super) fn of(frequency: f64) -> Self {
        let (sine, cosine) = frequency.sin_cos();
        // Written so that no digits are lost for small frequencies.
        let half = (frequency / 2.0).sin();
        Self {
            frequency,
            sine,
            cosine,
            once: 2.0 * half * half,
            twice: 2.0 * sine * sine,
        }
    }

    /// ln of `E exp(i t (x - mu))` for the result `x` of one game in half points. With a draw in the
    /// middle, `phi = e^it (d + (w+l) cos t + i (w-l) sin t)`, and the mean lies `w - l` beyond it.
    pub(super) fn log_phi(&self, outcome: &ResultProbabilities) -> LogPhi {
        let loss = 2.0 * outcome.draw * (1.0 - outcome.draw) * self.once
            + 2.0 * outcome.loss * outcome.win * self.twice;
        let lead = outcome.win - outcome.loss;
        let real = outcome.draw + (outcome.win + outcome.loss) * self.cosine;
        // 1 - loss is the squared modulus; rounding may take it just below 0.
        LogPhi {
            modulus: (-loss.min(1.0)).ln_1p() / 2.0,
            argument: (lead * self.sine).atan2(real) - lead * self.frequency,
        }
    }
}

/// A bound of ln |phi|: `-(a (1-cos t) + b (1-cos 2t))`.
pub(super) struct ModulusBound {
    a: f64,
    b: f64,
}

impl ModulusBound {
    pub(super) fn of(classes: &[Class]) -> Self {
        let mut bound = Self { a: 0.0, b: 0.0 };
        for Class { games, outcome, .. } in classes {
            bound.a += games * outcome.draw * (1.0 - outcome.draw);
            bound.b += games * outcome.loss * outcome.win;
        }
        bound
    }

    pub(super) fn matters(&self, frequency: f64) -> bool {
        let once = 1.0 - frequency.cos();
        let twice = 1.0 - (2.0 * frequency).cos();
        -(self.a * once + self.b * twice) >= MIN_LOG_MODULUS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A term that is left out is as small as the bound says: no modulus is above it, and for small frequencies both are
    /// the same, `1 - x` being `e^-x`.
    #[test]
    fn no_modulus_is_above_the_bound() {
        let class = |games, loss, draw| {
            let win = 1.0 - loss - draw;
            let mut class = Class::of_lots(games, 0.0);
            class.outcome = ResultProbabilities { loss, draw, win };
            class
        };
        let classes = [
            class(5.0, 0.3, 0.4),
            class(40.0, 0.1, 0.5),
            class(7.0, 0.0, 0.9),
        ];
        let bound = ModulusBound::of(&classes);
        for step in 1..=100 {
            let frequency = f64::from(step) * std::f64::consts::PI / 100.0;
            let waves = Waves::of(frequency);
            let moduli = classes
                .iter()
                .map(|class| class.games * waves.log_phi(&class.outcome).modulus);
            let (modulus, most) = (
                moduli.sum::<f64>(),
                -(bound.a * waves.once + bound.b * waves.twice),
            );
            assert!(modulus <= most, "{frequency}: {modulus} {most}");
            assert!(step > 1 || modulus > 1.01 * most, "{modulus} {most}");
        }
    }
}
