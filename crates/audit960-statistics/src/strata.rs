//! The strata of an archive, and the law of results fitted to each.
//!
//! A stratum is who played, how fast, and whether both ratings are known. Few games do not determine a
//! law: small strata are pooled over the time classes, then over the populations; games with and without
//! ratings are never mixed. In each, White's advantage and the slope are fitted ([`crate::fit`]; without
//! ratings the advantage alone, which amounts to the mean score), and draws follow Davidson's model with
//! its parameter fitted ([`crate::outcome`]).

use std::collections::BTreeMap;

use audit960_types::{
    Message, Population, RatingBin, Results, StartTally, Stratum, StratumTally, TimeClass, message,
};

use crate::design_effect::DesignEffect;
use crate::fit::{Logistic, RatedResults, fit_logistic};
use crate::outcome::fit_kappa;

/// Strata with fewer games with a result are pooled.
const MIN_STRATUM_GAMES: u64 = 500;

/// What was fitted to the games of a stratum, or of several pooled ones.
#[derive(Clone, Debug, PartialEq)]
pub struct StratumFit {
    /// Who played; `None` if several populations were pooled.
    pub population: Option<Population>,
    /// Whether both ratings are known.
    pub rated: bool,
    /// The time classes (`None`: unknown); several if they were pooled.
    pub time_classes: Vec<Option<TimeClass>>,
    /// Its games with a result by result.
    pub results: Results,
    /// White's expected score.
    pub law: Logistic,
    /// Davidson's parameter: `win x loss / draw^2` of a game.
    pub kappa: f64,
    /// Variance of White's score in sums of games, relative to that of independent games.
    pub design_effect: DesignEffect,
    /// Its games by rating difference.
    pub(crate) bins: BTreeMap<RatingBin, Results>,
}

/// The key of a pool: whether rated, and population and time class as far as they are kept apart.
type Key = (bool, Option<Population>, Option<Option<TimeClass>>);

/// The strata of an archive, small ones pooled.
#[derive(Clone, Debug, Default)]
pub(crate) struct Strata {
    /// The fitted laws.
    pub(crate) fits: Vec<StratumFit>,
    /// Index of the law of each stratum.
    index: BTreeMap<Stratum, usize>,
}

impl Strata {
    /// Fits the laws of an archive.
    pub(crate) fn fit(positions: &[&StartTally]) -> Self {
        let mut leaves: BTreeMap<Stratum, BTreeMap<RatingBin, Results>> = BTreeMap::new();
        for position in positions {
            for (stratum, tally) in &position.strata {
                add(leaves.entry(*stratum).or_default(), &tally.bins);
            }
        }
        let mut strata = Self::default();
        for (key, members) in pools(&leaves) {
            let mut bins = BTreeMap::new();
            for member in &members {
                add(&mut bins, &leaves[member]);
            }
            if let Some(fit) = StratumFit::of(key, &members, bins) {
                let members = members.into_iter();
                strata
                    .index
                    .extend(members.map(|member| (member, strata.fits.len())));
                strata.fits.push(fit);
            }
        }
        strata
    }

    /// A position's games by index of the law.
    pub(crate) fn parts(&self, position: &StartTally) -> Vec<(usize, StratumTally)> {
        let mut parts: BTreeMap<usize, StratumTally> = BTreeMap::new();
        for (stratum, tally) in &position.strata {
            if let Some(index) = self.index.get(stratum) {
                parts.entry(*index).or_default().merge(tally);
            }
        }
        parts.into_iter().collect()
    }
}

impl StratumFit {
    fn of(key: Key, members: &[Stratum], bins: BTreeMap<RatingBin, Results>) -> Option<Self> {
        let mut results = Results::default();
        bins.values().for_each(|cell| results += *cell);
        let cells: Vec<RatedResults> = bins
            .iter()
            .map(|(bin, cell)| RatedResults {
                difference: f64::from(bin.centre()),
                games: cell.games() as f64,
                points: cell.half_points() as f64 / 2.0,
            })
            .collect();
        let law = fit_logistic(&cells)?;
        let games: Vec<(f64, f64)> = cells
            .iter()
            .map(|cell| (cell.games, law.expected(cell.difference)))
            .collect();
        let mut time_classes: Vec<_> = members.iter().map(|member| member.time_class).collect();
        time_classes.sort_unstable();
        time_classes.dedup();
        Some(Self {
            population: key.1,
            rated: key.0,
            time_classes,
            results,
            law,
            kappa: fit_kappa(&games, results.draws.into()),
            design_effect: DesignEffect::NONE,
            bins,
        })
    }

