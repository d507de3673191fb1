//! Columns of others about start positions (`--join`).

use std::path::PathBuf;

use anyhow::Context as _;
use audit960_report::External;

/// A file with columns about start positions.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct JoinArgs {
    /// Add the columns of a CSV file to the positions: its column start (Scharnagl number) or
    /// arrangement (RNBQKBNR) says which; evaluations, for example
    #[arg(long, value_name = "FILE.csv")]
    join: Option<PathBuf>,
}

impl JoinArgs {
    /// The columns of the file, if one is named.
    pub(crate) fn read(&self) -> anyhow::Result<Option<External>> {
        let Some(path) = &self.join else {
            return Ok(None);
        };
        let shown = || path.display().to_string();
        let text = std::fs::read_to_string(path).with_context(shown)?;
        External::read(&text).map(Some).with_context(shown)
    }

    /// The name of the file; empty if none is named.
    pub(crate) fn name(&self) -> String {
        let path = self.join.iter().map(|path| path.display().to_string());
        path.collect()
    }
}
