//! Opens, decompresses and cuts chess archives into spans.
//!
//! Bytes come in as files, folders or standard input, plain or as zstd, gzip, bzip2 or zip, and go
//! out as [`Chunk`]s of whole spans. What is inside a span is not this crate's business: all it
//! knows of chess is how a span begins and how an EPD line looks.
//!
//! - A **span** starts at offset 0 and at every line, after `\n`, that begins with `[Event "`; a
//!   byte-order mark may stand before the one at offset 0. [`spans()`] finds them.
//! - A **chunk** starts and ends where a span does (EPD: where a line does). Where chunks end
//!   depends on the input and [`ReaderOptions`] alone, never on how the bytes happened to arrive.
//! - A byte's **identity** is the stored offset of the zstd data frame that holds it and the
//!   decompressed offset from that frame's start. Everything else has one frame, at 0.
//!
//! What is tolerated: zero bytes after the last gzip member, bzip2 stream or zstd frame; gzip files
//! of several members, bzip2 files of several streams, zstd files of several frames with skippable
//! frames between them. A stream that breaks is no failure of the run: what was decoded is handed
//! out, and the chunk before the hole carries the [`Damage`].

mod archive;
mod boundary;
mod chunk;
mod cutter;
mod discover;
mod error;
mod format;
mod frames;
mod input;
mod progress;
mod reader;
mod report;
mod shared;
mod spans;
mod stream;
mod supply;
mod window;

pub use chunk::{Chunk, Damage, DamageKind};
pub use discover::{Discovery, discover};
pub use error::SourceError;
pub use format::Format;
pub use frames::Frames;
pub use input::{Input, promises_games};
pub use progress::Progress;
pub use reader::{ChunkReader, ReaderOptions};
pub use report::{InputReport, SourceInfo};
pub use shared::SharedReader;
pub use spans::{Spans, count_lines, spans};
