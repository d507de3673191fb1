//! Start positions that an audit has found: taken from its dataset instead of being searched for again.

use std::sync::{Mutex, PoisonError};

use audit960_analytics::Row;
use audit960_board::Position;

use audit960_replay::{Case, Examiner, Record};
use audit960_types::{Diagnostic, StartEvidence, StartKind, StartSearch};

/// An examiner that answers with the known start of the game that is being read.
#[derive(Debug, Default)]
pub struct KnownStart(Mutex<Option<(u16, u16)>>);

impl KnownStart {
    /// Sets the arrangements, White's and Black's, that the next game starts from.
    pub fn set(&self, start: Option<(u16, u16)>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = start;
    }
}

/// White's and Black's Scharnagl numbers in a row of table `games`; `None` if its start is not Chess960.
///
/// # Errors
/// Where a column is missing or holds another type.
pub fn start_of(row: &Row<'_>) -> anyhow::Result<Option<(u16, u16)>> {
    let kind = row.get("start_kind")?;
    let of_960 = matches!(kind, StartKind::Chess960 | StartKind::DoubleChess960);
    let white = row.get::<Option<_>>("white_start")?;
    let numbers = white.zip(row.get("black_start")?);
    Ok(numbers.filter(|_| of_960))
}

impl Examiner for KnownStart {
    fn search_start(&self, case: &Case<'_>) -> Option<StartSearch> {
        let (white, black) = (*self.0.lock().unwrap_or_else(PoisonError::into_inner))?;
        let same = white == black;
        Some(StartSearch {
            fitting: same.then_some(white).into_iter().collect(),
            pairs: if same {
                Vec::new()
            } else {
                vec![(white, black)]
            },
            plies: case.record.words().len() as u32,
            evidence: StartEvidence::Moves,
            incomplete: false,
        })
    }

    fn repairs(&self, _: &Record<'_>, _: &Position) -> Vec<Diagnostic> {
        Vec::new()
    }
}
