//! How often positions were reached, by the number of half-moves.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::io;
use std::ops::ControlFlow;

use audit960_dataset::Sorter;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::game::{NotAMove, PlayedGame, PlayedGameSink};
use crate::packed::PackedPosition;
use crate::tally::GameTally;

/// Which positions are counted, and how they are distinguished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PopularOptions {
    /// First and last number of half-moves.
    pub plies: (u32, u32),
    /// Whether a position counts once a game, whatever the number of half-moves; its row has the smallest.
    pub any_ply: bool,
    /// Whether left-right mirrors are the same where nobody may castle.
    pub mirror: bool,
    /// Whether the start position is the group of a game, in place of its own.
    pub by_start: bool,
    /// Positions that are kept in memory by all collectors together, at least 1.
    pub max_positions: usize,
}

/// How a start position is called by the Scharnagl numbers of White's and of Black's arrangement: `518`, `518/12`; `None` for
/// one without them.
#[must_use]
pub fn start_label(starts: Option<[u16; 2]>) -> Option<String> {
    starts.map(|[white, black]| match white == black {
        true => white.to_string(),
        false => format!("{white}/{black}"),
    })
}

/// A position that is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    /// Index of the group.
    group: u32,
    /// Half-moves; 0 if they do not matter.
    ply: u32,
    position: PackedPosition,
}

/// Counts the games that reached positions. Each thread has its own; they are merged with the same result in
/// any order.
#[derive(Debug)]
pub struct PositionPopularity {
    options: PopularOptions,
    /// Positions that are kept before they are written to a file.
    limit: usize,
    all: GameTally,
    groups: Vec<Option<String>>,
    indices: HashMap<Option<String>, u32>,
    counts: HashMap<Key, PositionCount>,
    sorter: Sorter<CountKey, PositionCount>,
    /// The first error of a temporary file; then nothing more is counted.
    failure: Option<io::Error>,
    /// Positions of the current run of the game, where each counts once.
    seen: Vec<PackedPosition>,
}

/// Bytes that a sorter keeps in memory before it writes them to a file.
const SORTER_BYTES: usize = 64 << 20;

impl PositionPopularity {
    /// Counts with these options, as one of so many collectors.
    #[must_use]
    pub fn new(options: PopularOptions, collectors: usize) -> Self {
        Self {
            options,
            limit: (options.max_positions / collectors.max(1)).max(1),
            all: GameTally::default(),
            groups: Vec::new(),
            indices: HashMap::new(),
            counts: HashMap::new(),
            sorter: Sorter::new(SORTER_BYTES / collectors.max(1)),
            failure: None,
            seen: Vec::new(),
        }
    }

    /// Adds what another collector with the same options has counted.
    pub fn merge(&mut self, mut other: Self) {
        self.all.merge(&other.all);
        self.failure = self.failure.take().or_else(|| other.failure.take());
        let flushed = other.flush().and_then(|()| self.flush());
        self.failure = self.failure.take().or_else(|| flushed.err());
        self.sorter.append(other.sorter);
    }

    /// All games.
    #[must_use]
    pub const fn all(&self) -> GameTally {
        self.all
    }

    /// The positions by group and half-moves, the most frequent first; of equally many games in the order of
    /// their packed form.
    ///
    /// # Errors
    /// Those of temporary files.
    pub fn into_rows(mut self) -> io::Result<impl Iterator<Item = io::Result<PopularRow>>> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        self.flush()?;
        rows_of(self.sorter, self.options.any_ply)
    }

    /// Moves all counts to the sorter.
    fn flush(&mut self) -> io::Result<()> {
        // The sorter puts them in order.
        std::mem::take(&mut self.counts)
            .into_iter()
            .try_for_each(|(key, mut count)| {
                let label = self.groups.get(key.group as usize).cloned().flatten();
                count.sort_players();
                let key = (group_key(label), key.ply, key.position);
                self.sorter.push(key, &count)
            })
    }

    /// Index of the group of a game.
    fn group_of(&mut self, game: &PlayedGame<'_>) -> u32 {
        let label = match self.options.by_start {
            false => game.group.map(str::to_owned),
            true => start_label(game.starts),
        };
        if let Some(index) = self.indices.get(&label) {
            return *index;
        }
        let index = self.groups.len() as u32;
        self.groups.push(label.clone());
        self.indices.insert(label, index);
        index
    }
}

