//! What commands that read archives or datasets have in common.

use std::io;
use std::num::NonZeroUsize;
use std::process::ExitCode;

use audit960_inputs::Inputs;
use audit960_report::{FindingFormat, TableForm, TableFormat};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::commands::filters::FilterArgs;
use crate::commands::limits::LimitArgs;
use crate::console::Console;
use crate::output;
use crate::signals::Signals;
use audit960_types::Choice;

/// How much of a dataset is believed.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(crate) struct DoorArgs {
    /// Do not compare the checksums of a dataset's files (sizes and row counts are compared always)
    #[arg(long)]
    pub(crate) no_verify: bool,
}

impl DoorArgs {
    /// A dataset is read so.
    pub(crate) fn inputs(self, threads: Option<NonZeroUsize>) -> Inputs {
        Inputs {
            no_verify: self.no_verify,
            threads,
            ..Inputs::default()
        }
    }
}

/// How archives and datasets are read that a question is asked of.
#[derive(Debug, clap::Args)]
pub(crate) struct AskArgs {
    /// Threads to use [default: all]
    #[arg(short = 'j', long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    door: DoorArgs,
    #[command(flatten, next_help_heading = "Which games")]
    pub(crate) filters: FilterArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

impl AskArgs {
    /// These inputs, read so.
    pub(crate) fn inputs(&self, names: &[String]) -> Inputs {
        Inputs {
            names: names.to_vec(),
            filter: self.filters.filter(),
            limits: self.limits.limits(),
            ..self.door.inputs(self.threads)
        }
    }
}

/// How a command runs and what it says beside its result.
#[derive(Debug, clap::Args)]
pub(crate) struct RunArgs {
    /// Threads to use for everything [default: all]
    #[arg(short = 'j', long, value_name = "N")]
    threads: Option<usize>,
    /// Print every finding, not the first 20 of each code
    #[arg(long)]
    all_findings: bool,
    /// No progress, no findings, no summary
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Exit with 0 also where findings of severity error were made
    #[arg(long)]
    exit_zero: bool,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

impl RunArgs {
    /// These inputs, read so.
    pub(crate) fn inputs(&self, names: &[String]) -> Inputs {
        Inputs {
            names: names.to_vec(),
            limits: self.limits.limits(),
            threads: self.threads.and_then(NonZeroUsize::new),
            ..Inputs::default()
        }
    }

    /// What is printed while it runs.
    pub(crate) fn console(&self) -> Console {
        Console::new(FindingFormat::Text, self.all_findings, self.quiet)
    }

    /// The same for a run that signals stop.
    pub(crate) fn console_with_signals(&self) -> io::Result<(Console, Signals)> {
        let signals = Signals::watch()?;
        Ok((self.console().stopped_by(signals.clone()), signals))
    }

    /// 1 where findings of severity error were made.
    pub(crate) fn exit_code(&self, has_errors: bool) -> ExitCode {
        exit_code(has_errors, self.exit_zero)
    }
}

/// How a table is printed.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct FormatArgs {
    /// How the table is printed
    #[arg(long, value_parser = choice::<TableFormat>(), default_value = "table")]
    pub(crate) format: TableFormat,
}

impl FormatArgs {
    /// Whether it is for people.
    pub(crate) const fn is_table(self) -> bool {
        matches!(self.format, TableFormat::Table)
    }

    /// How it is written to standard output.
    pub(crate) fn form(self) -> TableForm {
        self.format.form(output::screen())
    }
}

/// 1 where there are findings of severity error, unless that is to be 0.
pub(crate) fn exit_code(has_errors: bool, exit_zero: bool) -> ExitCode {
    ExitCode::from(u8::from(has_errors && !exit_zero))
}

/// Reads the name of one of a few values, which help lists.
pub(crate) fn choice<T: Choice>() -> impl TypedValueParser<Value = T> {
    let names = T::ALL
        .iter()
        .map(|value| PossibleValue::new(value.name()).help(value.meaning()));
    PossibleValuesParser::new(names).try_map(|name| {
        let mut all = T::ALL.iter().copied();
        all.find(|value| value.name() == name)
            .ok_or("no such value")
    })
}
