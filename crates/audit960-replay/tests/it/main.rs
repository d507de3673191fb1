//! Searches against the shared archives and an independent oracle.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "the lints know tests but not the functions they share"
)]

#[path = "../../../../tests/corpus.rs"]
#[allow(dead_code, reason = "each package uses a part of it")]
mod corpus; // where the archives are, for all packages
mod oracle; // shakmaty
mod repairs; // records with damage of known kinds, and the repairs found
mod special_starts; // records without a start that are special
mod starts; // start positions removed and found again
mod support; // archives, and audits in memory
mod writers; // who wrote the archives
