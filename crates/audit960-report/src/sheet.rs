//! The arbiter's sheet, about the claims of one game. Sheets are written as one page of HTML, and each is printed on paper of
//! its own. It loads nothing and runs nothing; whatever comes from an archive is text in it.

use std::io::{self, Write};

use audit960_types::{Choice as _, Side, message};

use crate::Language;
use crate::board_svg::{board_svg, escaped};

/// A game and its claims of a draw.
#[derive(Clone, Debug)]
pub struct ArbiterSheet {
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// Names and values about the game: event, date, where it was read.
    pub facts: Vec<SheetFact>,
    /// Its claims: runs without capture or pawn move, then repeated positions.
    pub sections: Vec<SheetSection>,
    /// The moves that the claims are about.
    pub moves: SheetMoves,
}

/// The key of a name, and a value.
pub type SheetFact = (&'static str, String);

/// A run of moves without capture or pawn move, or a repeated position, with which a draw could be claimed.
#[derive(Clone, Debug)]
pub struct SheetSection {
    /// A summary of it, in one line.
    pub title: String,
    /// Names and values about it.
    pub facts: Vec<SheetFact>,
    /// Positions worth seeing, in the order of the game.
    pub diagrams: Vec<SheetDiagram>,
    /// Its main claim; `None` where the game was over before it.
    pub claim: Option<SectionClaim>,
}

/// The main claim of a section.
#[derive(Clone, Debug)]
pub struct SectionClaim {
    /// The heading of the article that the claim rests on.
    pub article: String,
    /// What the article says.
    pub wording: String,
    /// The moves that would have completed the claim, in SAN; `None` where the claim needs none.
    pub completing: Option<Vec<String>>,
    /// What the mark of a turn means.
    pub marked: String,
    /// The claim as an EPD record.
    pub epd: String,
}

/// A position with its caption.
#[derive(Clone, Debug)]
pub struct SheetDiagram {
    /// The text below it.
    pub caption: String,
    /// The position as FEN.
    pub fen: String,
}

/// The moves of all sections, each one once.
#[derive(Clone, Debug, Default)]
pub struct SheetMoves {
    /// The turns before the first claim: what was counted.
    pub before: Vec<SheetMove>,
    /// The turns from the first claim, and the one after the last move if it had a claim.
    pub from_first_claim: Vec<SheetMove>,
}

/// A claim before a half-move.
#[derive(Clone, Debug)]
pub struct SheetClaim {
    /// The section it belongs to, from 1.
    pub section: usize,
    /// The article under which the side to move could have claimed a draw.
    pub article: String,
}

/// A turn.
#[derive(Clone, Debug)]
pub struct SheetMove {
    /// Its half-move, from 1.
    pub ply: u32,
    /// Number of the move.
    pub number: u64,
    /// Whose turn it is.
    pub side: Side,
    /// The move in SAN; `None` where the record or the run ends before it.
    pub san: Option<String>,
    /// Half-move clock after the move, or before the one that was not made.
    pub clock: u32,
    /// The claims before this move, in the order of the sections.
    pub claims: Vec<SheetClaim>,
}

const STYLE: &str = include_str!("sheet/style.css");

/// Nothing may be loaded and nothing run; only the styles in the page itself apply.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// Writes sheets as one page, in this order.
///
/// # Errors
/// Those of the writer.
pub fn write_sheets(
    sheets: &[ArbiterSheet],
    language: Language,
    out: &mut dyn Write,
) -> io::Result<()> {
    let title = match sheets {
        [sheet] => message!("sheet-title", white = &*sheet.white, black = &*sheet.black),
        sheets => message!("sheets-title", count = sheets.len()),
    };
    writeln!(
        out,
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>",
        language.name(),
        escaped(&language.say(&title))
    )?;
    let mut page = Page { language, out };
    sheets.iter().try_for_each(|sheet| page.sheet(sheet))?;
    writeln!(out, "</body>\n</html>")
}

/// The page that is written.
struct Page<'o> {
    language: Language,
    out: &'o mut dyn Write,
}

