//! The games by kind of start, and by the file of the king.

use audit960_types::StartKind;

use super::{known_share, none, range, table};
use crate::data::{KindOfGames, ReportData};
use crate::language::Language;
use audit960_report::escaped;

/// A table of the kinds; a sentence without any.
pub(crate) fn games(data: &ReportData) -> String {
    let language = data.language;
    if data.kinds.is_empty() {
        return none(language.text("None of these games has a known start."));
    }
    let heads = [
        language.text("Games"),
        language.text("Number"),
        language.text("White\u{2019}s score"),
        language.text("White won"),
        language.text("Drawn"),
        language.text("Black won"),
        language.text("Without result"),
        language.text("Median length"),
        language.text("Median rating"),
    ];
    let rows = data.kinds.iter().map(|kind| row(kind, language));
    let table = table(language.text("Games by kind of start"), &heads, rows);
    let left_out = match data.headline.copies_unknown {
        true => {
            language.text("Copies of games were not looked for. Games without moves are left out.")
        }
        false => language.text("Copies of other games and games without moves are left out."),
    };
    let note = language.text(
        "Shares are of the games with a result; the score has its 95\u{a0}% interval. Length is in moves of both \
         players, rating the mean of both.",
    );
    format!("{table}<p class=\"faint\">{left_out} {note}</p>")
}

/// White's score by the file of the king; empty without games of Chess960.
pub(crate) fn king_files(data: &ReportData) -> String {
    let language = data.language;
    if data
        .king_files
        .iter()
        .all(|row| row.group.score_tally.games() == 0)
    {
        return String::new();
    }
    let title = language.text("Results by file of the king");
    let heads = [
        language.text("King"),
        language.text("Games"),
        language.text("Score"),
        language.text("95\u{a0}% interval"),
    ];
    let rows = data.king_files.iter().map(|row| {
        let group = &row.group;
        vec![
            format!("{}1", row.king_file),
            language.grouped(group.score_tally.games()),
            known_share(group.score, language),
            range(group.score_low.zip(group.score_high), language),
        ]
    });
    format!(
        "<div class=\"card\"><h3>{title}</h3>{}</div>",
        table(title, &heads, rows)
    )
}

fn row(kind: &KindOfGames, language: Language) -> Vec<String> {
    let tally = &kind.score_tally;
    let decided = tally.decided();
    let dash = || "\u{2013}".to_owned();
    let share = |games: u64| match decided {
        0 => dash(),
        _ => format!(
            "{}\u{a0}<span class=\"faint\">{}</span>",
            language.grouped(games),
            escaped(&language.percent(games, decided))
        ),
    };
    let mut score = known_share(kind.score, language);
    if kind.interval.is_some() {
        let interval = range(kind.interval, language);
        score.push_str(&format!("\u{a0}<span class=\"faint\">{interval}</span>"));
    }
    vec![
        name(kind.kind, language).to_owned(),
        language.grouped(tally.games()),
        score,
        share(tally.white_wins),
        share(tally.draws),
        share(tally.black_wins),
        language.grouped(tally.unfinished),
        kind.median_moves.map_or_else(dash, |moves| {
            language.count(moves.round() as u64, "count-moves")
        }),
        kind.median_rating
            .map_or_else(dash, |rating| format!("{rating:.0}")),
    ]
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
    use crate::sample;
    use audit960_types::ScoreTally;

    #[test]
    fn each_kind_has_its_row() {
        let mut data = sample::empty();
        assert!(games(&data).contains("None of these games"));
        let kind = |kind, games: u64| KindOfGames {
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
        };
        data.kinds = vec![
            kind(StartKind::Standard, 2_000),
            kind(StartKind::DoubleChess960, 8),
        ];
        let html = games(&data);
        assert!(html.contains(
            "<th scope=\"row\">Standard chess</th><td class=\"num\">2,001</td><td \
             class=\"num\">62.5\u{a0}%\u{a0}<span class=\"faint\">50.0\u{2013}75.0\u{a0}%</span></td><td \
             class=\"num\">1,000\u{a0}<span class=\"faint\">50.0 %</span></td>"
        ));
        assert!(html.contains("<th scope=\"row\">Double Chess960</th><td class=\"num\">9</td>"));
        assert!(html.contains(">Copies of other games and games without moves are left out. "));
        data.headline.copies_unknown = true;
        let html = games(&data);
        assert!(html.contains(">Copies of games were not looked for. "));
        assert!(!html.contains("Copies of other games"));
    }
}
