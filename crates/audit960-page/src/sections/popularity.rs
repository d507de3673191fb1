//! Popularity: a chart for each group, of which one is shown, and a table of the groups.

use std::fmt::Write as _;
use std::io;

use super::{head, none, table_start};
use crate::charts::popularity_chart;
use crate::data::{PopularityGroup, ReportData};
use crate::json::clipped;
use crate::language::Language;
use audit960_report::escaped;

/// Charts, the choice among them, and the table.
pub(crate) fn popularity(data: &ReportData) -> io::Result<String> {
    let (report, language) = (&data.popularity, data.language);
    if report.groups.iter().all(|group| group.games.total() == 0) {
        return Ok(none(language.text("No Chess960 game among these games.")));
    }
    let first = "draws";
    let mut html = verdict(data);
    html.push_str(&choice(&report.groups, first, language));
    html.push_str("<figure class=\"card\" id=\"popularity-charts\">");
    for (index, group) in report.groups.iter().enumerate() {
        for (counted, ranking) in [("games", &group.games), ("draws", &group.draws)] {
            let hidden = if index == 0 && counted == first {
                ""
            } else {
                " hidden"
            };
            let chart = popularity_chart(ranking, counted, &name(group, language), language)?;
            let _ = write!(
                html,
                "<div data-group=\"{index}\" data-count=\"{counted}\"{hidden}>{chart}</div>"
            );
        }
    }
    let _ = write!(
        html,
        "<figcaption>{}</figcaption></figure>",
        language.text(
            "Line: positions in order of frequency. Band: where 95 of 100 archives of the same size have the position of \
             that rank, if all 960 are equally likely."
        )
    );
    html.push_str(&table(data));
    Ok(html)
}

fn verdict(data: &ReportData) -> String {
    let language = data.language;
    format!(
        "<p>{}</p><p class=\"faint\">{}</p>",
        language.fill(
            "How positions may have been picked: {0}.",
            &[&escaped(&data.popularity.verdict)]
        ),
        language.text(
            "One draw serves one game on servers, a pair of games with colours reversed in engine matches, and elsewhere \
             all games of a day from one position."
        )
    )
}

/// What a group is called.
fn name(group: &PopularityGroup, language: Language) -> String {
    match group.by {
        "archive" => language.text("all games").to_owned(),
        by => format!("{} {}", language.text(by), clipped(&group.label)),
    }
}

fn choice(groups: &[PopularityGroup], first: &str, language: Language) -> String {
    let mut html = format!(
        "<div class=\"controls\" data-script><label>{} <select id=\"popularity-group\">",
        language.text("Games of")
    );
    for (index, group) in groups.iter().enumerate() {
        let _ = write!(
            html,
            "<option value=\"{index}\">{}</option>",
            escaped(&name(group, language))
        );
    }
    let _ = write!(
        html,
        "</select></label><label>{} <select id=\"popularity-count\">",
        language.text("Counted by")
    );
    let counts = [
        ("games", language.text("games")),
        ("draws", language.text("lots")),
    ];
    for (value, text) in counts {
        let selected = if value == first { " selected" } else { "" };
        let _ = write!(html, "<option value=\"{value}\"{selected}>{text}</option>");
    }
    html.push_str("</select></label></div>");
    html
}

fn table(data: &ReportData) -> String {
    let language = data.language;
    let mut html = table_start(language.text("Popularity by event and year"));
    for (name, is_number) in [
        (language.text("Games of"), false),
        (language.text("Games"), true),
        (language.text("Lots"), true),
        (language.text("Most picked"), false),
        (language.text("Times"), true),
        (language.text("Chance"), true),
        (language.text("Never picked"), true),
        (language.text("Chance"), true),
    ] {
        html.push_str(&head(name, is_number));
    }
    html.push_str("</tr></thead><tbody>");
    for group in &data.popularity.groups {
        html.push_str(&row(data, group));
    }
    html.push_str("</tbody></table></div>");
    for (by, count) in &data.popularity.left_out {
        let _ = write!(
            html,
            "<p class=\"faint\">{} <code>audit960 starts {} --popularity --by {by}</code></p>",
            match *by {
                "year" => language.count(*count as u64, "{0} more year:", "{0} more years:"),
                _ => language.count(*count as u64, "{0} more event:", "{0} more events:"),
            },
            escaped(&data.asked())
        );
    }
    html
}

fn row(data: &ReportData, group: &PopularityGroup) -> String {
    let (draws, language) = (&group.draws, data.language);
    let position = data.positions.get(usize::from(draws.most));
    let arrangement = position.map_or("", |position| position.row.arrangement.as_str());
    let most = draws.counts.first().copied().unwrap_or(0);
    let (low, high) = draws.band.first().copied().unwrap_or_default();
    let (fewest, many) = draws.missing_band;
    let missing = draws.missing() as u64;
    format!(
        "<tr><th scope=\"row\"><bdi>{}</bdi></th><td class=\"num\">{}</td><td class=\"num\">{}</td><td>\
         <a href=\"#p{number}\"><span class=\"arrangement\">{arrangement}</span> {number}</a></td>{}<td \
         class=\"num\">{}</td>{}<td class=\"num\">{}</td></tr>",
        escaped(&name(group, language)),
        language.grouped(group.games.total()),
        language.grouped(draws.total()),
        outside(most, low, high, language),
        range(low, high, language),
        outside(missing, fewest, many, language),
        range(fewest, many, language),
        number = draws.most,
    )
}

/// What chance allows.
fn range(low: u64, high: u64, language: Language) -> String {
    if low == high {
        language.grouped(low)
    } else {
        format!(
            "{}\u{2013}{}",
            language.grouped(low),
            language.grouped(high)
        )
    }
}

/// A number, marked where chance does not allow it.
fn outside(number: u64, low: u64, high: u64, language: Language) -> String {
    if (low..=high).contains(&number) {
        format!("<td class=\"num\">{}</td>", language.grouped(number))
    } else {
        format!(
            "<td class=\"num beyond\"><strong>{}</strong></td>",
            language.grouped(number)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Ranking;
    use crate::sample;

    #[test]
    fn one_chart_is_shown_and_the_others_are_hidden() {
        let html = popularity(&sample::report()).unwrap();
        let hidden = html.matches(" hidden>").count();
        let all = html.matches("data-group=").count();
        assert_eq!((all, hidden), (4, 3));
    }

    #[test]
    fn a_number_beyond_chance_is_marked() {
        assert!(outside(5, 1, 4, Language::English).contains("beyond"));
        assert!(!outside(4, 1, 4, Language::English).contains("beyond"));
    }

    #[test]
    fn labels_of_groups_are_text() {
        let mut data = sample::report();
        data.popularity.groups[1].label = "<b>Open \"1\"</b>".to_owned();
        let html = popularity(&data).unwrap();
        assert!(!html.contains("<b>Open"));
        assert!(html.contains("event &lt;b&gt;Open &quot;1&quot;&lt;/b&gt;"));
    }

    #[test]
    fn rankings_count_what_never_occurs() {
        let ranking = Ranking {
            counts: vec![3, 1, 0, 0],
            most: 0,
            band: vec![],
            missing_band: (0, 0),
        };
        assert_eq!((ranking.total(), ranking.missing()), (4, 2));
    }
}
