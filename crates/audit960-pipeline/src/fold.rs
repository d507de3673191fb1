//! Archives replayed into sinks, without a dataset.

use std::sync::{Mutex, PoisonError};

use audit960_platform::run_workers;
use audit960_replay::{AuditOptions, Auditor};
use audit960_source::{Chunk, Limits, SharedReader};
use audit960_types::FactSink;

use crate::guard::guarded;
use crate::inputs::{OpenInputs, open};
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
    let opened = open(inputs, limits)?;
    fold_opened(opened, threads, options, observer, make, begin)
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
    let opened = open(inputs, limits)?;
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
    fold_workers(opened, threads, observer, &work)
}

/// Says whether a span is skipped.
pub type SkipSpan = Box<dyn FnMut(&[u8]) -> bool>;

/// The same with open inputs.
pub(crate) fn fold_opened<S: FactSink + Send>(
    opened: OpenInputs,
    threads: usize,
    options: &AuditOptions,
    observer: &dyn Observer,
    make: impl Fn() -> S + Sync,
    begin: impl Fn(&mut S, &Chunk) + Sync,
) -> anyhow::Result<Vec<S>> {
    let work = |reader: &SharedReader| {
        fold_chunks(reader, options, observer, make(), &begin, replay_chunk)
    };
    fold_workers(opened, threads, observer, &work)
}

/// Lets workers work on the chunks of inputs.
fn fold_workers<S: Send>(
    opened: OpenInputs,
    threads: usize,
    observer: &dyn Observer,
    work: &(dyn Fn(&SharedReader) -> anyhow::Result<S> + Sync),
) -> anyhow::Result<Vec<S>> {
    observer.begin(&opened.progress, opened.stored_bytes);
    let reader = SharedReader::new(opened.reader);
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
