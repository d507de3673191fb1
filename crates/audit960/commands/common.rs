//! What commands that read archives have in common.

use std::io;
use std::process::ExitCode;

use audit960_pipeline as pipeline;
use audit960_report::Style;
use audit960_source::Limits;

use crate::commands::limits::LimitArgs;
use crate::commands::printer::Printer;
use crate::console::{Console, FindingFormat};
use crate::output;
use crate::signals::Signals;

/// How a command runs and what it says beside its result.
#[derive(Debug, clap::Args)]
pub(crate) struct RunArgs {
    /// Threads to use for everything [default: all]
    #[arg(short = 'j', long, value_name = "N")]
    threads: Option<usize>,
    /// Print every finding, not the first 20 of each code
    #[arg(long)]
    pub(crate) all_findings: bool,
    /// No progress, no findings, no summary
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Exit with 0 also where findings of severity error were made
    #[arg(long)]
    exit_zero: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

impl RunArgs {
    /// Threads to use.
    pub(crate) fn threads(&self) -> usize {
        pipeline::threads(self.threads)
    }

    /// What inputs may take.
    pub(crate) const fn limits(&self) -> Limits {
        self.limits.limits()
    }

    /// A printer of findings.
    pub(crate) fn printer(&self) -> Printer {
        Printer::new(self.quiet, self.all_findings)
    }

    /// What is printed while it runs, and the signals that stop it.
    pub(crate) fn console(&self) -> io::Result<(Console, Signals)> {
        let style = Style {
            width: 100,
            colour: output::error_colour(),
        };
        let (format, signals) = (FindingFormat::Text(style), Signals::watch()?);
        let console = Console::new(format, self.all_findings, self.quiet, signals.clone());
        Ok((console, signals))
    }

    /// 1 where findings of severity error were made.
    pub(crate) fn exit_code(&self, has_errors: bool) -> ExitCode {
        ExitCode::from(u8::from(has_errors && !self.exit_zero))
    }
}
