//! The arbiter's sheet: one page of HTML about the claims of one game. It loads nothing and runs
//! nothing; whatever comes from an archive is text in it.

use std::io::{self, Write};

use audit960_types::Side;

use crate::board_svg::{board_svg, escaped};

/// A game and its runs with a claimable draw.
#[derive(Clone, Debug)]
pub struct ArbiterSheet {
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// Names and values about the game: event, date, where it was read.
    pub facts: Vec<Fact>,
    /// Its runs, in the order of the game.
    pub runs: Vec<SheetRun>,
}

/// A name and a value.
pub type Fact = (&'static str, String);

/// A run of moves without capture or pawn move in which a draw could be claimed.
#[derive(Clone, Debug)]
pub struct SheetRun {
    /// A summary of the run, in one line.
    pub title: String,
    /// Names and values about the run.
    pub facts: Vec<Fact>,
    /// Positions worth seeing, in the order of the game.
    pub diagrams: Vec<SheetDiagram>,
    /// The number of the article the claim rests on, where it is known, and what it says.
    pub article: (Option<String>, String),
    /// The moves that would have completed the claim, in SAN; `None` where the claim needs none.
    pub completing: Option<Vec<String>>,
    /// The moves of the run, and the turn after them if it had a claim.
    pub moves: Vec<SheetMove>,
    /// By which limit turns are marked, to be read after "could have claimed a draw".
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

/// A turn in a run.
#[derive(Clone, Debug)]
pub struct SheetMove {
    /// Number of the move.
    pub number: u64,
    /// Whose turn it is.
    pub side: Side,
    /// The move in SAN; `None` where the record or the run ends before it.
    pub san: Option<String>,
    /// Half-move clock after the move, or before the one that was not made.
    pub clock: u32,
    /// The article under which the side could have claimed a draw before this move.
    pub claim: Option<&'static str>,
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
    writeln!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">"
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
    writeln!(out, "<title>{white} – {black}: claims of a draw</title>")?;
    writeln!(out, "<style>\n{STYLE}</style>\n</head>\n<body>")?;
    writeln!(out, "<h1><bdi>{white}</bdi> – <bdi>{black}</bdi></h1>")?;
    write_facts(&sheet.facts, out)?;
    for run in &sheet.runs {
        write_run(run, out)?;
    }
    writeln!(
        out,
        "<footer>Made by audit960. The claims are what the moves allowed; no record shows what was said \
         at the board, and a signed result stands (Laws 8.7).</footer>\n</body>\n</html>"
    )
}

fn write_run(run: &SheetRun, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<section>\n<h2>{}</h2>", escaped(&run.title))?;
    write_facts(&run.facts, out)?;
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
    let (article, wording) = &run.article;
    let heading = match article {
        Some(number) => format!("Article {}", escaped(number)),
        None => "The claim".to_owned(),
    };
    writeln!(
        out,
        "</div>\n<h3>{heading}</h3>\n<p>{}</p>",
        escaped(wording)
    )?;
    if let Some(moves) = &run.completing {
        writeln!(
            out,
            "<p><strong>Moves that would have completed the claim ({}):</strong> {}</p>",
            moves.len(),
            escaped(&moves.join(", "))
        )?;
    }
    writeln!(out, "<h3>Moves, with the half-move clock after each</h3>")?;
    write_moves(&run.moves, out)?;
    writeln!(
        out,
        "<p><span class=\"mark\">Marked</span>: before this move the player could have claimed a \
         draw {}.</p>\n<h3>EPD</h3>\n<pre>{}</pre>\n</section>",
        escaped(&run.marked),
        escaped(&run.epd)
    )
}

fn write_facts(facts: &[Fact], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<dl>")?;
    for (name, value) in facts {
        writeln!(
            out,
            "<dt>{}</dt><dd><bdi>{}</bdi></dd>",
            escaped(name),
            escaped(value)
        )?;
    }
    writeln!(out, "</dl>")
}

/// One line a move: number, White's half-move, Black's half-move.
fn write_moves(moves: &[SheetMove], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<ol class=\"moves\">")?;
    for pair in moves.chunk_by(|first, second| first.number == second.number) {
        let Some(first) = pair.first() else { continue };
        write!(out, "<li><span class=\"number\">{}.</span>", first.number)?;
        if first.side == Side::Black {
            write!(out, "<span class=\"half\">…</span>")?;
        }
        for half in pair {
            write_half(half, out)?;
        }
        writeln!(out, "</li>")?;
    }
    writeln!(out, "</ol>")
}

fn write_half(half: &SheetMove, out: &mut dyn Write) -> io::Result<()> {
    match half.claim {
        Some(article) => write!(
            out,
            "<span class=\"half claim\" title=\"{}\">",
            escaped(article)
        )?,
        None => write!(out, "<span class=\"half\">")?,
    }
    match &half.san {
        Some(san) => write!(
            out,
            "<span>{}</span> <small>{}</small></span>",
            escaped(san),
            half.clock
        ),
        None => write!(
            out,
            "<span>to move</span> <small>{}</small></span>",
            half.clock
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn half(number: u64, side: Side, san: Option<&str>, clock: u32) -> SheetMove {
        let claim = (clock >= 100).then_some("9.3.1");
        SheetMove {
            number,
            side,
            san: san.map(str::to_owned),
            clock,
            claim,
        }
    }

    fn page(name: &str) -> String {
        let run = SheetRun {
            title: format!("7... Black may claim ({name})"),
            facts: vec![("Law", name.to_owned())],
            diagrams: vec![SheetDiagram {
                caption: name.to_owned(),
                fen: name.to_owned(),
            }],
            article: (Some(name.to_owned()), name.to_owned()),
            completing: Some(vec![name.to_owned(), "Ng5".to_owned()]),
            moves: vec![
                half(6, Side::Black, Some("Kd2"), 99),
                half(7, Side::White, Some("Kb1"), 100),
                half(7, Side::Black, None, 100),
            ],
            marked: name.to_owned(),
            epd: name.to_owned(),
        };
        let sheet = ArbiterSheet {
            white: name.to_owned(),
            black: name.to_owned(),
            facts: vec![("Event", name.to_owned())],
            runs: vec![run.clone(), run],
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
            .filter(|line| line.starts_with("<li>"))
            .collect();
        assert_eq!(lines.len(), 4);
        assert!(lines[0].contains("6.</span><span class=\"half\">…</span>"));
        assert!(lines[0].contains("<span>Kd2</span> <small>99</small>"));
        assert!(lines[1].contains("<span>Kb1</span> <small>100</small>"));
        assert!(lines[1].contains("<span>to move</span> <small>100</small>"));
        assert_eq!(lines[1].matches("half claim").count(), 2);
    }

    #[test]
    fn what_ends_in_a_page_may_be_used_by_anybody() {
        assert!(page("x").contains("SPDX-License-Identifier: MIT-0"));
    }
}
