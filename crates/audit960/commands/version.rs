//! The version of a dataset's form.

use std::path::Path;

use anyhow::{Context as _, bail};
use serde_json::Value;

use crate::pipeline::FORMAT_VERSION;

/// Refuses a dataset of an earlier form: it lacks columns that judge claims.
pub(crate) fn require_present(dataset: &Path) -> anyhow::Result<()> {
    let path = dataset.join("manifest.json");
    let name = || path.display().to_string();
    let text = std::fs::read_to_string(&path).with_context(name)?;
    let manifest: Value = serde_json::from_str(&text).with_context(name)?;
    let version = manifest["format_version"].as_u64().unwrap_or(0);
    if version < u64::from(FORMAT_VERSION) {
        bail!(
            "{} is of format version {version}, without what claims are judged by; audit the archive \
             again",
            dataset.display()
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn earlier_forms_are_refused_with_a_sentence() {
        let folder = tempfile::tempdir().unwrap();
        let manifest = folder.path().join("manifest.json");
        let check = |text: &str| {
            std::fs::write(&manifest, text).unwrap();
            require_present(folder.path())
        };
        assert!(check(&format!("{{\"format_version\": {FORMAT_VERSION}}}")).is_ok());
        let error = check("{\"format_version\": 1}").unwrap_err().to_string();
        assert!(error.contains("is of format version 1, without"), "{error}");
        assert!(check("{}").is_err());
    }
}
