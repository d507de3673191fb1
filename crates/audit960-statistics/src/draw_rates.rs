//! Which positions are drawn more or less often than their strata expect.
//!
//! The same method as for scores, with a drawn game as 1 and any other as 0. The expectation is that of
//! Davidson's model for each rating difference in the strata of the games. The p-value is that of
//! the exact distribution of a sum of independent draws, with the deviation divided by the square root
//! of the design effect of draws ([`crate::design`]); q-values are Benjamini and Hochberg's over the
//! positions with [`MIN_TESTED_GAMES`] games with a result. The adjusted share is the expected one and the best
//! estimate of the position's difference from it, with the 95 % interval of that estimate ([`crate::shrink`]):
//! it has a width also where the positions scatter no more than chance alone makes them.

use audit960_board::start::Start;

use crate::draws::DrawCount;
use crate::evidence::{Class, Evidence};
use crate::shrink::{DRAW_SPREADS, Prior, Residual};
use crate::significance::{MIN_TESTED_GAMES, SIGNIFICANCE_LEVEL, benjamini_hochberg};
use crate::tail::sum_p_value;

/// The draws of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawRow {
    /// The position.
    pub start: Start,
    /// Games with a result.
    pub games: u64,
    /// Drawn games.
    pub draws: u64,
    /// Share of draws that the strata of its games expect, 0 to 1.
    pub expected: f64,
    /// Its share of draws as far as the games prove a difference from the expected share.
    pub adjusted: f64,
    /// Lower end of its 95 % interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// Probability of a deviation at least as large, if it is drawn as often as others.
    pub p_value: f64,
    /// Its q-value; `None` with fewer than [`MIN_TESTED_GAMES`] games.
    pub q_value: Option<f64>,
}

/// A position's draws under the null hypothesis.
pub(crate) struct Null {
    count: DrawCount,
    classes: Vec<Class>,
}

impl Null {
    /// What the strata expect of a position, before it has a draw rate of its own; `None` without games.
    pub(crate) fn of(evidence: &Evidence) -> Option<Self> {
        let classes = evidence.classes.iter();
        Some(Self {
            count: evidence.draw_count()?,
            classes: classes
                .map(|class| Class::of_lots(class.games, class.outcome.draw))
                .collect(),
        })
    }
}

impl Null {
    /// The share of draws beyond the expected one, given the design effect of draws.
    fn residual(&self, effect: f64) -> Residual {
        let DrawCount {
            games,
            draws,
            expected,
        } = self.count;
        Residual {
            mean: draws / games - expected,
            variance: expected * (1.0 - expected) * effect / games,
        }
    }
}

/// The rows of the positions that have games with a result, given the design effects of their draws.
pub(crate) fn draw_rows(nulls: &[Option<Null>], effects: &[f64]) -> Vec<DrawRow> {
    let nulls: Vec<(Start, &Null, f64)> = Start::all()
        .zip(nulls.iter().zip(effects))
        .filter_map(|(start, (null, effect))| Some((start, null.as_ref()?, *effect)))
        .collect();
    let residuals = nulls.iter().map(|(_, null, effect)| null.residual(*effect));
    let prior = Prior::fit(DRAW_SPREADS, &residuals.collect::<Vec<_>>());
    let found: Vec<DrawRow> = nulls
        .into_iter()
        .map(|(start, null, effect)| row(start, null, &prior, effect))
        .collect();
    let tested = |row: &DrawRow| (row.games >= MIN_TESTED_GAMES).then_some(row.p_value);
    let q_values = benjamini_hochberg(&found.iter().map(tested).collect::<Vec<_>>());
    let rows = found.into_iter().zip(q_values);
    rows.map(|(row, q_value)| DrawRow { q_value, ..row })
        .collect()
}

