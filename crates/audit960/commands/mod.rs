//! The subcommands: each with its arguments and its run.

mod audit;
mod explain;
mod format;
mod positions;
mod query;
mod start;

use std::process::ExitCode;

use clap::Subcommand;

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Audit(audit::Args),
    Explain(explain::Args),
    Positions(positions::Args),
    Query(query::Args),
    Start(start::Args),
}

impl Command {
    /// Does it.
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        match self {
            Self::Audit(args) => args.run(),
            Self::Explain(args) => args.run(),
            Self::Positions(args) => args.run(),
            Self::Query(args) => args.run(),
            Self::Start(args) => args.run(),
        }
    }
}
