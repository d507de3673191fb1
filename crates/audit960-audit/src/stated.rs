//! What a dataset states in its manifest about its audit.

use anyhow::Context as _;
use audit960_replay::AuditOptions;
use audit960_replay::forensics::StartFinder;
use audit960_source::{Limits, MaxExpansion, set_columns};
use audit960_types::tables::ColumnGroup;
use serde_json::Value;

use crate::examine::Examination;
use crate::options::{Options, TableTexts};

/// The options the dataset was made with.
pub(crate) fn options(stated: &Value, threads: usize) -> anyhow::Result<Options> {
    let is = |name: &str| stated[name] == true;
    let text = |name: &str| stated[name].as_str().map(str::to_owned);
    let table_texts = TableTexts {
        law: text("law_table"),
        venues: text("venue_table"),
    };
    let name = || "the tables of the dataset".to_owned();
    let (law, venues) = (table_texts.law(), table_texts.venues());
    Ok(Options {
        threads,
        audit: AuditOptions {
            with_moves: is("with_moves"),
            opening_plies: opening_plies(stated),
            keep_illegal: is("keep_illegal"),
            columns: columns(stated),
            law: law.with_context(name)?,
            venues: venues.with_context(name)?,
            ..AuditOptions::default()
        },
        limits: limits(stated),
        crosscheck: is("crosscheck"),
        duplicates: is("duplicates"),
        players: has_players(stated),
        examination: Examination {
            starts: is("infer_start").then_some(StartFinder {
                double: is("double_start"),
            }),
            repairs: is("propose"),
        },
        table_texts,
        ..Options::default()
    })
}

/// Whether a dataset that states these options has a table `players`.
pub(crate) fn has_players(stated: &Value) -> bool {
    stated["players"] == true
}

/// The last group of columns on request that such a dataset has.
fn columns(stated: &Value) -> ColumnGroup {
    ColumnGroup::asked(has_players(stated), stated["quality"] == true)
}

/// The half-moves within which a dataset with this manifest knows the positions of its games by `--positions`; `None`
/// without that option.
#[must_use]
pub fn kept_plies(manifest: &Value) -> Option<u32> {
    opening_plies(&manifest["options"])
}

pub(crate) fn opening_plies(stated: &Value) -> Option<u32> {
    u32::try_from(stated["positions"].as_u64()?).ok()
}

/// The limits a dataset was made with; the defaults where it does not say.
pub(crate) fn limits(stated: &Value) -> Limits {
    let limits = Limits::default();
    // What columns were said to mean, they mean wherever the inputs of the dataset are read again.
    if let Some(given) = stated["input_columns"].as_object() {
        let pairs = given.iter().map(|(meaning, column)| {
            (
                meaning.clone(),
                column.as_str().unwrap_or_default().to_owned(),
            )
        });
        set_columns(pairs.collect());
    }
    let number = |name: &str, default: u64| stated[name].as_u64().unwrap_or(default);
    Limits {
        memory: number("max_memory", limits.memory).max(Limits::MIN_MEMORY),
        expansion: MaxExpansion {
            ratio: number("max_expansion", limits.expansion.ratio),
            total: number("max_text", limits.expansion.total),
        },
    }
}

/// What was audited, and how.
#[derive(Clone, Debug)]
pub struct Audited {
    /// The inputs in their order, each with its size in stored bytes; those that are other names of the same
    /// file are left out.
    pub inputs: Vec<(String, u64)>,
    /// The limits that it kept to.
    pub limits: Limits,
    /// Whether illegal moves were replayed.
    pub keep_illegal: bool,
    /// Whether missing start positions were searched for.
    pub infer_start: bool,
    /// Whether White and Black could start from different ones.
    pub double_start: bool,
}

impl Audited {
    /// Whether the same text gave the same games in another audit.
    #[must_use]
    pub fn reads_like(&self, other: &Self) -> bool {
        let options = |run: &Self| (run.keep_illegal, run.infer_start, run.double_start);
        options(self) == options(other) && self.limits == other.limits
    }

    /// What the manifest of a dataset says.
    ///
    /// # Errors
    /// Where an input has no name or size.
    pub fn of(value: &Value) -> anyhow::Result<Self> {
        let mut inputs = Vec::new();
        for input in value["inputs"].as_array().into_iter().flatten() {
            if input["repeats"].is_string() {
                continue;
            }
            let fields = input["name"].as_str().zip(input["size"].as_u64());
            let (input, size) = fields.context("manifest.json: an input without name or size")?;
            inputs.push((input.to_owned(), size));
        }
        let option = |option: &str| value["options"][option].as_bool().unwrap_or(false);
        Ok(Self {
            inputs,
            limits: limits(&value["options"]),
            keep_illegal: option("keep_illegal"),
            infer_start: option("infer_start"),
            double_start: option("double_start"),
        })
    }
}
