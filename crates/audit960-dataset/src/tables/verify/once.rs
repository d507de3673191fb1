//! Whether what a row is about has no other row: a forged checksum shows nothing of a row that stands twice.

use std::collections::{BTreeSet, HashSet};
use std::path::PathBuf;

use audit960_types::tables::{CASTLING, INCIDENTS, REPETITIONS};

use super::read::{Batch, Table};
use crate::tables::ReadError;

/// What the rows of the last game are about, in a table whose rows come in the order of the games.
#[derive(Default)]
pub(super) struct RowsOfGame {
    game: Option<i64>,
    /// Half-moves that no two rows share: after which a run began, or a position occurred.
    plies: HashSet<i32>,
}

impl RowsOfGame {
    /// Requires that a game has one row, or, in tables about claims, one of each run and one of each position.
    pub(super) fn require(&mut self, table: &str, batch: &Batch<'_>) -> Result<(), ReadError> {
        let ids = batch.int64("game_id")?;
        let (runs, positions) = (table == INCIDENTS.name, table == REPETITIONS.name);
        let begins = runs.then(|| batch.int32("reset_ply")).transpose()?;
        let occurred = positions.then(|| batch.int32_lists("plies")).transpose()?;
        for (row, id) in ids.iter().enumerate() {
            let Some(id) = id else {
                continue;
            };
            if self.game != Some(id) {
                self.game = Some(id);
                self.plies.clear();
            }
            let plies = match (begins, &occurred) {
                (Some(begins), _) => vec![begins.value(row)],
                (None, Some(occurred)) => occurred.get(row).unwrap_or_default().to_vec(),
                (None, None) => vec![0],
            };
            if !plies.into_iter().all(|ply| self.plies.insert(ply)) {
                return Err(batch.wrong(row, "the game has a row about the same already"));
            }
        }
        Ok(())
    }
}

/// Requires of table `castling` that it has all its rows, each once, and that its counts can go together.
pub(super) fn require_castling(files: &[PathBuf]) -> Result<(), ReadError> {
    /// Rights by the files of king and rook: the king stands between two rooks.
    const ROWS: usize = 42;
    let mut table = Table::open(&CASTLING, files);
    let mut seen = BTreeSet::new();
    while let Some(batch) = table.next()? {
        let [king, rook, side] = ["king_file", "rook_file", "side"].map(|name| batch.text(name));
        let (king, rook, side) = (king?, rook?, side?);
        let (held, castled) = (batch.int64("games_with_right")?, batch.int64("castled")?);
        let results = batch.sums(&["wins", "draws", "losses", "unfinished"])?;
        for row in 0..batch.len() {
            let right = [king, rook, side].map(|column| column.value(row).to_owned());
            if !seen.insert(right) {
                return Err(batch.wrong(row, "the right has a row already"));
            }
            if results(row) != castled.value(row) || castled.value(row) > held.value(row) {
                let what = "rights, castlings and their results are not as many as they must be";
                return Err(batch.wrong(row, what));
            }
        }
    }
    match files.first() {
        Some(path) if seen.len() != ROWS => {
            let what = format!("{} castling rights, not {ROWS}", seen.len());
            Err(ReadError::new(path, what))
        }
        _ => Ok(()),
    }
}
