//! Matches in pairs of games with colours reversed.
//!
//! Two games are a pair if they have the same event, the same two players and the same start, each
//! player once with White; the first game in which a player has White goes with the first in which the
//! other has, the second with the second, in the order of the archive. A start is any that a record states: one of the
//! 960, two of them, or the FEN of an opening book. Games without a result are not paired, nor those from the orthodox
//! position that are no Chess960: a book may have been played, and nothing says so. Games are matched in parts of [`PART`] by a hash of what they share, so that memory does
//! not depend on the archive.

mod table;
#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};
use std::sync::Arc;

use audit960_board::Position;
use audit960_board::start::Start;
use audit960_dataset::{
    CountedAnswer, CountedGames, Dataset, DatasetError, GamesLeftOut, LabelColumn,
};
use audit960_statistics::{Pentanomial, white_half_points};
use audit960_types::{GameResult, ScoreTally, StartKind};

use super::groups::{Bounded, Count, MAX_GROUPS};

/// Number of games whose hashes are held at a time.
const PART: u64 = 1 << 20;

/// Games in pairs, of two players.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StartPairs {
    /// The position as X-FEN, the orthodox one too; `None` for all starts beyond [`MAX_GROUPS`], combined.
    pub fen: Option<String>,
    /// White's and Black's arrangement, the same in Chess960; `None` for other starts.
    pub start: Option<[Start; 2]>,
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
    /// By start, in the order of the numbers; starts without one last, in that of their FEN.
    pub starts: Vec<StartPairs>,
    /// Number of games with players, a start and a result that found no partner.
    pub single: u64,
    /// Number of games without players, without a result, or of a player against himself.
    pub unpaired: u64,
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
    /// Both players, in the order of their names.
    players: Arc<str>,
    /// The start as X-FEN.
    fen: Arc<str>,
    start: Option<[Start; 2]>,
}

/// What one thread collects.
#[derive(Default)]
struct Halves {
    found: Vec<Half>,
    /// Names and starts, each once: few games have one of their own.
    texts: HashSet<Arc<str>>,
    unpaired: u64,
}

impl Halves {
    fn text(&mut self, text: &str) -> Arc<str> {
        if let Some(known) = self.texts.get(text) {
            return Arc::clone(known);
        }
        let new: Arc<str> = text.into();
        self.texts.insert(Arc::clone(&new));
        new
    }
}

impl Count for Match {
    fn merge(&mut self, other: Self) {
        self.pairs.merge(&other.pairs);
        self.games += other.games;
    }
}

impl Count for StartPairs {
    fn merge(&mut self, other: Self) {
        self.start = self.start.or(other.start);
        self.white.merge(&other.white);
        self.better.merge(&other.better);
        self.games += other.games;
    }
}

/// The games from a known start that come in pairs with colours reversed, copies left out.
///
/// # Errors
/// [`DatasetError`] if a table cannot be read.
pub fn reversed_pairs(dataset: &Dataset) -> Result<CountedAnswer<Pairs>, DatasetError> {
    reversed_pairs_by(dataset, PART)
}

fn reversed_pairs_by(dataset: &Dataset, part: u64) -> Result<CountedAnswer<Pairs>, DatasetError> {
    let parts = dataset.count("games")?.div_ceil(part).max(1);
    let mut matches = Bounded::<Match>::new(MAX_GROUPS);
    let mut starts = Bounded::<StartPairs>::new(MAX_GROUPS);
    let (mut single, mut unpaired) = (0, 0);
    let mut left_out = GamesLeftOut::default();
    for number in 0..parts {
        let found = halves(dataset, (number, parts))?;
        // The same in each pass over the games.
        left_out = found.left_out;
        unpaired = found.value.iter().map(|part| part.unpaired).sum();
        let halves = found.value.into_iter().flat_map(|part| part.found);
        let mut halves: Vec<Half> = halves.collect();
        halves.sort_unstable_by_key(|half| (half.key, half.place));
        for together in halves.chunk_by(|a, b| a.key == b.key) {
            let of = |first: bool| {
                let halves = together.iter();
                halves.filter(move |half| half.first_has_white == first)
            };
            let paired = of(true).count().min(of(false).count());
            single += (together.len() - 2 * paired) as u64;
            for (one, two) in of(true).zip(of(false)) {
                let start = starts.of(Some(&one.fen));
                add(matches.of(Some(&one.players)), start, [one, two]);
            }
        }
    }
    let (found, rest) = Bounded::join(vec![matches], MAX_GROUPS);
    let named = |(label, of_players): (Option<String>, Match)| Match {
        players: label.as_deref().and_then(players),
        ..of_players
    };
    let mut matches: Vec<Match> = found.into_iter().map(named).collect();
    // Stable: matches of equally many pairs stay in the order of their names.
    matches.sort_by_key(|found| std::cmp::Reverse(found.pairs.pairs()));
    matches.extend(rest);
    let (found, rest) = Bounded::join(vec![starts], MAX_GROUPS);
    let named = |(fen, of_start): (Option<String>, StartPairs)| StartPairs { fen, ..of_start };
    let mut starts: Vec<StartPairs> = found.into_iter().map(named).collect();
    // Stable: starts without a number stay in the order of their FEN.
    starts.sort_by_key(|pairs| {
        pairs
            .start
            .map_or([u16::MAX; 2], |start| start.map(Start::number))
    });
    starts.extend(rest);
    Ok(CountedAnswer {
        value: Pairs {
            matches,
            starts,
            single,
            unpaired,
        },
        left_out,
    })
}

