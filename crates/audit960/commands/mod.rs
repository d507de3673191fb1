//! The subcommands: each with its arguments and its run.

mod audit;
mod epd;
mod explain;
mod fifty;
mod format;
mod law;
mod positions;
mod query;
mod report;
mod rows;
mod start;

use std::process::ExitCode;

use clap::Subcommand;

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Audit(audit::Args),
    Epd(epd::Args),
    Explain(explain::Args),
    Fifty(fifty::Args),
    Law(law::Args),
    Positions(positions::Args),
    Query(query::Args),
    Report(report::Args),
    Start(start::Args),
}

impl Command {
    /// Does it.
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        match self {
            Self::Audit(args) => args.run(),
            Self::Epd(args) => args.run(),
            Self::Explain(args) => args.run(),
            Self::Fifty(args) => args.run(),
            Self::Law(args) => args.run(),
            Self::Positions(args) => args.run(),
            Self::Query(args) => args.run(),
            Self::Report(args) => args.run(),
            Self::Start(args) => args.run(),
        }
    }
}
