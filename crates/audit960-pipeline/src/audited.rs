//! What a program that reads the games of a dataset again needs to know about its audit.

use anyhow::Context as _;
use serde_json::Value;

/// What was audited, and how.
#[derive(Clone, Debug)]
pub struct Audited {
    /// The inputs in their order, each with its size in stored bytes.
    pub inputs: Vec<(String, u64)>,
    /// Whether illegal moves were replayed.
    pub keep_illegal: bool,
    /// Whether missing start positions were searched for.
    pub infer_start: bool,
}

impl Audited {
    /// What the manifest of a dataset says.
    ///
    /// # Errors
    /// Where an input has no name or size.
    pub fn of(value: &Value) -> anyhow::Result<Self> {
        let mut inputs = Vec::new();
        for input in value["inputs"].as_array().into_iter().flatten() {
            let fields = input["name"].as_str().zip(input["size"].as_u64());
            let (input, size) = fields.context("manifest.json: an input without name or size")?;
            inputs.push((input.to_owned(), size));
        }
        let option = |option: &str| value["options"][option].as_bool().unwrap_or(false);
        Ok(Self {
            inputs,
            keep_illegal: option("keep_illegal"),
            infer_start: option("infer_start"),
        })
    }
}
