//! Selects the games that count in the results of start positions.

use audit960_tables::{ReadError, Rows};
use audit960_types::{StartKind, Verdict};

/// The columns that decide whether a game counts.
pub(super) const COLUMNS: [&str; 4] = ["start_kind", "verdict", "illegal_kept", "white_start"];

/// Whether the game of each row has this kind of start with a known Scharnagl number, is not of another
/// variant, and was replayed without illegal moves.
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
