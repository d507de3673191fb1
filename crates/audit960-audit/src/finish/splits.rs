//! What tasks report on the ranges they read.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use anyhow::{Context as _, bail, ensure};
use audit960_dataset::tables::row_groups;
use audit960_dataset::{row_of, rows};
use audit960_types::Tally;
use audit960_types::tables::SPLITS;
use serde_json::{Value, json};

row_of! {
    /// A row of table `splits`.
    struct RangeReport {
        source: String,
        range_start: u64,
        range_end: u64,
        size: u64,
        xxh3_128: String,
        stored_as_text: bool,
        bytes: u64,
        games: u64,
        positions: u64,
        skipped_members: String,
        options: String,
        counts: String,
    }
}

/// An input, put together from its ranges.
#[derive(Debug)]
pub(super) struct TiledInput {
    pub(super) name: String,
    pub(super) size: u64,
    /// Whether the text is as long as what is stored.
    pub(super) stored_as_text: bool,
    /// Decompressed bytes of its games and gaps.
    pub(super) bytes: u64,
    games: u64,
    positions: u64,
    skipped_members: Vec<Value>,
    /// Start, end and XXH3-128 of each range, in order.
    ranges: Vec<(u64, u64, String)>,
}

/// All inputs, and what was counted in them.
#[derive(Debug)]
pub(super) struct Covered {
    /// In the order of their names.
    pub(super) inputs: Vec<TiledInput>,
    pub(super) tally: Tally,
    pub(super) program_version: Value,
    pub(super) options: Value,
}

impl Covered {
    /// Reads the reports of tasks; fails if ranges do not tile their inputs.
    pub(super) fn read(files: &[PathBuf]) -> anyhow::Result<Self> {
        let mut inputs: BTreeMap<String, TiledInput> = BTreeMap::new();
        let mut tally = Tally::default();
        let mut options: Option<Value> = None;
        for row_group in row_groups(&SPLITS, files)? {
            let read = row_group.read(RangeReport::COLUMNS)?;
            let table = read.table()?;
            for row in rows(&table) {
                let foreign = || read.error("a row is not a report of a task on a range");
                let report = RangeReport::of(&row).with_context(foreign)?;
                let name = report.source;
                let counted: Tally = serde_json::from_str(&report.counts).with_context(foreign)?;
                tally.merge(&counted);
                let stated: Value = serde_json::from_str(&report.options).with_context(foreign)?;
                let before = options.get_or_insert_with(|| stated.clone());
                ensure!(
                    *before == stated,
                    "{name}: its ranges were not read with the same program and options: {}",
                    differences(before, &stated).join(", ")
                );
                let input = inputs.entry(name).or_insert_with_key(|name| TiledInput {
                    name: name.clone(),
                    size: report.size,
                    stored_as_text: report.stored_as_text,
                    bytes: 0,
                    games: 0,
                    positions: 0,
                    skipped_members: Vec::new(),
                    ranges: Vec::new(),
                });
                ensure!(
                    input.size == report.size,
                    "{}: one task found {} bytes and another {}: it was changed in between",
                    input.name,
                    input.size,
                    report.size
                );
                input.bytes += report.bytes;
                input.games += report.games;
                input.positions += report.positions;
                let skipped: Vec<Value> =
                    serde_json::from_str(&report.skipped_members).with_context(foreign)?;
                input.skipped_members.extend(skipped);
                let range = (report.range_start, report.range_end, report.xxh3_128);
                input.ranges.push(range);
            }
        }
        let Some(mut options) = options else {
            bail!("table splits has no rows: no task has reported which range it read");
        };
        let mut inputs: Vec<TiledInput> = inputs.into_values().collect();
        inputs.iter_mut().try_for_each(TiledInput::require_tiling)?;
        Ok(Self {
            inputs,
            tally,
            program_version: options["program_version"].take(),
            options: options["options"].take(),
        })
    }
}

impl TiledInput {
    /// Whether a source is this input, or a member of it.
    pub(super) fn holds(&self, source: &str) -> bool {
        let rest = source.strip_prefix(self.name.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("!/"))
    }

    /// Sorts the ranges; fails at a hole or an overlap.
    fn require_tiling(&mut self) -> anyhow::Result<()> {
        self.ranges.sort_unstable();
        let mut end = 0;
        for &(start, next, _) in &self.ranges {
            let name = &self.name;
            ensure!(
                start <= end,
                "{name}: no task has read bytes {end} to {start} of {}",
                self.size
            );
            ensure!(
                start >= end && (next > start || self.size == 0 && self.ranges.len() == 1),
                "{name}: the range from byte {start} to byte {next} was read twice, or overlaps another"
            );
            end = next;
        }
        ensure!(
            end == self.size,
            "{}: no task has read bytes {end} to {} of {}",
            self.name,
            self.size,
            self.size
        );
        Ok(())
    }

    /// How many ranges it was read in.
    pub(super) const fn ranges(&self) -> usize {
        self.ranges.len()
    }

    /// The input as it stands in the manifest.
    pub(super) fn to_json(&self) -> Value {
        let whole = match &*self.ranges {
            [(_, _, sum)] => Some(sum),
            _ => None,
        };
        let range = |(start, end, sum): &(u64, u64, String)| json!({ "start": start, "end": end, "xxh3_128": sum });
        json!({
            "name": self.name,
            "size": self.size,
            "xxh3_128": whole,
            "splits": self.ranges.iter().map(range).collect::<Vec<_>>(),
            "games": self.games,
            "positions": self.positions,
            "skipped_members": self.skipped_members,
        })
    }
}
/// What two tasks state differently: `with_moves is false and true`.
fn differences(one: &Value, other: &Value) -> Vec<String> {
    let (Value::Object(ones), Value::Object(others)) = (one, other) else {
        return Vec::new();
    };
    let names: BTreeSet<&String> = ones.keys().chain(others.keys()).collect();
    let mut found = Vec::new();
    for name in names {
        let [a, b] = [ones, others].map(|stated| stated.get(name).unwrap_or(&Value::Null));
        if a == b {
            continue;
        }
        match a.is_object() && b.is_object() {
            true => found.extend(differences(a, b)),
            false => found.push(format!("{name} is {} and {}", short(a), short(b))),
        }
    }
    found
}

/// A value of an option; a table of one's own is a whole file.
fn short(value: &Value) -> String {
    match value {
        Value::Null => "not given".to_owned(),
        Value::String(text) if text.len() > 40 => "another table".to_owned(),
        value => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn options_that_differ_are_named() {
        let one = json!({"program_version": "1", "options": {"with_moves": false, "law_table": null, "max_text": 5}});
        let other = json!({"program_version": "1",
            "options": {"with_moves": true, "law_table": "id,from,to,rule,condition,limit_moves,presumed\n", "max_text": 5,
                "positions": 30}});
        assert_eq!(
            differences(&one, &other),
            [
                "law_table is not given and another table",
                "positions is not given and 30",
                "with_moves is false and true"
            ]
        );
        assert_eq!(differences(&one, &one), [""; 0]);
    }
}
