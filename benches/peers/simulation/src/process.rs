//! Simulated games.
//!
//! White's expected score follows from the difference of the players' true strengths, by the
//! definition of a rating. Draws become rarer the more one side is favoured, in proportion to
//! `1 - |2E - 1|`. The [`Scenario`] decides on ratings, events and populations first.

use std::collections::BTreeMap;
use std::io;

use audit960_board::start::SplitMix64;
use audit960_types::{ComparedGame, GameResult, Population, StartTally, Tally, TimeClass};

use crate::copies::{self, Written};

/// The properties of an archive. Only in [`Scenario::OneBetter`] does a position differ in White's expected
/// score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scenario {
    /// Ratings predict results exactly as the rating formula says.
    Calibrated,
    /// A rating point is worth this many points of strength.
    Slope(f64),
    /// Humans and engines; engines draw more and profit more from the first move, and their share of the
    /// games differs by position. A fifth of the games have no ratings.
    HumansAndEngines,
    /// Between equals, half of the positions have a draw rate of 75 %, the others one of 4 %.
    DrawRates,
    /// The games of a position come from 3 to 15 events; each has its own bias for or against White
    /// there, with a standard deviation of 60 rating points.
    Events,
    /// Engines play each position twice, with colours reversed; their ratings are off by 80 points
    /// (standard deviation).
    ReversedPairs,
    /// One game in twenty is in the archive five times, and copies are not removed.
    Copies,
    /// The same, with the copies removed by the program's own search.
    CopiesLeftOut,
    /// No game has ratings.
    Unrated,
    /// Calibrated, but White scores more in one position.
    OneBetter {
        /// Games of each position.
        games: u32,
        /// By how much White's expected score is raised.
        effect: f64,
    },
}

/// The position that differs, where one does.
pub const BETTER_START: u16 = 342;

/// A generator of archives.
pub struct ArchiveSimulator {
    random: SplitMix64,
    world: Scenario,
    /// How many clusters have been numbered.
    clusters: u64,
}

/// A game before it is played.
struct Pairing {
    population: Population,
    /// White's rating minus Black's.
    difference: i32,
    rated: bool,
    /// White's strength minus Black's, in rating points, the advantage of the first move included.
    strength: f64,
    /// Draw rate between equals, 0 to 1.
    draws: f64,
    /// What is added to White's expected score.
    effect: f64,
    cluster: u64,
}

impl ArchiveSimulator {
    /// A generator for a world; the same archives for the same seed.
    #[must_use]
    pub const fn new(world: Scenario, seed: u64) -> Self {
        Self {
            random: SplitMix64::new(seed),
            world,
            clusters: 0,
        }
    }

    /// An archive: 4 to 100 games of each position.
    ///
    /// # Errors
    /// If copies are to be removed and the temporary folder cannot be written.
    pub fn archive(&mut self) -> io::Result<Tally> {
        if self.world == Scenario::CopiesLeftOut {
            return self.without_copies();
        }
        let positions: BTreeMap<u16, StartTally> = (0..960)
            .map(|number| (number, self.position(number)))
            .collect();
        Ok(Tally {
            positions,
            ..Tally::default()
        })
    }

    /// An archive with copies, minus those that the search finds.
    fn without_copies(&mut self) -> io::Result<Tally> {
        let mut games = Vec::new();
        for number in 0..960 {
            for _ in 0..4 + self.random.below(97) {
                let pairing = self.rated(number);
                let game = self.result(&pairing);
                let written = Written::new(number, game, &mut self.random);
                if self.random.below(20) == 0 {
                    let copies = (0..4).map(|_| written.copy(&mut self.random));
                    games.extend(copies.collect::<Vec<_>>());
                }
                games.push(written);
            }
        }
        let mut tally = Tally::default();
        for written in copies::left(games)? {
            let position = tally.positions.entry(written.start).or_default();
            count(&written.game, position);
        }
        Ok(tally)
    }

    fn position(&mut self, number: u16) -> StartTally {
        let mut tally = StartTally::default();
        let games = match self.world {
            Scenario::OneBetter { games, .. } => games,
            _ => 4 + self.random.below(97),
        };
        match self.world {
            Scenario::Events => self.events(games, &mut tally),
            Scenario::ReversedPairs => self.pairs(games, &mut tally),
            Scenario::HumansAndEngines => {
                // Engines prefer some positions, humans others.
                let engines = [0.1, 0.5, 0.9][self.random.below(3) as usize];
                for _ in 0..games {
                    let pairing = self.mixed(engines);
                    self.play(&pairing, &mut tally);
                }
            }
            _ => {
                for _ in 0..games {
                    let pairing = self.rated(number);
                    let game = self.play(&pairing, &mut tally);
                    if self.world == Scenario::Copies && self.random.below(20) == 0 {
                        (0..4).for_each(|_| count(&game, &mut tally));
                    }
                }
            }
        }
        tally
    }

