//! The stages of an audit put together: workers take chunks, replay them, and deliver rows in order.
//!
//! [`audit()`] reads archives and writes a dataset; an [`Observer`] follows its progress and its
//! findings. [`fold()`] replays archives into sinks and writes nothing. [`in_order()`] does any
//! work on items with several threads and takes the results in the order of the items.
//! [`write_rows()`] and [`write_tables()`] are the task of a cluster: a range of an input in, rows or
//! files out; [`finish()`] makes a dataset of what many tasks wrote.
//!
//! All threads of an audit do the same: take the next chunk from the shared reader (one reads while
//! the others replay; the frames of a multi-frame zstd file are decoded by all), replay it, deliver its
//! rows to the stage that puts chunks in order, encode the row groups that are then full, and append
//! them to the files. No more threads are busy than were asked for, and what is in flight is bounded
//! by their number.
//!
//! From time to time all workers meet and save a checkpoint to [`resume`] from. [`append()`] adds inputs to a
//! dataset.
//!
//! ```no_run
//! use std::path::Path;
//! use audit960_audit::{NoObserver, Options, audit, threads};
//!
//! let options = Options { threads: threads(None), ..Options::default() };
//! let inputs = ["games.pgn".to_owned()];
//! let outcome = audit(&inputs, Path::new("dataset"), options, &NoObserver)?;
//! println!("{} games", outcome.tally.verdicts.total());
//! # Ok::<(), anyhow::Error>(())
//! ```

pub mod condition;
pub mod second_reading;

mod again;
mod append;
mod audit;
mod base;
mod begun;
mod checkpoint;
mod copies;
mod examine;
mod finish;
mod fold;
mod gate;
mod guard;
mod in_order;
mod inputs;
mod known_start;
mod late_tables;
mod lines_in_order;
mod manifest;
mod observed;
mod observer;
mod options;
mod ordered;
mod players;
mod range;
mod records;
mod replay;
mod run;
mod stated;
mod stored;
mod tree;
mod values;
mod worker;

pub use again::difference_to_inputs;
pub use append::append;
pub use audit::{audit, resume};
pub use copies::run_search;
pub use examine::Examination;
pub use finish::{Finished, finish};
pub use fold::fold;
pub use guard::{failure_text, guarded, in_plain_words, panic_message};
pub use in_order::in_order;
pub use inputs::{MAX_THREADS, OpenInputs, open, threads};
pub use known_start::{KnownStarts, start_of};
pub use lines_in_order::{Lines, lines_in_order};
pub use observed::order;
pub use observer::{NoObserver, Observer, ProgressCounts, Stopped};
pub use options::{Options, TableTexts, checkpoint_chunks};
pub use ordered::no_games;
pub use range::{KeepsGame, LostInput, RowRequest, write_rows, write_tables};
pub use replay::replay_chunk;
pub use run::AuditOutcome;
pub use stated::{Audited, kept_plies};
pub use stored::{
    ENDING_PIECES, StoredDetails, StoredGames, StoredMoves, StoredOptions, StoredStarts,
    StoredStays, has_positions, is_moveless,
};
pub use values::{TableValues, has_recorded, recorded_tables};
