//! Archives replayed into sinks, without a dataset.

use std::sync::{Mutex, PoisonError};

use audit960_replay::{AuditOptions, Auditor, run_workers};
use audit960_source::{Chunk, ChunkReader, SharedReader};
use audit960_types::{FactSink, Tally};

use crate::guard::guarded;
use crate::inputs::open;
use crate::replay::replay_chunk;

/// Counts inputs without writing anything.
///
/// # Errors
/// Where an input cannot be read.
pub fn tally(inputs: &[String], threads: usize) -> anyhow::Result<Tally> {
    let tallies = fold(
        inputs,
        threads,
        &AuditOptions::default(),
        Tally::default,
        |_, _| {},
    )?;
    let mut total = Tally::default();
    for tally in &tallies {
        total.merge(tally);
    }
    Ok(total)
}

/// Replays inputs into one sink a worker; gives the sinks. Chunks come to them in any order, and each
/// is announced by `begin`.
///
/// # Errors
/// Where an input cannot be read.
pub fn fold<S: FactSink + Send>(
    inputs: &[String],
    threads: usize,
    options: &AuditOptions,
    make: impl Fn() -> S + Sync,
    begin: impl Fn(&mut S, &Chunk) + Sync,
) -> anyhow::Result<Vec<S>> {
    let (reader, ..) = open(inputs)?;
    fold_chunks_of(reader, threads, options, make, begin)
}

/// The same with a reader that is open.
pub(crate) fn fold_chunks_of<S: FactSink + Send>(
    reader: ChunkReader,
    threads: usize,
    options: &AuditOptions,
    make: impl Fn() -> S + Sync,
    begin: impl Fn(&mut S, &Chunk) + Sync,
) -> anyhow::Result<Vec<S>> {
    let reader = SharedReader::new(reader);
    let results = Mutex::new(Vec::new());
    run_workers(threads, |_| {
        let result = fold_chunks(&reader, options, make(), &begin);
        results
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(result);
    })?;
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
    mut sink: S,
    begin: &(impl Fn(&mut S, &Chunk) + Sync),
) -> anyhow::Result<S> {
    let mut auditor = Auditor::new(options.clone());
    let mut chunk = Chunk::default();
    while reader.next_chunk(&mut chunk)? {
        begin(&mut sink, &chunk);
        guarded(
            || chunk.source_name.to_string(),
            || Ok(replay_chunk(&mut auditor, &chunk, &mut sink)),
        )?;
    }
    Ok(sink)
}
