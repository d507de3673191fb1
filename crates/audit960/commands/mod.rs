//! The subcommands: each with its arguments and its run.

mod audit;
mod explain;

use std::process::ExitCode;

use clap::Subcommand;

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Audit(audit::Args),
    Explain(explain::Args),
}

impl Command {
    /// Does it.
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        match self {
            Self::Audit(args) => args.run(),
            Self::Explain(args) => args.run(),
        }
    }
}
