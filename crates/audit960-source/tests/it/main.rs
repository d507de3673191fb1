//! Whole runs of the reader, from stored bytes to chunks.

// Helpers of tests may fail like tests; their names say what they do.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    missing_docs,
    unreachable_pub
)]

/// Where the archives are, for all packages.
#[path = "../../../../tests/corpus.rs"]
#[allow(dead_code, reason = "each package uses a part of it")]
mod at_hand;
/// Real archives.
mod corpus;
/// Where chunks end, and that nothing is lost or doubled.
mod cutting;
/// Broken streams: what is kept, and what is said of the rest.
mod damage;
/// UTF-16: how it is recognised and decoded, and its findings.
mod encodings;
/// The same text in every container.
mod formats;
/// Windows, text and bytes in flight beyond what a run may take.
mod limits;
/// Spans longer than the longest that is read.
mod oversize;
/// Single pieces by their identity.
mod pieces;
/// Ranges that tile an input give its spans once each, wherever they end.
mod ranges;
/// The span rule, straight from its definition.
mod reference;
/// Threads that share a reader.
mod sharing;
/// Spans of texts in frames and chunks of every size.
mod spans;
/// Texts, encoders and readers for the others.
mod support;
/// Members of zip archives.
mod zip_archives;
