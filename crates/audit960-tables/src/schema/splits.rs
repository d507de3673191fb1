//! What a task says of the range of an input that it has read.

use crate::schema::table;

table! {
    /// What tasks say of the ranges they have read: with nested rows and files of ranges, and merged by
    /// `audit960 finish`.
    SPLITS = "splits" "splits/*.parquet" "One row a range of an input that a task has read.";
    source: Text required "" "The input.";
    range_start: Int64 required "bytes" "First stored byte of the range.";
    range_end: Int64 required "bytes" "The stored byte behind its last one.";
    size: Int64 required "bytes" "Stored bytes of the whole input.";
    xxh3_128: Text required "" "XXH3-128 of the stored bytes of the range, 32 hexadecimal digits.";
    stored_as_text: Bool required "" "Whether the stored bytes are the text: neither compressed nor UTF-16.";
    bytes: Int64 required "bytes" "Text of the games and gaps that begin in the range.";
    games: Int64 required "" "Games that begin in the range.";
    positions: Int64 required "" "Lines of positions that begin in the range.";
    skipped_members: Text required ""
        "Members of a zip archive that hold no games and were not read, as a JSON array.";
    options: Text required "" "Program version and the options that change rows, as a JSON object.";
    counts: Text required "" "What was counted in the range, as a JSON object of whole numbers that add up.";
}
