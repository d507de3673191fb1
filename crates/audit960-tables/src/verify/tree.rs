//! Whether the rows of table `tree` can be what games played.

use arrow_array::Array as _;
use audit960_types::Visit;
use audit960_types::tables::TREE;

use super::Inconsistency;
use super::read::{Batch, Table};
use super::tiling::GameIndex;

/// The counts that `games` is the sum of.
const RESULTS: [&str; 4] = ["white_wins", "draws", "black_wins", "unfinished"];

/// The fewest games of a position that has rows.
const MIN_GAMES: i64 = 2;

/// The rows of a position so far.
struct Position {
    fen: String,
    games: i64,
}

/// Requires of each file that its rows are sorted by position, that at least two games reached each of these, that the
/// results add up, and that the games that show a move are among `games`.
pub(super) fn require_tree(
    files: &[std::path::PathBuf],
    games: &GameIndex,
) -> Result<(), Inconsistency> {
    for file in files {
        let mut table = Table::open(&TREE, std::slice::from_ref(file));
        let mut position: Option<Position> = None;
        while let Some(batch) = table.next()? {
            require_rows(&batch, games, &mut position)?;
        }
        if position.is_some_and(|last| last.games < MIN_GAMES) {
            let what = "the last position was reached by fewer than two games";
            return Err(Inconsistency::new(file, what));
        }
    }
    Ok(())
}

fn require_rows(
    batch: &Batch<'_>,
    games: &GameIndex,
    position: &mut Option<Position>,
) -> Result<(), Inconsistency> {
    let (fens, visits) = (batch.text("fen")?, batch.text("visit")?);
    let (all, ids) = (batch.int64("games")?, batch.int64("example_game_id")?);
    let [white, draws, black, unfinished] = RESULTS.map(|name| batch.int64(name));
    let results = [white?, draws?, black?, unfinished?];
    for row in 0..batch.len() {
        let numbers = results.iter().map(|column| column.value(row));
        let sum = numbers.fold(0_i64, i64::saturating_add);
        if sum != all.value(row) {
            return Err(batch.wrong(row, "the results are not as many as the games"));
        }
        if !ids.is_null(row) && !games.has(ids.value(row)) {
            let what = format!(
                "example_game_id {} is not a game of table games",
                ids.value(row)
            );
            return Err(batch.wrong(row, what));
        }
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
            });
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
