//! Compares two archives, or two parts of one, position by position.
//!
//! A position is not compared by its raw scores: other players may have had it in the other archive.
//! The expected score comes from each archive's own strata, and the two mean residuals are compared, each
//! with its variance, design effect included. Their difference divided by the square root of the summed
//! variances is assumed to be normal; positions with [`MIN_TESTED_GAMES`] games with a result in both archives are
//! tested, and q-values are Benjamini and Hochberg's over these. The archives must not share games, or the
//! difference scatters less than assumed.

use std::fmt;

use audit960_board::start::Start;

use crate::rows::StartAnalysis;
use crate::score::{normal_quantile, two_sided_normal};
use crate::shrink::Residual;
use crate::significance::{MIN_TESTED_GAMES, SIGNIFICANCE_LEVEL, benjamini_hochberg};

/// A difference, with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The second archive minus the first.
    pub mean: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// The difference divided by its standard error, normal if there is none.
    pub z: f64,
    /// Probability of a difference at least as large if there is none.
    pub p_value: f64,
}

impl Difference {
    /// The difference of two estimates with their variances; `None` without any variance.
    fn of(first: (f64, f64), second: (f64, f64)) -> Option<Self> {
        let (mean, variance) = (second.0 - first.0, first.1 + second.1);
        let deviation = variance.sqrt();
        let half = normal_quantile(0.975) * deviation;
        (variance > 0.0).then(|| Self {
            mean,
            // Scores differ by one at most.
            low: (mean - half).max(-1.0),
            high: (mean + half).min(1.0),
            z: mean / deviation,
            p_value: two_sided_normal(mean / deviation),
        })
    }
}

/// A position in two archives.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparedStart {
    /// The position.
    pub start: Start,
    /// Its games with a result in both.
    pub games: [u64; 2],
    /// White's mean score in both.
    pub scores: [Option<f64>; 2],
    /// The scores that the strata expect in both.
    pub expected: [Option<f64>; 2],
    /// The standard errors of the distances from these, design effects included.
    pub errors: [Option<f64>; 2],
    /// The difference of White's score beyond what the strata expect; `None` where a side has no games.
    pub difference: Option<Difference>,
    /// Its q-value, where both sides have enough games.
    pub q_value: Option<f64>,
}

/// Two archives.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The 960 positions, by Scharnagl number.
    pub starts: Vec<ComparedStart>,
    /// Games with a result of both.
    pub games: [u64; 2],
    /// White's mean score in both.
    pub scores: [Option<f64>; 2],
    /// The difference of White's mean score, whoever played.
    pub score: Option<Difference>,
    /// Share of draws in both.
    pub draws: [Option<f64>; 2],
    /// The difference of these shares.
    pub draw_share: Option<Difference>,
}

impl Comparison {
    /// Compares two archives.
    #[must_use]
    pub fn of(first: &StartAnalysis, second: &StartAnalysis) -> Self {
        let pairs = first.rows.iter().zip(&second.rows);
        let residuals = first.residuals.iter().zip(&second.residuals);
        let found: Vec<ComparedStart> = Start::all()
            .zip(pairs.zip(residuals))
            .map(|(start, ((a, b), (x, y)))| ComparedStart {
                start,
                games: [a.score_tally.decided(), b.score_tally.decided()],
                scores: [a.score, b.score],
                expected: [(a.score, x), (b.score, y)]
                    .map(|(score, residual)| Some(score? - residual.as_ref()?.mean)),
                errors: [x, y].map(|residual| Some(residual.as_ref()?.variance.sqrt())),
                difference: x.zip(*y).and_then(|(x, y)| {
                    let of = |residual: Residual| (residual.mean, residual.variance);
                    Difference::of(of(x), of(y))
                }),
                q_value: None,
            })
            .collect();
        let tested = |start: &ComparedStart| {
            let enough = start.games.iter().all(|games| *games >= MIN_TESTED_GAMES);
            start
                .difference
                .filter(|_| enough)
                .map(|difference| difference.p_value)
        };
        let q_values = benjamini_hochberg(&found.iter().map(tested).collect::<Vec<_>>());
        let starts = found.into_iter().zip(q_values);
        let starts = starts.map(|(start, q_value)| ComparedStart { q_value, ..start });
        let [one, two] = [Overall::of(first), Overall::of(second)];
        let both = |value: fn(&Overall) -> (f64, f64)| {
            let (one, two) = one.as_ref().zip(two.as_ref())?;
            Difference::of(value(one), value(two))
        };
        let each =
            |value: fn(&Overall) -> f64| [&one, &two].map(|overall| overall.as_ref().map(value));
        Self {
            starts: starts.collect(),
            games: [&one, &two].map(|overall| overall.as_ref().map_or(0, |overall| overall.games)),
            scores: each(|overall| overall.score.0),
            score: both(|overall| overall.score),
            draws: each(|overall| overall.draws.0),
            draw_share: both(|overall| overall.draws),
        }
    }

