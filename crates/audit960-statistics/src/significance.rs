//! From p-values to a verdict over all positions.

use audit960_board::start::Start;

use crate::score::normal_quantile;
use audit960_types::{Message, MessageValue, message};

/// Positions with a q-value up to this differ significantly.
pub const SIGNIFICANCE_LEVEL: f64 = 0.05;

/// Positions with fewer games with a result are not tested: nothing can be called significant on them.
pub const MIN_TESTED_GAMES: u64 = 20;

/// The power that the smallest detectable effect is stated for.
const POWER: f64 = 0.8;

/// How many positions the verdict names in words.
const NAMED: usize = 10;

/// A position that differs significantly from the others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SignificantPosition {
    /// The position.
    pub start: Start,
    /// White's mean residual: score less expected score, per game.
    pub residual: f64,
    /// Its q-value.
    pub q_value: f64,
}

/// Whether some start positions give other results than the rest of an archive.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StartVerdict {
    /// Number of positions tested: those with at least [`MIN_TESTED_GAMES`] games with a result.
    pub positions: usize,
    /// Their games with a result.
    pub games: u64,
    /// Those of these games with both ratings.
    pub rated_games: u64,
    /// Number of positions with fewer games, but at least one: they are not tested.
    pub untested: usize,
    /// The most games with a result that any position has.
    pub most_games: u64,
    /// The smallest q-value: the verdict over all positions.
    pub smallest_q: Option<f64>,
    /// Positions with a q-value up to [`SIGNIFICANCE_LEVEL`], smallest first.
    pub significant: Vec<SignificantPosition>,
    /// Median of the games of a position tested.
    pub median_games: f64,
    /// The smallest difference of White's true score that a position with the median of games
    /// shows with a probability of 80 %; see [`smallest_detectable_effect`].
    pub smallest_detectable: Option<f64>,
}

/// The q-values of Benjamini and Hochberg: the smallest rate of false discoveries at which each
/// would count as one. `None` stays `None` and does not belong to the family.
///
/// With the `k` p-values in ascending order, `q_i` is the smallest of `p_j k/j` over `j >= i`.
///
/// Source: Y. Benjamini and Y. Hochberg, *Controlling the false discovery rate*, JRSS B 57 (1995).
#[must_use]
pub fn benjamini_hochberg(p_values: &[Option<f64>]) -> Vec<Option<f64>> {
    let mut family: Vec<(f64, usize)> = p_values
        .iter()
        .enumerate()
        .filter_map(|(index, p)| p.map(|p| (p, index)))
        .collect();
    family.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut q_values = vec![None; p_values.len()];
    let mut least = 1.0_f64;
    for (before, &(p, index)) in family.iter().enumerate().rev() {
        least = least.min(p * family.len() as f64 / (before + 1) as f64);
        q_values[index] = Some(least);
    }
    q_values
}

/// The smallest difference of a position's true score (0 to 1) from the others' that a test finds
/// with a probability of 80 %, if it alone differs: `(z_(1-0.025/k) + z_0.8) sqrt(v/n)` for `n`
/// games of variance `v` (per game) and a family of `k` positions.
///
/// A single position that differs must get below `0.05/k` to have a q-value up to 0.05, and the
/// wrong tail does not count. `None` without games, positions or variance.
///
/// Source: J. Cohen, *Statistical Power Analysis for the Behavioral Sciences*, 2nd ed., 1988.
#[must_use]
pub fn smallest_detectable_effect(games: f64, variance: f64, positions: usize) -> Option<f64> {
    (games > 0.0 && positions > 0 && variance > 0.0).then(|| {
        let tail = SIGNIFICANCE_LEVEL / (2.0 * positions as f64);
        // The upper quantile as minus the lower one: 1 - tail would lose digits.
        (normal_quantile(POWER) - normal_quantile(tail)) * (variance / games).sqrt()
    })
}

impl StartVerdict {
    /// The verdict in words, not capitalised, without a full stop.
    #[must_use]
    pub fn words(&self) -> Message {
        let Some(smallest_q) = self.smallest_q else {
            return match self.most_games {
                0 => message!("verdict-no-games"),
                most => message!("verdict-few-games", least = MIN_TESTED_GAMES, most = most),
            };
        };
        let first = match self.significant.len() {
            0 if self.untested > 0 => message!(
                "verdict-none-tested-differs",
                count = self.positions,
                q = q_text(smallest_q)
            ),
            0 => message!("verdict-none-differs", q = q_text(smallest_q)),
            count => message!("verdict-differ", count = count, positions = self.named()),
        };
        let tested = message!(
            "verdict-tested",
            positions = self.positions,
            games = self.games,
            rated = self.rated_games
        );
        let untested = (self.untested > 0).then(|| {
            message!(
                "verdict-untested",
                count = self.untested,
                least = MIN_TESTED_GAMES
            )
        });
        let median = || MessageValue::Number(self.median_games.to_string());
        let detectable = self.smallest_detectable.map(|effect| match effect >= 0.5 {
            // No score can differ by so much from an even one.
            true => message!("verdict-finds-nothing", games = median()),
            false => message!(
                "verdict-finds",
                games = median(),
                points = MessageValue::Number(format!("{:.1}", 100.0 * effect))
            ),
        });
        let clauses = [Some(first), Some(tested), untested, detectable];
        Message::clauses(clauses.into_iter().flatten()).unwrap_or_else(|| message!("none"))
    }

