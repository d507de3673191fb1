//! An audit: archives in, a dataset out.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use anyhow::{Context as _, bail};
use audit960_dataset::Storage;
use audit960_duplicates::{self as duplicates, Spill};
use audit960_replay::{AuditOptions, run_workers};
use audit960_source::{Input, InputReport, Limits, SharedReader, discover, survey};
use audit960_statistics::{castling_rows, start_position_rows};
use audit960_tables::{Assembler, DatasetWriter, TableOptions};
use audit960_types::{DuplicateTally, Tally};

use crate::copies;
use crate::examine::Examination;
use crate::inputs::open_discovered;
use crate::last::write_last;
use crate::manifest::Manifest;
use crate::observer::{Observer, Stopped};
use crate::ordered::Ordered;
use crate::speed::Speed;
use crate::worker::Shared;

/// What an audit does.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Threads to use for everything, at least 1.
    pub threads: usize,
    /// How games are replayed.
    pub audit: AuditOptions,
    /// Whether every game is read a second time.
    pub crosscheck: bool,
    /// Whether copies of earlier games are looked for.
    pub duplicates: bool,
    /// What is searched for in damaged and rejected games.
    pub examination: Examination,
    /// What may be taken of memory, and how much text inputs may give.
    pub limits: Limits,
    /// Texts of the user's tables, for the manifest.
    pub table_texts: TableTexts,
    /// How the files of the dataset are written.
    pub storage: Storage,
}

/// The texts of the user's tables; `None` for those that are built in.
#[derive(Clone, Debug, Default)]
pub struct TableTexts {
    /// The law table.
    pub law: Option<String>,
    /// The venue table.
    pub venues: Option<String>,
}

/// What an audit found.
#[derive(Debug)]
pub struct Outcome {
    /// What was counted.
    pub tally: Tally,
    /// Copies, where they were looked for.
    pub duplicates: Option<DuplicateTally>,
    /// Files, and members of archives.
    pub sources: usize,
    /// Decompressed bytes.
    pub bytes: u64,
    /// Files in folders that were not read, and members of zip archives.
    pub passed_over: u64,
    /// Inputs that could not be read, or not to their end, each with the reason: the dataset is marked
    /// incomplete.
    pub unreadable: Vec<(String, String)>,
    /// Where the time went.
    pub speed: Speed,
}

/// Audits inputs into a dataset in the folder `out`, which must be empty or not exist.
///
/// # Errors
/// Where an input cannot be read or the dataset cannot be written; then `out` is as it was. [`Stopped`]
/// where the observer stops the audit.
pub fn audit(
    inputs: &[String],
    out: &Path,
    mut options: Options,
    observer: &dyn Observer,
) -> anyhow::Result<Outcome> {
    options.audit.with_last = options.crosscheck;
    options.audit.examiner = options.examination.examiner(
        inputs,
        options.limits,
        options.threads,
        &options.audit,
        observer,
    )?;
    let discovery = survey(inputs)?;
    if discovery.inputs.iter().all(Input::is_unreadable) {
        // Nothing is left to go on with: the first reason is the one to tell.
        discover(inputs)?;
    }
    let (reader, progress, total, passed_over) = open_discovered(discovery, options.limits);
    let reader = reader.keep_going();
    let table_options = TableOptions {
        crosscheck: options.crosscheck,
        duplicates: options.duplicates,
        ..Default::default()
    };
    let writer = DatasetWriter::create_on(options.storage.clone(), out, table_options)?;
    let spill = match options.duplicates {
        true => Some(Spill::new(
            &writer.scratch()?,
            duplicates::Limits::default(),
        )),
        false => None,
    };
    observer.begin(&progress, total);
    let shared = Shared {
        reader: SharedReader::new(reader),
        ordered: Ordered::new(
            Assembler::new(table_options)?,
            table_options,
            options.threads,
            observer,
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
    observer.end();
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
    if observer.is_stopped() {
        return Err(Stopped.into());
    }
    let mut writer = writer.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut tally = tally.into_inner().unwrap_or_else(PoisonError::into_inner);
    let (delivered, told) = ordered.into_delivered();
    tally.merge(&told);
    write_last(delivered.assembler.finish(), options.threads, &mut writer)?;
    let duplicates = match spill {
        Some(spill) => {
            let chunks = &delivered.chunks;
            Some(copies::write_copies(
                spill,
                options.threads,
                chunks,
                &mut writer,
                observer,
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
    let unreadable: Vec<(String, String)> = reports
        .iter()
        .filter_map(|report| Some((report.name.clone(), report.error.clone()?)))
        .collect();
    if let (Some((name, reason)), true) = (unreadable.first(), unreadable.len() == reports.len()) {
        bail!("{name}: {reason}");
    }
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
            manifest.told()?,
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
        unreadable,
        speed,
    })
}
