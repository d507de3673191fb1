//! Inputs that have games in common, which would count twice.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::bail;
use audit960_dataset::{Storage, manifest_of};
use serde_json::Value;

use crate::Inputs;

impl Inputs {
    /// Refuses a dataset that is named twice, two datasets that were made from the same input, and a dataset beside an
    /// archive that it was made from: each of their games would count twice. (An archive that is named twice is read
    /// once.) A dataset that cannot be read is not refused here: whoever opens it says why.
    ///
    /// # Errors
    /// If inputs have games in common, with their names.
    pub fn refuse_shared_games(&self) -> anyhow::Result<()> {
        if self.names.len() < 2 {
            return Ok(());
        }
        let mut folders: HashMap<PathBuf, &Path> = HashMap::new();
        let mut known: HashMap<(String, u64), (&Path, String)> = HashMap::new();
        for folder in self.datasets() {
            let name = folder.display();
            if let Ok(real) = folder.canonicalize()
                && folders.insert(real, folder).is_some()
            {
                bail!("dataset {name} is named twice: each of its games would count twice");
            }
            let Ok(manifest) = manifest_of(folder, &Storage::new()) else {
                continue;
            };
            for input in manifest["inputs"].as_array().into_iter().flatten() {
                let Some(content) = content(input) else {
                    continue;
                };
                let input = input["name"].as_str().unwrap_or_default();
                if let Some(archive) = self.archive_with(Path::new(input), content.1) {
                    bail!(
                        "dataset {name} was made from {input}, which is named too ({archive}): each of its games would \
                         count twice"
                    );
                }
                match known.get(&content) {
                    Some((other, its)) if *other != folder => bail!(
                        "datasets {} and {name} were made from the same input ({its} and {input}): each of its games \
                         would count twice",
                        other.display()
                    ),
                    _ => known.insert(content, (folder, input.to_owned())),
                };
            }
        }
        Ok(())
    }

    /// The archive, or folder of archives, by whose name the input of a dataset is read again.
    fn archive_with(&self, input: &Path, size: u64) -> Option<String> {
        // Names of members of a container, of objects and of standard input are not paths.
        let input = input.canonicalize().ok()?;
        // Where audits were run elsewhere, another file may have the name.
        if fs::metadata(&input).ok()?.len() != size {
            return None;
        }
        let reads = |archive: &String| {
            let archive = Path::new(archive).canonicalize();
            archive.is_ok_and(|archive| input.starts_with(archive))
        };
        self.archives().into_iter().find(reads)
    }
}

/// What an input of a dataset held: its checksum and its size; `None` where it had nothing, or is not known.
fn content(input: &Value) -> Option<(String, u64)> {
    let checksum = input["xxh3_128"].as_str()?;
    let size = input["size"].as_u64().filter(|size| *size > 0)?;
    Some((checksum.to_owned(), size))
}
