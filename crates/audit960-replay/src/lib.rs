//! Replays games into facts: clocks, claims, repetition, castling, endings.
//!
//! An [`Auditor`] takes spans of text, reads their games with `audit960-pgn`, plays them on the
//! board of `audit960-board` and hands rows to a [`audit960_types::FactSink`]. Reading is one walk:
//! a word of strict SAN is resolved and played where it is met; only a word that is none goes to
//! the lenient readings, and only a game that fails in English is tried in other languages.
//!
//! ```
//! use audit960_replay::types::{FactSink, GameFacts, Identity, Verdict};
//! use audit960_replay::{AuditOptions, Auditor};
//!
//! #[derive(Default)]
//! struct Games(Vec<(Verdict, u32)>);
//!
//! impl FactSink for Games {
//!     fn game(&mut self, facts: &GameFacts<'_>) {
//!         self.0.push((facts.verdict, facts.plies));
//!     }
//! }
//!
//! let text = b"[Event \"?\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
//! let mut games = Games::default();
//! let mut auditor = Auditor::new(AuditOptions::default());
//! auditor.audit(text, [0..text.len()].into_iter(), &|_| Identity::default(), false, &mut games);
//! assert_eq!(games.0, [(Verdict::Ok, 4)]);
//! ```
//!
//! Where to start: [`Auditor::audit`] for facts, [`validate()`] for legality alone, [`Record`] to play a
//! main line again. Text is cut into spans by the crate `audit960-source`; one span of all of a text
//! does, but then a broken game may take part of its neighbour with it.

mod auditor;
mod consistency;
mod examine;
mod game;
mod incident;
mod language;
mod lenient;
mod line;
mod move_notes;
mod options;
mod record;
mod repetition;
mod scratch;
mod start;
mod start_cache;
mod tag_roster;
mod termination;
mod trail;
mod validate;
mod variant;
mod workers;
mod writer;

pub mod players;
pub mod time_control;
pub mod venue;

/// The data that crosses the crates of audit960: facts, findings, verdicts.
pub use audit960_types as types;

pub use auditor::Auditor;
pub use examine::{Case, Examiner, Round};
pub use lenient::lenient_move;
pub use options::AuditOptions;
pub use record::{Record, Refusal, Trial, Word};
pub use validate::{Validation, validate};
pub use workers::{WorkerError, run_workers};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
