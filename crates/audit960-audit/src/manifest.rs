//! `manifest.json`: what was read, by which program, and that nothing is missing.

use std::collections::BTreeMap;

use anyhow::ensure;
use audit960_source::{InputReport, NOT_READ};
use audit960_types::{GapKind, Tally};
use serde_json::{Value, json};

use crate::base::Base;
use crate::options::{Options, row_options};

/// What a manifest is made from.
pub(crate) struct ManifestWriter<'m> {
    pub(crate) options: &'m Options,
    pub(crate) reports: &'m [InputReport],
    /// Games by source.
    pub(crate) games: &'m [u64],
    /// Lines of positions by source.
    pub(crate) positions: &'m [u64],
    /// Decompressed bytes.
    pub(crate) bytes: u64,
    pub(crate) tally: &'m Tally,
    /// The dataset that rows are added to.
    pub(crate) base: Option<&'m Base>,
}

impl ManifestWriter<'_> {
    /// Everything in it but the list of files. Fails if bytes, games or positions do not add up.
    pub(crate) fn to_json(&self) -> anyhow::Result<Value> {
        let tally = self.tally;
        let games: u64 = self.games.iter().sum();
        let positions: u64 = self.positions.iter().sum();
        let accounted = tally.game_bytes + tally.gap_total();
        ensure!(
            self.bytes == accounted,
            "{} bytes were read and {accounted} accounted for; this is a bug in audit960; please report it",
            self.bytes
        );
        ensure!(
            games == tally.verdicts.total() + tally.skipped,
            "{games} games were read, {} judged and {} skipped; this is a bug in audit960; please report it",
            tally.verdicts.total(),
            tally.skipped
        );
        ensure!(
            positions == tally.lines.verdicts.total(),
            "{positions} positions were written and {} judged; this is a bug in audit960; please report it",
            tally.lines.verdicts.total()
        );
        for report in self.reports {
            let (records, games) = (report.records.unwrap_or(0), self.games_of(report));
            ensure!(
                records <= games,
                "{}: {records} records were read and {games} games written; this is a bug in audit960; please report it",
                report.name
            );
        }
        let mut inputs: Vec<Value> = self.base.map_or_else(Vec::new, |base| base.inputs.clone());
        inputs.extend(self.reports.iter().map(|report| self.input(report)));
        let mut totals = totals(tally, self.bytes);
        if let Some(base) = self.base {
            add(&mut totals, &base.totals);
            // A dataset written before games without moves were counted cannot say how many it holds.
            if let (None, Some(totals)) = (base.totals.get(MOVELESS), totals.as_object_mut()) {
                totals.remove(MOVELESS);
            }
        }
        let mut value = json!({
            "incomplete": self.reports.iter().any(|report| report.error.is_some()),
            "program": "audit960",
            "program_version": env!("CARGO_PKG_VERSION"),
            "options": row_options(self.options),
            "inputs": inputs,
            "totals": totals,
        });
        if let Some(base) = self.base {
            // Not written in one run: the rows are those of one audit, the bytes are not.
            value["runs"] = json!(base.runs + 1);
        }
        Ok(value)
    }

    /// Games of an input.
    fn games_of(&self, report: &InputReport) -> u64 {
        sum(self.games, report)
    }

    fn input(&self, report: &InputReport) -> Value {
        let mut input = json!({
            "name": report.name,
            "size": report.stored_bytes,
            "xxh3_128": report.xxh3_128,
            "games": self.games_of(report),
            "positions": sum(self.positions, report),
            "skipped_members": report.skipped_members,
        });
        if let Some(records) = report.records {
            input["records"] = json!(records);
        }
        if !report.columns.is_empty() {
            let columns = report.columns.iter();
            let columns = columns.filter(|(_, meaning)| meaning != NOT_READ).cloned();
            input["columns"] = json!(columns.collect::<BTreeMap<_, _>>());
        }
        if let Some(error) = &report.error {
            input["error"] = json!(error);
        }
        if let Some(first) = &report.repeats {
            input["repeats"] = json!(first);
        }
        input
    }
}

/// The sum of what was counted in the sources of an input.
fn sum(counts: &[u64], report: &InputReport) -> u64 {
    let sources = report.sources.start as usize..report.sources.end as usize;
    let of_input = counts.get(sources);
    of_input.map_or(0, |counts| counts.iter().sum())
}

/// The total of games without moves.
const MOVELESS: &str = "moveless";

/// What was counted in `bytes` bytes of text.
pub(crate) fn totals(tally: &Tally, bytes: u64) -> Value {
    let gap = |kind: &GapKind| tally.gap_bytes.get(kind).copied().unwrap_or(0);
    let gaps = GapKind::ALL.iter().map(|kind| (kind.as_str(), gap(kind)));
    let findings = tally.findings.iter();
    let findings = findings.map(|(code, count)| (code.as_str(), count));
    json!({
        "bytes": bytes,
        "game_bytes": tally.game_bytes,
        "gap_bytes": tally.gap_total(),
        "gaps": gaps.collect::<BTreeMap<_, _>>(),
        "games": tally.verdicts.total(),
        "ok": tally.verdicts.ok,
        "repaired": tally.verdicts.repaired,
        "damaged": tally.verdicts.damaged,
        "rejected": tally.verdicts.rejected,
        "foreign": tally.verdicts.foreign,
        MOVELESS: tally.moveless,
        "plies": tally.plies,
        "unread_bytes": tally.unread_bytes,
        "incidents": tally.incidents,
        "repetitions": tally.repetitions,
        "positions": tally.lines.verdicts.total(),
        "position_verdicts": {
            "ok": tally.lines.verdicts.ok,
            "repaired": tally.lines.verdicts.repaired,
            "damaged": tally.lines.verdicts.damaged,
            "rejected": tally.lines.verdicts.rejected,
        },
        "findings": findings.collect::<BTreeMap<_, _>>(),
    })
}

/// Adds numbers; those of objects field by field.
fn add(sum: &mut Value, more: &Value) {
    match (sum, more) {
        (Value::Object(sums), Value::Object(more)) => {
            for (name, more) in more {
                add(sums.entry(name.clone()).or_insert(json!(0)), more);
            }
        }
        (sum, more) => {
            if let Some(more) = more.as_u64() {
                *sum = json!(sum.as_u64().unwrap_or(0) + more);
            }
        }
    }
}
