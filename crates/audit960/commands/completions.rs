//! `audit960 completions`: what a shell needs to complete our arguments.

use std::io::Write as _;
use std::process::ExitCode;

use clap::CommandFactory as _;
use clap_complete::Shell;

use crate::{Cli, output};

/// Print a script that has a shell complete commands and options
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  audit960 completions bash > ~/.local/share/bash-completion/completions/audit960
  audit960 completions zsh > ~/.zfunc/_audit960
  audit960 completions fish > ~/.config/fish/completions/audit960.fish")]
pub(crate) struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "audit960", &mut script);
        let mut out = output::stdout();
        out.write_all(&script)?;
        out.flush()?;
        Ok(ExitCode::SUCCESS)
    }
}