    /// The positions that differ, the first of them by name.
    fn named(&self) -> Message {
        let first = self.significant.iter().take(NAMED).map(|position| {
            message!(
                "verdict-position",
                start = position.start.to_string(),
                number = position.start.number().to_string(),
                points = MessageValue::Number(format!("{:+.1}", 100.0 * position.residual)),
                q = q_text(position.q_value)
            )
        });
        let first = Message::list(first).unwrap_or_else(|| message!("none"));
        match self.significant.len().saturating_sub(NAMED) {
            0 => first,
            more => message!("verdict-and-more", positions = first, count = more),
        }
    }
}

fn q_text(q: f64) -> MessageValue {
    MessageValue::Number(if q < 0.001 {
        format!("{q:.1e}")
    } else {
        format!("{q:.3}")
    })
}

#[cfg(test)]
mod tests {
    use audit960_report::Language;

    use super::*;

    fn said(verdict: &StartVerdict) -> String {
        Language::English.say(&verdict.words())
    }

    #[test]
    fn q_values_are_scipys() {
        // scipy.stats.false_discovery_control([.001, .008, .039, .041, .042, .06, .074, .205])
        // with a position without games in between, and the order turned round.
        let p_values = [0.205, 0.074, 0.06, 0.042, 0.041, 0.039, 0.008, 0.001].map(Some);
        let mut with_gap = p_values.to_vec();
        with_gap.insert(3, None);
        let mut q_values = benjamini_hochberg(&with_gap);
        assert_eq!(q_values.remove(3), None);
        let expected = [
            0.205,
            0.592 / 7.0,
            0.08,
            0.0672,
            0.0672,
            0.0672,
            0.032,
            0.008,
        ];
        for (q_value, expected) in q_values.into_iter().zip(expected) {
            assert!(
                (q_value.unwrap() - expected).abs() < 1e-15,
                "{q_value:?} {expected}"
            );
        }
    }

    #[test]
    fn q_values_do_not_exceed_one() {
        assert_eq!(
            benjamini_hochberg(&[Some(1.0), Some(1.0), Some(0.9)]),
            [Some(1.0); 3]
        );
        assert_eq!(benjamini_hochberg(&[]), []);
    }

    #[test]
    fn the_detectable_effect_is_that_of_the_normal_test() {
        // (norm.isf(.05/1920) + norm.ppf(.8)) * sqrt(.16/120)
        let effect = smallest_detectable_effect(120.0, 0.16, 960).unwrap();
        assert!((effect - 0.178_473_468_025_679_93).abs() < 1e-12);
        // One position alone: (norm.isf(.025) + norm.ppf(.8)) * sqrt(.25/100)
        let effect = smallest_detectable_effect(100.0, 0.25, 1).unwrap();
        assert!((effect - 0.140_079_260_905_648_46).abs() < 1e-12);
        assert_eq!(smallest_detectable_effect(0.0, 0.25, 1), None);
        assert_eq!(smallest_detectable_effect(5.0, 0.0, 1), None);
    }

    fn verdict(significant: Vec<SignificantPosition>) -> StartVerdict {
        StartVerdict {
            positions: 958,
            games: 115_200,
            rated_games: 110_000,
            untested: 2,
            most_games: 300,
            smallest_q: Some(0.3412),
            significant,
            median_games: 120.0,
            smallest_detectable: Some(0.1785),
        }
    }

    #[test]
    fn the_verdict_is_put_in_words() {
        assert_eq!(
            said(&verdict(Vec::new())),
            "none of the 958 positions tested differs significantly from the others (smallest q = 0.341); 958 positions \
             tested on 115,200 games, 110,000 of them with both ratings; nothing is said of 2 with fewer than 20 games with a result; \
             with the median of 120 games, a difference of 17.8 percentage points would be found 4 times in 5"
        );
        let all = StartVerdict {
            untested: 0,
            ..verdict(Vec::new())
        };
        let words = said(&all);
        assert!(words.starts_with(
            "no position differs significantly from the others (smallest q = 0.341); 958"
        ));
        assert!(!words.contains("nothing is said"));
        let orthodox = audit960_board::start::ORTHODOX;
        let position = SignificantPosition {
            start: orthodox,
            residual: 0.0871,
            q_value: 3e-5,
        };
        assert!(said(&verdict(vec![position])).starts_with(
            "one position differs significantly from the others: RNBQKBNR (518; White's score \
             +8.7 percentage points, q = 3.0e-5); 958"
        ));
        let many = said(&verdict(vec![position; 12]));
        assert!(many.starts_with("12 positions differ significantly from the others: "));
        assert!(many.contains(" and 2 more; "));
        assert_eq!(many.matches("RNBQKBNR").count(), 10);
    }

    #[test]
    fn what_cannot_be_judged_is_said() {
        let few = StartVerdict {
            most_games: 7,
            untested: 12,
            ..StartVerdict::default()
        };
        assert_eq!(
            said(&few),
            "no position can be judged: none has 20 games with a result (the most is 7)"
        );
        let none = said(&StartVerdict::default());
        assert_eq!(
            none,
            "no position can be judged: no Chess960 game has a result"
        );
    }
}
