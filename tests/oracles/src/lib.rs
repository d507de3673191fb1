//! Oracles: the answers to questions about one game by brute force, straight from the definitions, with pgn-reader and shakmaty.
//!
//! Nothing here shares code with what it judges: another parser, another board, another move generator.
//!
//! - [`ledger`], [`repetitions`]: the runs of fifty moves and the repetitions of a game;
//! - [`effective_end`]: when a game was over, from its moves and the rules that applied;
//! - [`helpmate()`]: whether any series of legal moves mates, by visiting every position that can arise;
//! - [`validate`]: the plain validator of that stack, the peer in benches.
//!
//! No type of either library appears in the interface.

mod end;
mod helpmate;
mod position;
mod reference;
mod repetition;
mod validation;

pub use end::{EndRules, Fifth, effective_end};
pub use helpmate::{Helpmate, helpmate};
pub use reference::{ReferenceError, ReferenceIncident, ReferenceLedger, ledger};
pub use repetition::repetitions;
pub use validation::{PeerValidation, validate};
