//! Replays games into facts: clocks, claims, repetition, castling, endings.
//!
//! An [`Auditor`] takes spans of text, reads their games with `audit960-pgn`, plays them on the
//! board of `audit960-board` and hands rows to a [`audit960_types::FactSink`]. Reading is one walk:
//! a word of strict SAN is resolved and played where it is met; only a word that is none goes to
//! the lenient readings, and only a game that fails in English is tried in other languages.

mod auditor;
mod consistency;
mod examine;
mod game;
mod incident;
mod language;
mod lenient;
mod line;
mod memo;
mod move_notes;
mod record;
mod repetition;
mod sheet;
mod start;
mod termination;
mod trail;
mod validate;
mod variant;
mod workers;
mod writer;

pub mod players;
pub mod time_control;
pub mod venue;

pub use auditor::{AuditOptions, Auditor};
pub use examine::{Case, Examiner, Round};
pub use lenient::lenient_move;
pub use record::{Record, Refusal, Trial, Word};
pub use validate::{Validation, validate};
pub use workers::{WorkerError, run_workers};
