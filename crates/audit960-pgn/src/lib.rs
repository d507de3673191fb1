//! Grammar of PGN, SAN, FEN and EPD, as it is written in the wild. Pure: text in, data out.
//!
//! Nothing here stops at a fault: what cannot be read is reported to the visitor and passed over.
//! What is read beyond the PGN standard of 1994, and where:
//!
//! - `tags`: quotes without backslash, missing quotes and brackets, several tags on a line;
//! - `movetext`: `[` and results inside comments, unclosed `{` and `(`, blank lines, NUL bytes;
//! - `san`: every notation of a move that has a code `M010` to `M024`, and 17 languages;
//! - `fen`: both castling dialects mixed, missing fields, WinBoard's seventh field, a tail;
//! - `epd`: counters behind the four fields, operations without their semicolon or quotes.
//!
//! The leaves that run over every byte of an archive (white space, words, numbers, comments) are
//! written by hand with nom's signature; nom composes the rest.

mod epd;
mod fault;
mod fen;
mod game;
mod language;
mod movetext;
mod san;
mod scan;
mod simd;
mod tags;
mod text;
pub mod work;

pub use epd::{
    EpdFault, EpdLine, EpdNote, EpdNoteKind, EpdRecord, Operand, Operation, Shape, Value,
    parse_epd, perft_depth,
};
pub use fault::{Fault, FaultKind};
pub use fen::{FenNote, FenRecord, MOST_COUNTED, parse_fen};
pub use game::{GameVisitor, read_span};
pub use language::{LANGUAGES, Language};
pub use movetext::{End, Irregular, MovetextVisitor, walk_movetext};
pub use san::{Candidate, Leniency, Reading, read_move};
pub use tags::{Meaning, Tag, TagFlaw, TagPair, tag_pair};
pub use text::{beginning, decode, quoted, shown};
