//! Where a run begins: what is known before anything is written, and at the start, or where an interrupted one stopped.

use std::path::Path;

use anyhow::Context as _;
use audit960_dataset::copies::SpillState;
use audit960_dataset::tables::DatasetWriter;
use audit960_dataset::{Resumption, UnfinishedDataset, incomplete, manifest_of};
use audit960_source::{Discovery, Input, discover, survey};
use audit960_types::Tally;

use crate::base::{Base, require_dataset_of};
use crate::checkpoint::{Checkpoint, DeliveredState, RunIdentity};
use crate::observer::Observer;
use crate::options::{Options, row_options, table_options};
use crate::values::TableValues;

/// The state before the first chunk that is replayed.
pub(crate) struct StartState {
    pub(crate) writer: DatasetWriter,
    /// The number of that chunk and what is in order before it.
    pub(crate) before: Option<(u64, DeliveredState)>,
    /// Sum over the text before that chunk.
    pub(crate) text: u64,
    pub(crate) tally: Tally,
    pub(crate) spill: Option<SpillState>,
    /// The dataset that rows are added to.
    pub(crate) base: Option<Base>,
}

impl StartState {
    /// The state before the first chunk of an archive.
    pub(crate) fn anew(work: UnfinishedDataset, options: &Options) -> anyhow::Result<Self> {
        Ok(Self {
            writer: DatasetWriter::new(work, table_options(options))?,
            before: None,
            text: 0,
            tally: Tally::default(),
            spill: None,
            base: None,
        })
    }

    /// The state in a checkpoint of the same run.
    pub(crate) fn gone_on(
        (work, bytes): (UnfinishedDataset, Vec<u8>),
        out: &Path,
        options: &Options,
        run: &RunIdentity,
        base: Option<Base>,
    ) -> anyhow::Result<Self> {
        let context = || {
            format!(
                "{}: the audit that was begun here cannot be resumed; audit without --resume starts over",
                out.display()
            )
        };
        let checkpoint = Checkpoint::read(&bytes).with_context(context)?;
        run.require(&checkpoint.run).with_context(context)?;
        if let Some(base) = &base {
            work.keep(base.kept.clone());
        }
        Ok(Self {
            writer: DatasetWriter::resume(work, table_options(options), &checkpoint.writer)?,
            before: Some((checkpoint.next, checkpoint.delivered)),
            text: checkpoint.text,
            tally: checkpoint.tally,
            spill: checkpoint.spill,
            base,
        })
    }

    /// The state that an interrupted run left in a folder; `None` if there is the complete dataset of this run.
    pub(crate) fn again(
        out: &Path,
        options: &Options,
        Prepared { discovery, run }: &Prepared,
    ) -> anyhow::Result<Option<Self>> {
        let storage = &options.storage;
        Ok(match UnfinishedDataset::resume(out, storage.clone())? {
            Resumption::Nothing(work) => Some(Self::anew(work, options)?),
            Resumption::Checkpoint(work, bytes) => {
                Some(Self::gone_on((work, bytes), out, options, run, None)?)
            }
            Resumption::Finished => match incomplete(out, storage)? {
                None => {
                    require_dataset_of(&manifest_of(out, storage)?, options, discovery)
                        .with_context(|| format!("{}: the dataset is complete", out.display()))?;
                    None
                }
                Some(manifest) => {
                    run.require_inputs_of(&manifest)
                        .with_context(|| format!("{}: the dataset is incomplete", out.display()))?;
                    let work = UnfinishedDataset::replace(out, storage.clone())?;
                    Some(Self::anew(work, options)?)
                }
            },
        })
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
