//! An audit: archives in, a dataset out.

use std::path::Path;

use audit960_source::{Discovery, IgnoredFiles, Input, discover, survey};
use audit960_tables::DatasetWriter;
use audit960_types::{DuplicateTally, Tally};

use crate::begun::StartState;
use crate::checkpoint::RunIdentity;
use crate::checkpoints::InputsChanged;
use crate::observer::Observer;
use crate::options::{Options, row_options, table_options};
use crate::run::run;
use crate::speed::Speed;
use crate::values::TableValues;

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
/// what [`resume`] goes on with. [`Stopped`](crate::Stopped) where the observer stops the audit.
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
