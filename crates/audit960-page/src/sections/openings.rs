//! The opening trees.

use std::io;

use audit960_report::{escaped, grouped};

use super::plural;
use crate::charts::{company_chart, company_legend};
use crate::data::{CompanyReport, OpeningTrees, ReportData};
use crate::json::Block;

/// The link to the section; empty on a page that has none.
pub(crate) fn openings_link(has_section: bool) -> String {
    match has_section {
        true => "<a href=\"#openings\">Openings</a>\n".to_owned(),
        false => String::new(),
    }
}

/// The section, with the trees of `block`.
pub(crate) fn openings(
    data: &ReportData,
    trees: &OpeningTrees,
    block: &Block,
) -> io::Result<String> {
    let mut html =
        "<section id=\"openings\" aria-labelledby=\"openings-title\">\n<h2 id=\"openings-title\">Openings</h2>\n"
            .to_owned();
    if block.rows == 0 {
        html.push_str("<p class=\"none\">No two games of this archive reached the same position.</p>\n</section>\n\n");
        return Ok(html);
    }
    if let Some(company) = &data.company {
        html.push_str(&company_figure(company)?);
    }
    html.push_str(&format!(
        "<p class=\"faint\">What was played from each position within {} half-moves, whatever moves led to it, and how it \
         scored. The page has the {} that most games reached; all of them: <code>audit960 explore {} --start N --moves \
         \"\u{2026}\"</code>. Arrow keys lead forward and back.</p>\n\
         <div data-script>\n<div id=\"opening-tree\"></div>\n</div>\n<script type=\"application/json\" \
         id=\"data-openings\">{}</script>\n</section>\n\n",
        grouped(trees.plies),
        plural(block.rows as u64, "position"),
        escaped(&data.dataset_name),
        block.text
    ));
    Ok(html)
}

/// How quickly games leave what others have played; empty where no game has a move.
fn company_figure(company: &CompanyReport) -> io::Result<String> {
    let chart = company_chart(&company.curves)?;
    if chart.is_empty() {
        return Ok(chart);
    }
    Ok(format!(
        "<figure class=\"card\" id=\"company\">{chart}<figcaption>How quickly games leave what others have played: the share \
         of games that are alone, so that no other game from the same start position has their position after as many \
         half-moves ({}). For each start position the half-move after which half of its games are alone is a column of the \
         table of positions.</figcaption></figure>\n",
        company_legend(&company.curves)
    ))
}
