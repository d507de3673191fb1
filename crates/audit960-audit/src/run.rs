//! The run of an audit, step by step: replay, rows that are left, what all games are needed for, manifest.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use anyhow::{Context as _, bail};
use audit960_dataset::Dataset;
use audit960_dataset::copies::{CompareLimits, Spill};
use audit960_dataset::tables::{DatasetWriter, RowGroupJob};
use audit960_source::system::{run_beside, run_workers, try_on_workers};
use audit960_source::{ChunkReader, IgnoredFiles, InputReport, SharedReader};
use audit960_statistics::{castling_rows, start_position_rows};
use audit960_types::{Code, DuplicateTally, Tally};
use parking_lot::Mutex;

use crate::base::Base;
use crate::begun::{Prepared, StartState};
use crate::checkpoint::{Checkpoints, RunIdentity};
use crate::copies::write_copies;
use crate::inputs::{OpenInputs, open_discovered};
use crate::late_tables::LateTables;
use crate::manifest::ManifestWriter;
use crate::observer::{Observer, Stopped};
use crate::options::{CHECKPOINT_CHUNKS, Options, table_options};
use crate::ordered::{Counted, Ordered};
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
    pub ignored_files: IgnoredFiles,
    /// Inputs that could not be read to their end, each with the reason; with any, the dataset is marked
    /// incomplete.
    pub unreadable: Vec<(String, String)>,
    /// Games and lines of positions of the dataset that rows were added to.
    pub added_to: Option<u64>,
    /// Inputs that were skipped because that dataset has them already.
    pub known_inputs: usize,
}

/// Runs an audit that was prepared, from the state that it begins in.
pub(crate) fn run(
    out: &Path,
    options: &Options,
    observer: &dyn Observer,
    prepared: Prepared,
    begun: StartState,
) -> anyhow::Result<AuditOutcome> {
    let audit = AuditRun {
        out,
        options,
        observer,
    };
    let Prepared { discovery, run } = prepared;
    let OpenInputs {
        reader,
        progress,
        stored_bytes,
        mut ignored_files,
    } = open_discovered(discovery, options.limits);
    observer.begin(&progress, stored_bytes);
    let (shared, base) = audit.begin(reader.keep_going(), run, begun)?;
    audit.replay(&shared)?;
    audit.require_whole_text(&shared)?;
    let Shared {
        reader,
        ordered,
        writer,
        tally,
        spill,
        ..
    } = shared;
    let (mut writer, mut tally) = (writer.into_inner(), tally.into_inner());
    let (delivered, own) = ordered.into_delivered();
    tally.merge(&own);
    write_last(delivered.assembler.finish(), options.threads, &mut writer)?;
    let Counted {
        games,
        positions,
        chunks,
        bytes,
        ..
    } = delivered.counted;
    let chunks = chunks.as_deref().unwrap_or_default();
    let copies =
        spill.map(|spill| write_copies(spill, options.threads, chunks, &mut writer, observer));
    let duplicates: Option<DuplicateTally> = copies.transpose()?;
    let whole = whole_tally(&tally, base.as_ref());
    // The one needs a single thread all the time, the other now and then.
    let (aggregates, late) = run_beside(
        options.threads,
        || (start_position_rows(&whole), castling_rows(&whole)),
        || audit.write_late_tables(&mut writer, &mut tally),
    )?;
    late?;
    let reports: Vec<InputReport> = reader.into_inner().into_reports();
    let unreadable = unreadable(&reports)?;
    let manifest = ManifestWriter {
        options,
        reports: &reports,
        games: &games,
        positions: &positions,
        bytes,
        tally: &tally,
        base: base.as_ref(),
    };
    let (starts, castling) = aggregates;
    let finished = writer.finish(&starts, &castling, manifest.to_json()?);
    finished.with_context(|| format!("{}: the dataset could not be finished", out.display()))?;
    for member in reports.iter().flat_map(|report| &report.skipped_members) {
        ignored_files.add(member.clone());
    }
    // An input that is named twice is read once.
    let repeated = tally
        .findings
        .get(&Code::RepeatedInput)
        .copied()
        .unwrap_or_default();
    let sources = games
        .len()
        .saturating_sub(usize::try_from(repeated).unwrap_or(usize::MAX));
    Ok(AuditOutcome {
        tally,
        duplicates,
        sources,
        bytes,
        ignored_files,
        unreadable,
        added_to: base.as_ref().map(Base::rows),
        known_inputs: base.as_ref().map_or(0, |base| base.known_inputs),
    })
}

