//! The manifest of a dataset, as far as those have to know it who read its games again.

use std::path::Path;

use anyhow::Context as _;
use serde_json::Value;

/// What was audited, and how.
#[derive(Debug)]
pub(crate) struct Manifest {
    /// The inputs in their order, each with its size in stored bytes.
    pub(crate) inputs: Vec<(String, u64)>,
    /// Whether illegal moves were replayed.
    pub(crate) keep_illegal: bool,
    /// Whether lost start positions were found.
    pub(crate) infer_start: bool,
}

impl Manifest {
    /// Reads the manifest of the dataset in a folder.
    pub(crate) fn read(folder: &Path) -> anyhow::Result<Self> {
        let path = folder.join("manifest.json");
        let name = || path.display().to_string();
        let text = std::fs::read_to_string(&path).with_context(name)?;
        let value: Value = serde_json::from_str(&text).with_context(name)?;
        let mut inputs = Vec::new();
        for input in value["inputs"].as_array().into_iter().flatten() {
            let fields = input["name"].as_str().zip(input["size"].as_u64());
            let (input, size) =
                fields.with_context(|| format!("{}: an input without name or size", name()))?;
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
