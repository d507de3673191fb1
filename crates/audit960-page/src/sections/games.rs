//! The games by kind of start: results, lengths and ratings.

use std::fmt::Write as _;
use std::io;

use audit960_types::StartKind;

use super::{head, none, table_start};
use crate::charts::spread_chart;
use crate::data::{KindOfGames, ReportData};
use crate::language::Language;
use audit960_report::escaped;

/// Fewer games than these are no picture.
const LEAST: u64 = 20;

/// A table of the kinds, and charts of those with enough games.
pub(crate) fn games(data: &ReportData) -> io::Result<String> {
    let language = data.language;
    if data.kinds.is_empty() {
        return Ok(none(
            language.text("None of these games has a known start."),
        ));
    }
    let mut html = table_start(language.text("Games by kind of start"));
    html.push_str(&head(language.text("Games"), false));
    for name in [
        language.text("Number"),
        language.text("White won"),
        language.text("Drawn"),
        language.text("Black won"),
        language.text("Without result"),
        language.text("White\u{2019}s score"),
        language.text("Median length"),
        language.text("Median rating"),
    ] {
        html.push_str(&head(name, true));
    }
    html.push_str("</tr></thead><tbody>");
    for kind in &data.kinds {
        html.push_str(&row(kind, language));
    }
    let _ = write!(
        html,
        "</tbody></table></div><p class=\"faint\">{}</p>",
        language.text(
            "Copies of other games and games without moves are left out. Shares are of the games with a result; the score \
             has its 95\u{a0}% interval. Length is in moves of both players, rating the mean of both."
        )
    );
    html.push_str("<div class=\"charts\">");
    for kind in &data.kinds {
        let of = name(kind.kind, language);
        let charts = [
            (&kind.lengths, "{0} by length", language.text("moves")),
            (
                &kind.ratings,
                "{0} by rating",
                language.text("mean rating of the players"),
            ),
        ];
        for (bands, title, unit) in charts {
            let games: u64 = bands.iter().map(|band| band.games).sum();
            if games < LEAST {
                continue;
            }
            let _ = write!(
                html,
                "<figure class=\"card\"><figcaption>{}</figcaption>{}</figure>",
                language.fill(title, &[of]),
                spread_chart(bands, of, unit, language)?
            );
        }
    }
    html.push_str("</div>");
    Ok(html)
}

fn row(kind: &KindOfGames, language: Language) -> String {
    let tally = &kind.score_tally;
    let decided = tally.decided();
    let none = || "\u{2013}".to_owned();
    let share = |games: u64| match decided {
        0 => none(),
        _ => format!(
            "{}\u{a0}<span class=\"faint\">{}</span>",
            language.grouped(games),
            escaped(&language.percent(games, decided))
        ),
    };
    let score = kind.score.map_or_else(none, |score| {
        let interval = kind.interval.map_or_else(String::new, |(low, high)| {
            format!(
                "\u{a0}<span class=\"faint\">{}</span>",
                language.number(&format!("{:.1}\u{2013}{:.1}", 100.0 * low, 100.0 * high))
            )
        });
        let score = format!("{:.1}\u{a0}%", 100.0 * score);
        format!("{}{interval}", language.number(&score))
    });
    let cells = [
        language.grouped(tally.games()),
        share(tally.white_wins),
        share(tally.draws),
        share(tally.black_wins),
        language.grouped(tally.unfinished),
        score,
        kind.median_moves.map_or_else(none, |moves| {
            language.count(moves.round() as u64, "{0} move", "{0} moves")
        }),
        kind.median_rating
            .map_or_else(none, |rating| format!("{rating:.0}")),
    ];
    let mut html = format!("<tr><th scope=\"row\">{}</th>", name(kind.kind, language));
    for cell in cells {
        let _ = write!(html, "<td class=\"num\">{cell}</td>");
    }
    html.push_str("</tr>");
    html
}

/// A kind of start, for people.
fn name(kind: StartKind, language: Language) -> &'static str {
    match kind {
        StartKind::Standard => language.text("Standard chess"),
        StartKind::Chess960 => language.text("Chess960"),
        StartKind::DoubleChess960 => language.text("Double Chess960"),
        StartKind::Other => language.text("Games from other positions"),
        StartKind::Unknown => language.text("Games with an unknown start"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Band;
    use crate::sample;
    use audit960_types::ScoreTally;

    #[test]
    fn each_kind_has_its_row_and_a_picture_if_it_has_games_enough() {
        let mut data = sample::empty();
        assert!(games(&data).unwrap().contains("None of these games"));
        let band = |games| {
            vec![Band {
                from: 30,
                width: 10,
                is_open: false,
                games,
            }]
        };
        let kind = |kind, games| KindOfGames {
            kind,
            score_tally: ScoreTally {
                white_wins: games / 2,
                draws: games / 4,
                black_wins: games / 4,
                unfinished: 1,
            },
            score: Some(0.625),
            interval: Some((0.5, 0.75)),
            median_moves: Some(38.5),
            median_rating: None,
            lengths: band(games),
            ratings: Vec::new(),
        };
        data.kinds = vec![
            kind(StartKind::Standard, 2_000),
            kind(StartKind::DoubleChess960, 8),
        ];
        let html = games(&data).unwrap();
        assert!(html.contains(
            "<th scope=\"row\">Standard chess</th><td class=\"num\">2,001</td><td \
             class=\"num\">1,000\u{a0}<span class=\"faint\">50.0 %</span></td>"
        ));
        assert!(html.contains("62.5\u{a0}%\u{a0}<span class=\"faint\">50.0\u{2013}75.0</span>"));
        assert!(html.contains("<th scope=\"row\">Double Chess960</th><td class=\"num\">9</td>"));
        assert_eq!(html.matches("<figure").count(), 1);
        assert!(html.contains("Standard chess by length"));
    }
}
