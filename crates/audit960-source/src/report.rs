//! What is known of an input after it has been read.

use std::ops::Range;
use std::sync::Arc;

use crate::format::Format;

/// One source: a file, or a member of a zip archive.
#[derive(Clone, Debug)]
pub struct SourceInfo {
    /// The path as the user gave it; for a member `archive.zip!/member`.
    pub name: Arc<str>,
    /// Index of the input it is in.
    pub input: u32,
    /// Told from its content.
    pub format: Format,
}

/// One input after it has been read to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputReport {
    /// The path as the user gave it.
    pub name: String,
    /// All its stored bytes, also those after damage.
    pub stored_bytes: u64,
    /// XXH3-128 of the stored bytes, 32 hexadecimal digits.
    pub xxh3_128: String,
    /// Its sources, as indices: one, or as many as a zip archive has members with games.
    pub sources: Range<u32>,
    /// Names of the members of a zip archive that hold no games and were not read.
    pub skipped_members: Vec<String>,
    /// Why it could not be read to its end.
    pub error: Option<String>,
    /// The name of the earlier input that is the same file; then it was not read again.
    pub repeats: Option<String>,
}
