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
    writeln!(out, "  Verdict:  {verdict}")?;
    writeln!(out, "  To do:    {}", to_do(code))
}

/// What somebody who keeps the archive can do.
fn to_do(code: Code) -> &'static str {
    match code.as_str() {
        "S002" | "S003" | "S007" | "S009" | "S012" => {
            "fetch the file again, and compare its size with that of its source"
        }
        "S004" | "S014" => "give the run more: --max-memory, --max-expansion",
        "S008" | "S010" => {
            "open the file at that line: it may hold a web page, a list or moves alone"
        }
        "S011" => "see that the file is there and can be read, then run it again",
        "S013" => "name or keep the file once",
        "S015" => "look at the record: what is left of it is in the message",
        "S018" => "report it with the text that audit960 show FILE GAME --anonymise prints",
        "F001" | "F002" | "F011" | "F022" => {
            "audit960 infer-start FILE finds the start positions that fit; audit --infer-start replays from them"
        }
        "F003" | "F013" | "F014" | "F015" | "F020" | "F023" => {
            "correct the FEN; audit960 starts show names the position of a number or a FEN"
        }
        "M006" | "M033" | "M034" | "M035" | "M038" => {
            "compare the moves with another source; audit960 export --apply-proposals makes a change that is the only near one"
        }
        "M001" | "M002" | "M003" | "M004" | "M005" | "M027" | "M036" | "M037" | "M041" | "M042" => {
            "audit960 audit --propose names small changes that make the record legal; else find another source"
        }
        "T014" | "T015" => "correct the FIDE id or the name: --players counts by the id",
        "T016" | "T020" | "T021" => "correct the tag, or leave the games out with --where",
        code => match code.as_bytes() {
            [b'C' | b'L', ..] => {
                "audit960 show prints the record: decide which of the two is right, with another source"
            }
            [b'E', ..] => {
                "correct the line; audit960 epd convert writes positions as the standard says"
            }
            _ => "nothing; audit960 export writes the game as the standard says",
        },
    }
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
