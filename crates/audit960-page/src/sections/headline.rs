//! The numbers at the top.

use std::fmt::Write as _;

use super::plural;
use crate::data::{Headline, ReportData};
use audit960_report::escaped;
use audit960_report::{grouped, megabytes, percent};

/// One line below the title: how much, from when.
pub(crate) fn scope(data: &ReportData) -> String {
    let inputs = plural(data.provenance.inputs_total as u64, "source");
    let size = megabytes(data.provenance.bytes);
    let years = match data.headline.years {
        Some((first, last)) if first == last => format!(", {first}"),
        Some((first, last)) => format!(", {first}\u{2013}{last}"),
        None => String::new(),
    };
    format!(
        "{} from {inputs}{years}; {size}",
        plural(data.headline.verdicts.total(), "game")
    )
}

/// Tiles with numbers, and the bar of the verdicts.
pub(crate) fn headline(data: &ReportData) -> String {
    let headline = &data.headline;
    let seen = data
        .positions
        .iter()
        .filter(|position| position.row.score_tally.games() > 0)
        .count();
    let mut html = String::from("<div class=\"tiles\">");
    let mut tile = |href: &str, number: &str, name: &str, note: &str| {
        let _ = write!(
            html,
            "<a class=\"tile\" href=\"{href}\"><span class=\"number\">{number}</span> <span \
             class=\"name\">{name}</span> <span class=\"note\">{}</span></a>",
            escaped(note)
        );
    };
    tile(
        "#provenance",
        &grouped(headline.verdicts.total()),
        "games",
        &match headline.moveless {
            0 => format!("{} half-moves replayed", grouped(headline.plies)),
            moveless => format!(
                "{} half-moves replayed; {} have no moves",
                grouped(headline.plies),
                grouped(moveless)
            ),
        },
    );
    tile(
        "#map",
        &format!("{seen}<small> of 960</small>"),
        "start positions played",
        &starts(data),
    );
    tile(
        "#incidents",
        &grouped(headline.incidents),
        "runs with a claimable draw",
        &claims(headline),
    );
    let (findings, errors) = headline.findings;
    tile(
        "#findings",
        &grouped(findings),
        "findings",
        &format!("{} of severity error", grouped(errors)),
    );
    html.push_str("</div>");
    html.push_str(&verdicts(data));
    html
}

fn claims(headline: &Headline) -> String {
    let claimable = match headline.claimable {
        0 if headline.incidents > 0 => {
            "none claimable by the law of the day where it was played: draws are \
             automatic there, or the rule is not known"
                .to_owned()
        }
        claimable => format!("{} claimable under law and venue", grouped(claimable)),
    };
    format!(
        "{claimable}; {} by repetition; half a point lost in {}",
        grouped(headline.repetitions),
        plural(headline.half_points_lost, "game"),
    )
}

fn starts(data: &ReportData) -> String {
    let kinds = data.headline.starts.iter();
    let kinds: Vec<String> = kinds
        .map(|(kind, games)| format!("{} {}", grouped(*games), kind.replace('_', " ")))
        .collect();
    if kinds.is_empty() {
        "no games".to_owned()
    } else {
        format!("games: {}", kinds.join(", "))
    }
}

/// Games by verdict, as a bar with its legend. Widths are whole parts of the picture's width, so
/// that no style needs to be computed in the page.
fn verdicts(data: &ReportData) -> String {
    let counts = data.headline.verdicts;
    let total = counts.total();
    let read_as_written = match data.headline.moveless {
        0 => "replayed as written".to_owned(),
        moveless => format!(
            "read as written; {} games have no moves, and nothing was there to replay",
            grouped(moveless)
        ),
    };
    let parts = [
        ("ok", counts.ok, read_as_written.as_str()),
        ("repaired", counts.repaired, "replayed with a repair"),
        ("damaged", counts.damaged, "replayed in part"),
        ("rejected", counts.rejected, "not replayed"),
        ("foreign", counts.foreign, "another variant, not replayed"),
    ];
    let mut bar = String::new();
    let mut legend = String::new();
    let mut left = 0.0;
    for (name, count, meaning) in parts {
        let width = if total > 0 {
            count as f64 * 1000.0 / total as f64
        } else {
            0.0
        };
        let _ = write!(
            bar,
            "<rect class=\"{name}\" x=\"{left:.2}\" y=\"0\" width=\"{width:.2}\" height=\"14\"/>"
        );
        left += width;
        let _ = write!(
            legend,
            "<li><span class=\"swatch {name}\"></span><strong>{}</strong> {name} <span class=\"faint\">\
             ({}, {meaning})</span></li>",
            grouped(count),
            percent(count, total)
        );
    }
    format!(
        "<figure class=\"verdicts\"><svg viewBox=\"0 0 1000 14\" preserveAspectRatio=\"none\" \
         aria-hidden=\"true\">{bar}</svg><figcaption><ul>{legend}</ul></figcaption></figure>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn numbers_are_those_of_the_archive() {
        let mut data = sample::report();
        data.headline.verdicts.ok = 1_234;
        data.headline.verdicts.damaged = 1;
        data.headline.years = Some((1989, 2009));
        let html = headline(&data);
        assert!(html.contains("<span class=\"number\">1,235</span>"));
        assert!(html.contains("<strong>1,234</strong> ok"));
        assert!(scope(&data).starts_with("1,235 games from 1 source, 1989\u{2013}2009; "));
    }

    #[test]
    fn an_empty_archive_has_a_bar_without_parts() {
        let mut data = sample::report();
        data.headline = crate::data::Headline::default();
        assert!(!headline(&data).contains("NaN"));
        assert!(scope(&data).starts_with("0 games from"));
    }
}
