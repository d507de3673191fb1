//! A second reading by pgn-reader and shakmaty, and the comparison with our own.
//!
//! Nothing here shares code with the replay core: another parser, another board, another move
//! generator. A disagreement is a bug in one of them, or a leniency that [`EXPLANATIONS`] names.
//!
//! - [`read`]: how pgn-reader and shakmaty read the same bytes, game by game;
//! - [`compare()`], [`compare_count`]: where that differs from our facts, and whether one of our own
//!   findings accounts for it;
//! - [`check_game`], [`check_stray`]: both in one, for the bytes of one game of an audit;
//! - [`ledger`], [`repetitions`]: the fifty-move ledger and the repetitions of one game by brute
//!   force, straight from the definitions;
//! - [`effective_end`]: when a game was over, from its moves and the rules that applied;
//! - [`helpmate()`]: whether any series of legal moves mates, by visiting every position that can arise;
//! - [`validate`]: the plain validator of that stack, the peer in benches.
//!
//! No type of either library appears in the interface.

mod check;
mod compare;
mod end;
mod explanation;
mod helpmate;
mod position;
mod reference;
mod repetition;
mod second_reading;
mod validation;

pub use check::{check_game, check_stray};
pub use compare::{OurReading, compare, compare_count};
pub use end::{EndRules, Fifth, effective_end};
pub use explanation::{EXPLANATIONS, Explanation};
pub use helpmate::{Helpmate, helpmate};
pub use position::PositionKey;
pub use reference::{ReferenceError, ReferenceIncident, ReferenceLedger, ledger};
pub use repetition::repetitions;
pub use second_reading::{ArchiveReading, FinalPosition, SecondReading, SecondStart, read};
pub use validation::{PeerValidation, validate};
