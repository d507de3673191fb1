//! The text of `manifest.json`, which includes a checksum of itself.
//!
//! The checksum is the XXH3-128 of the text in which the checksum's own 32 digits are zeros, so any
//! change of a single byte is detected.

use std::collections::BTreeSet;
use std::path::Path;

use serde::Deserialize as _;
use serde_json::{Value, json};
use xxhash_rust::xxh3::xxh3_128;

use crate::folder::error::FolderError;
use crate::folder::names::{FORMAT_VERSION, table_of};

/// The text before the digits of the checksum. It occurs once: inside a JSON string its quotes would be
/// escaped.
const BEFORE: &str = "\"checksum\": \"";

/// Digits of a checksum.
const DIGITS: usize = 32;

/// A file of a dataset.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct FileEntry {
    /// Path relative to the dataset, with `/` between its parts.
    pub path: String,
    /// Size in bytes.
    pub size: u64,
    /// Number of rows.
    pub rows: u64,
    /// XXH3-128 of its bytes, 32 hexadecimal digits.
    pub xxh3_128: String,
}

/// A manifest that was read and whose checksum is right.
#[derive(Clone, Debug)]
pub struct Manifest {
    /// The whole manifest as JSON.
    pub value: Value,
    /// The files of the dataset, by path.
    pub files: Vec<FileEntry>,
    /// The checksum in it, 32 hexadecimal digits.
    pub checksum: String,
}

/// The text of a manifest: `fields`, the format version, the files, and the checksum of it all.
pub(crate) fn seal(mut fields: Value, files: &[FileEntry]) -> String {
    fields["files"] = json!(files);
    fields["format_version"] = json!(FORMAT_VERSION);
    fields["checksum"] = json!("0".repeat(DIGITS));
    let text = format!("{fields:#}\n");
    let sum = digits(text.as_bytes());
    text.replacen(
        &format!("{BEFORE}{}", "0".repeat(DIGITS)),
        &format!("{BEFORE}{sum}"),
        1,
    )
}

/// XXH3-128 of some bytes, 32 hexadecimal digits.
fn digits(bytes: &[u8]) -> String {
    format!("{:032x}", xxh3_128(bytes))
}

/// The checksum in a text, if it is right.
fn checksum(text: &str) -> Option<&str> {
    let from = text.find(BEFORE)? + BEFORE.len();
    let stated = text.get(from..from + DIGITS)?;
    let blank = [text.get(..from)?, text.get(from + DIGITS..)?].join(&"0".repeat(DIGITS));
    (digits(blank.as_bytes()) == stated).then_some(stated)
}

impl Manifest {
    /// Reads the text of the manifest at `path`, in the folder `dir`.
    pub(crate) fn parse(text: &[u8], path: &Path, dir: &Path) -> Result<Self, FolderError> {
        let damaged = |what: &str| FolderError::damaged(path, what);
        let text = std::str::from_utf8(text).map_err(|_| damaged("is not UTF-8"))?;
        let value: Value = serde_json::from_str(text)
            .map_err(|error| damaged(&format!("is not JSON ({error})")))?;
        // First of all: another version may compute the checksum differently.
        if value["format_version"].as_u64() != Some(FORMAT_VERSION) {
            let version = match &value["format_version"] {
                Value::Null => "unknown".to_owned(),
                version => version.to_string(),
            };
            return Err(FolderError::Version {
                path: dir.to_owned(),
                version,
            });
        }
        let checksum = checksum(text)
            .ok_or_else(|| damaged("its checksum is missing or does not match its text"))?
            .to_owned();
        let unreadable = |_| damaged("its list of files cannot be read");
        let files = Vec::<FileEntry>::deserialize(&value["files"]).map_err(unreadable)?;
        let mut known = BTreeSet::new();
        for file in &files {
            if table_of(&file.path).is_none() {
                return Err(damaged(&format!(
                    "it lists {:?}, which no dataset has",
                    file.path
                )));
            }
            if !known.insert(file.path.as_str()) {
                return Err(damaged(&format!("it lists {} twice", file.path)));
            }
        }
        Ok(Self {
            value,
            files,
            checksum,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealed() -> String {
        let fields = json!({"inputs": ["a \"checksum\": \"0\" b"]});
        let file = FileEntry {
            path: "games/part-00000.parquet".to_owned(),
            size: 5,
            rows: 1,
            xxh3_128: "0".repeat(DIGITS),
        };
        seal(fields, &[file])
    }

    fn parse(text: &[u8]) -> Result<Manifest, FolderError> {
        Manifest::parse(text, Path::new("d/manifest.json"), Path::new("d"))
    }

    #[test]
    fn what_is_sealed_is_read_back() {
        let manifest = parse(sealed().as_bytes()).unwrap();
        assert_eq!(manifest.files.len(), 1);
        assert_eq!(manifest.files[0].rows, 1);
        assert_eq!(manifest.value["inputs"][0], "a \"checksum\": \"0\" b");
    }

    #[test]
    fn any_changed_bit_is_detected() {
        let text = sealed();
        for position in 0..text.len() {
            for bit in 0..8 {
                let mut bytes = text.clone().into_bytes();
                bytes[position] ^= 1 << bit;
                assert!(parse(&bytes).is_err(), "byte {position}, bit {bit}");
            }
        }
        for end in 0..text.len() {
            assert!(parse(&text.as_bytes()[..end]).is_err(), "cut at {end}");
        }
    }

    #[test]
    fn other_versions_and_files_are_named() {
        let error = parse(b"{\"format_version\": 999}").unwrap_err().to_string();
        assert!(error.contains("format version 999"), "{error}");
        let file = FileEntry {
            path: "../secret.parquet".to_owned(),
            size: 0,
            rows: 0,
            xxh3_128: String::new(),
        };
        let text = seal(json!({}), std::slice::from_ref(&file));
        assert!(
            parse(text.as_bytes())
                .unwrap_err()
                .to_string()
                .contains("../secret")
        );
        let file = FileEntry {
            path: "games/a.parquet".to_owned(),
            ..file
        };
        let text = seal(json!({}), &[file.clone(), file]);
        let error = parse(text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains("games/a.parquet twice"), "{error}");
    }
}
