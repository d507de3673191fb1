//! Matches in pairs of games with colours reversed.
//!
//! Two games are a pair if they have the same event, the same two players and the same start, each
//! player once with White; the first game in which a player has White goes with the first in which the
//! other has, the second with the second, in the order of the archive. Games without a result are not
//! paired. Games are matched in parts of [`PART`] by a hash of what they share, so that memory does
//! not depend on the archive.

mod table;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};

use audit960_board::start::Start;
use audit960_dataset::{
    CountedAnswer, CountedGames, Dataset, DatasetError, GamesLeftOut, LabelColumn,
};
use audit960_statistics::{Pentanomial, white_half_points};
use audit960_types::{GameResult, ScoreTally};

use super::groups::{Bounded, Count, MAX_GROUPS};

/// Number of games whose hashes are held at a time.
const PART: u64 = 1 << 20;

/// Games in pairs, of two players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// The players, in the order of their names; results are the first one's. `None` for all matches
    /// beyond [`MAX_GROUPS`], combined.
    pub players: Option<[String; 2]>,
    /// Pairs by the points of the first player.
    pub pairs: Pentanomial,
    /// The games of these pairs by result, the first player's wins as White's.
    pub games: ScoreTally,
}

/// Games in pairs, from one start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StartPairs {
    /// White's and Black's arrangement; the same in Chess960.
    pub start: [Start; 2],
    /// Pairs by White's points in both games: 0 and 2 where the start decided, whoever played.
    pub white: Pentanomial,
    /// Pairs by the points of the player who scored more in the pair: 1, 3/2 or 2.
    pub better: Pentanomial,
    /// The games of these pairs by result.
    pub games: ScoreTally,
}

/// All pairs of a dataset.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// By players, most pairs first.
    pub matches: Vec<Match>,
    /// By start, in the order of the numbers.
    pub starts: Vec<StartPairs>,
    /// Number of games with players, a start and a result that found no partner.
    pub single: u64,
}

/// A game that may be one of a pair.
struct Half {
    /// What both games of a pair share.
    key: u64,
    /// Index of the row group in the table, and row in the row group.
    place: (usize, usize),
    /// Whether the first player by name has White.
    first_has_white: bool,
    /// White's half points.
    white: u32,
    start: [u16; 2],
}

#[derive(Clone, Default)]
struct MatchCounts {
    pairs: Pentanomial,
    games: ScoreTally,
}

impl Count for MatchCounts {
    fn merge(&mut self, other: Self) {
        self.pairs.merge(&other.pairs);
        self.games += other.games;
    }
}

/// The counts of each start.
type Starts = BTreeMap<[u16; 2], (Pentanomial, Pentanomial, ScoreTally)>;

/// The games of Chess960 and double Chess960 that come in pairs with colours reversed, copies left
/// out.
///
/// # Errors
/// [`DatasetError`] if a table cannot be read.
pub fn reversed_pairs(dataset: &Dataset) -> Result<CountedAnswer<Pairs>, DatasetError> {
    reversed_pairs_by(dataset, PART)
}

fn reversed_pairs_by(dataset: &Dataset, part: u64) -> Result<CountedAnswer<Pairs>, DatasetError> {
    let parts = dataset.count("games")?.div_ceil(part).max(1);
    let mut matches = Bounded::<MatchCounts>::new(MAX_GROUPS);
    let (mut starts, mut single) = (Starts::new(), 0);
    let mut left_out = GamesLeftOut::default();
    for number in 0..parts {
        let found = halves(dataset, (number, parts))?;
        // The same in each pass over the games.
        left_out = found.left_out;
        let mut halves = found.value;
        halves.sort_unstable_by_key(|(half, _)| (half.key, half.place));
        for together in halves.chunk_by(|(a, _), (b, _)| a.key == b.key) {
            let of = |first: bool| {
                let halves = together.iter();
                halves.filter(move |(half, _)| half.first_has_white == first)
            };
            let paired = of(true).count().min(of(false).count());
            single += (together.len() - 2 * paired) as u64;
            for ((one, players), (two, _)) in of(true).zip(of(false)) {
                add(matches.of(Some(players)), &mut starts, [one, two]);
            }
        }
    }
    let (found, rest) = Bounded::join(vec![matches], MAX_GROUPS);
    let mut matches: Vec<Match> = found
        .into_iter()
        .map(|(label, counts)| counts.named(label.as_deref().and_then(players)))
        .collect();
    // Stable: matches of equally many pairs stay in the order of their names.
    matches.sort_by_key(|found| std::cmp::Reverse(found.pairs.pairs()));
    matches.extend(rest.map(|counts| counts.named(None)));
    let starts = starts.into_iter().map(|([white, black], counts)| {
        let start = |number: u16| dataset.start(Some(number.into()));
        Ok(StartPairs {
            start: [start(white)?, start(black)?],
            white: counts.0,
            better: counts.1,
            games: counts.2,
        })
    });
    Ok(CountedAnswer {
        value: Pairs {
            matches,
            starts: starts.collect::<Result<_, DatasetError>>()?,
            single,
        },
        left_out,
    })
}

