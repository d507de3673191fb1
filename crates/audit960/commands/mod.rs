//! The subcommands: each with its arguments and its run.

mod asked;
mod audit;
mod common;
mod completions;
mod diff;
mod door;
mod draws;
mod epd;
mod explain;
mod export;
mod fifty;
mod filters;
mod finish;
mod format;
mod infer_start;
mod joined;
mod law;
mod limits;
mod man;
mod one_game;
mod positions;
mod printer;
mod query;
mod report;
mod rows;
mod schema;
mod selection;
mod show;
mod splits;
mod start;
mod tables;
mod verify;

use std::process::ExitCode;

use clap::Subcommand;

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Audit(audit::Args),
    Completions(completions::Args),
    Diff(diff::Args),
    Draws(draws::Args),
    Epd(epd::Args),
    Explain(explain::Args),
    Export(export::Args),
    Fifty(fifty::Args),
    Finish(finish::Args),
    InferStart(infer_start::Args),
    Law(law::Args),
    Man(man::Args),
    Positions(positions::Args),
    Query(query::Args),
    Report(report::Args),
    Rows(rows::Args),
    Schema(schema::Args),
    Show(show::Args),
    Splits(splits::Args),
    Start(start::Args),
    Verify(verify::Args),
}

impl Command {
    /// Does it.
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        match self {
            Self::Audit(args) => args.run(),
            Self::Completions(args) => args.run(),
            Self::Diff(args) => args.run(),
            Self::Draws(args) => args.run(),
            Self::Epd(args) => args.run(),
            Self::Explain(args) => args.run(),
            Self::Export(args) => args.run(),
            Self::Fifty(args) => args.run(),
            Self::Finish(args) => args.run(),
            Self::InferStart(args) => args.run(),
            Self::Law(args) => args.run(),
            Self::Man(args) => args.run(),
            Self::Positions(args) => args.run(),
            Self::Query(args) => args.run(),
            Self::Report(args) => args.run(),
            Self::Rows(args) => args.run(),
            Self::Schema(args) => args.run(),
            Self::Show(args) => args.run(),
            Self::Splits(args) => args.run(),
            Self::Start(args) => args.run(),
            Self::Verify(args) => args.run(),
        }
    }
}
