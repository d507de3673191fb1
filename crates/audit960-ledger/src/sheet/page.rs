//! Sheets as HTML, each with an article of its own on one page, and each printed on paper of its own. A page loads nothing and
//! runs nothing; whatever comes from an archive is text in it.

use std::fmt::Write as _;
use std::io::{self, Write};

use audit960_report::{Language, board_svg, escaped};
use audit960_types::{Choice as _, Message, Side, message};

use crate::game::MoveNumbers;
use crate::move_line::MoveLine;

/// A sheet about the claims of a game, or about one ruling.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The names of the players, White's first.
    names: [String; 2],
    /// Its article.
    html: String,
}

/// The key of a name, and what is said.
pub(crate) type Fact = (&'static str, Message);

/// A turn.
pub(crate) struct SheetMove {
    /// Its half-move, from 1.
    pub(crate) ply: u32,
    /// The move in SAN; `None` where the record or the run ends before it.
    pub(crate) san: Option<String>,
    /// Half-move clock after the move, or before the one that was not made.
    pub(crate) clock: u32,
    /// The claims before this move in the order of the sections, each with the number of its section and its article.
    pub(crate) claims: Vec<(usize, String)>,
}

impl SheetMove {
    /// A turn with these claims.
    pub(crate) fn of(ply: u32, line: &MoveLine, claims: Vec<(usize, String)>) -> Self {
        let san = line.san(ply);
        Self {
            ply,
            clock: line.before(ply + u32::from(san.is_some())).clock(),
            san,
            claims,
        }
    }
}

const STYLE: &str = include_str!("style.css");

/// Nothing may be loaded and nothing run; only the styles in the page itself apply.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// Writes sheets as one page, in this order.
///
/// # Errors
/// Those of the writer.
pub fn write_sheets(sheets: &[Sheet], language: Language, out: &mut dyn Write) -> io::Result<()> {
    let title = match sheets {
        [
            Sheet {
                names: [white, black],
                ..
            },
        ] => {
            message!("sheet-title", white = &**white, black = &**black)
        }
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
    let mut articles = sheets.iter().map(|sheet| &sheet.html);
    articles.try_for_each(|html| out.write_all(html.as_bytes()))?;
    writeln!(out, "</body>\n</html>")
}

/// A sheet that is being written.
pub(crate) struct SheetPage {
    language: Language,
    /// Whether it is about one claim: then nothing has to say which one a mark belongs to.
    is_only: bool,
    sheet: Sheet,
}

/// Adds a line to a page.
macro_rules! line {
    ($page:expr, $($text:tt)*) => {{
        // Writing to a string does not fail.
        let _ = writeln!($page.sheet.html, $($text)*);
    }};
}

impl SheetPage {
    /// Begins the sheet of a game with so many sections.
    pub(crate) fn begin(
        names: [&str; 2],
        facts: Vec<Fact>,
        sections: usize,
        language: Language,
    ) -> Self {
        let mut page = Self {
            language,
            is_only: sections == 1,
            sheet: Sheet {
                names: names.map(str::to_owned),
                html: String::new(),
            },
        };
        let [white, black] = names.map(escaped);
        line!(
            page,
            "<article>\n<h1><bdi>{white}</bdi> – <bdi>{black}</bdi></h1>"
        );
        page.facts(facts);
        page
    }

    fn said(&self, what: &Message) -> String {
        escaped(&self.language.say(what))
    }

    fn facts(&mut self, facts: Vec<Fact>) {
        line!(self, "<dl>");
        for (name, value) in facts {
            let (name, value) = (escaped(&self.language.word(name)), self.said(&value));
            line!(self, "<dt>{name}</dt><dd><bdi>{value}</bdi></dd>");
        }
        line!(self, "</dl>");
    }

    /// Begins a section, by its number from 1, with positions worth seeing: their captions, and the positions as FEN.
    pub(crate) fn section(
        &mut self,
        number: usize,
        title: &Message,
        facts: Vec<Fact>,
        diagrams: Vec<(Message, String)>,
    ) {
        let mark = match self.is_only {
            true => String::new(),
            false => format!("<span class=\"mark\">{number}</span> "),
        };
        line!(self, "<section>\n<h2>{mark}{}</h2>", self.said(title));
        self.facts(facts);
        line!(self, "<div class=\"diagrams\">");
        for (caption, fen) in diagrams {
            let caption = self.language.say(&caption);
            let (board, caption) = (board_svg(&fen, &caption), escaped(&caption));
            line!(
                self,
                "<figure>\n{board}\n<figcaption>{caption}</figcaption>\n</figure>"
            );
        }
        line!(self, "</div>");
    }

    /// The main claim of a section: the heading of its article, what that says, the moves that would have completed the claim
    /// if it needs one, what the mark of a turn means, and the claim as an EPD record.
    pub(crate) fn claim(
        &mut self,
        article: &Message,
        wording: &Message,
        completing: Option<Vec<String>>,
        marked: &Message,
        epd: &str,
    ) {
        line!(
            self,
            "<h3>{}</h3>\n<p>{}</p>",
            self.said(article),
            self.said(wording)
        );
        if let Some(moves) = completing {
            let said = message!("sheet-completing", count = moves.len());
            let (said, moves) = (self.language.say(&said), escaped(&moves.join(", ")));
            line!(self, "<p><strong>{said}</strong> {moves}</p>");
        }
        let mark = self.language.word("sheet-marked");
        let (marked, epd) = (self.said(marked), escaped(epd));
        line!(
            self,
            "<p><span class=\"mark\">{mark}</span> {marked}</p>\n<h3>EPD</h3>\n<pre>{epd}</pre>"
        );
    }

    /// Ends a section.
    pub(crate) fn end_section(&mut self) {
        line!(self, "</section>");
    }

    /// Ends the sheet with the moves of all sections, each one once: those from the first claim on and, folded, those before
    /// it, which are there to be counted; and with lines for those who sign.
    pub(crate) fn end(
        mut self,
        numbers: MoveNumbers,
        [before, from]: [Vec<SheetMove>; 2],
    ) -> Sheet {
        let language = self.language;
        let word = |key| language.word(key);
        line!(self, "<section>\n<h2>{}</h2>", word("sheet-moves"));
        self.turns(numbers, &from);
        if !before.is_empty() {
            let summary = language.say(&message!("sheet-before", count = before.len()));
            line!(self, "<details>\n<summary>{summary}</summary>");
            self.turns(numbers, &before);
            line!(self, "</details>");
        }
        self.end_section();
        line!(
            self,
            "<section class=\"signatures\">\n<h2>{}</h2>\n<dl>",
            word("sheet-signatures")
        );
        for who in ["sign-date", "sign-arbiter", "page-white", "page-black"] {
            line!(self, "<dt>{}</dt><dd></dd>", word(who));
        }
        line!(
            self,
            "</dl>\n</section>\n<footer>{}</footer>\n</article>",
            word("sheet-footer")
        );
        self.sheet
    }

    /// One line a move: number, White's half-move, Black's half-move; a line of its own where moves are left out.
    fn turns(&mut self, numbers: MoveNumbers, moves: &[SheetMove]) {
        line!(self, "<ol class=\"moves\">");
        let mut next = None;
        let number = |half: &SheetMove| numbers.number(half.ply);
        for pair in moves.chunk_by(|first, second| number(first) == number(second)) {
            let first = &pair[0];
            if next.is_some_and(|next| next < first.ply) {
                line!(self, "<li class=\"gap\">…</li>");
            }
            next = Some(first.ply + pair.len() as u32);
            let missing = match numbers.side(first.ply) {
                Side::White => "",
                Side::Black => "<span class=\"half\">…</span>",
            };
            let halves: String = pair.iter().map(|half| self.half(half)).collect();
            let number = number(first);
            line!(
                self,
                "<li><span class=\"number\">{number}.</span>{missing}{halves}</li>"
            );
        }
        line!(self, "</ol>");
    }

    fn half(&self, half: &SheetMove) -> String {
        let articles = half
            .claims
            .iter()
            .map(|(section, article)| match self.is_only {
                true => article.clone(),
                false => format!("{section}: {article}"),
            });
        let articles = articles.collect::<Vec<_>>().join(", ");
        let title = match half.claims.is_empty() {
            true => "\"".to_owned(),
            false => format!(" claim\" title=\"{}\"", escaped(&articles)),
        };
        let sections = half.claims.iter().map(|(section, _)| section.to_string());
        let mark = match self.is_only || half.claims.is_empty() {
            true => String::new(),
            false => format!(" <sup>{}</sup>", sections.collect::<Vec<_>>().join(",")),
        };
        let to_move = || self.language.word("sheet-to-move").into_owned();
        let san = half.san.as_deref().map_or_else(to_move, escaped);
        let clock = half.clock;
        format!("<span class=\"half{title}><span>{san}{mark}</span> <small>{clock}</small></span>")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sheet whose texts are all `name`, with so many sections.
    fn page(name: &str, sections: usize) -> String {
        let said = || message!("as-is", text = name);
        let half = |ply, san: Option<&str>, sections: &[usize]| SheetMove {
            ply,
            san: san.map(str::to_owned),
            clock: 87 + ply,
            claims: sections
                .iter()
                .map(|section| (*section, "9.3.1".to_owned()))
                .collect(),
        };
        let facts = || vec![("page-law", said())];
        let mut page = SheetPage::begin([name; 2], facts(), sections, Language::English);
        for number in 1..=sections {
            page.section(number, &said(), facts(), vec![(said(), name.to_owned())]);
            let completing = Some(vec![name.to_owned(), "Ng5".to_owned()]);
            page.claim(&said(), &said(), completing, &said(), name);
            page.end_section();
        }
        let before =
            [(1, "Kc1"), (2, "Kd1"), (12, "Kd2")].map(|(ply, san)| half(ply, Some(san), &[]));
        let numbers: Vec<usize> = (1..=sections).collect();
        let from = vec![half(13, Some("Kb1"), &numbers), half(14, None, &[sections])];
        let sheet = page.end(MoveNumbers::of_fen(""), [before.into(), from]);
        let mut out = Vec::new();
        write_sheets(&[sheet], Language::English, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    /// Start tags of a page, their names only.
    fn tags(page: &str) -> Vec<&str> {
        let tags = page
            .split('<')
            .skip(1)
            .filter(|tag| !tag.starts_with(['/', '!']));
        tags.filter_map(|tag| tag.split([' ', '>', '\n', '/']).next())
            .collect()
    }

    /// Text of an archive adds no markup, and nothing is loaded or run.
    #[test]
    fn a_page_is_text_alone() {
        let odd = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>&lt;";
        assert_eq!(tags(&page(odd, 2)), tags(&page("Tal, M", 2)));
        assert!(page(odd, 2).contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&gt;"));
        let page = page("Tal, M", 2);
        assert!(page.contains("content=\"default-src 'none'; style-src 'unsafe-inline';"));
        for word in "<script <link <img <iframe url( @import href= src=".split(' ') {
            assert!(!page.contains(word), "{word}");
        }
        assert!(page.contains("SPDX-License-Identifier: MIT-0"));
    }

    /// The move with the first claim comes first; where moves are left out there is a line of its own.
    #[test]
    fn every_half_move_is_on_the_line_of_its_move() {
        let page = page("x", 2);
        let lines: Vec<&str> = page
            .lines()
            .filter(|line| line.starts_with("<li"))
            .collect();
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
        // The ruling is signed by the arbiter and both players, with the date.
        let (_, signatures) = page.split_once("<section class=\"signatures\">").unwrap();
        for who in ["Date and time", "Arbiter", "White", "Black"] {
            assert!(
                signatures.contains(&format!("<dt>{who}</dt><dd></dd>")),
                "{who}"
            );
        }
    }

    #[test]
    fn the_only_claim_has_no_number() {
        let page = page("x", 1);
        assert!(!page.contains("<sup>"));
        assert!(page.contains("title=\"9.3.1\"><span>Kb1</span>") && page.contains("<h2>x</h2>"));
    }
}
