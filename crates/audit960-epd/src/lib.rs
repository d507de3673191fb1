//! Work on positions: EPD and FEN files are checked, converted, and their perft counts verified; endgame tables
//! ([`tablebase`]) say what a position is worth.
//!
//! But for the tables, pure: text in, findings and text out. Every function takes a [`Text`], whole lines of a file, and
//! processes each line by itself, so a file may be cut between any two lines and its parts processed in
//! parallel. Only [`Checker`] takes lines in order, to find duplicates.
//!
//! - [`check_text`] and [`Checker`]: is each position possible, is each operation what its opcode says,
//!   which start position is it, is it a duplicate, and do endgame tables agree with its operations;
//! - [`LineAudit`]: every line as a row of table `positions`, with its findings;
//! - [`Converter`]: EPD, FEN, CSV, JSON lines and rows, castling in either dialect;
//! - [`perft_jobs`]: the counts `D1` to `Dn`.

mod audit;
mod check;
mod convert;
mod duplicates;
mod legality;
mod operations;
mod parsed_line;
mod perft;
mod start;
pub mod tablebase;
mod text;

pub use audit::LineAudit;
pub use check::{CheckSummary, CheckedText, Checker, LineFacts, LineValue, check_text};
pub use convert::{Castling, Conversion, Converter, Target};
pub use perft::{PerftCount, PerftJob, PerftResult, perft_jobs};
pub use text::Text;
