//! The reader as a whole, from stored bytes to chunks.

// Test helpers may panic; their names document them.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    missing_docs,
    unreachable_pub
)]

/// The path of the archives, shared by the tests of all packages.
#[path = "../../../../tests/corpus.rs"]
#[allow(dead_code, reason = "each package uses a part of it")]
mod at_hand;
/// Files that are changed while they are read.
mod changes;
/// Random access to chunks by the identity of what they hold.
mod chunk_seeker;
/// Real archives.
mod corpus;
/// Where chunks end, and that nothing is lost or repeated.
mod cutting;
/// Broken streams: what is kept, and what is reported about the rest.
mod damage;
/// UTF-16: how it is recognised and decoded, and its findings.
mod encodings;
/// Files of plain text, cut before they are read.
mod file_cutting;
/// The same text in every container.
mod formats;
/// Windows, text and bytes in flight beyond the limits of a run.
mod limits;
/// Objects of stores.
#[cfg(feature = "cloud")]
mod objects;
/// Spans longer than the limit.
mod oversize;
/// Ranges that tile an input yield each of its spans once, wherever they end.
mod ranges;
/// The span rule, written directly from its definition.
mod reference;
/// Threads that share a reader.
mod sharing;
/// Spans of texts, in frames and chunks of every size.
mod spans;
/// Texts, encoders and readers for the other modules.
mod support;
/// Members of zip archives.
mod zip_archives;
