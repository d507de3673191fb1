//! `audit960 epd check`: is each position possible, and each operation what its opcode says.

use std::io::{self, Write as _};
use std::process::ExitCode;

use audit960_epd::{CheckSink, Checker, LineFacts, check_text};
use audit960_types::{Finding, harmless_json};
use audit960_views::{line_json, write_check_summary};

use audit960_pipeline::Lines;

use super::Common;
use crate::commands::printer::Printer;
use crate::output;

/// Check positions and operations, and print totals
///
/// Looks at kings, checks, pawns, en passant, castling rights and counts of men; at the moves of bm,
/// am, pm, sm, pv and sv; at counters, mates and operands; and for positions that stand twice.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    common: Common,
    /// Print an object for every position (JSON lines) instead of totals: its verdict, start-position
    /// numbers and castling dialect, and the earlier line with the same position
    #[arg(long)]
    lines: bool,
}

impl Args {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let mut checker = Checker::new();
        let mut sink = Sink {
            lines: self.lines,
            rows: Vec::new(),
            sources: Vec::new(),
            printer: self.common.run.printer(),
            failure: None,
        };
        let work = |lines: &Lines| lines.with_text(check_text);
        let take = |lines: &Lines, checked| {
            if lines.first_of_source() {
                checker.begin_source(lines.source());
                sink.sources.push(lines.source().to_owned());
            }
            lines.with_text(|text| checker.take(checked, text, &mut sink));
            io::stdout().lock().write_all(&sink.rows)?;
            sink.rows.clear();
            sink.failure
                .take()
                .map_or(Ok(()), |error| Err(error.into()))
        };
        self.common.lines_in_order(work, take)?;
        if !self.lines {
            let mut out = output::stdout();
            write_check_summary(checker.summary(), sink.sources.len(), &mut out)?;
            out.flush()?;
        }
        Ok(self.common.run.exit_code(sink.printer.has_errors()))
    }
}

/// Prints what a check says.
struct Sink {
    lines: bool,
    rows: Vec<u8>,
    sources: Vec<String>,
    printer: Printer,
    failure: Option<io::Error>,
}

impl CheckSink for Sink {
    fn line(&mut self, facts: &LineFacts) {
        if !self.lines {
            return;
        }
        let row = line_json(facts, &self.sources);
        self.rows
            .extend_from_slice(harmless_json(&row.to_string()).as_bytes());
        self.rows.push(b'\n');
    }

    fn finding(&mut self, finding: Finding) {
        let source = self.sources.last().map_or("", String::as_str);
        if let Err(error) = self.printer.print(source, &finding) {
            self.failure.get_or_insert(error);
        }
    }
}
