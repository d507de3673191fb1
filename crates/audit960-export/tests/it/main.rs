//! Exports of games, read again.

// Helpers of tests may fail like tests.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod archives;
#[path = "../../../../tests/corpus.rs"]
mod corpus;
mod games;
mod generated;
mod pgn_reader;
mod support;