/// The games that may be one of a pair, with their players, for one part of the hashes.
fn halves(
    dataset: &Dataset,
    (number, parts): (u64, u64),
) -> Result<CountedAnswer<Vec<(Half, String)>>, DatasetError> {
    let columns = [
        "white_start",
        "black_start",
        "result",
        "event",
        "white",
        "black",
    ];
    let games = CountedGames::of_chess960_or_double().counting(dataset.moveless());
    let found = dataset.fold_counted(&columns, games, Vec::new, |found, row_group, rows| {
        let starts = [rows.ints("white_start")?, rows.ints("black_start")?];
        let (events, white, black) = (
            rows.texts("event")?,
            rows.texts("white")?,
            rows.texts("black")?,
        );
        let results = LabelColumn::<GameResult>::of(rows, "result")?;
        for row in 0..rows.len() {
            let points = results.get(row).and_then(white_half_points);
            let players = white.get(row).zip(black.get(row));
            let (Some(points), Some((white, black))) = (points, players) else {
                continue;
            };
            let number_of = |side: usize| -> Result<u16, DatasetError> {
                Ok(dataset.start(starts[side].get(row))?.number())
            };
            let start: [u16; 2] = [number_of(0)?, number_of(1)?];
            let names = label([white, black]);
            let mut hasher = DefaultHasher::new();
            (&names, events.get(row), start).hash(&mut hasher);
            let key = hasher.finish();
            if white != black && key % parts == number {
                let half = Half {
                    key,
                    place: (row_group, row),
                    first_has_white: white < black,
                    white: points,
                    start,
                };
                found.push((half, names));
            }
        }
        Ok(())
    })?;
    Ok(found.map(|found| found.into_iter().flatten().collect()))
}

/// Adds a pair: the first player has White in its first game.
fn add(counts: &mut MatchCounts, starts: &mut Starts, [one, two]: [&Half; 2]) {
    // In the second game the first player has Black and scores what White leaves.
    let first = one.white + 2 - two.white;
    counts.pairs.add(first);
    let (white, better, games) = starts.entry(one.start).or_default();
    white.add(one.white + two.white);
    better.add(first.max(4 - first));
    for (points, of_first) in [(one.white, one.white), (two.white, 2 - two.white)] {
        games.add(result(points));
        counts.games.add(result(of_first));
    }
}

/// The result of a game with this many half points for White.
const fn result(half_points: u32) -> GameResult {
    match half_points {
        0 => GameResult::Black,
        1 => GameResult::Draw,
        _ => GameResult::White,
    }
}

impl MatchCounts {
    fn named(self, players: Option<[String; 2]>) -> Match {
        Match {
            players,
            pairs: self.pairs,
            games: self.games,
        }
    }
}

/// Two players as one text, in the order of their names. No tag holds a line end.
fn label(mut players: [&str; 2]) -> String {
    players.sort_unstable();
    players.join("\n")
}

fn players(label: &str) -> Option<[String; 2]> {
    let (first, second) = label.split_once('\n')?;
    Some([first.to_owned(), second.to_owned()])
}
