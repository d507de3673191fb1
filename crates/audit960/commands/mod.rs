//! The subcommands: each with its arguments and its run.

mod audit;
mod check;
mod choice;
mod common;
mod completions;
mod diff;
mod draws;
mod endings;
mod epd;
mod explain;
mod explore;
mod export;
mod filters;
mod find;
mod finish;
mod format;
mod infer_start;
mod law;
mod man;
mod position;
mod query;
mod report;
mod rows;
mod schema;
mod selection;
mod serve;
mod show;
mod splits;
mod starts;
mod tablebase;
mod verify;

use std::process::ExitCode;

pub(crate) use common::LimitArgs;
pub(crate) use filters::FilterArgs;

use clap::Subcommand;

/// Declares the subcommands, one module each.
macro_rules! commands {
    ($($(#[$attribute:meta])* $name:ident = $module:ident),+ $(,)?) => {
        /// The subcommand to run.
        #[derive(Debug, Subcommand)]
        pub(crate) enum Command { $($(#[$attribute])* $name($module::Args)),+ }

        impl Command {
            /// Runs the subcommand.
            pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
                match self { $(Self::$name(args) => args.run()),+ }
            }
        }
    };
}

// In the order and the groups of the help.
commands! {
    Check = check, Audit = audit, Report = report, Draws = draws, Starts = starts, Export = export, Diff = diff,
    Explore = explore, Find = find, Endings = endings, Serve = serve,
    Query = query, Show = show, Explain = explain, Law = law, Tablebase = tablebase, Epd = epd, Verify = verify,
    #[command(hide = true)] Rows = rows, #[command(hide = true)] Splits = splits, #[command(hide = true)] Finish = finish,
    #[command(hide = true)] Schema = schema, #[command(hide = true)] InferStart = infer_start, #[command(hide = true)] Man = man,
    #[command(hide = true)] Completions = completions,
}
