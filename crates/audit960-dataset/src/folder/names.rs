//! The names of the files and folders of a dataset. A table is `NAME.parquet`, or a folder `NAME` of Parquet files.

use audit960_types::tables::schema;

/// Version of the dataset format, which also fixes the algorithm of `moves_hash`.
pub const FORMAT_VERSION: u64 = 2;

/// The file that makes a folder a dataset.
pub const MANIFEST: &str = "manifest.json";

/// The folder of unfinished work.
pub const IN_PROGRESS: &str = "_inprogress";

/// The folder in it for temporary files of the run.
pub(crate) const SCRATCH: &str = "scratch";

/// The file in it with which a dead run can be resumed.
pub(crate) const CHECKPOINT: &str = "checkpoint";

/// The checkpoint while it is being written.
pub(crate) const NEW_CHECKPOINT: &str = "checkpoint.new";

/// The folder in `_inprogress` for files that a dead run had not finished.
pub(crate) const PARTIAL: &str = "partial";

/// The file in `_inprogress` that the run holds a lock on.
pub(crate) const LOCK: &str = "lock";

/// The content of the lock file, which distinguishes it from those of other programs.
pub(crate) const LOCK_TEXT: &[u8] = b"audit960\n";

/// The table that a file of a dataset belongs to, by its path with `/` between its parts: `None` for
/// a path that no dataset has.
pub(crate) fn table_of(path: &str) -> Option<&'static str> {
    let (table, file) = match path.split_once('/') {
        Some((table, file)) => (table, Some(file)),
        None => (path.strip_suffix(".parquet")?, None),
    };
    let plain = |file: &str| {
        let name = file.strip_suffix(".parquet");
        name.is_some_and(|name| {
            let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
            !name.is_empty() && name.bytes().all(is_plain)
        })
    };
    let table = schema(table)?.name;
    file.is_none_or(plain).then_some(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_belong_to_tables() {
        assert_eq!(table_of("games/part-00000.parquet"), Some("games"));
        assert_eq!(table_of("castling.parquet"), Some("castling"));
        for path in [
            "games",
            "games/",
            "games/.parquet",
            "games/../games/a.parquet",
            "other/a.parquet",
            "/games/a.parquet",
            "games/a/b.parquet",
            "manifest.json",
            "",
        ] {
            assert_eq!(table_of(path), None, "{path}");
        }
    }
}
