//! Objects of stores, on local test servers.

// Test helpers may panic; their names document them.
#![allow(clippy::unwrap_used, missing_docs)]

mod listing;
mod objects;
mod server;
