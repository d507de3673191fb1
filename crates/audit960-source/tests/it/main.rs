//! Whole runs of the reader, from stored bytes to chunks.

// Helpers of tests may fail like tests; their names say what they do.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    missing_docs,
    unreachable_pub
)]

/// Real archives.
mod corpus;
/// Where chunks end, and that nothing is lost or doubled.
mod cutting;
/// Broken streams: what is kept, and what is said of the rest.
mod damage;
/// The same text in every container.
mod formats;
/// Spans longer than the longest that is read.
mod oversize;
/// Threads that share a reader.
mod sharing;
/// Texts, encoders and readers for the others.
mod support;
/// Members of zip archives.
mod zip_archives;
