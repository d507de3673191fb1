//! The results in words, from the same values as the tables.

use std::fmt;

use super::{DrawHypothesis, Popularity, PopularityTest};
use audit960_types::{Wording, filled, joined};

impl DrawHypothesis {
    /// What it is called.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Uniform => "each of the 960 alike",
            Self::OneDie => "the one-die procedure",
            Self::OrthodoxExcluded => "each alike but never the orthodox position",
        }
    }
}

impl fmt::Display for DrawHypothesis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl PopularityTest {
    /// Why it does not fit: the test that rejects it most clearly; `None` if it fits.
    #[must_use]
    pub fn objection(&self) -> Option<&'static str> {
        if self.fits() {
            return None;
        }
        if self.log_likelihood == f64::NEG_INFINITY {
            return Some("the orthodox position was picked");
        }
        let fit = if self.goodness.too_even {
            "counts more even than lots are"
        } else {
            "counts more uneven than lots are"
        };
        let rival = match self.hypothesis {
            DrawHypothesis::OneDie => "a mixture with the uniform lot explains more",
            DrawHypothesis::Uniform | DrawHypothesis::OrthodoxExcluded => {
                "a mixture with the one-die procedure explains more"
            }
        };
        let [fit_share, orthodox_share, rival_share] = super::SHARES;
        let reasons = [
            (self.rival_p / rival_share, rival),
            (
                self.orthodox_p / orthodox_share,
                "too many or too few lots for the orthodox position",
            ),
            (self.goodness.p_value / fit_share, fit),
        ];
        let clearest = reasons.into_iter().min_by(|a, b| a.0.total_cmp(&b.0));
        clearest.map(|(_, reason)| reason)
    }

    /// Its p-value; where simulated archives give it and cannot give a smaller one, it is at most that.
    fn p_text(&self, say: Wording<'_>) -> String {
        let is_of_goodness = self.p_value >= self.goodness.p_value / super::SHARES[0];
        match is_of_goodness && self.goodness.is_bound() {
            true => say("p \u{2264} {0}", &[&format!("{:.3}", self.p_value)]),
            false => p_text(self.p_value, say),
        }
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
    pub fn verdict(&self, say: Wording<'_>) -> String {
        if self.tests.is_empty() {
            return say(
                "no Chess960 games, so it is not known how positions were picked",
                &[],
            );
        }
        if self.draws < MIN_DRAWS {
            let draws = self.draws.to_string();
            return say(
                "too few Chess960 games to tell how positions were picked: {0}",
                &[&draws],
            );
        }
        let way = |test: &PopularityTest| say(test.hypothesis.as_str(), &[]);
        let Some(best) = self.likeliest() else {
            let reasons = self.tests.iter().filter_map(|test| {
                let (reason, p) = (say(test.objection()?, &[]), test.p_text(say));
                Some(say("not {0} ({1}, {2})", &[&way(test), &reason, &p]))
            });
            let reasons = reasons.collect::<Vec<_>>().join(", ");
            return say("no way of drawing fits: {0}", &[&reasons]);
        };
        let mut clauses = vec![say("{0} fits ({1})", &[&way(best), &best.p_text(say)])];
        let others = self.tests.iter();
        clauses.extend(
            others
                .filter(|test| test.hypothesis != best.hypothesis)
                .map(|test| {
                    let (way, p) = (way(test), test.p_text(say));
                    match test.objection() {
                        Some(reason) => {
                            say("{0} does not ({1}, {2})", &[&way, &say(reason, &[]), &p])
                        }
                        None => {
                            let times = (best.log_likelihood - test.log_likelihood).exp();
                            say(
                                "{0} fits as well ({1}), with lots {2} times less likely",
                                &[&way, &p, &format!("{times:.3}")],
                            )
                        }
                    }
                }),
        );
        joined(clauses, say)
    }
}

impl fmt::Display for Popularity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.tests.is_empty() {
            write!(f, "{} lots: ", self.draws)?;
        }
        f.write_str(&self.verdict(&filled))
    }
}

/// A probability in three decimals, or that it is less than 0.001: `p = 0.021`.
#[must_use]
pub fn p_in_words(p: f64) -> String {
    p_text(p, &filled)
}

fn p_text(p: f64, say: Wording<'_>) -> String {
    match p {
        p if p < 0.001 => say("p < {0}", &["0.001"]),
        p => say("p = {0}", &[&format!("{p:.3}")]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_p_values_are_said_to_be_small() {
        for (p, expected) in [
            (0.0, "p < 0.001"),
            (0.000_999, "p < 0.001"),
            (0.001, "p = 0.001"),
            (0.25, "p = 0.250"),
        ] {
            assert_eq!(p_text(p, &filled), expected);
        }
    }
}
