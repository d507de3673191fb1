//! `audit960 man`: the manual pages, generated from the arguments.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use audit960_dataset::{Door, Temporary};
use clap::CommandFactory as _;

use crate::Cli;

/// Write the manual pages, one for each command, into a folder
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("help/man.txt").trim_end())]
pub(crate) struct Args {
    /// The folder; it is created if it does not exist
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        // The pages have names of their own; whatever is in the folder, no dataset is to hold them.
        let nothing: [&Path; 0] = [];
        let mut door = Door::reading(nothing);
        door.admit(&self.folder.join("audit960.1"))?;
        let name = || self.folder.display().to_string();
        fs::create_dir_all(&self.folder).with_context(name)?;
        let pages = Temporary::folder()?;
        clap_mangen::generate_to(Cli::command(), pages.path()).context("temporary folder")?;
        for page in fs::read_dir(pages.path()).context("temporary folder")? {
            let page = page.context("temporary folder")?;
            let text = fs::read(page.path()).context("temporary folder")?;
            let target = self.folder.join(page.file_name());
            door.replace(&target, |out| out.write_all(&text))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
