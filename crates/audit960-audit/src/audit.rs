//! An audit: archives in, a dataset out.

use std::path::Path;

use audit960_dataset::UnfinishedDataset;

use crate::begun::{StartState, prepare};
use crate::observer::Observer;
use crate::options::Options;
use crate::run::{AuditOutcome, run};

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
    let work = UnfinishedDataset::begin(out, options.storage.clone())?;
    let begun = StartState::anew(work, &options)?;
    run(out, &options, observer, prepared, begun)
}

/// Resumes an audit that was killed, stopped, or ended by a failure of the machine, given the same inputs
/// and options; the dataset is then that of an uninterrupted audit. Text before the last checkpoint is
/// read again but not replayed. A commit that was begun is finished. If nothing is left of an audit, one
/// begins; if the dataset is complete, nothing is done and the result is `None`, provided that it was made of these
/// inputs with these options. A dataset that is marked incomplete is replaced by an audit of all inputs, and is as it was
/// until that is complete.
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
    run(out, &options, observer, prepared, begun).map(Some)
}
