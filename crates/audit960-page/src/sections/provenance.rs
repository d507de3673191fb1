//! Where the numbers come from, and that nothing is missing.

use std::fmt::Write as _;

use audit960_types::VerdictCounts;

use super::{dataset_part, head, table_start};
use crate::data::ReportData;
use crate::json::clipped;
use crate::language::Language;
use audit960_report::escaped;

/// The conservation law, the options, the inputs with their checksums, the tables.
pub(crate) fn provenance(data: &ReportData) -> String {
    let mut html = law(data);
    html.push_str(&options(data));
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
        by_verdict(language.text("Games"), from.games, true, language),
        if data.conditions.is_empty() {
            String::new()
        } else {
            let of_page = language.text("Games of this page");
            by_verdict(of_page, data.headline.verdicts, true, language)
        },
        if from.positions.total() > 0 {
            by_verdict(language.text("Positions"), from.positions, false, language)
        } else {
            String::new()
        },
    )
}

/// The law of conservation for games or for lines of positions; only a game can be foreign.
fn by_verdict(
    what: &str,
    verdicts: VerdictCounts,
    with_foreign: bool,
    language: Language,
) -> String {
    let foreign = if with_foreign {
        format!(
            " + {} {}",
            language.grouped(verdicts.foreign),
            language.text("foreign")
        )
    } else {
        String::new()
    };
    format!(
        "<dt>{what}</dt><dd>{}{foreign}</dd>",
        language.fill(
            "{0} = {1} ok + {2} repaired + {3} damaged + {4} rejected",
            &[
                &language.grouped(verdicts.total()),
                &language.grouped(verdicts.ok),
                &language.grouped(verdicts.repaired),
                &language.grouped(verdicts.damaged),
                &language.grouped(verdicts.rejected)
            ]
        ),
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
    let tables = from.tables.iter().map(String::as_str);
    let tables: Vec<String> = tables
        .chain(["manifest.json"])
        .map(|table| dataset_part(data, table))
        .collect();
    let _ = write!(
        html,
        "<dt>{}</dt><dd>{}</dd></dl>",
        language.text("Dataset"),
        tables.join(" \u{b7} ")
    );
    html
}

/// Inputs up to this number are listed at once; a longer list is folded.
const OPEN: usize = 8;

fn inputs(data: &ReportData) -> String {
    let (from, language) = (&data.provenance, data.language);
    let mut html = format!(
        "<details{}><summary>{}</summary>{}{}{}{}{}</tr></thead><tbody>",
        if from.inputs_total <= OPEN {
            " open"
        } else {
            ""
        },
        language.count(
            from.inputs_total as u64,
            "{0} input with games, size and checksum",
            "{0} inputs with games, size and checksum"
        ),
        table_start(language.text("Inputs")),
        head(language.text("Input"), false),
        head(language.text("Games"), true),
        head(language.text("Size"), true),
        head("XXH3-128", false),
    );
    for input in &from.inputs {
        let _ = write!(
            html,
            "<tr><th scope=\"row\"><bdi>{}</bdi></th><td class=\"num\">{}</td><td class=\"num\" title=\"{}\">\
             {}</td><td><code>{}</code></td></tr>",
            escaped(&clipped(&input.name)),
            language.grouped(input.games),
            language.fill("{0} bytes", &[&language.grouped(input.size)]),
            language.size(input.size),
            escaped(&input.checksum)
        );
    }
    html.push_str("</tbody></table></div>");
    let rest = from.inputs_total.saturating_sub(from.inputs.len());
    if rest > 0 {
        let _ = write!(
            html,
            "<p class=\"faint\">{}</p>",
            language.fill(
                "and {0} more, all in {1}.",
                &[
                    &language.grouped(rest as u64),
                    &dataset_part(data, "manifest.json")
                ]
            )
        );
    }
    html.push_str("</details>");
    html
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn both_sides_of_the_law_are_there() {
        let mut data = sample::report();
        data.provenance.tables = vec!["games/".to_owned(), "castling.parquet".to_owned()];
        data.provenance.bytes = 1000;
        data.provenance.game_bytes = 990;
        data.provenance.gaps = vec![("between_games".to_owned(), 10), ("lost".to_owned(), 0)];
        let html = provenance(&data);
        assert!(html.contains("1,000 = 990 in games + 10 in gaps (between games 10)"));
        assert!(!html.contains("Positions"));
        assert!(html.contains(
            "<a href=\"games/\"><code>games/</code></a> \u{b7} <a href=\"castling.parquet\"><code>castling.parquet\
             </code></a> \u{b7} <a href=\"manifest.json\"><code>manifest.json</code></a></dd>"
        ));
        data.provenance.positions = VerdictCounts {
            ok: 1_200,
            rejected: 1,
            ..VerdictCounts::default()
        };
        let html = provenance(&data);
        assert!(html.contains(
            "<dt>Positions</dt><dd>1,201 = 1,200 ok + 0 repaired + 0 damaged + 1 rejected</dd>"
        ));
    }

    /// The bytes are those of all games; how many of these the page is about is a line of its own.
    #[test]
    fn a_part_says_how_many_games_the_dataset_has() {
        let mut data = sample::report();
        data.provenance.games.ok = 141;
        data.headline.verdicts = VerdictCounts::default();
        data.headline.verdicts.ok = 122;
        let all = "<dt>Games</dt><dd>141 = 141 ok +";
        let page = "<dt>Games of this page</dt><dd>122 = 122 ok +";
        let html = provenance(&data);
        assert!(html.contains(all) && !html.contains("Games of this page"));
        data.conditions = "--no-engines".to_owned();
        let html = provenance(&data);
        assert!(html.contains(all) && html.contains(page));
    }

    #[test]
    fn inputs_without_room_are_counted_and_links_follow_the_dataset() {
        let mut data = sample::report();
        data.provenance.inputs_total = data.provenance.inputs.len() + 1_000;
        data.dataset_link = Some("x/".to_owned());
        let html = provenance(&data);
        assert!(html.contains("and 1,000 more, all in <a href=\"x/manifest.json\">"));
        data.dataset_link = None;
        assert!(!provenance(&data).contains("href="));
    }
}
