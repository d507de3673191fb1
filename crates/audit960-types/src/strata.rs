//! The aggregates that the comparison of start positions rests on: results by stratum, rating
//! difference and cluster, as whole numbers that add up whatever the order of the games.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use crate::labels::{GameResult, Population, TimeClass, Venue};
use crate::sorted::SortedMap;

/// A class of games whose results are expected to follow one distribution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Stratum {
    /// Who played.
    pub population: Population,
    /// Whether both ratings are known.
    pub rated: bool,
    /// Time class; `None` where the record does not say.
    pub time_class: Option<TimeClass>,
}

/// What the comparison of positions needs of one game with a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComparedGame {
    /// The result.
    pub result: GameResult,
    /// Who played.
    pub population: Population,
    /// Time class, where the record says.
    pub time_class: Option<TimeClass>,
    /// White's rating less Black's, if both are known.
    pub difference: Option<i32>,
    /// Hash of what games that may depend on each other have in common (see [`cluster`]).
    pub cluster: u64,
}

impl ComparedGame {
    /// The stratum it belongs to.
    #[must_use]
    pub const fn stratum(&self) -> Stratum {
        Stratum {
            population: self.population,
            rated: self.difference.is_some(),
            time_class: self.time_class,
        }
    }
}

/// Games with a result by result. A cell of the aggregates: 32 bits hold four billion games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Results {
    /// Games that White won.
    pub white_wins: u32,
    /// Drawn games.
    pub draws: u32,
    /// Games that Black won.
    pub black_wins: u32,
}

impl Results {
    /// Counts a game; one without a result counts nowhere.
    pub fn add(&mut self, result: GameResult) {
        match result {
            GameResult::White => self.white_wins += 1,
            GameResult::Draw => self.draws += 1,
            GameResult::Black => self.black_wins += 1,
            GameResult::Unfinished => {}
        }
    }

    /// All games.
    #[must_use]
    pub fn games(&self) -> u64 {
        u64::from(self.white_wins) + u64::from(self.draws) + u64::from(self.black_wins)
    }

    /// White's score in half points.
    #[must_use]
    pub fn half_points(&self) -> u64 {
        2 * u64::from(self.white_wins) + u64::from(self.draws)
    }
}

impl AddAssign for Results {
    fn add_assign(&mut self, other: Self) {
        self.white_wins += other.white_wins;
        self.draws += other.draws;
        self.black_wins += other.black_wins;
    }
}

/// A bin of rating differences, [`RatingBin::WIDTH`] points wide.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct RatingBin(i16);

impl RatingBin {
    /// Points of rating difference in a bin.
    pub const WIDTH: i32 = 25;
    /// Bins on either side of the one around 0; differences beyond belong to the last.
    pub const MAX_BINS: i16 = 40;

    /// The bin of a rating difference.
    #[must_use]
    pub fn of(difference: i32) -> Self {
        // Differences of equal size and opposite sign fall into opposite bins.
        let away = (difference.unsigned_abs() + Self::WIDTH.unsigned_abs() / 2)
            / Self::WIDTH.unsigned_abs();
        let away = away.min(Self::MAX_BINS.unsigned_abs().into()) as i16;
        Self(if difference < 0 { -away } else { away })
    }

    /// The rating difference at its centre.
    #[must_use]
    pub fn centre(self) -> i32 {
        i32::from(self.0) * Self::WIDTH
    }
}

/// The games of some clusters of one position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupTally {
    /// Games with a result.
    pub games: u32,
    /// White's score in half points.
    pub half_points: u32,
    /// Drawn games.
    pub draws: u32,
    /// Rating differences (centres of their bins) added up; 0 without ratings.
    pub difference_sum: i64,
}

/// Groups that the clusters of a position are hashed into. They give the design effect of the
/// clusters nearly exactly, and take the same space whatever the number of clusters.
pub const GROUPS: usize = 16;

/// Counts of one position in one stratum.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StratumTally {
    /// Results by rating difference; without ratings all in the bin of 0.
    pub bins: SortedMap<RatingBin, Results>,
    /// The same games by cluster.
    pub groups: [GroupTally; GROUPS],
}

impl StratumTally {
    /// Counts a game with a result.
    pub fn add(&mut self, game: &ComparedGame) {
        let bin = RatingBin::of(game.difference.unwrap_or(0));
        self.bins.at(bin).add(game.result);
        let group = &mut self.groups[(game.cluster % GROUPS as u64) as usize];
        group.games += 1;
        group.half_points += match game.result {
            GameResult::White => 2,
            GameResult::Draw => 1,
            GameResult::Black | GameResult::Unfinished => 0,
        };
        group.draws += u32::from(game.result == GameResult::Draw);
        group.difference_sum += i64::from(bin.centre());
    }