    /// The positions with at least `least` games with a result on both sides, and one: smallest q-value first, then by Scharnagl
    /// number.
    #[must_use]
    pub fn with_games(&self, least: u64) -> Vec<&ComparedStart> {
        self.by_q_value(|start| start.games.iter().all(|games| *games >= least.max(1)))
    }

    /// Positions with a significant q-value, smallest first.
    #[must_use]
    pub fn significant(&self) -> Vec<&ComparedStart> {
        self.by_q_value(|start| start.q_value.is_some_and(|q| q <= SIGNIFICANCE_LEVEL))
    }

    /// Some positions: smallest q-value first, then by Scharnagl number.
    fn by_q_value(&self, wanted: impl Fn(&ComparedStart) -> bool) -> Vec<&ComparedStart> {
        let mut found: Vec<_> = self.starts.iter().filter(|start| wanted(start)).collect();
        let q = |start: &ComparedStart| start.q_value.unwrap_or(f64::INFINITY);
        found.sort_by(|a, b| q(a).total_cmp(&q(b)).then(a.start.cmp(&b.start)));
        found
    }
}

/// All games with a result of an archive: shares with the variance of the mean, design effects included.
struct Overall {
    games: u64,
    score: (f64, f64),
    draws: (f64, f64),
}

impl Overall {
    fn of(analysis: &StartAnalysis) -> Option<Self> {
        let moments = analysis.archive.as_ref()?;
        let draws: u64 = analysis.rows.iter().map(|row| row.score_tally.draws).sum();
        let games = moments.games as f64;
        let share = draws as f64 / games;
        // Games of one cluster depend on each other in their draws as in their scores, as far as
        // this is known.
        let strata = analysis.strata.iter();
        let weighted = strata.map(|fit| fit.results.games() as f64 * fit.design_effect.mean);
        let effect = weighted.sum::<f64>() / games;
        Some(Self {
            games: moments.games,
            score: (moments.mean, effect * moments.variance / games),
            draws: (share, effect * share * (1.0 - share) / games),
        })
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tested = self
            .starts
            .iter()
            .filter(|start| start.q_value.is_some())
            .count();
        if tested == 0 {
            return write!(
                f,
                "no position can be compared: none has {MIN_TESTED_GAMES} games with a result on both sides"
            );
        }
        match self.significant().len() {
            0 => write!(f, "no position differs significantly between the two")?,
            1 => write!(f, "one position differs significantly between the two")?,
            count => write!(f, "{count} positions differ significantly between the two")?,
        }
        write!(f, "; {tested} were tested")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyse;
    use audit960_types::{ComparedGame, GameResult, Population, StartTally, Tally, TimeClass};

    /// Wins, draws and losses of some positions, every game a cluster of its own, none rated.
    fn archive(games: &[(u16, [u32; 3])]) -> StartAnalysis {
        let mut tally = Tally::default();
        let mut cluster = 0;
        for &(number, counts) in games {
            let position: &mut StartTally = tally.positions.entry(number).or_default();
            let results = [GameResult::White, GameResult::Draw, GameResult::Black];
            for (result, count) in results.into_iter().zip(counts) {
                for _ in 0..count {
                    cluster += 1;
                    position.score.add(result);
                    position.compare(&ComparedGame {
                        result,
                        population: Population::Human,
                        time_class: Some(TimeClass::Rapid),
                        difference: None,
                        cluster,
                    });
                }
            }
        }
        analyse(&tally)
    }

    #[test]
    fn an_archive_does_not_differ_from_itself() {
        let one = archive(&[(7, [40, 30, 30]), (518, [20, 60, 20]), (900, [5, 5, 0])]);
        let found = Comparison::of(&one, &one);
        assert_eq!(found.games, [210, 210]);
        for compared in found.starts.iter().filter(|start| start.games[0] > 0) {
            let difference = compared.difference.unwrap();
            assert_eq!((difference.mean, difference.p_value), (0.0, 1.0));
            assert!(difference.low < 0.0 && difference.high > 0.0);
            assert_eq!(compared.q_value.is_some(), compared.games[0] >= 20);
        }
        assert_eq!(found.score.unwrap().mean, 0.0);
        assert!(found.significant().is_empty());
    }

    /// Position 7 goes from 80 % to 20 %, and the others the other way round, so that White's mean
    /// score stays what it was.
    #[test]
    fn positions_that_changed_are_found() {
        let sure = [(7, [160, 0, 40]), (518, [40, 0, 160]), (900, [100, 0, 100])];
        let turned = [(7, [40, 0, 160]), (518, [160, 0, 40]), (900, [100, 0, 100])];
        let found = Comparison::of(&archive(&sure), &archive(&turned));
        let numbers: Vec<u16> = found
            .significant()
            .iter()
            .map(|start| start.start.number())
            .collect();
        assert_eq!(numbers, [7, 518]);
        // From .8 to .2, beyond a mean that is .5 in both.
        let seven = found.starts[7].difference.unwrap();
        assert!((seven.mean + 0.6).abs() < 1e-9, "{}", seven.mean);
        assert_eq!(found.starts[900].difference.unwrap().mean, 0.0);
        // What is shown gives the difference: .5 is expected of all.
        let shown = &found.starts[7];
        let [first, second] = shown.expected.map(Option::unwrap);
        assert!((first - 0.5).abs() < 1e-9 && (second - 0.5).abs() < 1e-9);
        let [one, other] = shown.errors.map(Option::unwrap);
        assert!((seven.z - seven.mean / one.hypot(other)).abs() < 1e-9);
        assert!((seven.high - seven.mean - 1.959_963_985 * one.hypot(other)).abs() < 1e-9);
        let start = |least| {
            let found = found.with_games(least).into_iter();
            found
                .map(|compared| compared.start.number())
                .collect::<Vec<_>>()
        };
        assert_eq!(start(1), [7, 518, 900]);
        assert_eq!(start(201), [0; 0]);
        assert!(
            found
                .to_string()
                .starts_with("2 positions differ significantly")
        );
    }

    /// White scores .6 of 1,000 and .5 of 500, without draws. With variances .24 and .25 a game, in
    /// Python: math.erfc(.1/math.sqrt(.24/1000 + .25/500)/math.sqrt(2)).
    #[test]
    fn means_are_compared_by_their_variances() {
        let one = archive(&[(1, [300, 0, 200]), (2, [300, 0, 200])]);
        let two = archive(&[(1, [125, 0, 125]), (2, [125, 0, 125])]);
        let score = Comparison::of(&one, &two).score.unwrap();
        assert!((score.mean + 0.1).abs() < 1e-12);
        assert!(
            (score.p_value - 2.368_516_7e-4).abs() < 1e-10,
            "{}",
            score.p_value
        );
        assert_eq!(Comparison::of(&one, &archive(&[])).score, None);
        // A fifth of 1,000 are drawn, three tenths of 500: .16 and .21 a game.
        let one = archive(&[(1, [200, 100, 200]), (2, [200, 100, 200])]);
        let two = archive(&[(1, [100, 75, 75]), (2, [75, 75, 100])]);
        let draws = Comparison::of(&one, &two).draw_share.unwrap();
        assert!((draws.mean - 0.1).abs() < 1e-12);
        let expected = 3.291_877_972_2e-5;
        assert!(
            (draws.p_value - expected).abs() < 1e-10,
            "{}",
            draws.p_value
        );
    }
}
