//! One reader for several threads.

use std::sync::{Arc, Mutex, PoisonError};

use crate::chunk::Chunk;
use crate::error::SourceError;
use crate::flight::{Flight, Lease};
use crate::reader::ChunkReader;
use crate::stream::Ahead;

/// A [`ChunkReader`] from which threads take chunks in turn.
///
/// While one reads and cuts, the others work on what they took. Where stored frames can be decoded
/// independently (zstd files of several), a thread that finds too little text reads the next frame,
/// lets go of the reader, and decodes the frame by itself; so as many are decoded at a time as
/// threads want text. Chunks are the same, in the same order, as the reader alone gives.
///
/// What they took and are not done with is bounded too ([`Limits::in_flight`](crate::Limits::in_flight)):
/// who asks for a chunk when there is too much waits until some of it is free ([`Chunk::lease`]).
pub struct SharedReader {
    reader: Mutex<ChunkReader>,
    flight: Arc<Flight>,
}

/// How many times as long as its text a game of more than a chunk's usual length may be in memory while
/// it is replayed.
const LONG_GAME: u64 = 8;

impl SharedReader {
    /// Shares `reader`.
    #[must_use]
    pub fn new(reader: ChunkReader) -> Self {
        Self {
            flight: Flight::new(reader.options().limits.in_flight()),
            reader: Mutex::new(reader),
        }
    }

    /// Fills `chunk` with the next one; false at the end of all inputs. `in_order` is called with
    /// each chunk in the order of their numbers, one at a time.
    ///
    /// # Errors
    ///
    /// As [`ChunkReader::next_chunk`]; for the other threads the reader is then at its end.
    pub fn next_chunk_with(
        &self,
        chunk: &mut Chunk,
        in_order: impl FnOnce(&Chunk),
    ) -> Result<bool, SourceError> {
        // The chunk before is done with.
        chunk.lease = Lease::default();
        loop {
            // A lock whose holder panicked is as good as any: the panic ends the run by itself.
            let mut reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
            match reader.ahead()? {
                Ahead::Ready => {
                    self.flight.wait();
                    let found = reader.next_chunk(chunk)?;
                    if found {
                        let usual = 2 * reader.options().target_bytes;
                        let times = if chunk.bytes.len() > usual {
                            LONG_GAME
                        } else {
                            1
                        };
                        chunk.lease = self.flight.lease(times * chunk.bytes.len() as u64);
                        in_order(chunk);
                    }
                    return Ok(found);
                }
                Ahead::Decode(frame) => {
                    drop(reader);
                    frame.decode();
                }
                Ahead::Wait(frame) => {
                    drop(reader);
                    frame.wait();
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

    /// The reader, when nobody shares it any more.
    #[must_use]
    pub fn into_inner(self) -> ChunkReader {
        self.reader
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
    }
}
