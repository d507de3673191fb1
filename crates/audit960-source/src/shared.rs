//! A reader that several threads share.

use std::sync::Arc;

use parking_lot::Mutex;

use crate::chunk::Chunk;
use crate::error::SourceError;
use crate::in_flight::{InFlightLimit, Lease};
use crate::reader::{ChunkReader, Cut};
use crate::stream::Ahead;
use crate::turns::Turns;

/// A [`ChunkReader`] from which several threads read chunks in turn.
///
/// While one thread cuts, the others work on their chunks. Of a file of plain text a thread looks only where a chunk may
/// end, releases the reader, and reads the text of its chunk by itself; other text is read before it is cut. Where stored
/// frames can be decoded independently (zstd files of several frames, rows of tables), a thread that finds too little text
/// reads the next part, releases the reader, and decodes the part by itself; so parts are decoded in parallel. The chunks
/// and their order are the same as from the reader alone.
///
/// The bytes of the chunks in use are bounded too ([`Limits::in_flight`](crate::Limits::in_flight)): when
/// there are too many, a thread that wants a chunk waits until some are freed ([`Chunk::lease`]).
pub struct SharedReader {
    reader: Mutex<ChunkReader>,
    turns: Arc<Turns>,
    flight: Arc<InFlightLimit>,
}

/// Bytes of memory per byte of text that are counted for a game longer than a usual chunk while it is
/// replayed.
const LONG_GAME: u64 = 8;

impl SharedReader {
    /// Shares `reader`.
    #[must_use]
    pub fn new(reader: ChunkReader) -> Self {
        Self {
            flight: InFlightLimit::new(reader.options().limits.in_flight()),
            turns: Arc::clone(reader.turns()),
            reader: Mutex::new(reader),
        }
    }

    /// Fills `chunk` with the next one; false at the end of all inputs. `in_order` is called with
    /// each chunk, one at a time, in the order of their numbers.
    ///
    /// # Errors
    ///
    /// As [`ChunkReader::next_chunk`]; the reader is then at its end for all threads.
    pub fn next_chunk_with(
        &self,
        chunk: &mut Chunk,
        in_order: impl FnOnce(&Chunk),
    ) -> Result<bool, SourceError> {
        // Frees the bytes of the chunk before.
        chunk.lease = Lease::default();
        loop {
            let mut reader = self.reader.lock();
            match reader.ahead()? {
                Ahead::Ready => {
                    self.flight.wait();
                    let Some(cut) = reader.cut_chunk(chunk)? else {
                        return Ok(false);
                    };
                    let turn = self.turns.of(chunk.sequence);
                    let length = match &cut {
                        Cut::Read => chunk.bytes.len(),
                        Cut::Unread(unread) => unread.length,
                    };
                    // Only a span that is longer by itself makes a chunk longer than the target.
                    let usual = reader.options().target_bytes;
                    let times = if length > usual { LONG_GAME } else { 1 };
                    chunk.lease = self.flight.lease(times * length as u64);
                    drop(reader);
                    cut.complete(&turn, chunk);
                    in_order(chunk);
                    return Ok(true);
                }
                Ahead::Decode(part) => {
                    drop(reader);
                    part.decode();
                }
            }
        }
    }

    /// Fills `chunk` with the next one; false at the end of all inputs.
    ///
    /// # Errors
    ///
    /// As [`Self::next_chunk_with`].
    pub fn next_chunk(&self, chunk: &mut Chunk) -> Result<bool, SourceError> {
        self.next_chunk_with(chunk, |_| {})
    }

    /// Returns the reader, once it is no longer shared.
    #[must_use]
    pub fn into_inner(self) -> ChunkReader {
        self.reader.into_inner()
    }
}
