//! `audit960 schema`: the columns of a table.

use std::io::{self, IsTerminal as _, Write as _};
use std::process::ExitCode;

use anyhow::Context as _;
use audit960_dataset::tables::ColumnSelection;
use audit960_types::tables::SCHEMAS;

use crate::commands::common::ColumnArgs;
use crate::output;

/// Write the schema of a table as an Arrow IPC stream without rows
///
/// On a terminal, or with --text, a list of all columns, those on request included, with type, nullability,
/// unit and meaning. Types are signed integers, utf8, bool, float64, date32, lists and structs; elements
/// of lists are nullable.
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("help/schema.txt").trim_end())]
pub(crate) struct Args {
    /// The table
    #[arg(value_name = "TABLE", default_value = "games")]
    table: String,
    /// One row per game, with the rows of the other tables as lists in it
    #[arg(long, conflicts_with = "table")]
    nested: bool,
    /// Only these columns, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    columns: Option<Vec<String>>,
    #[command(flatten)]
    on_request: ColumnArgs,
    /// Print the list for people, even if the output is not a terminal
    #[arg(long, conflicts_with = "nested")]
    text: bool,
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let columns = self.columns.as_deref();
        let mut selection = ColumnSelection::of(&self.table, self.nested, columns)?;
        if columns.is_none() {
            selection = selection.with_group(self.on_request.group());
        }
        if self.text || io::stdout().is_terminal() && !self.nested {
            self.write_columns()?;
        } else {
            selection.write_schema(io::stdout().lock())?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Prints the columns for people.
    fn write_columns(&self) -> anyhow::Result<()> {
        let table = SCHEMAS.iter().find(|table| table.name == self.table);
        let table = table.with_context(|| format!("there is no table {}", self.table))?;
        let mut out = output::stdout();
        table.write_text(self.columns.as_deref(), &mut out)?;
        Ok(out.flush()?)
    }
}
