//! Which games count in what is said of start positions.

use audit960_tables::{ReadError, Rows};
use audit960_types::{StartKind, Verdict};

/// The columns that tell whether a game counts.
pub(super) const COLUMNS: [&str; 4] = ["start_kind", "verdict", "illegal_kept", "white_start"];

/// Of each row whether it is a game of a kind of start, with its numbers known, of no other variant, and
/// without an illegal move that was replayed all the same.
pub(super) fn of_kind(rows: &Rows, start: StartKind) -> Result<Vec<bool>, ReadError> {
    let (kinds, verdicts) = (rows.texts("start_kind")?, rows.texts("verdict")?);
    let (illegal, numbers) = (rows.ints("illegal_kept")?, rows.ints("white_start")?);
    let counts = |row| {
        kinds.get(row) == Some(start.as_str())
            && verdicts.get(row) != Some(Verdict::Foreign.as_str())
            && illegal.get(row) == Some(0)
            && numbers.get(row).is_some()
    };
    Ok((0..rows.len()).map(counts).collect())
}
