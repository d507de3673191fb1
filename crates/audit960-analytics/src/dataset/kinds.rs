//! Selects the games that count in the results of start positions.

use audit960_tables::{ReadError, Rows};
use audit960_types::{StartKind, Verdict};

use super::TableScan;

/// The columns that decide whether a game counts.
pub(super) const COLUMNS: [&str; 4] = ["start_kind", "verdict", "illegal_kept", "white_start"];

impl<'a> TableScan<'a> {
    /// Only the games with this kind of start that count in the results of start positions: with a known
    /// Scharnagl number, not of another variant, and replayed without illegal moves.
    #[must_use]
    pub fn of_kind(self, start: StartKind) -> Self {
        self.only(&COLUMNS, move |rows| of_kind(rows, start))
    }
}

/// Whether the game of each row has this kind of start with a known Scharnagl number, is not of another
/// variant, and was replayed without illegal moves.
pub(super) fn of_kind(rows: &Rows, start: StartKind) -> Result<Vec<bool>, ReadError> {
    let kinds = rows.mapped("start_kind", |kind| kind == start.as_str())?;
    let foreign = rows.mapped("verdict", |verdict| verdict == Verdict::Foreign.as_str())?;
    let (illegal, numbers) = (rows.ints("illegal_kept")?, rows.ints("white_start")?);
    let counts = |row| {
        kinds.get(row) == Some(true)
            && foreign.get(row) != Some(true)
            && illegal.get(row) == Some(0)
            && numbers.get(row).is_some()
    };
    Ok((0..rows.len()).map(counts).collect())
}
