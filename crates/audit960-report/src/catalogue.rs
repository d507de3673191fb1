//! The catalogue of findings as a document: `docs/diagnostics.md` is this text.

use std::io::{self, Write};

use audit960_types::{Code, Effect, Severity};

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

/// What somebody who keeps the archive can do about a finding, by codes and groups of codes; the first that fits.
#[rustfmt::skip]
const TO_DO: [(&str, &str); 13] = [
    ("S002 S003 S007 S009 S012", "fetch the file again, and compare its size with that of its source"),
    ("S004 S014", "give the run more: --max-memory, --max-expansion"),
    ("S008 S010", "open the file at that line: it may hold a web page, a list or moves alone"),
    ("S011", "see that the file is there and can be read, then run it again"),
    ("S013", "name or keep the file once"),
    ("S019", "leave one of the two out; audit --duplicates finds copies of single games"),
    ("S018", "report it with the text that audit960 show FILE GAME --anonymise prints"),
    ("F001 F002 F011 F022", "audit960 infer-start FILE finds the start positions that fit; audit --infer-start replays from them"),
    ("F003 F013 F014 F015 F020 F023", "correct the FEN; audit960 starts show names the position of a number or a FEN"),
    ("M033 M034 M035", "find another source; audit960 export --apply-proposals makes the change that M034 proposes"),
    ("M001 M002 M003 M004 M005 M006 M027 M036 M037 M041 M042",
        "audit960 audit --propose names small changes that make the record legal; else find another source"),
    ("C L", "audit960 show prints the record: find out from another source which of the two is right"),
    ("E", "correct the line; audit960 epd convert writes positions as the standard says"),
];

fn to_do(code: Code) -> &'static str {
    let fits = |codes: &str| {
        codes.split(' ').any(|group| {
            group == code.as_str()
                || group == &code.as_str()[..1] && code.severity() > Severity::Info
        })
    };
    let found = TO_DO.iter().find(|(codes, _)| fits(codes));
    found.map_or(
        "nothing; audit960 export writes games that replay to their end as the standard says",
        |(_, advice)| advice,
    )
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
         the verdict of its game only if its entry names a verdict; the worst verdict counts. \
         Findings E are about EPD records. This page is generated from the code.\n"
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_is_about_codes_that_there_are() {
        let codes = TO_DO.iter().flat_map(|(codes, _)| codes.split(' '));
        for code in codes.filter(|code| code.len() > 1) {
            assert!(Code::find(code).is_some(), "{code}");
        }
    }

    #[test]
    fn the_first_advice_that_fits_is_given() {
        let of = |code: &str| to_do(Code::find(code).unwrap());
        assert!(of("F002").starts_with("audit960 infer-start"));
        assert!(of("C001").contains("audit960 show"));
        assert!(of("E025").contains("epd convert"));
        // For information.
        assert!(of("E009").starts_with("nothing"));
        assert!(of("M010").starts_with("nothing"));
    }
}
