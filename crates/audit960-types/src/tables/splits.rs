//! Table `splits`: what a task reports about the range of an input that it has read.

use super::declare::table;
use crate::rows::SplitRow;

table! {
    /// Table `splits`, written with nested rows and with the files of ranges, and merged by
    /// `audit960 finish`.
    SPLITS = "splits" "splits/*.parquet"
        "One row per range of an input that a task has read.";
    SplitColumns of range: SplitRow;
    source: Text required "" "The input." = range.source.as_str();
    range_start: Int64 required "bytes" "First stored byte of the range." = range.range_start;
    range_end: Int64 required "bytes" "First stored byte after the range." = range.range_end;
    size: Int64 required "bytes" "Stored bytes of the whole input." = range.size;
    xxh3_128: Text required "" "XXH3-128 of the stored bytes of the range, 32 hexadecimal digits."
        = range.xxh3_128.as_str();
    stored_as_text: Bool required ""
        "Whether the stored bytes are the text: neither compressed nor UTF-16."
        = range.stored_as_text;
    bytes: Int64 required "bytes" "Bytes of text of the games and gaps that begin in the range."
        = range.bytes;
    games: Int64 required "" "Games that begin in the range." = range.games;
    positions: Int64 required "" "EPD and FEN lines that begin in the range." = range.positions;
    skipped_members: Text required ""
        "Members of a zip archive that hold no games and were not read, as a JSON array."
        = range.skipped_members.as_str();
    options: Text required "" "Program version and the options that change rows, as a JSON object."
        = range.options.as_str();
    counts: Text required ""
        "Counts of the range, as a JSON object of integers that add up over ranges."
        = range.counts.as_str();
}
