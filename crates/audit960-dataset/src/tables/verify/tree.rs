//! Whether the rows of the tables about positions can be what games played.

use std::collections::{BTreeSet, HashSet};

use arrow_array::{Array as _, Int32Array};
use audit960_types::Visit;
use audit960_types::tables::{ENDINGS, KNOWN, TREE};

use super::read::{Batch, Table};
use super::tiling::GameIndex;
use crate::tables::ReadError;

/// The counts that `games` is the sum of.
const RESULTS: [&str; 4] = ["white_wins", "draws", "black_wins", "unfinished"];

/// The fewest games of a position that has rows.
const MIN_GAMES: i64 = 2;

/// The rows of a position so far.
struct Position {
    fen: String,
    games: i64,
    /// Start positions, half-moves, visit and move of its rows.
    rows: HashSet<([Option<i32>; 3], String, Option<String>)>,
}

/// Requires of each file that its rows are sorted by position, none twice, that at least two games reached each of these, that the
/// results add up, and that the games that show a move are among `games`.
pub(super) fn require_tree(
    files: &[std::path::PathBuf],
    games: &GameIndex,
) -> Result<(), ReadError> {
    for file in files {
        let mut table = Table::open(&TREE, std::slice::from_ref(file));
        let mut position: Option<Position> = None;
        while let Some(batch) = table.next()? {
            require_rows(&batch, games, &mut position)?;
        }
        if position.is_some_and(|last| last.games < MIN_GAMES) {
            let what = "the last position was reached by fewer than two games";
            return Err(ReadError::new(file, what));
        }
    }
    Ok(())
}

fn require_rows(
    batch: &Batch<'_>,
    games: &GameIndex,
    position: &mut Option<Position>,
) -> Result<(), ReadError> {
    let (fens, visits) = (batch.text("fen")?, batch.text("visit")?);
    let uci = batch.text("uci")?;
    let [white, black, ply] = ["white_start", "black_start", "ply"].map(|name| batch.int32(name));
    let places = [white?, black?, ply?];
    let (all, ids) = (batch.int64("games")?, batch.int64("example_game_id")?);
    let results = batch.sums(&RESULTS)?;
    for row in 0..batch.len() {
        if results(row) != all.value(row) {
            return Err(batch.wrong(row, "the results are not as many as the games"));
        }
        games.require(batch, row, "example_game_id", ids)?;
        let fen = fens.value(row);
        let is_new = position.as_ref().is_none_or(|last| last.fen != fen);
        if let Some(last) = position.as_ref().filter(|_| is_new) {
            if last.fen.as_str() > fen {
                return Err(batch.wrong(row, "the positions are not sorted"));
            }
            if last.games < MIN_GAMES {
                let what = "the position before was reached by fewer than two games";
                return Err(batch.wrong(row, what));
            }
        }
        if is_new {
            *position = Some(Position {
                fen: fen.to_owned(),
                games: 0,
                rows: HashSet::new(),
            });
        }
        let number = |column: &Int32Array| column.is_valid(row).then(|| column.value(row));
        let uci = uci.is_valid(row).then(|| uci.value(row).to_owned());
        let about = (places.map(number), visits.value(row).to_owned(), uci);
        if let Some(last) = position.as_mut()
            && !last.rows.insert(about)
        {
            return Err(batch.wrong(row, "the move has a row already"));
        }
        if let Some(last) = position
            .as_mut()
            .filter(|_| visits.value(row) == Visit::First.as_str())
        {
            last.games = last.games.saturating_add(all.value(row));
        }
    }
    Ok(())
}

/// Requires of table `known` that its start positions and half-moves are sorted, that there are not more games after more
/// half-moves, and that games, games that are alone and positions can go together.
pub(super) fn require_known(files: &[std::path::PathBuf]) -> Result<(), ReadError> {
    let mut table = Table::open(&KNOWN, files);
    let mut before: Option<([i64; 3], i64)> = None;
    while let Some(batch) = table.next()? {
        let starts = [batch.int32("white_start")?, batch.int32("black_start")?];
        let plies = batch.int32("ply")?;
        let [games, alone, positions] =
            ["games", "alone", "positions"].map(|name| batch.int64(name));
        let (games, alone, positions) = (games?, alone?, positions?);
        for row in 0..batch.len() {
            let number = |column: &Int32Array| match column.is_null(row) {
                true => -1,
                false => i64::from(column.value(row)),
            };
            let place = [number(starts[0]), number(starts[1]), number(plies)];
            let (all, alone, positions) =
                (games.value(row), alone.value(row), positions.value(row));
            if before.is_some_and(|(last, _)| last >= place) {
                return Err(batch.wrong(row, "start positions and half-moves are not sorted"));
            }
            // Two games at least have each position of those that are not alone.
            let shared = all.saturating_sub(alone);
            let together = positions.saturating_sub(alone);
            let possible = match shared {
                0 => together == 0,
                shared => (1..=shared / 2).contains(&together),
            };
            if all < 1 || alone < 0 || !possible {
                let what = format!(
                    "{all} games, {alone} of them alone, cannot have {positions} positions"
                );
                return Err(batch.wrong(row, what));
            }
            let start = |place: [i64; 3]| [place[0], place[1]];
            if before.is_some_and(|(last, games)| start(last) == start(place) && games < all) {
                return Err(batch.wrong(row, "more games than after fewer half-moves"));
            }
            before = Some((place, all));
        }
    }
    Ok(())
}

/// Requires of table `endings` that no material has two rows, that the numbers of games can go together, and that the
/// games named are among `games`.
pub(super) fn require_endings(
    files: &[std::path::PathBuf],
    games: &GameIndex,
) -> Result<(), ReadError> {
    let mut table = Table::open(&ENDINGS, files);
    let mut seen = BTreeSet::new();
    while let Some(batch) = table.next()? {
        let materials = batch.text("material")?;
        let all = batch.int64("games")?;
        let results = batch.sums(&RESULTS)?;
        // Each is a part of the one before.
        let [ended, drawn, late] =
            ["ended", "ended_drawn", "drawn_at_100"].map(|name| batch.int64(name));
        let parts = [all, ended?, drawn?, late?];
        let ids = batch.int64("longest_game_id")?;
        for row in 0..batch.len() {
            if !seen.insert(materials.value(row).to_owned()) {
                return Err(batch.wrong(row, "the material has a row already"));
            }
            if results(row) != all.value(row) {
                return Err(batch.wrong(row, "the results are not as many as the games"));
            }
            if !parts
                .map(|column| column.value(row))
                .is_sorted_by(|a, b| a >= b)
            {
                return Err(batch.wrong(row, "more games ended so than there are"));
            }
            games.require(&batch, row, "longest_game_id", ids)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
