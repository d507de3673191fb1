//! Checks: every line by itself, then duplicates in the order of the lines.

use std::collections::BTreeMap;

use crate::tablebase::{ClockValue, Probed, Prober};
use audit960_types::{CastlingStyle, Code, Finding, StartKind, TableValue, Verdict, VerdictCounts};

use crate::duplicates::{FirstLines, PositionKey, key};
use crate::operations;
use crate::parsed_line::{read, verdict};
use crate::text::about;
use crate::text::{Text, TextLine};

/// The result of checking a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineFacts {
    /// Lines of the file before it.
    pub line: u64,
    /// *ok*: read as written; *repaired*: read with corrections; *damaged*: read without some operation;
    /// *rejected*: not read at all.
    pub verdict: Verdict,
    /// What kind of start position it is; *unknown* for a rejected line.
    pub start: StartKind,
    /// Scharnagl numbers of White's and of Black's arrangement, 0-959.
    pub numbers: [Option<u16>; 2],
    /// How its castling field is written.
    pub style: CastlingStyle,
    /// The first line with the same position: index of its source, lines before it there.
    pub duplicate_of: Option<(u32, u64)>,
    /// What endgame tables know of it; `None` if none were asked, or there is no position.
    pub value: Option<LineValue>,
}

/// What endgame tables know of a position of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineValue {
    /// Half-moves without capture or pawn move, by the FEN or `hmvc`; 0 if neither says.
    pub clock: u32,
    /// What is known of the position whatever its clock.
    pub probed: Probed,
    /// What it is worth to the side to move under its clock.
    pub value: ClockValue,
}

/// A checked line and its findings.
#[derive(Clone, Debug)]
struct CheckedLine {
    facts: LineFacts,
    key: Option<PositionKey>,
    /// Its offset in the text.
    at: usize,
    findings: Vec<Finding>,
}

/// Lines checked each by itself, to be merged in order by a [`Checker`].
#[derive(Clone, Debug, Default)]
pub struct CheckedText {
    records: Vec<CheckedLine>,
    lines: u64,
}

/// Checks each line of a text by itself: whether its position can be played from and can have
/// arisen, and whether its operations are what their opcodes say. `tables` are asked what each position is worth,
/// and whether the operations agree.
#[must_use]
pub fn check_text(text: &Text<'_>, tables: Option<&dyn Prober>) -> CheckedText {
    let mut checked = CheckedText::default();
    for line in text.lines() {
        checked.lines += 1;
        let mut diagnostics = Vec::new();
        let Some(reading) = read(&line, &mut diagnostics) else {
            continue;
        };
        let (start, numbers) = reading.start();
        let value = match (tables, &reading.record, &reading.position) {
            (Some(tables), Some(record), Some(position)) => {
                let value = operations::against_tables(record, position, tables, &mut diagnostics);
                diagnostics.sort_by_key(|diagnostic| diagnostic.at);
                Some(value)
            }
            _ => None,
        };
        let facts = LineFacts {
            line: line.number,
            verdict: verdict(&diagnostics),
            start,
            numbers,
            style: reading.style(),
            duplicate_of: None,
            value,
        };
        let findings = diagnostics
            .into_iter()
            .map(|diagnostic| line.finding(diagnostic, (text.identity)(line.at)))
            .collect();
        checked.records.push(CheckedLine {
            facts,
            key: reading.position.as_ref().map(key),
            at: line.at,
            findings,
        });
    }
    checked
}

/// Totals of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckSummary {
    /// Lines, blank ones and comments included.
    pub lines: u64,
    /// Lines that are neither, by verdict: *damaged* lines lack an operation, *rejected* ones have no
    /// position.
    pub verdicts: VerdictCounts,
    /// The same by kind of start.
    pub starts: BTreeMap<StartKind, u64>,
    /// The same by castling dialect.
    pub styles: BTreeMap<CastlingStyle, u64>,
    /// Positions that are in an earlier line too.
    pub duplicates: u64,
    /// Positions by what endgame tables know of them under their clocks; empty if none were asked.
    pub values: BTreeMap<TableValue, u64>,
    /// Findings by code.
    pub findings: BTreeMap<Code, u64>,
}

/// Merges checked texts: counts lines and finds duplicate positions.
#[derive(Debug, Default)]
pub struct Checker {
    sources: Vec<String>,
    first_lines: FirstLines,
    summary: CheckSummary,
}

impl Checker {
    /// A checker without any lines.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Begins a file: the lines that follow belong to it.
    pub fn begin_source(&mut self, name: &str) {
        self.sources.push(name.to_owned());
    }

    /// Names of the files so far, by the index in [`LineFacts::duplicate_of`].
    #[must_use]
    pub fn sources(&self) -> &[String] {
        &self.sources
    }

    /// Totals so far.
    #[must_use]
    pub const fn summary(&self) -> &CheckSummary {
        &self.summary
    }

    /// Merges the lines that follow; `text` is the text they were checked from. Returns each line that is neither blank
    /// nor a comment, with its findings; their line numbers are those of the file.
    pub fn take(
        &mut self,
        checked: CheckedText,
        text: &Text<'_>,
    ) -> Vec<(LineFacts, Vec<Finding>)> {
        let source = self.sources.len().saturating_sub(1) as u32;
        self.summary.lines += checked.lines;
        let mut merged = Vec::with_capacity(checked.records.len());
        for mut record in checked.records {
            let line = (source, record.facts.line);
            let first = record.key.and_then(|key| self.first_lines.meet(key, line));
            if let Some(first) = first {
                record.facts.duplicate_of = Some(first);
                let finding = self.duplicate(first, source, &record, text);
                record.findings.push(finding);
            }
            self.count(&record);
            merged.push((record.facts, record.findings));
        }
        merged
    }

    fn duplicate(
        &self,
        (first_source, line): (u32, u64),
        source: u32,
        record: &CheckedLine,
        text: &Text<'_>,
    ) -> Finding {
        let name = self
            .sources
            .get(first_source as usize)
            .map_or("", String::as_str);
        let of = if first_source == source {
            String::new()
        } else {
            format!(" of {name}")
        };
        let message = format!("same position as line {}{of}", line + 1);
        let rest = text.bytes.get(record.at..).unwrap_or_default();
        let end = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        let content = &rest[..end];
        let line = TextLine {
            number: record.facts.line,
            at: record.at,
            content,
            end: b"",
        };
        line.finding(
            about(Code::DuplicatePosition, 1, 1, message),
            (text.identity)(line.at),
        )
    }

    fn count(
        &mut self,
        CheckedLine {
            facts, findings, ..
        }: &CheckedLine,
    ) {
        let summary = &mut self.summary;
        for finding in findings {
            *summary.findings.entry(finding.code).or_default() += 1;
        }
        summary.verdicts.add(facts.verdict);
        *summary.starts.entry(facts.start).or_default() += 1;
        *summary.styles.entry(facts.style).or_default() += 1;
        summary.duplicates += u64::from(facts.duplicate_of.is_some());
        if let Some(found) = facts.value {
            *summary.values.entry(found.value.value).or_default() += 1;
        }
    }
}

#[cfg(test)]
mod tests;
