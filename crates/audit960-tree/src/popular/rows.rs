//! Counted positions in order.

use std::cmp::Reverse;
use std::io;

use serde::{Deserialize, Serialize};

use super::count::PositionCount;
use crate::packed::PackedPosition;
use crate::sorter::{Merge, Sorter, value};
use crate::tally::GameTally;

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

/// Bytes that are sorted in memory.
const SORTER_BYTES: usize = 128 << 20;

/// A group in the order of groups: numbers in their order, of which shorter ones are smaller, and a null label last.
pub(super) type Group = (bool, usize, Option<String>);

/// Group, half-moves and position.
pub(super) type CountKey = (Group, u32, PackedPosition);

/// Group, half-moves if they matter, number of games, the most first, and position.
type RowKey = (Group, u32, Reverse<u64>, PackedPosition);

/// The group with this label.
pub(super) fn group(label: Option<String>) -> Group {
    let of_digit = label.iter().flat_map(|label| label.bytes());
    let digits = of_digit.take_while(u8::is_ascii_digit).count();
    (label.is_none(), digits, label)
}

/// Combines the counts of each position of a sorted stream.
struct Combined {
    counts: Merge<CountKey>,
    next: Option<(CountKey, PositionCount)>,
}

impl Combined {
    fn of(sorter: Sorter<CountKey>) -> io::Result<Self> {
        let mut combined = Self {
            counts: sorter.sorted()?,
            next: None,
        };
        combined.next = combined.read()?;
        Ok(combined)
    }

    fn read(&mut self) -> io::Result<Option<(CountKey, PositionCount)>> {
        let record = self.counts.next().transpose()?;
        record
            .map(|(key, count)| Ok((key, value(&count)?)))
            .transpose()
    }

    /// The next position.
    fn take(&mut self) -> io::Result<Option<(CountKey, PositionCount)>> {
        let Some((key, mut count)) = self.next.take() else {
            return Ok(None);
        };
        loop {
            self.next = self.read()?;
            match &self.next {
                Some((next, more)) if *next == key => count.merge(more),
                _ => return Ok(Some((key, count))),
            }
        }
    }
}

/// Counted positions: by group and half-moves, the most frequent first.
#[derive(Debug)]
pub struct PopularRows(Merge<RowKey>);

impl PopularRows {
    pub(super) fn of(sorter: Sorter<CountKey>, any_ply: bool) -> io::Result<Self> {
        let mut counts = Combined::of(sorter)?;
        let mut by_games = Sorter::new(SORTER_BYTES);
        while let Some(((group, ply, position), mut count)) = counts.take()? {
            let games = count.tally.score.games();
            if games == 0 && count.tally.moveless == 0 {
                continue;
            }
            let row = PopularRow {
                group: group.2.clone(),
                ply: count.ply,
                position,
                tally: count.tally,
                players: count.players(),
            };
            let bucket = if any_ply { 0 } else { ply };
            by_games.push((group, bucket, Reverse(games), position), &row)?;
        }
        Ok(Self(by_games.sorted()?))
    }
}

impl Iterator for PopularRows {
    type Item = io::Result<PopularRow>;

    fn next(&mut self) -> Option<io::Result<PopularRow>> {
        let record = self.0.next()?;
        Some(record.and_then(|(_, row)| value(&row)))
    }
}
