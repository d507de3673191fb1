//! The games that were replayed in part or not at all.

use super::shown;
use crate::data::ReportData;
use crate::json::Block;

/// The link to the section; empty on a page that has none.
pub(crate) fn damaged_link(data: &ReportData) -> String {
    match data.damaged.is_empty() {
        true => String::new(),
        false => {
            let name = data.language.text("Damaged games");
            format!("<a href=\"#damaged\">{name}</a>\n")
        }
    }
}

/// The section, with the games of `block`; empty where no game is damaged.
pub(crate) fn damaged(data: &ReportData, block: &Block) -> String {
    let (language, verdicts) = (data.language, data.headline.verdicts);
    if data.damaged.is_empty() {
        return String::new();
    }
    format!(
        "<section id=\"damaged\" aria-labelledby=\"damaged-title\">\n<h2 id=\"damaged-title\">{}</h2>\n\
         <p class=\"faint\">{}{}</p>\n<div id=\"damaged-table\" data-script></div>\n<script type=\"application/json\" \
         id=\"data-damaged\">{}</script>\n</section>\n\n",
        language.text("Damaged and rejected games"),
        language.text("Damaged: replayed up to the place of the finding. Rejected: not replayed."),
        shown(verdicts.damaged + verdicts.rejected, block.rows, language),
        block.text
    )
}
