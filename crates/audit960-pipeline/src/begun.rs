//! Where a run begins: anew, or where another one died.

use std::path::Path;

use anyhow::Context as _;
use audit960_dataset::{incomplete, is_dataset};
use audit960_duplicates::SpillState;
use audit960_tables::{DatasetWriter, Resumed, Unfinished};
use audit960_types::Tally;

use crate::base::Base;
use crate::checkpoint::{Checkpoint, DeliveredState, RunIdentity, tally_of};
use crate::options::{Options, table_options};

/// What there is before the first chunk that is replayed.
pub(crate) struct Begun {
    pub(crate) writer: DatasetWriter,
    /// The number of that chunk and what is in order before it.
    pub(crate) before: Option<(u64, DeliveredState)>,
    /// Sum over the text before it.
    pub(crate) text: u64,
    pub(crate) tally: Tally,
    pub(crate) spill: Option<SpillState>,
    /// The dataset that rows are added to.
    pub(crate) base: Option<Base>,
    /// The dataset in the folder is incomplete, and this one takes its place.
    pub(crate) replaces: bool,
}

impl Begun {
    /// Nothing.
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

    /// Nothing, in place of an incomplete dataset.
    pub(crate) fn in_place(out: &Path, options: &Options) -> anyhow::Result<Self> {
        let tables = table_options(options);
        let writer = DatasetWriter::replace(options.storage.clone(), out, tables)?;
        Ok(Self {
            replaces: true,
            ..Self::anew(writer)
        })
    }

    /// What a checkpoint says, of a run that was the same.
    pub(crate) fn gone_on(
        (unfinished, bytes): (Unfinished, Vec<u8>),
        out: &Path,
        run: &RunIdentity,
        base: Option<Base>,
    ) -> anyhow::Result<Self> {
        let context = || {
            format!(
                "{}: the audit that was begun here cannot be gone on with; audit without --resume \
                 begins anew",
                out.display()
            )
        };
        let checkpoint = Checkpoint::read(&bytes).with_context(context)?;
        run.require(&checkpoint.run).with_context(context)?;
        let kept = base.as_ref().map(|base| base.kept.clone());
        Ok(Self {
            writer: unfinished.go_on(&checkpoint.writer, kept.unwrap_or_default())?,
            before: Some((checkpoint.next, checkpoint.delivered)),
            text: checkpoint.text,
            tally: tally_of(&checkpoint.tally)?,
            spill: checkpoint.spill,
            replaces: base.is_none() && is_dataset(out),
            base,
        })
    }

    /// What a dead run left in a folder; `None` if there is a dataset to which nothing is missing.
    pub(crate) fn again(
        out: &Path,
        options: &Options,
        run: &RunIdentity,
    ) -> anyhow::Result<Option<Self>> {
        let (storage, tables) = (&options.storage, table_options(options));
        Ok(match DatasetWriter::resume(storage.clone(), out, tables)? {
            Resumed::Nothing(writer) => Some(Self::anew(*writer)),
            Resumed::Checkpoint(unfinished, bytes) => {
                Some(Self::gone_on((*unfinished, bytes), out, run, None)?)
            }
            Resumed::Finished => match incomplete(out, storage)? {
                None => None,
                Some(manifest) => {
                    run.require_inputs_of(&manifest)
                        .with_context(|| format!("{}: the dataset is incomplete", out.display()))?;
                    Some(Self::back(out, options, run)?)
                }
            },
        })
    }

    /// The checkpoint that an incomplete dataset kept. Where it kept none, or another run did, the
    /// dataset is made anew.
    fn back(out: &Path, options: &Options, run: &RunIdentity) -> anyhow::Result<Self> {
        let (storage, tables) = (options.storage.clone(), table_options(options));
        match DatasetWriter::go_back(storage, out, tables)? {
            Resumed::Checkpoint(unfinished, bytes) => {
                let kept = Checkpoint::read(&bytes)?;
                if run.require(&kept.run).is_ok() {
                    return Self::gone_on((*unfinished, bytes), out, run, None);
                }
            }
            Resumed::Nothing(_) | Resumed::Finished => {}
        }
        Self::in_place(out, options)
    }
}
