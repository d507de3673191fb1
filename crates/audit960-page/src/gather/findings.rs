//! Findings by code and source, with the first of each.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::data::{FindingExample, FindingGroup};
use audit960_dataset::tables::Rows;
use audit960_dataset::{Dataset, DatasetError, LabelColumn, TableScan};
use audit960_types::Code;

/// Sources listed under a code.
const SOURCES: usize = 10;
/// Findings shown of a code.
const EXAMPLES: usize = 3;

/// Where a finding is: source, frame, byte, line and column.
type Place = (String, [Option<i64>; 4]);

/// The findings of one code.
#[derive(Default)]
struct Gathered {
    by_source: BTreeMap<String, u64>,
    /// The first findings, in order.
    examples: Vec<(Place, FindingExample)>,
}

impl Gathered {
    fn example(&mut self, place: Place, example: impl FnOnce() -> FindingExample) {
        let at = self.examples.partition_point(|(other, _)| *other <= place);
        if at < EXAMPLES {
            self.examples.insert(at, (place, example()));
            self.examples.truncate(EXAMPLES);
        }
    }
}

type ByCode = BTreeMap<Code, Gathered>;

/// The codes that occur: most severe first, then most frequent.
pub(super) fn findings(dataset: &Dataset) -> anyhow::Result<Vec<FindingGroup>> {
    let columns = [
        "code",
        "source",
        "frame_offset",
        "byte_offset",
        "line",
        "column",
        "message",
        "excerpt",
    ];
    let parts = dataset.fold(
        &TableScan::of("diagnostics", &columns),
        ByCode::new,
        |all, _, rows| gather(all, rows),
    )?;
    let mut all = ByCode::new();
    for (code, part) in parts.into_iter().flatten() {
        let gathered = all.entry(code).or_default();
        for (source, count) in part.by_source {
            *gathered.by_source.entry(source).or_default() += count;
        }
        for (place, example) in part.examples {
            gathered.example(place, || example);
        }
    }
    let mut groups: Vec<FindingGroup> = all.into_iter().map(group).collect();
    groups.sort_by_key(|group| {
        let severity = Reverse(group.code.severity());
        (severity, Reverse(group.count), group.code)
    });
    Ok(groups)
}

/// Adds the findings of some rows.
fn gather(all: &mut ByCode, rows: &Rows) -> Result<(), DatasetError> {
    let codes = LabelColumn::<Code>::of(rows, "code")?;
    let (sources, messages) = (rows.texts("source")?, rows.texts("message")?);
    let excerpts = rows.texts("excerpt")?;
    let places = ["frame_offset", "byte_offset", "line", "column"].map(|name| rows.ints(name));
    let [frames, bytes, lines, columns] = places;
    let places = [frames?, bytes?, lines?, columns?];
    for row in 0..rows.len() {
        let text = |text: Option<&str>| text.unwrap_or_default().to_owned();
        let code = codes.get(row);
        let code = code.ok_or_else(|| rows.error("column code holds an unknown code"))?;
        let gathered = all.entry(code).or_default();
        let source = sources.get(row).unwrap_or_default();
        match gathered.by_source.get_mut(source) {
            Some(count) => *count += 1,
            None => {
                gathered.by_source.insert(source.to_owned(), 1);
            }
        }
        let [frame, byte, line, column] = places.map(|place| place.get(row));
        gathered.example((source.to_owned(), [frame, byte, line, column]), || {
            FindingExample {
                source: source.to_owned(),
                line,
                column: column.unwrap_or_default(),
                message: text(messages.get(row)),
                excerpt: text(excerpts.get(row)),
            }
        });
    }
    Ok(())
}

fn group((code, gathered): (Code, Gathered)) -> FindingGroup {
    let mut sources: Vec<(String, u64)> = gathered.by_source.into_iter().collect();
    // The sort is stable: sources with equal counts stay in the order of their names.
    sources.sort_by_key(|(_, count)| Reverse(*count));
    let examples = gathered.examples.into_iter();
    FindingGroup {
        code,
        count: sources.iter().map(|(_, count)| count).sum(),
        sources_total: sources.len() as u64,
        sources: sources.into_iter().take(SOURCES).collect(),
        examples: examples.map(|(_, example)| example).collect(),
    }
}
