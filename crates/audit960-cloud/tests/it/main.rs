//! Objects of stores, on stand-ins on loopback.

// Helpers of tests may fail like tests; their names say what they do.
#![allow(clippy::unwrap_used, missing_docs)]

mod listing;
mod objects;
mod server;
