//! Archives replayed into sinks, without a dataset.

use std::sync::{Arc, Mutex, PoisonError};

use audit960_platform::run_workers;
use audit960_replay::{AuditOptions, Auditor};
use audit960_source::{Chunk, ChunkReader, Limits, Progress, SharedReader};
use audit960_types::FactSink;

use crate::guard::guarded;
use crate::inputs::open;
use crate::observer::{Observer, ProgressCounts, Stopped};
use crate::replay::{replay_chunk, replay_chunk_but};

/// Replays inputs, read within limits, into one sink a worker; returns the sinks. Chunks reach them in any
/// order, and each is announced by `begin`; the observer follows how far the inputs are read.
///
/// # Errors
/// Where an input cannot be read; [`Stopped`] where the observer stops it.
pub fn fold<S: FactSink + Send>(
    inputs: &[String],
    limits: Limits,
    threads: usize,
    options: &AuditOptions,
    observer: &dyn Observer,
    make: impl Fn() -> S + Sync,
    begin: impl Fn(&mut S, &Chunk) + Sync,
) -> anyhow::Result<Vec<S>> {
    let (reader, progress, total, _) = open(inputs, limits)?;
    fold_opened(
        (reader, progress, total),
        threads,
        options,
        observer,
        make,
        begin,
    )
}

/// As [`fold`], without the spans that a sink skips: of them nothing is reported.
///
/// # Errors
/// As [`fold`].
pub fn fold_but<S: FactSink + Send>(
    inputs: &[String],
    limits: Limits,
    threads: usize,
    options: &AuditOptions,
    observer: &dyn Observer,
    make: impl Fn() -> (S, SkipSpan) + Sync,
    begin: impl Fn(&mut S, &Chunk) + Sync,
) -> anyhow::Result<Vec<S>> {
    let (reader, progress, total, _) = open(inputs, limits)?;
    let work = |reader: &SharedReader| {
        let (sink, mut skips) = make();
        fold_chunks(
            reader,
            options,
            observer,
            sink,
            &begin,
            |auditor, chunk, sink| replay_chunk_but(auditor, chunk, &mut skips, sink),
        )
    };
    fold_workers((reader, progress, total), threads, observer, &work)
}

/// Says whether a span is skipped.
pub type SkipSpan = Box<dyn FnMut(&[u8]) -> bool>;

/// The same with an open reader, its progress, and the size of its inputs in stored bytes.
pub(crate) fn fold_opened<S: FactSink + Send>(
    (reader, progress, total): (ChunkReader, Arc<Progress>, Option<u64>),
    threads: usize,
    options: &AuditOptions,
    observer: &dyn Observer,
    make: impl Fn() -> S + Sync,
    begin: impl Fn(&mut S, &Chunk) + Sync,
) -> anyhow::Result<Vec<S>> {
    let work = |reader: &SharedReader| {
        fold_chunks(reader, options, observer, make(), &begin, replay_chunk)
    };
    fold_workers((reader, progress, total), threads, observer, &work)
}

/// Lets workers work on the chunks of a reader.
fn fold_workers<S: Send>(
    (reader, progress, total): (ChunkReader, Arc<Progress>, Option<u64>),
    threads: usize,
    observer: &dyn Observer,
    work: &(dyn Fn(&SharedReader) -> anyhow::Result<S> + Sync),
) -> anyhow::Result<Vec<S>> {
    observer.begin(&progress, total);
    let reader = SharedReader::new(reader);
    let results = Mutex::new(Vec::new());
    let run = run_workers(threads, |_| {
        let result = work(&reader);
        results
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(result);
    });
    observer.end();
    run?;
    results
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner)
        .into_iter()
        .collect()
}

/// Replays chunk after chunk into a sink.
fn fold_chunks<S: FactSink>(
    reader: &SharedReader,
    options: &AuditOptions,
    observer: &dyn Observer,
    mut sink: S,
    begin: &(impl Fn(&mut S, &Chunk) + Sync),
    mut replay: impl FnMut(&mut Auditor, &Chunk, &mut S) -> u64,
) -> anyhow::Result<S> {
    let mut auditor = Auditor::new(options.clone());
    let mut chunk = Chunk::default();
    while reader.next_chunk(&mut chunk)? {
        if observer.is_stopped() {
            return Err(Stopped.into());
        }
        begin(&mut sink, &chunk);
        guarded(
            || chunk.source_name.to_string(),
            || Ok(replay(&mut auditor, &chunk, &mut sink)),
        )?;
        observer.advance(ProgressCounts::default());
    }
    Ok(sink)
}
