//! The results in words, from the same values as the tables.

use std::fmt;

use super::{DrawHypothesis, Popularity, PopularityTest};

impl fmt::Display for DrawHypothesis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Uniform => "each of the 960 alike",
            Self::OneDie => "the one-die procedure",
            Self::OrthodoxExcluded => "each alike but never the orthodox position",
        })
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
            return Some("the orthodox position was drawn");
        }
        let fit = if self.goodness.too_even {
            "counts more even than draws are"
        } else {
            "counts more uneven than draws are"
        };
        let rival = match self.hypothesis {
            DrawHypothesis::OneDie => "a mixture with the uniform draw explains more",
            DrawHypothesis::Uniform | DrawHypothesis::OrthodoxExcluded => {
                "a mixture with the one-die procedure explains more"
            }
        };
        let [fit_share, orthodox_share, rival_share] = super::SHARES;
        let reasons = [
            (self.rival_p / rival_share, rival),
            (
                self.orthodox_p / orthodox_share,
                "too many or too few draws of the orthodox position",
            ),
            (self.goodness.p_value / fit_share, fit),
        ];
        let clearest = reasons.into_iter().min_by(|a, b| a.0.total_cmp(&b.0));
        clearest.map(|(_, reason)| reason)
    }
}

impl Popularity {
    /// The likeliest way of drawing among those that fit.
    #[must_use]
    pub fn likeliest(&self) -> Option<&PopularityTest> {
        let fitting = self.tests.iter().filter(|test| test.fits());
        fitting.max_by(|a, b| a.log_likelihood.total_cmp(&b.log_likelihood))
    }

    /// Which ways of drawing fit, in words.
    #[must_use]
    pub fn verdict(&self) -> String {
        if self.tests.is_empty() {
            return "no Chess960 games, so it is not known how positions were drawn".to_owned();
        }
        let Some(best) = self.likeliest() else {
            let reasons = self.tests.iter().filter_map(|test| {
                let reason = test.objection()?;
                Some(format!(
                    "{} ({reason}, {})",
                    test.hypothesis,
                    p_text(test.p_value)
                ))
            });
            return format!(
                "no way of drawing fits: not {}",
                reasons.collect::<Vec<_>>().join(", not ")
            );
        };
        let mut text = format!("{} fits ({})", best.hypothesis, p_text(best.p_value));
        for test in self
            .tests
            .iter()
            .filter(|test| test.hypothesis != best.hypothesis)
        {
            let (way, p) = (test.hypothesis, p_text(test.p_value));
            match test.objection() {
                Some(reason) => text += &format!("; {way} does not ({reason}, {p})"),
                None => {
                    let times = (best.log_likelihood - test.log_likelihood).exp();
                    text += &format!(
                        "; {way} fits as well ({p}), with draws {times:.3} times less likely"
                    );
                }
            }
        }
        text
    }
}

impl fmt::Display for Popularity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.tests.is_empty() {
            write!(f, "{} draws: ", self.draws)?;
        }
        f.write_str(&self.verdict())
    }
}

fn p_text(p: f64) -> String {
    match p {
        p if p < 0.001 => "p < 0.001".to_owned(),
        p => format!("p = {p:.3}"),
    }
}
