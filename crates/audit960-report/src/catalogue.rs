//! The catalogue of findings as a document: `docs/diagnostics.md` is this text.

use std::io::{self, Write};

use audit960_types::{Code, Effect};

const SECTIONS: [(char, &str); 8] = [
    ('S', "Sources and their bytes"),
    ('P', "Syntax of the text"),
    ('T', "Tags"),
    ('F', "Start positions"),
    ('M', "Moves"),
    ('C', "Consistency of a game with itself"),
    ('L', "The law on draws"),
    ('E', "Positions (EPD)"),
];

/// Writes a line for each code.
///
/// # Errors
/// Those of the writer.
pub fn write_codes(out: &mut dyn Write) -> io::Result<()> {
    for &code in Code::ALL {
        let (id, severity) = (code.as_str(), code.severity().as_str());
        writeln!(
            out,
            "{id}  {severity:7}  {:26} {}",
            code.name(),
            code.meaning()
        )?;
    }
    Ok(())
}

/// Writes what a code means, an example, what is done about it, and its effect on the verdict.
///
/// # Errors
/// Those of the writer.
pub fn write_explanation(code: Code, out: &mut dyn Write) -> io::Result<()> {
    let verdict = match code.effect() {
        Effect::None if is_about_lines(code) => "that of the line, in table positions",
        Effect::None => "stays as it is",
        Effect::Repaired => "the game is repaired at best",
        Effect::Damaged => "the game is damaged",
        Effect::Rejected => "the game is rejected",
        Effect::Foreign => "the game is foreign",
    };
    let (id, severity) = (code.as_str(), code.severity().as_str());
    writeln!(out, "{id} {} ({severity})", code.name())?;
    writeln!(out, "\n  {}", code.meaning())?;
    writeln!(out, "\n  Example:  {}", code.example())?;
    writeln!(out, "  audit960: {}", code.action())?;
    writeln!(out, "  Verdict:  {verdict}")
}

/// Writes the catalogue as Markdown.
///
/// # Errors
/// Those of the writer.
pub fn write_catalogue(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "# Findings\n")?;
    writeln!(
        out,
        "What an audit can say. `audit960 explain CODE` prints an entry. Severity *error* means that \
         data is lost or contradictory; an audit with such a finding exits with 1. A finding changes \
         the verdict of its game only if its entry names one; the worst one counts. Findings E are \
         about lines of positions. This page is generated from the code.\n"
    )?;
    for (letter, title) in SECTIONS {
        let codes: Vec<_> = Code::ALL
            .iter()
            .filter(|code| code.as_str().starts_with(letter))
            .collect();
        if codes.is_empty() {
            continue;
        }
        writeln!(out, "## {letter}: {title}\n")?;
        for code in codes {
            let severity = code.severity().as_str();
            writeln!(out, "### {} {} ({severity})\n", code.as_str(), code.name())?;
            writeln!(out, "{}\n", code.meaning())?;
            writeln!(out, "- Example: `{}`", code.example())?;
            writeln!(out, "- Action: {}", code.action())?;
            if let Some(verdict) = verdict(*code) {
                writeln!(out, "- Verdict: {verdict}")?;
            }
            writeln!(out)?;
        }
    }
    Ok(())
}

/// Whether a finding is about a line of positions, which is in no game.
fn is_about_lines(code: Code) -> bool {
    code.as_str().starts_with('E')
}

/// The verdict of a game with this finding, if the finding changes it.
fn verdict(code: Code) -> Option<&'static str> {
    match code.effect() {
        Effect::None => None,
        Effect::Repaired => Some("repaired"),
        Effect::Damaged => Some("damaged"),
        Effect::Rejected => Some("rejected"),
        Effect::Foreign => Some("foreign"),
    }
}