impl PlayedGameSink for PositionPopularity {
    fn game(&mut self, game: &PlayedGame<'_>) -> Result<(), NotAMove> {
        if self.failure.is_some() {
            return Ok(());
        }
        self.all.add(game);
        let group = self.group_of(game);
        let Self {
            options,
            counts,
            seen,
            ..
        } = self;
        let (first, last) = options.plies;
        seen.clear();
        game.walk(|ply, position, _| {
            if ply < first {
                return ControlFlow::Continue(());
            }
            if ply > last {
                return ControlFlow::Break(());
            }
            let mut packed = PackedPosition::of(position);
            if options.mirror {
                packed = packed.or_mirror();
            }
            // After a capture or a pawn move no earlier position comes back.
            if position.clock() == 0 {
                seen.clear();
            }
            if options.any_ply && seen.contains(&packed) {
                return ControlFlow::Continue(());
            }
            let key = Key {
                group,
                ply: if options.any_ply { 0 } else { ply },
                position: packed,
            };
            counts
                .entry(key)
                .or_insert_with(|| PositionCount::at(u32::MAX))
                .add(ply, game);
            if options.any_ply {
                seen.push(packed);
            }
            match ply < last {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        })?;
        if self.counts.len() >= self.limit {
            self.failure = self.flush().err();
        }
        Ok(())
    }
}

/// The games that reached a position, and their players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct PositionCount {
    /// The smallest number of half-moves.
    ply: u32,
    tally: GameTally,
    /// Hashes of the names of the players. Among a million players two have the same hash with a probability of
    /// one in thirty million.
    players: Vec<u64>,
    /// Number of players after which their hashes are sorted again.
    #[serde(skip)]
    sort_at: usize,
}

/// Number of players that are kept without sorting.
const UNSORTED: usize = 32;

impl PositionCount {
    /// No games so far.
    fn at(ply: u32) -> Self {
        Self {
            ply,
            tally: GameTally::default(),
            players: Vec::new(),
            sort_at: UNSORTED,
        }
    }

    /// Counts a game that reached the position after so many half-moves.
    fn add(&mut self, ply: u32, game: &PlayedGame<'_>) {
        self.tally.add(game);
        self.ply = self.ply.min(ply);
        if game.moveless {
            return;
        }
        let names = [game.white, game.black].into_iter().flatten();
        let known = names.filter(|name| !matches!(name.trim(), "" | "?" | "-"));
        self.players
            .extend(known.map(|name| xxh3_64(name.as_bytes())));
        if self.players.len() >= self.sort_at {
            self.sort_players();
        }
    }

    /// Keeps each player once.
    fn sort_players(&mut self) {
        self.players.sort_unstable();
        self.players.dedup();
        self.sort_at = 2 * self.players.len() + UNSORTED;
    }

    /// Adds the games of another count.
    fn merge(&mut self, other: &Self) {
        self.ply = self.ply.min(other.ply);
        self.tally.merge(&other.tally);
        self.players.extend(&other.players);
        if self.players.len() >= self.sort_at {
            self.sort_players();
        }
    }

    /// Number of players with different names.
    fn players(&mut self) -> u64 {
        self.sort_players();
        self.players.len() as u64
    }
}

/// A position and the games that reached it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PopularRow {
    /// Label of the group; `None` where games are not grouped, or the label is null.
    pub group: Option<String>,
    /// Half-moves; the smallest number if they do not matter.
    pub ply: u32,
    /// The position.
    pub position: PackedPosition,
    /// The games.
    pub tally: GameTally,
    /// Number of players with different names.
    pub players: u64,
}

/// Bytes of rows that are sorted in memory.
const ROW_BYTES: usize = 128 << 20;

/// A group in the order of groups: numbers in their order, of which shorter ones are smaller, and a null label last.
type Group = (bool, usize, Option<String>);

/// Group, half-moves and position.
type CountKey = (Group, u32, PackedPosition);

/// Group, half-moves if they matter, number of games, the most first, and position.
type RowKey = (Group, u32, Reverse<u64>, PackedPosition);

/// The group with this label.
fn group_key(label: Option<String>) -> Group {
    let of_digit = label.iter().flat_map(|label| label.bytes());
    let digits = of_digit.take_while(u8::is_ascii_digit).count();
    (label.is_none(), digits, label)
}

/// The rows of counted positions: by group and half-moves, the most frequent first.
fn rows_of(
    sorter: Sorter<CountKey, PositionCount>,
    any_ply: bool,
) -> io::Result<impl Iterator<Item = io::Result<PopularRow>>> {
    let mut by_games = Sorter::new(ROW_BYTES);
    let mut push = |((group, ply, position), mut count): (CountKey, PositionCount)| {
        let games = count.tally.score.games();
        if games == 0 && count.tally.moveless == 0 {
            return Ok(());
        }
        let row = PopularRow {
            group: group.2.clone(),
            ply: count.ply,
            position,
            tally: count.tally,
            players: count.players(),
        };
        let bucket = if any_ply { 0 } else { ply };
        by_games.push((group, bucket, Reverse(games), position), &row)
    };
    // Several collectors may have counted games of a position.
    let mut last: Option<(CountKey, PositionCount)> = None;
    for counted in sorter.sorted()? {
        let (key, count) = counted?;
        match &mut last {
            Some((known, all)) if *known == key => all.merge(&count),
            _ => last.replace((key, count)).map_or(Ok(()), &mut push)?,
        }
    }
    last.map_or(Ok(()), push)?;
    let rows = by_games.sorted()?;
    Ok(rows.map(|row: io::Result<(RowKey, _)>| Ok(row?.1)))
}

#[cfg(test)]
mod tests;
