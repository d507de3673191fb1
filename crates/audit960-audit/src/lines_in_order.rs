//! Work on lines of files by several threads, with the results taken in the order of the lines.

use std::sync::Arc;

use anyhow::bail;
use audit960_epd::Text;
use audit960_source::{
    Chunk, ChunkReader, Format, Limits, Progress, ReaderOptions, SharedReader, discover,
};
use audit960_types::count_line_ends;
use parking_lot::Mutex;

use crate::in_order::in_order;

/// Lines of a source: a chunk, and how many lines come before it.
#[derive(Default)]
pub struct Lines {
    chunk: Chunk,
    first_line: u64,
}

impl Lines {
    /// Name of the file.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.chunk.source_name
    }

    /// The same, to be kept.
    #[must_use]
    pub const fn shared_source(&self) -> &Arc<str> {
        &self.chunk.source_name
    }

    /// Number of line ends.
    #[must_use]
    pub fn feeds(&self) -> u64 {
        count_line_ends(&self.chunk.bytes)
    }

    /// Whether no lines of the file come before these.
    #[must_use]
    pub const fn first_of_source(&self) -> bool {
        self.chunk.first_of_source
    }

    /// Runs a function on the text.
    pub fn with_text<R>(&self, run: impl FnOnce(&Text<'_>) -> R) -> R {
        let identity = |at: usize| self.chunk.identity(at);
        run(&Text {
            bytes: &self.chunk.bytes,
            first_line: self.first_line,
            identity: &identity,
        })
    }

    /// Fails if the file cannot be read on after these lines.
    fn refusal(&self) -> anyhow::Result<()> {
        let source = self.source();
        if let Some(damage) = &self.chunk.damage {
            let (from, to) = (damage.stored_from, damage.stored_to);
            bail!(
                "{source}: stored bytes {from} to {to} are lost ({})",
                damage.message
            );
        }
        if self.chunk.dropped > 0 {
            bail!("{source}: neither EPD nor FEN, and too long to be searched");
        }
        Ok(())
    }
}

/// Does `work` on the lines of all inputs with `threads` threads, and passes the results to `take` in the
/// order of the lines.
///
/// # Errors
/// Where an input cannot be read, is damaged or holds games, and the first failure of `take`.
pub fn lines_in_order<T: Send>(
    inputs: &[String],
    threads: usize,
    limits: Limits,
    work: impl Fn(&Lines) -> T + Sync,
    mut take: impl FnMut(&Lines, T) -> anyhow::Result<()> + Send,
) -> anyhow::Result<()> {
    let reader = Reader {
        reader: SharedReader::new(ChunkReader::new(
            discover(inputs)?.inputs,
            ReaderOptions::within(limits),
            Arc::new(Progress::default()),
        )),
        lines: Mutex::new(0),
    };
    in_order(
        threads,
        |lines| reader.next(lines),
        || {
            |lines: &mut Lines| {
                let done = work(lines);
                Ok((std::mem::take(lines), done))
            }
        },
        |(lines, done)| {
            take(&lines, done)?;
            lines.refusal()
        },
    )
}

/// Hands out lines.
struct Reader {
    reader: SharedReader,
    /// Lines of the current source before the next chunk.
    lines: Mutex<u64>,
}

impl Reader {
    fn next(&self, next: &mut Lines) -> anyhow::Result<Option<u64>> {
        let Lines { chunk, first_line } = next;
        let found = self.reader.next_chunk_with(chunk, |chunk| {
            // A poisoned lock can be used: the panic ends the run by itself.
            let mut lines = self.lines.lock();
            if chunk.first_of_source {
                *lines = 0;
            }
            *first_line = *lines;
            *lines += count_line_ends(&chunk.bytes);
        })?;
        if !found {
            return Ok(None);
        }
        if chunk.first_of_source && Format::sniff(&chunk.bytes) == Some(Format::Pgn) {
            bail!("{}: holds games, not positions", chunk.source_name);
        }
        Ok(Some(chunk.sequence))
    }
}
