//! What was found in files of positions.

use std::fmt::Display;
use std::io::{self, Write};

use audit960_epd::{CheckSummary, LineFacts, PerftResult};
use audit960_report::{counted, grouped};
use serde_json::{Value, json};

use crate::files::tablebase::value_fields;

/// What a check says about a line, as JSON; `sources` are the files so far, the line's own the last.
#[must_use]
pub fn line_json(facts: &LineFacts, sources: &[String]) -> Value {
    let source = |index: usize| sources.get(index).map(String::as_str);
    let mut row = json!({
        "source": source(sources.len().saturating_sub(1)),
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
    if let (Some(found), Some(row)) = (facts.value, row.as_object_mut()) {
        row.extend(value_fields(found.clock, found.probed, found.value));
    }
    row
}

/// Writes the totals of a check of `files` files.
///
/// # Errors
/// Where it cannot be written.
pub fn write_check_summary(
    summary: &CheckSummary,
    files: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let verdicts = summary.verdicts;
    writeln!(
        out,
        "{} in {} of {}",
        counted(verdicts.total(), "position", "positions"),
        counted(summary.lines, "line", "lines"),
        counted(files as u64, "file", "files")
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
    if !summary.values.is_empty() {
        write_counts(
            "values",
            summary.values.iter().map(|(value, n)| (value, *n)),
            out,
        )?;
    }
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

/// Writes the totals of verified perft counts.
///
/// # Errors
/// Where it cannot be written.
pub fn write_perft_summary(results: &[PerftResult], out: &mut dyn Write) -> io::Result<()> {
    let sum = |count: fn(&PerftResult) -> u64| results.iter().map(count).sum::<u64>();
    let counts = |count| counted(sum(count), "count", "counts");
    let wrong = grouped(sum(|result| result.findings.len() as u64));
    writeln!(out, "positions {}", grouped(results.len() as u64))?;
    writeln!(
        out,
        "verified  {}, {wrong} wrong",
        counts(|result| result.verified)
    )?;
    writeln!(
        out,
        "deeper    {}, not verified",
        counts(|result| result.skipped)
    )?;
    if sum(|result| result.verified + result.skipped) == 0 {
        writeln!(
            out,
            "no position states counts (operations D1, D2 and so on)"
        )?;
    }
    writeln!(out, "sequences {}", grouped(sum(|result| result.nodes)))
}
