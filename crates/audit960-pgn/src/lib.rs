//! Grammar of PGN, SAN, FEN and EPD, as it is written in the wild. Pure: text in, data out.
//!
//! Parsing never stops at an error: what cannot be read is reported to the visitor and ignored.
//! [`walk_movetext`] and [`read_span`] hand tokens and games to a visitor; the rules they follow are in
//! the folder `grammar`, one nom function for each rule of the standard, with its leniencies. What is
//! read beyond the PGN standard of 1994, and where:
//!
//! - `grammar/tag_pair`: quotes without backslash, missing quotes and brackets, broken values;
//! - `grammar/termination`, `grammar/number`, `grammar/blank`: other spellings and spaces;
//! - `grammar/san`: every notation of a move that has a code, and 17 languages;
//! - `grammar/glued`: words with no space between them;
//! - `games`: text between tag pairs, markers and tag pairs in the middle of movetext;
//! - `fen`: both castling dialects mixed, missing fields, WinBoard's seventh field, a tail;
//! - `epd`: clock and move number after the four fields, operations without their semicolon or quotes.
//!
//! ```
//! use audit960_pgn::{GameVisitor, SymbolOutcome, MovetextVisitor, read_span};
//!
//! #[derive(Default)]
//! struct Moves(Vec<String>);
//!
//! impl<'a> MovetextVisitor<'a> for Moves {
//!     fn symbol(&mut self, symbol: &'a [u8], _at: usize) -> SymbolOutcome {
//!         self.0.push(String::from_utf8_lossy(symbol).into_owned());
//!         SymbolOutcome::Read
//!     }
//! }
//! impl<'a> GameVisitor<'a> for Moves {}
//!
//! let mut moves = Moves::default();
//! read_span(b"[Event \"?\"]\n\n1. e4 {best by test} e5 2. Nf3 (2. f4) *\n", &mut moves);
//! assert_eq!(moves.0, ["e4", "e5", "Nf3"]);
//! ```
//!
//! Where to start: [`read_span`] for games, [`walk_movetext`] for movetext alone, [`parse_fen`],
//! [`parse_epd`] and [`read_move`].

mod binary;
mod epd;
mod error;
mod fen;
mod games;
mod grammar;
mod layout;
mod location;
mod movetext;
mod scan;
pub mod scanned;
mod simd;
mod text;

/// Plain data shared by the crates of audit960: sides, pieces, SAN words, FEN fields.
pub use audit960_types as types;

pub use binary::{not_text, other_format};
pub use epd::{
    EpdDiagnostic, EpdDiagnosticKind, EpdError, EpdLine, EpdRecord, Operand, OperandValue,
    Operation, Shape, parse_epd, perft_depth,
};
pub use error::Expected;
pub use fen::{FenDiagnostic, FenError, FenRecord, MAX_MOVE_COUNT, parse_fen};
pub use games::{BetweenTags, GameVisitor, read_span, walk_main_line};
pub use grammar::blank::len as white_space;
pub use grammar::comment::{lost_brace_signs, tag_line};
pub use grammar::glued::{Part, split_glued};
pub use grammar::language::{LANGUAGES, Language};
pub use grammar::san::{Candidate, Leniency, MoveReading, could_be_move, read_move};
pub use grammar::tag_pair::{Meaning, Tag, TagDefect, TagPair, parse_tag_pair};
pub use grammar::termination::{Termination, stated_result};
pub use grammar::{Irregular, MoveNumber};
pub use layout::{Layout, WIDTH, write_tag};
pub use location::{Cursor, TextLocation};
pub use movetext::{Aside, End, MovetextVisitor, SymbolOutcome, walk_movetext, walk_tokens};
pub use text::{beginning, decode, is_code_page_850, quoted, shown};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
