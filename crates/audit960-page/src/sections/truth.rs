//! What endgame tables say of the claims.

use std::fmt::Write as _;

use audit960_report::escaped;
use audit960_types::Choice as _;

use super::{head, none, table_start};
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
    let start = table_start(language.text("Claims by what tables say"));
    html.push_str(&start.replace("<table>", "<table id=\"truth-counts\">"));
    html.push_str(&head(language.text("What the claim was worth"), false));
    html.push_str(&head(language.text("Fifty moves"), true));
    html.push_str(&head(language.text("Repetition"), true));
    html.push_str("</tr></thead><tbody>");
    for (case, [runs, repetitions]) in &report.counts {
        let _ = write!(
            html,
            "<tr><th scope=\"row\">{}</th><td class=\"num\">{}</td><td class=\"num\">{}</td></tr>",
            escaped(language.text(&in_full(case.meaning()))),
            language.grouped(*runs),
            language.grouped(*repetitions)
        );
    }
    let _ = writeln!(
        html,
        "</tbody></table></div><p class=\"faint\">{}{} {} <code>audit960 draws {} --truth CASE</code></p>",
        language.fill(
            match report.known - told {
                1 => {
                    "The tables know the positions of {0}; {1} of them is no case: the game was decided without a missed \
                     claim, or a doubt is left."
                }
                _ => {
                    "The tables know the positions of {0}; {1} of them are no case: the game was decided without a missed \
                     claim, or a doubt is left."
                }
            },
            &[
                &language.count(report.known, "{0} claim", "{0} claims"),
                &language.grouped(report.known - told)
            ]
        ),
        shown(told, cases.rows, language),
        language.text("As a table:"),
        escaped(&data.asked())
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
fn shown(told: u64, rows: usize, language: Language) -> String {
    match told > rows as u64 {
        true => language.fill(
            " {0} of {1} are listed here.",
            &[&language.grouped(rows as u64), &language.grouped(told)],
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