    fn rated(&mut self, number: u16) -> Pairing {
        let difference = self.difference(300);
        let slope = match self.world {
            Scenario::Slope(slope) => slope,
            _ => 1.0,
        };
        Pairing {
            population: Population::Human,
            difference,
            rated: self.world != Scenario::Unrated,
            strength: slope * f64::from(difference) + 30.0,
            draws: match self.world {
                Scenario::DrawRates if number.is_multiple_of(2) => 0.75,
                Scenario::DrawRates => 0.04,
                _ => 0.5,
            },
            effect: match self.world {
                Scenario::OneBetter { effect, .. } if number == BETTER_START => effect,
                _ => 0.0,
            },
            cluster: self.next_cluster(),
        }
    }

    fn mixed(&mut self, engines: f64) -> Pairing {
        let engine = self.random.unit() < engines;
        let difference = self.difference(if engine { 100 } else { 300 });
        Pairing {
            population: if engine {
                Population::Engine
            } else {
                Population::Human
            },
            difference,
            rated: self.random.below(5) > 0,
            strength: f64::from(difference) + if engine { 60.0 } else { 15.0 },
            draws: if engine { 0.7 } else { 0.3 },
            effect: 0.0,
            cluster: self.next_cluster(),
        }
    }

    fn events(&mut self, games: u32, tally: &mut StartTally) {
        let biases: Vec<(u64, f64)> = (0..3 + self.random.below(13))
            .map(|_| (self.next_cluster(), 60.0 * self.normal()))
            .collect();
        for _ in 0..games {
            let (cluster, bias) = biases[self.random.below(biases.len() as u32) as usize];
            let mut pairing = self.rated(0);
            pairing.strength += bias;
            pairing.cluster = cluster;
            self.play(&pairing, tally);
        }
    }

    fn pairs(&mut self, games: u32, tally: &mut StartTally) {
        for _ in 0..games.div_ceil(2) {
            let difference = self.difference(100);
            let edge = f64::from(difference) + 80.0 * self.normal();
            let cluster = self.next_cluster();
            for sign in [1, -1] {
                let pairing = Pairing {
                    population: Population::Engine,
                    difference: sign * difference,
                    rated: true,
                    strength: f64::from(sign) * edge + 50.0,
                    draws: 0.6,
                    effect: 0.0,
                    cluster,
                };
                self.play(&pairing, tally);
            }
        }
    }

    /// Plays a game and counts it.
    fn play(&mut self, pairing: &Pairing, tally: &mut StartTally) -> ComparedGame {
        let game = self.result(pairing);
        count(&game, tally);
        game
    }

    /// Plays a game.
    fn result(&mut self, pairing: &Pairing) -> ComparedGame {
        let even = (1.0 + 10_f64.powf(-pairing.strength / 400.0)).recip();
        let expected = (even + pairing.effect).clamp(0.0, 1.0);
        let draw = pairing.draws * (1.0 - (2.0 * expected - 1.0).abs());
        let luck = self.random.unit();
        ComparedGame {
            result: match luck {
                luck if luck < draw => GameResult::Draw,
                luck if luck < expected + draw / 2.0 => GameResult::White,
                _ => GameResult::Black,
            },
            population: pairing.population,
            time_class: Some(TimeClass::Rapid),
            difference: pairing.rated.then_some(pairing.difference),
            cluster: pairing.cluster,
        }
    }

    /// A rating difference from -`widest` to `widest`, with a triangular distribution.
    fn difference(&mut self, widest: u32) -> i32 {
        self.random.below(widest + 1) as i32 - self.random.below(widest + 1) as i32
    }

    /// A standard normal number (G. E. P. Box and M. E. Muller, 1958).
    fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.random.unit()).ln()).sqrt();
        radius * (2.0 * std::f64::consts::PI * self.random.unit()).cos()
    }

    fn next_cluster(&mut self) -> u64 {
        self.clusters += 1;
        SplitMix64::new(self.clusters).next_u64()
    }
}

fn count(game: &ComparedGame, tally: &mut StartTally) {
    tally.score.add(game.result);
    tally.compare(game);
}