/// What was counted of all games, those that rows were added to among them.
fn whole_tally(tally: &Tally, base: Option<&Base>) -> Tally {
    let mut whole = tally.clone();
    if let Some(base) = base {
        whole.merge(&base.tally);
    }
    whole
}

/// The inputs that could not be read to their end, each with the reason.
///
/// # Errors
/// Where none could.
fn unreadable(reports: &[InputReport]) -> anyhow::Result<Vec<(String, String)>> {
    let unreadable: Vec<(String, String)> = reports
        .iter()
        .filter_map(|report| Some((report.name.clone(), report.error.clone()?)))
        .collect();
    if let (Some((name, reason)), true) = (unreadable.first(), unreadable.len() == reports.len()) {
        bail!("{name}: {reason}");
    }
    Ok(unreadable)
}

/// What all steps know.
struct AuditRun<'a> {
    /// The folder of the dataset.
    out: &'a Path,
    options: &'a Options,
    observer: &'a dyn Observer,
}

impl<'a> AuditRun<'a> {
    /// What the workers share, and the dataset that rows are added to.
    fn begin(
        &self,
        reader: ChunkReader,
        run: RunIdentity,
        begun: StartState,
    ) -> anyhow::Result<(Shared<'a>, Option<Base>)> {
        let options = self.options;
        let StartState {
            writer,
            before,
            text,
            tally,
            spill,
            base,
        } = begun;
        let limits = CompareLimits::default();
        let spill = match (options.duplicates, spill) {
            (false, _) => None,
            (true, None) => Some(Spill::new(&writer.folder().scratch()?, limits)),
            (true, Some(state)) => {
                Some(Spill::resume(&writer.folder().scratch()?, limits, &state)?)
            }
        };
        let from = before.as_ref().map_or(0, |(next, _)| *next);
        let every = options.checkpoint_chunks.unwrap_or(CHECKPOINT_CHUNKS);
        let tables = table_options(options);
        let shared = Shared {
            reader: SharedReader::new(reader),
            ordered: Ordered::new(tables, options.threads, self.observer, before)?,
            writer: Mutex::new(writer),
            tally: Mutex::new(tally),
            checkpoints: Checkpoints::new(options.threads, every, run, (from, text)),
            spill,
            failed: AtomicBool::new(false),
            error: Mutex::new(None),
        };
        Ok((shared, base))
    }

    /// Replays all games on all threads.
    fn replay(&self, shared: &Shared<'_>) -> anyhow::Result<()> {
        let tables = table_options(self.options);
        run_workers(self.options.threads, |_| {
            shared.work(&self.options.audit, tables);
        })?;
        self.observer.end();
        match shared.error.lock().take() {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    /// Ends a run that was stopped, after a checkpoint if it got beyond the text that a previous one had read; and one whose
    /// text ends before that.
    fn require_whole_text(&self, shared: &Shared<'_>) -> anyhow::Result<()> {
        let is_read_again = shared.checkpoints.is_read_again();
        if self.observer.is_stopped() {
            if is_read_again {
                shared.save()?;
            }
            return Err(Stopped.into());
        }
        if !is_read_again {
            // The text ends where the previous run had stopped.
            shared.checkpoints.require_same_text()?;
        }
        Ok(())
    }

    /// Writes the tables that are made of all games, when these are known.
    fn write_late_tables(
        &self,
        writer: &mut DatasetWriter,
        tally: &mut Tally,
    ) -> anyhow::Result<()> {
        let plies = self.options.audit.opening_plies;
        if plies.is_none() && !self.options.players {
            return Ok(());
        }
        let dataset = Dataset::unfinished(self.out, writer.close_rows()?);
        let late = LateTables {
            dataset: &dataset.with_threads(NonZeroUsize::new(self.options.threads)),
            files: writer.folder().files(),
            plies,
            with_players: self.options.players,
            threads: self.options.threads,
            memory: self.options.limits.memory,
            scratch: &writer.folder().scratch()?,
            observer: self.observer,
        };
        late.write(tally)
    }
}

/// Encodes row groups column by column on all threads, and writes them.
pub(crate) fn write_last(
    jobs: Vec<RowGroupJob>,
    threads: usize,
    writer: &mut DatasetWriter,
) -> anyhow::Result<()> {
    for job in jobs {
        let (parts, whole) = job.split()?;
        let columns = try_on_workers(threads, parts, |part| {
            Ok::<_, anyhow::Error>(part.encode()?)
        })?;
        writer.append(whole.with(columns))?;
    }
    Ok(())
}