    /// Adds the counts of another part of an archive.
    pub fn merge(&mut self, other: &Self) {
        for (bin, results) in &other.bins {
            *self.bins.at(*bin) += *results;
        }
        for (mine, group) in self.groups.iter_mut().zip(&other.groups) {
            mine.games += group.games;
            mine.half_points += group.half_points;
            mine.draws += group.draws;
            mine.difference_sum += group.difference_sum;
        }
    }

    /// All its games by result.
    #[must_use]
    pub fn results(&self) -> Results {
        let mut total = Results::default();
        self.bins.values().for_each(|results| total += *results);
        total
    }
}

/// Hash of what games from one start position that may depend on each other have in common: the event;
/// on servers, where an event is only a kind of game, the two players and the day.
#[must_use]
pub fn cluster(
    venue: Venue,
    event: Option<&str>,
    players: [Option<&str>; 2],
    date: Option<&str>,
) -> u64 {
    let key = |text: Option<&str>| cluster_key(text.unwrap_or_default());
    if venue.is_server() {
        cluster_of_keys(venue, 0, players.map(key), key(date))
    } else {
        cluster_of_keys(venue, key(event), [0; 2], 0)
    }
}

/// The same from the keys of the texts; an absent text has the key of an empty one.
#[must_use]
pub fn cluster_of_keys(venue: Venue, event: u64, players: [u64; 2], date: u64) -> u64 {
    mix(if venue.is_server() {
        // A sum is the same whoever had White.
        players[0].wrapping_add(players[1]) ^ date.rotate_left(32)
    } else {
        event
    })
}

/// The key of a text: FNV-1a of 64 bits (G. Fowler, L. C. Noll, K.-P. Vo), the same on every machine, mixed.
#[must_use]
pub fn cluster_key(text: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    mix(text.bytes().fold(0xCBF2_9CE4_8422_2325, step))
}

/// The step of SplitMix64: 2^64 by the golden ratio, odd.
pub const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// The mixing function of SplitMix64 (G. Steele, D. Lea and C. Flood, 2014): FNV gives similar texts similar low bits.
#[must_use]
pub const fn mix(hash: u64) -> u64 {
    let hash = (hash ^ (hash >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let hash = (hash ^ (hash >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    hash ^ (hash >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_are_symmetric_and_bounded() {
        for (difference, centre) in [(0, 0), (12, 0), (13, 25), (-13, -25), (400, 400)] {
            assert_eq!(RatingBin::of(difference).centre(), centre, "{difference}");
            assert_eq!(RatingBin::of(-difference).centre(), -centre);
        }
        assert_eq!(RatingBin::of(i32::MAX).centre(), 1_000);
        assert_eq!(RatingBin::of(i32::MIN).centre(), -1_000);
        for difference in -900..900 {
            assert!((RatingBin::of(difference).centre() - difference).abs() <= 12);
        }
    }

    #[test]
    fn clusters_at_servers_are_players_and_day() {
        let of = |venue, event, white, black, date| {
            cluster(venue, Some(event), [Some(white), Some(black)], Some(date))
        };
        let first = of(Venue::Lichess, "Rated", "a", "b", "2020.01.01");
        assert_eq!(of(Venue::Lichess, "Casual", "b", "a", "2020.01.01"), first);
        assert_ne!(of(Venue::Lichess, "Rated", "a", "c", "2020.01.01"), first);
        assert_ne!(of(Venue::Lichess, "Rated", "a", "b", "2020.01.02"), first);
        let board = of(Venue::OverTheBoard, "Biel", "a", "b", "2020.01.01");
        assert_eq!(of(Venue::Mainz, "Biel", "x", "y", "2021.01.01"), board);
        assert_ne!(
            of(Venue::OverTheBoard, "Mainz", "a", "b", "2020.01.01"),
            board
        );
    }

    #[test]
    fn clusters_spread_over_all_groups() {
        let mut seen = [0_u32; GROUPS];
        for number in 0..1_600 {
            let event = format!("Event {number}");
            let cluster = cluster(Venue::Unknown, Some(&event), [None; 2], None);
            seen[(cluster % GROUPS as u64) as usize] += 1;
        }
        // 100 each, give or take 4.5 standard deviations.
        assert!(
            seen.iter().all(|count| (56..=144).contains(count)),
            "{seen:?}"
        );
    }
}
