//! Start positions that an audit has found: taken from its dataset instead of being searched for again.

use std::collections::BTreeMap;

use audit960_board::Position;
use audit960_dataset::DatasetRow;
use parking_lot::Mutex;

use audit960_replay::{Case, Examiner, Record};
use audit960_types::{Diagnostic, Identity, StartEvidence, StartKind, StartSearch};

/// An examiner that answers with the known starts of the games of the source that is being read.
#[derive(Debug, Default)]
pub struct KnownStarts(Mutex<BTreeMap<Identity, (u16, u16)>>);

impl KnownStarts {
    /// Sets the arrangements, White's and Black's, that games start from, by their places.
    pub fn set(&self, starts: impl Iterator<Item = (Identity, (u16, u16))>) {
        *self.0.lock() = starts.collect();
    }
}

/// White's and Black's Scharnagl numbers in a row of table `games`; `None` if its start is not Chess960.
///
/// # Errors
/// Where a column is missing or holds another type.
pub fn start_of(row: &DatasetRow<'_>) -> anyhow::Result<Option<(u16, u16)>> {
    let kind = row.get("start_kind")?;
    let of_960 = matches!(kind, StartKind::Chess960 | StartKind::DoubleChess960);
    let white = row.get::<Option<_>>("white_start")?;
    let numbers = white.zip(row.get("black_start")?);
    Ok(numbers.filter(|_| of_960))
}

impl Examiner for KnownStarts {
    fn search_start(&self, case: &Case<'_>) -> Option<StartSearch> {
        let starts = self.0.lock();
        let (white, black) = *starts.get(&case.identity)?;
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
