//! Table `splits`: what a task reports about the range of an input that it has read.

use crate::schema::table;

table! {
    /// Table `splits`, written with nested rows and with the files of ranges, and merged by
    /// `audit960 finish`.
    SPLITS = "splits" "splits/*.parquet" "One row per range of an input that a task has read.";
    source: Text required "" "The input.";
    range_start: Int64 required "bytes" "First stored byte of the range.";
    range_end: Int64 required "bytes" "First stored byte after the range.";
    size: Int64 required "bytes" "Stored bytes of the whole input.";
    xxh3_128: Text required "" "XXH3-128 of the stored bytes of the range, 32 hexadecimal digits.";
    stored_as_text: Bool required "" "Whether the stored bytes are the text: neither compressed nor UTF-16.";
    bytes: Int64 required "bytes" "Bytes of text of the games and gaps that begin in the range.";
    games: Int64 required "" "Games that begin in the range.";
    positions: Int64 required "" "EPD and FEN lines that begin in the range.";
    skipped_members: Text required ""
        "Members of a zip archive that hold no games and were not read, as a JSON array.";
    options: Text required "" "Program version and the options that change rows, as a JSON object.";
    counts: Text required "" "Counts of the range, as a JSON object of integers that add up over ranges.";
}
