//! Games in forms other than PGN, translated record by record.
//!
//! A record (a line of NDJSON, an element of an array, a row of a table) becomes one line of PGN: the tag pairs of the game, its
//! movetext and its termination, with LF at the end and no other line end. So the lines of the translation are
//! the records, and everything that reads PGN reads them. A record that cannot be read becomes an escape line
//! (PGN 6), `%` and the reason: [`unreadable_reason`].
//!
//! - Members that PGN has a tag for become that tag; clocks and evaluations become the commands `%clk` and
//!   `%eval` of comments. Members that say nothing of the game as it was played (analysis in words, accuracy,
//!   account ids) are left out.
//! - PGN within a record is taken over as it is, except for its line ends, `;` comments and escape lines, which
//!   one line cannot hold: they become blanks and `{}` comments. Tag pairs that break the grammar are written
//!   correctly.
//! - Moves in UCI become SAN where they are legal.
//!
//! Nothing here opens a file: JSON comes in pieces, tables as files that are open.

mod columns;
mod flat;
mod game;
mod json;
mod moves;
mod record_line;
mod translated;
mod words;

pub(crate) use columns::{ColumnForm, ColumnRecords, ColumnsError, RowBatch};
pub use columns::{NOT_READ, given_columns, set_columns};
pub(crate) use json::{JsonForm, JsonRecords, MAX_RECORD_BYTES};
pub use record_line::unreadable_reason;
pub(crate) use translated::TranslatedText;
