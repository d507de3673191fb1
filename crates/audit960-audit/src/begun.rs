//! Where a run begins: at the start, or where an interrupted one stopped.

use std::path::Path;

use anyhow::Context as _;
use audit960_dataset::copies::SpillState;
use audit960_dataset::tables::{DatasetWriter, ResumedDataset, Unfinished};
use audit960_dataset::{incomplete, is_dataset, manifest_of};
use audit960_types::Tally;

use crate::base::{Base, require_dataset_of};
use crate::checkpoint::{Checkpoint, DeliveredState, RunIdentity};
use crate::options::{Options, table_options};
use crate::prepared::Prepared;

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
    /// The dataset in the folder is incomplete, and this one takes its place.
    pub(crate) replaces: bool,
}

impl StartState {
    /// The state before the first chunk of an archive.
    pub(crate) fn anew(writer: DatasetWriter) -> Self {
        Self {
            writer,
            before: None,
            text: 0,
            tally: Tally::default(),
            spill: None,
            base: None,
            replaces: false,
        }
    }

    /// The same for a dataset that replaces an incomplete one.
    pub(crate) fn in_place(out: &Path, options: &Options) -> anyhow::Result<Self> {
        let tables = table_options(options);
        let writer = DatasetWriter::replace(options.storage.clone(), out, tables)?;
        Ok(Self {
            replaces: true,
            ..Self::anew(writer)
        })
    }

    /// The state in a checkpoint of the same run.
    pub(crate) fn gone_on(
        (unfinished, bytes): (Unfinished, Vec<u8>),
        out: &Path,
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
        let kept = base.as_ref().map(|base| base.kept.clone());
        Ok(Self {
            writer: unfinished.resume(&checkpoint.writer, kept.unwrap_or_default())?,
            before: Some((checkpoint.next, checkpoint.delivered)),
            text: checkpoint.text,
            tally: checkpoint.tally,
            spill: checkpoint.spill,
            replaces: base.is_none() && is_dataset(out),
            base,
        })
    }

    /// The state that an interrupted run left in a folder; `None` if there is the complete dataset of this run.
    pub(crate) fn again(
        out: &Path,
        options: &Options,
        Prepared { discovery, run }: &Prepared,
    ) -> anyhow::Result<Option<Self>> {
        let (storage, tables) = (&options.storage, table_options(options));
        Ok(match DatasetWriter::resume(storage.clone(), out, tables)? {
            ResumedDataset::Nothing(writer) => Some(Self::anew(*writer)),
            ResumedDataset::Checkpoint(unfinished, bytes) => {
                Some(Self::gone_on((*unfinished, bytes), out, run, None)?)
            }
            ResumedDataset::Finished => match incomplete(out, storage)? {
                None => {
                    require_dataset_of(&manifest_of(out, storage)?, options, discovery)
                        .with_context(|| format!("{}: the dataset is complete", out.display()))?;
                    None
                }
                Some(manifest) => {
                    run.require_inputs_of(&manifest)
                        .with_context(|| format!("{}: the dataset is incomplete", out.display()))?;
                    Some(Self::back(out, options, run)?)
                }
            },
        })
    }

    /// The state in the checkpoint that an incomplete dataset kept; that of a new dataset where it kept
    /// none, or one of another run.
    fn back(out: &Path, options: &Options, run: &RunIdentity) -> anyhow::Result<Self> {
        let (storage, tables) = (options.storage.clone(), table_options(options));
        match DatasetWriter::resume_incomplete(storage, out, tables)? {
            ResumedDataset::Checkpoint(unfinished, bytes) => {
                let kept = Checkpoint::read(&bytes)?;
                if run.require(&kept.run).is_ok() {
                    return Self::gone_on((*unfinished, bytes), out, run, None);
                }
            }
            ResumedDataset::Nothing(_) | ResumedDataset::Finished => {}
        }
        Self::in_place(out, options)
    }
}
