//! `audit960 start list`: all start positions.

use std::io::Write as _;
use std::process::ExitCode;

use audit960_views::starts::{ListForm, write_double_list, write_list};

use crate::commands::format::Format;
use crate::output;

/// List the 960 start positions
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Format of the list
    #[arg(long, value_enum, default_value = "table")]
    format: ListFormat,
    /// List the 921,600 of double Chess960 instead: White's Scharnagl number times 960 plus Black's
    #[arg(long)]
    double: bool,
}

/// How the list is printed.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum ListFormat {
    /// Aligned columns
    Table,
    /// RFC 4180
    Csv,
    /// An array of objects
    Json,
    /// A position a line, with its number as id
    Epd,
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let form = match self.format {
            ListFormat::Table => ListForm::Table(Format::Table.form()),
            ListFormat::Csv => ListForm::Table(Format::Csv.form()),
            ListFormat::Json => ListForm::Table(Format::Json.form()),
            ListFormat::Epd => ListForm::Epd,
        };
        let mut out = output::stdout();
        match self.double {
            true => write_double_list(form, &mut out)?,
            false => write_list(form, &mut out)?,
        }
        out.flush()?;
        Ok(ExitCode::SUCCESS)
    }
}
