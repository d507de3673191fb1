//! The numbers at the top.

use std::fmt::Write as _;

use super::none;
use crate::data::{Headline, ReportData};
use crate::language::Language;
use audit960_report::escaped;

/// One line below the title: how much, from when.
pub(crate) fn scope(data: &ReportData) -> String {
    let language = data.language;
    let inputs = language.count(
        data.provenance.inputs_total as u64,
        "{0} source",
        "{0} sources",
    );
    let size = language.size(data.provenance.bytes);
    let years = match data.headline.years {
        Some((first, last)) if first == last => format!(", {first}"),
        Some((first, last)) => format!(", {first}\u{2013}{last}"),
        None => String::new(),
    };
    let games = language.count(data.headline.verdicts.total(), "{0} game", "{0} games");
    language.fill("{0} from {1}{2}; {3}", &[&games, &inputs, &years, &size])
}

/// Tiles with numbers, and the bar of the verdicts.
pub(crate) fn headline(data: &ReportData) -> String {
    let (headline, language) = (&data.headline, data.language);
    let seen = data
        .positions
        .iter()
        .filter(|position| position.row.score_tally.games() > 0)
        .count();
    let mut html = String::new();
    if headline.verdicts.total() == 0 && !data.conditions.is_empty() {
        let conditions = format!("<code>{}</code>", escaped(&data.conditions));
        html.push_str(&none(&language.fill(
            "No game of the dataset meets the conditions: {0}",
            &[&conditions],
        )));
    }
    html.push_str("<div class=\"tiles\">");
    let mut tile = |href: &str, number: &str, name: &str, note: &str| {
        let _ = write!(
            html,
            "<a class=\"tile\" href=\"{href}\"><span class=\"number\">{number}</span> <span \
             class=\"name\">{name}</span> <span class=\"note\">{}</span></a>",
            escaped(note)
        );
    };
    let plies = language.count(
        headline.plies,
        "{0} half-move replayed",
        "{0} half-moves replayed",
    );
    tile(
        "#provenance",
        &language.grouped(headline.verdicts.total()),
        language.noun(headline.verdicts.total(), "game", "games"),
        &match headline.moveless {
            0 => plies,
            moveless => {
                let moveless =
                    language.count(moveless, "{0} game has no moves", "{0} games have no moves");
                language.fill("{0}; {1}", &[&plies, &moveless])
            }
        },
    );
    tile(
        "#map",
        &language.fill("{0}<small> of 960</small>", &[&seen.to_string()]),
        language.text("start positions played"),
        &starts(data),
    );
    tile(
        "#incidents",
        &language.grouped(headline.incidents),
        language.noun(
            headline.incidents,
            "run of fifty moves",
            "runs of fifty moves",
        ),
        &claims(headline, language),
    );
    let (findings, errors) = headline.findings;
    tile(
        "#findings",
        &language.grouped(findings),
        language.noun(findings, "finding", "findings"),
        &language.fill("{0} of severity error", &[&language.grouped(errors)]),
    );
    html.push_str("</div>");
    html.push_str(&verdicts(data));
    html
}

fn claims(headline: &Headline, language: Language) -> String {
    let claimable = match headline.claimable {
        0 if headline.incidents > 0 => {
            let none = language.text(
                "none claimable by the law of the day where it was played: draws are automatic there, the game was \
                 over before, or the rule is not known",
            );
            none.to_owned()
        }
        claimable => language.fill(
            "{0} claimable under law and venue",
            &[&language.grouped(claimable)],
        ),
    };
    let repetitions = language.grouped(headline.repetitions);
    let lost = language.count(headline.half_points_lost, "{0} game", "{0} games");
    let lost = match headline.half_points_uncertain {
        0 => lost,
        uncertain => language.fill(
            "{0}, {1} of them under a law that sources leave open",
            &[&lost, &language.grouped(uncertain)],
        ),
    };
    let lost = match headline.half_points_in_copies {
        0 => lost,
        copies => language.fill(
            "{0}, {1} of them in copies of other games",
            &[&lost, &language.grouped(copies)],
        ),
    };
    language.fill(
        "{0}; {1} by repetition; half a point lost in {2}",
        &[&claimable, &repetitions, &lost],
    )
}

fn starts(data: &ReportData) -> String {
    let language = data.language;
    let kinds = data.headline.starts.iter();
    let kinds: Vec<String> = kinds
        .map(|(kind, games)| {
            let kind = kind.replace('_', " ");
            format!("{} {}", language.grouped(*games), language.text(&kind))
        })
        .collect();
    if kinds.is_empty() {
        language.text("no games").to_owned()
    } else {
        language.fill("games: {0}", &[&kinds.join(", ")])
    }
}

/// Games by verdict, as a bar with its legend. Widths are whole parts of the picture's width, so
/// that no style needs to be computed in the page.
fn verdicts(data: &ReportData) -> String {
    let (counts, language) = (data.headline.verdicts, data.language);
    let total = counts.total();
    let read_as_written = match data.headline.moveless {
        0 => language.text("replayed as written").to_owned(),
        moveless => language.count(
            moveless,
            "read as written; {0} game has no moves, and nothing was there to replay",
            "read as written; {0} games have no moves, and nothing was there to replay",
        ),
    };
    let parts = [
        ("ok", counts.ok, read_as_written.as_str()),
        (
            "repaired",
            counts.repaired,
            language.text("replayed with a repair"),
        ),
        ("damaged", counts.damaged, language.text("replayed in part")),
        ("rejected", counts.rejected, language.text("not replayed")),
        (
            "foreign",
            counts.foreign,
            language.text("another variant, not replayed"),
        ),
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
            "<li><span class=\"swatch {name}\"></span><strong>{}</strong> {} <span class=\"faint\">\
             ({}, {meaning})</span></li>",
            language.grouped(count),
            language.text(name),
            match total {
                0 => "\u{2013}".to_owned(),
                _ => language.percent(count, total),
            }
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
    fn one_is_singular() {
        let mut data = sample::report();
        data.headline = Headline {
            plies: 1,
            moveless: 1,
            incidents: 1,
            findings: (1, 1),
            ..Headline::default()
        };
        data.headline.verdicts.ok = 1;
        let html = headline(&data);
        for words in [
            "1</span> <span class=\"name\">game</span>",
            "1 half-move replayed; 1 game has no moves",
            "1</span> <span class=\"name\">run of fifty moves</span>",
            "1</span> <span class=\"name\">finding</span>",
            "read as written; 1 game has no moves,",
        ] {
            assert!(html.contains(words), "{words}: {html}");
        }
        data.language = Language::French;
        data.headline.findings = (2, 0);
        let html = headline(&data);
        assert!(html.contains("dont 0 de gravité"), "{html}");
    }

    /// The archive may well have games: the conditions left none.
    #[test]
    fn a_part_without_games_names_its_conditions() {
        let mut data = sample::empty();
        assert!(!headline(&data).contains("conditions"));
        data.conditions = "--event \"A & B\"".to_owned();
        let words = "No game of the dataset meets the conditions: <code>--event &quot;A &amp; B&quot;</code>";
        assert!(headline(&data).contains(words), "{}", headline(&data));
    }

    #[test]
    fn an_empty_archive_has_a_bar_without_parts() {
        let mut data = sample::report();
        data.headline = crate::data::Headline::default();
        assert!(!headline(&data).contains("NaN"));
        assert!(scope(&data).starts_with("0 games from"));
    }
}
