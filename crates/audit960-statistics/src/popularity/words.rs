//! The results in words, from the same values as the tables.

use audit960_types::{Message, MessageValue, message};

use super::{DrawHypothesis, Popularity, PopularityTest};

impl DrawHypothesis {
    /// What it is called.
    #[must_use]
    pub fn name(self) -> Message {
        message!(match self {
            Self::Uniform => "way-uniform",
            Self::OneDie => "way-one-die",
            Self::OrthodoxExcluded => "way-orthodox-excluded",
        })
    }
}

impl PopularityTest {
    /// The key of why it does not fit: the test that rejects it most clearly; `None` if it fits.
    #[must_use]
    pub fn objection(&self) -> Option<&'static str> {
        if self.fits() {
            return None;
        }
        if self.log_likelihood == f64::NEG_INFINITY {
            return Some("way-orthodox-picked");
        }
        let fit = if self.goodness.too_even {
            "way-too-even"
        } else {
            "way-too-uneven"
        };
        let rival = match self.hypothesis {
            DrawHypothesis::OneDie => "way-rival-uniform",
            DrawHypothesis::Uniform | DrawHypothesis::OrthodoxExcluded => "way-rival-one-die",
        };
        let [fit_share, orthodox_share, rival_share] = super::SHARES;
        let reasons = [
            (self.rival_p / rival_share, rival),
            (self.orthodox_p / orthodox_share, "way-orthodox-count"),
            (self.goodness.p_value / fit_share, fit),
        ];
        let clearest = reasons.into_iter().min_by(|a, b| a.0.total_cmp(&b.0));
        clearest.map(|(_, reason)| reason)
    }

    /// Its p-value; where simulated archives give it and cannot give a smaller one, it is at most that.
    fn p_in_words(&self) -> Message {
        let is_of_goodness = self.p_value >= self.goodness.p_value / super::SHARES[0];
        match is_of_goodness && self.goodness.is_bound() {
            true => message!(
                "p-at-most",
                p = MessageValue::Number(format!("{:.3}", self.p_value))
            ),
            false => p_in_words(self.p_value),
        }
    }

    /// A sentence with its name, its p-value and why it does not fit.
    fn rejected(&self, key: &'static str, objection: &'static str) -> Message {
        message!(
            key,
            way = self.hypothesis.name(),
            reason = message!(objection),
            p = self.p_in_words()
        )
    }
}

/// Of fewer positions nobody can tell how they were drawn: any of the ways gives them.
const MIN_DRAWS: u64 = 20;

impl Popularity {
    /// The likeliest way of drawing among those that fit.
    #[must_use]
    pub fn likeliest(&self) -> Option<&PopularityTest> {
        let fitting = self.tests.iter().filter(|test| test.fits());
        fitting.max_by(|a, b| a.log_likelihood.total_cmp(&b.log_likelihood))
    }

    /// Which ways of drawing fit, in words.
    #[must_use]
    pub fn verdict(&self) -> Message {
        if self.tests.is_empty() {
            return message!("way-no-games");
        }
        if self.draws < MIN_DRAWS {
            return message!("way-few-games", count = self.draws);
        }
        let Some(best) = self.likeliest() else {
            let tests = self.tests.iter();
            let rejected =
                tests.filter_map(|test| Some(test.rejected("way-rejected", test.objection()?)));
            let ways = Message::list(rejected).unwrap_or_else(|| message!("none"));
            return message!("way-none", ways = ways);
        };
        let fits = message!(
            "way-fits",
            way = best.hypothesis.name(),
            p = p_in_words(best.p_value)
        );
        let others = self.tests.iter();
        let others = others.filter(|test| test.hypothesis != best.hypothesis);
        let others = others.map(|test| match test.objection() {
            Some(objection) => test.rejected("way-does-not", objection),
            None => {
                let times = (best.log_likelihood - test.log_likelihood).exp();
                message!(
                    "way-fits-as-well",
                    way = test.hypothesis.name(),
                    p = test.p_in_words(),
                    times = MessageValue::Number(format!("{times:.3}"))
                )
            }
        });
        Message::clauses([fits].into_iter().chain(others)).unwrap_or_else(|| message!("none"))
    }
}

/// A probability in three decimals, or that it is less than 0.001: `p = 0.021`.
#[must_use]
pub fn p_in_words(p: f64) -> Message {
    match p {
        p if p < 0.001 => message!("p-below", p = MessageValue::Number("0.001".to_owned())),
        p => message!("p-is", p = MessageValue::Number(format!("{p:.3}"))),
    }
}

#[cfg(test)]
mod tests {
    use audit960_report::Language;

    use super::*;

    #[test]
    fn small_p_values_are_said_to_be_small() {
        for (p, expected) in [
            (0.0, "p < 0.001"),
            (0.000_999, "p < 0.001"),
            (0.001, "p = 0.001"),
            (0.25, "p = 0.250"),
        ] {
            assert_eq!(Language::English.say(&p_in_words(p)), expected);
        }
    }
}
