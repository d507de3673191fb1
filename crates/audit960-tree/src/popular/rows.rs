//! Counted positions in order.

use std::cmp::Reverse;
use std::io;

use audit960_dataset::Sorter;
use serde::{Deserialize, Serialize};

use super::count::PositionCount;
use crate::packed::PackedPosition;
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

/// The rows of counted positions: by group and half-moves, the most frequent first.
pub(super) fn of(
    sorter: Sorter<CountKey, PositionCount>,
    any_ply: bool,
) -> io::Result<impl Iterator<Item = io::Result<PopularRow>>> {
    let mut by_games = Sorter::new(SORTER_BYTES);
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
