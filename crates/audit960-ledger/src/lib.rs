//! The ledger of claimable draws: games in which a draw could be claimed, and how they ended.
//!
//! A [`Ledger`] comes from a dataset ([`load`]). Each run and repetition in it is seen as a [`Claim`], computed once: who could
//! claim, when, on what, what became of it, and how sure that is; its sentences ([`Message`](audit960_types::Message)) are
//! said by `audit960-report` in each language. It is written as a table for people or programs ([`table`]), annotated
//! games ([`write_pgn`]), an arbiter's sheet ([`sheet_of`]).

mod article;
mod by_material;
mod claim;
mod dataset;
mod error;
mod game;
mod judge;
mod ledger;
mod move_line;
mod people;
mod pgn;
mod ruled_claim;
mod rules;
mod ruling;
mod select;
mod sheet;
mod totals;
mod truth;
mod turn_claims;
mod value;

pub mod live;
pub mod table;

pub use by_material::by_material;
pub use claim::{Claim, ClaimSource, ClaimTurns, claims_of, last_ply, outcome_text, run_end_text};
pub use dataset::{load, load_games, load_valued, sources, top_repetitions, top_runs};
pub use error::LedgerError;
pub use game::{LedgerGame, MoveNumbers};
pub use judge::{LawTables, rejudge, value_anew};
pub use ledger::{Ledger, LedgerRule, Sort};
pub use move_line::MoveLine;
pub use pgn::write as write_pgn;
pub use ruled_claim::RuledClaim;
pub use rules::{ClaimRight, GameRules, Setting};
pub use ruling::PlayersClaim;
pub use select::GameName;
pub use sheet::{Sheet, of as sheet_of, write_sheets};
pub use truth::{ClaimTruth, Truth};
pub use value::{AskedValues, ValuePoint};
