//! Files of positions (EPD, FEN): checks, conversion, and verification of perft counts.

use std::io::{self, Write};
use std::path::Path;

use anyhow::Context as _;
use audit960_audit::{Lines, Observer, lines_in_order};
use audit960_dataset::tables::{ChunkTables, PositionFile, TableOptions};
use audit960_epd::tablebase::Prober;
use audit960_epd::{
    Castling, CheckSummary, Checker, Conversion, Converter, LineFacts, PerftJob, PerftResult,
    Target, check_text, perft_jobs,
};
use audit960_source::system::map_on_workers;
use audit960_types::{Finding, Severity};

use crate::Inputs;

audit960_types::choices! {
    /// Forms that positions are converted to.
    pub enum LineForm {
        /// Four fields and operations; half-move clock and move number as hmvc and fmvn
        Epd = "epd",
        /// Six fields, then the remaining operations
        Fen = "fen",
        /// One row per position (RFC 4180)
        Csv = "csv",
        /// One object per position and line
        Jsonl = "jsonl",
        /// One row per position, with the columns of table positions of a dataset (castling as X-FEN
        /// there); operations are checked, too
        Parquet = "parquet",
    }
}

impl LineForm {
    /// The form of the lines of text; `None` for a table.
    const fn target(self) -> Option<Target> {
        Some(match self {
            Self::Epd => Target::Epd,
            Self::Fen => Target::Fen,
            Self::Csv => Target::Csv,
            Self::Jsonl => Target::JsonLines,
            Self::Parquet => return None,
        })
    }
}

/// The result of a check.
#[derive(Clone, Debug)]
pub struct LineCheck {
    /// The totals.
    pub summary: CheckSummary,
    /// Names of the files.
    pub sources: Vec<String>,
    /// Whether there were findings of severity error.
    pub has_errors: bool,
}

/// The result of a conversion.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConversionCounts {
    /// Number of positions written.
    pub positions: u64,
    /// Number of lines that are not positions.
    pub left_out: u64,
    /// Whether there were findings of severity error.
    pub has_errors: bool,
}

/// The perft counts that files state, verified.
#[derive(Debug, Default)]
pub struct PerftCheck {
    /// Each position with counts: its file, and the line in it, from 0.
    pub places: Vec<(String, u64)>,
    /// The result for each of them.
    pub results: Vec<PerftResult>,
    /// Whether there were findings of severity error.
    pub has_errors: bool,
}

impl Inputs {
    /// Checks the positions of all inputs; `line` gets the facts of each, with the names of the files so far. Endgame
    /// tables, if any are given, are asked about each.
    ///
    /// # Errors
    /// If an input cannot be read or holds games; those of `line` and of the observer.
    pub fn check_lines(
        &self,
        tables: Option<&dyn Prober>,
        observer: &dyn Observer,
        line: &mut (dyn FnMut(&LineFacts, &[String]) -> io::Result<()> + Send),
    ) -> anyhow::Result<LineCheck> {
        let (mut checker, mut failed) = (Checker::new(), false);
        let work = |lines: &Lines| lines.with_text(|text| check_text(text, tables));
        self.lines(work, |lines, checked| {
            let source = lines.source();
            if lines.first_of_source() {
                checker.begin_source(source);
            }
            for (facts, findings) in lines.with_text(|text| checker.take(checked, text)) {
                line(&facts, checker.sources())?;
                failed |= has_errors(&findings);
                observer.findings(source, &findings)?;
            }
            Ok(())
        })?;
        Ok(LineCheck {
            summary: checker.summary().clone(),
            sources: checker.sources().to_vec(),
            has_errors: failed,
        })
    }

    /// Writes the positions of all inputs in another form; `name` is what errors call the output.
    ///
    /// # Errors
    /// If an input cannot be read or holds games, or the output cannot be written.
    pub fn convert_lines(
        &self,
        to: LineForm,
        castling: Castling,
        name: &Path,
        mut out: Box<dyn Write + Send>,
        observer: &dyn Observer,
    ) -> anyhow::Result<ConversionCounts> {
        let mut converted = ConversionCounts::default();
        let Some(target) = to.target() else {
            let mut file = PositionFile::new(name, out)?;
            let work = |lines: &Lines| {
                let mut tables = ChunkTables::new(TableOptions::default());
                let conversion =
                    lines.with_text(|text| Conversion::rows(text, castling, &mut tables));
                (tables.finish(lines.feeds()), conversion)
            };
            self.lines(work, |lines, (rows, conversion)| {
                file.push(rows?, lines.shared_source(), lines.first_of_source())?;
                Ok(converted.take(lines.source(), &conversion, observer)?)
            })?;
            file.finish()?;
            return Ok(converted);
        };
        let converter = Converter { target, castling };
        let unwritten = || name.display().to_string();
        out.write_all(converter.heading()).with_context(unwritten)?;
        let work = |lines: &Lines| lines.with_text(|text| converter.convert(text, lines.source()));
        self.lines(work, |lines, conversion| {
            out.write_all(&conversion.bytes).with_context(unwritten)?;
            Ok(converted.take(lines.source(), &conversion, observer)?)
        })?;
        out.flush().with_context(unwritten)?;
        Ok(converted)
    }

    /// Verifies the perft counts that the inputs state, up to a depth in half-moves.
    ///
    /// # Errors
    /// If an input cannot be read or holds games.
    pub fn verify_perft(&self, depth: u32, observer: &dyn Observer) -> anyhow::Result<PerftCheck> {
        let (mut verified, mut jobs) = (PerftCheck::default(), Vec::new());
        let work = |lines: &Lines| lines.with_text(perft_jobs);
        self.lines(work, |lines, (found, findings): (Vec<PerftJob>, Vec<_>)| {
            let source = lines.source();
            verified.has_errors |= has_errors(&findings);
            observer.findings(source, &findings)?;
            let places = found.iter().map(|job| (source.to_owned(), job.line));
            verified.places.extend(places);
            jobs.extend(found);
            Ok(())
        })?;
        verified.results = map_on_workers(self.worker_count(), &jobs, |job| job.run(depth))?;
        for ((source, _), result) in verified.places.iter().zip(&verified.results) {
            verified.has_errors |= has_errors(&result.findings);
            observer.findings(source, &result.findings)?;
        }
        Ok(verified)
    }

    fn lines<T: Send>(
        &self,
        work: impl Fn(&Lines) -> T + Sync,
        take: impl FnMut(&Lines, T) -> anyhow::Result<()> + Send,
    ) -> anyhow::Result<()> {
        lines_in_order(&self.names, self.worker_count(), self.limits, work, take)
    }
}

impl PerftCheck {
    /// Number of move sequences counted (perft nodes).
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.results.iter().map(|result| result.nodes).sum()
    }
}

impl ConversionCounts {
    fn take(
        &mut self,
        source: &str,
        conversion: &Conversion,
        observer: &dyn Observer,
    ) -> io::Result<()> {
        self.positions += conversion.positions;
        self.left_out += conversion.left_out;
        self.has_errors |= has_errors(&conversion.findings);
        observer.findings(source, &conversion.findings)
    }
}

fn has_errors(findings: &[Finding]) -> bool {
    let mut codes = findings.iter().map(|finding| finding.code);
    codes.any(|code| code.severity() == Severity::Error)
}