impl Page<'_> {
    fn sheet(&mut self, sheet: &ArbiterSheet) -> io::Result<()> {
        let (white, black) = (escaped(&sheet.white), escaped(&sheet.black));
        writeln!(
            self.out,
            "<article>\n<h1><bdi>{white}</bdi> – <bdi>{black}</bdi></h1>"
        )?;
        self.facts(&sheet.facts)?;
        let is_only = sheet.sections.len() == 1;
        for (section, number) in sheet.sections.iter().zip(1..) {
            self.section(section, (!is_only).then_some(number))?;
        }
        self.moves(&sheet.moves, is_only)?;
        self.signatures()?;
        let footer = self.language.word("sheet-footer");
        writeln!(self.out, "<footer>{footer}</footer>\n</article>")
    }

    /// A section; with its number if there are several.
    fn section(&mut self, section: &SheetSection, number: Option<usize>) -> io::Result<()> {
        let mark = number.map(|number| format!("<span class=\"mark\">{number}</span> "));
        let (mark, title) = (mark.unwrap_or_default(), escaped(&section.title));
        writeln!(self.out, "<section>\n<h2>{mark}{title}</h2>")?;
        self.facts(&section.facts)?;
        writeln!(self.out, "<div class=\"diagrams\">")?;
        for diagram in &section.diagrams {
            let board = board_svg(&diagram.fen, &diagram.caption);
            let caption = escaped(&diagram.caption);
            writeln!(
                self.out,
                "<figure>\n{board}\n<figcaption>{caption}</figcaption>\n</figure>"
            )?;
        }
        writeln!(self.out, "</div>")?;
        if let Some(claim) = &section.claim {
            self.claim(claim)?;
        }
        writeln!(self.out, "</section>")
    }

    fn claim(&mut self, claim: &SectionClaim) -> io::Result<()> {
        let (article, wording) = (escaped(&claim.article), escaped(&claim.wording));
        writeln!(self.out, "<h3>{article}</h3>\n<p>{wording}</p>")?;
        if let Some(moves) = &claim.completing {
            let said = message!("sheet-completing", count = moves.len());
            let (said, moves) = (self.language.say(&said), escaped(&moves.join(", ")));
            writeln!(self.out, "<p><strong>{said}</strong> {moves}</p>")?;
        }
        let mark = self.language.word("sheet-marked");
        let (marked, epd) = (escaped(&claim.marked), escaped(&claim.epd));
        writeln!(
            self.out,
            "<p><span class=\"mark\">{mark}</span> {marked}</p>\n<h3>EPD</h3>\n<pre>{epd}</pre>"
        )
    }

    fn facts(&mut self, facts: &[SheetFact]) -> io::Result<()> {
        writeln!(self.out, "<dl>")?;
        for (name, value) in facts {
            let (name, value) = (escaped(&self.language.word(name)), escaped(value));
            writeln!(self.out, "<dt>{name}</dt><dd><bdi>{value}</bdi></dd>")?;
        }
        writeln!(self.out, "</dl>")
    }

    /// Lines for those who sign.
    fn signatures(&mut self) -> io::Result<()> {
        let heading = self.language.word("sheet-signatures");
        writeln!(
            self.out,
            "<section class=\"signatures\">\n<h2>{heading}</h2>\n<dl>"
        )?;
        for who in ["sign-date", "sign-arbiter", "page-white", "page-black"] {
            writeln!(self.out, "<dt>{}</dt><dd></dd>", self.language.word(who))?;
        }
        writeln!(self.out, "</dl>\n</section>")
    }

    /// The moves from the first claim on, and folded those before it.
    fn moves(&mut self, moves: &SheetMoves, is_only: bool) -> io::Result<()> {
        let heading = self.language.word("sheet-moves");
        writeln!(self.out, "<section>\n<h2>{heading}</h2>")?;
        self.turns(&moves.from_first_claim, is_only)?;
        if !moves.before.is_empty() {
            let count = message!("sheet-before", count = moves.before.len());
            let summary = self.language.say(&count);
            writeln!(self.out, "<details>\n<summary>{summary}</summary>")?;
            self.turns(&moves.before, is_only)?;
            writeln!(self.out, "</details>")?;
        }
        writeln!(self.out, "</section>")
    }

    /// One line a move: number, White's half-move, Black's half-move; a line of its own where moves are left out.
    fn turns(&mut self, moves: &[SheetMove], is_only: bool) -> io::Result<()> {
        writeln!(self.out, "<ol class=\"moves\">")?;
        let mut last = None;
        for pair in moves.chunk_by(|first, second| first.number == second.number) {
            let Some(first) = pair.first() else { continue };
            if last.is_some_and(|last| last + 1 < first.ply) {
                writeln!(self.out, "<li class=\"gap\">…</li>")?;
            }
            last = pair.last().map(|half| half.ply);
            let number = first.number;
            write!(self.out, "<li><span class=\"number\">{number}.</span>")?;
            if first.side == Side::Black {
                write!(self.out, "<span class=\"half\">…</span>")?;
            }
            for half in pair {
                self.half(half, is_only)?;
            }
            writeln!(self.out, "</li>")?;
        }
        writeln!(self.out, "</ol>")
    }

    fn half(&mut self, half: &SheetMove, is_only: bool) -> io::Result<()> {
        let claims = || half.claims.iter();
        let articles: Vec<String> = match is_only {
            true => claims().map(|claim| claim.article.clone()).collect(),
            false => claims()
                .map(|claim| format!("{}: {}", claim.section, claim.article))
                .collect(),
        };
        let sections: Vec<String> = claims().map(|claim| claim.section.to_string()).collect();
        let title = match articles.is_empty() {
            true => "\"".to_owned(),
            false => format!(" claim\" title=\"{}\"", escaped(&articles.join(", "))),
        };
        let mark = match is_only || sections.is_empty() {
            true => String::new(),
            false => format!(" <sup>{}</sup>", sections.join(",")),
        };
        let to_move = || self.language.word("sheet-to-move").into_owned();
        let san = half.san.as_deref().map_or_else(to_move, escaped);
        let clock = half.clock;
        write!(
            self.out,
            "<span class=\"half{title}><span>{san}{mark}</span> <small>{clock}</small></span>"
        )
    }
}

#[cfg(test)]
mod tests;
