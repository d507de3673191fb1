//! The opening trees.

use std::io;

use audit960_report::escaped;

use super::none;
use crate::charts::{company_chart, company_legend};
use crate::data::{CompanyReport, OpeningTrees, ReportData};
use crate::json::Block;
use crate::language::Language;

/// The link to the section; empty on a page that has none.
pub(crate) fn openings_link(has_section: bool, language: Language) -> String {
    match has_section {
        true => format!("<a href=\"#openings\">{}</a>\n", language.text("Openings")),
        false => String::new(),
    }
}

/// The section, with the trees of `block`.
pub(crate) fn openings(
    data: &ReportData,
    trees: &OpeningTrees,
    block: &Block,
) -> io::Result<String> {
    let language = data.language;
    let mut html = format!(
        "<section id=\"openings\" aria-labelledby=\"openings-title\">\n<h2 id=\"openings-title\">{}</h2>\n",
        language.text("Openings")
    );
    if block.rows == 0 {
        let sentence = language.text("No two of these games reached the same position.");
        html.push_str(&none(sentence));
        html.push_str("\n</section>\n\n");
        return Ok(html);
    }
    if let Some(company) = &data.company {
        html.push_str(&company_figure(company, language)?);
    }
    let plies = language.grouped(trees.plies);
    let positions = language.count(block.rows as u64, "{0} position", "{0} positions");
    html.push_str(&format!(
        "<p class=\"faint\">{}</p>\n\
         <div data-script>\n<div id=\"opening-tree\"></div>\n</div>\n<script type=\"application/json\" \
         id=\"data-openings\">{}</script>\n</section>\n\n",
        language.fill(
            "What was played from each position within {0} half-moves, whatever moves led to it, and how it scored. The \
             page has the {1} that most games reached; all of them: <code>audit960 explore {2} --start N --moves \
             \"\u{2026}\"</code>. Arrow keys lead forward and back.",
            &[&plies, &positions, &escaped(&data.asked())]
        ),
        block.text
    ));
    Ok(html)
}

/// How quickly games leave what others have played; empty where no game has a move.
fn company_figure(company: &CompanyReport, language: Language) -> io::Result<String> {
    let chart = company_chart(&company.curves, language)?;
    if chart.is_empty() {
        return Ok(chart);
    }
    Ok(format!(
        "<figure class=\"card\" id=\"company\">{chart}<figcaption>{}</figcaption></figure>\n",
        language.fill(
            "How quickly games leave what others have played: the share of games that are alone, so that no other game from \
             the same start position has their position after as many half-moves ({0}). For each start position the \
             half-move after which half of its games are alone is a column of the table of positions.",
            &[&company_legend(&company.curves, language)]
        )
    ))
}
