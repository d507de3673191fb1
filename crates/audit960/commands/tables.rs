//! The tables that claims are judged by, as options name them.

use std::path::PathBuf;

use audit960_inputs::TableFiles;

/// Tables of the user's in place of those built in.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct TableArgs {
    /// Law on draws to apply instead of the one built in (see audit960 law)
    #[arg(long, value_name = "FILE")]
    law_table: Option<PathBuf>,
    /// Rules of the venues to apply instead of those built in (see audit960 law --venues)
    #[arg(long, value_name = "FILE")]
    venue_table: Option<PathBuf>,
}

impl TableArgs {
    /// The files.
    pub(crate) fn files(&self) -> TableFiles {
        TableFiles {
            law: self.law_table.clone(),
            venues: self.venue_table.clone(),
        }
    }
}
