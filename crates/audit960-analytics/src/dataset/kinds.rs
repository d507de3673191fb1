//! Selects the games that count in the results of start positions.

use audit960_board::start::Start;
use audit960_tables::{ReadError, Rows};
use audit960_types::{Moveless, StartKind, Verdict};

use super::{Dataset, DatasetError, TableScan};

/// The columns that decide whether a game counts.
pub(super) const COLUMNS: [&str; 4] = ["start_kind", "verdict", "illegal_kept", "white_start"];

impl<'a> TableScan<'a> {
    /// Only the games with this kind of start that count in the results of start positions: with a known
    /// Scharnagl number, not of another variant, and replayed without illegal moves.
    #[must_use]
    pub fn of_kind(self, start: StartKind) -> Self {
        self.only(&COLUMNS, move |rows| of_kind(rows, start))
    }

    /// The same, and without games that have no moves where their results do not count.
    #[must_use]
    pub fn of_results(self, start: StartKind, moveless: Moveless) -> Self {
        self.of_kind(start).counting(moveless)
    }

    /// Only the games with any known start that are not of another variant, and were replayed without illegal moves.
    pub(super) fn of_any_start(self) -> Self {
        self.only(&["start_kind", "verdict", "illegal_kept"], |rows| {
            let known = rows.mapped("start_kind", |kind| kind != StartKind::Unknown.as_str())?;
            let foreign = rows.mapped("verdict", |verdict| verdict == Verdict::Foreign.as_str())?;
            let illegal = rows.ints("illegal_kept")?;
            let counts = |row| {
                known.get(row) == Some(true)
                    && foreign.get(row) != Some(true)
                    && illegal.get(row) == Some(0)
            };
            Ok((0..rows.len()).map(counts).collect())
        })
    }

    /// Of these the games from one start position alone.
    pub(super) fn with_start(self, start: Start) -> Self {
        self.and(&["white_start"], move |rows| {
            let numbers = rows.ints("white_start")?;
            let wanted = Some(i64::from(start.number()));
            Ok((0..rows.len())
                .map(|row| numbers.get(row) == wanted)
                .collect())
        })
    }

    /// Without games that have no moves, where their results do not count.
    #[must_use]
    pub(super) fn counting(self, moveless: Moveless) -> Self {
        match moveless {
            Moveless::Counted => self,
            Moveless::Apart => self.and(&["verdict", "plies"], |rows| {
                Ok(are_moveless(rows)?.into_iter().map(|none| !none).collect())
            }),
        }
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

/// Whether the game of each row has no moves ([`Verdict::is_moveless`]).
pub(super) fn are_moveless(rows: &Rows) -> Result<Vec<bool>, ReadError> {
    let moveless = |verdict: Verdict| verdict.is_moveless(0);
    let read = rows.mapped("verdict", |verdict| verdict.parse().is_ok_and(moveless))?;
    let plies = rows.ints("plies")?;
    let none = |row| plies.get(row) == Some(0) && read.get(row) == Some(true);
    Ok((0..rows.len()).map(none).collect())
}

impl Dataset {
    /// The number of games without moves that could count in the results of start positions, copies included.
    ///
    /// # Errors
    /// [`DatasetError`] if the games cannot be read.
    pub fn moveless_games(&self) -> Result<u64, DatasetError> {
        let asked = ["start_kind", "verdict", "plies"];
        let reading = TableScan::of("games", &["plies"]).only(&asked, |rows| {
            let kinds = rows.mapped("start_kind", |kind| {
                matches!(
                    kind.parse(),
                    Ok(StartKind::Chess960 | StartKind::DoubleChess960)
                )
            })?;
            let mut keeps = are_moveless(rows)?;
            for (row, keep) in keeps.iter_mut().enumerate() {
                *keep &= kinds.get(row) == Some(true);
            }
            Ok(keeps)
        });
        let parts = self.fold(&reading, u64::default, |games, _, rows| {
            *games += rows.len() as u64;
            Ok(())
        })?;
        Ok(parts.into_iter().sum())
    }
}
