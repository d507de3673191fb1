//! The games by year, by event and by player.

use std::io;

use super::{details, known_share, range, share, table};
use crate::charts::trend_chart;
use crate::data::{PlayerLine, ReportData, ResultLine};
use crate::json::clipped;
use crate::language::Language;
use audit960_report::escaped;

/// The years: a chart, and the table behind it; nothing where there are fewer than two.
pub(crate) fn trend(data: &ReportData) -> io::Result<String> {
    let (years, language) = (&data.years, data.language);
    if years.len() < 2 {
        return Ok(String::new());
    }
    let label = language.text("Results by year");
    let numbers = lines(label, language.text("Year"), years, language);
    Ok(format!(
        "<figure class=\"card\" id=\"trend\"><h3>{}</h3>{}<figcaption>{}</figcaption>{}</figure>",
        language.text("Over the years"),
        trend_chart(years, language)?,
        language.text(
            "Dots: White's score with its 95\u{a0}% interval. Dashed: share of draws. Players, speeds and venues change over the \
             years, so a trend is not due to the positions alone."
        ),
        details(language.text("The numbers"), &numbers),
    ))
}

/// The events and the players with the most games, as far as the dataset has them.
pub(crate) fn people(data: &ReportData) -> String {
    let language = data.language;
    let mut html = String::new();
    if !data.events.is_empty() {
        let label = language.text("Events with the most games");
        let numbers = lines(label, language.text("Event"), &data.events, language);
        html.push_str(&details(label, &numbers));
    }
    if !data.players.is_empty() {
        let label = language.text("Players with the most games");
        let heads = [
            language.text("Player"),
            language.text("Games"),
            language.text("Wins"),
            language.text("Draws"),
            language.text("Losses"),
            language.text("Score"),
            language.text("Highest rating"),
        ];
        let rows = data.players.iter().map(|line| player(line, language));
        html.push_str(&details(label, &table(label, &heads, rows)));
    }
    html
}

fn player(line: &PlayerLine, language: Language) -> Vec<String> {
    let count = |games: i64| language.grouped(games.unsigned_abs());
    let [wins, draws, losses] = line.results.map(count);
    vec![
        name(&line.name),
        count(line.games),
        wins,
        draws,
        losses,
        known_share(line.score, language),
        line.highest_elo
            .map_or_else(String::new, |elo| elo.to_string()),
    ]
}

/// A table of groups of games with a result.
fn lines(label: &str, head: &str, lines: &[ResultLine], language: Language) -> String {
    let heads = [
        head,
        language.text("Games with a result"),
        language.text("White's score"),
        language.text("95\u{a0}% interval"),
        language.text("Draws"),
    ];
    let rows = lines.iter().map(|line| {
        vec![
            name(&line.name),
            language.grouped(line.games),
            share(line.score, language),
            range(line.interval, language),
            share(line.draws, language),
        ]
    });
    table(label, &heads, rows)
}

/// A name of the archive.
fn name(text: &str) -> String {
    format!("<bdi>{}</bdi>", escaped(&clipped(text)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn every_year_has_its_row() {
        let html = trend(&sample::report()).unwrap();
        assert_eq!(html.matches("<th scope=\"row\">").count(), 2);
        assert!(
            html.contains("<th scope=\"row\"><bdi>2021</bdi></th><td class=\"num\">1,200</td>")
        );
        assert_eq!(trend(&sample::empty()).unwrap(), "");
    }

    #[test]
    fn names_of_events_and_players_are_text() {
        let mut data = sample::report();
        assert_eq!(people(&data), "");
        data.events = vec![ResultLine {
            name: "<b>Open \"1\"</b>".to_owned(),
            interval: None,
            ..data.years[0].clone()
        }];
        data.players = vec![PlayerLine {
            name: "<i>".to_owned(),
            games: 3,
            results: [1, 1, 1],
            score: Some(0.5),
            highest_elo: Some(2700),
        }];
        let html = people(&data);
        assert!(!html.contains("<b>") && !html.contains("<i>"));
        assert!(html.contains("<bdi>&lt;b&gt;Open &quot;1&quot;&lt;/b&gt;</bdi>"));
        assert!(html.contains("<bdi>&lt;i&gt;</bdi></th><td class=\"num\">3</td>"));
        assert!(html.contains("<td class=\"num\">50.0\u{a0}%</td><td class=\"num\">2700</td>"));
    }
}
