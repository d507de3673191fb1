//! Where the numbers come from, and that nothing is missing.

use std::fmt::Write as _;

use audit960_types::VerdictCounts;

use super::{details, shown, table};
use crate::data::ReportData;
use crate::json::clipped;
use crate::language::Language;
use audit960_report::escaped;

/// The conservation law, the options, and the inputs with their checksums.
pub(crate) fn provenance(data: &ReportData) -> String {
    let mut html = law(data);
    let options = options(data);
    html.push_str(&details(
        data.language.text("Program and options"),
        &options,
    ));
    html.push_str(&inputs(data));
    html
}

fn law(data: &ReportData) -> String {
    let (from, language) = (&data.provenance, data.language);
    let gaps: u64 = from.gaps.iter().map(|(_, bytes)| bytes).sum();
    let kinds: Vec<String> = from
        .gaps
        .iter()
        .filter(|(_, bytes)| *bytes > 0)
        .map(|(kind, bytes)| {
            let kind = kind.replace('_', " ");
            format!("{} {}", language.text(&kind), language.grouped(*bytes))
        })
        .collect();
    let kinds = if kinds.is_empty() {
        String::new()
    } else {
        format!(" ({})", kinds.join(", "))
    };
    format!(
        "<p>{}</p><dl class=\"facts law\"><dt>{}</dt><dd>{}</dd>{}{}{}</dl>",
        language.text("Every byte and every game is accounted for:"),
        language.text("Bytes"),
        language.fill(
            "{0} = {1} in games + {2} in gaps{3}",
            &[
                &language.grouped(from.bytes),
                &language.grouped(from.game_bytes),
                &language.grouped(gaps),
                &escaped(&kinds)
            ]
        ),
        by_verdict(language.text("Games"), from.games, language),
        if data.conditions.is_empty() {
            String::new()
        } else {
            let of_page = language.text("Games of this page");
            by_verdict(of_page, data.headline.verdicts, language)
        },
        if from.positions.total() > 0 {
            by_verdict(language.text("Positions"), from.positions, language)
        } else {
            String::new()
        },
    )
}

/// The law of conservation for games or for lines of positions: the verdicts that occur.
fn by_verdict(what: &str, verdicts: VerdictCounts, language: Language) -> String {
    let occurring = super::headline::occurring(verdicts, language);
    let occurring: Vec<_> = occurring
        .map(|(name, count)| format!("{} {name}", language.grouped(count)))
        .collect();
    format!(
        "<dt>{what}</dt><dd>{} = {}</dd>",
        language.grouped(verdicts.total()),
        match occurring.is_empty() {
            true => "0".to_owned(),
            false => occurring.join(" + "),
        }
    )
}

fn options(data: &ReportData) -> String {
    let (from, language) = (&data.provenance, data.language);
    let mut html = format!(
        "<dl class=\"facts\"><dt>{}</dt><dd>audit960 {}</dd><dt>{}</dt><dd>{}</dd>",
        language.text("Program"),
        escaped(&from.program_version),
        language.text("Format"),
        escaped(&from.format_version)
    );
    for (name, value) in &from.options {
        let _ = write!(
            html,
            "<dt>{}</dt><dd>{}</dd>",
            escaped(language.text(&name.replace('_', " "))),
            escaped(&clipped(language.text(value)))
        );
    }
    html.push_str("</dl>");
    html
}

fn inputs(data: &ReportData) -> String {
    let (from, language) = (&data.provenance, data.language);
    let heads = [
        language.text("Input"),
        language.text("Games"),
        language.text("Size"),
        "XXH3-128",
    ];
    let rows = from.inputs.iter().map(|input| {
        vec![
            format!("<bdi>{}</bdi>", escaped(&clipped(&input.name))),
            language.grouped(input.games),
            language.size(input.size),
            format!("<code>{}</code>", escaped(&input.checksum)),
        ]
    });
    let mut html = table(language.text("Inputs"), &heads, rows);
    let (all, listed) = (from.inputs_total as u64, from.inputs.len());
    let _ = write!(
        html,
        "<p class=\"faint\">{}</p>",
        shown(all, listed, language)
    );
    let summary = language.count(all, "count-inputs");
    details(&summary, &html)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn both_sides_of_the_law_are_there() {
        let mut data = sample::report();
        data.provenance.bytes = 1000;
        data.provenance.game_bytes = 990;
        data.provenance.gaps = vec![("between_games".to_owned(), 10), ("lost".to_owned(), 0)];
        let html = provenance(&data);
        assert!(html.contains("1,000 = 990 in games + 10 in gaps (between games 10)"));
        assert!(!html.contains("Positions"));
        data.provenance.positions = VerdictCounts {
            ok: 1_200,
            rejected: 1,
            ..VerdictCounts::default()
        };
        let html = provenance(&data);
        assert!(html.contains("<dt>Positions</dt><dd>1,201 = 1,200 ok + 1 rejected</dd>"));
    }

    /// The bytes are those of all games; how many of these the page is about is a line of its own.
    #[test]
    fn a_part_says_how_many_games_the_dataset_has() {
        let mut data = sample::report();
        data.provenance.games.ok = 141;
        data.headline.verdicts = VerdictCounts::default();
        data.headline.verdicts.ok = 122;
        let all = "<dt>Games</dt><dd>141 = 141 ok</dd>";
        let page = "<dt>Games of this page</dt><dd>122 = 122 ok</dd>";
        let html = provenance(&data);
        assert!(html.contains(all) && !html.contains("Games of this page"));
        data.conditions = "--no-engines".to_owned();
        let html = provenance(&data);
        assert!(html.contains(all) && html.contains(page));
    }

    #[test]
    fn inputs_without_room_are_counted() {
        let mut data = sample::report();
        assert!(!provenance(&data).contains("are listed here"));
        data.provenance.inputs_total = data.provenance.inputs.len() + 1_000;
        assert!(provenance(&data).contains(" 1 of 1,001 are listed here."));
    }
}
