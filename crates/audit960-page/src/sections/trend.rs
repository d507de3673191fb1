//! Results over the years: a chart and a table.

use std::fmt::Write as _;
use std::io;

use super::{head, none, table_start};
use crate::charts::trend_chart;
use crate::data::{ReportData, YearPoint};
use crate::language::Language;
use audit960_report::escaped;

/// The chart and the table behind it; a sentence where there are fewer than two years.
pub(crate) fn trend(data: &ReportData) -> io::Result<String> {
    let (years, language) = (&data.years, data.language);
    if years.len() < 2 {
        return Ok(none(
            language.text("The dated Chess960 games are of one year, or of none."),
        ));
    }
    let mut html = format!(
        "<figure class=\"card\">{}<figcaption>{}</figcaption></figure>",
        trend_chart(years, language)?,
        language.text(
            "Dots: White's score in the games of a year that have a result, with 95\u{a0}% intervals for games that do not depend on \
             each other. Dashed: share of draws. Players, speeds and venues change over the years, so a trend is not due to \
             the positions alone."
        )
    );
    let _ = write!(
        html,
        "<details><summary>{}</summary>{}",
        language.text("The numbers"),
        table_start(language.text("Results by year"))
    );
    for (name, is_number) in [
        (language.text("Year"), false),
        (language.text("Decided games"), true),
        (language.text("White's score"), true),
        (language.text("95\u{a0}% interval"), true),
        (language.text("Draws"), true),
    ] {
        html.push_str(&head(name, is_number));
    }
    html.push_str("</tr></thead><tbody>");
    for year in years {
        html.push_str(&row(year, language));
    }
    let _ = write!(
        html,
        "</tbody></table></div></details><p class=\"faint\">{} <code>audit960 starts {} --by \
         year --format csv</code></p>",
        language.text("As a table:"),
        escaped(&data.asked())
    );
    Ok(html)
}

fn row(year: &YearPoint, language: Language) -> String {
    let interval = year.interval.map_or_else(String::new, |(low, high)| {
        let text = format!("{:.1}\u{2013}{:.1}\u{a0}%", 100.0 * low, 100.0 * high);
        language.number(&text).into_owned()
    });
    let share = |share: f64| format!("{:.1}\u{a0}%", 100.0 * share);
    format!(
        "<tr><th scope=\"row\">{}</th><td class=\"num\">{}</td><td class=\"num\">{}</td><td \
         class=\"num\">{interval}</td><td class=\"num\">{}</td></tr>",
        year.year,
        language.grouped(year.games),
        language.number(&share(year.score)),
        language.number(&share(year.draws))
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