/// The games that may be one of a pair, for one part of the hashes.
fn halves(
    dataset: &Dataset,
    (number, parts): (u64, u64),
) -> Result<CountedAnswer<Vec<Halves>>, DatasetError> {
    let columns = [
        "start_kind",
        "white_start",
        "black_start",
        "fen",
        "result",
        "event",
        "white",
        "black",
    ];
    let games = CountedGames::of_stated_start().counting(dataset.moveless());
    dataset.fold_counted(
        &columns,
        games,
        Halves::default,
        |halves, row_group, rows| {
            let starts = [rows.ints("white_start")?, rows.ints("black_start")?];
            let (fens, events) = (rows.texts("fen")?, rows.texts("event")?);
            let (white, black) = (rows.texts("white")?, rows.texts("black")?);
            let results = LabelColumn::<GameResult>::of(rows, "result")?;
            let kinds = LabelColumn::<StartKind>::of(rows, "start_kind")?;
            for row in 0..rows.len() {
                let points = results.get(row).and_then(white_half_points);
                let players = white.get(row).zip(black.get(row));
                let players = players.filter(|(white, black)| white != black);
                let (Some(points), Some((white, black))) = (points, players) else {
                    halves.unpaired += 1;
                    continue;
                };
                let names = label([white, black]);
                let mut hasher = DefaultHasher::new();
                let start_of = |side: usize| {
                    let number = starts[side].get(row);
                    number.map(|number| dataset.start(Some(number))).transpose()
                };
                // An arrangement without its castling rights is another position.
                let is_start = kinds.get(row) != Some(StartKind::Other);
                let start = start_of(0)?.zip(start_of(1)?).filter(|_| is_start);
                (&names, events.get(row), fens.get(row), start).hash(&mut hasher);
                let key = hasher.finish();
                if key % parts != number {
                    continue;
                }
                // The orthodox position has no FEN.
                let fen = match (fens.get(row), start) {
                    (Some(fen), _) => halves.text(fen),
                    (None, Some((white, black))) => {
                        halves.text(&Position::chess960(white, black).xfen())
                    }
                    (None, None) => halves.text(&Position::standard().xfen()),
                };
                let half = Half {
                    key,
                    place: (row_group, row),
                    first_has_white: white < black,
                    white: points,
                    players: halves.text(&names),
                    fen,
                    start: start.map(|(white, black)| [white, black]),
                };
                halves.found.push(half);
            }
            Ok(())
        },
    )
}

/// Adds a pair: the first player has White in its first game.
fn add(counts: &mut Match, start: &mut StartPairs, [one, two]: [&Half; 2]) {
    // In the second game the first player has Black and scores what White leaves.
    let first = one.white + 2 - two.white;
    counts.pairs.add(first);
    start.start = one.start;
    start.white.add(one.white + two.white);
    start.better.add(first.max(4 - first));
    for (points, of_first) in [(one.white, one.white), (two.white, 2 - two.white)] {
        start.games.add(result(points));
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

/// Two players as one text, in the order of their names. No tag holds a line end.
fn label(mut players: [&str; 2]) -> String {
    players.sort_unstable();
    players.join("\n")
}

fn players(label: &str) -> Option<[String; 2]> {
    let (first, second) = label.split_once('\n')?;
    Some([first.to_owned(), second.to_owned()])
}
