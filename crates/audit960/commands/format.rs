//! The formats tables are printed in.

use std::io::Write;

use audit960_report::{Style, TableForm};
use audit960_types::Frame;
use terminal_size::{Width, terminal_size_of};

use crate::output;

/// How a table is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// Aligned columns, cut to the width of the terminal
    Table,
    /// RFC 4180
    Csv,
    /// An array of objects
    Json,
}

impl Format {
    /// How a table is written to standard output.
    pub(crate) fn form(self) -> TableForm {
        match self {
            Self::Table => TableForm::Table(style()),
            Self::Csv => TableForm::Csv(output::csv_texts()),
            Self::Json => TableForm::Json,
        }
    }

    /// Prints a table.
    pub(crate) fn write(self, frame: &Frame, out: &mut dyn Write) -> anyhow::Result<()> {
        Ok(self.form().write(frame, out)?)
    }
}

/// How text may look on standard output: as wide as the terminal, or without limit in a file.
pub(crate) fn style() -> Style {
    Style {
        width: terminal_size_of(std::io::stdout())
            .map_or(usize::MAX, |(Width(width), _)| width.into()),
        colour: output::colour(),
    }
}
