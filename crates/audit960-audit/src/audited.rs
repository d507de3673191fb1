//! What a program that reads the games of a dataset again needs to know about its audit.

use anyhow::Context as _;
use audit960_source::Limits;
use serde_json::Value;

use crate::stated::limits;

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
