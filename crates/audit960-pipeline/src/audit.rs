//! An audit: archives in, a dataset out.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use anyhow::{Context as _, bail};
use audit960_analytics::Dataset;
use audit960_duplicates::{self as duplicates, Spill};
use audit960_platform::run_workers;
use audit960_source::{Discovery, Input, InputReport, SharedReader, discover, survey};
use audit960_statistics::{castling_rows, start_position_rows};
use audit960_tables::{AggregateTable, DatasetWriter};
use audit960_types::{DuplicateTally, Tally};

use crate::base::Base;
use crate::begun::StartState;
use crate::checkpoint::RunIdentity;
use crate::checkpoints::{Checkpoints, InputsChanged};
use crate::copies;
use crate::inputs::open_discovered;
use crate::last::write_last;
use crate::lock::lock;
use crate::manifest::ManifestWriter;
use crate::observer::{Observer, Stopped};
use crate::options::{CHECKPOINT_CHUNKS, Options, row_options, table_options};
use crate::ordered::Ordered;
use crate::speed::Speed;
use crate::tree::TreeSource;
use crate::values::TableValues;
use crate::worker::Shared;

/// What an audit found.
#[derive(Debug)]
pub struct AuditOutcome {
    /// What was counted.
    pub tally: Tally,
    /// Copies, where they were searched for.
    pub duplicates: Option<DuplicateTally>,
    /// Sources: files, and members of archives.
    pub sources: usize,
    /// Decompressed bytes.
    pub bytes: u64,
    /// Files in folders, and members of zip archives, that were not read.
    pub ignored_files: u64,
    /// Inputs that could not be read to their end, each with the reason; with any, the dataset is marked
    /// incomplete.
    pub unreadable: Vec<(String, String)>,
    /// Where the time went.
    pub speed: Speed,
    /// Games and lines of positions of the dataset that rows were added to.
    pub added_to: Option<u64>,
    /// Inputs that were skipped because that dataset has them already.
    pub known_inputs: usize,
}

/// Audits inputs into a dataset in the folder `out`, which must be empty or not exist.
///
/// # Errors
/// Where an input cannot be read or the dataset cannot be written; then `out` is as it was, or holds
/// what [`resume`] goes on with. [`Stopped`] where the observer stops the audit.
pub fn audit(
    inputs: &[String],
    out: &Path,
    mut options: Options,
    observer: &dyn Observer,
) -> anyhow::Result<AuditOutcome> {
    let prepared = prepare(inputs, &mut options, observer)?;
    let tables = table_options(&options);
    let writer = DatasetWriter::create_on(options.storage.clone(), out, tables)?;
    run(out, &options, observer, prepared, StartState::anew(writer))
}

/// Resumes an audit that was killed, stopped, or ended by a failure of the machine, given the same inputs
/// and options; the dataset is then that of an uninterrupted audit. Text before the last checkpoint is
/// read again but not replayed. A commit that was begun is finished. If nothing is left of an audit, one
/// begins; if the dataset is complete, nothing is done and the result is `None`, provided that it was made of these
/// inputs with these options. A dataset that is marked
/// incomplete is completed in place, from the first input that could not be opened; what was replayed
/// before that is kept, unless copies were searched for, rows were added to another dataset, or an input
/// had failed after its beginning was read.
///
/// # Errors
/// As [`audit`]; where the interrupted audit had other inputs or options, or the inputs have changed.
pub fn resume(
    inputs: &[String],
    out: &Path,
    mut options: Options,
    observer: &dyn Observer,
) -> anyhow::Result<Option<AuditOutcome>> {
    let prepared = prepare(inputs, &mut options, observer)?;
    let Some(begun) = StartState::again(out, &options, &prepared)? else {
        return Ok(None);
    };
    let replaces = begun.replaces;
    match run(out, &options, observer, prepared, begun) {
        Err(error) if replaces && error.is::<InputsChanged>() => {
            // What the incomplete dataset kept cannot be used then.
            let prepared = prepare(inputs, &mut options, observer)?;
            let begun = StartState::in_place(out, &options)?;
            run(out, &options, observer, prepared, begun).map(Some)
        }
        ended => ended.map(Some),
    }
}

/// What is known before anything is written.
pub(crate) struct Prepared {
    pub(crate) discovery: Discovery,
    pub(crate) run: RunIdentity,
}

pub(crate) fn prepare(
    inputs: &[String],
    options: &mut Options,
    observer: &dyn Observer,
) -> anyhow::Result<Prepared> {
    options.audit.with_last = options.crosscheck;
    options.audit.values = options.table_values.as_ref().map(TableValues::asked);
    options.audit.examiner = options.examination.examiner(
        inputs,
        options.limits,
        options.threads,
        &options.audit,
        observer,
    )?;
    let discovery = survey(inputs)?;
    if discovery.inputs.iter().all(Input::is_unreadable) {
        // Nothing can be read: `discover` fails with the first reason.
        discover(inputs)?;
    }
    let run = run_of(options, &discovery);
    Ok(Prepared { discovery, run })
}

