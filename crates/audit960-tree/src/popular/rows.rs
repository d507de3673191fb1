//! Counted positions in order.

use std::io;

use super::count::PositionCount;
use crate::packed::PackedPosition;
use crate::sorter::{Merge, Sorter};
use crate::tally::GameTally;

/// A position and the games that reached it.
#[derive(Clone, Debug, PartialEq, Eq)]
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

/// Group, half-moves and position as bytes in their order. A null group comes last.
pub(super) fn key_bytes(group: Option<&str>, ply: u32, position: &PackedPosition) -> Vec<u8> {
    let mut bytes = group_bytes(group);
    bytes.extend(ply.to_be_bytes());
    bytes.extend(position.to_bytes());
    bytes
}

/// A group as bytes that no other group's begin with. Numbers are in their order.
fn group_bytes(group: Option<&str>) -> Vec<u8> {
    let Some(label) = group else { return vec![1] };
    let mut bytes = vec![0];
    let digits = label.bytes().take_while(u8::is_ascii_digit).count();
    // Shorter numbers are smaller ones.
    bytes.push(digits.min(250) as u8);
    bytes.extend(label.bytes().filter(|byte| *byte != 0));
    bytes.push(0);
    bytes
}

/// Group, half-moves and position of such bytes.
fn parse_key(bytes: &[u8]) -> Option<(Option<String>, u32, PackedPosition)> {
    let (rest, position) =
        bytes.split_at_checked(bytes.len().checked_sub(PackedPosition::BYTES)?)?;
    let (group, ply) = rest.split_last_chunk()?;
    let label = match group {
        [0, _, label @ .., 0] => Some(String::from_utf8_lossy(label).into_owned()),
        _ => None,
    };
    let position = PackedPosition::from_bytes(position).ok()?;
    Some((label, u32::from_be_bytes(*ply), position))
}

/// Combines the counts of each position of a sorted stream.
struct Combined {
    counts: Merge,
    next: Option<(Vec<u8>, PositionCount)>,
}

impl Combined {
    fn of(sorter: Sorter) -> io::Result<Self> {
        let mut combined = Self {
            counts: sorter.sorted()?,
            next: None,
        };
        combined.next = combined.read()?;
        Ok(combined)
    }

    fn read(&mut self) -> io::Result<Option<(Vec<u8>, PositionCount)>> {
        let record = self.counts.next().transpose()?;
        Ok(record.map(|(key, value)| (key, PositionCount::of_bytes(&value))))
    }

    /// The next position.
    fn take(&mut self) -> io::Result<Option<(Vec<u8>, PositionCount)>> {
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
pub struct PopularRows(Merge);

impl PopularRows {
    pub(super) fn of(sorter: Sorter, any_ply: bool) -> io::Result<Self> {
        let mut counts = Combined::of(sorter)?;
        let mut by_games = Sorter::new(SORTER_BYTES);
        while let Some((key, mut count)) = counts.take()? {
            if count.tally.score.games() == 0 && count.tally.moveless == 0 {
                continue;
            }
            let Some((group, ply, position)) = parse_key(&key) else {
                continue;
            };
            let bucket = if any_ply { 0 } else { ply };
            let mut order = group_bytes(group.as_deref());
            order.extend(bucket.to_be_bytes());
            order.extend((u64::MAX - count.tally.score.games()).to_be_bytes());
            order.extend(position.to_bytes());
            let mut value = Vec::with_capacity(128);
            value.extend(count.ply.to_le_bytes());
            value.extend(count.players().to_le_bytes());
            count.tally.write(&mut value);
            by_games.push(order, value)?;
        }
        Ok(Self(by_games.sorted()?))
    }

    fn row(key: &[u8], value: &[u8]) -> Option<PopularRow> {
        let (rest, position) =
            key.split_at_checked(key.len().checked_sub(PackedPosition::BYTES)?)?;
        // What is left is group, half-moves and number of games.
        let (rest, _) = rest.split_last_chunk::<8>()?;
        let bytes = [rest, position].concat();
        let (group, _, position) = parse_key(&bytes)?;
        let (ply, value) = value.split_first_chunk()?;
        let (players, value) = value.split_first_chunk()?;
        let (tally, _) = GameTally::read(value)?;
        Some(PopularRow {
            group,
            ply: u32::from_le_bytes(*ply),
            position,
            tally,
            players: u64::from_le_bytes(*players),
        })
    }
}

impl Iterator for PopularRows {
    type Item = io::Result<PopularRow>;

    fn next(&mut self) -> Option<io::Result<PopularRow>> {
        let record = self.0.next()?;
        Some(record.and_then(|(key, value)| {
            Self::row(&key, &value).ok_or_else(|| io::Error::other("a temporary file was changed"))
        }))
    }
}
