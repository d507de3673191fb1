//! Findings as `file:line:column: severity[CODE]: message`, with excerpt and caret, or as JSON lines.

use std::io::{self, Write};

use audit960_types::{Finding, Severity, harmless, sanitized_json};
use serde_json::json;

use crate::display_width;
use crate::style::Style;

/// Writes a finding as text. `finding.line` counts from 0 in its source.
///
/// # Errors
/// Those of the writer.
pub fn write_finding(
    source: &str,
    finding: &Finding,
    style: Style,
    out: &mut dyn Write,
) -> io::Result<()> {
    let colour = match finding.code.severity() {
        Severity::Error => "31;1",
        Severity::Warning => "33;1",
        Severity::Info => "36;1",
    };
    let label = style.paint(
        colour,
        &format!(
            "{}[{}]",
            finding.code.severity().as_str(),
            finding.code.as_str()
        ),
    );
    let (line, column) = (finding.line + 1, finding.column);
    writeln!(
        out,
        "{}:{line}:{column}: {label}: {}",
        harmless(source),
        harmless(&finding.message)
    )?;
    if !finding.excerpt.is_empty() {
        let (before, width) = finding.caret;
        let marks = "^".repeat(width.clamp(1, 60) as usize);
        let excerpt = harmless(&finding.excerpt);
        writeln!(out, "    {excerpt}")?;
        let before: String = excerpt.chars().take(before as usize).collect();
        writeln!(
            out,
            "    {}{}",
            " ".repeat(display_width(&before)),
            style.paint(colour, &marks)
        )?;
    }
    Ok(())
}

/// Writes a finding as one line of JSON, with the columns of table `diagnostics`; line and column from 1.
///
/// # Errors
/// Those of the writer.
pub fn write_finding_json(source: &str, finding: &Finding, out: &mut dyn Write) -> io::Result<()> {
    let value = json!({
        "source": source,
        "frame_offset": finding.identity.frame_offset,
        "byte_offset": finding.identity.byte_offset,
        "game": finding.game,
        "line": finding.line + 1,
        "column": finding.column,
        "code": finding.code.as_str(),
        "severity": finding.code.severity().as_str(),
        "message": finding.message,
        "ply": finding.ply,
        "excerpt": finding.excerpt,
    });
    writeln!(out, "{}", sanitized_json(&value.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use audit960_types::{Code, Identity};

    fn finding() -> Finding {
        Finding {
            code: Code::IllegalMove,
            identity: Identity {
                frame_offset: 0,
                byte_offset: 40,
            },
            game: Some(2),
            line: 9,
            column: 13,
            ply: Some(3),
            message: "Nf6 is not legal here".into(),
            excerpt: "1. e4 e5 2. Nf6 Nc6".into(),
            caret: (12, 3),
        }
    }

    #[test]
    fn text_with_caret() {
        let mut out = Vec::new();
        write_finding("a.pgn", &finding(), Style::plain(80), &mut out).unwrap();
        let expected = "a.pgn:10:13: error[M001]: Nf6 is not legal here\n    1. e4 e5 2. Nf6 Nc6\n                ^^^\n";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }

    #[test]
    fn json_is_one_line_that_reads_back() {
        let mut out = Vec::new();
        let mut odd = finding();
        odd.message = "a \"quote\"\nand a line".into();
        write_finding_json("a.pgn", &odd, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text.lines().count(), 1);
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["line"], 10);
        assert_eq!(value["message"], "a \"quote\"\nand a line");
    }
}
