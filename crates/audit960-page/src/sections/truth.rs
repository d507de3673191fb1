//! What endgame tables say of the claims.

use std::fmt::Write as _;

use audit960_report::{escaped, grouped};
use audit960_types::Choice as _;

use super::plural;
use crate::data::{ReportData, TruthReport};
use crate::json::Block;

/// The link to the section; empty on a page that has none.
pub(crate) fn truth_link(has_section: bool) -> String {
    match has_section {
        true => "<a href=\"#truth\">The truth</a>\n".to_owned(),
        false => String::new(),
    }
}

/// The section: the number of claims of each case, and the boards of `cases`.
pub(crate) fn truth(data: &ReportData, report: &TruthReport, cases: &Block) -> String {
    let mut html = "<section id=\"truth\" aria-labelledby=\"truth-title\">\n<h2 id=\"truth-title\">The truth</h2>\n\
         <p class=\"faint\">The law does not ask who stands better. Endgame tables know what a position was worth: a win \
         in time, a win that comes too late for the fifty moves, a draw.</p>\n"
        .to_owned();
    if report.asked_now {
        html.push_str(
            "<p class=\"faint\">The tables were asked for this page, not by the audit.</p>\n",
        );
    }
    let told: u64 = report
        .counts
        .iter()
        .map(|(_, [runs, repetitions])| runs + repetitions)
        .sum();
    if report.known == 0 {
        html.push_str("<p class=\"none\">No claim arose in a position that the tables know.</p>\n</section>\n\n");
        return html;
    }
    html.push_str(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Claims by what tables say\"><table \
         id=\"truth-counts\"><thead><tr><th scope=\"col\">What the claim was worth</th><th scope=\"col\" \
         class=\"num\">Fifty moves</th><th scope=\"col\" class=\"num\">Repetition</th></tr></thead><tbody>",
    );
    for (case, [runs, repetitions]) in &report.counts {
        let _ = write!(
            html,
            "<tr><th scope=\"row\">{}</th><td class=\"num\">{}</td><td class=\"num\">{}</td></tr>",
            escaped(&in_full(case.meaning())),
            grouped(*runs),
            grouped(*repetitions)
        );
    }
    let _ = writeln!(
        html,
        "</tbody></table></div><p class=\"faint\">The tables know the positions of {}; {} of them {} no case: the game was \
         decided without a missed claim, or a doubt is left.{} As a table: <code>audit960 draws {} --truth CASE</code></p>",
        plural(report.known, "claim"),
        grouped(report.known - told),
        if report.known - told == 1 {
            "is"
        } else {
            "are"
        },
        shown(told, cases.rows),
        escaped(&data.dataset_name)
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

/// What the list of boards leaves out.
fn shown(told: u64, rows: usize) -> String {
    match told > rows as u64 {
        true => format!(
            " {} of {} are listed here.",
            grouped(rows as u64),
            grouped(told)
        ),
        false => String::new(),
    }
}

/// The meaning of a case as it stands alone: some say "the same" as the one before.
fn in_full(meaning: &str) -> String {
    match meaning.strip_prefix("The same, ") {
        Some(rest) => format!("A missed claim that cost half a point, {rest}"),
        None => meaning.to_owned(),
    }
}
