//! Replays games into facts: clocks, claims, repetition, castling, endings.
//!
//! An [`Auditor`] reads the games of spans of text with `audit960-pgn`, plays them on the board of
//! `audit960-board` and passes rows to an [`audit960_types::FactSink`]. A game is read in one walk: a
//! word of strict SAN is resolved and played as it is met; only other words go to the lenient parser,
//! and only a game that fails in English is tried in other languages.
//!
//! ```
//! use audit960_replay::types::{Fact, FactSink, Identity, Verdict};
//! use audit960_replay::{AuditOptions, Auditor};
//!
//! #[derive(Default)]
//! struct Games(Vec<(Verdict, u32)>);
//!
//! impl FactSink for Games {
//!     fn fact(&mut self, fact: Fact<'_>) {
//!         if let Fact::Game(facts) = fact {
//!             self.0.push((facts.verdict, facts.plies));
//!         }
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
//! main line again. The crate `audit960-source` cuts text into spans; a whole text may also be one span,
//! but then a damaged game may swallow part of the next one.

mod auditor;
mod closing_comment;
mod consistency;
mod examine;
mod game;
mod incident;
mod language;
mod lenient;
mod move_notes;
mod options;
mod player_key;
mod players;
mod quality;
mod record;
mod repetition;
mod replayed_line;
mod scratch;
mod start;
mod start_cache;
mod tag_roster;
mod termination;
mod time_control;
mod told_end;
mod trail;
mod validate;
mod variant;
mod venue;
mod writer;

pub mod forensics;

/// The plain data shared by the crates of audit960: facts, findings, verdicts.
pub use audit960_types as types;

pub use auditor::{Auditor, games_given_up};
pub use examine::{Case, Examiner, Round};
pub use game::is_of_tags;
pub use lenient::lenient_move;
pub use options::{
    AuditOptions, ByTags, ENDING_PIECES, MAX_OPENING_PLIES, OPENING_PLIES, TagCondition,
};
pub use player_key::{fide_id, fold_name, may_be_one_person, write_player_key};
pub use record::{Record, Refusal, Trial, Word};
pub use validate::{Validation, validate};

/// Whether the half-move clock of a FEN cannot be right, as finding F020 says: no claim is judged by it.
#[must_use]
pub fn has_doubtful_clock(fen: &str) -> bool {
    start::GameStart::has_doubtful_clock(fen)
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
