//! The subcommands: each with its arguments and its run.

mod audit;
mod common;
mod completions;
mod diff;
mod draws;
mod endings;
mod epd;
mod explain;
mod explore;
mod export;
mod fifty;
mod filters;
mod find;
mod finish;
mod infer_start;
mod law;
mod man;
mod popular;
mod position;
mod positions;
mod query;
mod report;
mod rows;
mod schema;
mod selection;
mod show;
mod splits;
mod start;
mod tablebase;
mod verify;

use std::process::ExitCode;

pub(crate) use common::LimitArgs;
pub(crate) use filters::FilterOptions;

use clap::Subcommand;

/// Declares the subcommands, one module each.
macro_rules! commands {
    ($($name:ident = $module:ident),+ $(,)?) => {
        /// The subcommand to run.
        #[derive(Debug, Subcommand)]
        pub(crate) enum Command { $($name($module::Args)),+ }

        impl Command {
            /// Runs the subcommand.
            pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
                match self { $(Self::$name(args) => args.run()),+ }
            }
        }
    };
}

commands! {
    Audit = audit, Completions = completions, Diff = diff, Draws = draws, Endings = endings, Epd = epd, Explain = explain,
    Explore = explore, Export = export, Fifty = fifty, Find = find, Finish = finish, InferStart = infer_start, Law = law, Man = man,
    Popular = popular, Positions = positions, Query = query, Report = report, Rows = rows, Schema = schema, Show = show,
    Splits = splits, Start = start, Tablebase = tablebase, Verify = verify,
}
