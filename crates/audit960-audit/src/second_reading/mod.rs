//! A second reading by pgn-reader and shakmaty, and the comparison with our own.
//!
//! Nothing here shares code with the replay core: another parser, another board, another move
//! generator. A disagreement is a bug in one of them, or a leniency that [`EXPLANATIONS`] names.
//!
//! - [`read`]: how pgn-reader and shakmaty read the same bytes, game by game;
//! - [`compare()`], [`compare_count`]: where that differs from our facts, and whether one of our own
//!   findings accounts for it;
//! - [`check_game`], [`check_stray`]: both in one, for the bytes of one game of an audit.
//!
//! No type of either library appears in the interface.

mod check;
mod compare;
mod explanation;
mod position;
mod reading;

pub use check::{check_game, check_stray};
pub use compare::{OurReading, compare, compare_count};
pub use explanation::EXPLANATIONS;
pub use position::PositionKey;
pub use reading::{ArchiveReading, FinalPosition, SecondReading, SecondStart, read};
