//! Findings by code, each with what it means, where it occurs, and the first ones.

use std::fmt::Write as _;

use audit960_types::Effect;

use super::{dataset_part, plural};
use crate::data::{FindingExample, FindingGroup, ReportData};
use crate::json::clipped;
use audit960_report::escaped;
use audit960_report::grouped;

/// The list of the codes.
pub(crate) fn findings(data: &ReportData) -> String {
    if data.findings.is_empty() {
        return "<p class=\"none\">No findings: everything reads as the standard says.</p>".into();
    }
    let mut html = String::from("<div class=\"findings\">");
    for group in &data.findings {
        push_group(&mut html, group);
    }
    let _ = write!(
        html,
        "</div><p class=\"faint\">All findings, with line and column: {}. <code>audit960 explain \
         CODE</code> prints an entry of the catalogue.</p>",
        dataset_part(data, "diagnostics/")
    );
    html
}

fn push_group(html: &mut String, group: &FindingGroup) {
    let code = group.code;
    let severity = code.severity().as_str();
    let _ = write!(
        html,
        "<details id=\"{0}\"><summary><span class=\"severity {severity}\">{severity}</span> \
         <code>{0}</code> <span class=\"name\">{1}</span> <span class=\"meaning\">{3}</span> <span \
         class=\"count\">{2}</span></summary><dl class=\"facts\"><dt>Example</dt><dd><code>{4}</code></dd><dt>What \
         audit960 does</dt><dd>{5}</dd><dt>Verdict</dt><dd>{6}</dd></dl>",
        code.as_str(),
        code.name(),
        grouped(group.count),
        escaped(code.meaning()),
        escaped(code.example()),
        escaped(code.action()),
        effect(code.effect()),
    );
    push_sources(html, group);
    if !group.examples.is_empty() {
        html.push_str("<h3>The first of them</h3><ul class=\"examples\">");
        for example in &group.examples {
            push_example(html, example);
        }
        html.push_str("</ul>");
    }
    html.push_str("</details>");
}

fn push_sources(html: &mut String, group: &FindingGroup) {
    html.push_str("<h3>By source</h3><ul class=\"sources\">");
    for (source, count) in &group.sources {
        let _ = write!(
            html,
            "<li><bdi>{}</bdi> <span class=\"count\">{}</span></li>",
            escaped(&clipped(source)),
            grouped(*count)
        );
    }
    let rest = group
        .sources_total
        .saturating_sub(group.sources.len() as u64);
    if rest > 0 {
        let shown: u64 = group.sources.iter().map(|(_, count)| count).sum();
        let _ = write!(
            html,
            "<li class=\"faint\">and {} in {}</li>",
            grouped(group.count.saturating_sub(shown)),
            plural(rest, "other source")
        );
    }
    html.push_str("</ul>");
}

fn push_example(html: &mut String, example: &FindingExample) {
    let line = example
        .line
        .map_or_else(String::new, |line| format!(":{line}:{}", example.column));
    let _ = write!(
        html,
        "<li><span class=\"place\"><bdi>{}</bdi>{line}</span> {}",
        escaped(&clipped(&example.source)),
        escaped(&clipped(&example.message))
    );
    if !example.excerpt.is_empty() {
        let _ = write!(html, "<pre>{}</pre>", escaped(&clipped(&example.excerpt)));
    }
    html.push_str("</li>");
}

const fn effect(effect: Effect) -> &'static str {
    match effect {
        Effect::None => "stays as it is",
        Effect::Repaired => "repaired at best",
        Effect::Damaged => "damaged",
        Effect::Rejected => "rejected",
        Effect::Foreign => "foreign",
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

    #[test]
    fn sources_without_room_are_counted() {
        let mut data = sample::report();
        let group = &mut data.findings[0];
        (group.count, group.sources_total) = (12, 3);
        group.sources = vec![("a.pgn".to_owned(), 7)];
        assert!(findings(&data).contains("and 5 in 2 other sources"));
    }
}
