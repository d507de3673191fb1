//! `manifest.json`: what was read, by what, and that nothing is missing.

use anyhow::ensure;
use audit960_source::InputReport;
use audit960_types::{GapKind, Tally};
use serde_json::{Map, Value, json};

use super::Options;

/// Version of the dataset's form, which also fixes the algorithm of `moves_hash`.
pub(crate) const FORMAT_VERSION: u32 = 2;

/// What a manifest tells.
pub(super) struct Manifest<'m> {
    pub(super) options: &'m Options,
    pub(super) reports: &'m [InputReport],
    /// Games by source.
    pub(super) games: &'m [u64],
    /// Lines of positions by source.
    pub(super) positions: &'m [u64],
    /// Decompressed bytes.
    pub(super) bytes: u64,
    pub(super) tally: &'m Tally,
}

impl Manifest<'_> {
    /// The text of the file. Refuses if bytes or games do not add up.
    pub(super) fn text(&self) -> anyhow::Result<String> {
        let tally = self.tally;
        let games: u64 = self.games.iter().sum();
        let positions: u64 = self.positions.iter().sum();
        let accounted = tally.game_bytes + tally.gap_total();
        ensure!(
            self.bytes == accounted,
            "{} bytes were read and {accounted} accounted for; this is a fault of the program",
            self.bytes
        );
        ensure!(
            games == tally.verdicts.total(),
            "{games} games were written and {} judged; this is a fault of the program",
            tally.verdicts.total()
        );
        ensure!(
            positions == tally.lines.verdicts.total(),
            "{positions} positions were written and {} judged; this is a fault of the program",
            tally.lines.verdicts.total()
        );
        let value = json!({
            "format_version": FORMAT_VERSION,
            "program": "audit960",
            "program_version": env!("CARGO_PKG_VERSION"),
            "options": {
                "with_moves": self.options.audit.with_moves,
                "crosscheck": self.options.crosscheck,
                "duplicates": self.options.duplicates,
                "infer_start": self.options.examination.starts.is_some(),
                "double_start": self.options.examination.starts.is_some_and(|starts| starts.double),
                "propose": self.options.examination.repairs,
                "keep_illegal": self.options.audit.keep_illegal,
                "law_table": self.options.table_texts.law,
                "venue_table": self.options.table_texts.venues,
            },
            "inputs": self.reports.iter().map(|report| self.input(report)).collect::<Vec<_>>(),
            "totals": {
                "bytes": self.bytes,
                "game_bytes": tally.game_bytes,
                "gap_bytes": tally.gap_total(),
                "gaps": gaps(tally),
                "games": games,
                "ok": tally.verdicts.ok,
                "repaired": tally.verdicts.repaired,
                "damaged": tally.verdicts.damaged,
                "rejected": tally.verdicts.rejected,
                "foreign": tally.verdicts.foreign,
                "plies": tally.plies,
                "unread_bytes": tally.unread_bytes,
                "incidents": tally.incidents,
                "repetitions": tally.repetitions,
                "positions": positions,
                "position_verdicts": {
                    "ok": tally.lines.verdicts.ok,
                    "repaired": tally.lines.verdicts.repaired,
                    "damaged": tally.lines.verdicts.damaged,
                    "rejected": tally.lines.verdicts.rejected,
                },
                "findings": findings(tally),
            },
        });
        Ok(format!("{value:#}\n"))
    }

    fn input(&self, report: &InputReport) -> Value {
        let sources = report.sources.start as usize..report.sources.end as usize;
        let sum = |counts: &[u64]| -> u64 {
            let of_input = counts.get(sources.clone());
            of_input.map_or(0, |counts| counts.iter().sum())
        };
        json!({
            "name": report.name,
            "size": report.stored_bytes,
            "xxh3_128": report.xxh3_128,
            "games": sum(self.games),
            "positions": sum(self.positions),
            "skipped_members": report.skipped_members,
        })
    }
}

fn gaps(tally: &Tally) -> Value {
    let bytes = |kind: &GapKind| tally.gap_bytes.get(kind).copied().unwrap_or(0);
    Value::Object(
        GapKind::ALL
            .iter()
            .map(|k| (k.as_str().to_owned(), json!(bytes(k))))
            .collect(),
    )
}

fn findings(tally: &Tally) -> Value {
    let entries = tally
        .findings
        .iter()
        .map(|(code, n)| (code.as_str().to_owned(), json!(n)));
    Value::Object(entries.collect::<Map<_, _>>())
}
