//! What the manifest of a dataset says.

use crate::data::{ListedInput, Provenance};
use anyhow::Context as _;
use audit960_dataset::{Dataset, LabelColumn, TableScan};
use audit960_report::megabytes;
use audit960_types::{Verdict, VerdictCounts};
use serde_json::Value;

/// Inputs that are listed; the manifest has all of them.
const INPUTS: usize = 200;

/// A manifest, as far as a report shows it.
pub(super) struct ManifestSummary {
    pub(super) verdicts: VerdictCounts,
    pub(super) plies: u64,
    pub(super) provenance: Provenance,
}

impl ManifestSummary {
    /// Counts only the games of a part of the dataset at the top, and adds `which` games to the options.
    pub(super) fn restrict_to_part(
        &mut self,
        dataset: &Dataset,
        which: &str,
    ) -> anyhow::Result<()> {
        let reading = TableScan::of("games", &["verdict", "plies"]);
        type Counted = (VerdictCounts, u64);
        let parts = dataset.fold(&reading, Counted::default, |(verdicts, played), _, rows| {
            let plies = rows.ints("plies")?;
            let labels = LabelColumn::<Verdict>::of(rows, "verdict")?;
            for row in 0..rows.len() {
                if let Some(verdict) = labels.get(row) {
                    verdicts.add(verdict);
                }
                *played += plies.count(row);
            }
            Ok(())
        })?;
        (self.verdicts, self.plies) = (VerdictCounts::default(), 0);
        for (verdicts, plies) in parts {
            self.verdicts += verdicts;
            self.plies += plies;
        }
        let options = &mut self.provenance.options;
        options.push(("only games with".to_owned(), which.to_owned()));
        Ok(())
    }

    /// What the manifest of a dataset says.
    pub(super) fn of(value: &Value) -> anyhow::Result<Self> {
        let totals = &value["totals"];
        let count = |name: &str| {
            totals[name]
                .as_u64()
                .with_context(|| format!("totals.{name} is missing or not a number"))
        };
        let inputs = value["inputs"]
            .as_array()
            .context("inputs is missing or not a list")?;
        let positions = |verdict: &str| totals["position_verdicts"][verdict].as_u64().unwrap_or(0);
        let verdicts = VerdictCounts {
            ok: count("ok")?,
            repaired: count("repaired")?,
            damaged: count("damaged")?,
            rejected: count("rejected")?,
            // Datasets written before this verdict existed have none.
            foreign: totals["foreign"].as_u64().unwrap_or(0),
        };
        Ok(Self {
            plies: count("plies")?,
            verdicts,
            provenance: Provenance {
                program_version: plain(&value["program_version"]),
                format_version: plain(&value["format_version"]),
                options: options(&value["options"]),
                inputs: inputs.iter().take(INPUTS).map(input).collect(),
                inputs_total: inputs.len(),
                bytes: count("bytes")?,
                game_bytes: count("game_bytes")?,
                gaps: gaps(&totals["gaps"]),
                games: verdicts,
                positions: VerdictCounts {
                    ok: positions("ok"),
                    repaired: positions("repaired"),
                    damaged: positions("damaged"),
                    rejected: positions("rejected"),
                    foreign: 0,
                },
            },
        })
    }
}

/// The options that are numbers of bytes.
const SIZES: [&str; 2] = ["max_memory", "max_text"];

fn options(value: &Value) -> Vec<(String, String)> {
    let options = value.as_object().into_iter().flatten();
    options
        .map(|(name, value)| {
            // A table is a whole file of text.
            let is_own_table = name.ends_with("_table") && !value.is_null();
            let text = match value.as_u64().filter(|_| SIZES.contains(&name.as_str())) {
                Some(bytes) => limit(bytes),
                None if is_own_table => "the user's own".to_owned(),
                None => plain(value),
            };
            (name.clone(), text)
        })
        .collect()
}

/// A limit as it is given: `1 GiB` for `1G`.
fn limit(bytes: u64) -> String {
    let units = [(40, "TiB"), (30, "GiB"), (20, "MiB"), (10, "KiB")];
    let whole = units
        .iter()
        .find(|(shift, _)| bytes > 0 && bytes.trailing_zeros() >= *shift);
    match whole {
        Some((shift, unit)) => format!("{} {unit}", bytes >> shift),
        None => megabytes(bytes),
    }
}

fn gaps(value: &Value) -> Vec<(String, u64)> {
    let gaps = value.as_object().into_iter().flatten();
    gaps.map(|(kind, bytes)| (kind.clone(), bytes.as_u64().unwrap_or(0)))
        .collect()
}

fn input(value: &Value) -> ListedInput {
    ListedInput {
        name: plain(&value["name"]),
        size: value["size"].as_u64().unwrap_or(0),
        checksum: plain(&value["xxh3_128"]),
        games: value["games"].as_u64().unwrap_or(0),
    }
}

/// A value as people read it.
fn plain(value: &Value) -> String {
    match value {
        Value::Null => "built in".to_owned(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_missing_is_an_error() {
        let error = ManifestSummary::of(&json!({"inputs": [], "totals": {"ok": 1}}))
            .err()
            .unwrap();
        assert_eq!(
            error.to_string(),
            "totals.repaired is missing or not a number"
        );
        let error = ManifestSummary::of(&json!({})).err().unwrap();
        assert_eq!(error.to_string(), "inputs is missing or not a list");
    }

    #[test]
    fn options_are_words() {
        let value = json!({"with_moves": false, "law_table": null});
        let text = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(
            options(&value),
            [text("law_table", "built in"), text("with_moves", "no")]
        );
        let value = json!({"law_table": "id,from,to", "max_expansion": 250, "max_text": 2_500_000,
            "max_memory": 1_u64 << 30});
        assert_eq!(
            options(&value),
            [
                text("law_table", "the user's own"),
                text("max_expansion", "250"),
                text("max_memory", "1 GiB"),
                text("max_text", "2.5 MB")
            ]
        );
    }
}
