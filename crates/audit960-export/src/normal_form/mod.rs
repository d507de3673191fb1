//! Writes games as normalised PGN (export format, PGN 3.2, 8 and 9).
//!
//! A [`Reader`] collects what an [`Auditor`](audit960_replay::Auditor) reports about a text and passes on
//! its games, each as a [`ExportGame`]: its facts, its findings, its bytes, and its parts in order. A [`GameWriter`]
//! writes a game in the form of its [`ExportOptions`]:
//!
//! - the seven tags of the roster, other tags in their order, then `SetUp`, `FEN` and `Variant`;
//! - moves in SAN with the marks and the disambiguation that the position requires, comments, numeric
//!   annotation glyphs and variations where they stood, lines of less than 80 characters;
//! - the result as in the tables; where the record contradicts it, a comment says so.
//!
//! A written game that is read and written again stays the same. A game that is damaged, rejected or of
//! another variant has no normal form: [`ExportGame::raw`] gives its bytes.
//!
//! Nearly every word of nearly every game is SAN already and is copied. Moves are replayed only if a word
//! is something else or the game has variations (`movetext.rs`).

mod comment;
mod game;
mod movetext;
mod numbers;
mod options;
mod reader;
mod tags;
mod variation;
mod writer;

pub use game::{AddedTag, ExportGame};
pub use options::{CastlingField, ExportOptions, Form};
pub use reader::{ExportVisitor, Reader};
pub use variation::VariationError;
pub use writer::GameWriter;
