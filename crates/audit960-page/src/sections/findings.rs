//! Findings by code, each with what it means, where it occurs, and the first ones.

use std::fmt::Write as _;

use audit960_types::{Effect, Severity, message};

use super::{details, none};
use crate::data::{FindingExample, FindingGroup, ReportData};
use crate::json::clipped;
use crate::language::Language;
use audit960_report::escaped;

/// The list of the codes.
pub(crate) fn findings(data: &ReportData) -> String {
    let language = data.language;
    if data.findings.is_empty() {
        return none(language.text("No findings: everything reads as the standard says."));
    }
    let mut html = String::new();
    let severities = data
        .findings
        .chunk_by(|a, b| a.code.severity() == b.code.severity());
    for groups in severities {
        let mut list = String::from("<div class=\"findings\">");
        for group in groups {
            push_group(&mut list, group, language);
        }
        list.push_str("</div>");
        let kinds = groups.len() as u64;
        let summary = match groups.first().map(|group| group.code.severity()) {
            // What is worst is there without a click.
            _ if html.is_empty() => None,
            Some(Severity::Info) => Some(language.count(kinds, "count-information")),
            _ => Some(language.count(kinds, "count-warnings")),
        };
        html.push_str(&summary.map_or_else(|| list.clone(), |summary| details(&summary, &list)));
    }
    html
}

fn push_group(html: &mut String, group: &FindingGroup, language: Language) {
    let code = group.code;
    let severity = code.severity().as_str();
    // Examples are English.
    let english = match language {
        Language::English => "",
        _ => " lang=\"en\"",
    };
    let _ = write!(
        html,
        "<details id=\"{0}\"><summary><span class=\"severity {severity}\">{7}</span> \
         <code>{0}</code> <span class=\"name\">{1}</span> <span class=\"meaning\">{3}</span> <span \
         class=\"count\">{2}</span></summary><dl class=\"facts\"><dt>{8}</dt><dd{english}><code>{4}</code></dd><dt>{9}</dt>\
         <dd>{5}</dd><dt>{10}</dt><dd>{6}</dd></dl>",
        code.as_str(),
        code.name(),
        language.grouped(group.count),
        escaped(&language.meaning(code)),
        escaped(code.example()),
        escaped(&language.action(code)),
        effect(code.effect(), language),
        language.text(severity),
        language.text("Example"),
        language.text("What audit960 does"),
        language.text("Verdict"),
    );
    push_sources(html, group, language);
    if !group.examples.is_empty() {
        let _ = write!(
            html,
            "<h3>{}</h3><ul class=\"examples\">",
            language.text("The first of them")
        );
        for example in &group.examples {
            push_example(html, example, language);
        }
        html.push_str("</ul>");
    }
    html.push_str("</details>");
}

fn push_sources(html: &mut String, group: &FindingGroup, language: Language) {
    let _ = write!(
        html,
        "<h3>{}</h3><ul class=\"sources\">",
        language.text("By source")
    );
    for (source, count) in &group.sources {
        let _ = write!(
            html,
            "<li><bdi>{}</bdi> <span class=\"count\">{}</span></li>",
            escaped(&clipped(source)),
            language.grouped(*count)
        );
    }
    let rest = group
        .sources_total
        .saturating_sub(group.sources.len() as u64);
    if rest > 0 {
        let shown: u64 = group.sources.iter().map(|(_, count)| count).sum();
        let _ = write!(
            html,
            "<li class=\"faint\">{}</li>",
            language.say(&message!(
                "count-in-other-sources",
                findings = group.count.saturating_sub(shown),
                count = rest
            ))
        );
    }
    html.push_str("</ul>");
}

/// An example: where it is, what is wrong, and the text itself. Messages are English; in other languages what the code means
/// stands for them.
fn push_example(html: &mut String, example: &FindingExample, language: Language) {
    let line = example
        .line
        .map_or_else(String::new, |line| format!(":{line}:{}", example.column));
    let _ = write!(
        html,
        "<li><span class=\"place\"><bdi>{}</bdi>{line}</span>",
        escaped(&clipped(&example.source)),
    );
    if language == Language::English {
        let _ = write!(html, " {}", escaped(&clipped(&example.message)));
    }
    if !example.excerpt.is_empty() {
        let _ = write!(html, "<pre>{}</pre>", escaped(&clipped(&example.excerpt)));
    }
    html.push_str("</li>");
}

fn effect(effect: Effect, language: Language) -> &'static str {
    match effect {
        Effect::None => language.text("stays as it is"),
        Effect::Repaired => language.text("repaired at best"),
        Effect::Damaged => language.text("damaged"),
        Effect::Rejected => language.text("rejected"),
        Effect::Foreign => language.text("foreign"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn messages_of_an_archive_are_text() {
        let mut data = sample::report();
        data.findings[0].examples[0].message = "<img src=x onerror=alert(1)> \"".to_owned();
        data.findings[0].sources[0].0 = "<i>.pgn".to_owned();
        let html = findings(&data);
        assert!(!html.contains("<img") && !html.contains("<i>"));
        assert!(html.contains("&lt;img src=x onerror=alert(1)&gt; &quot;"));
    }

    /// A French sentence says what the code means, and the text of the archive is what it is.
    #[test]
    fn an_example_has_no_english_in_other_languages() {
        let mut data = sample::report();
        let example = &mut data.findings[0].examples[0];
        example.message = "a message in English".to_owned();
        example.excerpt = "1. e4 e9".to_owned();
        for (language, is_said) in [(Language::English, true), (Language::French, false)] {
            data.language = language;
            let html = findings(&data);
            assert_eq!(html.contains("a message in English"), is_said);
            assert!(html.contains("<pre>1. e4 e9</pre>"));
            // The example of the catalogue is English.
            assert_eq!(html.contains("<dd lang=\"en\"><code>"), !is_said);
        }
    }

    #[test]
    fn sources_without_room_are_counted() {
        let mut data = sample::report();
        let group = &mut data.findings[0];
        (group.count, group.sources_total) = (12, 3);
        group.sources = vec![("a.pgn".to_owned(), 7)];
        assert!(findings(&data).contains("and 5 in 2 other sources"));
    }
}
