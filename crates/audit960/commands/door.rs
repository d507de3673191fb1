//! The one door to datasets: every command that reads one opens it here.

use std::path::Path;

use audit960_analytics::Dataset;
use audit960_dataset::{CheckOptions, CheckedDataset};
use audit960_tables::count_rows;

/// How much of a dataset is believed.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(crate) struct DoorArgs {
    /// Do not compare the checksums of a dataset's files (sizes and row counts are compared always)
    #[arg(long)]
    pub(crate) no_verify: bool,
}

impl DoorArgs {
    /// Opens the dataset in a folder, if it is what its manifest says.
    pub(crate) fn open(self, folder: &Path) -> anyhow::Result<Dataset> {
        Ok(Dataset::of(self.check(folder)?))
    }

    /// Checks the dataset in a folder.
    pub(crate) fn check(self, folder: &Path) -> anyhow::Result<CheckedDataset> {
        let options = CheckOptions {
            checksums: !self.no_verify,
            ..CheckOptions::new(&count_rows)
        };
        Ok(CheckedDataset::open(folder, &options)?)
    }
}
