//! What is known about inputs.

use std::ops::Range;
use std::sync::Arc;

/// What is known about an input after it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputReport {
    /// The path as the user gave it.
    pub name: String,
    /// Number of its stored bytes, including those after damage.
    pub stored_bytes: u64,
    /// XXH3-128 of the stored bytes, 32 hexadecimal digits.
    pub xxh3_128: String,
    /// Its sources, as indices: one, or as many as a zip archive has members with games.
    pub sources: Range<u32>,
    /// Names of the members of a zip archive that hold no games and were skipped.
    pub skipped_members: Vec<String>,
    /// How many records its sources hold that were translated to PGN; `None` if none were. Each has at least one
    /// game, which may be rejected.
    pub records: Option<u64>,
    /// The columns of its table that were read, each with what it means; of a zip archive, those of its last table.
    pub columns: Arc<[(String, String)]>,
    /// Why it could not be read to its end; `None` if it was.
    pub error: Option<String>,
    /// The name of an earlier input that is the same file; this one was then not read.
    pub repeats: Option<String>,
}
