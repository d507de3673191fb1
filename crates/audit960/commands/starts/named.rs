//! `audit960 starts show` and `starts list`: the 960 start positions themselves.

use std::io::Write as _;
use std::process::ExitCode;

use audit960_answers::starts::{NumberedBy, write_start, write_starts};
use audit960_board::start::DoubleStart;
use audit960_dataset::Door;
use audit960_report::Format;

use crate::commands::choice::choice;
use crate::commands::format::{FormatArgs, formats_and};
use crate::output;

/// Show a start position: numbers, mirror, FEN, castling, diagram
#[derive(Debug, clap::Args)]
pub(super) struct ShowArgs {
    /// Number, White's first rank such as RNBQKBNR, or FEN; WHITE/BLACK for double Chess960, each a number
    /// or eight letters
    #[arg(value_name = "NUMBER|ARRANGEMENT|FEN", required = true, num_args = 1..)]
    position: Vec<String>,
    /// The numbering that a number belongs to
    #[arg(long, value_parser = choice::<NumberedBy>(), default_value = "scharnagl")]
    numbering: NumberedBy,
}

impl ShowArgs {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        // An unquoted FEN arrives as several arguments, split at its blanks.
        let (white, black) = self.numbering.named(&self.position.join(" "))?;
        let mut out = output::stdout();
        write_start(DoubleStart { white, black }, output::colour(), &mut out)?;
        out.flush()?;
        Ok(ExitCode::SUCCESS)
    }
}

/// List the 960 start positions
#[derive(Debug, clap::Args)]
#[command(mut_arg("format", |arg| arg.value_parser(formats_and(&[Format::Epd]))))]
pub(super) struct ListArgs {
    #[command(flatten)]
    format: FormatArgs,
    /// List the 921,600 of double Chess960 instead: White's Scharnagl number times 960 plus Black's
    #[arg(long)]
    double: bool,
}

impl ListArgs {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        self.format.write(Door::default(), |form, out| {
            Ok(write_starts(self.double, form, out)?)
        })?;
        Ok(ExitCode::SUCCESS)
    }
}