/// What another run must have in common with this one to resume it.
pub(crate) fn run_of(options: &Options, discovery: &Discovery) -> RunIdentity {
    let names = discovery.inputs.iter().map(|input| input.name().to_owned());
    RunIdentity::new(&row_options(options), names.collect())
}

pub(crate) fn run(
    out: &Path,
    options: &Options,
    observer: &dyn Observer,
    prepared: Prepared,
    begun: StartState,
) -> anyhow::Result<AuditOutcome> {
    let Prepared { discovery, run } = prepared;
    let (reader, progress, total, ignored_files) = open_discovered(discovery, options.limits);
    let reader = reader.keep_going();
    let tables = table_options(options);
    let StartState {
        writer,
        before,
        text,
        tally,
        spill,
        base,
        replaces: _,
    } = begun;
    let spill = match (options.duplicates, spill) {
        (false, _) => None,
        (true, None) => Some(Spill::new(
            &writer.scratch()?,
            duplicates::CompareLimits::default(),
        )),
        (true, Some(state)) => Some(Spill::resume(
            &writer.scratch()?,
            duplicates::CompareLimits::default(),
            &state,
        )?),
    };
    let from = before.as_ref().map_or(0, |(next, _)| *next);
    let every = options.checkpoint_chunks.unwrap_or(CHECKPOINT_CHUNKS);
    observer.begin(&progress, total);
    let shared = Shared {
        reader: SharedReader::new(reader),
        ordered: Ordered::new(tables, options.threads, observer, before)?,
        writer: Mutex::new(writer),
        tally: Mutex::new(tally),
        checkpoints: Checkpoints::new(options.threads, every, run, (from, text)),
        spill,
        failed: AtomicBool::new(false),
        error: Mutex::new(None),
    };
    if options.duplicates || base.is_some() {
        shared.checkpoints.keep_none();
    }
    let began = Instant::now();
    run_workers(options.threads, |_| {
        shared.work(&options.audit, tables);
    })?;
    let elapsed = began.elapsed();
    observer.end();
    if let Some(error) = lock(&shared.error).take() {
        return Err(error);
    }
    if !shared.checkpoints.is_read_again() && !observer.is_stopped() {
        // The text ends where the previous run had stopped.
        shared.checkpoints.require_same_text()?;
    }
    if observer.is_stopped() {
        if shared.checkpoints.is_read_again() {
            shared.save()?;
        }
        return Err(Stopped.into());
    }
    let Shared {
        reader,
        ordered,
        writer,
        tally,
        spill,
        ..
    } = shared;
    let mut writer = writer.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut tally = tally.into_inner().unwrap_or_else(PoisonError::into_inner);
    let (delivered, own) = ordered.into_delivered();
    tally.merge(&own);
    write_last(delivered.assembler.finish(), options.threads, &mut writer)?;
    let duplicates = match spill {
        Some(spill) => {
            let chunks = delivered.chunks.as_deref().unwrap_or_default();
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
    if let Some(plies) = options.audit.opening_plies {
        write_position_tables(&mut writer, plies, out, options, observer)?;
    }
    let reader = reader.into_inner();
    let speed = Speed {
        threads: options.threads,
        bytes: delivered.bytes,
        stored_bytes: progress.stored_bytes(),
        elapsed,
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
    let manifest = ManifestWriter {
        options,
        reports: &reports,
        games: &delivered.games,
        positions: &delivered.positions,
        bytes: delivered.bytes,
        tally: &tally,
        base: base.as_ref(),
    };
    let json = manifest.to_json()?;
    let mut whole = tally.clone();
    if let Some(base) = &base {
        whole.merge(&base.tally);
    }
    writer
        .finish(&start_position_rows(&whole), &castling_rows(&whole), json)
        .with_context(|| format!("{}: the dataset could not be finished", out.display()))?;
    let skipped: u64 = reports
        .iter()
        .map(|report| report.skipped_members.len() as u64)
        .sum();
    Ok(AuditOutcome {
        tally,
        duplicates,
        sources: delivered.games.len(),
        bytes: delivered.bytes,
        ignored_files: ignored_files + skipped,
        unreadable,
        speed,
        added_to: base.as_ref().map(Base::rows),
        known_inputs: base.as_ref().map_or(0, |base| base.known_inputs),
    })
}

/// Writes the tables about positions, when all games are known.
fn write_position_tables(
    writer: &mut DatasetWriter,
    plies: u32,
    out: &Path,
    options: &Options,
    observer: &dyn Observer,
) -> anyhow::Result<()> {
    let tables = writer.close_rows()?;
    let source = TreeSource {
        dataset: &Dataset::unfinished(out, tables).with_threads(NonZeroUsize::new(options.threads)),
        plies,
        threads: options.threads,
        scratch: &writer.scratch()?,
        observer,
    };
    let files = writer.tree_files();
    let tree = source.write(&|number| Ok(files.create(number)?))?;
    writer.write(AggregateTable::known(&tree.known)?)?;
    let endings = source.endings()?;
    let rows = endings.iter().map(|(material, tally)| tally.row(material));
    Ok(writer.write(AggregateTable::endings(rows)?)?)
}
