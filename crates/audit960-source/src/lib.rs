//! Opens, decompresses and cuts chess archives into spans.
//!
//! Bytes come in as files, folders or standard input, plain or as zstd, gzip, bzip2 or zip, and go
//! out as [`Chunk`]s of whole spans. The crate does not parse games: all it knows of chess is how a span
//! begins and what an EPD line looks like.
//!
//! - A **span** starts with the block of tag lines that holds an Event line, and where games follow
//!   each other without Event lines; [`spans()`] has the definition. Spans depend on the text of a
//!   source alone, wherever it is cut. [`Chunk::spans`] gives those of a chunk.
//! - A **chunk** starts and ends where a span does (EPD: where a line does). Its end depends on the
//!   input and [`ReaderOptions`] alone, never on how the bytes arrive.
//! - A byte's **identity** is the stored offset of the zstd data frame that holds it and the
//!   decompressed offset from that frame's start. Everything else has one frame, at 0.
//!
//! Games in JSON and in tables (Parquet, Arrow IPC) are translated: each record becomes a line of PGN, which is a span and has a frame of its own,
//! at the offset of the record in the (decompressed) JSON, or at the number of the row.
//!
//! UTF-16 is a stored form like gzip: recognised by content, with or without a byte-order mark, and
//! decoded to UTF-8. The mark is not part of the text, and the text has one frame, at 0.
//!
//! A [`RangeReader`] reads a range of the stored bytes of an input as one task of many: ranges that tile
//! an input yield each of its spans once.
//!
//! Accepted are zero bytes after the last gzip member, bzip2 stream or zstd frame; gzip files of several
//! members, bzip2 files of several streams, and zstd files of several frames with skippable frames between
//! them. A broken stream does not fail the run: what was decoded is returned, and the chunk before the hole
//! carries the [`Damage`].

#[cfg(feature = "cloud")]
pub mod objects;
pub mod system;

mod archive;
mod boundary;
mod bounded;
mod chunk;
mod chunk_seeker;
mod cutter;
mod discover;
mod encoding;
mod error;
mod expansion;
mod file_cutter;
mod findings;
mod format;
mod frames;
mod ignored;
mod in_flight;
mod input;
mod limits;
mod options;
mod pack;
mod peek_reader;
mod progress;
mod ranges;
mod reader;
mod records;
mod report;
mod shared;
mod spans;
mod stamp;
mod stream;
mod tables_in_folders;
mod turns;
mod window;

pub use chunk::{Chunk, Damage, DamageKind, InputProblem};
pub use chunk_seeker::ChunkSeeker;
pub use discover::{Discovery, discover, survey};
pub use encoding::Encoding;
pub use error::SourceError;
pub use format::Format;
pub use frames::Frames;
pub use ignored::IgnoredFiles;
pub use in_flight::Lease;
pub use input::{Input, is_pgn_name, is_read_once};
pub use limits::{Limits, MaxExpansion, parse_memory, parse_size};
pub use options::{CHUNK_BYTES, ReaderOptions};
pub use pack::Packing;
pub use progress::Progress;
pub use ranges::{
    ByteRange, FileNames, NoRange, Polled, RangeReader, RangeReport, Stored, StoredPath,
    is_address, open_stored, polled, splits, stored_inputs,
};
pub use reader::ChunkReader;
pub use records::{NOT_READ, given_columns, set_columns, unreadable_reason};
pub use report::InputReport;
pub use shared::SharedReader;
pub use spans::{Spans, spans};
