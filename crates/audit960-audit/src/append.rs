//! Adds inputs to an existing dataset: its rows stay, the new ones follow them.

use std::path::Path;

use anyhow::ensure;
use audit960_dataset::{Resumption, UnfinishedDataset, is_dataset};

use crate::base::Base;
use crate::begun::{StartState, prepare, run_of};
use crate::observer::Observer;
use crate::options::Options;
use crate::run::{AuditOutcome, run};

/// Adds inputs to the dataset in a folder, or begins one if there is none. Inputs whose size and checksum
/// the dataset has are skipped; if all are, nothing is done and the result is `None`. The rows are those of
/// an audit of the old inputs and then the new ones; until the commit the dataset is as it was.
///
/// With `resume`, resumes an interrupted audit that added the same inputs, or finishes its commit.
///
/// # Errors
/// As [`audit`](crate::audit()); where the dataset was written with other options or by another version,
/// is incomplete, or has an input of the same name that was another file; where copies or start positions
/// are to be searched for, which needs all games of an archive at once.
pub fn append(
    inputs: &[String],
    out: &Path,
    mut options: Options,
    resume: bool,
    observer: &dyn Observer,
) -> anyhow::Result<Option<AuditOutcome>> {
    ensure!(
        !options.duplicates && options.examination.starts.is_none(),
        "copies and lost start positions are searched for among all games of an archive: nothing can be \
         added to such a dataset"
    );
    let mut prepared = prepare(inputs, &mut options, observer)?;
    let storage = options.storage.clone();
    let left = match resume {
        true => UnfinishedDataset::resume(out, storage.clone())?,
        false if is_dataset(out) => Resumption::Finished,
        false => Resumption::Nothing(UnfinishedDataset::begin(out, storage.clone())?),
    };
    let begun = match left {
        Resumption::Nothing(work) => StartState::anew(work, &options)?,
        Resumption::Checkpoint(work, bytes) => {
            let mut base = match is_dataset(out) {
                true => Some(Base::open(out, &options)?),
                false => None,
            };
            if let Some(base) = &mut base {
                base.leave_out_known(&mut prepared.discovery)?;
                prepared.run = run_of(&options, &prepared.discovery).added_to(&base.checksum);
            }
            StartState::gone_on((work, bytes), out, &options, &prepared.run, base)?
        }
        Resumption::Finished => {
            // Others that add to it have to wait from here on.
            let work = UnfinishedDataset::replace(out, storage)?;
            let mut base = Base::open(out, &options)?;
            base.leave_out_known(&mut prepared.discovery)?;
            if prepared.discovery.inputs.is_empty() {
                return Ok(None);
            }
            prepared.run = run_of(&options, &prepared.discovery).added_to(&base.checksum);
            work.keep(base.kept.clone());
            StartState {
                base: Some(base),
                ..StartState::anew(work, &options)?
            }
        }
    };
    run(out, &options, observer, prepared, begun).map(Some)
}
