//! How often start positions occur in the lines of EPD and FEN files.

use std::collections::BTreeMap;

use audit960_board::start::Start;
use audit960_types::{PositionTally, StartKind, Verdict};

use super::columns::{LabelColumn, StartColumn};
use super::{Dataset, DatasetError, TableScan};

/// The number of EPD and FEN lines with one of the 960 x 960 pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinePair {
    /// White's start position.
    pub white: Start,
    /// Black's.
    pub black: Start,
    /// Number of lines.
    pub lines: u64,
}

impl Dataset {
    /// Whether there is a table `positions`. A part of a dataset has none.
    #[must_use]
    pub fn has_positions(&self) -> bool {
        !self.is_part() && self.has("positions")
    }

    /// The double Chess960 pairs that occur in EPD and FEN lines, by White's number and then by Black's.
    ///
    /// # Errors
    /// [`DatasetError`] if the positions cannot be read.
    pub fn line_pairs(&self) -> Result<Vec<LinePair>, DatasetError> {
        if !self.has_positions() {
            return Ok(Vec::new());
        }
        type Pairs = BTreeMap<(Start, Start), u64>;
        let columns = ["white_start", "black_start"];
        let reading = TableScan::of("positions", &columns).only(&["start_kind"], |rows| {
            let kinds = rows.texts("start_kind")?;
            let double = Some(StartKind::DoubleChess960.as_str());
            Ok((0..rows.len())
                .map(|row| kinds.get(row) == double)
                .collect())
        });
        let parts = self.fold(&reading, Pairs::new, |pairs, _, rows| {
            let white = StartColumn::of(self, rows, "white_start")?;
            let black = StartColumn::of(self, rows, "black_start")?;
            for row in 0..rows.len() {
                *pairs.entry((white.get(row)?, black.get(row)?)).or_default() += 1;
            }
            Ok(())
        })?;
        let mut pairs = Pairs::new();
        for (pair, lines) in parts.into_iter().flatten() {
            *pairs.entry(pair).or_default() += lines;
        }
        let pairs = pairs.into_iter();
        Ok(pairs
            .map(|((white, black), lines)| LinePair {
                white,
                black,
                lines,
            })
            .collect())
    }

    /// The tally of the EPD and FEN lines.
    pub(super) fn lines(&self) -> Result<PositionTally, DatasetError> {
        let mut tally = PositionTally::default();
        if !self.has_positions() {
            return Ok(tally);
        }
        let reading = TableScan::of("positions", &["verdict", "start_kind", "white_start"]);
        let parts = self.fold(&reading, PositionTally::default, |tally, _, rows| {
            let verdicts = LabelColumn::<Verdict>::of(rows, "verdict")?;
            let kinds = LabelColumn::<StartKind>::of(rows, "start_kind")?;
            let numbers = StartColumn::of(self, rows, "white_start")?;
            for row in 0..rows.len() {
                if let Some(verdict) = verdicts.get(row) {
                    tally.verdicts.add(verdict);
                }
                let Some(start) = kinds.get(row) else {
                    continue;
                };
                *tally.starts.entry(start).or_default() += 1;
                if matches!(start, StartKind::Standard | StartKind::Chess960) {
                    *tally.numbers.entry(numbers.get(row)?.number()).or_default() += 1;
                }
            }
            Ok(())
        })?;
        for part in &parts {
            tally.merge(part);
        }
        Ok(tally)
    }
}
