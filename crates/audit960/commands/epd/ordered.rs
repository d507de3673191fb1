//! Lines of files, worked on by several threads, the results taken in the order of the lines.

use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use anyhow::bail;
use audit960_epd::Text;
use audit960_replay::run_workers;
use audit960_source::{
    Chunk, ChunkReader, Format, Progress, ReaderOptions, SharedReader, count_lines, discover,
};

/// Chunks a worker may be ahead, per worker.
const AHEAD: u64 = 4;

/// Lines of a source: a chunk, and how many lines come before it.
pub(super) struct Lines {
    chunk: Chunk,
    first_line: u64,
}

impl Lines {
    /// Name of the file.
    pub(super) fn source(&self) -> &str {
        &self.chunk.source_name
    }

    /// The same, for those who keep it.
    pub(super) const fn shared_source(&self) -> &Arc<str> {
        &self.chunk.source_name
    }

    /// How many line feeds there are.
    pub(super) fn feeds(&self) -> u64 {
        count_lines(&self.chunk.bytes)
    }

    /// No lines of the file come before.
    pub(super) const fn first_of_source(&self) -> bool {
        self.chunk.first_of_source
    }

    /// Runs something on the text.
    pub(super) fn with_text<R>(&self, run: impl FnOnce(&Text<'_>) -> R) -> R {
        let identity = |at: usize| self.chunk.identity(at);
        run(&Text {
            bytes: &self.chunk.bytes,
            first_line: self.first_line,
            identity: &identity,
        })
    }

    /// Why the file cannot be read on behind these lines, if so.
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
            bail!("{source}: neither EPD nor FEN, and too long to be looked through");
        }
        Ok(())
    }
}

/// Does `work` on the lines of all inputs with so many threads, and hands what comes of them to
/// `take`, in their order.
pub(super) fn in_order<T: Send>(
    inputs: &[String],
    threads: usize,
    work: impl Fn(&Lines) -> T + Sync,
    take: impl FnMut(&Lines, T) -> anyhow::Result<()> + Send,
) -> anyhow::Result<()> {
    let inputs = discover(inputs)?.inputs;
    let reader = ChunkReader::new(
        inputs,
        ReaderOptions::default(),
        Arc::new(Progress::default()),
    );
    let line = Stage {
        reader: SharedReader::new(reader),
        lines: Mutex::new(0),
        taking: Mutex::new(Taking {
            next: 0,
            waiting: BTreeMap::new(),
            take,
            error: None,
        }),
        moved_on: Condvar::new(),
        ahead: AHEAD * threads as u64,
    };
    run_workers(threads, |_| line.run(&work))?;
    let taking = line
        .taking
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    taking.error.map_or(Ok(()), Err)
}

/// What the workers share.
struct Stage<T, F> {
    reader: SharedReader,
    /// Lines of the current source before the next chunk.
    lines: Mutex<u64>,
    taking: Mutex<Taking<T, F>>,
    moved_on: Condvar,
    ahead: u64,
}

struct Taking<T, F> {
    next: u64,
    waiting: BTreeMap<u64, (Lines, T)>,
    take: F,
    error: Option<anyhow::Error>,
}

/// A lock whose holder panicked is as good as any: the panic ends the run by itself.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T, F: FnMut(&Lines, T) -> anyhow::Result<()>> Stage<T, F> {
    /// Works until there is nothing left or something has failed; the first failure is kept.
    fn run(&self, work: &impl Fn(&Lines) -> T) {
        loop {
            let result = match self.next() {
                Ok(None) => return,
                Ok(Some(lines)) => {
                    let done = work(&lines);
                    self.deliver(lines, done)
                }
                Err(error) => Err(error),
            };
            match result {
                Ok(true) => {}
                Ok(false) => return,
                Err(error) => {
                    lock(&self.taking).error.get_or_insert(error);
                    self.moved_on.notify_all();
                    return;
                }
            }
        }
    }

    fn next(&self) -> anyhow::Result<Option<Lines>> {
        let (mut chunk, mut first_line) = (Chunk::default(), 0);
        let found = self.reader.next_chunk_with(&mut chunk, |chunk| {
            let mut lines = lock(&self.lines);
            if chunk.first_of_source {
                *lines = 0;
            }
            first_line = *lines;
            *lines += count_lines(&chunk.bytes);
        })?;
        if !found {
            return Ok(None);
        }
        if chunk.first_of_source && Format::sniff(&chunk.bytes) == Some(Format::Pgn) {
            bail!(
                "{}: holds games, not positions (see epd from-games)",
                chunk.source_name
            );
        }
        Ok(Some(Lines { chunk, first_line }))
    }

    /// Hands results on as far as they are in order; waits while these are too far ahead. Tells
    /// whether to go on.
    fn deliver(&self, lines: Lines, done: T) -> anyhow::Result<bool> {
        let sequence = lines.chunk.sequence;
        let mut guard = lock(&self.taking);
        while sequence > guard.next + self.ahead && guard.error.is_none() {
            guard = self
                .moved_on
                .wait(guard)
                .unwrap_or_else(PoisonError::into_inner);
        }
        let taking = &mut *guard;
        if taking.error.is_some() {
            return Ok(false);
        }
        taking.waiting.insert(sequence, (lines, done));
        while let Some((lines, done)) = taking.waiting.remove(&taking.next) {
            taking.next += 1;
            let result = (taking.take)(&lines, done).and_then(|()| lines.refusal());
            if let Err(error) = result {
                taking.error = Some(error);
                break;
            }
        }
        let go_on = taking.error.is_none();
        drop(guard);
        self.moved_on.notify_all();
        Ok(go_on)
    }
}