fn row(start: Start, null: &Null, prior: &Prior, effect: f64) -> DrawRow {
    let DrawCount {
        games,
        draws,
        expected,
    } = null.count;
    // In half points, the unit of the sums: a draw counts as two.
    let residual = 2.0 * (draws - games * expected).abs() / effect.sqrt();
    let estimate = prior.estimate(&null.residual(effect));
    let share = |difference: f64| (expected + difference).clamp(0.0, 1.0);
    DrawRow {
        start,
        games: games as u64,
        draws: draws as u64,
        expected,
        adjusted: share(estimate.mean),
        low: share(estimate.low),
        high: share(estimate.high),
        p_value: sum_p_value(&null.classes, residual),
        q_value: None,
    }
}

/// Draw rates of positions with at least `least` games with a result: smallest q-value first, then by Scharnagl number.
#[must_use]
pub fn with_games(rows: &[DrawRow], least: u64) -> Vec<&DrawRow> {
    let mut rows: Vec<&DrawRow> = rows.iter().filter(|row| row.games >= least).collect();
    let q = |row: &DrawRow| row.q_value.unwrap_or(f64::INFINITY);
    rows.sort_by(|a, b| q(a).total_cmp(&q(b)).then(a.start.cmp(&b.start)));
    rows
}

/// The verdict on the draw rates, in a sentence.
#[must_use]
pub fn draw_verdict(rows: &[DrawRow]) -> String {
    let tested = rows.iter().filter_map(|row| row.q_value);
    let smallest = tested.clone().min_by(f64::total_cmp);
    let Some(smallest) = smallest else {
        return format!(
            "no draw rate can be judged: no position has {MIN_TESTED_GAMES} games with a result"
        );
    };
    let different = tested.clone().filter(|q| *q <= SIGNIFICANCE_LEVEL).count();
    let tested = tested.count();
    match different {
        0 => format!(
            "no position is drawn significantly more or less often than expected from its games \
             (smallest q = {smallest:.3}); {tested} positions tested"
        ),
        count => format!(
            "{count} of {tested} positions tested are drawn significantly more or less often than \
             expected from their games"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    use crate::analyse;
    use crate::score::normal_quantile;
    use audit960_board::start::SplitMix64;
    use audit960_types::{ComparedGame, GameResult, Population, StartTally, Tally};

    /// Positions with these draws, White wins and Black wins; clusters of `size` games.
    fn rows(positions: &[(u16, [u32; 3])], size: u64) -> Vec<DrawRow> {
        let mut tally = Tally::default();
        let mut number = 0_u64;
        for &(start, counts) in positions {
            let position: &mut StartTally = tally.positions.entry(start).or_default();
            let results = [GameResult::Draw, GameResult::White, GameResult::Black];
            for (result, count) in results.into_iter().zip(counts) {
                for _ in 0..count {
                    number += 1;
                    position.score.add(result);
                    position.compare(&ComparedGame {
                        result,
                        population: Population::Human,
                        time_class: None,
                        difference: None,
                        // Neighbours in number are not neighbours in the hash.
                        cluster: (number / size).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 7,
                    });
                }
            }
        }
        analyse(&tally).draw_rows
    }

    /// 100 games with 60 draws where half of 2,000 are drawn: the sum of binomial probabilities of at
    /// most 40 and at least 60 of 100 at .505, in Python with math.comb; .505 is the archive's share.
    #[test]
    fn p_values_are_binomial_where_games_are_independent() {
        let mut positions: Vec<(u16, [u32; 3])> = (0..19).map(|n| (n, [50, 25, 25])).collect();
        positions.push((518, [60, 20, 20]));
        let rows = rows(&positions, 1);
        let odd = rows.iter().find(|row| row.start.number() == 518).unwrap();
        assert!((odd.expected - 0.505).abs() < 1e-9, "{}", odd.expected);
        assert!((odd.p_value - BINOMIAL).abs() < 1e-9, "{}", odd.p_value);
        assert!(odd.adjusted >= odd.expected && odd.adjusted <= 0.6);
        assert!(odd.low <= odd.adjusted && odd.adjusted <= odd.high);
        assert_eq!(rows.len(), 20);
    }

    const BINOMIAL: f64 = 0.071_313_584_001_45;

    #[test]
    fn draw_rates_that_differ_are_found() {
        let positions: Vec<(u16, [u32; 3])> = (0..40)
            .map(|n| {
                (
                    n,
                    if n % 2 == 0 {
                        [75, 13, 12]
                    } else {
                        [5, 48, 47]
                    },
                )
            })
            .collect();
        let rows = rows(&positions, 1);
        assert!(rows.iter().all(|row| row.q_value.unwrap() < 1e-6));
        // Hardly anything is shrunk away, and the interval holds the share observed.
        for row in &rows {
            let share = row.draws as f64 / 100.0;
            assert!((row.adjusted - share).abs() < 0.02, "{row:?}");
            assert!(row.low < share && share < row.high, "{row:?}");
        }
        assert!(draw_verdict(&rows).starts_with("40 of 40 positions tested are drawn"));
    }

    /// Draws that come in clusters of ten prove less than as many that come alone.
    #[test]
    fn draws_that_depend_on_each_other_prove_less() {
        let mut positions: Vec<(u16, [u32; 3])> = (0..30).map(|n| (n, [80, 40, 40])).collect();
        positions.push((518, [110, 25, 25]));
        let p = |size| {
            let rows = rows(&positions, size);
            rows.iter()
                .find(|row| row.start.number() == 518)
                .unwrap()
                .p_value
        };
        let (alone, together) = (p(1), p(10));
        assert!(together > 10.0 * alone, "{alone} {together}");
        // 110 of 160 where half are expected is 11 of 16 if ten games count as one: .21 on both sides, by the binomial
        // distribution. How many count as one is estimated, and cannot be half of ten: 22 of 32 would be .05.
        assert!((0.1..0.5).contains(&together), "{together}");
    }

    /// Of positions whose true draw rates differ by `spread`, the share whose interval holds the rate.
    fn coverage(spread: f64) -> f64 {
        let mut random = SplitMix64::new(1 + (1e6 * spread) as u64);
        let (mut held, mut all) = (0_u32, 0_u32);
        for _ in 0..20 {
            let mut truth = BTreeMap::new();
            let positions: Vec<(u16, [u32; 3])> = (0..60)
                .map(|start| {
                    let normal = normal_quantile(random.unit().max(f64::EPSILON));
                    let share = (0.35 + spread * normal).clamp(0.02, 0.98);
                    truth.insert(start, share);
                    let games = 20 + 4 * u32::from(start);
                    let draws = (0..games).filter(|_| random.unit() < share).count() as u32;
                    let wins = (0..games - draws).filter(|_| random.unit() < 0.5).count() as u32;
                    (start, [draws, wins, games - draws - wins])
                })
                .collect();
            for row in rows(&positions, 1) {
                assert!(row.high > row.low, "{row:?}");
                let share = truth[&row.start.number()];
                held += u32::from((row.low..=row.high).contains(&share));
                all += 1;
            }
        }
        f64::from(held) / f64::from(all)
    }

    #[test]
    fn intervals_have_a_width_and_hold_the_truth() {
        for spread in [0.0, 0.02, 0.035, 0.05, 0.1, 0.2] {
            let held = coverage(spread);
            assert!(held >= 0.94, "{spread}: {held}");
        }
    }

    #[test]
    fn without_games_there_is_nothing_to_say() {
        assert!(rows(&[], 1).is_empty());
        let few = rows(&[(7, [3, 3, 3])], 1);
        assert_eq!((few.len(), few[0].q_value), (1, None));
        assert!(draw_verdict(&few).contains("no draw rate can be judged"));
        assert_eq!(
            (with_games(&few, 9).len(), with_games(&few, 10).len()),
            (1, 0)
        );
    }
}
