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
        let archives = self.archives().into_iter();
        let archives =
            archives.filter_map(|name| Some((Path::new(&name).canonicalize().ok()?, name)));
        let archives: Vec<(PathBuf, String)> = archives.collect();
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
                if let Some(archive) = archive_with(Path::new(input), content.1, &archives) {
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
}

/// The archive, or folder of archives, by whose name the input of a dataset is read again.
fn archive_with<'a>(input: &Path, size: u64, archives: &'a [(PathBuf, String)]) -> Option<&'a str> {
    if archives.is_empty() {
        return None;
    }
    // Names of members of a container, of objects and of standard input are not paths.
    let input = input.canonicalize().ok()?;
    // Where audits were run elsewhere, another file may have the name.
    if fs::metadata(&input).ok()?.len() != size {
        return None;
    }
    let reads = |(archive, _): &&(PathBuf, String)| input.starts_with(archive);
    archives.iter().find(reads).map(|(_, name)| name.as_str())
}

/// What an input of a dataset held: its checksum and its size; `None` where it had nothing, or is not known.
fn content(input: &Value) -> Option<(String, u64)> {
    let checksum = input["xxh3_128"].as_str()?;
    let size = input["size"].as_u64().filter(|size| *size > 0)?;
    Some((checksum.to_owned(), size))
}
