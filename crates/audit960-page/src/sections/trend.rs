//! Results over the years: a chart and a table.

use std::fmt::Write as _;
use std::io;

use crate::charts::trend_chart;
use crate::data::{ReportData, YearPoint};
use audit960_report::escaped;
use audit960_report::grouped;

/// The chart and the table behind it; a sentence where there are fewer than two years.
pub(crate) fn trend(data: &ReportData) -> io::Result<String> {
    let years = &data.years;
    if years.len() < 2 {
        return Ok(
            "<p class=\"none\">The dated Chess960 games are of one year, or of none.</p>".into(),
        );
    }
    let mut html = format!(
        "<figure class=\"card\">{}<figcaption>Dots: White's score in the decided games of a year, with \
         95\u{a0}% intervals for games that do not depend on each other. Dashed: share of draws. \
         Players, speeds and venues change over the years, so a trend is not due to the positions \
         alone.</figcaption></figure>",
        trend_chart(years)?
    );
    html.push_str(
        "<details><summary>The numbers</summary><div class=\"scroll\" tabindex=\"0\" role=\"region\" \
         aria-label=\"Results by year\"><table><thead><tr><th scope=\"col\">Year</th><th scope=\"col\" \
         class=\"num\">Decided games</th><th scope=\"col\" class=\"num\">White's score</th><th \
         scope=\"col\" class=\"num\">95\u{a0}% interval</th><th scope=\"col\" \
         class=\"num\">Draws</th></tr></thead><tbody>",
    );
    years.iter().for_each(|year| html.push_str(&row(year)));
    let _ = write!(
        html,
        "</tbody></table></div></details><p class=\"faint\">As a table: <code>audit960 positions {} --by \
         year --format csv</code></p>",
        escaped(&data.dataset_name)
    );
    Ok(html)
}

fn row(year: &YearPoint) -> String {
    let interval = year.interval.map_or_else(String::new, |(low, high)| {
        format!("{:.1}\u{2013}{:.1}\u{a0}%", 100.0 * low, 100.0 * high)
    });
    format!(
        "<tr><th scope=\"row\">{}</th><td class=\"num\">{}</td><td class=\"num\">{:.1}\u{a0}%</td><td \
         class=\"num\">{interval}</td><td class=\"num\">{:.1}\u{a0}%</td></tr>",
        year.year,
        grouped(year.games),
        100.0 * year.score,
        100.0 * year.draws
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn every_year_has_its_row() {
        let html = trend(&sample::report()).unwrap();
        assert_eq!(html.matches("<th scope=\"row\">").count(), 2);
        assert!(html.contains("<th scope=\"row\">2021</th><td class=\"num\">1,200</td>"));
        assert!(
            trend(&sample::empty())
                .unwrap()
                .contains("one year, or of none")
        );
    }
}
