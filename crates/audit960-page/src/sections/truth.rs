//! What endgame tables say of the claims.

use std::fmt::Write as _;

use audit960_report::escaped;
use audit960_types::{Choice as _, message};

use super::{none, shown, table};
use crate::data::{ReportData, TruthReport};
use crate::json::Block;
use crate::language::Language;

/// The link to the section; empty on a page that has none.
pub(crate) fn truth_link(has_section: bool, language: Language) -> String {
    match has_section {
        true => format!("<a href=\"#truth\">{}</a>\n", language.text("The truth")),
        false => String::new(),
    }
}

/// The section: the number of claims of each case, and the boards of `cases`.
pub(crate) fn truth(data: &ReportData, report: &TruthReport, cases: &Block) -> String {
    let language = data.language;
    let mut html = format!(
        "<section id=\"truth\" aria-labelledby=\"truth-title\">\n<h2 id=\"truth-title\">{}</h2>\n\
         <p class=\"faint\">{}</p>\n",
        language.text("The truth"),
        language.text(
            "The law does not ask who stands better. Endgame tables know what a position was worth: a win in time, a win \
             that comes too late for the fifty moves, a draw."
        )
    );
    if report.asked_now {
        let _ = writeln!(
            html,
            "<p class=\"faint\">{}</p>",
            language.text("The tables were asked for this page, not by the audit.")
        );
    }
    let told: u64 = report
        .counts
        .iter()
        .map(|(_, [runs, repetitions])| runs + repetitions)
        .sum();
    if report.known == 0 {
        html.push_str(&none(
            language.text("No claim arose in a position that the tables know."),
        ));
        html.push_str("\n</section>\n\n");
        return html;
    }
    let heads = [
        language.text("What the claim was worth"),
        language.text("Fifty moves"),
        language.text("Repetition"),
    ];
    let rows = report.counts.iter().map(|(case, [runs, repetitions])| {
        vec![
            escaped(language.text(&in_full(case.meaning()))),
            language.grouped(*runs),
            language.grouped(*repetitions),
        ]
    });
    let counts = table(language.text("Claims by what tables say"), &heads, rows);
    html.push_str(&counts.replace("<table>", "<table id=\"truth-counts\">"));
    let _ = writeln!(
        html,
        "<p class=\"faint\">{}{}</p>",
        language.say(&message!(
            "count-no-cases",
            known = report.known,
            count = report.known - told
        )),
        shown(told, cases.rows, language)
    );
    if cases.rows > 0 {
        let _ = writeln!(
            html,
            "<div class=\"split\" data-script>\n<div id=\"truth-table\"></div>\n<div id=\"truth-case\" class=\"card\" \
             hidden></div>\n</div>\n<script type=\"application/json\" id=\"data-truth\">{}</script>",
            cases.text
        );
    }
    html.push_str("</section>\n\n");
    html
}

/// The meaning of a case as it stands alone: some say "the same" as the one before.
fn in_full(meaning: &str) -> String {
    match meaning.strip_prefix("The same, ") {
        Some(rest) => format!("A missed claim that cost half a point, {rest}"),
        None => meaning.to_owned(),
    }
}
