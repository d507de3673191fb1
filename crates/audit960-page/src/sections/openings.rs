//! The opening trees.

use super::none;
use crate::data::OpeningTrees;
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
pub(crate) fn openings(trees: &OpeningTrees, block: &Block, language: Language) -> String {
    let mut html = format!(
        "<section id=\"openings\" aria-labelledby=\"openings-title\">\n<h2 id=\"openings-title\">{}</h2>\n",
        language.text("Openings")
    );
    if block.rows == 0 {
        let sentence = language.text("No two of these games reached the same position.");
        html.push_str(&none(sentence));
        html.push_str("\n</section>\n\n");
        return html;
    }
    let plies = language.grouped(trees.plies);
    let positions = language.count(block.rows as u64, "count-positions");
    html.push_str(&format!(
        "<p class=\"faint\">{}</p>\n\
         <div data-script>\n<div id=\"opening-tree\"></div>\n</div>\n<script type=\"application/json\" \
         id=\"data-openings\">{}</script>\n</section>\n\n",
        language.fill(
            "What was played from each position within {0} half-moves, whatever moves led to it, and how it scored. The \
             page has the {1} that most games reached. Arrow keys lead forward and back.",
            &[&plies, &positions]
        ),
        block.text
    ));
    html
}
