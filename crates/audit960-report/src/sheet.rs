//! The arbiter's sheet: one page of HTML about the claims of one game. It loads nothing and runs
//! nothing; whatever comes from an archive is text in it.

use std::io::{self, Write};

use audit960_types::{Choice as _, Side, message};

use crate::Language;
use crate::board_svg::{board_svg, escaped};

/// A game and its claims of a draw.
#[derive(Clone, Debug)]
pub struct ArbiterSheet {
    /// The language of its texts.
    pub language: Language,
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
    /// The number of the article that the claim rests on.
    pub article: &'static str,
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
#[derive(Clone, Copy, Debug)]
pub struct SheetClaim {
    /// The section it belongs to, from 1.
    pub section: usize,
    /// The article under which the side to move could have claimed a draw.
    pub article: &'static str,
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

/// Writes the page.
///
/// # Errors
/// Those of the writer.
pub fn write_sheet(sheet: &ArbiterSheet, out: &mut dyn Write) -> io::Result<()> {
    let (white, black) = (escaped(&sheet.white), escaped(&sheet.black));
    let language = sheet.language;
    writeln!(
        out,
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">",
        language.name()
    )?;
    writeln!(
        out,
        "<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">"
    )?;
    writeln!(
        out,
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
    )?;
    writeln!(out, "<meta name=\"color-scheme\" content=\"light dark\">")?;
    let title = message!("sheet-title", white = &*white, black = &*black);
    writeln!(out, "<title>{}</title>", language.say(&title))?;
    writeln!(out, "<style>\n{STYLE}</style>\n</head>\n<body>")?;
    writeln!(out, "<h1><bdi>{white}</bdi> – <bdi>{black}</bdi></h1>")?;
    write_facts(&sheet.facts, language, out)?;
    let is_only = sheet.sections.len() == 1;
    for (section, number) in sheet.sections.iter().zip(1..) {
        write_section(section, (!is_only).then_some(number), language, out)?;
    }
    write_moves(sheet, is_only, out)?;
    write_signatures(language, out)?;
    writeln!(
        out,
        "<footer>{}</footer>\n</body>\n</html>",
        language.word("sheet-footer")
    )
}

/// Writes a section; with its number if there are several.
fn write_section(
    run: &SheetSection,
    number: Option<usize>,
    language: Language,
    out: &mut dyn Write,
) -> io::Result<()> {
    let title = escaped(&run.title);
    match number {
        Some(number) => writeln!(
            out,
            "<section>\n<h2><span class=\"mark\">{number}</span> {title}</h2>"
        )?,
        None => writeln!(out, "<section>\n<h2>{title}</h2>")?,
    }
    write_facts(&run.facts, language, out)?;
    writeln!(out, "<div class=\"diagrams\">")?;
    for diagram in &run.diagrams {
        writeln!(out, "<figure>")?;
        writeln!(out, "{}", board_svg(&diagram.fen, &diagram.caption))?;
        writeln!(
            out,
            "<figcaption>{}</figcaption>\n</figure>",
            escaped(&diagram.caption)
        )?;
    }
    writeln!(out, "</div>")?;
    if let Some(claim) = &run.claim {
        write_claim(claim, language, out)?;
    }
    writeln!(out, "</section>")
}

fn write_claim(claim: &SectionClaim, language: Language, out: &mut dyn Write) -> io::Result<()> {
    let heading = language.say(&message!("sheet-article", article = claim.article));
    let (heading, wording) = (escaped(&heading), escaped(&claim.wording));
    writeln!(out, "<h3>{heading}</h3>\n<p>{wording}</p>")?;
    if let Some(moves) = &claim.completing {
        writeln!(
            out,
            "<p><strong>{}</strong> {}</p>",
            language.say(&message!("sheet-completing", count = moves.len())),
            escaped(&moves.join(", "))
        )?;
    }
    writeln!(
        out,
        "<p><span class=\"mark\">{}</span> {}</p>\n<h3>EPD</h3>\n<pre>{}</pre>",
        language.word("sheet-marked"),
        escaped(&claim.marked),
        escaped(&claim.epd)
    )
}

fn write_facts(facts: &[SheetFact], language: Language, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<dl>")?;
    for (name, value) in facts {
        writeln!(
            out,
            "<dt>{}</dt><dd><bdi>{}</bdi></dd>",
            escaped(&language.word(name)),
            escaped(value)
        )?;
    }
    writeln!(out, "</dl>")
}

/// Lines for those who sign.
fn write_signatures(language: Language, out: &mut dyn Write) -> io::Result<()> {
    let heading = language.word("sheet-signatures");
    writeln!(
        out,
        "<section class=\"signatures\">\n<h2>{heading}</h2>\n<dl>"
    )?;
    for who in ["sign-date", "sign-arbiter", "sign-white", "sign-black"] {
        writeln!(out, "<dt>{}</dt><dd></dd>", language.word(who))?;
    }
    writeln!(out, "</dl>\n</section>")
}

/// The moves from the first claim on, and folded those before it.
fn write_moves(sheet: &ArbiterSheet, is_only: bool, out: &mut dyn Write) -> io::Result<()> {
    let (moves, language) = (&sheet.moves, sheet.language);
    let heading = language.word("sheet-moves");
    writeln!(out, "<section>\n<h2>{heading}</h2>")?;
    write_turns(&moves.from_first_claim, is_only, language, out)?;
    if !moves.before.is_empty() {
        writeln!(
            out,
            "<details>\n<summary>{}</summary>",
            language.say(&message!("sheet-before", count = moves.before.len()))
        )?;
        write_turns(&moves.before, is_only, language, out)?;
        writeln!(out, "</details>")?;
    }
    writeln!(out, "</section>")
}

/// One line a move: number, White's half-move, Black's half-move; a line of its own where moves are left out.
fn write_turns(
    moves: &[SheetMove],
    is_only: bool,
    language: Language,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "<ol class=\"moves\">")?;
    let mut last = None;
    for pair in moves.chunk_by(|first, second| first.number == second.number) {
        let Some(first) = pair.first() else { continue };
        if last.is_some_and(|last| last + 1 < first.ply) {
            writeln!(out, "<li class=\"gap\">…</li>")?;
        }
        last = pair.last().map(|half| half.ply);
        write!(out, "<li><span class=\"number\">{}.</span>", first.number)?;
        if first.side == Side::Black {
            write!(out, "<span class=\"half\">…</span>")?;
        }
        for half in pair {
            write_half(half, is_only, language, out)?;
        }
        writeln!(out, "</li>")?;
    }
    writeln!(out, "</ol>")
}

fn write_half(
    half: &SheetMove,
    is_only: bool,
    language: Language,
    out: &mut dyn Write,
) -> io::Result<()> {
    let claims = half.claims.iter();
    let claims: Vec<String> = match is_only {
        true => claims.map(|claim| claim.article.to_owned()).collect(),
        false => claims
            .map(|claim| format!("{}: {}", claim.section, claim.article))
            .collect(),
    };
    if claims.is_empty() {
        write!(out, "<span class=\"half\">")?;
    } else {
        let articles = escaped(&claims.join(", "));
        write!(out, "<span class=\"half claim\" title=\"{articles}\">")?;
    }
    let san = half
        .san
        .as_deref()
        .map_or_else(|| language.word("sheet-to-move").into_owned(), escaped);
    write!(out, "<span>{san}")?;
    if !is_only && !half.claims.is_empty() {
        let sections = half.claims.iter().map(|claim| claim.section.to_string());
        let sections: Vec<String> = sections.collect();
        write!(out, " <sup>{}</sup>", sections.join(","))?;
    }
    write!(out, "</span> <small>{}</small></span>", half.clock)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn half(ply: u32, side: Side, san: Option<&str>, claims: &[usize]) -> SheetMove {
        let claims = claims.iter().map(|section| SheetClaim {
            section: *section,
            article: "9.3.1",
        });
        SheetMove {
            ply,
            number: u64::from(ply.div_ceil(2)),
            side,
            san: san.map(str::to_owned),
            clock: 87 + ply,
            claims: claims.collect(),
        }
    }

    fn page(name: &str) -> String {
        let section = section(name);
        page_of(name, vec![section.clone(), section])
    }

    fn section(name: &str) -> SheetSection {
        SheetSection {
            title: format!("7... Black may claim ({name})"),
            facts: vec![("fact-law", name.to_owned())],
            diagrams: vec![SheetDiagram {
                caption: name.to_owned(),
                fen: name.to_owned(),
            }],
            claim: Some(SectionClaim {
                article: "9.3.1",
                wording: name.to_owned(),
                completing: Some(vec![name.to_owned(), "Ng5".to_owned()]),
                marked: name.to_owned(),
                epd: name.to_owned(),
            }),
        }
    }

    fn page_of(name: &str, sections: Vec<SheetSection>) -> String {
        let numbers: Vec<usize> = (1..=sections.len()).collect();
        let last = numbers.last().copied().into_iter().collect::<Vec<_>>();
        let sheet = ArbiterSheet {
            language: Language::English,
            white: name.to_owned(),
            black: name.to_owned(),
            facts: vec![("fact-event", name.to_owned())],
            sections,
            moves: SheetMoves {
                before: vec![
                    half(1, Side::White, Some("Kc1"), &[]),
                    half(2, Side::Black, Some("Kd1"), &[]),
                    half(12, Side::Black, Some("Kd2"), &[]),
                ],
                from_first_claim: vec![
                    half(13, Side::White, Some("Kb1"), &numbers),
                    half(14, Side::Black, None, &last),
                ],
            },
        };
        let mut out = Vec::new();
        write_sheet(&sheet, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    /// Start tags of a page, their names only.
    fn tags(page: &str) -> Vec<&str> {
        page.split('<')
            .skip(1)
            .filter(|tag| !tag.starts_with('/') && !tag.starts_with('!'))
            .filter_map(|tag| tag.split([' ', '>', '\n', '/']).next())
            .collect()
    }

    #[test]
    fn text_of_an_archive_adds_no_markup() {
        let odd = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>&lt;";
        assert_eq!(tags(&page(odd)), tags(&page("Tal, M")));
        assert!(!page(odd).contains("<script"));
        assert!(!page(odd).contains("<img"));
        assert!(page(odd).contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&gt;"));
    }

    #[test]
    fn nothing_is_loaded_or_run() {
        let page = page("Tal, M");
        assert!(page.contains("content=\"default-src 'none'; style-src 'unsafe-inline';"));
        for word in [
            "<script", "<link", "<img", "<iframe", "url(", "@import", "href=", "src=",
        ] {
            assert!(!page.contains(word), "{word}");
        }
    }

    #[test]
    fn every_half_move_is_on_the_line_of_its_move() {
        let page = page("x");
        let lines: Vec<&str> = page
            .lines()
            .filter(|line| line.starts_with("<li"))
            .collect();
        // The move with the first claim comes first; where moves are left out there is a line of its own.
        assert_eq!(lines.len(), 4);
        assert!(
            lines[0].contains("7.</span><span class=\"half claim\" title=\"1: 9.3.1, 2: 9.3.1\">")
        );
        assert!(lines[0].contains("<span>Kb1 <sup>1,2</sup></span> <small>100</small>"));
        assert!(lines[0].contains("<span>to move <sup>2</sup></span> <small>101</small>"));
        assert!(lines[1].contains("<span>Kc1</span> <small>88</small>"));
        assert_eq!(lines[2], "<li class=\"gap\">…</li>");
        assert!(lines[3].contains("6.</span><span class=\"half\">…</span>"));
        assert!(page.contains("<summary>3 half-moves before it, to be counted</summary>"));
    }

    /// Where there is one claim, nothing has to say which one a mark belongs to.
    #[test]
    fn the_only_claim_has_no_number() {
        let page = page_of("x", vec![section("x")]);
        assert!(!page.contains("<sup>"));
        assert!(page.contains("title=\"9.3.1\"><span>Kb1</span>"));
        assert!(page.contains("<h2>7... Black may claim (x)</h2>"));
    }

    /// The ruling is signed by the arbiter and both players, with the date.
    #[test]
    fn there_are_lines_to_sign() {
        let page = page("x");
        let (_, signatures) = page.split_once("<section class=\"signatures\">").unwrap();
        for who in ["Date and time", "Arbiter", "White", "Black"] {
            assert!(
                signatures.contains(&format!("<dt>{who}</dt><dd></dd>")),
                "{who}"
            );
        }
    }

    #[test]
    fn what_ends_in_a_page_may_be_used_by_anybody() {
        assert!(page("x").contains("SPDX-License-Identifier: MIT-0"));
    }
}
