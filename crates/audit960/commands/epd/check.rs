//! `audit960 epd check`: is each position possible, and each operation what its opcode says.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use audit960_epd::{CheckSink, CheckSummary, Checker, LineFacts, check_text};
use audit960_report::grouped;
use audit960_types::{Finding, harmless_json};
use serde_json::json;

use super::{Common, ordered};
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
        let work = |lines: &ordered::Lines| lines.with_text(check_text);
        let take = |lines: &ordered::Lines, checked| {
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
        ordered::in_order(&self.common.inputs, &self.common.run, work, take)?;
        if !self.lines {
            let mut out = output::stdout();
            write_summary(checker.summary(), sink.sources.len(), &mut out)?;
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
        let source = |index: usize| self.sources.get(index).map(String::as_str);
        let row = json!({
            "source": source(self.sources.len().saturating_sub(1)),
            "line": facts.line + 1,
            "verdict": facts.verdict.as_str(),
            "start_kind": facts.start.as_str(),
            "white_start": facts.numbers[0],
            "black_start": facts.numbers[1],
            "castling_style": facts.style.as_str(),
            "duplicate_of": facts.duplicate_of.map(|(index, line)| json!({
                "source": source(index as usize),
                "line": line + 1,
            })),
        });
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

fn write_summary(summary: &CheckSummary, files: usize, out: &mut dyn Write) -> io::Result<()> {
    let verdicts = summary.verdicts;
    let plural = if files == 1 { "" } else { "s" };
    writeln!(
        out,
        "{} positions in {} lines of {} file{plural}",
        grouped(verdicts.total()),
        grouped(summary.lines),
        grouped(files as u64)
    )?;
    let verdicts = [
        ("ok", verdicts.ok),
        ("repaired", verdicts.repaired),
        ("damaged", verdicts.damaged),
        ("rejected", verdicts.rejected),
    ];
    write_counts("verdicts", verdicts.into_iter(), out)?;
    write_counts(
        "starts",
        summary.starts.iter().map(|(kind, n)| (kind, *n)),
        out,
    )?;
    write_counts(
        "castling",
        summary.styles.iter().map(|(style, n)| (style, *n)),
        out,
    )?;
    writeln!(out, "{:<11} {}", "duplicates", grouped(summary.duplicates))?;
    for (code, count) in &summary.findings {
        let severity = code.severity().as_str();
        writeln!(
            out,
            "{:<11} {severity:7} {:28} {}",
            code.as_str(),
            code.name(),
            grouped(*count)
        )?;
    }
    Ok(())
}

fn write_counts(
    what: &str,
    counts: impl Iterator<Item = (impl Display, u64)>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let counts: Vec<String> = counts
        .map(|(name, n)| format!("{name} {}", grouped(n)))
        .collect();
    writeln!(out, "{what:<11} {}", counts.join(", "))
}
