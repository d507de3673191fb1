//! Findings by code and source, with the first of each.

use audit960_analytics::Dataset;
use audit960_report::html::{FindingExample, FindingGroup};
use audit960_types::Code;

use audit960_analytics::rows;

/// Sources listed under a code.
const SOURCES: usize = 10;
/// Findings shown of a code.
const EXAMPLES: usize = 3;

/// The codes that occur: gravest first, then most frequent.
pub(super) fn findings(dataset: &Dataset) -> anyhow::Result<Vec<FindingGroup>> {
    let answer = dataset.query(
        "SELECT code, source, COUNT(*) AS findings FROM diagnostics GROUP BY code, source \
         ORDER BY code, findings DESC, source",
    )?;
    let mut groups: Vec<FindingGroup> = Vec::new();
    for row in rows(&answer) {
        let code = row.label("code", Code::ALL, Code::as_str)?;
        if groups.last().is_none_or(|group| group.code != code) {
            groups.push(FindingGroup {
                code,
                count: 0,
                sources: Vec::new(),
                sources_total: 0,
                examples: examples(dataset, code)?,
            });
        }
        if let Some(group) = groups.last_mut() {
            let count = row.number("findings")?;
            group.count += count;
            group.sources_total += 1;
            if group.sources.len() < SOURCES {
                group.sources.push((row.text("source")?, count));
            }
        }
    }
    groups.sort_by_key(|group| {
        (
            std::cmp::Reverse(group.code.severity()),
            std::cmp::Reverse(group.count),
            group.code,
        )
    });
    Ok(groups)
}

fn examples(dataset: &Dataset, code: Code) -> anyhow::Result<Vec<FindingExample>> {
    let answer = dataset.query(&format!(
        "SELECT source, line, \"column\", message, excerpt FROM diagnostics WHERE code = '{}' \
         ORDER BY source, frame_offset, byte_offset, line, \"column\" LIMIT {EXAMPLES}",
        code.as_str()
    ))?;
    rows(&answer)
        .map(|row| {
            Ok(FindingExample {
                source: row.text("source")?,
                line: row.maybe_number("line")?,
                column: row.number("column")?,
                message: row.text("message")?,
                excerpt: row.text("excerpt")?,
            })
        })
        .collect()
}
