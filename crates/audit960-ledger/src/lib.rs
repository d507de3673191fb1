//! The ledger of claimable draws: games in which a draw could be claimed, and how they ended.
//!
//! A [`Ledger`] comes from a dataset ([`load`]). It is written as a table for people or programs ([`table`]), annotated
//! games ([`write_pgn`]), an arbiter's sheet ([`sheet_of`]), the records of a dataset ([`records`]).

mod by_material;
mod dataset;
mod entry;
mod error;
mod game;
mod history;
mod judge;
mod ledger;
mod move_line;
mod people;
mod pgn;
mod position_value;
mod repetition;
mod ruled_claim;
mod rules;
mod ruling;
mod select;
mod sheet;
mod totals;
mod truth;
mod turn_claims;
mod words;

pub mod live;
pub mod records;
pub mod table;

pub use by_material::by_material;
pub use dataset::{load, load_games, load_valued, sources, top_repetitions, top_runs};
pub use entry::{LedgerEntry, LedgerLine, LedgerRule};
pub use error::LedgerError;
pub use game::{LedgerGame, MoveNumbers, last_ply};
pub use history::ValuePoint;
pub use judge::{LawTables, rejudge, value_anew};
pub use ledger::{Ledger, Sort};
pub use move_line::MoveLine;
pub use pgn::write as write_pgn;
pub use position_value::AskedValues;
pub use repetition::RepetitionText;
pub use ruled_claim::RuledClaim;
pub use rules::{GameRules, label_of_end, reason_of_end};
pub use ruling::{Claim, ClaimError, ClaimFinding, Ruling, rule_on};
pub use select::GameName;
pub use sheet::of as sheet_of;
pub use truth::{ClaimTruth, Truth};
pub use turn_claims::{RepeatingMove, TurnClaims};
pub use words::{outcome_text, run_end_text};
