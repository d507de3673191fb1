//! The stages put together: workers pull chunks, replay them, and hand rows on in order.
//!
//! All threads do the same: take the next chunk from the shared reader (one reads while the others
//! replay; frames of a zstd file of several are decoded by all), replay it, deliver its rows to the [`ordered::Ordered`] stage, encode
//! the row groups that are full by then, and append them to the files. No more threads are busy
//! than were asked for, and what is in flight is bounded by their number.

mod copies;
mod examine;
mod in_order;
mod last;
mod manifest;
mod observed;
mod ordered;
mod progress;
mod speed;
mod worker;

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use anyhow::Context as _;
use audit960_duplicates::{Limits, Spill};
use audit960_replay::{AuditOptions, run_workers};
use audit960_source::{
    Chunk, ChunkReader, InputReport, Progress, ReaderOptions, SharedReader, discover,
};
use audit960_statistics::{castling_rows, start_position_rows};
use audit960_tables::{Assembler, DatasetWriter, TableOptions};
use audit960_types::{DuplicateTally, FactSink, Tally};

use crate::commands::TableTexts;
pub(crate) use copies::run_search;
pub(crate) use examine::Examination;
pub(crate) use in_order::in_order;
use last::write_last;
pub(crate) use manifest::FORMAT_VERSION;
use manifest::Manifest;
pub(crate) use observed::order;
use ordered::Ordered;
pub(crate) use ordered::{FindingFormat, Printing};
pub(crate) use progress::Bar;
pub(crate) use speed::Speed;
use worker::Shared;
pub(crate) use worker::replay_chunk;

/// What a run does.
pub(crate) struct Options {
    pub(crate) threads: usize,
    pub(crate) audit: AuditOptions,
    /// Whether every game is read a second time.
    pub(crate) crosscheck: bool,
    /// Whether copies of earlier games are looked for.
    pub(crate) duplicates: bool,
    /// What is searched for in damaged and rejected games.
    pub(crate) examination: Examination,
    /// Texts of the user's tables, for the manifest.
    pub(crate) table_texts: TableTexts,
    pub(crate) printing: Printing,
    pub(crate) quiet: bool,
}

/// What a run found.
pub(crate) struct Outcome {
    pub(crate) tally: Tally,
    /// Copies, where they were looked for.
    pub(crate) duplicates: Option<DuplicateTally>,
    pub(crate) sources: usize,
    /// Decompressed bytes.
    pub(crate) bytes: u64,
    /// Files in folders that were not read, and members of zip archives.
    pub(crate) passed_over: u64,
    pub(crate) speed: Speed,
}

/// Opens inputs: a reader of them, how far it has come, their size in stored bytes where that is known,
/// and how many files in folders are not read.
pub(crate) fn open(
    inputs: &[String],
) -> anyhow::Result<(ChunkReader, Arc<Progress>, Option<u64>, u64)> {
    let discovery = discover(inputs)?;
    let progress = Arc::new(Progress::default());
    let reader = ChunkReader::new(
        discovery.inputs,
        ReaderOptions::default(),
        Arc::clone(&progress),
    );
    Ok((
        reader,
        progress,
        discovery.stored_bytes,
        discovery.passed_over,
    ))
}

/// Number of threads: what was asked for, else as many as the machine has.
pub(crate) fn threads(asked: Option<usize>) -> usize {
    asked
        .filter(|n| *n > 0)
        .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get))
}

/// Audits inputs into a dataset.
pub(crate) fn audit(
    inputs: &[String],
    out: &Path,
    mut options: Options,
) -> anyhow::Result<Outcome> {
    options.audit.with_last = options.crosscheck;
    options.audit.examiner =
        options
            .examination
            .examiner(inputs, options.threads, &options.audit, options.quiet)?;
    let (reader, progress, total, passed_over) = open(inputs)?;
    let table_options = TableOptions {
        crosscheck: options.crosscheck,
        duplicates: options.duplicates,
        ..Default::default()
    };
    let writer = DatasetWriter::create(out, table_options)?;
    let spill = match options.duplicates {
        true => Some(Spill::new(&writer.scratch()?, Limits::default())),
        false => None,
    };
    let bar = Bar::new(Arc::clone(&progress), total, options.quiet);
    let shared = Shared {
        reader: SharedReader::new(reader),
        ordered: Ordered::new(
            Assembler::new(table_options)?,
            options.threads,
            options.printing,
            bar.clone(),
        ),
        writer: Mutex::new(writer),
        tally: Mutex::new(Tally::default()),
        spill,
        failed: AtomicBool::new(false),
        error: Mutex::new(None),
    };
    let began = Instant::now();
    run_workers(options.threads, |_| {
        shared.work(&options.audit, table_options);
    })?;
    let walking = began.elapsed();
    bar.clear();
    let Shared {
        reader,
        ordered,
        writer,
        tally,
        spill,
        error,
        ..
    } = shared;
    if let Some(error) = error.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    let mut writer = writer.into_inner().unwrap_or_else(PoisonError::into_inner);
    let tally = tally.into_inner().unwrap_or_else(PoisonError::into_inner);
    let delivered = ordered.into_delivered();
    write_last(delivered.assembler.finish(), options.threads, &mut writer)?;
    let duplicates = match spill {
        Some(spill) => {
            let chunks = &delivered.chunks;
            Some(copies::write_copies(
                spill,
                options.threads,
                chunks,
                &mut writer,
            )?)
        }
        None => None,
    };
    let reader = reader.into_inner();
    let speed = Speed {
        threads: options.threads,
        bytes: delivered.bytes,
        stored_bytes: progress.stored_bytes(),
        walking,
        decoding: reader.decoding(),
        reading: progress.reading(),
    };
    let reports: Vec<InputReport> = reader.into_reports();
    let manifest = Manifest {
        options: &options,
        reports: &reports,
        games: &delivered.games,
        positions: &delivered.positions,
        bytes: delivered.bytes,
        tally: &tally,
    };
    writer
        .finish(
            &start_position_rows(&tally),
            &castling_rows(&tally),
            &manifest.text()?,
        )
        .with_context(|| format!("{}: the dataset could not be finished", out.display()))?;
    let skipped: u64 = reports
        .iter()
        .map(|report| report.skipped_members.len() as u64)
        .sum();
    Ok(Outcome {
        tally,
        duplicates,
        sources: delivered.games.len(),
        bytes: delivered.bytes,
        passed_over: passed_over + skipped,
        speed,
    })
}

/// A sink for rows of chunks that come in any order.
pub(crate) trait ChunkSink: FactSink {
    /// The rows that follow are of this chunk.
    fn begin(&mut self, _chunk: &Chunk) {}
}

/// Replays inputs into one sink a worker; gives the sinks. Chunks come to them in any order. A bar shows
/// how far it has come, unless `quiet`.
pub(crate) fn fold<S: ChunkSink + Send>(
    inputs: &[String],
    threads: usize,
    options: &AuditOptions,
    quiet: bool,
    make: impl Fn() -> S + Sync,
) -> anyhow::Result<Vec<S>> {
    let (reader, progress, total, _) = open(inputs)?;
    let reader = SharedReader::new(reader);
    let bar = Bar::new(progress, total, quiet);
    let results = Mutex::new(Vec::new());
    run_workers(threads, |_| {
        let result = worker::fold_chunks(&reader, options, &bar, make());
        results
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(result);
    })?;
    bar.clear();
    results
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner)
        .into_iter()
        .collect()
}