    /// The name of the stratum, such as `human, rated, blitz`.
    #[must_use]
    pub fn name(&self) -> Message {
        let population = self.population.map_or("all", Population::as_str);
        let rated = if self.rated { "rated" } else { "unrated" };
        let classes = self.time_classes.iter().map(|class| {
            let class = class.map_or("none", TimeClass::as_str);
            message!("stratum-speed", speed = class)
        });
        let classes =
            classes.reduce(|first, second| message!("plus", first = first, second = second));
        message!(
            "stratum",
            population = population,
            rated = rated,
            speeds = classes.unwrap_or_else(|| message!("none"))
        )
    }
}

/// The strata of each pool.
fn pools(leaves: &BTreeMap<Stratum, BTreeMap<RatingBin, Results>>) -> BTreeMap<Key, Vec<Stratum>> {
    let coarser: [fn(&Stratum) -> Key; 3] = [
        |class| (class.rated, Some(class.population), Some(class.time_class)),
        |class| (class.rated, Some(class.population), None),
        |class| (class.rated, None, None),
    ];
    let games = |stratum: &Stratum| -> u64 { leaves[stratum].values().map(Results::games).sum() };
    let mut left: Vec<Stratum> = leaves.keys().copied().collect();
    let mut pools = BTreeMap::new();
    for (level, key) in coarser.iter().enumerate() {
        let mut together: BTreeMap<Key, Vec<Stratum>> = BTreeMap::new();
        for stratum in left.drain(..) {
            together.entry(key(&stratum)).or_default().push(stratum);
        }
        for (key, members) in together {
            let enough = members.iter().map(games).sum::<u64>() >= MIN_STRATUM_GAMES;
            if enough || level + 1 == coarser.len() {
                pools.insert(key, members);
            } else {
                left.extend(members);
            }
        }
    }
    pools
}

fn add<'b>(
    sums: &mut BTreeMap<RatingBin, Results>,
    bins: impl IntoIterator<Item = (&'b RatingBin, &'b Results)>,
) {
    for (bin, results) in bins {
        *sums.entry(*bin).or_default() += *results;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use audit960_report::Language;
    use audit960_types::{ComparedGame, GameResult};

    fn archive(games: &[(Population, TimeClass, bool, u32)]) -> StartTally {
        let mut tally = StartTally::default();
        for &(population, time_class, rated, count) in games {
            for game in 0..count {
                tally.compare(&ComparedGame {
                    result: GameResult::ALL[game as usize % 3],
                    population,
                    time_class: Some(time_class),
                    difference: rated.then_some(0),
                    cluster: game.into(),
                });
            }
        }
        tally
    }

    #[test]
    fn small_strata_merge_upward() {
        use Population::{Engine, Human, Mixed};
        use TimeClass::{Blitz, Bullet, Rapid};
        let archive = archive(&[
            (Human, Blitz, true, 600),
            (Human, Bullet, true, 300),
            (Human, Rapid, true, 300),
            (Human, Blitz, false, 30),
            (Engine, Blitz, true, 20),
            (Mixed, Rapid, true, 1),
        ]);
        let strata = Strata::fit(&[&archive]);
        let names: Vec<(String, u64)> = strata
            .fits
            .iter()
            .map(|fit| (Language::English.say(&fit.name()), fit.results.games()))
            .collect();
        let expected = [
            ("all, without both ratings, blitz", 30),
            ("all, with both ratings, blitz + rapid", 21),
            ("human, with both ratings, bullet + rapid", 600),
            ("human, with both ratings, blitz", 600),
        ];
        assert_eq!(
            names,
            expected.map(|(name, games)| (name.to_owned(), games))
        );
        let parts = strata.parts(&archive);
        let games: u64 = parts.iter().map(|(_, part)| part.results().games()).sum();
        assert_eq!((parts.len(), games), (4, 1_251));
    }
}
