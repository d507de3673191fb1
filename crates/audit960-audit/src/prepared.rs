//! What is known of a run before anything is written.

use audit960_source::{Discovery, Input, discover, survey};

use crate::checkpoint::RunIdentity;
use crate::observer::Observer;
use crate::options::{Options, row_options};
use crate::values::TableValues;

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
