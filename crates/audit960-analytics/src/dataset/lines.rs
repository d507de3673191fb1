//! How often start positions stand in lines of positions (EPD and FEN files).

use audit960_board::start::Start;
use audit960_types::{PositionTally, StartKind, Verdict};
use polars::prelude::{col, len, lit};

use super::columns::Groups;
use super::{Dataset, DatasetError};

/// The lines that hold one of the 960 x 960 pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinePair {
    /// White's start position.
    pub white: Start,
    /// Black's.
    pub black: Start,
    /// Lines.
    pub lines: u64,
}

impl Dataset {
    /// Whether there is a table of positions. A part of the games has none.
    #[must_use]
    pub fn has_positions(&self) -> bool {
        !self.is_part() && !self.files("positions").is_empty()
    }

    /// The pairs of double Chess960 that stand in lines of positions, by White's number and then by
    /// Black's; those that stand in none are left out.
    ///
    /// # Errors
    /// [`DatasetError`] if the positions cannot be read.
    pub fn line_pairs(&self) -> Result<Vec<LinePair>, DatasetError> {
        if !self.has_positions() {
            return Ok(Vec::new());
        }
        let frame = self.collect(
            self.scan("positions")?
                .filter(col("start_kind").eq(lit(StartKind::DoubleChess960.as_str())))
                .group_by([col("white_start"), col("black_start")])
                .agg([len().alias("lines")]),
        )?;
        let groups = Groups::new(self, &frame);
        let starts = groups.starts("white_start")?.into_iter();
        let starts = starts.zip(groups.starts("black_start")?);
        let mut pairs: Vec<LinePair> = starts
            .zip(groups.counts("lines")?)
            .map(|((white, black), lines)| LinePair {
                white,
                black,
                lines,
            })
            .collect();
        pairs.sort_unstable_by_key(|pair| (pair.white, pair.black));
        Ok(pairs)
    }

    /// What was counted of the lines of positions.
    pub(super) fn lines(&self) -> Result<PositionTally, DatasetError> {
        let mut tally = PositionTally::default();
        if !self.has_positions() {
            return Ok(tally);
        }
        // Pairs are many and their numbers not wanted: they make one group.
        let number = col("white_start") * col("white_start").eq(col("black_start"));
        let frame = self.collect(
            self.scan("positions")?
                .select([col("verdict"), col("start_kind"), number.alias("number")])
                .group_by([col("verdict"), col("start_kind"), col("number")])
                .agg([len().alias("lines")]),
        )?;
        let groups = Groups::new(self, &frame);
        let labels = groups.texts("verdict")?.into_iter();
        let labels = labels.zip(groups.texts("start_kind")?);
        let counts = groups.ints("number")?.into_iter();
        let counts = counts.zip(groups.counts("lines")?);
        for ((verdict, start), (number, lines)) in labels.zip(counts) {
            count_verdict(&mut tally, verdict, lines);
            let Some(start) = kind(start) else { continue };
            *tally.starts.entry(start).or_default() += lines;
            if matches!(start, StartKind::Standard | StartKind::Chess960) {
                let number = self.start(number)?.number();
                *tally.numbers.entry(number).or_default() += lines;
            }
        }
        Ok(tally)
    }
}

fn count_verdict(tally: &mut PositionTally, verdict: Option<&str>, lines: u64) {
    let verdicts = &mut tally.verdicts;
    match Verdict::ALL.iter().find(|v| Some(v.as_str()) == verdict) {
        Some(Verdict::Ok) => verdicts.ok += lines,
        Some(Verdict::Repaired) => verdicts.repaired += lines,
        Some(Verdict::Damaged) => verdicts.damaged += lines,
        Some(Verdict::Rejected) => verdicts.rejected += lines,
        Some(Verdict::Foreign) => verdicts.foreign += lines,
        None => {}
    }
}

fn kind(start: Option<&str>) -> Option<StartKind> {
    let mut all = StartKind::ALL.iter().copied();
    all.find(|kind| Some(kind.as_str()) == start)
}
